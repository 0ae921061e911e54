"""Pictures of styles that training never shows: held-out fonts, jokers and inks, tinted lamps.

Lights, surfaces and tilts take turns, so every condition gets its share. With a seed the same
pictures come out again.
"""

import io
import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from vision.training.detector import Truth, picture_points, truth_of
from vision.training.film import developed
from vision.training.raycast import Bank, blurred, plan_render, render_blocks, stacked
from vision.training.scenes import LIGHT_NAMES, SURFACE_NAMES, Glyphs, Wish, scene
from vision.training.supply import load_atlas

EASY_LIGHTS = ("daylight", "lamp")
TILTS_DEG = (0.0, 12.0, 24.0, 35.0)


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture (blue, green, red), the conditions it shows, and its dice."""

    image: NDArray[np.uint8]
    tags: tuple[str, ...]
    dice: list[dict[str, object]]


def wish_of(number: int) -> tuple[Wish, tuple[str, ...]]:
    light = LIGHT_NAMES[number % 5]
    surface = SURFACE_NAMES[number // 5 % len(SURFACE_NAMES)]
    tilt = TILTS_DEG[number // 3 % len(TILTS_DEG)]
    awkward = number % 4 == 3
    hard = light not in EASY_LIGHTS or awkward
    tags = [f"light:{light}", f"surface:{surface}", f"tilt:{tilt:.0f}"]
    tags += ["awkward"] if awkward else []
    return Wish(True, False, light, surface, tilt, awkward), (*tags, "hard" if hard else "easy")


def samples(
    atlas_path: Path,
    count: int,
    seed: int,
    width: int,
    height: int,
    device: str = "cpu",
    dice: int | None = None,
) -> Iterator[Sample]:
    """Held-out pictures, one after the other; only those with that many dice, if it is given."""
    atlas = load_atlas(atlas_path)
    glyphs, bank = Glyphs.of(atlas, True), Bank.of(atlas, device, seed=97)
    for number in range(count):
        wish, tags = wish_of(number)
        chance = np.random.default_rng([seed, number])
        # Dice far from a tilted camera look smaller than those in the middle.
        smallest = max(24.5 / width, 0.0155) * (1 + 0.012 * (wish.tilt_deg or 0))
        made = scene(chance, glyphs, wish, (smallest, 0.08))
        if dice is not None and (made["number"] >= 0).sum() != dice:
            continue
        px = float(made["lens"][2]) * width
        made["film"][0] = max(made["film"][0], 0.15)
        made["film"][5] = min(made["film"][5], 0.25 + 0.03 * px)
        made["film"][6] = min(made["film"][6], 0.06 * px)
        scenes = stacked([made], device)
        noise = torch.Generator(device).manual_seed(number)
        with torch.no_grad():
            light = _light(scenes, bank, width, height, device)
            seen = developed(light, scenes["film"], noise)[0]
            truth = truth_of(scenes, width, height)
        image = (seen.flip(0).permute(1, 2, 0) * 255).round().byte().cpu().numpy()
        dice_seen = _dice(made, truth)
        for die in dice_seen:
            die["legible"] = is_legible(image, np.array(die["corners"], np.float32))
        yield Sample(image, tags, dice_seen)


def is_legible(image: NDArray[np.uint8], corners: NDArray[np.float32]) -> bool:
    """Whether ink shows at all: somewhere a colour is 12 % darker than the face's own white."""
    low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
    part = image[max(0, low[1]) : high[1], max(0, low[0]) : high[0]]
    if part.size == 0 or min(high - low) < 8:
        return False
    ys, xs = np.mgrid[max(0, low[1]) : high[1], max(0, low[0]) : high[0]][:, : len(part)]
    middle, reach = corners.mean(axis=0), 0.33 * np.linalg.norm(corners[0] - corners[1])
    inner = np.hypot(xs - middle[0], ys - middle[1])[:, : part.shape[1]] < reach
    soft = torch.from_numpy(part.astype(np.float32)).permute(2, 0, 1)[None]
    smooth = blurred(soft, 1.0)[0].permute(1, 2, 0).numpy()[inner]
    if len(smooth) < 20:
        return False
    ink, white = np.percentile(smooth, [4, 85], axis=0)
    return bool((1 - ink / np.maximum(white, 1)).max() > 0.12)


def _light(
    scenes: dict[str, torch.Tensor], bank: Bank, width: int, height: int, device: str
) -> torch.Tensor:
    if device == "cpu":
        return render_blocks(scenes, bank, width, height)[None]
    points = picture_points(width, height, device)
    size = scenes["lens"][:, 2] * width
    light = plan_render(device)(scenes, bank.glyphs, bank.noise, points, size)
    return light.view(1, height, width, 3).permute(0, 3, 1, 2)


def _dice(made: dict[str, NDArray[np.float32]], truth: Truth) -> list[dict[str, object]]:
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
                "marked": bool(made["faces"][i, top, 10]) or int(made["number"][i]) not in (6, 9),
            }
        )
    return dice


def write(path: Path, made: list[Sample]) -> None:
    """Pictures as JPEG and their truth in one archive; needs torchvision."""
    from torchvision.io import encode_jpeg

    with zipfile.ZipFile(path, "w") as archive:
        truth = []
        for number, one in enumerate(made):
            rgb = torch.from_numpy(one.image[:, :, ::-1].copy()).permute(2, 0, 1)
            archive.writestr(f"{number:04}.jpg", bytes(encode_jpeg(rgb, 90).numpy()))
            truth.append({"tags": one.tags, "dice": one.dice})
        archive.writestr("truth.json", json.dumps(truth))


def read(path: Path) -> Iterator[Sample]:
    """The pictures of an archive."""
    import cv2

    with zipfile.ZipFile(path) as archive:
        truth = json.loads(archive.read("truth.json"))
        for number, one in enumerate(truth):
            data = np.frombuffer(io.BytesIO(archive.read(f"{number:04}.jpg")).read(), np.uint8)
            image = cv2.imdecode(data, cv2.IMREAD_COLOR)
            yield Sample(np.asarray(image, np.uint8), tuple(one["tags"]), one["dice"])
