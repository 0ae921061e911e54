"""When a film was taken: by its own header, else by its file; whatever the header says."""

import os
import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from turbo.app.dice_parts import keep_throw
from turbo.app.sight import taken_at
from turbo.game.dice import parse_hand
from turbo.game.events import Ruling, Thrown, Verdict
from turbo.game.observation import Reading
from turbo.live.perception import Throw
from turbo.live.settling import RestingDie
from turbo.storage.roll_book import Rolls
from vision.cameras.film_time import EPOCH, film_began
from vision.cameras.frames import Frame
from vision.mat.plan import Zone

SAID = datetime(2023, 7, 1, 19, 0, tzinfo=UTC)
CHANGED = datetime(2025, 1, 2, 3, 4, 5, tzinfo=UTC)
SECONDS = int((SAID - EPOCH).total_seconds())


def box(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I4s", 8 + len(data), kind) + data


def header(version: int, seconds: int) -> bytes:
    words = struct.pack(">BBBBQQ" if version else ">BBBBII", version, 0, 0, 0, seconds, seconds)
    return box(b"moov", box(b"mvhd", words + b"\0" * 80))


PICTURES = box(b"ftyp", b"isom") + box(b"mdat", b"\0" * 500)
LARGE = struct.pack(">I4sQ", 1, b"mdat", 16 + 400) + b"\0" * 400
BY_FILE = CHANGED - timedelta(seconds=12)

FILMS = {
    "a telephone's": (PICTURES + header(0, SECONDS), SAID),
    "with the header first": (box(b"ftyp", b"isom") + header(0, SECONDS) + PICTURES, SAID),
    "with long numbers": (LARGE + header(1, SECONDS), SAID),
    "never filled in": (PICTURES + header(0, 0), BY_FILE),
    "from the future": (PICTURES + header(1, SECONDS * 2), BY_FILE),
    "a number beyond all time": (PICTURES + header(1, 2**64 - 1), BY_FILE),
    "another kind": (b"RIFF" + b"\x10\0\0\0AVI " + b"\0" * 200, BY_FILE),
    "no film at all": (b"\0" * 300, BY_FILE),
    "a box that goes nowhere": (struct.pack(">I4s", 3, b"free") + b"\0" * 30, BY_FILE),
    "cut in its header": (PICTURES + header(0, SECONDS)[:18], BY_FILE),
    "empty": (b"", BY_FILE),
}


@pytest.mark.parametrize(("data", "began"), FILMS.values(), ids=FILMS.keys())
def test_a_film_says_when_it_was_begun(tmp_path: Path, data: bytes, began: datetime) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(data)
    os.utime(path, (CHANGED.timestamp(),) * 2)
    assert film_began(path, 12.0) == began


def test_a_folder_of_stills_began_with_its_first(tmp_path: Path) -> None:
    for number in range(3):
        still = tmp_path / f"{number}.png"
        still.write_bytes(b"")
        at = (CHANGED + timedelta(hours=number)).timestamp()
        os.utime(still, (at, at))
    assert film_began(tmp_path) == CHANGED


class Film:
    simulated = False
    began = SAID

    def read(self, timeout_s: float) -> Frame | None:
        return None

    def close(self) -> None: ...


class Twin:
    simulated = True
    read, close = Film.read, Film.close


@pytest.mark.parametrize("camera", [Film(), Twin()], ids=["a film", "the twin"])
def test_throws_of_a_match_keep_whose_they_are_and_when(
    tmp_path: Path, camera: Film | Twin
) -> None:
    """Simulated throws of `turbo run` were kept as real ones, and a film's as of now."""
    corners = ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0))
    hand = parse_hand("b3")
    seen = (Reading(hand[0], 0.99),)
    die = RestingDie(1, 0.0, 0.0, 0.0, Zone.TABLE, hand[0], seen, (), corners, corners, 6.0)
    frame = Frame(np.zeros((40, 40, 3), np.uint8), 7.0, 70)
    throw = Throw(Thrown("Ann", hand), Ruling(Verdict.ACCEPTED), 3, (die,), frame, 1)
    with Rolls(tmp_path / "rolls.db") as rolls:
        keep_throw(rolls, throw, camera)
        (kept,) = rolls.rolls()
    assert kept.simulated is camera.simulated
    since = datetime.now(UTC) - kept.at
    assert (kept.at == SAID + timedelta(seconds=7)) is not camera.simulated
    assert (since < timedelta(minutes=10)) is camera.simulated


def test_a_live_camera_takes_its_pictures_now() -> None:
    frame = Frame(np.zeros((4, 4, 3), np.uint8), 123456.0, 1)
    assert datetime.now(UTC) - taken_at(Twin(), frame) < timedelta(minutes=10)
