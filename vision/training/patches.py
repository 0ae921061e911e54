"""Rendered patches around chosen faces: top faces, and what must not be taken for one."""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from vision.training.crops import Batch, batch_of, clearness, cut_turned, edge_of, unmarked
from vision.training.film import bright_of, developed
from vision.training.raycast import (
    BOX_KEYS,
    Bank,
    Scenes,
    hidden_share,
    nearest_sides,
    project,
    render,
)


@dataclass(frozen=True, slots=True)
class PatchPlan:
    """How patches are taken of rendered scenes."""

    faces: int = 10
    """Faces taken of each scene; they are one set for the colour network."""
    near: int = 8
    """How many boxes around a face are rendered with it."""
    patch_px: int = 84
    finer: float = 1.5


def chosen(scenes: Scenes, faces: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Which faces to cut: index, its quad in the world, whether it is a top face, how hidden."""
    hidden = hidden_share(scenes, scenes["quad"])
    real = (scenes["number"] >= 0) & (hidden < 0.85)
    luck = torch.rand_like(hidden)
    # Hidden and leaning dice are rare and teach much: they come first.
    luck = luck + 0.5 * ((hidden > 0.2) | (scenes["cocked"] > 0) | (scenes["stacked"] > 0))
    order = (luck - 10 * (~real).float()).argsort(1, descending=True)
    count = real.sum(1, keepdim=True).clamp(min=1)
    slots = torch.arange(faces, device=luck.device)[None]
    other = (scenes["kind"] >= 2) & (scenes["kind"] <= 3)
    none = (luck + 10 * other.float()).argmax(1)  # a pip die or block where there is one
    order = torch.gather(order, 1, slots % count)
    order[:, -3] = torch.where(other.any(1), none, order[:, -3])
    index, top = order.clone(), torch.gather(real, 1, order)
    quads = torch.gather(scenes["quad"], 1, order[..., None, None].expand(-1, -1, 4, 3))
    sides = torch.gather(nearest_sides(scenes), 1, order[..., None, None].expand(-1, -1, 4, 3))
    kind = torch.gather(scenes["kind"], 1, order)
    # The last slots of a set are kept for what is no top face: sides, blocks, prints, bare cloth.
    for slot in (faces - 1, faces - 2):
        flip = (kind[:, slot] == 1) & (torch.rand(len(kind), device=kind.device) < 0.6)
        quads[:, slot] = torch.where(flip[:, None, None], sides[:, slot], quads[:, slot])
        top[:, slot] &= ~flip
    cloth = on_table(quads[:, -5])
    gap = (scenes["centre"][..., :2] - cloth.mean(1)[:, None, :2]).norm(dim=-1).amin(1)
    # No box within 1.1 die widths: else the patch of cloth would show a part of a die.
    bare = (gap > 1.1) & (torch.rand(len(kind), device=kind.device) < 0.5)
    quads[:, -5] = torch.where(bare[:, None, None], cloth, quads[:, -5])
    top[:, -5] &= ~bare
    printed, is_there = lookalikes(scenes)
    quads[:, -4] = torch.where(is_there[:, None, None], printed, quads[:, -4])
    top[:, -4] &= ~is_there
    return index, quads, top, torch.gather(hidden, 1, order)


def on_table(quads: Tensor) -> Tensor:
    """Squares of a die's size somewhere near these faces, flat on the table: cloth, no die."""
    count, device = len(quads), quads.device
    middle = quads.mean(1)[:, :2] + 2.5 * torch.randn(count, 2, device=device)
    angle = torch.rand(count, 1, device=device) * 2 * math.pi
    corner = angle - torch.arange(4, device=device) * math.pi / 2
    half = (0.4 + 0.2 * torch.rand(count, 1, device=device)) * math.sqrt(2)
    spots = middle[:, None] + torch.stack([corner.cos(), corner.sin()], -1) * half[..., None]
    return torch.cat([spots, torch.zeros_like(spots[..., :1])], -1)


def lookalikes(scenes: Scenes) -> tuple[Tensor, Tensor]:
    """A printed number or a coin of each scene as if it were a face, and whether there is one."""
    x, y, wide, high, turn, cell, _ = scenes["papers"][:, 0].unbind(-1)
    luck = torch.rand(4, len(x), device=x.device)
    u = (((luck[0] * 2 - 1) * wide / cell.clamp(min=0.1)).floor() + 0.5) * cell
    v = (((luck[1] * 2 - 1) * high / cell.clamp(min=0.1)).floor() + 0.5) * cell
    c, s = turn.cos(), turn.sin()
    on_paper = torch.stack([x + u * c - v * s, y + u * s + v * c], -1)
    coin = scenes["coins"][:, 0]
    has_paper, has_coin = wide > 0, coin[:, 2] > 0
    use_coin = has_coin & (~has_paper | (luck[2] < 0.3))
    middle = torch.where(use_coin[:, None], coin[:, :2], on_paper)
    half = torch.where(use_coin, coin[:, 2] * 0.8, cell * 0.5) * (0.8 + 0.5 * luck[3])
    printed, has_print = _one_print(scenes["prints"])
    middle = torch.where(has_print[:, None], printed[:, :2], middle)
    half = torch.where(has_print, printed[:, 2] * (0.8 + 0.5 * luck[3]), half)
    c = torch.where(has_print, printed[:, 4].cos(), c)
    s = torch.where(has_print, printed[:, 4].sin(), s)
    right = torch.stack([c, s], -1) * half[:, None]
    up = torch.stack([-s, c], -1) * half[:, None]
    flat = torch.stack([up - right, up + right, right - up, -right - up], 1) + middle[:, None]
    quads = torch.cat([flat, torch.zeros_like(flat[..., :1])], -1)
    return quads, has_paper | has_coin | has_print


def _one_print(prints: Tensor) -> tuple[Tensor, Tensor]:
    """One print of about a die's size in each scene, and whether there is one."""
    fit = (prints[..., 2] > 0) & (prints[..., 2] < 1.5)
    one = (torch.rand_like(prints[..., 2]) + fit).argmax(1)
    return prints[torch.arange(len(prints), device=prints.device), one], fit.any(1)


def nearby(scenes: Scenes, index: Tensor, near: int) -> Scenes:
    """A scene for each face, with the boxes around it alone."""
    s, k = index.shape
    centre = scenes["centre"]
    mine = torch.gather(centre, 1, index[..., None].expand(-1, -1, 3))
    gap = (mine[:, :, None] - centre[:, None]).norm(dim=-1)
    close = gap.topk(near, dim=-1, largest=False).indices
    rows = torch.arange(s, device=index.device)[:, None, None]
    out: Scenes = {}
    for key, value in scenes.items():
        if key in BOX_KEYS:
            out[key] = value[rows, close].flatten(0, 1)
        else:
            out[key] = value.repeat_interleave(k, 0)
    return out


def rendered(scenes: Scenes, bank: Bank, plan: PatchPlan, chance: torch.Generator) -> Batch:
    """Patches around faces as a camera gives them, cut out as the reader does."""
    index, quads, top, hidden = chosen(scenes, plan.faces)
    s, k = index.shape
    n, device = s * k, index.device
    corners = project(scenes, quads.reshape(s, -1, 3)).reshape(n, 4, 2)
    size = edge_of(corners).clamp(min=1e-3)
    fine = torch.rand(s, 1, device=device)
    shown_px = torch.where(fine < 0.5, 43 * (12 / 43) ** torch.rand_like(fine), 28 + 15 * fine)
    shown_px = (
        (shown_px * (1 + 0.1 * torch.rand(s, k, device=device) - 0.05)).flatten().clamp(max=44)
    )
    pitch = size / shown_px
    # Sides seen at a grazing angle and dice behind the camera would be larger than a patch.
    wide = round(plan.patch_px * plan.finer)
    grid = (torch.arange(wide, device=device) + 0.5) / plan.finer - plan.patch_px / 2
    ys, xs = torch.meshgrid(grid, grid, indexing="ij")
    middle = corners.mean(1, keepdim=True)
    points = middle + torch.stack([xs, ys], -1).view(1, -1, 2) * pitch[:, None, None]
    local = nearby(scenes, index, plan.near)
    light = render(local, bank, points, shown_px * plan.finer).view(n, 3, wide, wide)
    light = F.interpolate(light, (plan.patch_px, plan.patch_px), mode="bilinear", antialias=True)
    bright = bright_of(light).view(s, k)
    together = (0.3 * bright + 0.7 * bright.amax(1, keepdim=True)).flatten()
    film = local["film"].clone()
    film[:, 5] *= 0.4 + 0.6 * shown_px / 43  # what blurs a large die would wipe a small one out
    film[:, 6] *= shown_px / 43
    patches = developed(light, film, chance, together)
    inside = (corners - middle) / pitch[:, None, None] + plan.patch_px / 2
    inside, off = _displaced(inside)
    top = top.flatten() & ~off
    crops, whites, quarter = cut_turned(patches, inside, 0.035)
    number = torch.gather(scenes["number"], 1, index).flatten()
    colour = torch.gather(scenes["colour"], 1, index).flatten()
    cocked, lies_on = (
        torch.gather(scenes[key], 1, index).flatten() for key in ("cocked", "stacked")
    )
    doubts = torch.stack([cocked, (hidden.flatten() > 0.5).float(), lies_on], -1)
    either = torch.gather(unmarked(scenes), 1, index)
    clear = clearness(hidden.flatten(), cocked, lies_on, shown_px)
    return batch_of(
        crops, whites, number, colour, quarter, doubts, top, s, either=either, clear=clear
    )


def _displaced(corners: Tensor) -> tuple[Tensor, Tensor]:
    """A few corners put beside the die: what is cut there is no face."""
    n = len(corners)
    off = torch.rand(n, device=corners.device) < 0.03
    size = edge_of(corners)
    angle = torch.rand(n, device=corners.device) * 2 * math.pi
    way = (
        torch.stack([angle.cos(), angle.sin()], -1)
        * (size * (0.45 + 0.4 * torch.rand_like(angle)))[:, None]
    )
    return corners + (way * off[:, None])[:, None], off
