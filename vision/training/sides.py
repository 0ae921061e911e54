"""Training of the network that tells a die's side from the top of a die in front of it.

Places where the side of a die and the top of one that touches it would be seen alike are looked for
in rendered pictures, by the scene's own truth, and cut out as the reader cuts them. It is refined
on pictures that the twin has drawn as well, whose dim ones have hardly a seam between top and side.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from vision.reading.sides import cut_out
from vision.reading.tensors import SIDE_ABOVE, SIDE_EDGE_PX, SIDE_PATCH_PX
from vision.reading.tops import Complex, TopsTuning, TopView, nearest_squares, view_in, ways_of
from vision.training.layouts import DIE
from vision.training.looks import taken
from vision.training.networks import SidesNetwork
from vision.training.raycast import Bank, Scenes, hidden_share, project
from vision.training.samples import Sample, read
from vision.training.scenes import Arrays, Glyphs, Wish, scene
from vision.training.supply import Average, Course, SceneSupply, load_atlas, retaken, supply

AT_SIDE = TopsTuning().at_side
TURNED = 0.06
"""By so many radians a way strays: the turn of a die whose corners are a pixel off."""
SKEWED, UNEQUAL, CLEAR = 0.45, 0.45, 0.8
"""A side that falls on the plane of the tops farther from a square, or as so much more or less, is
taken for no top (taught up to a fifth alone, the network took others for tops); a side is in sight
where no top lies nearer than so many edges."""


@dataclass(frozen=True, slots=True)
class SidesPlan:
    """How the network of sides is trained."""

    seconds: float = 200.0
    stop_after: float = 1e9
    batch: int = 32
    """Scenes of a step."""
    takes: int = 2
    """How often a scene is taken, each time by another camera in another light."""
    workers: int = 14
    sizes: tuple[tuple[int, int], ...] = ((960, 720), (1280, 960))
    """Pictures are as large as one of these, in turn by chance."""
    tilts_deg: tuple[float, float] = (32.0, 54.0)
    """Where a side can look like a top: at 45 degrees it is as long as it is wide."""
    hidden: float = 0.3
    """What is more hidden is not asked for."""
    smallest_px: float = 16.0
    jitter: float = 0.06
    """By how many edges the reader's places and sizes stray."""
    most: int = 1500
    """Faces of a step, half of them sides."""
    refined: int = 1800
    """Steps of the refinement,"""
    refined_rate: float = 1e-3
    """which begin with this rate."""
    top_rate: float = 3e-3
    decay: float = 0.02
    device: str = "cuda"


class SlantedSupply(SceneSupply):
    """Scenes of dice alone, seen from beside the table."""

    def __init__(self, glyphs: Glyphs, plan: SidesPlan, piece: int, held: bool = False) -> None:
        super().__init__(glyphs, plan.batch, 0.0, (0.017, 0.06), piece)
        self._tilts_deg, self._held = plan.tilts_deg, held

    def _batch(self, chance: np.random.Generator) -> dict[str, Tensor]:
        made: list[Arrays] = []
        for k in range(self.batch):
            tilt = float(chance.uniform(*self._tilts_deg))
            wish = Wish(held=self._held, tilt_deg=tilt, awkward=k % 3 == 0)
            made.append(scene(chance, self.glyphs, wish, self.size))
        return {key: torch.from_numpy(np.stack([one[key] for one in made])) for key in made[0]}


@dataclass(slots=True)
class Asked:
    """Places where a side and a top would look alike, of B scenes x N dice x their four ways."""

    middle: Tensor
    """Of what is seen there, on the plane of the tops: ... x 2."""
    way: Tensor
    """From the die behind it, of length one: ... x 2."""
    is_side: Tensor
    is_top: Tensor


