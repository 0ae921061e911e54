"""Pictures of styles that training never shows: held-out fonts, jokers, inks and cloths; and always
under lamps of clearly different tints, as one training scene in three is.

Lights, surfaces and tilts take turns, so every condition gets its share. With a seed the same
pictures come out again. What they are like follows what the reader is asked for: every surface and
light, a camera of 45 to 75 degrees, straight or tilted by up to 35, dice of 24 pixels and 1.5 % of
the width or more. Easy are daylight and lamp with nothing awkward on the table, no glare, no worn
ink, taken well (`EASY_FILM`); hard is the rest, with film as in training but for dice that would be
wiped out.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from vision.training.detector import DetectorTruth, picture_points, truth_of
from vision.training.film import developed
from vision.training.raycast import Bank, render, stacked
from vision.training.samples import Sample
from vision.training.scenes import (
    FILM,
    LIGHT_NAMES,
    MARK,
    STYLE,
    SURFACE_NAMES,
    Arrays,
    Glyphs,
    Wish,
    scene,
)
from vision.training.supply import load_atlas

EASY_LIGHTS = ("daylight", "lamp")
HOLDOUT_SURFACES = SURFACE_NAMES[:10]
"""Eight that training shows as well, and two that it never does."""
TILTS_DEG = (0.0, 12.0, 24.0, 35.0)
"""From straight above to the most that the reader is asked for."""
EASY_FILM = {
    "exposure": (0.55, 0.85), "red": (0.85, 1.18), "blue": (0.85, 1.18), "noise": (0.0, 0.006),
    "blur": (0.3, 0.9), "motion": (0.0, 0.0), "jpeg": (60.0, 95.0),
}  # fmt: skip
"""Bounds within which an easy picture's film is kept."""
HARD_FILM = {"exposure": (0.15, 1.05)}
EASY_SHINE, EASY_WEAR = 0.2, 0.15
"""How much an easy picture's dice mirror the lamps at most, and how far their ink is worn off."""


def wish_of(number: int, tilts_deg: Sequence[float] = TILTS_DEG) -> tuple[Wish, tuple[str, ...]]:
    light = LIGHT_NAMES[number % 5]
    surface = HOLDOUT_SURFACES[number // 5 % len(HOLDOUT_SURFACES)]
    tilt = tilts_deg[number // 3 % len(tilts_deg)]
    awkward = number % 4 == 3
    hard = light not in EASY_LIGHTS or awkward
    tags = [f"light:{light}", f"surface:{surface}", f"tilt:{tilt:.0f}"]
    tags += ["awkward"] if awkward else []
    return Wish(True, False, light, surface, tilt, awkward), (*tags, "hard" if hard else "easy")


def samples(
    atlas_path: Path,
    numbers: Iterable[int],
    seed: int,
    width: int,
    height: int,
    device: str = "cpu",
    tilts_deg: Sequence[float] = TILTS_DEG,
) -> Iterator[Sample]:
    """Held-out pictures of these numbers."""
    atlas = load_atlas(atlas_path)
    # Another seed than any training has: the grain of its surfaces is held out as well.
    glyphs, bank = Glyphs.of(atlas, True), Bank.of(atlas, device, seed=97)
    for number in numbers:
        wish, tags = wish_of(number, tilts_deg)
        chance = np.random.default_rng([seed, number])
        # Dice far from a tilted camera look smaller than those in the middle.
        smallest = max(24.5 / width, 0.0155) * (1 + 0.012 * (wish.tilt_deg or 0))
        made = scene(chance, glyphs, wish, (smallest, 0.08))
        _keep_legible(made["film"], "easy" in tags, float(made["lens"][2]) * width)
        if "easy" in tags:
            _keep_easy(made)
        scenes = stacked([made], device)
        noise = torch.Generator(device).manual_seed(number)
        with torch.no_grad():
            points, px = picture_points(width, height, device), scenes["lens"][:, 2] * width
            light = render(scenes, bank, points, px).view(1, 3, height, width)
            seen = developed(light, scenes["film"], noise)[0]
            truth = truth_of(scenes, width, height)
        image = (seen.flip(0).permute(1, 2, 0) * 255).round().byte().cpu().numpy()
        yield Sample(image, tags, _dice(made, truth, width, height))


def _keep_legible(film: NDArray[np.float32], is_easy: bool, die_px: float) -> None:
    """Bounds on exposure, blur and the like, so that no film hides what is asked for."""
    for name, (low, high) in (EASY_FILM if is_easy else HARD_FILM).items():
        place = FILM.index(name)
        film[place] = np.clip(film[place], low, high)
    blur, motion = FILM.index("blur"), FILM.index("motion")
    # Tighter than in training: what is asked here must be something that can be read.
    film[blur] = min(film[blur], 0.25 + 0.03 * die_px)
    film[motion] = min(film[motion], 0.06 * die_px)


def _keep_easy(made: Arrays) -> None:
    """Neither glare nor worn ink: both are hard to read by nature."""
    shine, wear = made["shine"], STYLE.index("wear")
    shine[[0, 2]] *= min(1.0, EASY_SHINE / max(float(shine[0]), 1e-6))
    made["style"][wear] = min(float(made["style"][wear]), EASY_WEAR)


def _dice(
    made: dict[str, NDArray[np.float32]], truth: DetectorTruth, width: int, height: int
) -> list[dict[str, object]]:
    corners, hidden = truth.corners[0].cpu().numpy(), truth.hidden[0].cpu().numpy()
    dice: list[dict[str, object]] = []
    for i in np.flatnonzero((made["number"] >= 0) & (hidden < 0.98)):
        top = int(made["top"][i])
        dice.append(
            {
                "corners": corners[i].round(2).tolist(),
                "number": int(made["number"][i]),
                "colour": int(made["colour"][i]),
                "hidden": round(float(hidden[i]), 3),
                "cocked": bool(made["cocked"][i]),
                "stacked": bool(made["stacked"][i]),
                "cut": bool((corners[i] < 0).any() or (corners[i] > (width, height)).any()),
                "marked": bool(made["faces"][i, top, MARK]) or int(made["number"][i]) not in (6, 9),
            }
        )
    return dice
