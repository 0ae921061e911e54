"""`turbo read`: one JSON document or a few lines, and a failed picture stops nobody."""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from turbo.commands import read as command
from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.layout import Layout
from turbo.game.observation import Doubt, Observation, Reading, SeenDie
from vision.pictures.given import Quad
from vision.pictures.loading import Image
from vision.reading.album import real_reader
from vision.reading.annotate import annotated
from vision.reading.grid import read_layout

WIDTH, HEIGHT = 320, 240


def quad_at(x: float, y: float, edge: float = 30.0) -> Quad:
    half = edge / 2
    left, right, top, bottom = x - half, x + half, y - half, y + half
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def die(x: float, y: float, *readings: tuple[str, float], doubts: Sequence[Doubt] = ()) -> SeenDie:
    read = tuple(Reading(Face.parse(text), confidence) for text, confidence in readings)
    return SeenDie(quad_at(x, y), read, 0.0, tuple(doubts))


ROW = (
    die(60, 60, ("b3", 0.99996)),
    die(91, 60, ("r*", 0.95)),
    die(122, 60, ("k6", 0.62), ("k9", 0.36)),
)


@dataclass
class Scripted:
    """Sees the same dice in every picture; given corners it reads blue threes."""

    dice: tuple[SeenDie, ...] = ROW
    asked: list[Sequence[Quad]] = field(default_factory=list)

    def read(self, image: Image) -> Observation:
        if image[0, 0, 0] == 13:
            raise TurboError("expected another picture\nthan this")
        return Observation(self.dice, image.shape[1], image.shape[0])

    def read_faces(self, image: Image, quads: Sequence[Quad]) -> tuple[SeenDie, ...]:
        self.asked.append(quads)
        return tuple(SeenDie(quad, (Reading(Face.parse("b3"), 0.01),)) for quad in quads)


def write_picture(path: Path, level: int = 90) -> str:
    cv2.imwrite(str(path), np.full((HEIGHT, WIDTH, 3), level, np.uint8))
    return str(path)


def run(*arguments: str, reader: Scripted | None = None) -> int:
    parser = argparse.ArgumentParser(exit_on_error=False)
    command.add_arguments(parser)
    return command.run(parser.parse_args(arguments), reader or Scripted())


def images_of(output: str) -> list[dict[str, Any]]:
    (line,) = output.splitlines()
    document = json.loads(line)
    assert list(document) == ["images"]
    images: list[dict[str, Any]] = document["images"]
    return images


def test_json_is_what_others_build_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_picture(tmp_path / "table.png")
    assert run("--json", path) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    (image,) = images_of(printed.out)
    assert (image["image"], image["layout"]) == (path, "b3 r* ?")
    assert image["dice"][2] == {
        "x": 122.0,
        "y": 60.0,
        "number": 6,
        "colour": "black",
        "confidence": 0.62,
        "corners": [[107.0, 45.0], [137.0, 45.0], [137.0, 75.0], [107.0, 75.0]],
        "also": [{"number": 9, "colour": "black", "confidence": 0.36}],
    }
    assert (image["dice"][1]["number"], image["dice"][1]["colour"]) == ("joker", "red")
    assert image["doubtful"] == []


CONFIDENCES = {
    "just below sure": (0.89999, 0.8999),
    "just below certain": (0.99996, 0.9999),
    "certain": (1.0, 1.0),
    "an even number": (0.9, 0.9),
    "none": (0.0, 0.0),
}


@pytest.mark.parametrize(("given", "told"), CONFIDENCES.values(), ids=CONFIDENCES.keys())
def test_rounding_never_adds_confidence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: float, told: float
) -> None:
    path = write_picture(tmp_path / "table.png")
    run("--json", path, reader=Scripted((die(60, 60, ("b3", given)),)))
    (image,) = images_of(capsys.readouterr().out)
    assert image["dice"][0]["confidence"] == told
    assert image["layout"] == ("b3" if told >= 0.9 else "?")


