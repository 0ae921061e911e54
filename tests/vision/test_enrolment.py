"""Lessons behind the dashboard: what is learned and counted, and what is refused in one line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.trials.browser_server import ShownDice
from tools.trials.web_support import Site
from turbo.app.teaching import RunnerLessons
from turbo.errors import TurboError
from vision.reading.own_dice import load_dice


class Blind:
    """A runner whose camera has given no picture yet."""

    read_frame = observation = None

    def __init__(self, session: Any) -> None:
        self.session = session

    def order(self, what: Callable[[], None]) -> None:
        what()


@pytest.fixture(scope="module")
def shown() -> ShownDice:
    return ShownDice()


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = Site(tmp_path)
    site.start("round Ann")
    return site


@pytest.fixture
def lessons(shown: Any, site: Site, tmp_path: Path) -> RunnerLessons:
    shown.session, shown.taken = site.session, 0
    return RunnerLessons(shown, lambda: None, tmp_path / "dice.txt")


ENROL: tuple[Any, ...] = ("begin_enrolment",)
TEST: tuple[Any, ...] = ("begin_selftest",)
LOOK: tuple[Any, ...] = ("look_at_layout",)

REFUSED: list[tuple[str, list[tuple[Any, ...]], str]] = [
    ("a look without a lesson", [("look_at_dice",)], "begin one first"),
    ("a layout without a test", [LOOK], "begin one first"),
    ("nothing to keep", [ENROL, ("keep_dice", "bar")], "nothing is kept"),
    ("no such die", [ENROL, ("name_face", 3, "b3", None)], "expected a die from 1 to 0"),
    ("judged before a look", [TEST, ("judge_die", 0, "b3")], "expected a look first"),
    ("on before a look", [TEST, ("next_layout",)], "expected a look first"),
    ("no such tested die", [TEST, LOOK, ("judge_die", 6, "b3")], "from 1 to 6, got 7"),
    ("no face at all", [TEST, LOOK, ("judge_die", None, None)], "expected"),
]


@pytest.mark.parametrize(("name", "calls", "sentence"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_cannot_be_done_is_said(
    lessons: RunnerLessons, name: str, calls: list[tuple[Any, ...]], sentence: str
) -> None:
    *before, (method, *arguments) = calls
    for earlier, *given in before:
        more = {"add": False} if earlier == "begin_enrolment" else {}
        getattr(lessons, earlier)(*given, **more)
    with pytest.raises(TurboError, match=sentence):
        getattr(lessons, method)(*arguments)


def test_without_a_picture_nothing_is_learned(site: Site) -> None:
    blind: Any = Blind(site.session)
    lessons = RunnerLessons(blind, lambda: None, Path("unused"))
    lessons.begin_enrolment(add=False)
    with pytest.raises(TurboError, match="has not given one yet"):
        lessons.look_at_dice()


def test_dice_are_added_to_those_that_are_known(lessons: RunnerLessons, tmp_path: Path) -> None:
    for add, known in ((False, 6), (True, 12), (True, 18)):
        lessons.begin_enrolment(add=add)
        lessons.look_at_dice()
        lessons.keep_dice("bar")
        assert len(load_dice(tmp_path / "dice.txt").dice) == known
    with pytest.raises(TurboError, match="all 18 dice are known already"):
        lessons.begin_enrolment(add=True)


def test_a_look_that_does_not_fit_teaches_nothing(lessons: RunnerLessons, shown: Any) -> None:
    lessons.begin_enrolment(add=False)
    lessons.look_at_dice()
    kept, shown._looks = shown._looks, [_less_apart(shown._looks[1])]
    try:
        lessons.look_at_dice()
    finally:
        shown._looks = kept
    found = lessons.enrolled()
    assert found is not None and found.looks == 1
    assert "cannot be followed" in found.refused


def _less_apart(one: Any) -> Any:
    """The same dice pushed to one side: nobody can tell which is which."""
    from dataclasses import replace

    dice = []
    for place, die in enumerate(one.seen.dice):
        shift = -55.0 * place
        corners = tuple((x + shift, y) for x, y in die.corners_px)
        dice.append(replace(die, corners_px=corners))
    return replace(one, seen=replace(one.seen, dice=tuple(dice)))


def test_the_self_test_counts_layout_by_layout(lessons: RunnerLessons, site: Site) -> None:
    lessons.begin_selftest()
    assert site.session.paused
    for layout in range(3):
        lessons.look_at_layout()
        if layout == 2:
            lessons.judge_die(5, None)
            lessons.judge_die(None, "k13")
        lessons.next_layout()
    found = lessons.tested()
    assert found is not None
    assert (found.layout, found.right, found.of) == (0, 17, 18)
    assert found.wrong_but_sure == 1
    assert sum(of for word, _, of in found.groups if not word.isdigit() and word != "joker") == 18
    lessons.stop_lesson()
    assert not site.session.paused and lessons.tested() is None


def test_a_match_goes_on_when_every_layout_was_shown(lessons: RunnerLessons, site: Site) -> None:
    """Whoever had shown the last one and gone back to the game had found it paused."""
    lessons.begin_selftest()
    for layout in range(3):
        assert site.session.paused, layout
        lessons.look_at_layout()
        lessons.next_layout()
    assert not site.session.paused


def test_a_match_that_was_paused_stays_paused(lessons: RunnerLessons, site: Site) -> None:
    site.session.pause(True, "Cleo")
    lessons.begin_selftest()
    lessons.begin_enrolment(add=False)
    lessons.stop_lesson()
    assert site.session.paused