def asked_of(scenes: Scenes, plan: SidesPlan) -> Asked:
    quads, edge = scenes["quad"], 2 * scenes["half"][..., 2]
    flat = (scenes["kind"] == DIE) & (scenes["cocked"] == 0) & (scenes["stacked"] == 0)
    seen = flat & (hidden_share(scenes, quads) < plan.hidden)
    middles = quads[..., :2].mean(2)
    high = quads[..., 2].mean(2)
    way = F.normalize((quads + quads.roll(-1, 2))[..., :2] / 2 - middles[:, :, None], dim=-1)
    sight = (scenes["eye"][:, None, :2] - middles) / (scenes["eye"][:, 2:] - high)[..., None]
    sight = sight[:, :, None].expand_as(way)
    turned_here = (way * sight).sum(-1) > 0
    spot = middles[:, :, None] + edge[..., None, None] / 2 * (way + sight)
    # The other dice's tops that lie there.
    gaps = torch.cdist(spot.flatten(1, 2), middles).view(*spot.shape[:3], -1)
    own = torch.eye(spot.shape[1], device=gaps.device, dtype=torch.bool)[None, :, None]
    gaps = (gaps / edge[..., None, None]).masked_fill(own | ~flat[:, None, None], 9.0)
    nearest, which = gaps.min(-1)
    is_top = nearest < AT_SIDE
    is_top &= seen.gather(1, which.flatten(1)).view_as(is_top)
    across = torch.stack([-way[..., 1], way[..., 0]], -1)
    askew, wide = _askew(way, across, sight)
    looks_like_top = (askew < SKEWED) & ((wide - 1).abs() < UNEQUAL)
    visible = torch.stack(
        [
            hidden_share(scenes, _sides(quads, way, across, edge, k)) < plan.hidden
            for k in range(way.shape[2])
        ],
        2,
    )
    is_side = looks_like_top & visible & (nearest > CLEAR)
    other = middles.gather(1, which.flatten(1)[..., None].expand(-1, -1, 2)).view_as(spot)
    counts = seen[..., None] & turned_here
    return Asked(
        torch.where(is_top[..., None], other, spot), way, is_side & counts, is_top & counts
    )


def _askew(way: Tensor, across: Tensor, sight: Tensor) -> tuple[Tensor, Tensor]:
    """How far a side, as it falls on the plane of the tops, is from a square; and how wide that
    is. Both in edges."""
    near, far = (across - sight) / 2, (across + sight) / 2  # half diagonals
    a, b = torch.view_as_complex(near.contiguous()), torch.view_as_complex(far.contiguous())
    one, other = (a - 1j * b) / 2, (a + 1j * b) / 2
    best = torch.maximum(one.abs(), other.abs())
    rest = torch.minimum(one.abs(), other.abs())
    return rest / best.clamp(min=1e-6), best * 2**0.5


def _sides(quads: Tensor, way: Tensor, across: Tensor, edge: Tensor, k: int) -> Tensor:
    """The side that each die has towards its way `k`: B x N x 4 x 3."""
    half = edge[..., None] / 2
    middle = quads[..., :2].mean(2) + half * way[:, :, k]
    left, right = middle + half * across[:, :, k], middle - half * across[:, :, k]
    top = quads[..., 2].mean(2, keepdim=True)
    low = top - edge[..., None]
    corners = [(left, top), (right, top), (right, low), (left, low)]
    return torch.stack([torch.cat(pair, -1) for pair in corners], 2)


