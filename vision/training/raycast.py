"""A ray caster for batches of scenes, on a graphics card in training, on the CPU in the bench.

Every ray meets rounded boxes (dice, tiles, pip dice, blocks), capsules (hands, pencils), a cup and
the table; two lamps throw soft or hard shadows. It is no path tracer: what matters is that nothing
a camera sees on such a table is always the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from vision.training.scenes import FACE_RIGHT, FACE_UP

Scenes = dict[str, Tensor]
FAR = 1e4
BLURS = (0.8, 1.8, 4.0)
NOISE = 512


def stacked(scenes: list[dict[str, NDArray[np.float32]]], device: str) -> Scenes:
    return {
        key: torch.from_numpy(np.stack([one[key] for one in scenes])).to(device)
        for key in scenes[0]
    }


def blurred(images: Tensor, sigma: float) -> Tensor:
    """A Gaussian blur of N x C x H x W."""
    reach = max(1, int(3 * sigma + 0.5))
    x = torch.arange(-reach, reach + 1, device=images.device, dtype=images.dtype)
    k = torch.exp(-(x**2) / (2 * sigma**2))
    k = k / k.sum()
    n, c, h, w = images.shape
    flat = images.reshape(n * c, 1, h, w)
    flat = F.conv2d(F.pad(flat, (reach, reach, 0, 0), mode="replicate"), k.view(1, 1, 1, -1))
    flat = F.conv2d(F.pad(flat, (0, 0, reach, reach), mode="replicate"), k.view(1, 1, -1, 1))
    return flat.reshape(n, c, h, w)


@dataclass(slots=True)
class Bank:
    """What scenes draw from: glyph masks in three degrees of blur, and noise for textures."""

    glyphs: Tensor
    noise: Tensor

    @staticmethod
    def of(atlas: dict[str, NDArray[np.generic]], device: str, seed: int = 1) -> "Bank":
        masks = np.concatenate([atlas["numerals"].reshape(-1, 64, 64), atlas["jokers"]])
        levels = []
        with torch.no_grad():
            for sigma in BLURS:
                parts = [
                    blurred(
                        torch.from_numpy(part.astype(np.float32))[:, None].to(device) / 255, sigma
                    )
                    for part in np.array_split(masks, 16)
                ]
                levels.append(torch.cat(parts)[:, 0].half())
        return Bank(torch.stack(levels).flatten(), noise_bank(device, seed))


def noise_bank(device: str, seed: int, count: int = 24) -> Tensor:
    """Noise pictures in three channels: clouds, grain drawn out along x, and fine fibre."""
    chance = np.random.default_rng(seed)
    fy, fx = np.meshgrid(np.fft.fftfreq(NOISE), np.fft.fftfreq(NOISE), indexing="ij")
    out = np.zeros((count, 3, NOISE, NOISE), np.float32)
    for i in range(count):
        stretch = chance.uniform(8, 30)
        shapes = (
            1 / (np.hypot(fx, fy) + 0.003) ** chance.uniform(1.1, 1.9),
            1 / (np.hypot(fx * stretch, fy) + 0.004) ** chance.uniform(1.0, 1.6),
            1 / (np.hypot(fx, fy) + 0.1) ** chance.uniform(0.5, 2.0),
        )
        for k, shape in enumerate(shapes):
            spectrum = np.fft.fft2(chance.normal(size=(NOISE, NOISE))) * shape
            field = np.fft.ifft2(spectrum).real
            out[i, k] = np.clip((field - field.mean()) / field.std() / 4 + 0.5, 0, 1)
    return torch.from_numpy(out).to(device)


def rays(scenes: Scenes, points: Tensor) -> Tensor:
    """Directions (not of unit length) of rays through image points; x and y in picture widths."""
    focal, bend = scenes["lens"][:, 0, None, None], scenes["lens"][:, 1, None]
    flat = points / focal
    r2 = (flat**2).sum(-1) * scenes["lens"][:, 0, None] ** 2 * 4
    flat = flat * (1 + bend * r2)[..., None]
    ahead = torch.cat([flat, torch.ones_like(flat[..., :1])], dim=-1)
    return ahead @ scenes["axes"]


def project(scenes: Scenes, world: Tensor) -> Tensor:
    """Image points of B x M x 3 points of the world: the opposite of `rays`."""
    camera = (world - scenes["eye"][:, None]) @ scenes["axes"].transpose(1, 2)
    flat = camera[..., :2] / camera[..., 2:].clamp(min=0.1)
    focal, bend = scenes["lens"][:, 0, None], scenes["lens"][:, 1, None]
    guess = flat
    for _ in range(8):
        r2 = (guess**2).sum(-1) * focal**2 * 4
        guess = flat / (1 + bend * r2).clamp(min=0.5)[..., None]
    return guess * focal[..., None]


def slabs(scenes: Scenes, origin: Tensor, towards: Tensor) -> tuple[Tensor, Tensor]:
    """Where rays from one origin a scene enter and leave every box, in ray lengths: B x P x N."""
    b, p, _ = towards.shape
    turn = scenes["turn"]
    n = turn.shape[1]
    local = towards @ turn.permute(0, 2, 1, 3).reshape(b, 3, n * 3)
    local = local.reshape(b, p, n, 3)
    start = ((origin[:, None] - scenes["centre"])[:, :, None] @ turn)[:, :, 0]
    one = 1.0 / torch.where(local.abs() < 1e-7, torch.full_like(local, 1e-7), local)
    half = scenes["half"]
    mid = -start[:, None] * one
    reach = half[:, None] * one.abs()
    return (mid - reach).amax(-1), (mid + reach).amin(-1)


def capsule_hits(scenes: Scenes, origin: Tensor, towards: Tensor) -> tuple[Tensor, Tensor]:
    """The first capsule on each ray: distance in ray lengths and which one."""
    caps = scenes["capsules"][:, None]
    a, b, r = caps[..., :3], caps[..., 3:6], caps[..., 6]
    ba, oa = b - a, origin[:, None, None] - a
    d = towards[:, :, None]
    baba, baoa, oaoa = (ba * ba).sum(-1), (ba * oa).sum(-1), (oa * oa).sum(-1)
    bard, rdoa, rdrd = (ba * d).sum(-1), (d * oa).sum(-1), (d * d).sum(-1)
    qa = baba * rdrd - bard**2
    qb = baba * rdoa - baoa * bard
    qc = baba * oaoa - baoa**2 - r**2 * baba
    h = qb**2 - qa * qc
    t = (-qb - h.clamp(min=0).sqrt()) / qa.clamp(min=1e-9)
    y = baoa + t * bard
    body = (h > 0) & (y > 0) & (y < baba)
    oc = torch.where((y <= 0)[..., None], oa, origin[:, None, None] - b)
    qb2, qc2 = (d * oc).sum(-1), (oc * oc).sum(-1) - r**2
    h2 = qb2**2 - rdrd * qc2
    cap = (-qb2 - h2.clamp(min=0).sqrt()) / rdrd
    t = torch.where(body, t, torch.where((h2 > 0) & ~body & (h > 0), cap, torch.full_like(t, FAR)))
    t = torch.where((t > 0) & (r > 0), t, torch.full_like(t, FAR))
    return t.min(dim=-1)


def cup_hits(scenes: Scenes, origin: Tensor, towards: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The cup: distance, whether the dark inside is seen, and the wall's outward direction."""
    cup = scenes["cup"][:, None]
    ox, d = origin[:, None, :2] - cup[..., :2], towards
    r, top = cup[..., 2], cup[..., 3]
    qa = (d[..., :2] ** 2).sum(-1).clamp(min=1e-9)
    qb, qc = (ox * d[..., :2]).sum(-1), (ox**2).sum(-1) - r**2
    h = (qb**2 - qa * qc).clamp(min=0)
    near, far = (-qb - h.sqrt()) / qa, (-qb + h.sqrt()) / qa
    missed = (qb**2 - qa * qc <= 0) | (r <= 0)
    lid = (top - origin[:, None, 2]) / d[..., 2].clamp(max=-1e-6)
    is_inside = (lid > near) & (lid < far) & ~missed
    z = origin[:, None, 2] + near * d[..., 2]
    is_wall = (z > 0) & (z < top) & ~missed & ~is_inside
    t = torch.where(is_inside, lid, torch.where(is_wall, near, torch.full_like(near, FAR)))
    spot = ox + near[..., None] * d[..., :2]
    wall = torch.cat([spot / r[..., None].clamp(min=0.1), torch.zeros_like(spot[..., :1])], -1)
    return t, is_inside, wall