def test_text_is_short_and_marks_what_is_doubtful(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_picture(tmp_path / "table.png")
    cocked = die(250, 60, ("b7", 0.97), doubts=[Doubt.COCKED])
    apart = die(164, 60, ("o1", 0.98))
    assert run(path, reader=Scripted((*ROW, apart, cocked))) == 0
    assert capsys.readouterr().out == (
        f"{path}: 5 dice\n"
        "  layout: b3 r* ? | o1 | ?\n"
        "   1  b3   99.99 %  at 60, 60\n"
        "   2  r*   95.00 %  at 91, 60\n"
        "   3   ?   62.00 %  at 122, 60  doubtful: k6 62.00 %, k9 36.00 %\n"
        "   4  o1   98.00 %  at 164, 60\n"
        "   5   ?   97.00 %  at 250, 60  doubtful: b7 97.00 %\n"
        "  doubtful: 5 is cocked\n"
        "  doubtful: 3 and 4 lie neither touching nor clearly apart\n"
    )


def test_an_empty_table_is_an_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_picture(tmp_path / "table.png")
    assert run(path, reader=Scripted(())) == 0
    assert capsys.readouterr().out == f"{path}: 0 dice\n"
    assert run("--json", path, reader=Scripted(())) == 0
    (image,) = images_of(capsys.readouterr().out)
    assert (image["layout"], image["dice"]) == ("", [])
    assert Layout.parse(image["layout"]) == Layout()


def test_a_die_that_nobody_could_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_picture(tmp_path / "table.png")
    run(path, reader=Scripted((die(60, 60),)))
    assert "doubtful: nothing could be read" in capsys.readouterr().out
    run("--json", path, reader=Scripted((die(60, 60),)))
    (image,) = images_of(capsys.readouterr().out)
    assert image["layout"] == "?"
    assert image["dice"][0]["confidence"] == 0.0


def test_a_failed_picture_costs_one_line_and_the_others_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, black = write_picture(tmp_path / "a.png"), write_picture(tmp_path / "b.png", 0)
    strange, missing = write_picture(tmp_path / "c.png", 13), str(tmp_path / "d.png")
    last = write_picture(tmp_path / "e.png")
    assert run("--json", good, black, strange, missing, last) == 2
    printed = capsys.readouterr()
    assert [image["image"] for image in images_of(printed.out)] == [good, last]
    assert printed.err.splitlines() == [
        f"turbo: {black}: black: there is nothing to see in this picture",
        f"turbo: {strange}: expected another picture\\nthan this",
        f"turbo: {missing}: no such file or directory",
    ]


def test_nothing_but_failures_is_still_one_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--json", str(tmp_path / "no.png")) == 2
    assert images_of(capsys.readouterr().out) == []


def test_folders_and_frames_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    still = write_picture(folder / "a.png")
    clip = str(tmp_path / "clip.avi")
    writer = cv2.VideoWriter(clip, cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (WIDTH, HEIGHT))
    for _ in range(5):
        writer.write(np.full((HEIGHT, WIDTH, 3), 90, np.uint8))
    writer.release()
    assert run("--json", "--every", "2", str(folder), clip) == 0
    names = [image["image"] for image in images_of(capsys.readouterr().out)]
    assert names == [still, f"{clip}#0", f"{clip}#2", f"{clip}#4"]


@pytest.mark.parametrize("every", ["0", "-1", "x", "1.5"])
def test_every_is_a_number_from_one(every: str) -> None:
    with pytest.raises(argparse.ArgumentError, match="expected a number from 1"):
        run(f"--every={every}", "a.png")


def test_faces_at_given_corners_are_answered_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_picture(tmp_path / "table.png")
    quads = [quad_at(200, 60), quad_at(60, 60), quad_at(60, 160)]
    corners = tmp_path / "corners.json"
    corners.write_text(json.dumps({path: quads, "other.png": []}))
    assert run("--json", "--corners", str(corners), path) == 0
    (image,) = images_of(capsys.readouterr().out)
    assert [(d["x"], d["y"]) for d in image["dice"]] == [(200, 60), (60, 60), (60, 160)]
    assert image["layout"] == "? | ? | ?"


def test_corners_the_other_way_round_are_turned(tmp_path: Path) -> None:
    path, reader = write_picture(tmp_path / "table.png"), Scripted()
    first, second, third, fourth = quad_at(60, 60)
    corners = tmp_path / "corners.json"
    corners.write_text(json.dumps({path: [[first, fourth, third, second], [first] * 4]}))
    assert run("--corners", str(corners), path, reader=reader) == 0
    assert reader.asked == [((first, second, third, fourth), (first,) * 4)]


def test_a_picture_without_faces_to_read_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, corners = write_picture(tmp_path / "table.png"), tmp_path / "corners.json"
    corners.write_text(json.dumps({path: []}))
    assert run("--json", "--corners", str(corners), path) == 0
    assert images_of(capsys.readouterr().out)[0]["dice"] == []


def test_a_picture_without_an_entry_fails_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = write_picture(tmp_path / "a.png"), write_picture(tmp_path / "b.png")
    corners = tmp_path / "corners.json"
    corners.write_text(json.dumps({other: [quad_at(60, 60)]}))
    assert run("--json", "--corners", str(corners), one, other) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(f"turbo: {one}: expected an entry for this picture")
    assert [image["image"] for image in images_of(printed.out)] == [other]


SQUARE = "[[0, 0], [9, 0], [9, 9], [0, 9]]"
BAD_CORNERS = {
    "no JSON": ("b3 b4 b5", "got no JSON"),
    "not text": ("\udcff", "got no JSON"),
    "nested beyond reason": ("[" * 100_000, "got no JSON"),
    "a list": (f"[{SQUARE}]", 'expected {"IMAGE"'),
    "no list of faces": ('{"a.png": 5}', "got no list for 'a.png'"),
    "three corners": ('{"a.png": [[[0, 0], [9, 0], [9, 9]]]}', "four corners [x, y] for face 1"),
    "a quad too flat": (f'{{"a.png": {SQUARE}}}', "four corners [x, y] for face 1"),
    "three numbers": ('{"a.png": [[[0, 0, 1], [9, 0], [9, 9], [0, 9]]]}', "two numbers [x, y]"),
    "words": ('{"a.png": [[["0", 0], [9, 0], [9, 9], [0, 9]]]}', "two numbers [x, y]"),
    "truth": ('{"a.png": [[[true, 0], [9, 0], [9, 9], [0, 9]]]}', "two numbers [x, y]"),
    "NaN": ('{"a.png": [[[NaN, 0], [9, 0], [9, 9], [0, 9]]]}', "two numbers [x, y]"),
    "infinity": ('{"a.png": [[[Infinity, 0], [9, 0], [9, 9], [0, 9]]]}', "two numbers [x, y]"),
    "beyond any picture": ('{"a.png": [[[1e9, 0], [9, 0], [9, 9], [0, 9]]]}', "two numbers"),
    "second face": (f'{{"a.png": [{SQUARE}, 7]}}', "four corners [x, y] for face 2 of 'a.png'"),
}


@pytest.mark.parametrize(("text", "cause"), BAD_CORNERS.values(), ids=BAD_CORNERS.keys())
def test_bad_corners_are_one_line(tmp_path: Path, text: str, cause: str) -> None:
    corners = tmp_path / "corners.json"
    corners.write_text(text, errors="surrogateescape")
    with pytest.raises(TurboError) as caught:
        run("--corners", str(corners), "a.png")
    assert str(caught.value).startswith(f"{corners}: expected")
    assert cause in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("option", ["--corners", "--calibration"])
def test_a_missing_file_is_one_line(tmp_path: Path, option: str) -> None:
    with pytest.raises(TurboError, match=r"none\.json: no such file or directory$"):
        run(option, str(tmp_path / "none.json"), "a.png")


def test_with_zones_the_layout_holds_the_table_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, calibration = write_picture(tmp_path / "table.png"), tmp_path / "calibration.json"
    outline = [[0, 0], [105, 0], [105, 120], [0, 120]]
    calibration.write_text(json.dumps({"edge_mm": 16, "zones": {"table": outline, "A": 1}}))
    assert run("--json", "--calibration", str(calibration), path) == 0
    (image,) = images_of(capsys.readouterr().out)
    assert image["layout"] == "b3 r*"
    assert len(image["dice"]) == 3


BAD_ZONES = {
    "a list": "[]",
    "zones of no kind": '{"zones": 5}',
    "two corners": '{"zones": {"table": [[0, 0], [1, 1]]}}',
    "a number": '{"zones": {"table": 7}}',
    "no points": '{"zones": {"table": [1, 2, 3]}}',
}


@pytest.mark.parametrize("text", BAD_ZONES.values(), ids=BAD_ZONES.keys())
def test_a_bad_calibration_is_one_line(tmp_path: Path, text: str) -> None:
    calibration = tmp_path / "calibration.json"
    calibration.write_text(text)
    with pytest.raises(TurboError, match=r"calibration\.json: expected .*zones"):
        run("--calibration", str(calibration), "a.png")


def test_a_calibration_without_zones_leaves_all_dice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, calibration = write_picture(tmp_path / "table.png"), tmp_path / "calibration.json"
    calibration.write_text("{}")
    assert run("--json", "--calibration", str(calibration), path) == 0
    assert images_of(capsys.readouterr().out)[0]["layout"] == "b3 r* ?"


def test_annotations_go_to_a_file(tmp_path: Path) -> None:
    path, out = write_picture(tmp_path / "table.png"), tmp_path / "new" / "seen.png"
    assert run("--annotate", str(out), path) == 0
    drawn = cv2.imread(str(out))
    assert drawn is not None
    assert drawn.shape[0] > HEIGHT
    assert drawn.shape[1] == WIDTH


def test_annotations_go_to_a_folder_and_never_over_each_other(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    paths = [write_picture(tmp_path / part / "a.png") for part in ("one", "two")]
    out = tmp_path / "out"
    assert run("--annotate", str(out), *paths) == 0
    assert sorted(path.name for path in out.iterdir()) == ["a-2-read.jpg", "a-read.jpg"]


def test_annotations_in_the_pictures_own_folder_spare_the_pictures(tmp_path: Path) -> None:
    path = write_picture(tmp_path / "a.png")
    before = Path(path).read_bytes()
    assert run("--annotate", str(tmp_path), path) == 0
    assert Path(path).read_bytes() == before
    assert (tmp_path / "a-read.jpg").exists()


def test_annotations_that_cannot_be_written_are_one_line(tmp_path: Path) -> None:
    path = write_picture(tmp_path / "a.png")
    with pytest.raises(TurboError, match="expected another file than the picture"):
        run("--annotate", path, path)
    with pytest.raises(TurboError, match="expected a folder for many pictures"):
        run("--annotate", str(tmp_path / "out.jpg"), path, path)
    with pytest.raises(TurboError, match="expected a folder for many pictures"):
        run("--annotate", str(tmp_path / "out.jpg"), str(tmp_path))
    with pytest.raises(TurboError, match=r"--annotate: .*: not a directory"):
        run("--annotate", f"{path}/out", path)


def test_a_drawing_marks_every_die_and_every_doubt() -> None:
    image = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
    seen = Observation((*ROW, die(164, 60, ("o1", 0.98))), WIDTH, HEIGHT)
    drawn = annotated(image, seen, read_layout(seen))
    assert image.max() == image.min() == 90, "the picture itself is left alone"
    for found in seen.dice:
        x, y = found.corners_px[0]
        assert not np.array_equal(drawn[int(y), int(x)], image[int(y), int(x)])
    gap = drawn[55:66, 138:148].astype(int)
    assert (gap[..., 2] - gap[..., 1]).max() > 100, "a red line across the doubtful gap"


def test_no_other_command_pays_for_opencv() -> None:
    code = (
        "import sys, argparse; from turbo.commands import read as command;"
        "command.add_arguments(argparse.ArgumentParser());"
        "sys.exit('cv2' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def painted_table() -> Image:
    """Three white squares with numbers on a dark ground: no dice, but something to look at."""
    image = np.full((480, 640, 3), (60, 80, 50), np.uint8)
    for x, text in ((150, "3"), (300, "11"), (450, "8")):
        cv2.rectangle(image, (x - 30, 200), (x + 30, 260), (235, 235, 235), -1)
        cv2.putText(image, text, (x - 20, 248), cv2.FONT_HERSHEY_DUPLEX, 1.3, (200, 40, 20), 4)
    return image


def test_the_real_reader_answers_for_every_face_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), painted_table())
    outside = quad_at(-500, 9000)
    quads = [quad_at(450, 230, 60), [[9, 9]] * 4, outside, quad_at(150, 230, 60)]
    corners = tmp_path / "corners.json"
    corners.write_text(json.dumps({str(path): quads}))
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert command.run(parser.parse_args(["--json", "--corners", str(corners), str(path)])) == 0
    (image,) = images_of(capsys.readouterr().out)
    assert [round(die["x"]) for die in image["dice"]] == [450, 9, -500, 150]
    for found in image["dice"]:
        assert found["number"] in (*range(1, 14), "joker")
        assert 0 <= found["confidence"] <= 1


def test_the_real_reader_finds_nothing_on_a_blank_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_picture(tmp_path / "table.png")
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert command.run(parser.parse_args(["--json", path]), real_reader()) == 0
    assert images_of(capsys.readouterr().out)[0]["dice"] == []


def test_a_picture_without_colour_is_told_as_such(tmp_path: Path) -> None:
    """Orange would be read as black there."""
    name = Path(__file__).parents[1] / "data" / "vision" / "daylight_stripes.jpg"
    image = cv2.imread(str(name), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    cv2.imwrite(str(tmp_path / "grey.png"), image)
    asked = [sys.executable, "-m", "turbo.commands.cli", "read", str(tmp_path / "grey.png")]
    told = subprocess.run(asked, capture_output=True, text=True)
    assert "have no colour in this picture" in told.stdout, told.stderr
