"""Layout reading: dice in pixels to the notation, and no doubt left unsaid."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.examples import examples
from tools.trials.grids import (
    Untidiness,
    count_scenes,
    random_scene,
    same_islands,
    scene_of,
)
from turbo.game.dice import Face
from turbo.game.layout import EMPTY, Layout
from turbo.game.observation import Doubt, Observation, Point, Reading, SeenDie
from vision.reading.grid import LayoutDoubt, LayoutReading, LayoutTuning, read_layout
from vision.reading.plane import fit_plane

EDGE = 40.0
SIZE = (1280, 960)
DEFAULT_FACE = Face.parse("b3")


def die_at(
    x: float,
    y: float,
    turn_deg: float = 0.0,
    face: Face = DEFAULT_FACE,
    confidence: float = 0.99,
    doubts: tuple[Doubt, ...] = (),
) -> SeenDie:
    """A die seen from above, its place in edges from the picture's middle."""
    corners = [_corner(x, y, turn_deg + 45 + 90 * k) for k in (2, 3, 0, 1)]
    quad = (corners[0], corners[1], corners[2], corners[3])
    return SeenDie(quad, (Reading(face, confidence),), None, doubts)


def _corner(x: float, y: float, angle_deg: float) -> Point:
    angle, half = math.radians(angle_deg), math.sqrt(0.5)
    return (
        SIZE[0] / 2 + EDGE * (x + half * math.cos(angle)),
        SIZE[1] / 2 + EDGE * (y + half * math.sin(angle)),
    )


def read(*dice: SeenDie, tuning: LayoutTuning | None = None) -> LayoutReading:
    return read_layout(Observation(dice, *SIZE), tuning)


def laid(text: str, turn_deg: float = 0.0, pitch: float = 1.03) -> list[SeenDie]:
    """The dice of a written layout, islands side by side, each turned about its first cell."""
    dice, left = [], -10.0
    turn = complex(math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg)))
    for rows in Layout.parse(text).islands:
        for r, row in enumerate(rows):
            for c, face in enumerate(row):
                place = left + pitch * complex(c, r) * turn
                if face is not None:
                    dice.append(die_at(place.real, place.imag, turn_deg, face))
        left += pitch * len(rows[0]) + 3
    return dice


WRITTEN = {
    "figure 1": "b3 b4 b5 b6 | k8 r8 o8 b8",
    "figure 2": "b3 b4 b5 / r3 . . / k3 . .",
    "figure 3": "r2 k2 b2 / . k3 . / k3 k4 k5",
    "figure 4": "b3 r3 k3 | b5 b6 b7 / r* . . / o5 . .",
    "a lone die": "k13",
    "illegal: two that touch, and a lone die": "k5 k6 | r7",
    "a ring": "b1 b2 b3 / r1 . k3 / k1 k2 o3",
    "a full block": "b1 b2 b3 / r1 r2 r3 / k1 k2 k3",
    "a column": "b1 / r1 / k1 / o1",
    "a staircase": "b1 b2 . / . r2 r3 / . . k3",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN.keys())
@pytest.mark.parametrize("turn_deg", [0, 12, -30])
def test_a_layout_is_written_as_it_was_laid(text: str, turn_deg: float) -> None:
    reading = read(*laid(text, turn_deg))
    assert reading.text == text
    assert Layout.parse(reading.text) == reading.layout
    assert not reading.doubtful


QUARTERS = {
    "right side up": (0, "b3 b4 b5 / r3 . ."),
    "nearly a quarter": (80, "r3 b3 / . b4 / . b5"),
    "half": (180, ". . r3 / b5 b4 b3"),
    "three quarters": (-85, "b5 . / b4 . / b3 r3"),
}


@pytest.mark.parametrize(("turn_deg", "text"), QUARTERS.values(), ids=QUARTERS.keys())
def test_rows_are_rows_as_seen_in_the_picture(turn_deg: float, text: str) -> None:
    assert read(*laid("b3 b4 b5 / r3 . .", turn_deg)).text == text


def test_no_dice_are_an_empty_table() -> None:
    reading = read()
    assert (reading.layout, reading.text, reading.cells) == (EMPTY, "", ())


def test_cells_lead_from_every_die_to_its_place_in_the_layout() -> None:
    dice = laid("b3 r3 k3 | b5 b6 b7 / r* . . / o5 . .")[::-1]
    reading = read(*dice)
    for die, cell in zip(dice, reading.cells, strict=True):
        assert cell is not None
        assert reading.layout.dice[cell] == die.readings[0].face


