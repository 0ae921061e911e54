"""The mat: its geometry, its PDF, and that the print is what the calibration looks for."""

import argparse
import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from turbo.commands.mat import add_arguments, run
from turbo.errors import TurboError
from vision.mat.markers import calibrate, find_markers
from vision.mat.pdf import Paper, mat_pdf, sheets
from vision.mat.sheet import MARKER_BITS, MatGeometry, Rectangle
from vision.pictures.loading import Image

MAT = MatGeometry()
PRINTER_MARGIN_MM = 5.0


def test_marker_bits_are_those_of_the_dictionary() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, bits in enumerate(MARKER_BITS):
        cells = cv2.aruco.generateImageMarker(dictionary, number, 6)[1:5, 1:5].ravel() > 0
        assert int("".join("01"[int(cell)] for cell in cells), 2) == bits


def box(corners: tuple[tuple[float, float], ...]) -> Rectangle:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Rectangle(min(xs), min(ys), max(xs), max(ys))


def overlap(one: Rectangle, other: Rectangle) -> bool:
    beside = one.right <= other.left or other.right <= one.left
    return not (beside or one.top <= other.bottom or other.top <= one.bottom)


def test_nothing_overlaps_and_every_marker_has_a_white_rim() -> None:
    cell = MAT.marker_mm / 6
    rims = [
        Rectangle(b.left - cell, b.bottom - cell, b.right + cell, b.top + cell)
        for b in map(box, MAT.markers().values())
    ]
    areas = [*rims, *(patch.area for patch in MAT.patches()), *MAT.zones().values()]
    for one, other in combinations(areas, 2):
        assert not overlap(one, other), (one, other)


def test_everything_lies_where_a_printer_can_print() -> None:
    for patch in MAT.drawing():
        assert abs(patch.area.left) <= MAT.width_mm / 2 - PRINTER_MARGIN_MM
        assert abs(patch.area.right) <= MAT.width_mm / 2 - PRINTER_MARGIN_MM
        assert abs(patch.area.bottom) <= MAT.height_mm / 2 - PRINTER_MARGIN_MM
        assert abs(patch.area.top) <= MAT.height_mm / 2 - PRINTER_MARGIN_MM


def test_only_zones_lie_across_the_seam_of_two_sheets() -> None:
    zones = {patch.area for patch in MAT.drawing() if patch.area.right - patch.area.left > 110}
    for patch in MAT.drawing():
        near_seam = patch.area.left < PRINTER_MARGIN_MM and patch.area.right > -PRINTER_MARGIN_MM
        assert patch.area in zones or not near_seam


def test_zones_touch_without_a_gap() -> None:
    def zones_at(y_mm: float) -> list[str]:
        return [name for name, area in MAT.zones().items() if area.has(0.0, y_mm)]

    assert all(zones_at(float(y)) for y in np.linspace(-135.9, 135.9, 300))
    assert (zones_at(0), zones_at(100), zones_at(-140)) == (["table"], ["hand_1"], [])


def test_a_hand_holds_nine_dice_in_a_row_of_the_largest_edge() -> None:
    hand = MAT.zones()["hand_0"]
    assert hand.right - hand.left >= 9 * 25 and hand.top - hand.bottom >= 2 * 25


@pytest.mark.parametrize("paper", list(Paper))
def test_the_pdf_is_well_formed(paper: Paper) -> None:
    data = mat_pdf(MAT, paper)
    assert data.startswith(b"%PDF-1.4") and data.endswith(b"%%EOF\n")
    table = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[table : table + 4] == b"xref"
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", data)]
    for number, place in enumerate(places, 1):
        assert data[place:].startswith(b"%d 0 obj" % number)
    for length, body in re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", data, re.S):
        assert int(length) == len(body)


def test_page_sizes() -> None:
    boxes = re.findall(rb"MediaBox \[0 0 (\S+) (\S+)\]", mat_pdf(MAT, Paper.A4))
    assert [float(length) for size in boxes for length in size] == pytest.approx(
        [595.276, 841.89] * 2, abs=0.01
    )
    assert len(sheets(MAT, Paper.A3)) == 1


