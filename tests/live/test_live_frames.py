"""Trouble before `turbo run`, in real frames: each with a clear word, and the match goes on.

The round is taken up from what lies there, so nothing has to be thrown first. Only the camera is
exchanged: recognition, settling, referee, store and words are those of a real table.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.support.filmed import FilmedTable
from turbo.commands.replay import look_of
from turbo.commands.replay import run as run_replay
from turbo.commands.run import Table, add_arguments
from turbo.evidence.bundle import load
from turbo.evidence.playback import replay
from turbo.game.events import Undone
from turbo.game.layout import Rule
from turbo.live.inputs import Choice
from turbo.storage.store import Store
from turbo.twin.draw_props import HandPose
from vision.pictures.loading import Image
from vision.reading.reader import Reader, ReaderTuning

READER = Reader(ReaderTuning(remember_unchanged=False))

ANNS, BOBS = "r1 k2 o7 o8", "k4 b11 o1 r12 b13"
TABLE = "b2 b3 b4"


class FilmedRun(Table):
    """`turbo run` before a table that is drawn."""

    def __init__(self, filmed: FilmedTable, path: Path) -> None:
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        self.filmed, self.folder, self._stack = filmed, path, ExitStack()
        store = self._stack.enter_context(Store(path / "m.db"))
        words = ("--camera", "filmed", "--no-web", "--no-pictures", "--hand-over", "button")
        super().__init__(parser.parse_args(words), store)
        self.runner = self._open()

    def _camera(self, *_: object) -> Any:
        return self.filmed

    def rest(self, seconds: float) -> None:
        if not (
            self.filmed.hands
            or self.filmed.is_out
            or len(self.filmed.dice) > 18
            or self.filmed.is_dark
        ):
            self.filmed.make_readable(READER.read)
        for _ in range(round(seconds * 10)):
            self.runner.turn()

    def press(self) -> None:
        self.runner.press(None)
        self.rest(0.3)

    def words(self) -> set[str]:
        return {notice.key for notice in self.session.view.notices}

    def record(self) -> list[str]:
        return [line.partition(" @")[0] for line in str(self.session.history.record()).split("\n")]

    def close(self) -> None:
        """As when the power is cut: nothing is said to anybody."""
        self._stack.close()


def laid() -> FilmedTable:
    """A table in the middle of a round."""
    filmed = FilmedTable()
    filmed.row((0, 1, 2), TABLE, -60.0, 10.0)
    filmed.hand(0, range(3, 7), ANNS)
    filmed.hand(1, range(9, 14), BOBS)
    return filmed


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FilmedRun]:
    """The round is taken up, and Ann, who is to throw, has thrown two of her dice. Every test
    leaves it so."""
    begun = FilmedRun(laid(), tmp_path_factory.mktemp("frames"))
    begun.rest(1.0)
    begun.runner.begin_here("Ann")
    begun.rest(0.3)
    assert begun.record()[1:3] == ["round Ann", f"begin table {TABLE}"]
    assert sorted(begun.record()[3].split()[2:]) == sorted(ANNS.split())
    throw(begun)
    yield begun
    begun.close()


def throw(run: FilmedRun) -> None:
    """Ann throws o7 and o8: they come up as b5 and o2."""
    run.filmed.take((5, 6))
    run.rest(1.8)
    run.filmed.lay(5, "b5", 80.0, -110.0, 33.0)
    run.filmed.lay(6, "o2", 120.0, -95.0, 71.0)
    run.rest(0.8)
    assert sorted(run.record()[-1].split()[2:]) == sorted(["r1", "k2", "b5", "o2"]), run.words()


def go_on(run: FilmedRun) -> None:
    """Ann passes, which is ruled, and is taken back by a person."""
    run.press()
    assert run.record()[-1] == "pass", run.words()
    run.session.change(Undone(run.session.history.entries[-1].number), "Cor")
    run.rest(0.3)


def play(run: FilmedRun) -> None:
    """Ann lays b5 against the run and presses."""
    run.filmed.take((5,))
    run.rest(0.4)
    run.filmed.lay(5, "b5", -60.0 + 3 * 16.3, 10.0)
    run.rest(0.8)
    run.press()
    assert run.record()[-1] == "table b2 b3 b4 b5", run.words()


def lamp_off(filmed: FilmedTable) -> None:
    filmed.look(light="off")


def lamp_on(filmed: FilmedTable) -> None:
    filmed.look(light="day")


def pull(filmed: FilmedTable) -> None:
    filmed.is_out = True


def plug(filmed: FilmedTable) -> None:
    filmed.is_out = False


def cover(filmed: FilmedTable) -> None:
    filmed.hands = (HandPose(-20.0, 0.0, -math.pi / 2),)


def uncover(filmed: FilmedTable) -> None:
    filmed.hands = ()


def empty(filmed: FilmedTable) -> None:
    filmed.aside = dict(filmed.dice)  # type: ignore[attr-defined]
    filmed.dice = {}


def refill(filmed: FilmedTable) -> None:
    filmed.dice = dict(filmed.aside)  # type: ignore[attr-defined]


def crowd(filmed: FilmedTable) -> None:
    """Dice of another game: thirty lie there."""
    for number in range(30 - len(filmed.dice)):
        x, y = -170.0 + 30.0 * (number % 9), 45.0 - 26.0 * (number // 9)
        if not any(abs(x - dx) < 22 and abs(y - dy) < 22 for _, dx, dy, _ in filmed.dice.values()):
            filmed.lay(100 + number, f"k{1 + number % 13}", x, y, 10.0 * number)
    missing = 30 - len(filmed.dice)
    for number in range(missing):
        filmed.lay(200 + number, f"r{1 + number}", 150.0, 50.0 - 24.0 * number, 5.0)
    assert len(filmed.dice) == 30


def clear(filmed: FilmedTable) -> None:
    filmed.take([name for name in filmed.dice if name >= 100])


def bump(filmed: FilmedTable) -> None:
    filmed.bump(9.0, -7.0, 2.5)


def leave(_: FilmedTable) -> None: ...


TROUBLE = [
    pytest.param(lamp_off, 1.0, "too-dark", lamp_on, id="lights off and on"),
    pytest.param(pull, 0.5, "camera-lost", plug, id="camera pulled out and put back"),
    pytest.param(cover, 6.5, "hand-rests", uncover, id="a hand rests on the table"),
    pytest.param(empty, 1.0, "round-unfinished", refill, id="an empty table"),
    pytest.param(crowd, 2.0, "too-many-dice", clear, id="thirty dice"),
    pytest.param(bump, 2.0, "camera-found", leave, id="camera bumped"),
]


def test_evidence_plays_again_from_its_frames(
    run: FilmedRun, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ann lays two dice that are no set; the ruling is saved, and read anew from the pictures."""
    hand = {name: run.filmed.dice[name] for name in (5, 6)}
    run.filmed.take(hand)
    run.rest(0.4)
    run.filmed.row((5, 6), "b5 o2", 60.0, 10.0)
    run.rest(0.8)
    run.press()
    ruling = run.session.history.judged[-1].ruling
    assert [fault.rule for fault in ruling.faults] == [Rule.TOUCHING]
    name = run.evidence.save()
    path = run.evidence.folder / name
    assert path.stat().st_size < 20_000_000

    bundle = load(path)
    assert bundle.calibration is not None and len(bundle.frames) >= 5
    args = argparse.Namespace(bundle=[path], json=False, tape=False)
    assert run_replay(args) == 0
    assert f"{len(bundle.frames)} frames read again" in capsys.readouterr().out

    painted = {at: _blotted(jpeg) for at, jpeg in bundle.frames.items()}
    outcome = replay(replace(bundle, frames=painted), look_of(bundle))
    assert not outcome.is_same, "the pictures count, not the tape"
    assert {str(one.then) for one in outcome.differences} >= {"b2", "b3", "b4"}

    run.filmed.dice |= hand
    run.rest(1.0)
    assert run.words() == set()


