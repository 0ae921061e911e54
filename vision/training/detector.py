"""Training of the detector on whole rendered pictures, made on the graphics card as it goes."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from vision.reading.tensors import CODE_CHANNELS, STRIDE_PX
from vision.training.film import developed
from vision.training.layouts import DIE, TILE
from vision.training.networks import DetectorNetwork, places
from vision.training.raycast import Bank, Scenes, hidden_share, nearest_sides, project, render
from vision.training.scenes import BOXES, SPARE, Glyphs
from vision.training.supply import Course, SceneSupply, load_atlas, retaken, supply
from vision.training.tile_tables import MOST


@dataclass(frozen=True, slots=True)
class DetectorPlan:
    """How the detector is trained."""

    seconds: float = 3000.0
    """How long it learns in all; the learning rate follows the share that is spent."""
    stop_after: float = 1e9
    """So many seconds from now it stops; it can go on from there."""
    batch: int = 48
    takes: int = 2
    """How often a scene is taken, each time by another camera in another light."""
    workers: int = 6
    width: int = 640
    """What the reader looks at, so that a die is as large here as it is at the table."""
    height: int = 480
    finer: tuple[float, ...] = (1.0, 1.25, 1.5, 2.0)
    """How much larger a batch's pictures are than what is looked at, in turn by chance."""
    top_rate: float = 3e-3
    decay: float = 0.01
    device: str = "cuda"
    name: str = "detector"
    kind: int = DIE
    """What is looked for: dice, or tiles by their top square."""
    sizes: tuple[float, float] = (0.013, 0.16)
    """Shares of a picture's width."""
    boxes: int = BOXES


TILES = DetectorPlan(
    name="tiles", kind=TILE, sizes=(0.02, 0.32), boxes=MOST + SPARE, batch=32, workers=12
)
"""The same network taught on tables of tiles, some of them photographed. A tile held close to a
camera fills a third of the picture."""


def picture_points(width: int, height: int, device: str) -> Tensor:
    ys, xs = torch.meshgrid(
        torch.arange(height, device=device) + 0.5,
        torch.arange(width, device=device) + 0.5,
        indexing="ij",
    )
    return torch.stack([xs - width / 2, ys - height / 2], -1).reshape(1, -1, 2) / width


def pictures(scenes: Scenes, bank: Bank, plan: DetectorPlan, chance: torch.Generator) -> Tensor:
    """Pictures as a camera would give them: blue, green, red from 0 to 255."""
    finer = plan.finer[int(torch.randint(0, len(plan.finer), ()))]
    wide, high = round(plan.width * finer), round(plan.height * finer)
    points = picture_points(wide, high, plan.device)
    light = render(scenes, bank, points, scenes["lens"][:, 2] * wide)
    seen = developed(light.view(-1, 3, high, wide), scenes["film"], chance)
    # Made finer and then shrunk, since that is how the reader comes to its pictures.
    small = F.interpolate(seen, (plan.height, plan.width), mode="bilinear", antialias=True)
    # Red, green, blue become blue, green, red: the order in which OpenCV hands pictures over.
    return small.flip(1) * 255


def normalised(images: Tensor) -> Tensor:
    """What `vision.reading.detector.Detector` does to a picture before the network sees it."""
    level = images.mean((1, 2, 3), keepdim=True)
    deviation = images - images.mean((2, 3), keepdim=True)
    contrast = deviation.pow(2).mean((1, 2, 3), keepdim=True).sqrt()
    # A bare table has next to no contrast: divided by that, its noise would look like things.
    return (images - level) / contrast.clamp(min=4.0)


def code_of(corners: Tensor) -> Tensor:
    """The opposite of `corners_of`: ... x 4 x 2 to ... x 9."""
    c = torch.view_as_complex(corners.contiguous())
    a, b = (c[..., 0] - c[..., 2]) / 2, (c[..., 1] - c[..., 3]) / 2
    m = (c[..., 0] + c[..., 2]) / 2 - (c[..., 1] + c[..., 3]) / 2
    u, v = (a - 1j * b) / 2, (a + 1j * b) / 2
    # Corners that fell together have no size, and its logarithm would be taken.
    size = u.abs().clamp(min=1e-3)
    centre = c.mean(-1) / STRIDE_PX
    # To the fourth: a square turned by a quarter is the same square, and must have the same code.
    turn, shear, trapeze = (u / size) ** 4, u * v / size**2, m * u**2 / size**3
    parts = [centre.real, centre.imag, size.log()]
    for value in (turn, shear, trapeze):
        parts += [value.real, value.imag]
    return torch.stack(parts, -1)


