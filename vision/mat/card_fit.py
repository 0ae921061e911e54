"""From corner cards in a picture to a calibration: where they lie is measured with them.

The markers' own size is the only thing known, so the places of the cards and the camera are found
together: the camera for which all four are squares of that size on one plane. Who has measured the
field says so, and then it is as large as that.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from turbo.errors import TurboError
from vision.mat.calibration import Calibration
from vision.mat.cards import CardGeometry
from vision.mat.markers import Markers, find_numbered
from vision.mat.plan import Outline, outline_of
from vision.mat.pose import Array, PoseTuning, Sighting, descend, fit_pose, seen_px
from vision.pictures.loading import Image

CARDS = CardGeometry()

FEWEST = 2
"""Cards that tell where a camera is now, once all four were measured."""

SAME_CARDS_PX = 1.0
"""Mean miss, over 1000 of the longer side, up to which cards lie to each other as they lay: noise
has 0.1 to 0.3, a card that was pushed by a finger's breadth 5 and more."""


@dataclass(frozen=True, slots=True)
class TileSize:
    """A tile in millimetres. Sets differ: the usual ones are 26 to 28 wide and 1 : 1.4."""

    wide_mm: float = 26.0
    long_mm: float = 36.4
    thick_mm: float = 8.0


@dataclass(frozen=True, slots=True)
class CardTuning:
    """How cards are measured; checked on drawn tables (`tests/vision/test_cards.py`)."""

    pose: PoseTuning = field(default_factory=PoseTuning)
    told_mm: float = 3.0
    """How well people measure a field with a tape: standard deviation."""
    band_mm: float = 1.0
    """Of the hands' zones, which a tile table has not: racks stand beyond the field."""
    stray_px: float = 3.0
    """Mean miss of the corners, over 1000 of the longer side, from which a card is bent."""
    steps: int = 60
    """Most steps of the fit: it stands still after 8 to 30."""


TUNING = CardTuning()


def find_cards(image: Image) -> Markers:
    return find_numbered(image, CARDS.numbers)


def calibrate_cards(
    image: Image,
    *,
    tile: TileSize | None = None,
    field_mm: tuple[float, float] | None = None,
    focal_px: float | None = None,
) -> Calibration:
    """The calibration of a picture that shows all four cards; `TurboError` says what is missing."""
    height, width = image.shape[:2]
    return calibrate_found(find_cards(image), (width, height), tile, field_mm, focal_px)


def calibrate_found(
    markers: Markers,
    picture_px: tuple[int, int],
    tile: TileSize | None = None,
    field_mm: tuple[float, float] | None = None,
    focal_px: float | None = None,
) -> Calibration:
    """The same from cards that were found before, perhaps in many pictures."""
    tile = tile or TileSize()
    if len(markers) < len(CARDS.numbers):
        raise TurboError(
            f"expected all four corner cards (turbo mat --corners), saw {len(markers)}:"
            " show each whole, flat, with nothing lying on it"
        )
    ordered = _clockwise(markers)
    points_mm = _Joint(ordered, picture_px, field_mm, focal_px).places()
    pixels = np.concatenate(list(ordered.values()))
    pose = fit_pose(Sighting(points_mm, pixels, *picture_px), TUNING.pose, focal_px)
    if pose.error_px > TUNING.stray_px * max(1.0, max(picture_px) / 1000):
        raise TurboError("expected four flat cards on one table: one is bent or lies higher")
    zones = _zones(points_mm)
    # On the table and not in the picture, where a strong lens bends straight sides inwards.
    if not cv2.isContourConvex(np.array(zones["table"], dtype=np.float32)):
        raise TurboError("expected the cards at four corners of a field, none within the others")
    corners = np.array([corner for outline in zones.values() for corner in outline])
    return Calibration(
        *picture_px,
        pose.camera,
        zones,
        tile.wide_mm,
        "cards",
        pose.error_px,
        pose.spread_mm(corners, tile.thick_mm),
        {n: outline_of(markers[n]) for n in sorted(markers)},
        top_mm=tile.thick_mm,
    )


