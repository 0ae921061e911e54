"""The house stays as it is drawn: every module has a room, arrows run down only, no circles.

What is on no floor fails: a new folder is drawn here first.
"""

import ast
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("turbo", "vision", "web")

FLOORS = [
    {"turbo.errors", "turbo.data_folder"},
    {"turbo.i18n"},
    {"turbo.game"},
    {"turbo.tiles"},
    {"turbo.games"},
    {"turbo.solver", "turbo.board"},
    {"turbo.storage", "vision.pictures"},
    {"vision.mat", "turbo.mqtt", "turbo.partner"},
    {"vision.cameras", "turbo.people"},  # a camera is exposed for the mat
    {"vision.reading", "turbo.hall"},
    {"vision.enrolment", "vision.training"},
    {"turbo.live"},
    {"turbo.live.tiles"},
    {"turbo.evidence", "turbo.twin"},
    {"web"},
    {"turbo.app"},
    {"turbo.commands"},
    {"turbo.__main__"},
]
"""A room imports from its own and from lower floors' rooms; from another room of its floor nothing.
`turbo`, `vision` and `web` themselves only hold rooms and export their vocabulary."""

HEAVY = {"cv2", "ncnn", "numpy", "flask", "serial", "gpiozero", "mujoco"}

LIGHT = {
    "turbo.errors": HEAVY,
    "turbo.game": HEAVY,
    "turbo.tiles": HEAVY,
    "turbo.games": HEAVY,
    "turbo.solver": HEAVY,
    "turbo.storage": HEAVY,
    "turbo.live": HEAVY - {"numpy"},  # pictures pass through it as arrays
    "turbo.live.tiles": HEAVY - {"numpy"},
}
"""Rooms that run wherever Python does, and what they do without."""

CLOCKED = {
    "turbo.solver.clock",  # how long a search may take
}
"""Modules below the table that may look at a clock, each with its reason. The keeping's own clock
is `datetime` in `turbo.storage.session`."""


def name_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(file): file for one in PACKAGES for file in sorted((ROOT / one).rglob("*.py"))}


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


HOLDS_STATEMENTS = ast.stmt | ast.ExceptHandler | ast.match_case
"""All that an import can stand in: no expression holds one."""


@cache
def imports(module: str, *, at_once: bool = False) -> frozenset[str]:
    """What a module imports, names included; `at_once`: only what loading it loads."""
    found: set[str] = set()
    waiting: list[ast.AST] = [tree(module)]
    while waiting:
        node = waiting.pop()
        if is_for_types(node) or (at_once and isinstance(node, ast.FunctionDef)):
            continue
        if isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{a.name}" for a in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        waiting += (one for one in ast.iter_child_nodes(node) if isinstance(one, HOLDS_STATEMENTS))
    return frozenset(found)


def room_of(module: str) -> tuple[int, str] | None:
    for floor, rooms in enumerate(FLOORS):
        for room in rooms:
            if module == room or module.startswith(f"{room}."):
                return floor, room
    return None


def test_every_module_is_on_a_floor() -> None:
    rooms = {*MODULES} - {"turbo", "vision"}
    assert [module for module in sorted(rooms) if room_of(module) is None] == []


def test_every_arrow_runs_down() -> None:
    up = [
        f"{module} imports {imported}"
        for module in MODULES
        for imported in imports(module)
        if (own := room_of(module))
        and (other := room_of(imported))
        and not (other[0] < own[0] or other == own)
    ]
    assert up == []


def test_no_module_leads_back_to_itself() -> None:
    arrows = {m: {i for i in imports(m, at_once=True) if i in MODULES} - {m} for m in MODULES}
    packages = {m for m, file in MODULES.items() if file.name == "__init__.py"}
    left = {m: to - packages for m, to in arrows.items() if m not in packages}
    while done := [m for m, to in left.items() if not to & left.keys()]:
        for module in done:
            del left[module]
    assert not left, f"a circle among {sorted(left)}"


