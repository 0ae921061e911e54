"""Training of the face and colour networks on rendered faces and on the real tile photographs."""

from dataclasses import dataclass, field
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from vision.training.crops import Batch, spread
from vision.training.detector import rarity
from vision.training.looks import LookPlan, looked_at
from vision.training.networks import ColourNetwork, DetectorNetwork, FaceNetwork, set_context, split
from vision.training.patches import PatchPlan, rendered
from vision.training.raycast import Bank
from vision.training.scenes import Glyphs
from vision.training.supply import Course, SceneSupply, load_atlas, retaken, supply
from vision.training.tiles import Photographs


@dataclass(frozen=True, slots=True)
class FacePlan:
    """How the faces' networks are trained."""

    seconds: float = 3000.0
    """How long they learn in all; the learning rate follows the share that is spent."""
    stop_after: float = 1e9
    """So many seconds from now they stop; they can go on from there."""
    scenes: int = 64
    """Of each batch; one in four is rendered face by face, all are looked at whole."""
    patches: PatchPlan = field(default_factory=PatchPlan)
    looks: LookPlan = field(default_factory=LookPlan)
    real: int = 16
    """Real pictures in every step, each with as many faces."""
    takes: int = 2
    """How often a scene is taken, each time by another camera in another light."""
    workers: int = 8
    top_rate: float = 2e-3
    decay: float = 0.02
    device: str = "cuda"


def losses_of(raw: Tensor, colours: ColourNetwork, batch: Batch) -> dict[str, Tensor]:
    number, features, quarter, rest = split(spread(raw.float(), batch))
    face = batch.is_face * batch.counts
    asked, doubted = face * batch.clear, (face + batch.leans * batch.counts).clamp(max=1)

    def mean(each: Tensor, where: Tensor, of: Tensor) -> Tensor:
        return (each * where).sum() / of.sum().clamp(min=1)

    def choice(scores: Tensor, true: Tensor, other: Tensor | None = None) -> Tensor:
        """Of right answers alone; where a 6 may be a 9, of both alike."""
        each = _surprise(scores, true)
        if other is not None:
            each = each + 0.5 * batch.either * (_surprise(scores, other) - each)
        return mean(each, asked, asked)

    # Detached: else a face would be called none so that the inks beside it come out better.
    weights = (rest[..., 3].sigmoid() * batch.counts).detach()
    judged = colours(set_context(features, batch.whites, weights))
    colour, true = batch.colour.clamp(min=0), batch.number.clamp(min=0)
    turned = torch.where(batch.either > 0, 15 - true, true)  # a 6 is a 9, a 9 is a 6
    return {
        "number": choice(number, true, turned),
        "colour": choice(judged, colour),
        # By these four the other dice are weighed (`set_context`): they must be colours themselves.
        "alone": 0.3 * choice(features[..., :4], colour),
        # A 6 that may be a 9 may as well stand on its head.
        "quarter": 0.3 * choice(quarter, batch.quarter, (batch.quarter + 2) % 4),
        "doubts": 0.6 * mean(
            F.binary_cross_entropy_with_logits(
                rest[..., :3], batch.doubts, reduction="none", pos_weight=rarity(raw)
            ).sum(-1),
            doubted,
            face,
        ),
        # Over all that was found, not over faces alone: it must learn to say no.
        "face": F.binary_cross_entropy_with_logits(
            rest[..., 3], batch.is_face, batch.counts, reduction="sum"
        ) / batch.counts.sum().clamp(min=1),
    }  # fmt: skip


def _surprise(scores: Tensor, true: Tensor) -> Tensor:
    return F.cross_entropy(scores.transpose(1, 2), true, reduction="none")


@torch.no_grad()
def right_share(
    faces: torch.nn.Module, colours: torch.nn.Module, batch: Batch
) -> tuple[float, float]:
    """The shares of numbers and colours that are right, where they are asked for."""
    number, features, _, rest = split(spread(faces(batch.crops).float(), batch))
    weights = rest[..., 3].sigmoid() * batch.counts
    judged = colours(set_context(features, batch.whites, weights))
    face = (batch.is_face * batch.counts > 0) & (batch.clear == 1) & (batch.either == 0)
    right_n = (number.argmax(-1) == batch.number)[face].float().mean()
    right_c = (judged.argmax(-1) == batch.colour)[face].float().mean()
    return float(right_n), float(right_c)


