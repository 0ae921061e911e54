"""Dice followed from frame to frame, and frames fused into one reading."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turbo.game.dice import UNREAD, Face
from turbo.game.observation import Doubt, Observation, Reading, SeenDie
from turbo.live.arrangement import same_arrangement
from turbo.live.tracking import Tracker, TrackTuning, fuse, turn_between_deg
from vision.mat.plan import Plan

PLAN = Plan.whole_picture(1000, 1000, mm_per_px=1.0)
f = Face.parse


def seen(face: str, x: float, y: float, turn_deg: float = 0.0, sure: float = 0.95) -> SeenDie:
    half = 16 / math.sqrt(2)
    corners = [
        (
            x + half * math.cos(math.radians(turn_deg + angle)),
            y + half * math.sin(math.radians(turn_deg + angle)),
        )
        for angle in (225, 315, 45, 135)
    ]
    readings = () if face == "?" else (Reading(f(face), sure),)
    return SeenDie((corners[0], corners[1], corners[2], corners[3]), readings, turn_deg)


class Watching:
    def __init__(self) -> None:
        self.tracker, self.at_s = Tracker(PLAN), 0.0

    def look(self, *dice: SeenDie, frames: int = 1) -> dict[str, int]:
        """The number of each face after these frames."""
        for _ in range(frames):
            self.at_s += 0.1
            self.tracker.update(self.at_s, Observation(dice, 1000, 1000))
        return {str(track.face): track.id for track in self.tracker.lying}


def test_a_die_is_there_when_it_was_seen_twice() -> None:
    watching = Watching()
    assert watching.look(seen("b3", 100, 100)) == {}
    assert watching.look(seen("b3", 100, 100)) == {"b3": 1}


def test_a_ghost_of_one_frame_is_no_die() -> None:
    watching = Watching()
    watching.look(seen("b3", 100, 100), frames=3)
    watching.look(seen("b3", 100, 100), seen("k5", 300, 300))
    assert watching.look(seen("b3", 100, 100)) == {"b3": 1}


def test_a_die_that_blinks_is_still_there() -> None:
    watching = Watching()
    watching.look(seen("b3", 100, 100), frames=3)
    assert watching.look() == {"b3": 1}
    assert watching.look(seen("b3", 100, 100)) == {"b3": 1}
    assert watching.tracker.tracks[1].rested == 4


def test_a_die_that_slides_keeps_its_number_and_is_read_anew() -> None:
    watching = Watching()
    watching.look(seen("b3", 100, 100), seen("k5", 100, 160), frames=3)
    for x in range(120, 300, 20):
        known = watching.look(seen("b3", x, 100), seen("k5", 100, 160))
    assert known == {"b3": 1, "k5": 2}
    assert watching.tracker.tracks[1].rested == 1


def test_neighbours_that_move_together_are_not_mixed_up() -> None:
    watching = Watching()
    row = ["b3", "b4", "b5", "b6"]
    before = watching.look(*(seen(face, 100 + 17 * i, 100) for i, face in enumerate(row)), frames=3)
    after = watching.look(*(seen(face, 117 + 17 * i, 100) for i, face in enumerate(row)))
    assert before == after


@pytest.mark.parametrize(
    ("back", "is_same"),
    [
        pytest.param(("b3", 101.0, 100.0, 2.0), True, id="uncovered as it lay"),
        pytest.param(("b3", 130.0, 100.0, 0.0), False, id="laid elsewhere"),
        pytest.param(("b3", 101.0, 100.0, 30.0), False, id="turned about"),
        pytest.param(("k3", 100.0, 100.0, 0.0), False, id="another face"),
    ],
)
def test_a_die_that_was_covered(back: tuple[str, float, float, float], is_same: bool) -> None:
    watching = Watching()
    watching.look(seen("b3", 100, 100), frames=3)
    watching.look(frames=20)
    face, x, y, turn = back
    (now,) = watching.look(seen(face, x, y, turn), frames=2).values()
    assert (now == 1) is is_same


def test_a_glimpse_of_a_covered_die_does_not_lose_it() -> None:
    watching = Watching()
    watching.look(seen("b3", 100, 100), frames=3)
    watching.look(frames=5)
    watching.look(seen("b3", 100, 100))
    watching.look(frames=5)
    assert watching.look(seen("b3", 100, 100), frames=2) == {"b3": 1}


def test_of_two_alike_under_a_hand_the_one_that_comes_to_light_is_the_one_that_lay_there() -> None:
    """The hand covers one a picture longer than the other: that one has not gone yet, and seemed
    to have slid to where the other lay."""
    one, other = seen("k11", 100, 100), seen("k11", 112, 128)
    watching = Watching()
    watching.look(one, other, frames=3)
    ids = {round(track.last.x_mm): track.id for track in watching.tracker.lying}
    watching.look(one)
    watching.look()
    watching.look(other, frames=2)
    assert [track.id for track in watching.tracker.lying] == [ids[112]]


def test_a_die_turned_in_place_is_read_as_what_it_shows() -> None:
    watching = Watching()
    watching.look(seen("b3", 100, 100), frames=10)
    assert watching.look(seen("k9", 100, 100), frames=10) == {"k9": 1}


def test_memory_is_bounded() -> None:
    watching = Watching()
    for place in range(200):
        watching.look(seen("b3", 50 + 4 * place, 900 - 4 * place), frames=2)
        watching.look(frames=3)
    assert len(watching.tracker.gone) <= TrackTuning().remembered
    assert {len(track.rest) for track in watching.tracker.gone.values()} == {1}


LEANS = seen("b3", 100, 100, sure=0.85), seen("k5", 110, 100, sure=0.6)
"""The two faces of a die that leans, as they are seen."""


def test_the_two_faces_of_a_leaning_die_are_one_die_that_is_cocked() -> None:
    watching = Watching()
    assert watching.look(*LEANS, frames=8) == {"b3": 1}
    (die,) = watching.tracker.lying
    assert die.doubts == (Doubt.COCKED,)


def test_a_leaning_die_stays_one_and_cocked_while_its_side_is_not_seen() -> None:
    watching = Watching()
    watching.look(*LEANS, frames=8)
    watching.look(LEANS[0], frames=5)
    watching.look(LEANS[1], LEANS[0], frames=5)
    assert [(die.id, die.doubts) for die in watching.tracker.lying] == [(1, (Doubt.COCKED,))]


def test_a_die_whose_second_face_is_gone_for_good_lies_flat() -> None:
    """A shadow, or a hand's pattern, looked like the side of a die: people would wait for ever."""
    watching = Watching()
    watching.look(*LEANS, frames=8)
    watching.look(LEANS[0], frames=12)
    assert [(die.id, die.doubts) for die in watching.tracker.lying] == [(1, ())]


