"""`turbo watch`: a film told line by line, and how films are scored against their truth."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.support.filmed import FilmedTable
from tools.trials.film_score import score
from turbo.app.filmed import Filmed, Stepped, Watching, open_film
from turbo.commands.cli import main
from turbo.errors import TurboError
from vision.cameras.source import CameraEnded
from vision.reading.reader import Reader

HAND = "b3 b4 b5 r1 k2 o7 o8 r13 k12"


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bare table for a second, and then nine dice before Ann."""
    table, path = FilmedTable(), tmp_path_factory.mktemp("film") / "table.avi"

    def scenes() -> Any:
        yield from [None] * 10
        table.hand(0, range(9), HAND)
        table.make_readable(Reader().read)
        yield from [None] * 12

    table.film(path, scenes())
    return path


def lines_of(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    assert main(["watch", *words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("step", [1, 2])
def test_a_film_is_told_line_by_line(
    film: Path, step: int, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    store = tmp_path / "matches.db"
    lines = lines_of(capsys, str(film), "--step", str(step), "--store", str(store))
    told = [line for line in lines if line["kind"] == "told"]
    assert [(line["event"], line["player"], line["verdict"]) for line in told] == [
        ("RoundStarted", "Ann", "accepted"),
        ("Thrown", "Ann", "accepted"),
    ]
    assert sorted(told[-1]["hand"].split()) == sorted(HAND.split())
    assert set(told[-1]) == {
        "kind", "at", "event", "player", "hand", "layout", "verdict", "faults", "advice",
    }  # fmt: skip
    assert 1.0 <= told[-1]["at"] <= 2.2
    assert lines[-1]["kind"] == "end" and lines[-1]["frames"] == 22 / step
    assert store.exists()


def test_every_nth_picture_by_the_films_own_clock(tmp_path: Path) -> None:
    for number in range(7):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((96, 128, 3), 90, np.uint8))
    camera, times = Stepped(open_film(str(tmp_path)), 3), []
    with pytest.raises(CameraEnded):
        while frame := camera.read(0.0):
            times.append(frame.at_s)
    assert times == [0.0, 6.0, 12.0] and camera.frames == 3


@pytest.mark.parametrize(
    ("watching", "said"),
    [
        pytest.param({"step": 0}, "expected a step of 1 or more, got 0", id="step"),
        pytest.param({"starter": "Eve"}, "expected a player's name, Ann or Bob", id="starter"),
    ],
)
def test_what_cannot_be_used_is_named(watching: Any, said: str, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), np.full((96, 128, 3), 90, np.uint8))
    with pytest.raises(TurboError, match=said):
        list(Filmed(str(tmp_path), Watching(**watching)).lines())


TRUTH: dict[str, Any] = {
    "events": [
        {"kind": "throw", "t": 5.0, "player": "Ann", "hand": "b3 b4 b5 k9"},
        {"kind": "illegal", "t": 8.0, "until": 10.0, "player": "Ann"},
        {"kind": "table", "t": 12.0, "player": "Ann", "layout": "b3 b4 b5"},
        {"kind": "throw", "t": 20.0, "player": "Bob", "hand": "k1 k2"},
        {"kind": "pass", "t": 22.0, "player": "Bob"},
    ]
}


def told(at: float, event: str, player: str | None = None, **more: Any) -> dict[str, Any]:
    line: dict[str, Any] = {
        "hand": None,
        "layout": None,
        "verdict": "accepted",
        "faults": [],
        "advice": [],
    }
    return {"kind": "told", "at": at, "event": event, "player": player, **line, **more}


ANNS = told(5.5, "Thrown", "Ann", hand="b4 b3 b5 k9")
TABLE = told(14.0, "HandedOver", "Ann", layout="b5 b4 b3")
BOBS = told(20.4, "Thrown", "Bob", hand="k2 k1")
PASS = told(30.0, "Passed", "Bob")
EARLY = told(13.0, "HandedOver", "Ann", layout="b3")
COCKED = told(5.2, "Thrown", "Ann", hand="b4 b3 b5 r1")
AGAIN = told(5.5, "Rethrown", "Ann", hand="b4 b3 b5 k9")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param([ANNS, TABLE, BOBS, PASS], {}, id="all"),
        pytest.param([ANNS, TABLE, BOBS], {"pass": 0}, id="a pass not told"),
        pytest.param([ANNS, TABLE, BOBS, PASS, BOBS], {"doubled": 1}, id="a throw told twice"),
        pytest.param(
            [ANNS, told(9.0, "HandedOver", "Ann", layout="b3 b4"), TABLE, BOBS, PASS],
            {"false": 1, "illegal": 1},
            id="an illegal table accepted",
        ),
        pytest.param(
            [ANNS, told(9.0, "HandedOver", "Ann", layout="b3 b4", verdict="rejected"), TABLE],
            {"throw": 1, "pass": 0},
            id="an illegal table refused is right",
        ),
        pytest.param(
            [ANNS, EARLY, told(13.5, "Undone", entry=2), TABLE, BOBS, PASS],
            {"taken_back": 1},
            id="what was taken back is no part of the story",
        ),
        pytest.param(
            [COCKED, AGAIN, TABLE, BOBS, PASS],
            {},
            id="a rethrow is the throw that it completes",
        ),
    ],
)
def test_a_story_is_held_against_the_truth(lines: Any, expected: dict[str, int]) -> None:
    found = score(TRUTH, [*lines, {"kind": "end", "frames": 10, "cpu_s": 1.0}])
    counted = {**found.exact, **{n: getattr(found, n) for n in WRONG if getattr(found, n)}}
    wanted = {"throw": 2, "table": 1, "pass": 1} | expected
    assert counted == {name: count for name, count in wanted.items() if count}


WRONG = ("false", "doubled", "refused", "illegal", "taken_back")