def _blotted(jpeg: bytes) -> bytes:
    """A cloth over the middle of the table."""
    image = np.array(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
    image[380:560] = 90
    return bytes(cv2.imencode(".jpg", image)[1])


def test_a_die_that_is_turned_is_shown_before_and_after(run: FilmedRun) -> None:
    lay = run.filmed.dice[1]
    run.filmed.lay(1, "k7", *lay[1:])
    run.rest(1.6)
    (finding,) = [one for one in run.evidence.findings(None, 40) if one.is_open]
    assert (finding.key, finding.values) == ("table-die-turned", ("b3", "k7"))
    before, after = (_shown(run, finding.id, side) for side in ("before", "after"))
    assert before.shape == after.shape and before.shape[1] < 200, "a crop of that die"
    assert _blueness(before) > _blueness(after) + 1.5
    run.filmed.dice[1] = lay
    run.rest(1.6)
    assert not any(one.is_open for one in run.evidence.findings(None, 40))
    assert run.words() == set()


def _shown(run: FilmedRun, number: int, side: str) -> Image:
    jpeg = run.evidence.finding_picture(number, side)
    assert jpeg is not None
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(image, dtype=np.uint8)


def _blueness(image: Image) -> float:
    return float(image[..., 0].mean() - image[..., 2].mean())


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("trouble", "for_s", "word", "mend"), TROUBLE)
def test_trouble_gets_a_word_and_the_match_goes_on(
    run: FilmedRun,
    trouble: Callable[[FilmedTable], None],
    for_s: float,
    word: str,
    mend: Callable[[FilmedTable], None],
) -> None:
    before = run.record()
    trouble(run.filmed)
    run.rest(for_s)
    assert word in run.words()
    mend(run.filmed)
    run.rest(1.2)
    assert run.record() == before, "nothing was told that nobody did"
    assert run.words() <= {"camera-found"}
    go_on(run)


def test_after_power_cuts_a_person_decides_what_is_right(run: FilmedRun) -> None:
    run.close()
    again = FilmedRun(run.filmed, run.folder)
    again.rest(2.0)
    assert again.words() == set(), "nothing is asked where nothing was moved"
    go_on(again)

    again.close()
    again.filmed.lay(12, "r4", *MOVED)  # Bob's r12 is turned meanwhile
    again = FilmedRun(run.filmed, run.folder)
    again.rest(2.0)
    assert differences(again) == [("r12", "r4")]
    before = again.record()
    again.runner.decide(Choice.STORE)
    again.rest(0.3)
    again.filmed.lay(12, "r12", *MOVED)
    again.rest(1.0)
    assert (again.record(), again.words()) == (before, set()), "the match is right"

    again.close()
    again.filmed.lay(12, "r4", *MOVED)
    again = FilmedRun(run.filmed, run.folder)
    again.rest(2.0)
    assert differences(again) == [("r12", "r4")]
    again.runner.decide(Choice.TABLE)
    again.rest(0.3)
    assert sorted(again.record()[-1].split()[2:]) == sorted(BOBS.replace("r12", "r4").split())
    play(again)
    again.close()


MOVED = (20.0, 112.0, 20.0)


def differences(run: FilmedRun) -> list[tuple[str, ...]]:
    """What is shown to the person who has to decide."""
    assert "resume-differs" in run.words()
    return [n.values for n in run.session.view.notices if n.key == "die-swapped"]
