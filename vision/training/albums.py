"""Whole photographs of tiles as pictures for the detector: turned, scaled and lit otherwise.

Only the trained part; every fourth picture is held out (`photographs.is_held_out`).
"""

import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import Tensor

from vision.training.detector import DetectorPlan, DetectorTruth, outside
from vision.training.photographs import is_held_out, top_squares

CANVAS_PX = 800
"""Photographs are kept this large, padded by their own rims."""


class Album:
    """All photographs that are trained on, with the top squares of their tiles."""

    def __init__(self, photos: Path, device: str) -> None:
        pictures, squares, doubtful = [], [], []
        for position, entry in enumerate(json.loads((photos / "labels.json").read_text())):
            # Where not all tiles are named, a tile without a name would be taught as none.
            if is_held_out(position) or not entry["exhaustive"]:
                continue
            with Image.open(photos / entry["image"]) as opened:
                image = opened.convert("RGB")
            scale = CANVAS_PX / max(image.size)
            small = image.resize((round(image.width * scale), round(image.height * scale)))
            pictures.append(_padded(np.asarray(small)))
            quads = np.array([item["quad"] for item in entry["items"]], np.float32)
            rim = (CANVAS_PX - np.array(small.size)) // 2
            squares.append(top_squares(quads.reshape(-1, 4, 2)) * scale + rim)
            doubtful.append([bool(item.get("doubtful")) for item in entry["items"]])
        self.pictures = torch.from_numpy(np.stack(pictures)).to(device)
        self.most = max(len(one) for one in squares)
        self.squares = torch.zeros(len(squares), self.most, 4, 2, device=device)
        self.known = torch.zeros(len(squares), self.most, device=device)
        """0 no tile, 1 a tile, 2 a doubtful one."""
        for i, (quads, doubts) in enumerate(zip(squares, doubtful, strict=True)):
            self.squares[i, : len(quads)] = torch.from_numpy(quads).float().to(device)
            self.known[i, : len(quads)] = 1 + torch.tensor(doubts, device=device).float()

    def batch(self, plan: DetectorPlan) -> tuple[Tensor, DetectorTruth]:
        """Pictures (blue, green, red, 0 to 255) and the truth about them."""
        device, count = plan.device, plan.batch
        rows = torch.randint(0, len(self.pictures), (count,), device=device)
        turn = torch.rand(count, device=device) * 2 * torch.pi
        # Smaller more than larger: enlarged, a photograph shows its own pixels and nothing new.
        scale = torch.exp(torch.empty(count, device=device).uniform_(-1.0, 0.55))
        shift = torch.randn(count, 2, device=device) * 60
        c, s = turn.cos() * scale, turn.sin() * scale
        spin = torch.stack([torch.stack([c, -s], -1), torch.stack([s, c], -1)], 1)
        middle = torch.tensor([plan.width / 2, plan.height / 2], device=device) + shift
        seen = self._warped(rows, spin, middle, plan)
        corners = (self.squares[rows] - CANVAS_PX / 2) @ spin.transpose(1, 2)[:, None]
        corners = corners + middle[:, None, None]
        known = self.known[rows]
        none = torch.zeros(count, self.most, device=device)
        sides = torch.zeros(count, 2 * self.most, 4, 2, device=device)
        # A doubtful one counts as hidden: neither found nor missed is taught.
        hidden = torch.maximum((known == 2).float(), outside(corners, plan.width, plan.height))
        truth = DetectorTruth(corners, known > 0, hidden, torch.stack([none] * 3, -1), sides)
        return lit_otherwise(seen).flip(1) * 255, truth

    def _warped(self, rows: Tensor, spin: Tensor, middle: Tensor, plan: DetectorPlan) -> Tensor:
        ys, xs = torch.meshgrid(
            torch.arange(plan.height, device=rows.device) + 0.5,
            torch.arange(plan.width, device=rows.device) + 0.5,
            indexing="ij",
        )
        points = torch.stack([xs, ys], -1).reshape(1, -1, 2) - middle[:, None]
        back = points @ torch.linalg.inv(spin).transpose(1, 2)
        grid = (back / (CANVAS_PX / 2)).reshape(len(rows), plan.height, plan.width, 2)
        pictures = self.pictures[rows].permute(0, 3, 1, 2).float() / 255
        # Shrinking without smoothing would leave stairs that no camera shows.
        blurred = F.avg_pool2d(pictures, 3, 1, 1, count_include_pad=False)
        coarse = (torch.linalg.det(spin) < 0.6).view(-1, 1, 1, 1)
        pictures = torch.where(coarse, blurred, pictures)
        return F.grid_sample(pictures, grid, padding_mode="border", align_corners=False)


def _padded(image: np.ndarray) -> np.ndarray:
    """In the middle of a square, its rims drawn out: a table goes on beyond its picture."""
    high, wide = image.shape[:2]
    y, x = (CANVAS_PX - high) // 2, (CANVAS_PX - wide) // 2
    pads = ((y, CANVAS_PX - high - y), (x, CANVAS_PX - wide - x), (0, 0))
    return np.pad(image, pads, mode="edge")


def lit_otherwise(pictures: Tensor) -> Tensor:
    """Other exposure, white balance, contrast and noise for each picture."""
    count, device = len(pictures), pictures.device
    light = torch.exp(torch.randn(count, 1, 1, 1, device=device) * 0.3)
    tint = torch.exp(torch.randn(count, 3, 1, 1, device=device) * 0.12)
    power = torch.exp(torch.randn(count, 1, 1, 1, device=device) * 0.2)
    noise = torch.randn_like(pictures) * torch.rand(count, 1, 1, 1, device=device) * 0.04
    return ((pictures.clamp(min=1e-3) ** power * light * tint).clamp(0, 1) + noise).clamp(0, 1)
