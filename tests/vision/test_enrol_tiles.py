"""One's own tiles: their inks are learned from pictures, and how well they are read is counted."""

import argparse
import io
import json
import random
from pathlib import Path

import cv2
import pytest

from turbo.app.tile_sight import kept_tiles, own_tiles
from turbo.commands import enroll, selftest
from turbo.errors import TurboError
from turbo.game.dice import Colour
from turbo.game.layout import Layout
from turbo.twin.tile_drawing import TileLook, TileRenderer
from turbo.twin.tile_stage import TileStage
from vision.enrolment.dialogue import Talk

ROWS = "k3 k4 k5 | r7 r8 r9 | b10 b11 b12 | o1 o2 o3"


@pytest.fixture(scope="module")
def stills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, stage = tmp_path_factory.mktemp("stills"), TileStage(random.Random(1))
    stage.lay(Layout.parse(ROWS), (), 0)
    cv2.imwrite(str(folder / "1.png"), TileRenderer(TileLook(), 1).draw(stage.tiles))
    return folder


def told(command: object, *words: str, answers: str) -> str:
    parser, said = argparse.ArgumentParser(), io.StringIO()
    command.add_arguments(parser)  # type: ignore[attr-defined]
    args = parser.parse_args(["--pieces", "tiles", *words])
    assert command.run(args, None, Talk(io.StringIO(answers), said)) == 0  # type: ignore[attr-defined]
    return said.getvalue()


def test_the_inks_of_own_tiles_are_learned_and_used(stills: Path, tmp_path: Path) -> None:
    out = tmp_path / "tiles.txt"
    said = told(enroll, "--camera", str(stills), "--out", str(out), answers="\n\ndone\n")
    assert "12 tiles seen, 4 of 4 inks known" in said, said
    own = kept_tiles(argparse.Namespace(dice=out, camera="0"))
    assert own is not None and set(own.inks) == set(Colour)
    assert own.inks == own_tiles(str(own)).inks, "as evidence has it"
    blue, red = own.inks[Colour.BLUE], own.inks[Colour.RED]
    assert blue[0] > blue[2] and red[2] > red[0], "in blue, green and red"


def test_reading_of_own_tiles_is_counted(stills: Path, tmp_path: Path) -> None:
    counts = tmp_path / "counts.json"
    words = ("--camera", str(stills), "--layouts", "1", "--json", str(counts))
    said = told(selftest, *words, answers="\n2 b4\n\n")
    assert "12 tiles seen" in said
    found = json.loads(counts.read_text())
    assert (found["right"], found["of"]) == (11, 12)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(TurboError, match="expected what 'turbo enroll' wrote"):
        kept_tiles(argparse.Namespace(dice=tmp_path / "none.txt", camera="0"))
