"""What holds for all tests: which of them share a process, and what is left out is said loudly."""

import gc
import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

from tools.trials.engines import Mosquitto
from tools.trials.unforced import force_nothing

# Speed is shown by `make bench`: a busy or an emulated machine fails no test.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
# Where all tests are run, a quarter of the examples of each property, as of families (`_sample`).
settings.register_profile("part", settings.get_profile("house"), max_examples=25)

IS_STRICT = os.environ.get("CI", "").lower() in ("1", "true", "yes")
"""In continuous integration nothing may be left out: what a test needs must be there."""

HAS_TRAINING = all(find_spec(name) for name in ("torch", "onnx"))
OF_TRAINING = ("test_training_film.py", "test_training_renders.py")
"""Tests of what only the extra `train` has: they are chosen where it is installed."""

ROOT = Path(__file__).parent.parent
SHARED = ('(scope="module"', "\n@cache\n")
"""How a file says that its tests share what is costly: by a fixture, or by a value that is kept."""

FIRMWARE = ("test_board_flash", "test_firmware", "test_links", "test_twin_board", "test_wire")
"""Files whose tests build the firmware: one folder, one compiler at a time."""

IN_A_BROWSER = "tests/browser/"
"""What looks with a browser waits for it and for its server most of the time. It begins first, in
every other process (`Sharing._assign_work_unit`)."""

COSTLY = (
    "test_twin_recognised",
    "test_door_table",
    "test_twin_table",
    "test_twin_command",
    "test_live_tiles_twin",
    "test_twin_watched",
    "test_live_frames",
    "test_cards",
    "test_torture",
    "test_twin_scenes",
    "test_web_openapi",
    "test_book",
    "test_phone",
)
"""Files with tests of ten seconds and more, or many of one: they begin next. Begun last, one of
them would be waited for by processes that have nothing left to do."""


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    """A real broker, on a port of its own."""
    found = Mosquitto(tmp_path / "broker").start()
    yield found
    found.stop()


@pytest.fixture
def closing() -> Iterator[Callable[[Any], Any]]:
    """Remembers what a test opens, and closes it in the end, the last first."""
    opened: list[Any] = []

    def remember(one: Any) -> Any:
        opened.append(one)
        return one

    yield remember
    for one in reversed(opened):
        one.close()


SAMPLED = "sampled(each): where all tests are run, only each so-many-th of its cases is"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="all cases of families that are sampled")


def pytest_configure(config: pytest.Config) -> None:
    """Whoever names what to run gets all of it."""
    config.addinivalue_line("markers", SAMPLED)
    # By itself xdist begins with the files of most tests, whatever was put first (`_turn`).
    config.option.loadscopereorder = False
    if hasattr(config, "workerinput"):
        # There are as many processes as cores already, and threads of each would wait for others'.
        cv2.setNumThreads(1)
    patch = pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    force_nothing(patch.setattr)
    config.option.whole |= config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    # Before any test is loaded: each takes the settings of that moment.
    settings.load_profile("house" if config.option.whole else "part")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Of the program only what has an example: each process that runs tests would load it all."""
    if collection_path.name in OF_TRAINING and not HAS_TRAINING:
        return True
    if collection_path.suffix != ".py" or collection_path.is_relative_to(Path(__file__).parent):
        return None
    return True if ">>>" not in collection_path.read_text(encoding="utf-8") else None


def pytest_report_header() -> str:
    return f"tests of training: {'chosen' if HAS_TRAINING else 'not chosen, no extra `train` here'}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whole files change places; within a file the order stays."""
    if not config.option.whole:
        _sample(config, items)
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    """When it begins: what is waited for the longest before all else, and in the end what each
    process takes one by one."""
    if item.nodeid.startswith(IN_A_BROWSER):
        return 0
    if item.path.name.startswith(COSTLY):
        return 1
    is_shared = item.path.name.startswith(FIRMWARE) or _shares(item.nodeid.partition("::")[0])
    return 2 if is_shared else 3


def _sample(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The first case of each family that is marked so, and each so-many-th after it."""
    seen: Counter[str] = Counter()
    left, taken = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        mark, family = item.get_closest_marker("sampled"), item.nodeid.partition("[")[0]
        (left if mark and seen[family] % mark.args[0] else taken).append(item)
        seen[family] += 1
    config.hook.pytest_deselected(items=left)
    items[:] = taken


def pytest_collection_finish() -> None:
    """What was collected stays to the end: looking for garbage in it again and again is in vain.
    So is looking after every 700 things that were made: it took a twentieth of the time."""
    gc.freeze()
    gc.set_threshold(50_000)


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: one waits for its browser most of the time, and others for a
    broker or the clock of an emulated board."""
    return len(os.sched_getaffinity(0)) + 2


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> "Sharing":
    return Sharing(config, log)


class Sharing(LoadScopeScheduling):
    """What is costly to set up is set up once: the tests of a file with a fixture or a value of its
    own share a process, and so do those of a file that looks with a browser, and all that build the
    firmware. All others go wherever there is time.

    (xdist's own groups are marks that it writes into a test's id, which pytest 9.2 ignores.)"""

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        if Path(path).name.startswith(FIRMWARE):
            return "firmware"
        return path if path.startswith(IN_A_BROWSER) or _shares(path) else nodeid

    def _assign_work_unit(self, node: Any) -> None:
        """Every other process looks with browsers, and the rest begin with what costs most: a
        browser, its driver and a server are started half as often, and while some wait for theirs
        others have something to do. What looks with a browser comes first in the queue."""
        looks = list(self.registered_collections).index(node) % 2 == 0
        others = (one for one in self.workqueue if not one.startswith(IN_A_BROWSER))
        if not looks and (first := next(others, None)) is not None:
            self.workqueue.move_to_end(first, last=False)
        super()._assign_work_unit(node)

    def _pending_of(self, workload: Any) -> int:
        """How many tests a process has still to run. It runs them in the order in which it got
        them, so before a group that is done all are: by itself xdist counts all of them again after
        each test, which for thousands of groups takes seconds."""
        pending = 0
        for group in reversed(workload.values()):
            left = list(group.values()).count(False)
            if not left:
                break
            pending += left
        return pending


@cache
def _shares(path: str) -> bool:
    text = (ROOT / path).read_text(encoding="utf-8") if path.endswith(".py") else ""
    return any(sign in text for sign in SHARED)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Any:
    report = yield
    return _strict(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Any:
    report = yield
    return _strict(report)


def _strict(report: Any) -> Any:
    if IS_STRICT and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"left out, where nothing may be: {_reason(report)}"
    return report


def _reason(report: Any) -> str:
    return str(report.longrepr[2]).removeprefix("Skipped: ")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    reasons = Counter(_reason(one) for one in terminalreporter.stats.get("skipped", []))
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count} TESTS WERE SKIPPED: {reason}", red=True, bold=True)