@pytest.mark.parametrize(
    ("folder", "never"),
    [("tests", "bench"), ("bench", "tests"), ("tools", "bench"), ("tools", "tests")],
)
def test_tests_and_benchmarks_stand_apart(folder: str, never: str) -> None:
    """What both need lies in `tools/trials`."""
    asks = re.compile(rf"^\s*(?:from|import) {never}[. ]", re.MULTILINE)
    found = [
        file.relative_to(ROOT).as_posix()
        for file in sorted((ROOT / folder).rglob("*.py"))
        if asks.search(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_no_two_classes_share_a_name() -> None:
    """Who reads `StepContext` in one room must not think of another one's."""
    homes: dict[str, list[str]] = {}
    for module in MODULES:
        for node in tree(module).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(module)
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_light_rooms_import_nothing_heavy() -> None:
    found = {
        module: {name.partition(".")[0] for name in imports(module)} & LIGHT[room]
        for module in MODULES
        if (room := (room_of(module) or (0, ""))[1]) in LIGHT
    }
    assert {module: heavy for module, heavy in found.items() if heavy} == {}


STARTS = {
    "turbo": ([], 6),
    "help": (["--help"], 6),
    "check": (["check", "b3 b4 b5"], 25),
    "check a fault": (["check", "b3 b4 b6", "--lang", "de"], 25),
    "solve": (["solve", "--table", "b3 b4 b5", "--hand", "b6"], 45),
    "matches": (["matches"], 58),
    "help of serve": (["serve", "--help"], 70),
    "help of analyse": (["analyse", "--help"], 85),
}
"""Commands, and how many modules of ours each may load at most: a Pi starts slowly enough."""


@pytest.mark.parametrize(("words", "most"), STARTS.values(), ids=STARTS)
def test_a_command_loads_only_what_it_needs(words: list[str], most: int, tmp_path: Path) -> None:
    code = f"""
import contextlib, sys, turbo.commands.cli as c
with contextlib.suppress(SystemExit):
    c.main({words!r})
print("LOADED", *sys.modules)"""
    env = os.environ | {"TURBO_STORE": str(tmp_path / "matches.db")}
    asked = [sys.executable, "-c", code]
    loaded = subprocess.run(asked, capture_output=True, text=True, cwd=ROOT, env=env)
    assert loaded.returncode == 0, loaded.stderr
    modules = set(loaded.stdout.partition("LOADED")[2].split())
    assert not modules & HEAVY
    ours = {one for one in modules if one.partition(".")[0] in PACKAGES}
    assert len(ours) <= most, sorted(ours)


def test_nothing_below_the_table_reads_a_clock() -> None:
    below = {"turbo.errors", "turbo.game", "turbo.solver", "turbo.storage"}
    for module in MODULES:
        if (room_of(module) or (0, ""))[1] in below and module not in CLOCKED:
            assert not {"time", "time.time", "time.monotonic"} & imports(module), module


QUESTION = re.compile(
    r"\.is_thrown\b|\bare_(?:tiles|dice)\(|\.plays\(PieceKind|\bis (?:not )?PieceKind"
    r"|isinstance\([^)]*\b(?:TileOptions|TileMatch|Options)\b"
)
"""How a module asks which game it is."""

ASKED = {
    "turbo.game.editions",  # where editions are listed
    "turbo.storage.history",  # where the question itself stands, for what draws or reads a piece
}

MOST_QUESTIONS = 2
"""So many are left beside them. A part that asks nothing more lowers it; none may raise it."""


def test_which_game_it_is_is_asked_no_more_often() -> None:
    asking = [name for name in MODULES if name not in ASKED]
    found = {
        name: len(QUESTION.findall(MODULES[name].read_text(encoding="utf-8"))) for name in asking
    }
    left = {name: many for name, many in found.items() if many}
    assert sum(left.values()) <= MOST_QUESTIONS, left


PAGE_QUESTION = re.compile(r'match\.tiles|\b(?:edition|piece) [!=]== "')

PAGES_ASKED = {
    "games.js",  # what differs between the games on a page
    "tile_desk.js",  # what only one of them can be told
    "drawing.js", "editor.js", "texts.js",  # how a piece is drawn, laid and spoken of
}  # fmt: skip


def test_no_page_script_asks_which_game_it_is() -> None:
    scripts = [*(ROOT / "web").rglob("*.js")]
    assert {one.name for one in scripts} >= PAGES_ASKED
    asking = {one.name for one in scripts if PAGE_QUESTION.search(one.read_text(encoding="utf-8"))}
    assert asking <= PAGES_ASKED
