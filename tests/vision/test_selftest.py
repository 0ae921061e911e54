"""The self-test: counting, corrections from standard input, and what to improve."""

import argparse
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.trials.enrol_pictures import Shown, looks
from turbo.commands.selftest import add_arguments, run
from turbo.errors import TurboError
from turbo.game.dice import NUMBERED_FACES, Face, parse_hand
from turbo.game.observation import Observation, Reading, SeenDie
from turbo.twin.draw import Look
from turbo.twin.inventory import Inventory
from turbo.twin.lens import TwinCameraSettings
from vision.enrolment.dialogue import Talk
from vision.enrolment.tally import JudgedDie, judge, report, tally
from vision.pictures.loading import Image
from vision.reading.quality import quality

QUAD = ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))


@pytest.fixture(autouse=True)
def no_calibration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests may have a calibration of their own: it must not be used."""
    monkeypatch.setenv("TURBO_CALIBRATION", str(tmp_path / "none.json"))


@cache
def shown() -> Shown:
    look = Look(camera=TwinCameraSettings(width_px=960, height_px=720))
    return looks(Inventory.dealt(3), look)[0]


def dice(text: str, confidence: float = 0.99) -> list[SeenDie]:
    return [SeenDie(QUAD, (Reading(face, confidence),)) for face in parse_hand(text)]


def test_without_corrections_everything_is_right() -> None:
    assert str(tally(judge(dice("b1 r2 k*"), []))) == "3 of 3 (100.0%)"


@pytest.mark.parametrize(
    ("correction", "right", "of"),
    [
        pytest.param("2 b2", 2, 3, id="wrong colour"),
        pytest.param("3 -", 2, 2, id="no die there"),
        pytest.param("+ o7", 3, 4, id="missed"),
        pytest.param("1 b1", 3, 3, id="right after all"),
    ],
)
def test_corrections(correction: str, right: int, of: int) -> None:
    found = tally(judge(dice("b1 r2 k*"), [correction]))
    assert (found.right, found.of) == (right, of)


@pytest.mark.parametrize(
    "text", ["", "4 b1", "0 b1", "b1", "1 b14", "1 ?", "+ x", "1 b1 b2", "-1 b1"]
)
def test_corrections_that_mean_nothing(text: str) -> None:
    with pytest.raises(TurboError, match="expected NUMBER FACE"):
        judge(dice("b1 r2 k*"), [text])


@given(st.lists(st.tuples(st.sampled_from(NUMBERED_FACES), st.sampled_from(NUMBERED_FACES))))
def test_counts_per_colour_add_up(pairs: list[tuple[Face, Face]]) -> None:
    judged = [JudgedDie(truth, read, 0.95) for truth, read in pairs]
    lines = report(judged)
    counts = [line.split(": ")[1].split() for line in lines[1:5]]
    assert sum(int(count[0]) for count in counts) == sum(truth == read for truth, read in pairs)
    assert sum(int(count[2]) for count in counts) == len(pairs)


def test_the_report_names_mistakes_and_counts_silent_ones() -> None:
    seen = [*dice("b1 r2"), *dice("k9", 0.6)]
    lines = report(judge(seen, ["2 o2", "3 k6", "+ b7"]))
    assert lines[0] == "faces right: 1 of 4 (25.0%)"
    assert "  orange: 0 of 1 (0.0%)" in lines and "  1: 1 of 1 (100.0%)" in lines
    assert "missed: 1, nothing there: 0, wrong but sure: 1" in lines
    assert "unsure, would be asked for: 1" in lines
    assert (
        "  o2 was read as r2, 0.99 sure" in lines and "  b7 was read as nothing, 0.00 sure" in lines
    )


def test_a_good_picture_gets_no_advice() -> None:
    found = quality(shown().image, shown().seen)
    assert found is not None and found.advice() == []
    assert quality(shown().image, Observation((), 960, 720)) is None


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        pytest.param(lambda image: (image * 0.05).astype(np.uint8), "more light", id="dark"),
        pytest.param(lambda image: cv2.GaussianBlur(image, (0, 0), 5), "sharper", id="blurred"),
        pytest.param(lambda image: (image * 0.08 + 200).astype(np.uint8), "less haze", id="hazy"),
        pytest.param(
            lambda image: cv2.convertScaleAbs(image, alpha=3.0), "no direct lamp", id="burnt out"
        ),
    ],
)
def test_a_spoilt_picture_is_told_what_it_lacks(spoil: object, told: str) -> None:
    assert callable(spoil)
    found = quality(np.asarray(spoil(shown().image), dtype=np.uint8), shown().seen)
    assert found is not None and any(line.startswith(told) for line in found.advice())


def test_small_dice_want_a_nearer_camera() -> None:
    small = np.asarray(cv2.resize(shown().image, None, fx=0.4, fy=0.4), dtype=np.uint8)
    less = []
    for die in shown().seen.dice:
        a, b, c, d = ((x * 0.4, y * 0.4) for x, y in die.corners_px)
        less.append(replace(die, corners_px=(a, b, c, d)))
    found = quality(small, Observation(tuple(less), 384, 288))
    assert found is not None and any(line.startswith("nearer") for line in found.advice())


class Scripted:
    """Stands in for the reader: tells what it was given, look by look."""

    def __init__(self, seen: Sequence[Observation]) -> None:
        self.seen = list(seen)

    def read(self, image: Image) -> Observation:
        return self.seen.pop(0)

    def read_faces(self, image: Image, quads: object) -> tuple[SeenDie, ...]:
        raise NotImplementedError


def selftest(tmp_path: Path, answers: str, pictures: int, *more: str) -> tuple[int, str]:
    folder = tmp_path / "stills"
    folder.mkdir()
    for number in range(pictures):
        cv2.imwrite(str(folder / f"{number}.png"), shown().image)
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    args = parser.parse_args(["--camera", str(folder), *more])
    said = io.StringIO()
    status = run(args, Scripted([shown().seen] * pictures), Talk(io.StringIO(answers), said))
    return status, said.getvalue()


def test_a_guided_test_from_stills(tmp_path: Path) -> None:
    """Two layouts; in the first one face is wrong and a nonsense answer is asked again."""
    out = tmp_path / "counts.json"
    answers = "\nnonsense\n1 k13\n\n\n\n"
    status, said = selftest(tmp_path, answers, 2, "--layouts", "2", "--json", str(out))
    assert status == 0
    assert "faces right: 35 of 36 (97.2%)" in said and "wrong but sure: 1" in said
    assert "18 dice seen" in said and "light, focus and distance are good" in said
    document = json.loads(out.read_text())
    assert (document["right"], document["of"]) == (35, 36)
    assert sum(of for _, of in document["colours"].values()) == 36
    assert sum(of for _, of in document["numbers"].values()) == 36


def test_dice_are_counted_row_by_row_from_the_upper_left(tmp_path: Path) -> None:
    _, said = selftest(tmp_path, "\n\ndone\n", 1)
    first = shown().faces[0]
    assert f"  1: {first}   2: {shown().faces[1]}" in said


def test_stopped_at_once_counts_nothing(tmp_path: Path) -> None:
    status, said = selftest(tmp_path, "done\n", 1)
    assert status == 1 and "faces right: 0 of 0" in said