class Eye:
    """The detector as it was saved last: the face network learns from what it finds."""

    def __init__(self, path: Path, device: str) -> None:
        self.path, self.device, self.read_at = path, device, 0.0
        self.network: DetectorNetwork | None = None

    def newest(self) -> DetectorNetwork | None:
        """The newest weights, or None as long as there are none."""
        written = self.path.stat().st_mtime if self.path.is_file() else 0.0
        if written > self.read_at:
            network = DetectorNetwork()
            network.load_state_dict(torch.load(self.path, map_location="cpu")["detector"])
            self.network = network.eval().to(self.device).to(memory_format=torch.channels_last)
            self.read_at = written
        return self.network


SHARES = {"patches": 0.3, "photographs": 0.25}
"""What faces count that are rendered one by one, and real ones. Those found in pictures count 2:
they are what the reader is asked, and taught the most."""


def together(losses: dict[str, Tensor]) -> Tensor:
    return torch.stack(list(losses.values())).sum()


class FaceSupply:
    """What the networks learn from: faces rendered one by one, real ones, and, as soon as there is
    a detector, those that it finds in whole pictures."""

    def __init__(self, work: Path, plan: FacePlan, piece: int) -> None:
        atlas = load_atlas(work / "atlas.npz")
        source = SceneSupply(Glyphs.of(atlas, False), plan.scenes, 0.25, (0.015, 0.12), piece)
        self._shots = retaken(supply(source, plan.workers), plan.device, plan.takes)
        self._plan, self._bank = plan, Bank.of(atlas, plan.device)
        self._eye = Eye(work / "detector.pt", plan.device)
        self._photos, self._kept = (
            Photographs(work / "photos.npz", held, plan.device) for held in (False, True)
        )
        self._chance = torch.Generator(plan.device).manual_seed(4 + piece)
        self._film = torch.zeros(0)
        self.look_anew()

    def look_anew(self) -> None:
        """From now on the detector is the one that was saved last."""
        self._detector = self._eye.newest()

    @torch.no_grad()
    def batches(self) -> list[Batch]:
        """Faces rendered one by one, real faces, and faces found in whole pictures."""
        plan, scenes = self._plan, next(self._shots)
        some = {key: value[: plan.scenes // 4] for key, value in scenes.items()}
        self._film = scenes["film"]
        made = [rendered(some, self._bank, plan.patches, self._chance)]
        made.append(self._photos.batch(plan.real, plan.patches.faces, self._film, self._chance))
        if self._detector is not None:
            made.append(looked_at(scenes, self._bank, self._detector, plan.looks, self._chance))
        return made

    @torch.no_grad()
    def held_out_photographs(self) -> Batch:
        return self._kept.batch(24, self._plan.patches.faces, self._film, self._chance)


def train(work: Path, plan: FacePlan) -> None:
    """Train for the time given, from where the last call stopped."""
    faces = FaceNetwork().to(plan.device).to(memory_format=torch.channels_last)
    colours = ColourNetwork().to(plan.device)
    networks: dict[str, torch.nn.Module] = {"faces": faces, "colours": colours}
    course = Course("faces", work, networks, plan.seconds, plan.top_rate, plan.decay)
    source = FaceSupply(work, plan, course.piece)
    for done in course.steps(plan.stop_after):
        made = source.batches()
        crops = torch.cat([one.crops for one in made]).to(memory_format=torch.channels_last)
        with torch.autocast(plan.device, dtype=torch.bfloat16, enabled=plan.device == "cuda"):
            raw = faces(crops)
        parts = raw.split([len(one.crops) for one in made])
        losses = {
            name: SHARES[name] * together(losses_of(part, colours, batch))
            # Not strict: with a detector there is a third, which is weighed below.
            for name, part, batch in zip(SHARES, parts, made, strict=False)
        }
        for part, batch in zip(parts[2:], made[2:], strict=True):
            seen = losses_of(part, colours, batch)
            losses |= {name: 2 * loss for name, loss in seen.items()}
        course.learn(losses)
        if done % 500 == 0:
            source.look_anew()
            made[1] = source.held_out_photographs()
            nets = [course.averages[name].network for name in networks]
            names = ("patches", "photographs", "pictures")
            shares = [
                "{} {:.4f} {:.4f}".format(name, *right_share(nets[0], nets[1], batch))
                for name, batch in zip(names, made, strict=False)
            ]
            print("faces, right numbers and colours:", *shares, flush=True)
