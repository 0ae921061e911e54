"""`turbo capture` on a film of throws: logged under a label, one struck out, exported."""

import csv
import io
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.live.test_live_rolls import _command
from tests.support.filmed import FilmedTable
from turbo.twin.lens import TwinCameraSettings

THROWS = ("b1 r5 k13", "o9", "r* k6 k9 b10 o12 r1 b7")


def throwing(table: FilmedTable) -> Iterator[None]:
    """A bare mat, and again and again dice that roll out, lie and are taken away; at the end one
    die is moved, which is no throw."""
    yield from (None for _ in range(8))
    for count, text in enumerate(THROWS):
        faces = text.split()
        for step in range(4):
            for name, face in enumerate(faces):
                x, y = -120.0 + 37.0 * name + 15 * step, -60.0 + 20.0 * step + 9 * (name % 3)
                table.lay(name, face, x, y, 40.0 * step + 70.0 * name + 13 * count)
            yield
        yield from (None for _ in range(8))
        if count + 1 < len(THROWS):
            table.take(range(len(faces)))
            yield from (None for _ in range(16))
    first, x, y, turn = table.dice[0]
    for step in range(5):
        table.lay(0, str(first), x, y - 14.0 * step, turn)
        yield
    yield from (None for _ in range(8))


FILMED = datetime(2024, 5, 4, 20, 30, tzinfo=UTC)
"""When the last picture was taken, as the file says."""


def sorted_faces(text: str) -> list[str]:
    return sorted(text.split())


def test_every_throw_of_a_film_is_logged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, film = FilmedTable(TwinCameraSettings(1280, 960, tilt_deg=10.0)), tmp_path / "throws.avi"
    table.film(film, throwing(table))
    os.utime(film, (FILMED.timestamp(),) * 2)
    store = ("--store", str(tmp_path / "m.db"))
    assert _command("capture", "--camera", str(film), "--label", "evening", *store) == 0
    printed = [line.split()[1:] for line in capsys.readouterr().out.splitlines()]
    assert [sorted(faces) for faces in printed] == [sorted_faces(text) for text in THROWS]

    assert _command("rolls", *store, "--strike", "2") == 0
    assert "struck out" in capsys.readouterr().out
    assert _command("rolls", *store, "--label", "evening", "--json") == 0
    rolls = json.loads(capsys.readouterr().out)["rolls"]
    assert [sorted(roll["faces"]) for roll in rolls] == [sorted_faces(text) for text in THROWS]
    assert [bool(roll["struck"]) for roll in rolls] == [False, True, False]
    assert all(min(roll["confidences"]) >= 0.9 for roll in rolls)
    times = [datetime.fromisoformat(roll["at"]) for roll in rolls]
    assert times == sorted(times) and len(set(times)) == 3
    assert FILMED - timedelta(minutes=1) < times[0] < times[-1] <= FILMED, "the film's own time"
    assert not any(roll["simulated"] for roll in rolls)

    assert _command("rolls", *store, "--csv") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [len(row["faces"].split()) for row in rows] == [3, 1, 7]
    assert _command("rolls", *store, "--label", "another", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"rolls": []}

    assert _command("rolls", *store, "--pictures", str(tmp_path / "out")) == 0
    pictures = sorted((tmp_path / "out").glob("*.jpg"))
    shapes = [cv2.imread(str(path)) for path in pictures]
    widths = [0 if shape is None else np.shape(shape)[1] for shape in shapes]
    assert len(widths) == 3 and widths[1] < widths[0] < widths[2], "a crop shows the dice alone"


def leaned_elsewhere(table: FilmedTable) -> Iterator[None]:
    """Dice are thrown; the telephone falls over and is leaned at another side of the table; more
    are thrown."""
    yield from (None for _ in range(8))
    for count, text in enumerate(("b1 r5 k13 o2", "o9 k7 b6 r11")):
        for step in range(3):
            for name, face in enumerate(text.split()):
                x, y = -90.0 + 60.0 * name + 5 * step, -50.0 + 30.0 * (name % 3) + 6 * step
                table.lay(name, face, x, y, 40.0 * step + 70.0 * name)
            yield
        yield from (None for _ in range(8))
        if count == 0:
            table.look(camera=replace(table.renderer.look.camera, side_deg=130.0))
            yield from (None for _ in range(12))
            table.take(range(4))
            yield from (None for _ in range(14))


def test_a_telephone_that_is_leaned_elsewhere_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, film = FilmedTable(TwinCameraSettings(1280, 960, tilt_deg=40.0)), tmp_path / "lean.avi"
    table.film(film, leaned_elsewhere(table))
    assert _command("capture", "--camera", str(film), "--store", str(tmp_path / "m.db")) == 0
    printed = [sorted(line.split()[1:]) for line in capsys.readouterr().out.splitlines()]
    assert printed == [["b1", "k13", "o2", "r5"], ["b6", "k7", "o9", "r11"]]