def corners_of(code: Tensor) -> Tensor:
    """`vision.reading.detector.corners_from_code` for tensors: ... x 9 to ... x 4 x 2."""
    # An untaught network says any size: e to the hundredth would end all numbers.
    size = code[..., 2].clamp(-2, 6).exp()
    # A little aside: where both are nought the angle has no gradient.
    angle = torch.atan2(code[..., 4], code[..., 3] + 1e-6) / 4
    u = torch.polar(size, angle)
    v = torch.complex(code[..., 5], code[..., 6]) * size**2 / u
    m = torch.complex(code[..., 7], code[..., 8]) * size**3 / u**2
    centre = torch.complex(code[..., 0], code[..., 1]) * STRIDE_PX
    a, b = u + v, 1j * (u - v)
    corners = [centre + m / 2 + a, centre - m / 2 + b, centre + m / 2 - a, centre - m / 2 - b]
    return torch.view_as_real(torch.stack(corners, -1))


@dataclass(slots=True)
class DetectorTruth:
    """What the detector should say: B x N boxes, corners in pixels, and how hidden each is."""

    corners: Tensor
    is_die: Tensor
    hidden: Tensor
    doubts: Tensor
    sides: Tensor
    """Of each die the side that the camera sees best, then of each the second: B x 2N x 4 x 2."""


def truth_of(scenes: Scenes, width: int, height: int, kind: int = DIE) -> DetectorTruth:
    b, n = scenes["kind"].shape
    flat = project(scenes, scenes["quad"].reshape(b, -1, 3)).reshape(b, n, 4, 2)
    half = torch.tensor([width / 2, height / 2], device=flat.device)
    corners = flat * width + half
    hidden = hidden_share(scenes, scenes["quad"])
    beyond = outside(corners, width, height)
    hidden = 1 - (1 - hidden) * (1 - beyond)
    doubts = torch.stack([scenes["cocked"], (hidden > 0.5).float(), scenes["stacked"]], dim=-1)
    is_die = (scenes["kind"] == kind) & (scenes["number"] >= 0)
    both = torch.cat([nearest_sides(scenes, rank) for rank in (0, 1)], 1)
    sides = project(scenes, both.reshape(b, -1, 3)).reshape(b, 2 * n, 4, 2)
    return DetectorTruth(corners, is_die, hidden, doubts, sides * width + half)


def outside(corners: Tensor, width: int, height: int) -> Tensor:
    """The share of each quadrilateral that lies beyond the picture, by its bounding box."""
    low, high = corners.amin(2), corners.amax(2)
    size = torch.tensor([width, height], device=corners.device, dtype=corners.dtype)
    kept = (torch.minimum(high, size) - low.clamp(min=0)).clamp(min=0)
    return 1 - (kept / (high - low).clamp(min=1e-3)).prod(-1)