def test_islands_come_in_reading_order() -> None:
    faces = [Face.parse(text) for text in ("b1", "b2", "b3", "b4")]
    places = [(-6.0, -4.0), (5.0, -4.3), (-5.0, 3.2), (6.0, 3.0)]
    dice = [die_at(*place, face=face) for place, face in zip(places, faces, strict=True)]
    assert read(*dice[::-1]).text == "b1 | b2 | b3 | b4"


FACES = {
    "sure": (0.9, (), "b3"),
    "not sure": (0.8999, (), "?"),
    "sure but cocked": (0.99, (Doubt.COCKED,), "?"),
    "sure but covered": (0.99, (Doubt.COVERED,), "?"),
}


@pytest.mark.parametrize(("confidence", "doubts", "text"), FACES.values(), ids=FACES.keys())
def test_a_face_in_doubt_is_unread(confidence: float, doubts: tuple[Doubt, ...], text: str) -> None:
    assert read(die_at(0, 0, confidence=confidence, doubts=doubts)).text == text


def test_a_die_without_any_reading_is_unread() -> None:
    assert read(SeenDie(die_at(0, 0).corners_px, ())).text == "?"


PAIRS = {
    "touching": ((1.0, 0.0, 0.0), 1, set()),
    "both off and turned": ((1.15, 0.18, 14.0), 1, set()),
    "a small gap": ((1.25, 0.0, 0.0), 1, set()),
    "2.5 mm of room, turned by 12 degrees": ((1.25, 0.1, 12.0), 1, set()),
    "half a die apart": ((1.5, 0.0, 0.0), 2, set()),
    "rather touching": ((1.33, 0.0, 0.0), 1, {LayoutDoubt.GAP}),
    "rather apart": ((1.40, 0.0, 0.0), 2, {LayoutDoubt.GAP}),
    "corner to corner": ((1.0, 1.0, 0.0), 2, set()),
    "corner to corner, pushed together": ((0.9, 0.8, 0.0), 2, set()),
    "as bricks lie": ((1.0, 0.52, 0.0), 2, {LayoutDoubt.ASIDE}),
    "half a die apart, turned by 12 degrees": ((1.6, 0.1, 12.0), 2, set()),
    "turned against each other": ((1.15, 0.0, 40.0), 2, {LayoutDoubt.TURNED}),
    "turned, and apart": ((1.5, 0.0, 40.0), 2, set()),
    "one on the other": ((0.3, 0.1, 0.0), 2, {LayoutDoubt.OVERLAP}),
}


@pytest.mark.parametrize(("place", "islands", "doubts"), PAIRS.values(), ids=PAIRS.keys())
def test_two_dice(
    place: tuple[float, float, float], islands: int, doubts: set[LayoutDoubt]
) -> None:
    reading = read(die_at(0, 0), die_at(*place))
    assert len(reading.layout.islands) == islands
    assert {doubt.reason for doubt in reading.doubtful} == doubts
    assert all(doubt.dice == (0, 1) for doubt in reading.doubtful)


def test_dice_that_meet_at_a_corner_belong_together_through_others() -> None:
    corner = [die_at(0, 0), die_at(1.03, 1.03)]
    assert len(read(*corner).layout.islands) == 2
    assert read(*corner, die_at(1.03, 0)).text == "b3 b3 / . b3"


def test_contacts_that_fit_no_grid_are_named_and_no_cell_holds_two() -> None:
    reading = read(die_at(0, 0), die_at(1.0, -0.49), die_at(1.0, 0.49))
    assert LayoutDoubt.CLASH in {doubt.reason for doubt in reading.doubtful}
    assert len(reading.layout.dice) == len(set(reading.cells)) == 3


def test_neighbours_on_the_grid_that_do_not_touch_are_named() -> None:
    """A row that drifts: its ends meet on the grid, and lie far apart on the table."""
    dice = [die_at(0, 0), die_at(1, 0), die_at(1, 1), die_at(0, 1.5)]
    reading = read(*dice, tuning=LayoutTuning(in_line=0.55))
    assert reading.text == "b3 b3 / b3 b3"
    assert {LayoutDoubt.CLASH} <= {d.reason for d in reading.doubtful if set(d.dice) == {0, 3}}


def test_only_the_chosen_dice_are_laid_out() -> None:
    seen = Observation(tuple(laid("b3 b4 b5 | k1 k2 k3")), *SIZE)
    reading = read_layout(seen, chosen=[3, 4, 5])
    assert reading.text == "k1 k2 k3"
    assert reading.cells == (None, None, None, (0, 0, 0), (0, 0, 1), (0, 0, 2))


def test_doubts_name_dice_by_their_place_in_the_observation() -> None:
    seen = Observation((die_at(-5, 0), die_at(0, 0), die_at(1.4, 0)), *SIZE)
    assert [d.dice for d in read_layout(seen, chosen=[1, 2]).doubtful] == [(1, 2)]


