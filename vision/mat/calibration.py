"""What a calibration knows, and the file it is kept in.

The file is one JSON document. `turbo read --calibration` takes the table's outline in pixels from
it, `Plan.from_json` the map to millimetres and the zones; the rest serves to notice a camera that
was bumped, to judge the light, and to set the camera as it was set.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from turbo.data_folder import data_file
from turbo.errors import TurboError, reading, writing
from turbo.game.observation import Observation, Point, SeenDie, is_inside
from turbo.storage.files import write_whole
from vision.mat.plan import Outline, Plan, matrix_of
from vision.mat.pose import Array, CameraModel, plane_homography
from vision.mat.sheet import MatGeometry, Rectangle
from vision.pictures.given import one_line

VERSION = 1
"""Of the file. Parts that came later are read with a default, so it is still the first."""

SIDE_PARTS = 4
"""A zone's side is drawn in so many straight parts: a lens bends it."""

PRINT_RIM_MM = 6.0
"""How far beside a marker or patch the reader's ghosts of it lie: up to 4 mm on the twin's mat."""

SURE = 0.9
"""A die that is read so surely lies there, whatever is printed below it."""

LIKELY = 0.5
"""More likely than not, and what a doubtful die is given at most: what is printed is given less,
where it is seen before a zone at all."""

ZONES = ("table", "hand_0", "hand_1")

EXPECTED = "expected a calibration as 'turbo calibrate' writes it"


@dataclass(frozen=True, slots=True)
class GreyReading:
    """What the camera made of a grey patch: its level on paper, and blue, green, red."""

    level: float
    bgr: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """How one camera, as it stands, sees one table. Zones are on the mat: y runs away from
    seat 0."""

    width_px: int
    height_px: int
    camera: CameraModel
    zones_mm: Mapping[str, Outline]
    edge_mm: float
    source: str
    """`mat`, `cards` or `corners`: what it was taken from."""
    error_px: float = 0.0
    spread_mm: float = 0.0
    """Standard deviation of a place at the height of the tops, where it is worst."""
    markers_px: Mapping[int, Outline] = field(default_factory=dict)
    greys: tuple[GreyReading, ...] = ()
    settings: Mapping[str, float] = field(default_factory=dict)
    """Exposure, gain and white balance as the camera said them when they were locked."""
    top_mm: float | None = None
    """How high the pieces' tops lie; None: they are cubes, as high as their edge."""

    @property
    def height_mm(self) -> float:
        return self.edge_mm if self.top_mm is None else self.top_mm

    def to_mm(self, point_px: Point) -> Point:
        """Where on the mat a die lies whose top's centre is seen here."""
        x, y = self.camera.to_mm(np.array([point_px], dtype=np.float64), self.height_mm)[0]
        return float(x), float(y)

    def to_px(self, point_mm: Point) -> Point:
        """Where the top's centre of a die is seen that lies here on the mat."""
        x, y = self.camera.to_px(np.array([[*point_mm, self.height_mm]]))[0]
        return float(x), float(y)

    @property
    def die_px(self) -> float:
        """How wide a die in the middle is seen."""
        x, y = np.mean(np.array(self.zones_mm["table"]), axis=0)
        return self._die_px_at((float(x), float(y)))

    @property
    def far_px(self) -> float:
        """The same where it is seen smallest: seen aslant, in a corner that is far away."""
        return min(self._die_px_at(spot) for zone in self.zones_mm.values() for spot in zone)

    def _die_px_at(self, spot_mm: Point) -> float:
        (x, y), half = spot_mm, self.edge_mm / 2
        corners = [self.to_px((x + a * half, y + b * half)) for a, b in _SQUARE]
        return float(np.mean([np.linalg.norm(np.subtract(a, b)) for a, b in _pairs(corners)]))

    def zone_px(self, name: str) -> Outline:
        """The outline in the picture, at the height of the dice's tops."""
        outline = self.zones_mm[name]
        points = [
            (x1 + (x2 - x1) * part / SIDE_PARTS, y1 + (y2 - y1) * part / SIDE_PARTS)
            for (x1, y1), (x2, y2) in _pairs(outline)
            for part in range(SIDE_PARTS)
        ]
        return tuple(self.to_px(point) for point in points)


