"""One's own tiles: their inks are learned from pictures, and how well they are read is counted."""

import argparse
import io
import json
import random
import threading
from pathlib import Path

import cv2
import pytest

from tools.trials.waiting import wait_until
from turbo.app.sight import TileSight, kept_tiles, own_tiles
from turbo.app.teaching import TileLessons
from turbo.commands import enroll, selftest
from turbo.errors import TurboError
from turbo.game.dice import Colour
from turbo.game.layout import Layout
from turbo.game.tile_options import TileOptions
from turbo.live.tiles.runner import TileRunner
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.twin.tile_drawing import TileLook, TileRenderer
from turbo.twin.tile_stage import TileStage
from vision.cameras.frames import Frame
from vision.enrolment.dialogue import Talk
from vision.mat.card_fit import calibrate_cards
from vision.pictures.loading import load
from web.api.refused import Refused

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


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (enroll, ["--add"]),
        (enroll, ["--edge", "16"]),
        (enroll, ["--calibration", "mat.json"]),
        (selftest, ["--calibration", "mat.json"]),
    ],
)
def test_what_only_dice_have_is_not_passed_over_in_silence(
    stills: Path, command: object, words: list[str]
) -> None:
    with pytest.raises(TurboError, match=f"^{words[0]}: expected dice, not tiles"):
        told(command, "--camera", str(stills), *words, answers="\n")


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(TurboError, match="cannot be read"):
        kept_tiles(argparse.Namespace(dice=tmp_path / "none.txt", camera="0"))


class Still:
    """A camera that sees one picture, ten times a second by its own clock."""

    simulated = True

    def __init__(self, path: Path) -> None:
        self.image, self.number = load(str(path)), 0

    def read(self, timeout_s: float) -> Frame:
        self.number += 1
        return Frame(self.image, self.number / 10, self.number)

    def close(self) -> None:
        """Nothing is held open."""


def test_lessons_on_the_page_are_those_of_tiles(stills: Path, tmp_path: Path) -> None:
    camera, kept = Still(stills / "1.png"), list[Path]()
    sight = TileSight(calibrate_cards(camera.image))
    with Store(tmp_path / "matches.db") as store:
        session = Session(store)
        session.new_match(("Ann", "Bob"), TileOptions("original-goliath"))
        runner = TileRunner(session, camera, sight.perception(sight.plan), sight.plan)
        lessons = TileLessons(runner, lambda: None, tmp_path / "tiles.txt", learned=kept.append)
        thread = threading.Thread(target=runner.run)
        thread.start()
        try:
            wait_until(lambda: runner.observation is not None and bool(runner.observation.dice))
            taught(lessons, session)
            assert set(own_tiles(kept[0].read_text()).inks) == set(Colour)
            counted(lessons)
            assert session.tiles.judged == (), "nothing of it was taken for a turn"
        finally:
            runner.stop()
            thread.join()


def taught(lessons: TileLessons, session: Session) -> None:
    lessons.begin_enrolment(add=False)
    assert session.paused
    with pytest.raises(Refused, match="expected a tile that was read surely"):
        lessons.keep_dice("unknown")
    with pytest.raises(TurboError, match="of tiles only the inks are learned"):
        lessons.name_face(0, "b3", None)
    lessons.look_at_dice()
    found = lessons.enrolled()
    assert found is not None and (found.looks, found.steps, found.is_whole) == (1, 3, True)
    assert found.inks == ("black", "red", "blue", "orange") and found.dice == ()
    lessons.keep_dice("unknown")
    assert not session.paused


def counted(lessons: TileLessons) -> None:
    lessons.begin_selftest()
    lessons.look_at_layout()
    lessons.judge_die(1, "b4")
    lessons.next_layout()
    found = lessons.tested()
    assert found is not None and (found.right, found.of, found.layout) == (11, 12, 1)
    lessons.stop_lesson()
