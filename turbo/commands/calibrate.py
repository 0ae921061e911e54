"""`turbo calibrate`: find the mat or the corner cards, or take corners by hand, and keep that.

OpenCV is loaded by `run` alone, so that the other commands start without it.
"""

import argparse
import math
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from turbo.commands.common import FILE, number
from turbo.errors import TurboError, reading
from turbo.game.dice import DiceSet
from turbo.game.observation import Point

if TYPE_CHECKING:
    from vision.cameras.source import Locked
    from vision.mat.calibration import Calibration
    from vision.mat.card_fit import TileSize
    from vision.mat.markers import Markers
    from vision.pictures.loading import Image

PICTURES = 8
"""Pictures whose markers are averaged: noise of a corner falls to about a third."""

SMALLEST_DIE_PX = 24.0
"""Narrower dice are hard to read."""

MODEL_MM = 0.5
"""What real lenses do beside the model: measured in `python -m tools.trials.mats`."""

LARGEST_SPREAD_MM = 4.0
"""Worse than a quarter of a die, a die may be told in its neighbour's place."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--camera", default="0", help="the camera (default: 0), see 'turbo run'")
    source.add_argument("--picture", metavar="FILE", help="a picture of the mat instead")
    add("--out", **FILE, help="where to keep the calibration")
    add("--edge", type=_length, metavar="MM", help="the dice's edge (default: 16)")
    add("--dice", **FILE, help="your dice, for their edge")
    add(
        "--corners",
        nargs=4,
        type=_point,
        metavar="X,Y",
        help="no mat: the field's corners in the picture, clockwise from the upper left",
    )
    add("--size", type=field_mm, metavar="WxH", help="the field's size in mm")
    add(
        "--field",
        type=field_mm,
        metavar="WxH",
        help="corner cards: the field's size in mm, between the markers' outer corners (default:"
        " measured by the markers)",
    )
    add("--tile", type=size_mm, metavar="WxT", help="a tile's width and thickness (default: 26x8)")
    add("--hands", type=_length, metavar="MM", help="height of the hands' bands")
    add("--check", action="store_true", help="only say whether the camera has moved since")


# No die is thinner than 1 mm and no table longer than 5 m: a slip of units is told here.
_length = number("millimetres", lambda mm: 1 <= mm <= 5000)


def _point(text: str) -> Point:
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected X,Y in pixels, got {text!r}") from None
    return x, y


def size_mm(text: str) -> tuple[float, float]:
    # As people type it: 600x400, 600X400, 600x400mm.
    width, _, height = text.lower().removesuffix("mm").partition("x")
    try:
        return _length(width), _length(height)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"expected WxH in mm, got {text!r}") from None


def field_mm(text: str) -> tuple[float, float]:
    size = size_mm(text)
    if min(size) < LEAST_FIELD_MM:
        raise argparse.ArgumentTypeError(
            f"expected a field of {LEAST_FIELD_MM:.0f} mm or more each way, got {text!r}"
        )
    return size


LEAST_FIELD_MM = 100.0
"""Two hands need as much; who measured in centimetres is told."""


def run(args: argparse.Namespace) -> int:
    from vision.cameras.phone import PHONE
    from vision.mat.calibration import default_calibration, save_calibration

    # Not where that of a camera is kept that hangs: a telephone stands elsewhere every evening.
    is_phone = args.picture is None and args.camera == PHONE
    out = args.out or (None if is_phone else default_calibration())
    # Corners alone give no scale, a size alone no place.
    if (args.corners is None) != (args.size is None):
        raise TurboError("expected --corners and --size together")
    if args.check:
        return _check(args, out or default_calibration())
    calibration, locked = _calibration(args)
    for line in summary(calibration, locked):
        print(line)
    if out is None:
        print("a telephone finds the mat anew at each start: nothing is kept (--out FILE keeps it)")
        return 0
    save_calibration(calibration, out)
    print(f"kept in {out}")
    return 0


def _edge(args: argparse.Namespace) -> float:
    if args.edge is not None:
        return float(args.edge)
    from vision.reading.own_dice import load_dice

    if args.dice is None:
        return DiceSet().edge_mm
    return load_dice(args.dice).edge_mm


def _calibration(args: argparse.Namespace) -> "tuple[Calibration, Locked | None]":
    from vision.mat.markers import calibrate_corners

    edge_mm = _edge(args)
    images, locked = _images(args)
    last = images[-1]
    if args.corners is not None:
        size = (last.shape[1], last.shape[0])
        found = calibrate_corners(
            args.corners, args.size, size, edge_mm=edge_mm, hand_mm=args.hands
        )
    else:
        found = _from_print(args, images, edge_mm)
    # With the light by which it was found: the next start begins with the same exposure.
    return replace(found, settings=locked.values if locked else {}), locked


def _from_print(args: argparse.Namespace, images: "list[Image]", edge_mm: float) -> "Calibration":
    """The mat; or the corner cards where these are seen, or what only they know was given."""
    from vision.mat.card_fit import CARDS, calibrate_found
    from vision.mat.markers import calibrate_markers

    last = images[-1]
    may_be_mat = args.field is None and args.tile is None
    mat = average_markers(images) if may_be_mat else {}
    # Both may be in sight; what is seen more of is what the table is laid with. Cards are looked
    # for long where there are none: not beside a mat of which more is seen than there are cards.
    is_mat = may_be_mat and len(mat) >= len(CARDS.numbers)
    cards = {} if is_mat else average_markers(images, CARDS.numbers)
    if is_mat or (may_be_mat and len(mat) >= len(cards)):
        return calibrate_markers(mat, last, edge_mm)
    size = (last.shape[1], last.shape[0])
    return calibrate_found(cards, size, _tile(args), args.field)


def _tile(args: argparse.Namespace) -> "TileSize | None":
    from vision.mat.card_fit import TileSize

    if args.tile is None:
        return None
    wide, thick = args.tile
    # A tile is 1 : 1.4.
    return TileSize(wide, 1.4 * wide, thick)


def average_markers(images: "list[Image]", numbers: tuple[int, ...] | None = None) -> "Markers":
    """Each marker's corners in the middle of where the pictures have them; the mat's, or these."""
    import numpy as np

    from vision.mat.markers import find_markers, find_numbered

    found: list[Markers] = []
    for image in images:
        found.append(find_markers(image) if numbers is None else find_numbered(image, numbers))
        # Looked for in vain, they cost most: the rest of the pictures cannot be half of all.
        if not any(found) and 2 * (len(images) - len(found)) < len(images):
            break
    known = {number for markers in found for number in markers}
    seen = {n: [markers[n] for markers in found if n in markers] for n in known}
    # The median of markers that half of the pictures show: a hand that passes moves none.
    return {n: np.median(seen[n], axis=0) for n in sorted(known) if 2 * len(seen[n]) >= len(images)}


def _images(args: argparse.Namespace, count: int = PICTURES) -> "tuple[list[Image], Locked | None]":
    """Some pictures of the camera, once its exposure stands, or the one that was given."""
    from turbo.app.sight import open_named
    from vision.enrolment.dialogue import Shutter, Talk
    from vision.pictures.loading import load

    # A picture is looked at once: the same one eight times over averages nothing.
    if args.picture is not None:
        try:
            with reading(args.picture):
                return [load(args.picture)], None
        except ValueError as error:
            raise TurboError(f"{args.picture}: {error}") from None
    with closing(open_named(args.camera)) as camera:
        shutter = Shutter(camera, Talk())
        images: list[Image] = []
        while len(images) < count and (image := shutter.take()) is not None:
            images.append(image)
        # A film and a folder of stills have no exposure to lock.
        return images, getattr(camera, "locked", None)


def _check(args: argparse.Namespace, path: Path) -> int:
    from vision.mat.calibration import load_calibration
    from vision.mat.markers import movement

    calibration = load_calibration(path)
    images, _ = _images(args, 1)
    moved = movement(calibration, images[-1])
    if moved is None:
        raise TurboError("expected a marker of it in a picture of the calibration's size")
    word = "has moved: calibrate again" if moved.has_moved else "stands as it stood"
    print(f"the camera {word} ({moved.shift_px:.1f} px by {moved.markers} markers)")
    return 1 if moved.has_moved else 0


def summary(calibration: "Calibration", locked: "Locked | None") -> list[str]:
    """What was found, and what should be better."""
    height, tilt = calibration.camera.place_mm[2], calibration.camera.tilt_deg
    # As errors add that have nothing to do with each other.
    place_mm = math.hypot(calibration.spread_mm, MODEL_MM)
    piece = "tile" if calibration.source == "cards" else "die"
    lines = [
        _source_text(calibration),
        f"the camera is {height:.0f} mm above the table, tilted by {tilt:.0f}°",
        f"a {piece} of {calibration.edge_mm:g} mm is {calibration.die_px:.0f} px wide, in the"
        f" farthest corner {calibration.far_px:.0f} px, its place is known to about"
        f" {place_mm:.1f} mm",
    ]
    return lines + ([str(locked)] if locked else []) + _advice(calibration)


def _source_text(calibration: "Calibration") -> str:
    from vision.mat.card_fit import field_size_mm

    off = f"{calibration.error_px:.2f} px off in the mean"
    if calibration.source == "cards":
        wide, high = field_size_mm(calibration)
        return f"4 corner cards around a field of {wide:.0f} x {high:.0f} mm, {off}"
    if calibration.source == "mat":
        return f"{len(calibration.markers_px)} of 8 markers, {off}"
    return "from the corners given"


def _advice(calibration: "Calibration") -> list[str]:
    advice = []
    if calibration.die_px < SMALLEST_DIE_PX:
        advice.append(f"advice: bring the camera nearer, {SMALLEST_DIE_PX:.0f} px a die are needed")
    if calibration.spread_mm > LARGEST_SPREAD_MM:
        advice.append("advice: show more markers, or tilt the camera a little")
    if calibration.greys and max(max(grey.bgr) for grey in calibration.greys) > 250:
        advice.append("advice: less light, or a shorter exposure: the light grey is burnt out")
    if calibration.greys and max(max(grey.bgr) for grey in calibration.greys) < 60:
        advice.append("advice: more light, the mat is dark")
    return advice
