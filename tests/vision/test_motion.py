"""Hands, cups, shadows and darkness in pictures."""

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from turbo.game.observation import Observation, SeenDie
from vision.cameras.frames import Frame
from vision.mat.occluders import Occluder
from vision.mat.plan import Plan
from vision.pictures.pixels import is_grey, shrunk_to_width
from vision.reading.motion import Motion, side_of

Image = NDArray[np.uint8]
NO_DICE = Observation((), 640, 480)


@cache
def noise(seed: int) -> NDArray[np.float32]:
    return np.random.default_rng(seed).normal(0, 4, (480, 640, 3)).astype(np.float32)


def table(level: int = 120, seed: int = 0) -> Image:
    return np.asarray(np.clip(level + noise(seed), 0, 255), dtype=np.uint8)


def with_patch(image: Image, x: int, y: int, wide: int, high: int, level: int = 200) -> Image:
    image = image.copy()
    image[y : y + high, x : x + wide] = level
    return image


def with_shadow(image: Image, left: float, soft_px: float = 25.0) -> Image:
    """An arm's shadow that comes in over the right edge, as soft as a window makes it."""
    cover = np.zeros(image.shape[:2], np.float32)
    cover[150:350, 300:] = 1.0
    shade = np.asarray(cv2.GaussianBlur(cover, (0, 0), soft_px))[..., None]
    return np.asarray(image * (1 - (1 - left) * shade), np.uint8)


def at_rest(first: Image | None = None) -> Motion:
    motion = Motion()
    motion.look(table() if first is None else first, 0.0)
    motion.rest()
    return motion


def things(
    motion: Motion, image: Image, at_s: float, seen: Observation = NO_DICE
) -> list[Occluder]:
    motion.look(image, at_s)
    return list(motion.things(seen))


def has_hand(motion: Motion, image: Image, at_s: float, seen: Observation = NO_DICE) -> bool:
    return any(thing.disturbs for thing in things(motion, image, at_s, seen))


def die_at(x: int, y: int, wide: int) -> SeenDie:
    return SeenDie(((x, y), (x + wide, y), (x + wide, y + wide), (x, y + wide)), ())


@pytest.mark.parametrize(
    ("image", "hand"),
    [
        pytest.param(table(seed=1), False, id="the same table"),
        pytest.param(with_patch(table(seed=1), 500, 200, 140, 90), True, id="an arm"),
        pytest.param(with_patch(table(seed=1), 0, 0, 60, 200, 40), True, id="a dark sleeve"),
        pytest.param(
            with_patch(table(seed=1), 300, 200, 90, 90),
            True,
            id="a hand, its sleeve like the mat",
        ),
        pytest.param(with_patch(table(seed=1), 0, 100, 18, 18), False, id="one die at the edge"),
        pytest.param(with_patch(table(seed=1), 0, 0, 45, 45), True, id="an arm over a corner"),
        pytest.param(table(170, seed=1), False, id="more light"),
        pytest.param(with_patch(table(seed=1), 0, 0, 640, 400), False, id="all is new"),
        pytest.param(with_shadow(table(seed=1), 0.6), False, id="the shadow of an arm"),
        pytest.param(with_shadow(table(seed=1), 0.85), False, id="a faint shadow"),
    ],
)
def test_hand(image: Image, hand: bool) -> None:
    assert has_hand(at_rest(), image, 0.1) is hand


SPREAD = [(300 + 22 * column, 200 + 22 * row) for column in range(3) for row in range(3)]


@pytest.mark.parametrize(
    ("dice", "hand"),
    [
        pytest.param(SPREAD, False, id="dice in the middle that touch"),
        pytest.param([(22 * i, 100) for i in range(9)], False, id="a row from the edge on"),
        pytest.param([(22 * i, 22 * j) for i in range(3) for j in range(3)], False, id="a corner"),
    ],
)
def test_dice_are_no_hand(dice: list[tuple[int, int]], hand: bool) -> None:
    image = table(seed=1)
    for x, y in dice:
        image = with_patch(image, x, y, 22, 22)
    seen = Observation(tuple(die_at(x, y, 22) for x, y in dice), 640, 480)
    assert has_hand(at_rest(), image, 0.1, seen) is hand
    assert has_hand(at_rest(), image, 0.1) is not hand, "nothing was left out that would count"


def test_a_hand_in_dim_light_differs_by_less() -> None:
    motion = at_rest(table(60))
    assert has_hand(motion, with_patch(table(60, seed=1), 500, 200, 140, 90, 75), 0.1)