def test_a_leaning_die_that_is_laid_flat_is_a_die_like_others() -> None:
    watching = Watching()
    watching.look(*LEANS, frames=8)
    watching.look(seen("b3", 112, 100), frames=5)
    assert [die.doubts for die in watching.tracker.lying] == [()]


@pytest.mark.parametrize("apart_mm", [15.5, 16.0, 17.0])
def test_dice_side_by_side_are_two(apart_mm: float) -> None:
    watching = Watching()
    row = seen("b3", 100, 100), seen("k5", 100 + apart_mm, 100)
    assert watching.look(*row, frames=8) == {"b3": 1, "k5": 2}
    assert [die.doubts for die in watching.tracker.lying] == [(), ()]


def test_a_die_that_comes_to_lie_on_another_is_told_and_both_are_there() -> None:
    watching = Watching()
    watching.look(seen("b3", 100, 100), frames=40)
    watching.look(seen("b3", 100, 100), seen("k5", 111, 100), frames=8)
    doubts = {str(die.face): die.doubts for die in watching.tracker.lying}
    assert doubts == {"b3": (), "k5": (Doubt.STACKED,)}


def test_a_die_lies_on_another_only_as_long_as_that_one_lies_there() -> None:
    watching = Watching()
    watching.look(seen("b3", 100, 100), frames=40)
    watching.look(seen("b3", 100, 100), seen("k5", 111, 100), frames=8)
    watching.look(seen("k5", 111, 100), frames=20)
    assert {str(die.face): die.doubts for die in watching.tracker.lying} == {"k5": ()}


def test_a_set_that_is_pushed_together_under_a_die_does_not_lie_on_it() -> None:
    """Which of the two lies on the other is told by its own look, where that tells it."""
    watching = Watching()
    upper = replace(seen("b3", 100, 100), doubts=(Doubt.STACKED,))
    watching.look(upper, frames=40)
    watching.look(upper, seen("k5", 111, 100), frames=8)
    doubts = {str(die.face): die.doubts for die in watching.tracker.lying}
    assert doubts == {"b3": (Doubt.STACKED,), "k5": ()}


def test_a_die_that_rolls_past_another_is_no_side_of_it() -> None:
    watching = Watching()
    for x in range(60, 160, 8):
        known = watching.look(seen("b3", 100, 100), seen("k5", x, 112), frames=1)
        assert set(known) <= {"b3", "k5"}
    assert set(watching.look(seen("b3", 100, 100), seen("k5", 160, 112), frames=4)) == {"b3", "k5"}
    assert all(not die.doubts for die in watching.tracker.lying)


CONFIDENT = st.floats(0.9, 1.0)


@given(st.lists(CONFIDENT, min_size=1, max_size=12))
def test_what_all_frames_are_sure_of_is_not_overruled(confidences: list[float]) -> None:
    frames = [seen("b3", 0, 0, sure=sure) for sure in confidences]
    best = fuse(frames, TrackTuning())[0]
    assert best.face == f("b3")
    assert best.confidence >= min(*confidences, 0.998) - 1e-9


@given(st.lists(st.tuples(st.sampled_from(["b3", "b8", "k3"]), st.floats(0.0, 1.0)), max_size=10))
def test_fused_readings_are_probabilities_best_first(frames: list[tuple[str, float]]) -> None:
    fused = fuse([seen(face, 0, 0, sure=sure) for face, sure in frames], TrackTuning())
    chances = [reading.confidence for reading in fused]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) <= 1 + 1e-9


