"""Training of the face and colour networks on rendered patches and on the real tile photographs."""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from vision.shapes import CROP_PX, MARGIN, WHITE_QUANTILE
from vision.training.detector import code_of, corners_of, rarity
from vision.training.film import bright_of, developed
from vision.training.networks import ColourNetwork, FaceNetwork, set_context, split
from vision.training.raycast import (
    BOX_KEYS,
    Bank,
    Scenes,
    hidden_share,
    nearest_sides,
    project,
    render,
)
from vision.training.scenes import Glyphs, inks
from vision.training.supply import Course, SceneSupply, load_atlas, retaken, supply


@dataclass(frozen=True, slots=True)
class FacePlan:
    """How the faces' networks are trained."""

    seconds: float = 3000.0
    """How long they learn in all; the learning rate follows the share that is spent."""
    stop_after: float = 1e9
    """So many seconds from now they stop; they can go on from there."""
    scenes: int = 64
    faces: int = 10
    """Faces taken of each scene; they are one set for the colour network."""
    near: int = 8
    """How many boxes around a face are rendered with it."""
    patch_px: int = 84
    finer: float = 1.5
    real: int = 16
    """Real pictures in every step, each with as many faces."""
    takes: int = 3
    """How often a scene is taken, each time by another camera in another light."""
    workers: int = 8
    top_rate: float = 2e-3
    device: str = "cuda"


@dataclass(slots=True)
class Batch:
    """Crops of S sets of K faces, and what they show; `counts` are faces, the others are none."""

    crops: Tensor
    whites: Tensor
    number: Tensor
    colour: Tensor
    quarter: Tensor
    doubts: Tensor
    is_face: Tensor


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


def cut(patches: Tensor, corners: Tensor) -> Tensor:
    """Rectified crops of patches (N x 3 x P x P, 0 to 1) at corners in their pixels."""
    low, high = 0.5 - 0.5 / MARGIN, 0.5 + 0.5 / MARGIN
    square = torch.tensor([[low, low], [high, low], [high, high], [low, high]]).to(patches)
    map_ = homography(corners, square)
    k = (torch.arange(CROP_PX, device=patches.device) + 0.5) / CROP_PX
    ys, xs = torch.meshgrid(k, k, indexing="ij")
    grid = torch.stack([xs, ys, torch.ones_like(xs)], -1).view(1, -1, 3)
    spots = grid @ map_.transpose(1, 2)
    spots = spots[..., :2] / spots[..., 2:].clamp(min=0.05)
    spots = spots / patches.shape[-1] * 2 - 1
    return F.grid_sample(
        patches, spots.view(len(patches), CROP_PX, CROP_PX, 2), align_corners=False,
        padding_mode="border",
    )  # fmt: skip


def whitened(crops: Tensor) -> tuple[Tensor, Tensor]:
    """What `vision.faces` does: the die's own white becomes 1; and that white."""
    low, high = round(CROP_PX * 0.2), round(CROP_PX * 0.8)
    inner = crops[:, :, low:high, low:high].flatten(2)
    rank = int(WHITE_QUANTILE * (inner.shape[2] - 1)) + 1
    white = inner.kthvalue(rank, dim=2).values.clamp(min=8 / 255)
    return (crops / white[..., None, None]).clamp(max=1.5) * 2 - 1, white


def jittered(corners: Tensor, amount: float) -> Tensor:
    """Corners as a detector would give them: each a little off, all of them together, too square.

    Every fourth face is off by up to three times as much as the others.
    """
    n = len(corners)
    size = (corners - corners.roll(1, 1)).norm(dim=-1).mean(-1)[:, None, None]
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
    for slot in (faces - 1, faces - 2):
        flip = (kind[:, slot] == 1) & (torch.rand(len(kind), device=kind.device) < 0.6)
        quads[:, slot] = torch.where(flip[:, None, None], sides[:, slot], quads[:, slot])
        top[:, slot] &= ~flip
    cloth = on_table(quads[:, -5])
    gap = (scenes["centre"][..., :2] - cloth.mean(1)[:, None, :2]).norm(dim=-1).amin(1)
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


