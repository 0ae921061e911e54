"""hardware.md: its figures follow from each other, its drawings and pins are those of the code."""

import re
import struct
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from turbo.board.pins import PinNumbers
from vision.cameras.optics import (
    CAMERAS,
    MAT_MM,
    SPARE_MM,
    STEP_MM,
    CameraOptics,
    FieldOfSight,
    hang_mm,
)

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "hardware.md").read_text(encoding="utf-8")


def _between(text: str, start: str, end: str) -> str:
    return text.partition(start)[2].partition(end)[0]


def test_table_and_drawing_of_heights_are_as_computed() -> None:
    told = subprocess.run(
        [sys.executable, "tools/hardware.py", "--check"], cwd=ROOT, capture_output=True, text=True
    )
    assert told.returncode == 0, f"run 'python tools/hardware.py': {told.stdout}{told.stderr}"


def _holds_mat(sight: FieldOfSight) -> bool:
    return all(
        field >= mat + 2 * SPARE_MM for field, mat in zip(sight.field_mm, MAT_MM, strict=True)
    )


@pytest.mark.parametrize("camera", CAMERAS.values(), ids=lambda camera: camera.name)
def test_a_camera_at_its_height_sees_the_mat_and_no_lower(camera: CameraOptics) -> None:
    height = hang_mm(camera)
    assert _holds_mat(camera.at(height)) and not _holds_mat(camera.at(height - STEP_MM))
    assert camera.at(height).die_px >= 40
    table = _between(TEXT, "<!-- heights -->", "<!-- end of heights -->")
    row = next(line for line in table.splitlines() if line.startswith(f"| {camera.name} |"))
    assert f"| {height} mm |" in row


@pytest.mark.parametrize("name", re.findall(r"\]\((docs/hardware/[\w.-]+)\)", TEXT))
def test_what_is_linked_is_there(name: str) -> None:
    path = ROOT / name
    assert path.exists()
    if path.suffix == ".svg":
        assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_links_inside_the_page_lead_somewhere() -> None:
    heads = re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}
    assert set(re.findall(r"\]\(#([\w-]+)\)", TEXT)) <= anchors


def test_the_pins_of_the_board_are_those_of_the_firmware() -> None:
    board = (ROOT / "firmware/boards/nano.c").read_text()
    in_c = dict(re.findall(r"(D\d+|A0) P\w\d  (button of player \d|referee|lamp of player \d|"
                           r"status lamp|ring|buzzer|piezo)", board))  # fmt: skip
    rows = dict(re.findall(r"^\| (D\d+|A0) \| (.*?) \|", TEXT, re.MULTILINE))
    words = {"status lamp": "status LED"}
    assert len(in_c) == 9
    assert all(words.get(what, what) in rows[pin].replace("'s", "") for pin, what in in_c.items())


DRAWN = {
    "button of player 1": "button player 1", "button of player 2": "button player 2",
    "referee": "button referee", "lamp of player 1": "lamp player 1",
    "lamp of player 2": "lamp player 2", "status lamp": "lamp status",
    "ring": "DIN", "buzzer": "passive buzzer", "piezo": "piezo",
}  # fmt: skip
"""What the firmware names, as the drawing labels it."""


def test_the_drawing_of_the_board_joins_each_part_to_its_pin() -> None:
    """By the firmware's own table: from every pin that it uses a coloured wire leads away, and the
    part that is drawn nearest to it on that side is the one that it is for."""
    board = (ROOT / "firmware/boards/nano.c").read_text()
    in_c = dict(re.findall(rf"(D\d+|A0) P\w\d  ({'|'.join(DRAWN)})", board))
    drawing = (ROOT / "docs/hardware/wiring-board.svg").read_text(encoding="utf-8")
    texts = re.findall(r'<text[^>]*x="(\d+)" y="(\d+)"[^>]*>([^<]*)', drawing)
    places = {text: (int(x), int(y)) for x, y, text in texts}
    wires = re.findall(r'stroke="(#\w+)" points="(\d+),(\d+) (\d+),(\d+)"', drawing)
    coloured = [tuple(map(int, ends)) for ink, *ends in wires if ink != "#333"]
    ends = {place for a, b, c, d in coloured for place in ((a, b), (c, d))}
    assert len(in_c) == 9
    for pin, what in in_c.items():
        x, y = places[pin]
        side = -1 if x < 565 else 1
        assert (565 + side * 77, y - 5) in ends, f"no wire at {pin}"
        parts = {one: places[one] for one in DRAWN.values() if (places[one][0] - 565) * side > 0}
        nearest = min(parts, key=lambda one: abs(parts[one][1] - y))
        assert nearest == DRAWN[what], f"{pin} is for the {what}, drawn beside {nearest}"


def test_the_pins_of_the_header_are_those_of_the_code() -> None:
    numbers = PinNumbers()
    table = _between(TEXT, "| what | GPIO | place on the header |", "\n\n")
    named = {name: int(pin) for name, pin in re.findall(r"\| ([^|]+) \| (\d+) \| \d+ \|", table)}
    assert list(named.values()) == [
        numbers.player_1,
        numbers.player_2,
        numbers.referee,
        numbers.lamp_1,
        numbers.lamp_2,
        numbers.lamp_status,
        numbers.buzzer,
    ]
    drawing = (ROOT / "docs/hardware/wiring-header.svg").read_text(encoding="utf-8")
    assert {int(pin) for pin in re.findall(r"GPIO (\d+)", drawing)} == set(named.values())


def test_the_header_places_are_those_of_the_gpio() -> None:
    """As printed on every Raspberry Pi with forty places."""
    places = {17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 25: 22}
    pairs = re.findall(r"\| (\d\d) \| (\d\d) \|", TEXT)
    assert {int(gpio): int(place) for gpio, place in pairs} == places


PARTS = sorted((ROOT / "docs/hardware").glob("*.scad"))
BED_MM = 220.0
"""Of the printers that most people have."""


@pytest.mark.parametrize("source", PARTS, ids=lambda path: path.stem)
def test_each_printed_part_has_its_file_and_fits_on_a_bed(source: Path) -> None:
    data = source.with_suffix(".stl").read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count, "expected a binary STL: make -C docs/hardware"
    corners = [
        struct.unpack_from("<9f", data, 84 + 50 * triangle + 12) for triangle in range(count)
    ]
    sides = [
        max(max(c[axis::3]) for c in corners) - min(min(c[axis::3]) for c in corners)
        for axis in range(3)
    ]
    assert max(sides) <= BED_MM
    assert f"docs/hardware/{source.stem}.stl" in TEXT
