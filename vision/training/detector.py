"""Training of the detector on whole rendered pictures, made on the graphics card as it goes."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from vision.shapes import CODE_CHANNELS, STRIDE_PX
from vision.training.film import developed
from vision.training.networks import DetectorNetwork
from vision.training.raycast import Bank, Scenes, hidden_share, plan_render, project
from vision.training.scenes import Glyphs
from vision.training.supply import Average, SceneSupply, load_atlas, rate, supply


@dataclass(frozen=True, slots=True)
class DetectorPlan:
    """How the detector is trained."""

    seconds: float = 540.0
    batch: int = 24
    parts: int = 3
    """In how many pieces a batch is rendered, for memory."""
    workers: int = 7
    width: int = 640
    height: int = 480
    finer: float = 1.2
    """How much larger pictures are rendered than looked at: that much the edges are smoothed."""
    top_rate: float = 2.5e-3
    device: str = "cuda"


def picture_points(width: int, height: int, device: str) -> Tensor:
    ys, xs = torch.meshgrid(
        torch.arange(height, device=device) + 0.5,
        torch.arange(width, device=device) + 0.5,
        indexing="ij",
    )
    return torch.stack([xs - width / 2, ys - height / 2], -1).reshape(1, -1, 2) / width


def pictures(scenes: Scenes, bank: Bank, plan: DetectorPlan, chance: torch.Generator) -> Tensor:
    """Pictures as a camera would give them: blue, green, red from 0 to 255."""
    wide, high = round(plan.width * plan.finer), round(plan.height * plan.finer)
    points = picture_points(wide, high, plan.device)
    count = len(scenes["eye"])
    step = max(1, count // plan.parts)
    lights = []
    for start in range(0, count, step):
        part = {key: value[start : start + step] for key, value in scenes.items()}
        n = len(part["eye"])
        spread, size = points.expand(n, -1, -1), part["lens"][:, 2] * wide
        light = plan_render(plan.device)(part, bank.glyphs, bank.noise, spread, size)
        lights.append(light.view(n, high, wide, 3).permute(0, 3, 1, 2))
    seen = developed(torch.cat(lights), scenes["film"], chance)
    small = F.interpolate(seen, (plan.height, plan.width), mode="bilinear", antialias=True)
    return small.flip(1) * 255


def normalised(images: Tensor) -> Tensor:
    """What `vision.detect.Detector` does to a picture before the network sees it."""
    level = images.mean((1, 2, 3), keepdim=True)
    deviation = images - images.mean((2, 3), keepdim=True)
    contrast = deviation.pow(2).mean((1, 2, 3), keepdim=True).sqrt()
    return (images - level) / contrast.clamp(min=4.0)


def code_of(corners: Tensor) -> Tensor:
    """`vision.detect.code_from_corners` for tensors: ... x 4 x 2 to ... x 9."""
    c = torch.view_as_complex(corners.contiguous())
    a, b = (c[..., 0] - c[..., 2]) / 2, (c[..., 1] - c[..., 3]) / 2
    m = (c[..., 0] + c[..., 2]) / 2 - (c[..., 1] + c[..., 3]) / 2
    u, v = (a - 1j * b) / 2, (a + 1j * b) / 2
    size = u.abs().clamp(min=1e-3)
    centre = c.mean(-1) / STRIDE_PX
    turn, shear, trapeze = (u / size) ** 4, u * v / size**2, m * u**2 / size**3
    parts = [centre.real, centre.imag, size.log()]
    for value in (turn, shear, trapeze):
        parts += [value.real, value.imag]
    return torch.stack(parts, -1)


@dataclass(slots=True)
class Truth:
    """What the detector should say: B x N boxes, corners in pixels, and how hidden each is."""

    corners: Tensor
    is_die: Tensor
    hidden: Tensor
    doubts: Tensor


def truth_of(scenes: Scenes, width: int, height: int) -> Truth:
    b, n = scenes["kind"].shape
    flat = project(scenes, scenes["quad"].reshape(b, -1, 3)).reshape(b, n, 4, 2)
    half = torch.tensor([width / 2, height / 2], device=flat.device)
    corners = flat * width + half
    hidden = hidden_share(scenes, scenes["quad"])
    outside = _outside(corners, width, height)
    hidden = 1 - (1 - hidden) * (1 - outside)
    doubts = torch.stack([scenes["cocked"], (hidden > 0.5).float(), scenes["stacked"]], dim=-1)
    is_die = (scenes["kind"] == 1) & (scenes["number"] >= 0)
    return Truth(corners, is_die, hidden, doubts)


def _outside(corners: Tensor, width: int, height: int) -> Tensor:
    """The share of each quadrilateral that lies beyond the picture, by its bounding box."""
    low, high = corners.amin(2), corners.amax(2)
    size = torch.tensor([width, height], device=corners.device, dtype=corners.dtype)
    kept = (torch.minimum(high, size) - low.clamp(min=0)).clamp(min=0)
    return 1 - (kept / (high - low).clamp(min=1e-3)).prod(-1)


def targets(truth: Truth, width: int, height: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Heat, its weight, and for cells near centres the code: (heat, weight, index, code)."""
    gh, gw = height // STRIDE_PX, width // STRIDE_PX
    centre = truth.corners.mean(2)
    size = (truth.corners - truth.corners.roll(1, 2)).norm(dim=-1).mean(-1)
    cell = (centre / STRIDE_PX).floor()
    inside = (cell[..., 0] >= 0) & (cell[..., 0] < gw) & (cell[..., 1] >= 0) & (cell[..., 1] < gh)
    good = truth.is_die & inside & (truth.hidden < 0.75) & (size > 6)
    ys = torch.arange(gh, device=centre.device, dtype=centre.dtype)
    xs = torch.arange(gw, device=centre.device, dtype=centre.dtype)
    sigma = (size / STRIDE_PX * 0.11).clamp(min=0.65, max=2.5)[..., None]
    ex = torch.exp(-((xs - cell[..., :1]) ** 2) / (2 * sigma**2))
    ey = torch.exp(-((ys - cell[..., 1:]) ** 2) / (2 * sigma**2))
    heat = (ey[..., :, None] * ex[..., None, :] * good[..., None, None]).amax(1)
    wide = size[..., None] / STRIDE_PX * 0.6
    blind = ((xs - cell[..., :1]).abs() < wide)[..., None, :] & ((ys - cell[..., 1:]).abs() < wide)[
        ..., :, None
    ]
    unclear = truth.is_die & ~good & (size > 3)
    weight = 1 - (blind & unclear[..., None, None]).any(1).float()
    weight = torch.where(heat > 0.5, torch.ones_like(weight), weight)
    index = torch.where(good[..., None], cell, torch.full_like(cell, -9)).long()
    return heat, weight, index, code_of(truth.corners - (cell + 0.5)[:, :, None] * STRIDE_PX)