def rendered(scenes: Scenes, bank: Bank, plan: FacePlan, chance: torch.Generator) -> Batch:
    """Patches around faces as a camera gives them, cut out as the reader does."""
    index, quads, top, hidden = chosen(scenes, plan.faces)
    s, k = index.shape
    n, device = s * k, plan.device
    corners = project(scenes, quads.reshape(s, -1, 3)).reshape(n, 4, 2)
    size = (corners - corners.roll(1, 1)).norm(dim=-1).mean(-1).clamp(min=1e-3)
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
    patches = developed(light, film, chance, 1.0, together)
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
    return _batch(crops, whites, number, colour, quarter, doubts, top, s)


def _displaced(corners: Tensor) -> tuple[Tensor, Tensor]:
    """A few corners put beside the die: what is cut there is no face."""
    n = len(corners)
    off = torch.rand(n, device=corners.device) < 0.03
    size = (corners - corners.roll(1, 1)).norm(dim=-1).mean(-1)
    angle = torch.rand(n, device=corners.device) * 2 * math.pi
    way = (
        torch.stack([angle.cos(), angle.sin()], -1)
        * (size * (0.45 + 0.4 * torch.rand_like(angle)))[:, None]
    )
    return corners + (way * off[:, None])[:, None], off


def cut_turned(patches: Tensor, corners: Tensor, amount: float) -> tuple[Tensor, Tensor, Tensor]:
    """Crops that start at any corner, their whites, and at which corner the numeral starts."""
    n = len(corners)
    quarter = torch.randint(0, 4, (n,), device=corners.device)
    order = (torch.arange(4, device=corners.device)[None] - quarter[:, None]) % 4
    turned = torch.gather(corners, 1, order[..., None].expand(-1, -1, 2))
    crops, whites = whitened(cut(patches, jittered(turned, amount)))
    return crops.flip(1), whites.flip(1), quarter


def _batch(
    crops: Tensor,
    whites: Tensor,
    number: Tensor,
    colour: Tensor,
    quarter: Tensor,
    doubts: Tensor,
    top: Tensor,
    s: int,
) -> Batch:
    k = len(crops) // s
    return Batch(
        crops, whites.view(s, k, 3), number.long().view(s, k), colour.long().view(s, k),
        quarter.view(s, k), doubts.view(s, k, 3), top.float().view(s, k),
    )  # fmt: skip


class Photographs:
    """Real tiles, by picture, roughened so that no two looks are the same."""

    def __init__(self, path: Path, held: bool, device: str) -> None:
        data = load_atlas(path)
        keep = data["held"] == held
        self.device = device
        self.patches = torch.from_numpy(data["patches"][keep]).to(device)
        self.quads = torch.from_numpy(data["quads"][keep]).to(device)
        self.numbers = torch.from_numpy(data["numbers"][keep]).to(device)
        self.colours = torch.from_numpy(data["colours"][keep]).to(device)
        pictures = data["pictures"][keep]
        self.members = [np.flatnonzero(pictures == one) for one in np.unique(pictures)]

    def pick(self, count: int, faces: int) -> Tensor:
        """Faces of some pictures, with repeats where a picture has too few: count x faces."""
        chance = np.random.default_rng(int(torch.randint(0, 2**31, ())))
        rows = []
        for one in chance.integers(0, len(self.members), count):
            members = self.members[one]
            rows.append(chance.choice(members, faces, replace=len(members) < faces))
        return torch.from_numpy(np.stack(rows)).to(self.device)

    def batch(self, count: int, faces: int, film: Tensor, chance: torch.Generator) -> Batch:
        index = self.pick(count, faces)
        flat = index.flatten()
        patches = self.patches[flat].permute(0, 3, 1, 2).float().flip(1) / 255
        quads = self.quads[flat]
        coarse = 0.35 + 0.65 * float(torch.rand(()))
        if coarse < 0.9:
            size = round(patches.shape[-1] * coarse)
            quads = quads * (size / patches.shape[-1])
            patches = F.interpolate(patches, (size, size), mode="bilinear", antialias=True)
        rough = film[:count].repeat_interleave(faces, 0).clone()
        rough[:, 5] *= 0.6
        rough[:, 0] = rough[:, 0].clamp(0.3, 1.15)
        colours = self.colours[flat]
        fresh = (torch.rand(count, device=self.device) < 0.4).repeat_interleave(faces)
        anew, dealt = reinked(patches, quads, count, faces)
        colours = torch.where(fresh, dealt, colours)
        patches = torch.where(fresh[:, None, None, None], anew, tinted(patches, count, faces))
        light = patches**2.2
        patches = developed(light, rough, chance, 1.0, torch.ones_like(rough[:, 0]) * 0.95)
        crops, whites, quarter = cut_turned(patches, quads, 0.03)
        doubts = torch.zeros(len(flat), 3, device=self.device)
        top = torch.ones(len(flat), device=self.device)
        return _batch(crops, whites, self.numbers[flat], colours, quarter, doubts, top, count)


