"""hardware.md: its figures follow from each other, its drawings and pins are those of the code."""

import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from turbo.board.pins import PinNumbers

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "hardware.md").read_text(encoding="utf-8")
MAT_MM, MARGIN_MM, DIE_MM, WIDTH_PX = (420, 297), 20, 16, 1920


def _between(text: str, start: str, end: str) -> str:
    return text.partition(start)[2].partition(end)[0]


def _cameras() -> list[list[str]]:
    lines = _between(TEXT, "<!-- heights -->", "<!-- end of heights -->").split("\n")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "°" in line]
    assert len(rows) == 8
    return rows


@pytest.mark.parametrize("row", _cameras(), ids=lambda row: row[0])
def test_a_camera_at_its_height_sees_the_mat(row: list[str]) -> None:
    across, along, height = (float(cell.split("°")[0].split(" ")[0]) for cell in row[1:4])
    sees = [2 * height * math.tan(math.radians(angle / 2)) for angle in (across, along)]
    need = [side + 2 * MARGIN_MM for side in MAT_MM]
    assert all(seen >= needed for seen, needed in zip(sees, need, strict=True))
    assert any(seen < needed * 1.04 for seen, needed in zip(sees, need, strict=True)), "too high"
    assert row[4] == f"{sees[0]:.0f} × {sees[1]:.0f} mm"  # noqa: RUF001
    assert row[5] == f"{WIDTH_PX / sees[0] * DIE_MM:.0f} px"


def test_the_drawing_of_heights_says_the_same() -> None:
    drawing = (ROOT / "docs/hardware/camera-height.svg").read_text(encoding="utf-8")
    drawn = re.findall(r">(\d+ mm)</text>", drawing)
    assert drawn == [row[3] for row in _cameras()]


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
