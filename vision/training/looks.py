"""Whole pictures looked at as the reader looks at them: the detector finds, its faces are cut out.

What the face network is asked at the table is what the detector hands on: faces cut a little
askew, sides, prints and cloth that it took for faces. Here it learns from just these, with the
truth of the scene beside them, and the faces of one picture are one set for the colour network.
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from vision.reading.tensors import ALIGN_PX, CODE_CHANNELS, CROP_PX, STRIDE_PX
from vision.training.crops import Batch, clearness, cut, edge_of, jittered, unmarked, whitened
from vision.training.detector import DetectorTruth, corners_of, normalised, picture_points, truth_of
from vision.training.film import developed
from vision.training.networks import DetectorNetwork
from vision.training.raycast import Bank, Scenes, render
from vision.training.scenes import FILM


@dataclass(frozen=True, slots=True)
class LookPlan:
    """How pictures are taken and looked at; what the reader does is in `DetectorTuning`."""

    sizes: tuple[tuple[int, int], ...] = ((640, 480), (800, 600), (960, 720), (1280, 960))
    """Pictures are as large as one of these, in turn by chance."""
    pixels: float = 20e6
    """So many pixels a step: the smaller the pictures, the more of them."""
    look_px: int = 640
    score_min: float = 0.12
    apart: float = 0.55
    """These three as the reader has them: faces are learned from what it would find."""
    most: int = 28
    """Faces of one picture: the best ones."""
    smallest_px: float = 18.0
    """Dice smaller than this in the picture are not asked for."""


@dataclass(slots=True)
class FoundLook:
    """What the detector found in B pictures: B x K corners in their pixels, and what counts."""

    corners: Tensor
    counts: Tensor


def taken(scenes: Scenes, bank: Bank, size: tuple[int, int], chance: torch.Generator) -> Tensor:
    """Pictures of a size, red, green and blue from 0 to 1, sharp enough for their dice."""
    wide, high = size
    film, die_px = scenes["film"].clone(), scenes["lens"][:, 2] * wide
    blur, motion = FILM.index("blur"), FILM.index("motion")
    # In proportion to the dice: what wipes out a small die is hardly seen on a large one.
    film[:, blur] = torch.minimum(film[:, blur], 0.3 + 0.035 * die_px)
    film[:, motion] = torch.minimum(film[:, motion], 0.07 * die_px)
    light = render(scenes, bank, picture_points(wide, high, str(film.device)), die_px)
    return developed(light.view(-1, 3, high, wide), film, chance)


def found_in(images: Tensor, detector: DetectorNetwork, plan: LookPlan) -> FoundLook:
    """The detector's look at pictures of red, green and blue from 0 to 1."""
    high, wide = images.shape[2:]
    scale = min(1.0, plan.look_px / max(high, wide))
    seen_high, seen_wide = round(high * scale), round(wide * scale)
    small = F.interpolate(images, (seen_high, seen_wide), mode="bilinear", antialias=True)
    ready = normalised(small.flip(1) * 255)
    ready = F.pad(ready, (0, -seen_wide % ALIGN_PX, 0, -seen_high % ALIGN_PX))
    answer = detector(ready.to(memory_format=torch.channels_last)).float()
    score = answer[:, 0].sigmoid()
    score = score * (score >= F.max_pool2d(score[:, None], 3, 1, 1)[:, 0])
    best = score.flatten(1).topk(plan.most)
    column, row = best.indices % score.shape[2], best.indices // score.shape[2]
    picture = torch.arange(len(images), device=images.device)[:, None]
    code = answer[picture, 1 : 1 + CODE_CHANNELS, row, column]
    cell = torch.stack([column, row], -1) + 0.5
    corners = (corners_of(code) + cell[:, :, None] * STRIDE_PX) / scale
    sound = corners.isfinite().all(-1).all(-1)
    corners = torch.where(sound[..., None, None], corners, torch.zeros_like(corners))
    edge, centre = edge_of(corners), corners.mean(2)
    gap = torch.cdist(centre, centre) / torch.minimum(edge[:, :, None], edge[:, None]).clamp(min=1)
    better = torch.ones_like(gap).tril(-1) > 0  # the highest come first
    # As the reader does: of two at one place the fainter one is never asked about.
    double = ((gap < plan.apart) & better).any(2)
    return FoundLook(corners, (best.values >= plan.score_min) & ~double & sound & (edge > 4))