def reinked(patches: Tensor, quads: Tensor, count: int, faces: int) -> tuple[Tensor, Tensor]:
    """Real faces printed anew in inks of sets that were never photographed, and their colours."""
    chance = np.random.default_rng(int(torch.randint(0, 2**31, ())))
    palettes = np.stack([inks(chance, False) for _ in range(count)])
    palette = torch.from_numpy(palettes).to(patches).repeat_interleave(faces, 0) ** (1 / 2.2)
    dealt = torch.from_numpy(chance.integers(0, 4, count * faces)).to(patches.device)
    ink = palette[torch.arange(len(dealt), device=dealt.device), dealt][..., None, None]
    size = patches.shape[-1]
    low, high = round(size * 0.3), round(size * 0.7)
    inner = patches[:, :, low:high, low:high].flatten(2)
    white = inner.quantile(0.8, dim=2).clamp(min=0.05)[..., None, None]
    amount = (1 - (patches / white).amin(1, keepdim=True)).clamp(0, 1)
    deep = amount[:, :, low:high, low:high].flatten(1).quantile(0.98, dim=1).clamp(min=0.15)
    amount = (amount / deep.view(-1, 1, 1, 1)).clamp(0, 1)
    grid = torch.arange(size, device=patches.device) + 0.5
    centre, reach = quads.mean(1), (quads[:, 0] - quads[:, 2]).norm(dim=-1) / 2 * 0.66
    near = (grid[None] - centre[:, :1]).abs()[:, None, :].maximum(
        (grid[None] - centre[:, 1:]).abs()[:, :, None]
    ) < reach[:, None, None]
    printed = white * (1 - amount + amount * ink)
    return torch.where(near[:, None], printed, patches), dealt


def tinted(patches: Tensor, count: int, faces: int) -> Tensor:
    """Inks turned a little in hue, the same for all faces of a picture; whites stay white."""
    turn = (torch.rand(count, device=patches.device) - 0.5) * 0.5
    turn = turn.repeat_interleave(faces).view(-1, 1, 1)
    grey = patches.mean(1)
    chroma = patches - grey[:, None]
    a = (2 * chroma[:, 0] - chroma[:, 1] - chroma[:, 2]) / math.sqrt(6)
    b = (chroma[:, 1] - chroma[:, 2]) / math.sqrt(2)
    strong = ((a**2 + b**2).sqrt() * 4).clamp(0, 1)
    angle = turn * strong
    a, b = a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()
    red = 2 * a / math.sqrt(6)
    green, blue = -a / math.sqrt(6) + b / math.sqrt(2), -a / math.sqrt(6) - b / math.sqrt(2)
    return (grey[:, None] + torch.stack([red, green, blue], 1)).clamp(0, 1)


