"""Every recipe of the book runs, and prints what stands below it."""

import runpy
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.serving import make_server

from docs.making.recipes import CHAPTERS, FOLDER, MARK, Recipe, all_recipes, recipe
from tools.trials.engines import Mosquitto
from tools.trials.mqtt_support import Playing, Told, address
from tools.trials.waiting import wait_until
from tools.trials.web_support import OPENING, Site

ROOT = Path(__file__).parents[2]
NAMES = [name for names in CHAPTERS.values() for name in names]
MOST_LINES = 15
"""Of a recipe, imports not counted: what is longer is a program."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like the repository's, in which a recipe may write what it likes."""
    for name in ("examples", "docs"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(
    one: Recipe,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *arguments: str,
) -> None:
    monkeypatch.setattr(sys, "argv", [one.name, *arguments])
    runpy.run_path(str(FOLDER / f"{one.name}.py"), run_name="__main__")
    assert capsys.readouterr().out.splitlines() == one.shown.splitlines()


@pytest.mark.parametrize("name", [name for name in NAMES if not recipe(name).needs])
def test_a_recipe_prints_what_the_book_shows(
    name: str,
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    run(recipe(name), monkeypatch, capsys)


@pytest.fixture
def served(here: Path) -> Iterator[str]:
    """The address of a table at which a round is open."""
    site = Site(here)
    site.start(OPENING)
    server = make_server("127.0.0.1", 0, site.app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()
    site.store.close()


def test_the_stream_is_listened_to(
    served: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(recipe("listen_to_the_stream"), monkeypatch, capsys, served)


def test_a_sign_is_told(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broker = Mosquitto(here / "broker").start()
    table = Playing(here / "table", address(broker.port, "t7")).start()
    try:
        table.play(1)
        heard = Told(broker.port)
        wait_until(lambda: (heard.last("state") or {}).get("players") == ["Ann", "Bob"])
        heard.close()
        run(recipe("tell_a_sign"), monkeypatch, capsys, "127.0.0.1", str(broker.port))
    finally:
        table.stop()
        broker.kill()


def test_every_recipe_is_in_one_chapter_and_short() -> None:
    assert sorted(NAMES) == sorted(path.stem for path in FOLDER.glob("*.py"))
    for one in all_recipes():
        assert one.title and one.about and one.shown, f"{one.name}: title, words and {MARK} output"
        assert 3 <= one.lines <= MOST_LINES, f"{one.name} has {one.lines} lines"


def test_there_are_twenty() -> None:
    assert len(NAMES) >= 20