_SQUARE = ((-1, 1), (1, 1), (1, -1), (-1, -1))


def _pairs(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(points, (*points[1:], points[0]), strict=True))


def without_print(calibration: Calibration, seen: Observation) -> Observation:
    """What was seen, less what the reader takes for dice in printed markers and patches. A
    die that is read surely there stays: it lies on them. So does one that is more likely than not
    and stands in a zone, where the print does not: beyond the far rim its top is seen before the
    print, at 45 degrees by as much as it is high. Corner cards lie in the field that they bound."""
    # Without a mat nothing of ours is printed there.
    if calibration.source == "corners":
        return seen
    # Most looks: nothing is in doubt, and what is printed need not be worked out.
    unsure = [i for i, die in enumerate(seen.dice) if die.confidence < SURE]
    dice = [seen.dice[i] for i in unsure]
    areas = _printed_areas(calibration) if dice else ()
    places = _on(calibration, dice, 0.0)
    printed = [k for k, place in enumerate(places) if any(area.has(*place) for area in areas)]
    if not printed:
        return seen
    feet = _on(calibration, dice, calibration.height_mm)

    def is_in_zone(place: Point) -> bool:
        return any(is_inside(place, outline) for outline in calibration.zones_mm.values())

    left_out = {
        unsure[k]
        for k in printed
        if dice[k].confidence < LIKELY or not is_in_zone(feet[k]) or is_in_zone(places[k])
    }
    kept = tuple(die for i, die in enumerate(seen.dice) if i not in left_out)
    return replace(seen, dice=kept)


def _on(calibration: Calibration, dice: Sequence[SeenDie], z_mm: float) -> list[Point]:
    """Where dice are seen at this height; all at once, one by one it takes ten times as long."""
    if not dice:
        return []
    centres = np.array([die.centre_px for die in dice])
    return [(x, y) for x, y in calibration.camera.to_mm(centres, z_mm).tolist()]


def _printed_areas(calibration: Calibration) -> tuple[Rectangle, ...]:
    if calibration.source == "mat":
        return _printed_on_mat()
    corners = (calibration.camera.to_mm(np.array(o), 0.0) for o in calibration.markers_px.values())
    boxes = ((box.min(axis=0) - PRINT_RIM_MM, box.max(axis=0) + PRINT_RIM_MM) for box in corners)
    return tuple(Rectangle(*map(float, (*low, *high))) for low, high in boxes)


@cache
def _printed_on_mat() -> tuple[Rectangle, ...]:
    return MatGeometry().printed_areas(PRINT_RIM_MM)


def plan_from(calibration: Calibration) -> Plan:
    """The plan of the dice's tops. Its y runs the other way, towards seat 0, as pictures do."""
    camera, grid = calibration.camera, _grid(calibration)
    tops = np.column_stack([grid, np.full(len(grid), calibration.height_mm)])
    # Without the bend: the plan straightens a point before it is mapped, and must not do so twice.
    straight = replace(camera, bend=0.0, far_bend=0.0).to_px(tops)
    matrix = plane_homography(straight, grid * [1.0, -1.0])
    table, one, other = (tuple((x, -y) for x, y in calibration.zones_mm[name]) for name in ZONES)
    return Plan(
        matrix_of(matrix / matrix[2, 2]), table, (one, other), calibration.edge_mm, lens=camera.lens
    )


def _grid(calibration: Calibration) -> Array:
    """Places all over the zones."""
    corners = np.array([corner for name in ZONES for corner in calibration.zones_mm[name]])
    (left, bottom), (right, top) = corners.min(axis=0), corners.max(axis=0)
    # All over and not only the corners, so that what no homography can show is spread evenly.
    xs, ys = np.meshgrid(np.linspace(left, right, 9), np.linspace(bottom, top, 7))
    return np.column_stack([xs.ravel(), ys.ravel()])


def default_calibration() -> Path:
    """Where the calibration is kept unless the user says otherwise."""
    return data_file("TURBO_CALIBRATION", "calibration.json")


def default_dice() -> Path:
    """Where the user's own dice are kept unless the user says otherwise."""
    return data_file("TURBO_DICE", "dice.txt")


def default_tiles() -> Path:
    """The same of what was learned of their tiles."""
    return data_file("TURBO_TILES", "tiles.txt")


