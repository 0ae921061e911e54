"""A tile that a look has missed: told again where its pixels are as they were, and nowhere else."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from turbo.game.dice import parse_hand
from turbo.game.observation import Doubt, Observation, Reading, SeenDie
from vision.reading.tile_memory import TileMemory

Image = NDArray[np.uint8]
WIDE = 46
PLACES = ((60, 80), (110, 80), (160, 80))
MISSED = 1
"""The middle one."""


def picture(faces: str = "k9 k8 k7", seed: int = 1, shift: float = 0.0) -> Image:
    """White tiles on a green cloth, with noise; the missed one may be shifted, `--` is bare."""
    image: Image = np.full((200, 300, 3), (60, 110, 70), np.uint8)
    for number, (word, (x, y)) in enumerate(zip(faces.split(), PLACES, strict=True)):
        if word == "--":
            continue
        part: Image = np.full((WIDE, WIDE, 3), 225, np.uint8)
        cv2.putText(part, word[1:], (8, 36), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 4)
        by = shift if number == MISSED else 0.0
        move = np.array([[1, 0, x + by], [0, 1, y]], np.float32)
        size = (image.shape[1], image.shape[0])
        laid = cv2.warpAffine(part, move, size)
        mask = cv2.warpAffine(np.full_like(part, 255), move, size).astype(np.float32) / 255
        image = (laid + image * (1 - mask)).astype(np.uint8)
    noise = np.random.default_rng(seed).normal(0.0, 4.0, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def tile(place: int, face: str, confidence: float = 0.99, *doubts: Doubt) -> SeenDie:
    x, y = map(float, PLACES[place])
    corners = ((x, y), (x + WIDE, y), (x + WIDE, y + WIDE), (x, y + WIDE))
    return SeenDie(corners, (Reading(parse_hand(face)[0], confidence),), 0.0, doubts, look=1)


def seen(*dice: SeenDie) -> Observation:
    return Observation(dice, 300, 200, are_tiles=True)


def faces(observation: Observation) -> str:
    return " ".join(sorted(str(die.face(0.5)) for die in observation.dice))


def dimmed(image: Image) -> Image:
    return (image * 0.8).astype(np.uint8)


def under_a_hand(image: Image) -> Image:
    return np.asarray(cv2.circle(image.copy(), (133, 103), 60, (130, 160, 210), -1), np.uint8)


LATER: list[tuple[str, Callable[[], Image], str]] = [
    ("nothing has changed but the noise", lambda: picture(seed=2), "k7 k8 k9"),
    ("the light was turned down", lambda: dimmed(picture(seed=2)), "k7 k8 k9"),
    ("it was taken away", lambda: picture("k9 -- k7"), "k7 k9"),
    ("another one lies there", lambda: picture("k9 k3 k7"), "k7 k9"),
    ("it was pushed by a pixel", lambda: picture(shift=1.5), "k7 k9"),
    ("a hand lies over it", lambda: under_a_hand(picture(seed=2)), "k7 k9"),
]


@pytest.mark.parametrize(("later", "told"), [row[1:] for row in LATER], ids=[r[0] for r in LATER])
def test_a_missed_tile_is_told_where_it_looks_as_it_did(
    later: Callable[[], Image], told: str
) -> None:
    memory, both = TileMemory(), (tile(0, "k9"), tile(2, "k7"))
    memory.completed(picture(), seen(tile(1, "k8"), *both))
    assert faces(memory.completed(later(), seen(*both))) == told


def test_a_missed_tile_is_no_new_evidence() -> None:
    memory = TileMemory()
    memory.completed(picture(), seen(tile(1, "k8")))
    assert [die.look for die in memory.completed(picture(seed=2), seen()).dice] == [1]


def test_what_a_hand_hid_is_remembered_after_it() -> None:
    memory = TileMemory()
    memory.completed(picture(), seen(tile(1, "k8")))
    assert not memory.completed(under_a_hand(picture(seed=2)), seen()).dice
    assert faces(memory.completed(picture(seed=3), seen())) == "k8"


@pytest.mark.parametrize(
    "doubtful", [tile(1, "k8", 0.8), tile(1, "k8", 0.99, Doubt.COVERED)], ids=["unsure", "covered"]
)
def test_what_was_in_doubt_is_not_remembered(doubtful: SeenDie) -> None:
    memory = TileMemory()
    memory.completed(picture(), seen(doubtful))
    assert not memory.completed(picture(seed=2), seen()).dice


def test_another_tile_in_its_place_takes_its_place() -> None:
    memory = TileMemory()
    memory.completed(picture(), seen(tile(1, "k8")))
    memory.completed(picture("k9 k3 k7"), seen(tile(1, "k3")))
    assert not memory.completed(picture(seed=2), seen()).dice


def test_a_camera_that_moved_forgets() -> None:
    memory = TileMemory()
    memory.completed(picture(), seen(tile(1, "k8")))
    memory.forget()
    assert not memory.completed(picture(seed=2), seen()).dice