def recalibrated_cards(calibration: Calibration, image: Image) -> Calibration:
    """The same camera, its lens as it was, over cards or an arm that were bumped. If the cards in
    sight lie to each other as they lay, the camera was moved and two of them tell how; else a card
    was, and all four are measured anew."""
    found, size = find_cards(image), (image.shape[1], image.shape[0])
    both = [number for number in found if number in calibration.markers_px]
    if len(both) >= FEWEST and size == (calibration.width_px, calibration.height_px):
        moved = _moved_camera(calibration, {number: found[number] for number in both})
        if moved is not None:
            return moved
    # The file keeps a tile's width and thickness; its length follows.
    tile = TileSize(calibration.edge_mm, 1.4 * calibration.edge_mm, calibration.height_mm)
    fresh = calibrate_cards(image, tile=tile, focal_px=calibration.camera.focal_px)
    return replace(fresh, settings=calibration.settings)


def _moved_camera(calibration: Calibration, seen: Markers) -> Calibration | None:
    """Where the camera is now, if these cards lie where they lay; None if they do not."""
    known = {
        n: calibration.camera.to_mm(np.array(o), 0.0) for n, o in calibration.markers_px.items()
    }
    size = (calibration.width_px, calibration.height_px)
    points_mm = np.concatenate([known[number] for number in seen])
    pixels = np.concatenate(list(seen.values()))
    focal = calibration.camera.focal_px
    pose = fit_pose(Sighting(points_mm, pixels, *size), focal_px=focal)
    if pose.error_px > SAME_CARDS_PX * max(1.0, max(size) / 1000):
        return None
    flat = {n: np.column_stack([corners, np.zeros(4)]) for n, corners in known.items()}
    seen_at = {n: seen.get(n, pose.camera.to_px(points)) for n, points in flat.items()}
    markers = {n: outline_of(seen_at[n]) for n in seen_at}
    return replace(calibration, camera=pose.camera, markers_px=markers, error_px=pose.error_px)


def field_size_mm(calibration: Calibration) -> tuple[float, float]:
    """Width and height of the field, as measured or as told."""
    corners = np.array(calibration.zones_mm["table"])
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2


def _clockwise(markers: Markers) -> Markers:
    """From the upper left one as the picture shows them: whoever laid them chose no order."""
    centres = {number: corners.mean(axis=0) for number, corners in markers.items()}
    middle = np.mean(list(centres.values()), axis=0)
    around = sorted(centres, key=lambda n: float(np.arctan2(*(centres[n] - middle)[::-1])))
    first = min(range(4), key=lambda at: float(sum(centres[around[at]])))
    return {number: markers[number] for number in (*around[first:], *around[:first])}


