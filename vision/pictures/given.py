"""Files that a person gives along with pictures: corners to read at, and where the table is.

No OpenCV and no numpy here: a bad file is told before anything heavy is loaded.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turbo.errors import TurboError
from turbo.game.observation import Point, is_inside

Quad = tuple[Point, Point, Point, Point]
Corners = dict[str, tuple[Quad, ...]]
"""The faces to read in each picture, by the picture's path as given."""

FARTHEST_PX = 1e6
"""No picture is as large; larger numbers are no places in a picture."""

CORNERS_EXPECTED = 'expected {"IMAGE": [[[x, y], [x, y], [x, y], [x, y]], ...]}'
ZONES_EXPECTED = 'expected {"zones": {"table": [[x, y], [x, y], [x, y], ...]}}'


class BadFile(TurboError, ValueError):
    """A file that was given along and cannot be used: its path, and what was expected."""


def one_line(text: str) -> str:
    """The text without line breaks or other signs that a terminal would act on."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


@dataclass(frozen=True, slots=True)
class Zones:
    """Where things lie in the picture. Without a zone for the table it is everywhere.

    >>> Zones(((0, 0), (4, 0), (0, 4))).is_on_table((1, 1))
    True
    >>> Zones(((0, 0), (4, 0), (0, 4))).is_on_table((3, 3))
    False
    """

    table_px: tuple[Point, ...] = ()

    def is_on_table(self, point: Point) -> bool:
        return not self.table_px or is_inside(point, self.table_px)


def load_corners(path: str) -> Corners:
    """The quads of every picture; `BadFile` says which part is wrong."""
    document = _load(path, CORNERS_EXPECTED)
    corners = {}
    for image, faces in document.items():
        if not isinstance(faces, list):
            raise _bad(path, f"{CORNERS_EXPECTED}, got no list for {image!r}")
        corners[image] = tuple(
            _quad(face, path, f"face {number} of {image!r}") for number, face in enumerate(faces, 1)
        )
    return corners


def load_zones(path: str) -> Zones:
    """The zones of a calibration; what else it holds is not needed here."""
    zones = _load(path, ZONES_EXPECTED).get("zones", {})
    if not isinstance(zones, dict):
        raise _bad(path, ZONES_EXPECTED)
    outline = zones.get("table", [])
    # None at all is allowed: then the table is everywhere.
    if not isinstance(outline, list) or len(outline) in (1, 2):
        raise _bad(path, f"{ZONES_EXPECTED}, three corners or more")
    return Zones(tuple(_point(place, path, ZONES_EXPECTED) for place in outline))


def _load(path: str, expected: str) -> dict[str, Any]:
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise _bad(path, (error.strerror or str(error)).lower()) from None
    # Thousands of brackets make the second; to who gave the file both are no JSON.
    except (ValueError, RecursionError):
        raise _bad(path, f"{expected}, got no JSON") from None
    if not isinstance(document, dict):
        raise _bad(path, expected)
    return document


def _bad(path: str, cause: str) -> BadFile:
    return BadFile(one_line(f"{path}: {cause}"))


def _quad(face: Any, path: str, where: str) -> Quad:
    if not isinstance(face, list) or len(face) != 4:
        raise _bad(path, f"expected four corners [x, y] for {where}")
    first, second, third, fourth = (
        _point(corner, path, f"expected two numbers [x, y] for every corner of {where}")
        for corner in face
    )
    return _clockwise((first, second, third, fourth))


def _clockwise(quad: Quad) -> Quad:
    """The top of a die can only be seen from outside: corners the other way round are turned."""
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = quad
    twice_area = (x3 - x1) * (y4 - y2) - (y3 - y1) * (x4 - x2)
    return quad if twice_area >= 0 else (quad[0], quad[3], quad[2], quad[1])


def _point(place: Any, path: str, expected: str) -> Point:
    if not isinstance(place, list) or len(place) != 2 or not all(map(_is_coordinate, place)):
        raise _bad(path, expected)
    return float(place[0]), float(place[1])


def _is_coordinate(value: Any) -> bool:
    """A number that is a place: no truth value, not infinite, and not a NaN, which fails both."""
    # For Python true is the number 1, which nobody means by a corner.
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and -FARTHEST_PX <= value <= FARTHEST_PX