def rasters(path: Path, dpi: int) -> list[Image]:
    prefix = path.with_suffix("")
    subprocess.run(["pdftoppm", "-r", str(dpi), "-png", str(path), str(prefix)], check=True)
    pages = sorted(path.parent.glob(f"{prefix.name}-*.png"))
    return [np.asarray(cv2.imread(str(page)), dtype=np.uint8) for page in pages]


def whole(pages: list[Image], paper: Paper) -> Image:
    """The sheets as they are laid: five pixels a millimetre."""
    if paper is not Paper.LETTER:
        wide = 2100 if paper is Paper.A3 else 1050
        return np.hstack([image[:1485, :wide] for image in pages])
    found = np.full((1485, 2100, 3), 255, np.uint8)
    middle = (742, 1050)
    for image, sheet in zip(pages, sheets(MAT, paper), strict=True):
        left, top = sheet.left_mm * 5, -(sheet.bottom_mm + sheet.height_mm) * 5
        for row, column in np.ndindex(2, 2):
            is_left, is_upper = column == 0, row == 0
            if (sheet.left_mm < -100) != is_left or (sheet.bottom_mm > -100) != is_upper:
                continue
            rows = slice(0, middle[0]) if is_upper else slice(middle[0], 1485)
            columns = slice(0, middle[1]) if is_left else slice(middle[1], 2100)
            y = rows.start - 742.5 - top
            x = columns.start - 1050 - left
            part = image[round(y) :, round(x) :][: rows.stop - rows.start]
            found[rows, columns] = part[:, : columns.stop - columns.start]
    return found


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is missing")
@pytest.mark.parametrize("paper", list(Paper))
def test_the_print_is_what_the_calibration_looks_for(paper: Paper, tmp_path: Path) -> None:
    """Rasterised at 127 dpi, 5 pixels are a millimetre: every marker must lie where it should."""
    path = tmp_path / "mat.pdf"
    path.write_bytes(mat_pdf(MAT, paper))
    page = whole(rasters(path, 127), paper)
    found = find_markers(np.ascontiguousarray(page))
    assert sorted(found) == list(range(8))
    for number, corners in found.items():
        expected = (np.array(MAT.markers()[number]) * [1, -1] + [210, 148.5]) * 5 - 0.5
        assert np.abs(corners - expected).max() < 1.0


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is missing")
def test_the_ruler_is_as_long_as_it_says(tmp_path: Path) -> None:
    path = tmp_path / "mat.pdf"
    path.write_bytes(mat_pdf(MAT, Paper.A3))
    (page,) = rasters(path, 254)
    row = page[int((148.5 + 141.0 - 0.15) * 10), :, 0]
    (dark,) = np.nonzero(row[2000:] < 128)
    in_ruler = dark[(dark > 250) & (dark < 1320)]
    assert in_ruler.max() - in_ruler.min() == pytest.approx(1000, abs=4)


def arguments(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(given)


def test_the_command_writes_the_mat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mat.pdf"
    assert run(arguments(str(out), "--paper", "a4")) == 0
    assert out.read_bytes() == mat_pdf(MAT, Paper.A4)
    assert "two A4 sheets" in capsys.readouterr().out
    assert run(arguments(str(out), "--outline")) == 0
    assert b"0.500 g" in mat_pdf(MAT, Paper.A3) and out.read_bytes() != mat_pdf(MAT, Paper.A3)


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(TurboError, match="cannot be written"):
        run(arguments(str(tmp_path / "none" / "mat.pdf")))


def test_a_picture_without_a_mat_is_told_what_is_missing() -> None:
    with pytest.raises(TurboError, match="at least 2 of the mat's 8 markers, saw 0"):
        calibrate(np.full((480, 640, 3), 120, np.uint8))