def loss_of(answer: Tensor, truth: Truth, width: int, height: int) -> dict[str, Tensor]:
    heat, weight, index, code = targets(truth, width, height)
    answer = answer.float()
    score = answer[:, 0]
    p = score.sigmoid().clamp(1e-5, 1 - 1e-5)
    peak = heat > 0.999
    near = -((1 - heat) ** 4) * p**2 * torch.log(1 - p) * ~peak
    far = -((1 - p) ** 2) * torch.log(p) * peak
    count = peak.sum().clamp(min=1)
    losses = {"heat": ((near + far) * weight).sum() / count}
    gh, gw = score.shape[1:]
    rows = torch.arange(len(score), device=score.device)[:, None].expand(index.shape[:2])
    total_code, total_doubt, cells = score.new_zeros(()), score.new_zeros(()), 0
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            x, y = index[..., 0] + dx, index[..., 1] + dy
            ok = (index[..., 0] >= 0) & (x >= 0) & (x < gw) & (y >= 0) & (y < gh)
            got = answer[rows[ok], :, y[ok], x[ok]]
            want = code[ok].clone()
            want[:, 0] -= dx
            want[:, 1] -= dy
            share = 1.0 if dx == dy == 0 else 0.3
            far_off = F.smooth_l1_loss(
                got[:, 1 : 1 + CODE_CHANNELS], want, beta=0.05, reduction="none"
            )
            # A cell's width matters less on large dice; a turn more.
            scale = torch.tensor([1, 1, 3, 0, 0, 3, 3, 3, 3], device=got.device, dtype=got.dtype)
            turn = F.mse_loss(got[:, 4:6], want[:, 3:5], reduction="none")
            total_code = total_code + share * ((far_off * scale).sum() + 6 * turn.sum())
            asked = truth.doubts[ok]
            doubt = F.binary_cross_entropy_with_logits(
                got[:, 1 + CODE_CHANNELS :], asked, reduction="none"
            )
            total_doubt = total_doubt + share * doubt.sum()
            cells += 1
    losses["code"] = total_code / count / 4
    losses["doubt"] = 0.2 * total_doubt / count / 3
    return losses


