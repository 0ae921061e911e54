"""Pictures with truth, drawn by the twin: a second hand than the one that drew for the training.

Every light on every surface, straight and tilted; a picture whenever all dice lie still.
`python -m bench.drawn FILE --dice N --seed N` keeps them in an archive.
"""

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import count, product
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.game.dice import Colour
from turbo.twin.draw import Look
from turbo.twin.draw_table import SURFACES
from turbo.twin.lens import TwinCameraSettings
from turbo.twin.physics import DEFAULT_THROW
from turbo.twin.table import TwinSettings
from turbo.twin.world import TwinTable
from vision.training.samples import Sample, write

LIGHTS = ("day", "lamp", "ring", "hard", "dim")
EASY_LIGHTS = ("day", "lamp", "ring")
TILTS_DEG = (0.0, 15.0, 30.0)
STEP_S = 0.5
"""Time between two looks at a playing table; hands need longer for anything."""
PICTURES_EACH = 5
"""Pictures of one table before the next one is set up elsewhere."""


def drawn(
    dice: int,
    seed: int,
    width_px: int = 1280,
    height_px: int = 960,
    tilts_deg: Sequence[float] = TILTS_DEG,
    around: bool = False,
) -> Iterator[Sample]:
    """Pictures until they hold that many dice, condition after condition; `around`: from any side
    of the table, else from seat 0."""
    left = dice
    for number, (light, surface, tilt) in zip(count(seed), _conditions(tilts_deg)):
        side = random.Random(f"side {number}").uniform(0, 360) if around else 0.0
        camera = TwinCameraSettings(width_px, height_px, tilt_deg=tilt, side_deg=side)
        look = Look(camera=camera, light=light, surface=surface)
        ease = "easy" if light in EASY_LIGHTS else "hard"
        tags = (ease, f"light:{light}", f"surface:{surface}", f"tilt:{tilt:.0f}")
        for one in _stills(TwinTable(number, TwinSettings(look=look)), tags):
            left -= len(one.dice)
            yield one
        if left <= 0:
            return


def _conditions(tilts_deg: Sequence[float]) -> Iterator[tuple[str, str, float]]:
    while True:
        for tilt, surface, light in product(tilts_deg, SURFACES, LIGHTS):
            yield light, surface, tilt


def _stills(table: TwinTable, tags: tuple[str, ...]) -> Iterator[Sample]:
    """Some pictures in which nothing moves and no hand is in the way, all of them different."""
    before: object = None
    left = PICTURES_EACH
    while left and not table.is_over:
        table.step(STEP_S)
        truth = table.truth()
        lying = [(one["die"], one["number"], one["quad"]) for one in truth["dice"]]
        if truth["hands_in_view"] or not lying or lying == before or not table.is_still:
            continue
        before, left = lying, left - 1
        camera = table.things.look.camera
        seen = [die for die in truth["dice"] if _inside(die, camera).any()]
        yield Sample(table.frame(), tags, [_die(die, seen, table) for die in seen])
    table.close()


def _inside(die: dict[str, object], camera: TwinCameraSettings) -> NDArray[np.bool_]:
    """Of each corner, whether the picture has it."""
    corners = np.asarray(die["quad"])
    inside = (corners >= 0) & (corners < (camera.width_px, camera.height_px))
    return np.asarray(inside.all(axis=1))


def _hidden(die: dict[str, object], seen: list[dict[str, object]], edge_mm: float) -> float:
    """How much of a face lies under the faces of dice that lie higher."""
    if die["covered"]:
        return 1.0
    height = float(str(die["height_mm"])) + 0.4 * edge_mm
    above = [other for other in seen if float(str(other["height_mm"])) > height]
    quads = [np.asarray(one["quad"], np.float32) for one in (die, *above)]
    origin = quads[0].min(axis=0)
    wide, high = np.ceil(quads[0].max(axis=0) - origin).astype(int) + 1
    own, free = np.zeros((high, wide), np.uint8), np.zeros((high, wide), np.uint8)
    for mask in (own, free):
        cv2.fillConvexPoly(mask, np.round(quads[0] - origin).astype(np.int32), 1)
    for quad in quads[1:]:
        cv2.fillConvexPoly(free, np.round(quad - origin).astype(np.int32), 0)
    return 1.0 - float(free.sum()) / max(1.0, float(own.sum()))


def _die(
    die: dict[str, object], seen: list[dict[str, object]], table: TwinTable
) -> dict[str, object]:
    edge_mm = table.things.edge_mm
    number = die["number"]
    return {
        "corners": die["quad"],
        "number": number if isinstance(number, int) else 0,
        "colour": Colour.from_word(str(die["colour"])),
        "cocked": float(str(die["lean_deg"])) > DEFAULT_THROW.cocked_deg,
        "stacked": float(str(die["height_mm"])) > 0.75 * edge_mm,
        "cut": not _inside(die, table.things.look.camera).all(),
        "hidden": _hidden(die, seen, edge_mm),
        "marked": True,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("archive", type=Path, metavar="FILE")
    parser.add_argument("--dice", type=int, default=1000, help="at least so many (default: 1000)")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--tilts", type=float, nargs="+", default=TILTS_DEG, help="of the camera")
    parser.add_argument("--size", type=int, nargs=2, default=(1280, 960), help="of the pictures")
    parser.add_argument("--around", action="store_true", help="from any side of the table")
    options = parser.parse_args()
    wide, high = options.size
    made = drawn(options.dice, options.seed, wide, high, options.tilts, options.around)
    write(options.archive, made)


if __name__ == "__main__":
    main()