def test_hundreds_of_untidy_dice_lie_where_they_were_laid() -> None:
    """1.5 mm and 8 degrees off, islands turned or in line half a die apart, tilted by up to 35;
    `bench.layout` does it with ten thousand."""
    count = count_scenes(range(120))
    assert count.dice > 900
    assert count.right == count.scenes


def test_the_trial_notices_a_reader_that_is_wrong() -> None:
    assert count_scenes(range(50), tuning=LayoutTuning(touching=0.1)).right < 40


UNTIDY_SETS = {
    "gaps to 2.5 mm, turned to 12 degrees": Untidiness(off_mm=0.5, gap_mm=1.5, off_deg=12.0),
    "the same, seen from above": Untidiness(off_mm=0.5, gap_mm=1.5, off_deg=12.0, tilt_deg=10.0),
}


@pytest.mark.parametrize("untidy", UNTIDY_SETS.values(), ids=UNTIDY_SETS.keys())
def test_sets_laid_with_gaps_are_sets_and_islands_half_a_die_apart_are_two(
    untidy: Untidiness,
) -> None:
    count = count_scenes(range(60), untidy)
    assert count.right == count.scenes


@pytest.mark.parametrize("room_mm", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("turn_deg", [0.0, 6.0, 12.0])
@pytest.mark.parametrize("edge_mm", [14.0, 16.0, 18.0])
def test_dice_of_a_set_turned_against_each_other_with_room_between_their_faces(
    room_mm: float, turn_deg: float, edge_mm: float
) -> None:
    """The room is measured between the nearest corners, as one would with a gauge."""
    angle = math.radians(turn_deg)
    pitch = math.cos(angle) + math.sin(angle) + room_mm / edge_mm
    dice = [die_at(pitch * (i - 1), 0, turn_deg * (-1) ** i) for i in range(3)]
    reading = read(*dice)
    assert reading.text == "b3 b3 b3"
    assert not reading.doubtful


@examples(40)
@given(st.integers(0, 2**32), st.floats(0, 2), st.floats(0, 10))
def test_what_is_read_wrong_is_never_silent(seed: int, off_mm: float, off_deg: float) -> None:
    scene = random_scene(seed, Untidiness(off_mm=off_mm, off_deg=off_deg))
    reading = read_layout(scene.seen)
    assert same_islands(scene.islands, reading) or reading.doubtful


LEGAL = {name: text for name, text in WRITTEN.items() if Layout.parse(text).is_legal}


@examples(40)
@given(st.sampled_from(sorted(LEGAL.values())), st.integers(0, 2**32))
def test_legal_layouts_survive_an_untidy_hand(text: str, seed: int) -> None:
    islands = Layout.parse(text).islands
    shapes = [
        tuple((r, c) for r, row in enumerate(rows) for c, face in enumerate(row) if face)
        for rows in islands
    ]
    scene = scene_of(shapes, np.random.default_rng(seed), Untidiness())
    assert same_islands(scene.islands, read_layout(scene.seen))


coordinates = st.floats(-1e5, 1e5) | st.integers(-3, 3).map(lambda n: 40.0 * n)
points = st.tuples(coordinates, coordinates)
quads = st.tuples(points, points, points, points)


@examples(60)
@given(st.lists(quads, max_size=12))
def test_any_corners_at_all_give_every_die_one_cell_of_its_own(
    corners: list[tuple[Point, Point, Point, Point]],
) -> None:
    dice = tuple(SeenDie(quad, (Reading(DEFAULT_FACE, 0.99),)) for quad in corners)
    reading = read_layout(Observation(dice, 640, 480))
    assert None not in reading.cells
    assert len(set(reading.cells)) == len(dice) == len(reading.layout.dice)
    assert Layout.parse(reading.text) == reading.layout


def test_the_plane_makes_squares_of_a_tilted_view() -> None:
    untidy = Untidiness(corner_px=0.0, barrel=0.0)
    for seed in range(20):
        seen = random_scene(seed, untidy).seen
        quads_px = [die.corners_px for die in seen.dice]
        plane = fit_plane(quads_px, seen.width_px, seen.height_px)
        flat = plane.flatten(np.array(quads_px))
        edges = np.linalg.norm(flat - np.roll(flat, 1, axis=1), axis=2)
        assert np.abs(edges - 1).max() < 0.05


def test_a_die_that_does_not_lie_flat_does_not_bend_the_plane() -> None:
    tidy = laid("b1 b2 b3 / r1 r2 r3 / k1 k2 k3")
    (x, y), *others = die_at(6, 0).corners_px
    bent = ((x - 30, y - 20), others[0], others[1], others[2])
    leaning = SeenDie(bent, (Reading(DEFAULT_FACE, 0.99),))
    assert len(read(*tidy, leaning).layout.islands) == 2
