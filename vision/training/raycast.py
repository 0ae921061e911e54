"""Light along rays through whole batches of scenes: `raycast.cu`, handed its arrays.

What only asks where things are (projection, what hides what) is written with tensors here.
"""

import ctypes
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from vision.training.compiled import call
from vision.training.scenes import FACE_AXES, FACE_RIGHT, FACE_UP

Scenes = dict[str, Tensor]
FAR = 1e4
"""Die widths: beyond every scene."""
BLURS = (0.8, 1.2, 1.8, 2.7, 4.05)
"""Degrees of blur of a glyph's mask, in its pixels: `lod_of` in raycast.cu takes the one that is
half as wide as what one ray stands for."""
NOISE = 512
NOISES = 24
KEYS = (
    "eye", "axes", "lens", "centre", "turn", "half", "kind", "round", "body", "faces", "capsules",
    "capsule_colours", "cup", "cup_colour", "papers", "paper_colour", "coins", "prints", "surface",
    "surface_colours", "lights", "light_colours", "sky", "soft", "shine", "style",
)  # fmt: skip
"""The arrays of a scene that the ray caster reads, in the order of its `Scenes`."""
BOX_KEYS = ("centre", "turn", "half", "kind", "round", "body", "faces")


def stacked(scenes: list[dict[str, NDArray[np.float32]]], device: str) -> Scenes:
    return {
        key: torch.from_numpy(np.stack([one[key] for one in scenes])).to(device)
        for key in scenes[0]
    }


def blurred(images: Tensor, sigma: float | Tensor) -> Tensor:
    """A Gaussian blur of N x C x H x W, of one width for all or of one for each picture."""
    n, c, h, w = images.shape
    sigmas = torch.as_tensor(sigma, device=images.device, dtype=images.dtype).expand(n)
    # Three times the width: what lies further out is below the last step of a byte.
    reach = max(1, int(3 * float(sigmas.max()) + 0.5))
    x = torch.arange(-reach, reach + 1, device=images.device, dtype=images.dtype)
    k = torch.exp(-(x**2) / (2 * sigmas.clamp(min=0.05)[:, None] ** 2))
    k = (k / k.sum(1, keepdim=True)).repeat_interleave(c, 0)[:, None]
    flat = images.reshape(1, n * c, h, w)
    flat = F.pad(flat, (reach, reach, reach, reach), mode="replicate")
    flat = F.conv2d(flat, k[:, :, None], groups=n * c)
    return F.conv2d(flat, k[..., None], groups=n * c).reshape(n, c, h, w)


@dataclass(slots=True)
class Bank:
    """What scenes draw from: glyph masks in degrees of blur, and noise for textures."""

    glyphs: Tensor
    numerals: int
    """So many glyphs are numerals; the rest are jokers."""
    noise: Tensor

    @staticmethod
    def of(atlas: dict[str, NDArray[np.generic]], device: str, seed: int = 1) -> "Bank":
        numerals = atlas["numerals"].reshape(-1, 64, 64)
        masks = np.concatenate([numerals, atlas["jokers"]])
        levels = []
        with torch.no_grad():
            for sigma in BLURS:
                parts = [
                    blurred(torch.from_numpy(part.astype(np.float32))[:, None].to(device), sigma)
                    for part in np.array_split(masks, 16)
                ]
                levels.append(torch.cat(parts)[:, 0].round().clamp(0, 255).byte())
        glyphs = torch.stack(levels).contiguous()
        return Bank(glyphs, len(numerals), noise_bank(device, seed))


def noise_bank(device: str, seed: int) -> Tensor:
    """Noise pictures in three channels: clouds, grain drawn out along x, and fine fibre."""
    chance = np.random.default_rng(seed)
    fy, fx = np.meshgrid(np.fft.fftfreq(NOISE), np.fft.fftfreq(NOISE), indexing="ij")
    out = np.zeros((NOISES, NOISE, NOISE, 3), np.float32)
    for i in range(NOISES):
        stretch = chance.uniform(8, 30)
        shapes = (
            1 / (np.hypot(fx, fy) + 0.003) ** chance.uniform(1.1, 1.9),
            1 / (np.hypot(fx * stretch, fy) + 0.004) ** chance.uniform(1.0, 1.6),
            1 / (np.hypot(fx, fy) + 0.1) ** chance.uniform(0.5, 2.0),
        )
        for k, shape in enumerate(shapes):
            spectrum = np.fft.fft2(chance.normal(size=(NOISE, NOISE))) * shape
            field = np.fft.ifft2(spectrum).real
            out[i, :, :, k] = np.clip((field - field.mean()) / field.std() / 4 + 0.5, 0, 1)
    return torch.from_numpy(out).to(device)


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


class _Scenes(ctypes.Structure):
    """`Scenes` of raycast.cu."""

    _fields_ = [
        *((name, ctypes.c_void_p) for name in (*KEYS, "glyphs", "noise", "points", "px", "out")),
        *((name, ctypes.c_int64) for name in ("count", "rays", "boxes", "masks", "numerals")),
        ("points_stride", ctypes.c_int64),
    ]


def render(scenes: Scenes, bank: Bank, points: Tensor, px: Tensor) -> Tensor:
    """Light (linear, B x 3 x P) along rays through image points; `px`: a die's width in samples.

    Points are B x P x 2, or 1 x P x 2 for all scenes; x and y in picture widths from the middle.
    """
    count, rays = len(scenes["eye"]), points.shape[1]
    out = torch.empty(count, 3, rays, device=points.device)
    held = {key: scenes[key].contiguous() for key in KEYS}  # alive until the call is made
    held |= {"glyphs": bank.glyphs, "noise": bank.noise, "out": out}
    held |= {"points": points.contiguous(), "px": px.contiguous()}
    pointers = {key: value.data_ptr() for key, value in held.items()}
    sizes = {"count": count, "rays": rays, "boxes": scenes["kind"].shape[1]}
    sizes |= {"masks": bank.glyphs.shape[1], "numerals": bank.numerals}
    stride = 0 if len(points) == 1 else 2 * rays
    given = _Scenes(**pointers, **sizes, points_stride=stride)
    call("raycast", "render", given, points)
    return out


def hidden_share(scenes: Scenes, quads: Tensor) -> Tensor:
    """How much of each box's top face something covers or the picture's edge cuts: B x N."""
    (b, n), side = quads.shape[:2], 7
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


def nearest_sides(scenes: Scenes, rank: int = 0) -> Tensor:
    """Of each box the side that is turned most to the camera, or next: B x N x 4 x 3, clockwise."""
    like = scenes["turn"]
    axes, right, up = (torch.from_numpy(a).to(like) for a in (FACE_AXES, FACE_RIGHT, FACE_UP))
    away = scenes["eye"][:, None] - scenes["centre"]
    facing = torch.einsum("bnij,fj,bni->bnf", like, axes, away / away.norm(dim=-1, keepdim=True))
    ends = torch.stack([scenes["top"].long(), scenes["top"].long() ^ 1], -1)
    side = facing.scatter(-1, ends, -9.0).topk(rank + 1).indices[..., rank]
    half = scenes["half"]
    middle, r, u = (value[side] * half for value in (axes, right, up))
    local = torch.stack([middle - r + u, middle + r + u, middle + r - u, middle - r - u], 2)
    return scenes["centre"][:, :, None] + torch.einsum("bnij,bnkj->bnki", like, local)
