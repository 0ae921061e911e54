"""The photographed tiles as a training sees them: roughened, tinted, printed anew."""

import math
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from vision.training.crops import Batch, batch_of, cut_turned
from vision.training.film import developed
from vision.training.scenes import inks
from vision.training.supply import load_atlas


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
        # The blur: a photograph has its own already.
        rough[:, 5] *= 0.6
        rough[:, 0] = rough[:, 0].clamp(0.3, 1.15)
        colours = self.colours[flat]
        # All of a picture or none: its inks are told apart beside each other.
        fresh = (torch.rand(count, device=self.device) < 0.4).repeat_interleave(faces)
        anew, dealt = reinked(patches, quads, count, faces)
        colours = torch.where(fresh, dealt, colours)
        patches = torch.where(fresh[:, None, None, None], anew, tinted(patches, count, faces))
        # Back to light: noise and exposure happen there, and a photograph has its tone already.
        light = patches**2.2
        patches = developed(light, rough, chance, torch.ones_like(rough[:, 0]) * 0.95)
        crops, whites, quarter = cut_turned(patches, quads, 0.03)
        doubts = torch.zeros(len(flat), 3, device=self.device)
        top = torch.ones(len(flat), device=self.device)
        return batch_of(crops, whites, self.numbers[flat], colours, quarter, doubts, top, count)


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
    # Whites and greys hardly turn: their hue is the light's, not an ink's.
    strong = ((a**2 + b**2).sqrt() * 4).clamp(0, 1)
    angle = turn * strong
    a, b = a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()
    red = 2 * a / math.sqrt(6)
    green, blue = -a / math.sqrt(6) + b / math.sqrt(2), -a / math.sqrt(6) - b / math.sqrt(2)
    return (grey[:, None] + torch.stack([red, green, blue], 1)).clamp(0, 1)