def losses_of(raw: Tensor, colours: ColourNetwork, batch: Batch) -> dict[str, Tensor]:
    s, k = batch.number.shape
    number, features, quarter, rest = split(raw.float().view(s, k, -1))
    face = batch.is_face
    total = face.sum().clamp(min=1)

    def mean(each: Tensor) -> Tensor:
        return (each * face).sum() / total

    asked_colour, asked_number = batch.colour.clamp(min=0), batch.number.clamp(min=0)
    weights = rest[..., 3].sigmoid().detach()
    judged = colours(set_context(features, batch.whites, weights))
    return {
        "number": mean(F.cross_entropy(number.transpose(1, 2), asked_number, reduction="none")),
        "colour": mean(F.cross_entropy(judged.transpose(1, 2), asked_colour, reduction="none")),
        "alone": 0.3 * mean(
            F.cross_entropy(features[..., :4].transpose(1, 2), asked_colour, reduction="none")
        ),
        "quarter": 0.3 * mean(
            F.cross_entropy(quarter.transpose(1, 2), batch.quarter, reduction="none")
        ),
        "doubts": 0.3 * mean(
            F.binary_cross_entropy_with_logits(
                rest[..., :3], batch.doubts, reduction="none", pos_weight=rarity(raw)
            ).sum(-1)
        ),
        "face": 0.5 * F.binary_cross_entropy_with_logits(rest[..., 3], face),
    }  # fmt: skip


@torch.no_grad()
def right_share(
    faces: torch.nn.Module, colours: torch.nn.Module, batch: Batch
) -> tuple[float, float]:
    """The shares of numbers and colours that are right."""
    s, k = batch.number.shape
    number, features, _, rest = split(faces(batch.crops).float().view(s, k, -1))
    judged = colours(set_context(features, batch.whites, rest[..., 3].sigmoid()))
    face = batch.is_face > 0
    right_n = (number.argmax(-1) == batch.number)[face].float().mean()
    right_c = (judged.argmax(-1) == batch.colour)[face].float().mean()
    return float(right_n), float(right_c)


def train(work: Path, plan: FacePlan) -> None:
    """Train for the time given, from where the last call stopped."""
    atlas = load_atlas(work / "atlas.npz")
    faces = FaceNetwork().to(plan.device).to(memory_format=torch.channels_last)
    colours = ColourNetwork().to(plan.device)
    networks: dict[str, torch.nn.Module] = {"faces": faces, "colours": colours}
    course = Course("faces", work, networks, plan.seconds, plan.top_rate, 0.02)
    source = SceneSupply(Glyphs.of(atlas, False), plan.scenes, 0.25, (0.015, 0.12), course.piece)
    batches = supply(source, plan.workers)
    bank = Bank.of(atlas, plan.device)
    photos = Photographs(work / "photos.npz", False, plan.device)
    kept = Photographs(work / "photos.npz", True, plan.device)
    chance = torch.Generator(plan.device).manual_seed(4 + course.piece)
    shots = retaken(batches, plan.device, plan.takes)
    for done in course.steps(plan.stop_after):
        scenes = next(shots)
        with torch.no_grad():
            made = rendered(scenes, bank, plan, chance)
            real = photos.batch(plan.real, plan.faces, scenes["film"], chance)
            crops = torch.cat([made.crops, real.crops]).to(memory_format=torch.channels_last)
        with torch.autocast(plan.device, dtype=torch.bfloat16, enabled=plan.device == "cuda"):
            raw = faces(crops)
        losses = losses_of(raw[: len(made.crops)], colours, made)
        on_photos = losses_of(raw[len(made.crops) :], colours, real)
        course.learn(losses | {"photos": 0.25 * torch.stack(list(on_photos.values())).sum()})
        if done % 500 == 0:
            with torch.no_grad():
                test = kept.batch(min(24, plan.scenes), plan.faces, scenes["film"], chance)
            nets = [course.averages[name].network for name in networks]
            shares = "renders {:.4f} {:.4f}".format(*right_share(nets[0], nets[1], made))
            kept_shares = "photos {:.4f} {:.4f}".format(*right_share(nets[0], nets[1], test))
            print(f"faces, right numbers and colours: {shares} {kept_shares}", flush=True)
