"""Tiles: told from dice by their bodies, 6 from 9 by these, and read as rows."""

import cv2
import numpy as np
import pytest

from turbo.game.dice import Face, parse_hand
from turbo.game.observation import Observation, Reading, SeenDie
from turbo.twin.tile_drawing import PlacedTile, TileLook, TileRenderer
from vision.reading.reader import Reader
from vision.reading.rows import read_rows
from vision.reading.tiles import TILE_STILLS, StillsReader, TilesTuning, beyond, told_by_body

WIDE = 40.0


def tile(x: float, y: float, face: str, turn_deg: float = 0.0, sure: float = 0.99) -> SeenDie:
    """A tile whose upper square has its middle there."""
    turn = np.radians(turn_deg)
    right, down = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = [np.array([x, y]) + (a * right + b * down) * WIDE / 2 for a, b in signs]
    points = [(float(cx), float(cy)) for cx, cy in corners]
    reading = Reading(parse_hand(face)[0], sure)
    return SeenDie((points[0], points[1], points[2], points[3]), (reading,), turn_deg % 360)


def row(x: float, y: float, faces: str, step: float = 1.02, turn_deg: float = 0.0) -> list[SeenDie]:
    turn = np.radians(turn_deg)
    way = np.array([np.cos(turn), np.sin(turn)]) * WIDE * step
    words = faces.split()
    return [tile(x + k * way[0], y + k * way[1], face, turn_deg) for k, face in enumerate(words)]


@pytest.mark.parametrize(
    ("dice", "layout"),
    {
        "one row": (row(100, 100, "b3 b4 b5"), "b3 b4 b5"),
        "rows that nearly touch are no crossword": (
            [*row(100, 100, "b3 b4 b5"), *row(100, 100 + 1.42 * WIDE, "k9 r9 o9")],
            "b3 b4 b5 | k9 r9 o9",
        ),
        "sets with half a tile between them": (
            [*row(100, 100, "b3 b4 b5"), *row(100 + 4.6 * WIDE, 100, "k9 r9 o9")],
            "b3 b4 b5 | k9 r9 o9",
        ),
        "from the other side of the table": (row(300, 100, "b3 b4 b5", turn_deg=180), "b3 b4 b5"),
        "askew": (row(100, 100, "k1 k2 k3 k4", turn_deg=25), "k1 k2 k3 k4"),
        "upright rows": (row(100, 100, "k1 k2 k3", turn_deg=90), "k1 k2 k3"),
        "one that lies upside down to its neighbours": (
            [*row(100, 100, "b3 b4"), tile(100 + 2.04 * WIDE, 100 + 0.4 * WIDE, "b5", 180)],
            "b3 b4 b5",
        ),
        "two sets that touch, one upside down to the other": (
            [*row(300, 92, "k8 k9 k10", turn_deg=181), *row(350, 84, "k5 k6 k7", 1.02, 2)],
            "k10 k9 k8 k5 k6 k7",
        ),
        "untidy": (row(100, 100, "r1 r2 r3", step=1.15), "r1 r2 r3"),
        "a doubtful face is unread": (
            [*row(100, 100, "b3 b4"), tile(100 + 2.04 * WIDE, 100, "b5", sure=0.6)],
            "b3 b4 ?",
        ),
    }.values(),
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_tiles_are_written_row_by_row(dice: list[SeenDie], layout: str) -> None:
    seen = Observation(tuple(dice), 640, 480, are_tiles=True)
    assert str(read_rows(seen).layout) == layout
    backwards = Observation(tuple(reversed(dice)), 640, 480, are_tiles=True)
    assert str(read_rows(backwards).layout) == layout


def drawn(body_above: bool) -> np.ndarray:
    """A dark table with one white tile of 1 : 1.4 around the square at (100, 100)."""
    image = np.full((200, 200, 3), 40, np.uint8)
    half, more = int(WIDE / 2), int(0.4 * WIDE)
    top, bottom = 100 - half, 100 + half
    top, bottom = (top - more, bottom) if body_above else (top, bottom + more)
    cv2.rectangle(image, (100 - half, top), (100 + half, bottom), (225, 235, 240), -1)
    return image


@pytest.mark.parametrize(
    ("read", "body_above", "told"),
    {
        "a 6 above its body": ("b6", False, "b6"),
        "a 6 below its body is a 9": ("b6", True, "b9"),
        "a 9 below its body is a 6": ("o9", True, "o6"),
        "an 8 is an 8 either way": ("b8", True, "b8"),
    }.values(),
    ids=["6", "6 turned", "9 turned", "8 turned"],
)
def test_6_and_9_are_told_by_the_tiles_body(read: str, body_above: bool, told: str) -> None:
    image = drawn(body_above)
    die = tile(100, 100, read, sure=0.55)
    face = die.readings[0].face
    upside = Face(face.colour, {6: 9, 9: 6}.get(face.number or 0, face.number))
    both = (*die.readings, Reading(upside, 0.4)) if upside != face else die.readings
    die = SeenDie(die.corners_px, both, 0.0)
    answer = told_by_body(image, die, TilesTuning())
    assert str(answer.readings[0].face) == told
    if upside != face:
        assert answer.readings[0].confidence == pytest.approx(0.95)


def test_what_goes_on_below_is_seen_however_the_tile_is_turned() -> None:
    image = drawn(body_above=False)
    around = beyond(image, tile(100, 100, "k5"), TilesTuning())
    assert around.below > 0.9 > 0.5 > around.above
    turned = np.asarray(cv2.rotate(image, cv2.ROTATE_180), np.uint8)
    around = beyond(turned, tile(99, 99, "k5", turn_deg=180), TilesTuning())
    assert around.below > 0.9 > 0.5 > around.above


def test_a_faint_tile_that_lies_alone_is_found() -> None:
    """Its peak has 0.36, as one had 0.39 in a simulated evening where 0.4 was asked for: the table
    looked as before, so that the press over it became a draw."""
    renderer, lone = TileRenderer(TileLook(), 1), PlacedTile(parse_hand("b11")[0], 300, -200, 40)
    bare, whole = (np.asarray(renderer.draw(tiles), np.float32) for tiles in ((), (lone,)))
    faint = np.asarray(bare + 0.45 * (whole - bare), np.uint8)
    x, y = renderer.square_px(lone).mean(axis=0)
    places = [np.mean(die.corners_px, axis=0) for die in StillsReader(True).read(faint).dice]
    assert min(float(np.hypot(*(place - (x, y)))) for place in places) < 5


def test_the_markers_of_corner_cards_are_no_tiles() -> None:
    """Before anything is set up as well: a picture tells by itself where its cards lie."""
    faces = parse_hand("k9 r9 b9")
    row = [PlacedTile(face, 26.5 * place, 0, 0) for place, face in enumerate(faces)]
    image = np.asarray(TileRenderer(TileLook(), 1).draw(row), np.uint8)
    assert len(Reader(TILE_STILLS).read(image).dice) > 3, "markers look like tiles"
    assert read_rows(StillsReader(True).read(image)).text == "k9 r9 b9"
