"""Whether a die that seems to lie badly may lie flat: by its outline and by what lies beside it."""

from collections import deque

import pytest

from turbo.game.dice import Face
from turbo.game.observation import Doubt, Reading, SeenDie
from turbo.live.cocked import LeanTuning, may_lie_flat, squareness
from turbo.live.tracking import Detection, Track
from vision.mat.plan import Plan

EDGE_MM, RIM_MM = 16.0, 200.0
COCKED, STACKED, COVERED = (Doubt.COCKED,), (Doubt.STACKED,), (Doubt.COVERED,)
ONE = (("k9", 0.5),)


def strip(low: float, high: float) -> tuple[tuple[float, float], ...]:
    return (-RIM_MM, low), (RIM_MM, low), (RIM_MM, high), (-RIM_MM, high)


PLAN = Plan(
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    strip(-100.0, 100.0),
    (strip(100.0, 150.0), strip(-150.0, -100.0)),
    EDGE_MM,
)


def die(
    x_mm: float = 0.0,
    doubts: tuple[Doubt, ...] = (),
    readings: tuple[tuple[str, float], ...] = ONE,
    high: float = 1.0,
) -> Track:
    """A die that was seen in one frame; `high`: how far across its top seems that way."""
    half, tall = EDGE_MM / 2, high * EDGE_MM / 2
    corners = (
        (x_mm - half, -tall),
        (x_mm + half, -tall),
        (x_mm + half, tall),
        (x_mm - half, tall),
    )
    read = tuple(Reading(Face.parse(face), chance) for face, chance in readings)
    seen = SeenDie(corners, read, None, doubts)
    return Track(1, deque([Detection(x_mm, 0.0, 0.0, corners, seen)]), 0.0, 0.0, readings=read)


CASES: dict[str, tuple[Track, tuple[float, ...], bool]] = {
    "nothing near": (die(doubts=COCKED), (), True),
    "flat beside another": (die(doubts=COCKED), (17.0,), True),
    "another face too near": (die(doubts=COCKED), (12.0,), False),
    "on another, half of which is seen": (die(doubts=STACKED), (17.0,), False),
    "on nothing": (die(doubts=STACKED), (24.0,), True),
    "a steep top": (die(doubts=COCKED, high=0.8), (), False),
    "leaning a little": (die(doubts=COCKED, high=0.93), (), True),
    "two faces in question": (
        die(doubts=COCKED, readings=(("k9", 0.5), ("k6", 0.2))),
        (),
        False,
    ),
    "hardly read": (die(doubts=COCKED, readings=(("k9", 0.3),)), (), False),
    "not read at all": (die(doubts=COCKED, readings=()), (), False),
    "at the rim of the mat": (die(RIM_MM - 8.0, COCKED), (), False),
    "an edge away from it": (die(RIM_MM - 16.0, COCKED), (), True),
    "covered": (die(doubts=COVERED), (), False),
    "no doubt at all": (die(), (), False),
}


@pytest.mark.parametrize(("track", "others_mm", "is_flat"), CASES.values(), ids=CASES)
def test_may_lie_flat(track: Track, others_mm: tuple[float, ...], is_flat: bool) -> None:
    others = [track, *(die(x_mm) for x_mm in others_mm)]
    assert may_lie_flat(track, others, PLAN, LeanTuning()) is is_flat


def test_two_faces_of_one_die_are_no_mere_suspicion() -> None:
    track = die(doubts=COCKED)
    track.badly = Doubt.COCKED
    assert not may_lie_flat(track, [track], PLAN, LeanTuning())


def test_a_die_turned_on_the_table_is_square() -> None:
    assert squareness(((8.0, 0.0), (0.0, 8.0), (-8.0, 0.0), (0.0, -8.0))) == pytest.approx(1.0)