def targets(truth: DetectorTruth, width: int, height: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Heat, its weight, and for cells near centres the code: (heat, weight, index, code)."""
    gh, gw = height // STRIDE_PX, width // STRIDE_PX
    centre = truth.corners.mean(2)
    size = (truth.corners - truth.corners.roll(1, 2)).norm(dim=-1).mean(-1)
    cell = (centre / STRIDE_PX).floor()
    inside = (cell[..., 0] >= 0) & (cell[..., 0] < gw) & (cell[..., 1] >= 0) & (cell[..., 1] < gh)
    # What is hidden more, or smaller than a cell and a half, has no place that anybody could name.
    good = truth.is_die & inside & (truth.hidden < 0.75) & (size > 6)
    ys = torch.arange(gh, device=centre.device, dtype=centre.dtype)
    xs = torch.arange(gw, device=centre.device, dtype=centre.dtype)
    # At least 0.65 of a cell: a narrower peak has its neighbours punished for being next to it.
    sigma = (size / STRIDE_PX * 0.11).clamp(min=0.65, max=2.5)[..., None]
    ex = torch.exp(-((xs - cell[..., :1]) ** 2) / (2 * sigma**2))
    ey = torch.exp(-((ys - cell[..., 1:]) ** 2) / (2 * sigma**2))
    heat = (ey[..., :, None] * ex[..., None, :] * good[..., None, None]).amax(1)
    wide = size[..., None] / STRIDE_PX * 0.6
    blind = ((xs - cell[..., :1]).abs() < wide)[..., None, :] & ((ys - cell[..., 1:]).abs() < wide)[
        ..., :, None
    ]
    # Neither a die nor none: whatever is said there is taught neither way.
    unclear = truth.is_die & ~good & (size > 3)
    weight = 1 - (blind & unclear[..., None, None]).any(1).float()
    weight = weight + SIDE_SHARE * _at_sides(truth, xs, ys) * (heat < 0.05)
    # Last: where a die is well seen nothing else that lies there takes its lesson away.
    weight = torch.where(heat > 0.5, torch.ones_like(weight), weight)
    # -9 is beyond every picture, also with the eight cells around it.
    index = torch.where(good[..., None], cell, torch.full_like(cell, -9)).long()
    return heat, weight, index, code_of(truth.corners - (cell + 0.5)[:, :, None] * STRIDE_PX)


SIDE_SHARE = 5.0
"""So much more a cell counts on a side face: it looks like a top face, and is none."""


def _at_sides(truth: DetectorTruth, xs: Tensor, ys: Tensor) -> Tensor:
    """Cells near the middle of a side face that is turned to the camera: B x H x W."""
    a, b = truth.sides[:, :, 1] - truth.sides[:, :, 0], truth.sides[:, :, 3] - truth.sides[:, :, 0]
    area = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    seen = truth.is_die.repeat(1, 2) & (area > 36)
    reach = 0.3 * area.clamp(min=1).sqrt()[..., None] / STRIDE_PX
    middle = truth.sides.mean(2) / STRIDE_PX - 0.5
    wide = ((xs - middle[..., :1]).abs() < reach)[..., None, :]
    high = ((ys - middle[..., 1:]).abs() < reach)[..., :, None]
    return (wide & high & seen[..., None, None]).any(1).float()


def corner_loss(got: Tensor, want: Tensor) -> Tensor:
    """How far corners lie from the true ones, in die widths, whichever comes first: N x 9 to N."""
    size = want[:, 2].exp() * 2**0.5
    corners, true = corners_of(got), corners_of(want)
    gaps = [(corners - true.roll(k, 1)).norm(dim=-1).mean(-1) for k in range(4)]
    return torch.stack(gaps).amin(0) / size


CODE_SHARES = (1, 1, 3, 0, 0, 3, 3, 3, 3)
"""A cell's width matters less on large dice; the turn has a loss of its own."""


def code_loss(got: Tensor, want: Tensor) -> Tensor:
    """How far codes of corners are off, number by number, and what that does to the corners: N."""
    each = F.smooth_l1_loss(got, want, beta=0.05, reduction="none")
    turn = F.mse_loss(got[:, 3:5], want[:, 3:5], reduction="none").sum(-1)
    shares = torch.tensor(CODE_SHARES, device=got.device, dtype=got.dtype)
    return (each * shares).sum(-1) + 6 * turn + 10 * corner_loss(got, want)


def loss_of(answer: Tensor, truth: DetectorTruth, width: int, height: int) -> dict[str, Tensor]:
    heat, weight, index, code = targets(truth, width, height)
    answer = answer.float()
    score = answer[:, 0]
    # The logarithm of nought would make one sure mistake count more than a whole batch.
    p = score.sigmoid().clamp(1e-5, 1 - 1e-5)
    peak = heat > 0.999
    near = -((1 - heat) ** 4) * p**2 * torch.log(1 - p) * ~peak
    far = -((1 - p) ** 2) * torch.log(p) * peak
    count = peak.sum().clamp(min=1)
    losses = {"heat": ((near + far) * weight).sum() / count}
    got, want, share, doubts = _at_dice(answer, index, code, truth)
    off = code_loss(got[:, 1 : 1 + CODE_CHANNELS], want)
    # Nine cells with their shares come to 3.4 a die: so it counts about once.
    losses["code"] = (share * off).sum() / count / 4
    doubt = F.binary_cross_entropy_with_logits(
        got[:, 1 + CODE_CHANNELS :], doubts, reduction="none", pos_weight=rarity(answer)
    )
    losses["doubt"] = 0.5 * (share[:, None] * doubt).sum() / count
    return losses


def rarity(like: Tensor) -> Tensor:
    """How much more a doubt (cocked, covered, stacked) counts where it holds: they are rare."""
    return torch.tensor([5.0, 2.0, 5.0], device=like.device)


def _at_dice(
    answer: Tensor, index: Tensor, code: Tensor, truth: DetectorTruth
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Answer, code, weight and doubts at the nine cells around every die's centre."""
    gh, gw = answer.shape[2:]
    picture, die = (index[..., 0] >= 0).nonzero(as_tuple=True)
    k = torch.arange(9, device=answer.device)
    steps = torch.stack([k % 3 - 1, k // 3 - 1], -1)
    cells = index[picture, die][:, None] + steps
    size = torch.tensor([gw, gh], device=answer.device)
    ok = ((cells >= 0) & (cells < size)).all(-1)
    x, y = cells.clamp(min=0).minimum(size - 1).flatten(0, 1).unbind(-1)
    got = answer.permute(0, 2, 3, 1)[picture.repeat_interleave(9), y, x]
    want = code[picture, die][:, None].repeat(1, 9, 1)
    want[..., :2] -= steps
    # The cell in the middle is the one that is read; its neighbours help where it lies at a border.
    share = torch.where(k == 4, 1.0, 0.3) * ok
    doubts = truth.doubts[picture, die][:, None].expand(-1, 9, -1)
    return got, want.flatten(0, 1), share.flatten(), doubts.flatten(0, 1)


def with_border(images: Tensor) -> Tensor:
    """Now and then a grey strip below or beside, as pictures of other shapes get it."""
    luck = torch.rand(())
    # The reader fills its pictures up to whole blocks with such strips: they are no table's edge.
    if luck < 0.3:
        images = images.clone()
        strip = int(torch.randint(4, 120 if luck < 0.2 else 28, ()))
        level = images.mean((1, 2, 3), keepdim=True)
        if luck < 0.2:
            images[:, :, -strip:] = level
        else:
            images[:, :, :, -strip:] = level
    return images


def shots(work: Path, plan: DetectorPlan, piece: int) -> Iterator[tuple[Tensor, DetectorTruth]]:
    """Batches of pictures as the network sees them, and the truth about them, for ever."""
    atlas = load_atlas(work / "atlas.npz")
    tiles = float(plan.kind == TILE)
    source = SceneSupply(Glyphs.of(atlas, False), plan.batch, tiles, plan.sizes, piece, plan.boxes)
    bank = Bank.of(atlas, plan.device)
    chance = torch.Generator(plan.device).manual_seed(3 + piece)
    for scenes in retaken(supply(source, plan.workers), plan.device, plan.takes):
        with torch.no_grad():
            images = with_border(pictures(scenes, bank, plan, chance))
            truth = truth_of(scenes, plan.width, plan.height, plan.kind)
            ready = normalised(images).to(memory_format=torch.channels_last)
        yield ready, truth


ASKEW = 0.05
"""By so much of a picture's width its middle may lie beside where the camera looks: not every
picture comes as a camera took it."""


def askew_places(count: int, plan: DetectorPlan) -> Tensor:
    """Where the cells of so many pictures are, as if each had been cut a little."""
    cut = ASKEW * torch.randn(count, 2, 1, 1, device=plan.device)
    return places(plan.height, plan.width, plan.device) + cut


PHOTOGRAPHED = 3
"""Of so many batches one is of photographs: 132 pictures are soon known by heart."""


def with_photographs(
    rendered: Iterator[tuple[Tensor, DetectorTruth]], photos: Path, plan: DetectorPlan
) -> Iterator[tuple[Tensor, DetectorTruth]]:
    from vision.training.albums import Album

    album = Album(photos, plan.device)
    while True:
        for _ in range(PHOTOGRAPHED - 1):
            yield next(rendered)
        with torch.no_grad():
            images, truth = album.batch(plan)
            ready = normalised(images).to(memory_format=torch.channels_last)
        yield ready, truth


def train(work: Path, plan: DetectorPlan, photos: Path | None = None) -> None:
    """Train for the time given, from where the last call stopped."""
    network = DetectorNetwork().to(plan.device).to(memory_format=torch.channels_last)
    course = Course(plan.name, work, {"detector": network}, plan.seconds, plan.top_rate, plan.decay)
    source = shots(work, plan, course.piece)
    if photos is not None:
        source = with_photographs(source, photos, plan)
    for _ in course.steps(plan.stop_after):
        ready, truth = next(source)
        where = askew_places(len(ready), plan)
        with torch.autocast(plan.device, dtype=torch.bfloat16, enabled=plan.device == "cuda"):
            answer = network(ready, where)
        course.learn(loss_of(answer, truth, plan.width, plan.height))
