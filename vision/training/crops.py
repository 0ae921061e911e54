"""Faces cut out of pictures as the reader cuts them, and what a batch of them shows."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from vision.reading.tensors import CROP_PX, MARGIN, WHITE_QUANTILE
from vision.training.detector import code_of, corners_of
from vision.training.raycast import Scenes
from vision.training.scenes import MARK


@dataclass(slots=True)
class Batch:
    """What S sets of K faces show, and the crops of those that count: only these are looked at."""

    crops: Tensor
    whites: Tensor
    number: Tensor
    colour: Tensor
    quarter: Tensor
    doubts: Tensor
    is_face: Tensor
    counts: Tensor
    leans: Tensor
    """Where another side of a leaning die was taken for its top: no face, but a die in doubt."""
    either: Tensor
    """Where a 6 or 9 has no mark: as likely the other one, the other way up."""
    clear: Tensor
    """How much number and colour count: less where nobody asks for them."""


UNCLEAR, HIDDEN_MOST, ASKED_PX = 0.25, 0.5, 24.0
"""What a face counts that leans, lies on another, is more hidden or smaller than is asked for: it
teaches what cannot be read, and would drown what can."""


def clearness(hidden: Tensor, cocked: Tensor, stacked: Tensor, px: Tensor) -> Tensor:
    """How much such faces count."""
    unclear = (hidden > HIDDEN_MOST) | (cocked > 0) | (stacked > 0) | (px < ASKED_PX)
    return torch.where(unclear, UNCLEAR, 1.0)


def unmarked(scenes: Scenes) -> Tensor:
    """Whether a die's top face is a 6 or 9 without a mark; a tile shows which way is up: B x N."""
    top = scenes["top"].long()[..., None, None].expand(-1, -1, 1, scenes["faces"].shape[-1])
    mark = scenes["faces"].gather(2, top)[:, :, 0, MARK]
    turnable = (scenes["number"] == 6) | (scenes["number"] == 9)
    return (turnable & (mark == 0) & (scenes["tiles"] == 0)).float()


def spread(answers: Tensor, batch: Batch) -> Tensor:
    """Answers about a batch's crops at their places in its sets, nothing elsewhere: S x K x A."""
    out = answers.new_zeros(*batch.counts.shape, answers.shape[-1])
    out[batch.counts > 0] = answers
    return out


def edge_of(corners: Tensor) -> Tensor:
    """The mean edge of quadrilaterals: ... x 4 x 2 to ..."""
    return (corners - corners.roll(1, -2)).norm(dim=-1).mean(-1)


def homography(corners: Tensor, square: Tensor) -> Tensor:
    """The maps that take a square's corners to N x 4 x 2 corners: N x 3 x 3."""
    n = len(corners)
    x, y = square[:, 0].expand(n, 4), square[:, 1].expand(n, 4)
    u, v = corners[..., 0], corners[..., 1]
    one, zero = torch.ones_like(u), torch.zeros_like(u)
    first = torch.stack([x, y, one, zero, zero, zero, -u * x, -u * y], -1)
    second = torch.stack([zero, zero, zero, x, y, one, -v * x, -v * y], -1)
    solved = torch.linalg.solve_ex(torch.cat([first, second], 1), torch.cat([u, v], 1)).result
    solved = solved.nan_to_num(0.0, 0.0, 0.0)  # corners that are no quadrilateral
    return torch.cat([solved, torch.ones_like(solved[:, :1])], 1).view(n, 3, 3)


def cut(pictures: Tensor, corners: Tensor, side: int = CROP_PX) -> Tensor:
    """Rectified crops of pictures (B x 3 x H x W, 0 to 1) at B x K corners in their pixels."""
    b, k = corners.shape[:2]
    low, high = 0.5 - 0.5 / MARGIN, 0.5 + 0.5 / MARGIN
    square = torch.tensor([[low, low], [high, low], [high, high], [low, high]]).to(pictures)
    map_ = homography(corners.flatten(0, 1), square)
    step = (torch.arange(side, device=pictures.device) + 0.5) / side
    ys, xs = torch.meshgrid(step, step, indexing="ij")
    grid = torch.stack([xs, ys, torch.ones_like(xs)], -1).view(1, -1, 3)
    spots = grid @ map_.transpose(1, 2)
    # Corners that a detector got wrong may reach behind the horizon.
    spots = spots[..., :2] / spots[..., 2:].clamp(min=0.05)
    size = torch.tensor([pictures.shape[3], pictures.shape[2]], device=pictures.device)
    spots = (spots / size * 2 - 1).view(b, k * side, side, 2)
    crops = F.grid_sample(pictures, spots, align_corners=False, padding_mode="border")
    return crops.view(b, 3, k, side, side).transpose(1, 2).reshape(b * k, 3, side, side)