LEANING_NEAR = 0.9
"""A leaning die's second side has its middle within so many die widths of the top face's."""


def matched(found: FoundLook, truth: DetectorTruth) -> tuple[Tensor, Tensor, Tensor]:
    """For each face found the nearest die, whether it is that die's top face, and whether it is
    another side of a die that leans: B x K each."""
    there = truth.is_die & (truth.hidden < 0.98)
    gap = torch.cdist(found.corners.mean(2), truth.corners.mean(2))
    gap = gap / edge_of(truth.corners).clamp(min=1)[:, None]
    # Nine die widths: far enough to be nobody's nearest, and no infinity among the sums.
    gap = gap + 9 * (~there)[:, None] + 9 * (~found.counts)[..., None]
    nearest, die = gap.min(2)
    closest = gap.amin(1).gather(1, die)
    # Of several found at one die only the nearest is its top: the others are its sides.
    is_top = (nearest < 0.5) & (nearest <= closest)
    is_cocked = truth.doubts[..., 0].gather(1, die) > 0
    return die, is_top, is_cocked & ~is_top & (nearest < LEANING_NEAR)


def first_corners(corners: Tensor, true: Tensor) -> Tensor:
    """At which of the found corners each numeral begins: B x K."""
    gaps = [(corners.roll(-k, 2) - true).norm(dim=-1).sum(-1) for k in range(4)]
    return torch.stack(gaps).argmin(0)


def cut_from(images: Tensor, corners: Tensor) -> Tensor:
    """Crops of B pictures at B x K corners; large faces are cut twice as fine and then halved."""
    count = corners.shape[1]
    fine = cut(images, corners, 2 * CROP_PX)
    plain = cut(images, corners, CROP_PX)
    large = (edge_of(corners) > CROP_PX).view(len(images) * count, 1, 1, 1)
    return torch.where(large, F.avg_pool2d(fine, 2), plain)


def looked_at(
    scenes: Scenes, bank: Bank, detector: DetectorNetwork, plan: LookPlan, chance: torch.Generator
) -> Batch:
    """The faces that the detector finds in pictures of these scenes, and what they really are."""
    wide, high = plan.sizes[int(torch.randint(0, len(plan.sizes), ()))]
    dice = (scenes["tiles"][:, 0] == 0).nonzero()[:, 0]  # nobody lays tiles on this table
    dice = dice[: max(1, int(plan.pixels / (wide * high)))]
    scenes = {key: value[dice] for key, value in scenes.items()}
    images = taken(scenes, bank, (wide, high), chance)
    truth = truth_of(scenes, wide, high)
    found = found_in(images, detector, plan)
    die, is_face, leans = matched(found, truth)

    def of_die(values: Tensor) -> Tensor:
        return values.gather(1, die)

    true = truth.corners.gather(1, die[..., None, None].expand(-1, -1, 4, 2))
    asked = (of_die(truth.hidden) < 0.75) & (edge_of(true) >= plan.smallest_px)
    corners = jittered(found.corners.flatten(0, 1), 0.01).view_as(found.corners)
    crops, whites = whitened(cut_from(images, corners))
    counts = found.counts & (asked | ~is_face)
    return Batch(
        crops[counts.flatten()].flip(1), whites.flip(1).view(len(dice), -1, 3),
        of_die(scenes["number"]).long(), of_die(scenes["colour"]).long(),
        first_corners(found.corners, true),
        truth.doubts.gather(1, die[..., None].expand(-1, -1, 3)), is_face.float(),
        counts.float(), leans.float(), of_die(unmarked(scenes)),
        clearness(
            of_die(truth.hidden), of_die(scenes["cocked"]), of_die(scenes["stacked"]), edge_of(true)
        ),
    )  # fmt: skip