def test_a_hand_as_bright_as_the_mat_is_seen_by_its_colour() -> None:
    motion, image = at_rest(), table(seed=1)
    image[200:290, 500:] = (75, 125, 165)
    assert has_hand(motion, image, 0.1)


CUPS = {
    "half in the picture": (0, 100, 120, 120),
    "in the middle": (260, 180, 120, 120),
}


@pytest.mark.parametrize("cup", CUPS.values(), ids=CUPS.keys())
@pytest.mark.parametrize("drift", [0.0, 0.02], ids=["steady light", "a lamp that drifts"])
def test_what_stands_still_for_a_second_is_furniture(
    cup: tuple[int, int, int, int], drift: float
) -> None:
    """Through noise, and through an exposure and a white balance that creep."""
    motion, told = at_rest(), []
    for step in range(20):
        light = np.array([1.0, 1 + drift * step / 10, 1 + drift * step / 5])
        image = np.clip(with_patch(table(seed=step + 1), *cup, 35) * light, 0, 255)
        (thing,) = things(motion, image.astype(np.uint8), 0.1 + step / 10)
        told.append((thing.disturbs, thing.stands))
    assert told[0] == (True, False)
    assert told[-1] == (False, True)
    assert 9 <= told.index((False, True)) <= 12


def test_furniture_stays_furniture_when_the_table_is_believed() -> None:
    motion = at_rest()
    for step in range(40):
        image = with_patch(table(seed=step), 260, 180, 120, 120, 35)
        told = things(motion, image, 0.1 + step / 10)
        motion.rest(NO_DICE)
    assert [thing.stands for thing in told] == [True]


@pytest.mark.parametrize("size", [60, 120])
def test_a_place_that_a_cup_has_left_is_no_thing(size: int) -> None:
    motion = at_rest(with_patch(table(), 0, 100, size, size, 35))
    told = [things(motion, table(seed=step), 0.1 + step / 10) for step in range(15)]
    assert not any(told[3:])


def test_where_a_row_lay_that_was_pushed_along_is_no_thing() -> None:
    """Row and place touch: they make one piece of what differs, and the row is read."""
    row = [(100 + 22 * number, 200) for number in range(9)]
    motion = at_rest(with_patch(table(), 298, 200, 154, 22, 35))
    pushed = with_patch(table(seed=1), 100, 200, 198, 22, 35)
    seen = Observation(tuple(die_at(x, y, 22) for x, y in row), 640, 480)
    told = [things(motion, pushed, number * 0.1, seen) for number in range(1, 5)]
    assert not told[-1]
    assert motion.things(NO_DICE), "whoever has not read the row takes it for a thing"


def test_a_cup_beside_a_place_that_dice_have_left_stays_a_thing() -> None:
    """Both are one piece of the picture: nobody may take what the cup hides for missing."""
    left = with_patch(table(), 40, 90, 300, 120, 35)
    motion = at_rest(left)
    told = [
        things(motion, with_patch(table(seed=step), 335, 90, 110, 120, 235), 0.1 + step / 10)
        for step in range(15)
    ]
    assert [len(one) for one in told[3:]] == [1] * 12
    left_mm = min(x for thing in told[-1] for x, _ in thing.outline_mm)
    right_mm = max(x for thing in told[-1] for x, _ in thing.outline_mm)
    assert right_mm - left_mm < 1.5 * 110


def test_a_hand_that_moves_is_not_forgotten() -> None:
    motion = at_rest()
    hands = [with_patch(table(), 0, y, 160, 120) for y in (100, 140)]
    for step in range(120):
        assert has_hand(motion, hands[step % 2], 0.1 + step / 10)


def test_a_hand_beside_a_cup_disturbs_and_the_cup_alone_does_not() -> None:
    motion = at_rest()
    for step in range(15):
        cup = with_patch(table(seed=step), 300, 0, 100, 80, 35)
        told = has_hand(motion, cup, 0.1 + step / 10)
        assert told is (step < 10) or step == 10, "a second, give or take a picture"
    for step in range(15, 20):
        hand = with_patch(cup, 80 + 8 * step, 80, 90, 200, 190)
        assert has_hand(motion, hand, 0.1 + step / 10)
    assert not has_hand(motion, cup, 4.0)


def test_a_hand_beside_the_mat_does_not_matter() -> None:
    corners = ((150.0, 60.0), (600.0, 60.0), (600.0, 440.0), (150.0, 440.0))
    motion = Motion(plan=Plan.from_corners(corners, 420.0, 297.0))
    motion.look(table(), 0.0)
    motion.rest()
    assert not has_hand(motion, with_patch(table(), 0, 100, 140, 200), 0.1)
    assert has_hand(motion, with_patch(table(), 0, 100, 260, 200), 0.2)