def pick(table: Tensor, index: Tensor) -> Tensor:
    """Rows of B x N x F by B x P numbers."""
    return torch.gather(table, 1, index[..., None].expand(-1, -1, table.shape[-1]))


def _rounded(
    scenes: Scenes, towards: Tensor, index: Tensor, entry: Tensor
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Walk from the box's hull to its rounded body: distance, whether met, place and normal."""
    b, n = scenes["kind"].shape
    turn = pick(scenes["turn"].reshape(b, n, 9), index).unflatten(-1, (3, 3))
    start = scenes["eye"][:, None] - pick(scenes["centre"], index)
    # Sums of products, not matrix products: millions of tiny ones are slow on a graphics card.
    origin, d = (start[..., None] * turn).sum(-2), (towards[..., None] * turn).sum(-2)
    length = d.norm(dim=-1)
    half, bevel = pick(scenes["half"], index), pick(scenes["round"][..., None], index)[..., 0]
    core, t = half - bevel[..., None], entry
    for _ in range(7):
        outside = ((origin + t[..., None] * d).abs() - core).clamp(min=0)
        gap = outside.norm(dim=-1) - bevel
        t = t + gap / length
    place = (origin + t[..., None] * d).nan_to_num(0.0, 0.0, 0.0)
    outside = (place.abs() - core).clamp(min=0)
    met = outside.norm(dim=-1) - bevel < 0.02
    normal = F.normalize(outside * place.sign() + 1e-6 * place, dim=-1)
    return t, met, place, normal


def first_boxes(scenes: Scenes, towards: Tensor) -> tuple[Tensor, ...]:
    """The nearest rounded box of each ray: distance, index, place and normal in its own frame."""
    enter, leave = slabs(scenes, scenes["eye"], towards)
    hit = (enter < leave) & (enter > 0) & (scenes["kind"] > 0)[:, None]
    # Two minima one after the other: sorting so many short rows is slow on a graphics card.
    distance = torch.where(hit, enter, torch.full_like(enter, FAR))
    near, first = distance.min(dim=-1)
    numbers = torch.arange(distance.shape[-1], device=distance.device)
    others = torch.where(numbers == first[..., None], torch.full_like(distance, FAR), distance)
    next_, second = others.min(dim=-1)
    entry, index = torch.stack([near, next_], dim=-1), torch.stack([first, second], dim=-1)
    best = None
    for k in (1, 0):
        t, met, place, normal = _rounded(scenes, towards, index[..., k], entry[..., k])
        met = met & (entry[..., k] < FAR)
        t = torch.where(met, t, torch.full_like(t, FAR))
        if best is None:
            best = (t, index[..., k], place, normal)
            continue
        use = met
        best = (
            torch.where(use, t, best[0]),
            torch.where(use, index[..., k], best[1]),
            torch.where(use[..., None], place, best[2]),
            torch.where(use[..., None], normal, best[3]),
        )
    assert best is not None
    return best


def sample_glyph(bank: Bank, glyph: Tensor, level: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """Mask values at texture places (0 to 63), zero outside."""
    x, y = x.nan_to_num(-1.0), y.nan_to_num(-1.0)  # rays that met nothing
    inside = (x > 0) & (x < 63) & (y > 0) & (y < 63) & (glyph >= 0)
    x, y = x.clamp(0.01, 62.99), y.clamp(0.01, 62.99)
    x0, y0 = x.floor(), y.floor()
    fx, fy = x - x0, y - y0
    count = bank.glyphs.numel() // len(BLURS) // 4096
    glyph = glyph.nan_to_num(0.0).clamp(0, count - 1)
    base = ((level * count + glyph).long() * 64 + y0.long()) * 64 + x0.long()
    v = bank.glyphs
    low = v[base].float() * (1 - fx) + v[base + 1].float() * fx
    high = v[base + 64].float() * (1 - fx) + v[base + 65].float() * fx
    return torch.where(inside, low * (1 - fy) + high * fy, torch.zeros_like(x))


def sample_noise(bank: Bank, scenes: Scenes, x: Tensor, y: Tensor, shift: int = 0) -> Tensor:
    """Three noises at table places, in die widths times the scale wanted: B x P x 3."""
    which = (scenes["surface"][:, 3].long() + shift) % len(bank.noise)
    grid = torch.stack([x, y], dim=-1) / 6.0
    grid = 1 - (grid % 4.0 - 2.0).abs()  # mirrored repeats without a seam
    out = F.grid_sample(bank.noise[which], grid[:, None], align_corners=False, mode="bilinear")
    return out[:, :, 0].transpose(1, 2)


def pips_mask(u: Tensor, v: Tensor, count: Tensor, radius: float = 0.11) -> Tensor:
    """Ordinary pips on a face of -1/2 to 1/2."""
    mask = torch.zeros_like(u)
    spots = {
        (0.0, 0.0): (1, 3, 5), (-1.0, -1.0): (2, 3, 4, 5, 6), (1.0, 1.0): (2, 3, 4, 5, 6),
        (1.0, -1.0): (4, 5, 6), (-1.0, 1.0): (4, 5, 6), (-1.0, 0.0): (6,), (1.0, 0.0): (6,),
    }  # fmt: skip
    for (x, y), counts in spots.items():
        on = torch.stack([count == c for c in counts]).any(0)
        dot = ((u - 0.27 * x) ** 2 + (v - 0.27 * y) ** 2).sqrt() < radius
        mask = torch.where(on & dot, torch.ones_like(mask), mask)
    return mask


def face_paint(
    scenes: Scenes, bank: Bank, index: Tensor, place: Tensor, lod: Tensor
) -> tuple[Tensor, Tensor]:
    """Colour of box surfaces, and how the engraving shades it."""
    half, kind = pick(scenes["half"], index), pick(scenes["kind"][..., None], index)[..., 0]
    share = place / half
    axis = share.abs().argmax(-1)
    face = axis * 2 + (torch.gather(share, 2, axis[..., None])[..., 0] < 0)
    right = torch.as_tensor(FACE_RIGHT, dtype=place.dtype, device=place.device)[face]
    up = torch.as_tensor(FACE_UP, dtype=place.dtype, device=place.device)[face]
    b, n = scenes["kind"].shape
    row = pick(scenes["faces"].reshape(b, n * 6, -1), index * 6 + face)
    tile_up = torch.where(kind == 4, half[..., 1] - half[..., 0], torch.zeros_like(kind))
    u, v = (place * right).sum(-1), (place * up).sum(-1) - tile_up
    unit = 2 * half[..., 0]
    u, v = u / unit, v / unit
    ink = _ink(scenes, bank, row, u, v, lod)
    deeper = _ink(scenes, bank, row, u + 0.012, v + 0.012, lod)
    body = pick(scenes["body"], index)
    dark = torch.full_like(body, 0.02) + (body.mean(-1, keepdim=True) < 0.35) * 0.9
    pips = pips_mask(u, v, row[..., 13])
    is_pips = (kind == 2)[..., None]
    paint = torch.where(is_pips, dark, row[..., 7:10])
    mask = torch.where(kind == 2, pips, torch.where(kind == 3, torch.zeros_like(ink), ink))
    seed = pick(scenes["centre"], index)[..., 0]
    noise = sample_noise(bank, scenes, u * 3 + seed * 1.7, v * 3 + face * 2.3, 7)
    wear = scenes["style"][:, 6, None]
    mask = mask * (1 - wear * (noise[..., 0] * 2 - 0.7).clamp(0, 1))
    body = body * (1 - 0.25 * wear[..., None] * (noise[..., 2:] - 0.3).clamp(0, 1))
    colour = body * (1 - mask[..., None]) + paint * mask[..., None]
    shade = scenes["style"][:, 5, None] * (deeper - ink) * (kind != 2)
    return colour, shade


def _ink(scenes: Scenes, bank: Bank, row: Tensor, u: Tensor, v: Tensor, lod: Tensor) -> Tensor:
    """How much ink lies at places of a face: the glyph, and the bar or dot of a 6 or 9."""
    c, s = row[..., 1], row[..., 2]
    x, y = u - row[..., 5], v - row[..., 6]
    gx, gy = (x * c + y * s) / row[..., 3], -(-x * s + y * c) / row[..., 4]
    level = lod[:, None].expand_as(gx)
    raw = sample_glyph(bank, row[..., 0], level, gx * 64 + 31.5, gy * 64 + 31.5)
    wide = torch.tensor([0.45, 0.6, 1.0], device=u.device)[lod.long()][:, None]
    lean = (scenes["style"][:, 0, None] - 0.5) * torch.where(lod > 1.5, 0.3, 1.0)[:, None]
    mask = ((raw - 0.5 - lean) / wide + 0.5).clamp(0, 1)
    return torch.maximum(mask, _mark(scenes, row, gx, gy, lod))


def _mark(scenes: Scenes, row: Tensor, gx: Tensor, gy: Tensor, lod: Tensor) -> Tensor:
    style = scenes["style"]
    gap, bar, wide, dot = (style[:, k, None] for k in (1, 2, 3, 4))
    soft = (0.012 * 2**lod)[:, None]
    bw, bh = row[..., 11], row[..., 12]
    over_x, over_y = gx.abs() - bw * wide, (gy - bh - gap - bar / 2).abs() - bar / 2
    is_bar = (0.5 - torch.maximum(over_x, over_y) / soft).clamp(0, 1)
    # The dot is round on the die, also where the glyph is squeezed.
    dx, dy = (gx - bw - gap * 0.7) * row[..., 3] - dot * 0.7, (gy - bh) * row[..., 4] + dot * 0.7
    is_dot = (0.5 - ((dx**2 + dy**2).sqrt() - dot * 0.7) / soft).clamp(0, 1)
    mark = row[..., 10]
    none = torch.zeros_like(gx)
    return torch.where(mark == 1, is_bar, torch.where(mark == 2, is_dot, none))


def table_paint(scenes: Scenes, bank: Bank, x: Tensor, y: Tensor, lod: Tensor) -> Tensor:
    """The table's colour: a surface with its pattern, and papers and coins that lie on it."""
    surface = scenes["surface"]
    kind, scale, turn, amount = (surface[:, k, None] for k in (0, 1, 2, 4))
    c, s = turn.cos(), turn.sin()
    u, v = (x * c + y * s) / scale, (-x * s + y * c) / scale
    noise = sample_noise(bank, scenes, u * 2, v * 2)
    clouds, grain, fibre = noise.unbind(-1)
    fine = sample_noise(bank, scenes, x * 5, y * 5, 3)[..., 2]
    first, second = _pattern(kind, u, v, clouds, grain, fibre, surface[:, 6, None])
    colours = scenes["surface_colours"]
    paint = colours[:, :1] * (1 - first[..., None]) + colours[:, 1:2] * first[..., None]
    paint = paint * (1 - second[..., None]) + colours[:, 2:3] * second[..., None]
    rough = amount * (fine - 0.5) + 0.3 * amount * (clouds - 0.5)
    paint = paint * (1 + 1.5 * rough[..., None]).clamp(0.2, 2)
    return _decals(scenes, bank, paint, x, y, lod)


def _pattern(
    kind: Tensor, u: Tensor, v: Tensor, clouds: Tensor, grain: Tensor, fibre: Tensor, k: Tensor
) -> tuple[Tensor, Tensor]:
    zero = torch.zeros_like(u)
    cu, cv = u - u.floor() - 0.5, v - v.floor() - 0.5
    radius, angle = (cu**2 + cv**2).sqrt(), torch.atan2(cv, cu)
    checks = 0.5 * ((cu > 0).float() + (cv > 0).float())
    plank = ((v / k * 2) - (v / k * 2).floor() < 0.02).float()
    petals = (radius < 0.28 + 0.1 * torch.cos(angle * k.round())).float()
    zigzag = ((v + (cu.abs() * 1.2)) % 1.0 < 0.5).float()
    weave = ((u * 4).sin() * (v * 4).sin() > 0).float()
    options = [
        (0, clouds * 0.5, zero), (1, grain, plank), (2, fibre, zero), (3, checks, zero),
        (4, ((u % 1.0) < 0.15 + 0.08 * k).float(), ((u + 0.3) % 1.0 < 0.08).float()),
        (5, (radius < 0.05 * k.clamp(2, 7)).float(), zero), (6, petals, (radius < 0.1).float()),
        (7, (1 - (clouds - 0.5).abs() * 9).clamp(0, 1), zero), (8, zigzag, clouds * 0.3),
        (9, weave, fibre * 0.5),
    ]  # fmt: skip
    first, second = zero, zero
    for number, a, b in options:
        first = torch.where(kind == number, a, first)
        second = torch.where(kind == number, b, second)
    return first, second


def _decals(scenes: Scenes, bank: Bank, paint: Tensor, x: Tensor, y: Tensor, lod: Tensor) -> Tensor:
    for i in range(scenes["papers"].shape[1]):
        px, py, hw, hh, turn, cell, dense = (scenes["papers"][:, i, k, None] for k in range(7))
        c, s = turn.cos(), turn.sin()
        u, v = (x - px) * c + (y - py) * s, -(x - px) * s + (y - py) * c
        on = (u.abs() < hw) & (v.abs() < hh)
        cu, cv = u / cell.clamp(min=0.1), v / cell.clamp(min=0.1)
        seed = (cu.floor() * 12.9898 + cv.floor() * 78.233 + px * 3.1).sin() * 43758.5453
        luck = seed - seed.floor()
        count = bank.glyphs.numel() // len(BLURS) // 4096
        font = (scenes["surface"][:, 3, None] * 7) % (count // 13 - 14)
        glyph = font.floor() * 13 + (luck * 977).floor() % 13
        gx, gy = cu - cu.floor(), 1 - (cv - cv.floor())
        raw = sample_glyph(bank, glyph, lod[:, None].expand_as(gx), gx * 80 - 8, gy * 80 - 8)
        ink = (raw * 1.6).clamp(0, 1) * (luck < dense)
        lines = (cv - cv.floor() < 0.05).float() * (dense < 0.5) * 0.4
        pen = scenes["surface_colours"][:, 2:3] * 0.3
        sheet = scenes["paper_colour"][:, None] * (1 - 0.5 * lines[..., None])
        sheet = sheet * (1 - ink[..., None]) + pen * ink[..., None]
        paint = torch.where(on[..., None], sheet, paint)
    for i in range(scenes["coins"].shape[1]):
        cx, cy, r = (scenes["coins"][:, i, k, None] for k in range(3))
        gap = ((x - cx) ** 2 + (y - cy) ** 2).sqrt()
        metal = (
            torch.tensor([0.5, 0.38, 0.22], device=x.device)
            * (0.7 + 0.5 * (gap * 9 / r.clamp(min=0.1)).sin() ** 2)[..., None]
        )
        paint = torch.where((gap < r)[..., None], metal, paint)
    return paint


def shadow(scenes: Scenes, light: Tensor, soft: Tensor, points: Tensor) -> Tensor:
    """How much of a lamp's light reaches points: 0 to 1, soft where the lamp is large."""
    towards = points - light[:, None]
    enter, leave = slabs(scenes, light, towards)
    length = towards.norm(dim=-1, keepdim=True)
    inside = (leave.clamp(max=1.0) - enter.clamp(max=1.0)) * length
    inside = torch.where(
        ((scenes["kind"] > 0)[:, None]) & (enter > 0), inside, torch.zeros_like(inside)
    )
    blocked = ((inside - 0.12) / (0.15 + soft[:, None, None])).clamp(0, 1).amax(-1)
    t, _ = capsule_hits(scenes, light, towards)
    return (1 - blocked) * (1 - 0.9 * (t < 0.985).float())


BOX_KEYS = ("centre", "turn", "half", "kind", "round", "body", "faces")


def trimmed(scenes: Scenes, near: Tensor) -> Scenes:
    """One scene with only some of its boxes, and without capsules that are not there."""
    last = scenes["kind"].shape[1] - 1
    keep = torch.cat([torch.nonzero(near)[:, 0], torch.tensor([last, last])])
    out = {key: v[:, keep] if key in BOX_KEYS else v for key, v in scenes.items()}
    count = max(1, int((scenes["capsules"][0, :, 6] > 0).sum()))
    out["capsules"] = scenes["capsules"][:, :count]
    out["capsule_colours"] = scenes["capsule_colours"][:, :count]
    return out


def render_blocks(scenes: Scenes, bank: Bank, width: int, height: int, block: int = 80) -> Tensor:
    """One whole picture (3 x H x W), block by block with the boxes that matter there: for a CPU."""
    light = torch.zeros(3, height, width)
    share = float(scenes["lens"][0, 2])
    spots = project(scenes, scenes["centre"])[0] * width + torch.tensor([width / 2, height / 2])
    reach = share * width * 4.0 + block
    for top in range(0, height, block):
        for left in range(0, width, block):
            bottom, right = min(height, top + block), min(width, left + block)
            middle = torch.tensor([(left + right) / 2, (top + bottom) / 2])
            near = ((spots - middle).norm(dim=-1) < reach) & (scenes["kind"][0] > 0)
            ys, xs = torch.meshgrid(
                torch.arange(top, bottom) + 0.5, torch.arange(left, right) + 0.5, indexing="ij"
            )
            points = torch.stack([xs - width / 2, ys - height / 2], -1).reshape(1, -1, 2) / width
            size = torch.tensor([share * width])
            part = render(trimmed(scenes, near), bank, points, size)
            light[:, top:bottom, left:right] = part[0].T.reshape(3, bottom - top, right - left)
    return light


def render(scenes: Scenes, bank: Bank, points: Tensor, px: Tensor) -> Tensor:
    """Light (linear, B x P x 3) along rays through image points; `px`: a die's width in samples."""
    towards = rays(scenes, points)
    eye = scenes["eye"]
    t, index, place, normal = first_boxes(scenes, towards)
    lod = ((64 / 0.75 / px.clamp(min=1)).log2() + 0.3).nan_to_num(2.0).round().clamp(0, 2)
    ground = -eye[:, None, 2] / towards[..., 2].clamp(max=-1e-4)
    hand, which = capsule_hits(scenes, eye, towards)
    cup, is_inside, wall = cup_hits(scenes, eye, towards)
    nearest = torch.stack([t, ground, hand, cup], dim=-1).argmin(-1)
    reach = torch.stack([t, ground, hand, cup], dim=-1).amin(-1)
    spot = eye[:, None] + reach[..., None] * towards
    paint, shade = face_paint(scenes, bank, index, place, lod)
    b, n = scenes["kind"].shape
    turn = pick(scenes["turn"].reshape(b, n, 9), index).unflatten(-1, (3, 3))
    normal = (turn * normal[..., None, :]).sum(-1)
    table = table_paint(scenes, bank, spot[..., 0], spot[..., 1], lod)
    caps = pick(scenes["capsules"], which)
    skin = pick(scenes["capsule_colours"], which)
    round_normal = _capsule_normal(caps, spot)
    inside = scenes["cup_colour"][:, None] * torch.where(is_inside, 0.15, 1.0)[..., None]
    upright = torch.zeros_like(normal)
    upright[..., 2] = 1.0
    options = [(paint, normal), (table, upright), (skin, round_normal), (inside, wall)]
    colour, facing = options[1]
    for k in (0, 2, 3):
        use = (nearest == k)[..., None]
        colour, facing = (
            torch.where(use, options[k][0], colour),
            torch.where(use, options[k][1], facing),
        )
    shade = torch.where(nearest == 0, shade, torch.zeros_like(shade))
    return lit(scenes, spot, facing, colour, towards, nearest, shade)


def _render_parts(
    scenes: Scenes, glyphs: Tensor, noise: Tensor, points: Tensor, px: Tensor
) -> Tensor:
    return render(scenes, Bank(glyphs, noise), points, px)


@cache
def plan_render(device: str) -> Callable[..., Tensor]:
    """`render` with the bank in its parts; on a graphics card compiled into few large kernels."""
    if device != "cuda":
        return _render_parts
    torch._dynamo.config.suppress_errors = True
    compiled: Callable[..., Tensor] = torch.compile(_render_parts, dynamic=False)
    return compiled


def _capsule_normal(caps: Tensor, spot: Tensor) -> Tensor:
    a, ba = caps[..., :3], caps[..., 3:6] - caps[..., :3]
    h = (((spot - a) * ba).sum(-1) / (ba**2).sum(-1).clamp(min=1e-6)).clamp(0, 1)
    return F.normalize(spot - a - h[..., None] * ba, dim=-1)


def lit(
    scenes: Scenes, spot: Tensor, normal: Tensor, colour: Tensor, towards: Tensor, what: Tensor,
    shade: Tensor,
) -> Tensor:  # fmt: skip
    """Lamps, sky and shine on what the rays met."""
    view = -F.normalize(towards, dim=-1)
    facing = (normal * view).sum(-1, keepdim=True)
    mirror = 2 * facing * normal - view
    light = scenes["sky"][:, None] * (0.55 + 0.45 * normal[..., 2:]) * (1 + 0.6 * shade[..., None])
    shine = scenes["shine"]
    gloss = torch.where(
        what == 0, torch.ones_like(shade), scenes["surface"][:, 5, None] * (what == 1)
    )
    glare = torch.zeros_like(light)
    for k in range(2):
        lamp = scenes["lights"][:, k]
        way = F.normalize(lamp[:, None] - spot, dim=-1)
        seen = shadow(scenes, lamp, scenes["soft"][:, k], spot)[..., None]
        tint = scenes["light_colours"][:, k, None]
        slope = (normal * way).sum(-1, keepdim=True).clamp(min=0)
        light = light + tint * slope * seen * (1 + 1.5 * shade[..., None])
        spread = shine[:, 1, None, None]
        sharp = torch.exp(-(1 - (mirror * way).sum(-1, keepdim=True)) / spread**2)
        glare = glare + tint * sharp * seen * shine[:, 0, None, None]
    off = torch.acos((mirror * view).sum(-1).clamp(-0.999, 0.999))
    ring = torch.exp(-(((off - shine[:, 3, None]) / shine[:, 4, None]) ** 2)) * shine[:, 2, None]
    glare = glare + ring[..., None]
    return (colour * light + glare * gloss[..., None]).nan_to_num(0.0, 0.0, 0.0)


def hidden_share(scenes: Scenes, quads: Tensor, side: int = 7) -> Tensor:
    """How much of each box's top face something covers or the picture's edge cuts: B x N."""
    b, n = quads.shape[:2]
    k = (torch.arange(side, device=quads.device, dtype=quads.dtype) + 0.5) / side
    s, t = torch.meshgrid(k, k, indexing="ij")
    s, t = s.reshape(1, 1, -1, 1), t.reshape(1, 1, -1, 1)
    q = quads[:, :, :, None]
    points = q[:, :, 0] * (1 - s) * (1 - t) + q[:, :, 1] * s * (1 - t)
    points = (points + q[:, :, 2] * s * t + q[:, :, 3] * (1 - s) * t).reshape(b, -1, 3)
    towards = points - scenes["eye"][:, None]
    enter, leave = slabs(scenes, scenes["eye"], towards)
    own = torch.arange(n, device=quads.device).repeat_interleave(side * side)
    other = (enter < leave) & (enter > 0) & (enter < 0.999) & (scenes["kind"] > 0)[:, None]
    other[:, torch.arange(own.numel()), own] = False
    hand, _ = capsule_hits(scenes, scenes["eye"], towards)
    cup, _, _ = cup_hits(scenes, scenes["eye"], towards)
    covered = other.any(-1) | (hand < 0.999) | (cup < 0.999)
    return covered.reshape(b, n, -1).float().mean(-1)