def patches(
    scenes: Scenes, bank: Bank, plan: SidesPlan, chance: torch.Generator
) -> tuple[Tensor, Tensor] | None:
    """Patches as the reader cuts them, N x 3 x H x W (blue, green, red, 0 to 255), and which of
    them show a side; as many of both."""
    asked = asked_of(scenes, plan)
    size = plan.sizes[int(torch.randint(0, len(plan.sizes), ()))]
    high_enough = (scenes["lens"][:, 2] * size[0] >= plan.smallest_px)[:, None, None]
    sides, tops = (
        torch.nonzero(mask & high_enough) for mask in (asked.is_side, asked.is_top & ~asked.is_side)
    )
    count = min(len(sides), len(tops), plan.most // 2)
    if not count:
        return None
    some = torch.cat(
        [found[torch.randperm(len(found), device=found.device)[:count]] for found in (sides, tops)]
    )
    b, n, k = some.unbind(1)
    edge = 2 * scenes["half"][b, n, 2]
    spots = _grid(asked.middle[b, n, k], asked.way[b, n, k], edge, plan)
    level = scenes["quad"][b, n, :, 2].mean(1)
    world = torch.cat([spots, level[:, None, None].expand(*spots.shape[:2], 1)], -1)
    cameras = {key: scenes[key][b] for key in ("eye", "axes", "lens")}
    seen = project(cameras, world) * 2
    seen[..., 1] *= size[0] / size[1]
    images = taken(scenes, bank, size, chance).flip(1) * 255
    wide, tall = SIDE_PATCH_PX
    cut = torch.cat(
        [
            F.grid_sample(
                images[i : i + 1].expand(int((b == i).sum()), -1, -1, -1),
                seen[b == i].view(-1, 2 * tall, 2 * wide, 2),
                align_corners=False, padding_mode="border",
            )
            for i in range(len(images)) if (b == i).any()
        ]
    )  # fmt: skip
    order = torch.cat([torch.nonzero(b == i)[:, 0] for i in range(len(images))])
    is_side = (torch.arange(2 * count, device=order.device) < count).float()[order]
    cut = F.avg_pool2d(cut, 2)
    mirrored = torch.rand(len(cut), device=cut.device) < 0.5
    return torch.where(mirrored[:, None, None, None], cut.flip(3), cut), is_side


def _grid(middle: Tensor, way: Tensor, edge: Tensor, plan: SidesPlan) -> Tensor:
    """Where a patch's points lie on the plane of the tops, twice as fine: N x P x 2."""
    n, device = len(middle), middle.device
    stray = plan.jitter * edge[:, None] * torch.randn(n, 2, device=device)
    turn = TURNED * torch.randn(n, device=device)
    scale = edge * (1 + plan.jitter * torch.randn(n, device=device))
    way = torch.view_as_real(torch.view_as_complex(way.contiguous()) * torch.exp(1j * turn))
    across = torch.stack([-way[:, 1], way[:, 0]], -1)
    wide, tall = (2 * side for side in SIDE_PATCH_PX)
    x = ((torch.arange(wide, device=device) + 0.5) / 2 - SIDE_PATCH_PX[0] / 2) / SIDE_EDGE_PX
    y = (torch.arange(tall, device=device) + 0.5) / 2 / SIDE_EDGE_PX - SIDE_ABOVE
    ys, xs = (one.reshape(1, -1, 1) for one in torch.meshgrid(y, x, indexing="ij"))
    along = scale[:, None, None] * (xs * across[:, None] + ys * way[:, None])
    return (middle + stray)[:, None] + along


def normalised(cut: Tensor) -> Tensor:
    """What `vision.reading.sides` does to patches before the network sees them."""
    level = cut.mean((1, 2, 3), keepdim=True)
    contrast = (cut - level).pow(2).mean((1, 2, 3), keepdim=True).sqrt()
    return (cut - level) / contrast.clamp(min=4.0)


def shots(
    work: Path, plan: SidesPlan, piece: int, held: bool = False
) -> Iterator[tuple[Tensor, Tensor]]:
    """Patches and their truth for ever."""
    atlas = load_atlas(work / "atlas.npz")
    source = SlantedSupply(Glyphs.of(atlas, held), plan, piece, held)
    scenes = retaken(supply(source, plan.workers), plan.device, 1 if held else plan.takes)
    bank = Bank.of(atlas, plan.device, seed=97 if held else 1)
    chance = torch.Generator(plan.device).manual_seed(5 + piece)
    for one in scenes:
        with torch.no_grad():
            made = patches(one, bank, plan, chance)
        if made is not None:
            yield made


def drawn_patches(archive: Path, plan: SidesPlan) -> tuple[Tensor, Tensor]:
    """Patches and their truth of the pictures of an archive that show the mat."""
    cut: list[Tensor] = []
    told: list[float] = []
    chance = np.random.default_rng(8)
    for sample in read(archive):
        view = view_in(sample.image)
        if view is None:
            continue
        for is_side, patch in _drawn(sample, view, plan, chance):
            cut.append(torch.from_numpy(cut_out(sample.image, patch.astype(np.float32))))
            told.append(float(is_side))
    return torch.stack(cut).permute(0, 3, 1, 2), torch.tensor(told)


def _drawn(
    sample: Sample, view: TopView, plan: SidesPlan, chance: np.random.Generator
) -> Iterator[tuple[bool, np.ndarray]]:
    every = np.array([die["corners"] for die in sample.dice], float).reshape(-1, 4, 2)
    plain = [
        not die["cocked"] and not die["stacked"] and float(str(die["hidden"])) < plan.hidden
        for die in sample.dice
    ]
    squares, edge = nearest_squares(view.on_tops(every)), view.edge_mm
    middles, ways = squares.mean(axis=1), ways_of(squares)
    sight = view.sight(middles)
    for i, k in np.argwhere(np.array(plain)[:, None] & ((ways * sight[:, None].conj()).real > 0)):
        spot = middles[i] + edge / 2 * (ways[i, k] + sight[i])
        gaps = np.abs(middles - spot) / edge
        gaps[i] = np.inf
        nearest = int(gaps.argmin())
        is_side = bool(gaps[nearest] > CLEAR) and _looks_like_top(ways[i, k], sight[i])
        if not is_side and not (gaps[nearest] < AT_SIDE and plain[nearest]):
            continue
        stray, turn, size = chance.normal(0, 1, 4).view(complex)[0], *chance.normal(0, 1, 2)
        middle = (spot if is_side else middles[nearest]) + plan.jitter * edge * stray
        way = ways[i, k] * np.exp(1j * TURNED * turn)
        wide = edge * (1 + plan.jitter * size)
        yield is_side, view.patches(np.array([middle]), np.array([way]), wide)[0]


def _looks_like_top(way: Complex, sight: Complex) -> bool:
    both = (torch.view_as_real(torch.tensor(complex(one))) for one in (way, 1j * way, sight))
    askew, wide = _askew(*both)
    return bool(askew < SKEWED and abs(wide - 1) < UNEQUAL)


def train(work: Path, plan: SidesPlan) -> None:
    """Train for the time given, from where the last call stopped."""
    network = SidesNetwork().to(plan.device)
    course = Course("sides", work, {"sides": network}, plan.seconds, plan.top_rate, plan.decay)
    source = shots(work, plan, course.piece)
    for _ in course.steps(plan.stop_after):
        cut, is_side = next(source)
        said = network(normalised(cut))[:, 0]
        course.learn({"side": F.binary_cross_entropy_with_logits(said, is_side)})
    report(work, plan, course.averages["sides"].network)


def refine(work: Path, plan: SidesPlan, archive: Path) -> None:
    """Go on with drawn pictures beside the rendered ones, as many of both, sides and tops alike."""
    saved = torch.load(work / "sides.pt", map_location=plan.device)
    # Its normalisations stay as they are: the two kinds of pictures must not move them to and fro.
    network = SidesNetwork().to(plan.device).eval()
    network.load_state_dict(saved["sides"])
    average = Average(network)
    drawn, told = (one.to(plan.device) for one in drawn_patches(archive, plan))
    kinds = [torch.nonzero(told == is_side)[:, 0] for is_side in (0.0, 1.0)]
    optimizer = torch.optim.AdamW(network.parameters(), plan.refined_rate, weight_decay=plan.decay)
    pace = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, plan.refined)
    source = shots(work, plan, piece=50)
    for _ in range(plan.refined):
        rendered, is_side = next(source)
        some = [kind[torch.randint(0, len(kind), (len(rendered) // 2,))] for kind in kinds]
        cut = torch.cat([rendered, *(drawn[one].float() for one in some)])
        true = torch.cat([is_side, *(told[one] for one in some)])
        loss = F.binary_cross_entropy_with_logits(network(normalised(_worse(cut)))[:, 0], true)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        pace.step()
        average.update(network)
    torch.save({**saved, "sides": average.network.state_dict()}, work / "sides.pt")
    report(work, plan, average.network)


def _worse(cut: Tensor) -> Tensor:
    """Patches in a light that falls off, softer and noisier."""
    n, _, high, wide = cut.shape
    luck = torch.rand(3, n, 1, 1, 1, device=cut.device)
    soft = F.avg_pool2d(F.pad(cut, (1, 1, 1, 1), mode="replicate"), 3, 1)
    cut = torch.lerp(cut, soft, luck[0] * (luck[1] < 0.4))
    down, right = 0.12 * torch.randn(2, n, 1, 1, 1, device=cut.device)
    y, x = (torch.linspace(-1, 1, side, device=cut.device) for side in (high, wide))
    return cut * (1 + down * y[:, None] + right * x) + 6 * luck[2] * torch.randn_like(cut)


@torch.no_grad()
def report(work: Path, plan: SidesPlan, network: torch.nn.Module, batches: int = 40) -> None:
    """How many sides and tops of held-out pictures are told by so many odds."""
    said, true = [], []
    for (cut, is_side), _ in zip(shots(work, plan, 99, held=True), range(batches), strict=False):
        said.append(network(normalised(cut))[:, 0])
        true.append(is_side)
    odds, sides = torch.cat(said), torch.cat(true) > 0.5
    for limit in (-6, -4, -2, 0, 2, 4, 6):
        caught, lost = (odds[sides] > limit).sum(), (odds[~sides] > limit).sum()
        print(
            f"sides: odds above e^{limit}: {int(caught)} of {int(sides.sum())} sides,"
            f" {int(lost)} of {int((~sides).sum())} tops", flush=True,
        )  # fmt: skip