def calibration_json(calibration: Calibration) -> dict[str, Any]:
    """The document; a calibration's file is this and nothing else."""
    plan = plan_from(calibration).to_json()
    # What was calibrated never is.
    plan.pop("is_presumed")
    zones_mat = {name: _lists(calibration.zones_mm[name]) for name in ZONES}
    return {
        "version": VERSION,
        "source": calibration.source,
        "width_px": calibration.width_px,
        "height_px": calibration.height_px,
        **plan,
        "zones": {name: _lists(calibration.zone_px(name)) for name in ZONES},
        "zones_mat_mm": zones_mat,
        "camera": asdict(calibration.camera),
        "error_px": calibration.error_px,
        "spread_mm": calibration.spread_mm,
        "markers_px": {str(n): _lists(corners) for n, corners in calibration.markers_px.items()},
        "greys": [asdict(grey) for grey in calibration.greys],
        "settings": dict(calibration.settings),
        "top_mm": calibration.top_mm,
    }


def _lists(outline: Outline) -> list[list[float]]:
    return [[x, y] for x, y in outline]


def save_calibration(calibration: Calibration, path: Path) -> None:
    """Whole or not at all: a cut of power leaves the file as it was."""
    text = json.dumps(calibration_json(calibration), indent=1)
    with writing(one_line(str(path))):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"{text}\n".encode())


def load_calibration(path: Path) -> Calibration:
    """The calibration of a file; `TurboError` says which part is wrong."""
    try:
        with reading(one_line(str(path))):
            document = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise TurboError(one_line(f"{path}: {EXPECTED}, got no JSON")) from None
    try:
        return calibration_from(document)
    except TurboError as error:
        raise TurboError(one_line(f"{path}: {error}")) from None


def calibration_from(document: Any) -> Calibration:
    """The calibration that `calibration_json` wrote."""
    if not isinstance(document, dict):
        raise TurboError(EXPECTED)
    if document.get("version") != VERSION:
        raise TurboError(f"{EXPECTED}, version {VERSION}, got {document.get('version')!r}")
    part = "size"
    try:
        width, height = int(document["width_px"]), int(document["height_px"])
        part = "camera"
        camera = _camera(document["camera"])
        part = "zones_mat_mm"
        zones = {name: _outline(document[part][name], 3) for name in ZONES}
        part = "edge_mm"
        edge_mm = _number(document[part])
        part = "markers_px, greys, settings"
        return Calibration(width, height, camera, zones, edge_mm, **_rest(document))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise TurboError(f"{EXPECTED}: its part '{part}' is missing or wrong") from None


def _rest(document: Mapping[str, Any]) -> dict[str, Any]:
    markers = document.get("markers_px", {})
    return {
        "source": str(document.get("source", "corners")),
        "error_px": _number(document.get("error_px", 0.0)),
        "spread_mm": _number(document.get("spread_mm", 0.0)),
        "markers_px": {int(number): _outline(markers[number], 4) for number in markers},
        "greys": tuple(_grey(one) for one in document.get("greys", [])),
        "settings": {str(k): _number(v) for k, v in document.get("settings", {}).items()},
        "top_mm": None if document.get("top_mm") is None else _number(document["top_mm"]),
    }


def _camera(value: Mapping[str, Any]) -> CameraModel:
    a, b, c = map(_number, value["turn"])
    x, y, z = map(_number, value["shift_mm"])
    u, v = map(_number, value["middle_px"])
    focal_px = _number(value["focal_px"])
    if focal_px <= 0:
        raise ValueError("expected a focal length above 0")
    far_bend = _number(value.get("far_bend", 0.0))
    return CameraModel(focal_px, _number(value["bend"]), (a, b, c), (x, y, z), (u, v), far_bend)


def _grey(value: Mapping[str, Any]) -> GreyReading:
    blue, green, red = map(_number, value["bgr"])
    return GreyReading(_number(value["level"]), (blue, green, red))


def _outline(value: Sequence[Sequence[Any]], least: int) -> Outline:
    points = tuple((_number(x), _number(y)) for x, y in value)
    if len(points) < least:
        raise ValueError(f"expected {least} points or more")
    return points


def _number(value: Any) -> float:
    """A finite number: JSON as Python reads it has words for others."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise ValueError("expected a number")
    return float(value)