def test_frames_that_differ_leave_doubt() -> None:
    frames = [seen("b6", 0, 0), seen("b9", 0, 0)] * 4
    assert fuse(frames, TrackTuning())[0].confidence < 0.6


def test_frames_that_agree_raise_the_confidence_a_little() -> None:
    one = fuse([seen("b6", 0, 0, sure=0.85)], TrackTuning())[0].confidence
    ten = fuse([seen("b6", 0, 0, sure=0.85)] * 10, TrackTuning())[0].confidence
    assert one == pytest.approx(0.85)
    assert 0.85 < ten < 0.97


@given(st.floats(-3.0, 3.0), st.floats(-200, 200), st.floats(-200, 200))
def test_a_bumped_camera_is_known_by_the_dice(turn: float, x: float, y: float) -> None:
    faces = ["b3", "b4", "b5", "b3", "k9", "r1", "r1"]
    places = [(10, 10), (27, 10), (44, 11), (200, 150), (90, 120), (20, 140), (150, 40)]
    old = [(px, py, f(face)) for (px, py), face in zip(places, faces, strict=True)]
    cos, sin = math.cos(turn), math.sin(turn)
    new = [(cos * a - sin * b + x, sin * a + cos * b + y, face) for a, b, face in old]
    found = same_arrangement(old, new, within_mm=2.0)
    assert found is not None
    assert found[1] == {index: index for index in range(len(old))}


def test_a_die_that_moved_alone_is_no_bump() -> None:
    old = [(10.0 * i * i, 20.0 * i, f("b3") if i else f("k1")) for i in range(6)]
    new = [(x + 30, y + 10, face) for x, y, face in old]
    new[3] = (new[3][0] + 25, *new[3][1:])
    assert same_arrangement(old, new, within_mm=3.0) is None
    assert same_arrangement(old, [(x, y, UNREAD) for x, y, _ in old], 3.0) is None


@pytest.mark.parametrize(("one", "other", "apart"), [(0, 90, 0), (1, 89, 2), (10, 55, 45)])
def test_squares_have_four_sides(one: float, other: float, apart: float) -> None:
    assert turn_between_deg(one, other) == pytest.approx(apart)


def test_a_marker_of_the_mat_is_no_die() -> None:
    watching = Watching()
    large = seen("k8", 300, 300)
    corners = [(300 + 3 * (x - 300), 300 + 3 * (y - 300)) for x, y in large.corners_px]
    marker = SeenDie((corners[0], corners[1], corners[2], corners[3]), large.readings)
    assert watching.look(seen("b3", 100, 100), marker, frames=3) == {"b3": 1}


@pytest.mark.parametrize(
    ("looks", "is_sure"),
    [
        pytest.param([7, 7, 7, 7], False, id="one look told four times"),
        pytest.param([7, 8, 9, 10], True, id="four looks that agree"),
        pytest.param([None] * 4, True, id="looks that nobody numbers"),
    ],
)
def test_evidence_counts_once_a_look(looks: list[int | None], is_sure: bool) -> None:
    watching = Watching()
    for look in looks:
        watching.look(replace(seen("b6", 100, 100, sure=0.86), look=look))
    (die,) = watching.tracker.lying
    assert die.rested == 4
    assert (die.confidence >= 0.9) is is_sure


@pytest.mark.parametrize(
    ("doubts", "is_sure"),
    [
        pytest.param((Doubt.COVERED,), True, id="a hand was over it"),
        pytest.param((), False, id="it looked like that"),
    ],
)
def test_what_a_hand_covered_says_nothing_of_the_face(
    doubts: tuple[Doubt, ...], is_sure: bool
) -> None:
    """A picture that does not change is looked at once: one good look must do then."""
    watching, place = Watching(), (100.0, 100.0)
    for look in (1, 2):
        watching.look(replace(seen("k4", *place, sure=0.05), doubts=doubts, look=look))
    watching.look(replace(seen("k1", *place, sure=0.99), look=3), frames=3)
    track = watching.tracker.tracks[1]
    assert (track.face == f("k1") and track.confidence > 0.9) is is_sure


def test_a_die_that_shows_another_face_is_believed_though_it_is_looked_at_once() -> None:
    """After it was turned the picture is unchanged: the looks at what it showed before do not stand
    against the one at what it shows now."""
    watching = Watching()
    for look in range(8):
        watching.look(replace(seen("b3", 100, 100), look=look))
    watching.look(replace(seen("k7", 100, 100), look=9), frames=6)
    assert watching.tracker.tracks[1].face == Face.parse("k7")
    assert watching.tracker.tracks[1].confidence >= 0.9


def test_an_old_look_is_forgotten_though_nothing_was_looked_at_since() -> None:
    """A die that was exchanged while nobody looked, and a picture that has not changed since."""
    watching = Watching()
    watching.look(replace(seen("b3", 100, 100), look=1), frames=12)
    assert watching.look(replace(seen("k9", 100, 100), look=2), frames=12) == {"k9": 1}
    assert watching.tracker.tracks[1].confidence >= 0.9