def whitened(crops: Tensor) -> tuple[Tensor, Tensor]:
    """What `vision.reading.faces` does: the die's own white becomes 1; and that white."""
    # Without the rim, where the table shows that may be whiter than the die.
    low, high = round(CROP_PX * 0.2), round(CROP_PX * 0.8)
    inner = crops[:, :, low:high, low:high].flatten(2)
    rank = int(WHITE_QUANTILE * (inner.shape[2] - 1)) + 1
    # Not below what a camera calls black: the face of a die in the dark is not stretched to white.
    white = inner.kthvalue(rank, dim=2).values.clamp(min=8 / 255)
    return (crops / white[..., None, None]).clamp(max=1.5) * 2 - 1, white


def jittered(corners: Tensor, amount: float) -> Tensor:
    """Corners as a detector would give them: each a little off, all of them together, too square.

    Every fourth face is off by up to three times as much as the others.
    """
    n = len(corners)
    size = edge_of(corners)[:, None, None]
    wild = torch.rand(n, 1, 1, device=corners.device) < 0.25
    strength = amount * torch.rand(n, 1, 1, device=corners.device) * torch.where(wild, 5.0, 2.0)
    each = torch.randn_like(corners) * 0.7
    together = torch.randn_like(corners[:, :1])
    squared = _squarer(corners)
    centre = squared.mean(1, keepdim=True)
    grown = (squared - centre) * (1 + strength * torch.randn_like(strength)) + centre
    return grown + (each + together) * strength * size


def _squarer(corners: Tensor) -> Tensor:
    """A part of the faces with some of their slant taken away; the first corner stays the first."""
    code = code_of(corners)
    luck = torch.rand(len(corners), device=corners.device)
    code[:, 5:] *= torch.where(luck < 0.3, luck / 0.3, torch.ones_like(luck))[:, None]
    made = corners_of(code)
    rolls = torch.stack([made.roll(k, 1) for k in range(4)])
    best = (rolls - corners).norm(dim=-1).sum(-1).argmin(0)
    made = rolls[best, torch.arange(len(corners), device=corners.device)]
    is_sound = made.isfinite().all(-1).all(-1) & (luck < 0.3)
    return torch.where(is_sound[:, None, None], made, corners)


def cut_turned(patches: Tensor, corners: Tensor, amount: float) -> tuple[Tensor, Tensor, Tensor]:
    """Crops that start at any corner, their whites, and at which corner the numeral starts."""
    n = len(corners)
    quarter = torch.randint(0, 4, (n,), device=corners.device)
    order = (torch.arange(4, device=corners.device)[None] - quarter[:, None]) % 4
    turned = torch.gather(corners, 1, order[..., None].expand(-1, -1, 2))
    crops, whites = whitened(cut(patches, jittered(turned, amount)[:, None]))
    return crops.flip(1), whites.flip(1), quarter


def batch_of(
    crops: Tensor,
    whites: Tensor,
    number: Tensor,
    colour: Tensor,
    quarter: Tensor,
    doubts: Tensor,
    top: Tensor,
    s: int,
    either: Tensor | None = None,
    clear: Tensor | None = None,
) -> Batch:
    """A batch of S sets of faces that all count; without more said they are marked and clear."""
    k = len(crops) // s
    none, all_ = torch.zeros(s, k, device=top.device), torch.ones(s, k, device=top.device)
    return Batch(
        crops, whites.view(s, k, 3), number.long().view(s, k), colour.long().view(s, k),
        quarter.view(s, k), doubts.view(s, k, 3), top.float().view(s, k), all_, none,
        none if either is None else either.view(s, k), all_ if clear is None else clear.view(s, k),
    )  # fmt: skip