@pytest.mark.parametrize(
    ("at", "side"),
    [
        pytest.param((250, 380, 90, 100), 0, id="over the lower edge"),
        pytest.param((250, 0, 90, 100), 1, id="over the upper edge"),
        pytest.param((540, 200, 100, 90), None, id="from between them"),
        pytest.param((540, 400, 100, 80), 0, id="over the lower right corner"),
    ],
)
def test_the_side_from_which_a_hand_reaches_in(at: tuple[int, int, int, int], side: int) -> None:
    (hand,) = things(at_rest(), with_patch(table(seed=1), *at), 0.1)
    assert hand.side == side


def test_swapped_seats_swap_the_sides() -> None:
    plan = Plan.whole_picture(640, 480)
    below = plan.to_mm((320.0, 479.0))
    assert [side_of(below, one) for one in (plan, plan.swapped())] == [0, 1]


def test_an_outline_is_where_the_thing_is() -> None:
    plan = Plan.whole_picture(640, 480, mm_per_px=0.5)
    motion = Motion(plan=plan)
    motion.look(table(), 0.0)
    motion.rest()
    (cup,) = things(motion, with_patch(table(seed=1), 260, 180, 120, 120, 35), 0.1)
    xs, ys = zip(*cup.outline_mm, strict=True)
    assert (min(xs), min(ys)) == pytest.approx((130, 90), abs=4)
    assert (max(xs), max(ys)) == pytest.approx((190, 150), abs=4)


@pytest.mark.parametrize(
    ("level", "dark", "bright"),
    [
        pytest.param(4, True, False, id="night"),
        pytest.param(60, False, False, id="dim"),
        pytest.param(225, False, False, id="white paper in good light"),
        pytest.param(255, False, True, id="burnt out"),
    ],
)
def test_light(level: int, dark: bool, bright: bool) -> None:
    glance = at_rest().look(table(level), 0.1)
    assert (glance.dark, glance.bright) == (dark, bright)


@pytest.mark.parametrize(
    ("image", "grey"),
    [
        pytest.param(table(), False, id="a grey table in a colour camera's noise"),
        pytest.param(cv2.cvtColor(table()[..., 0], cv2.COLOR_GRAY2BGR), True, id="no colour"),
        pytest.param(with_patch(np.full((480, 640, 3), 90, np.uint8), 9, 9, 9, 9), True, id="bare"),
    ],
)
def test_a_picture_without_colour(image: Image, grey: bool) -> None:
    assert is_grey(image) is grey
    assert at_rest().look(image, 0.1).grey is grey


@pytest.mark.parametrize(
    "size", [(1280, 960), (1600, 1200), (641, 480), (640, 361), (100, 80)], ids=str
)
@pytest.mark.parametrize("wide", [160, 200])
def test_a_picture_is_shrunk_alike_whoever_asked_before(size: tuple[int, int], wide: int) -> None:
    """What nobody can have written into is halved once, for all that look at it."""
    noise = np.random.default_rng(1).integers(0, 256, (2, size[1], size[0], 3), dtype=np.uint8)
    images = [np.asarray(cv2.blur(one, (31, 31)), np.uint8) for one in noise]
    frames = [Frame(image.copy(), 0.0, 1).image for image in images]
    for _ in range(2):
        for image, frame in zip(images, frames, strict=True):
            high = round(size[1] * wide / size[0])
            found = shrunk_to_width(frame, wide)
            assert found.shape == (high, wide, 3)
            assert np.array_equal(found, shrunk_to_width(image, wide))
            whole = cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA)
            assert np.abs(found.astype(int) - whole).max() <= 4, "each is the mean of its part"


def test_a_picture_that_somebody_wrote_into_is_another() -> None:
    image = table()
    assert not is_grey(image) and shrunk_to_width(image, 160).min() > 0
    image[:] = 0
    assert is_grey(image) and not shrunk_to_width(image, 160).any()


def test_nobody_writes_into_a_frame() -> None:
    frame = Frame(table(), 0.0, 1)
    with pytest.raises(ValueError, match="read-only"):
        frame.image[0, 0] = 0


def test_light_is_that_of_the_brightest_tenth() -> None:
    image = np.random.default_rng(3).integers(0, 200, (480, 640, 3), dtype=np.uint8)
    small = shrunk_to_width(image, 160).max(axis=2)[::2, ::2]
    light = at_rest().look(image, 0.1).light
    assert light == pytest.approx(float(np.quantile(small.astype(float), 0.9)))