def with_border(images: Tensor) -> Tensor:
    """Now and then a grey strip below or beside, as pictures of other shapes get it."""
    if torch.rand(()) < 0.2:
        images = images.clone()
        strip = int(torch.randint(8, 120, ()))
        level = images.mean((1, 2, 3), keepdim=True)
        images[:, :, -strip:] = level
    return images


def train(work: Path, out: Path, plan: DetectorPlan) -> None:
    """Train for the time given; the averaged weights are saved every minute and at the end."""
    atlas = load_atlas(work / "atlas.npz")
    source = SceneSupply(Glyphs.of(atlas, False), plan.batch, 0.0, (0.013, 0.16))
    batches = supply(source, plan.workers)
    next(batches)
    bank = Bank.of(atlas, plan.device)
    network = DetectorNetwork().to(plan.device).to(memory_format=torch.channels_last)
    if (work / "detector.pt").is_file():
        network.load_state_dict(torch.load(work / "detector.pt", map_location=plan.device))
    average = Average(network)
    steps = torch.optim.AdamW(network.parameters(), lr=plan.top_rate, weight_decay=0.01)
    chance = torch.Generator(plan.device).manual_seed(3)
    _loop(batches, bank, network, average, steps, chance, out, plan)
    torch.save(average.network.state_dict(), out / "detector.pt")


def _loop(
    batches: Iterator[dict[str, Tensor]], bank: Bank, network: DetectorNetwork, average: Average,
    steps: torch.optim.AdamW, chance: torch.Generator, out: Path, plan: DetectorPlan,
) -> None:  # fmt: skip
    start, saved, done = time.monotonic(), 0.0, 0
    while (spent := time.monotonic() - start) < plan.seconds:
        for group in steps.param_groups:
            group["lr"] = rate(spent / plan.seconds, plan.top_rate)
        scenes = {key: value.to(plan.device) for key, value in next(batches).items()}
        with torch.no_grad():
            images = with_border(pictures(scenes, bank, plan, chance))
            truth = truth_of(scenes, plan.width, plan.height)
            ready = normalised(images).to(memory_format=torch.channels_last)
        with torch.autocast(plan.device, dtype=torch.bfloat16, enabled=plan.device == "cuda"):
            answer = network(ready)
        losses = loss_of(answer, truth, plan.width, plan.height)
        steps.zero_grad(set_to_none=True)
        sum(losses.values(), answer.new_zeros(())).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        steps.step()
        average.update(network)
        done += 1
        if done % 50 == 0 or done < 3:
            told = " ".join(f"{name} {float(value):.4f}" for name, value in losses.items())
            print(f"detector {spent:6.1f} s step {done} {told}", flush=True)
        if spent - saved > 60:
            saved = spent
            torch.save(average.network.state_dict(), out / "detector.pt")