class _Joint:
    """Camera and cards together. Values: nine of the camera, then place and turn of each card; the
    first card's are not free, it is where we count from."""

    def __init__(
        self,
        markers: Mapping[int, Array],
        picture_px: tuple[int, int],
        field_mm: tuple[float, float] | None,
        focal_px: float | None,
    ) -> None:
        self.pixels = np.stack(list(markers.values()))
        self.size, self.field_mm = picture_px, field_mm
        pose = TUNING.pose
        self.focal_px = focal_px or pose.focal * max(picture_px)
        self.focal_width = pose.known_focal_width if focal_px else pose.focal_width
        half = CARDS.marker_mm / 2
        self.square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
        self.middle_px = ((picture_px[0] - 1) / 2, (picture_px[1] - 1) / 2)

    def places(self) -> Array:
        """All corners in millimetres about the field's middle, x along its lower side."""
        flat = self._as_a_plan()
        camera = fit_pose(
            Sighting(self._corners(flat).reshape(-1, 2), self.pixels.reshape(-1, 2), *self.size),
            TUNING.pose,
            self.focal_px,
        ).camera
        start = np.concatenate([camera.parameters(), flat[1:].ravel()])
        # Held: if all cards were free, all of them could be shifted and turned together at no cost.
        self._first = flat[0]
        found, _ = descend(self._misses, start, TUNING.steps)
        return _squared(self._corners(self._cards(found)))

    def _as_a_plan(self) -> Array:
        """A first guess: the picture itself is the plan, its scale that of the markers."""
        edges = np.linalg.norm(self.pixels - np.roll(self.pixels, -1, axis=1), axis=2)
        scale = CARDS.marker_mm / float(edges.mean())
        # Upside down: pixels run down, the table's y runs up.
        flat = self.pixels * [scale, -scale]
        along = flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]
        return np.column_stack([flat.mean(axis=1), np.arctan2(along[:, 1], along[:, 0])])

    def _cards(self, values: Array) -> Array:
        """One row of values or many: ... x cards x 3."""
        free = values[..., 9:].reshape(*values.shape[:-1], -1, 3)
        first = np.broadcast_to(self._first, (*free.shape[:-2], 1, 3))
        return np.concatenate([first, free], axis=-2)

    def _corners(self, cards: Array) -> Array:
        """Of every card its marker's corners on the table: ... x cards x 4 x 2."""
        c, s = np.cos(cards[..., 2]), np.sin(cards[..., 2])
        turns = np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], -2)
        return np.asarray(self.square @ turns + cards[..., None, :2])

    def _misses(self, values: Array) -> Array:
        pose, rows = TUNING.pose, values.shape[:-1]
        corners = self._corners(self._cards(values))
        flat = corners.reshape(*rows, -1, 2)
        points = np.concatenate([flat, np.zeros((*flat.shape[:-1], 1))], axis=-1)
        seen = seen_px(values[..., :9], points, self.middle_px)
        misses = (seen - self.pixels.reshape(-1, 2)) / pose.corner_px
        widths = (self.focal_width, pose.bend_width, pose.far_bend_width)
        lens = (values[..., 6:9] - np.array([np.log(self.focal_px), 0.0, 0.0])) / widths
        parts = [misses.reshape(*rows, -1), lens, self._against_tape(corners)]
        return np.concatenate(parts, axis=-1)

    def _against_tape(self, corners: Array) -> Array:
        """How far the field is from what people measured."""
        if self.field_mm is None:
            return np.zeros((*corners.shape[:-3], 0))
        outer = _outer(corners)
        sides = np.linalg.norm(outer - np.roll(outer, -1, axis=-2), axis=-1)
        told = np.array([*self.field_mm, *self.field_mm])
        return np.asarray((sides - told) / TUNING.told_mm)


def _outer(corners: Array) -> Array:
    """Of each card the corner that is farthest from the field's middle."""
    middle = corners.mean(axis=(-3, -2), keepdims=True)
    far = np.linalg.norm(corners - middle, axis=-1).argmax(axis=-1)
    return np.asarray(np.take_along_axis(corners, far[..., None, None], axis=-2)[..., 0, :])


def _squared(corners: Array) -> Array:
    """Turned and shifted so that the field lies straight about the origin."""
    outer = _outer(corners)
    along = outer[1] - outer[0] + outer[2] - outer[3]
    turn = -float(np.arctan2(along[1], along[0]))
    c, s = np.cos(turn), np.sin(turn)
    straight = (corners.reshape(-1, 2) - outer.mean(axis=0)) @ np.array([[c, s], [-s, c]])
    return np.asarray(straight)


def _zones(points_mm: Array) -> dict[str, Outline]:
    """The field between the cards' outer corners, and a band beyond two of its sides."""
    upper_left, upper_right, lower_right, lower_left = _outer(points_mm.reshape(-1, 4, 2))
    down = np.array([0.0, -TUNING.band_mm])
    zones = {
        "table": (upper_left, upper_right, lower_right, lower_left),
        "hand_0": (lower_left, lower_right, lower_right + down, lower_left + down),
        "hand_1": (upper_left - down, upper_right - down, upper_right, upper_left),
    }
    return {name: outline_of(outline) for name, outline in zones.items()}
