"""Scenes by the thousand from several processes, and the course of a training."""

import time
from collections.abc import Iterator
from copy import deepcopy
from itertools import chain
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.training.scenes import (
    BOXES,
    HUNG_DEG,
    STEEP,
    STEEP_DEG,
    STRAIGHT,
    STRAIGHT_DEG,
    Arrays,
    Glyphs,
    Wish,
    scene,
)


def load_atlas(path: Path) -> dict[str, np.ndarray]:
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


class SceneSupply(IterableDataset[dict[str, Tensor]]):
    """Batches of scenes for ever; three of four may have hands and leaning dice in them."""

    def __init__(
        self,
        glyphs: Glyphs,
        batch: int,
        tiles: float,
        size: tuple[float, float],
        piece: int,
        boxes: int = BOXES,
    ) -> None:
        self.glyphs, self.batch, self.tiles, self.size = glyphs, batch, tiles, size
        self.piece, self.boxes = piece, boxes

    def __iter__(self) -> Iterator[dict[str, Tensor]]:
        info = get_worker_info()
        # Each process is one of several: with threads of their own they fight for cores.
        torch.set_num_threads(1)
        # The piece is in the seed: a course that goes on must not see its first scenes again.
        chance = np.random.default_rng([info.id if info else 0, 7, self.piece])
        while True:
            yield self._batch(chance)

    def _batch(self, chance: np.random.Generator) -> dict[str, Tensor]:
        made: list[Arrays] = []
        for k in range(self.batch):
            wish = Wish(
                tiles=bool(chance.random() < self.tiles), awkward=k % 4 != 3, boxes=self.boxes
            )
            made.append(scene(chance, self.glyphs, wish, self.size))
        return {key: torch.from_numpy(np.stack([one[key] for one in made])) for key in made[0]}


def supply(dataset: SceneSupply, workers: int) -> Iterator[dict[str, Tensor]]:
    """The batches, made by other processes ahead of time."""
    loader: DataLoader[dict[str, Tensor]] = DataLoader(
        dataset, batch_size=None, num_workers=workers, prefetch_factor=4 if workers else None,
        # A process that holds the graphics card must not be forked.
        multiprocessing_context="spawn" if workers else None,
    )  # fmt: skip
    return iter(loader)


SWAPPED = (
    ("surface", "surface_colours"),
    ("lights", "light_colours", "sky", "soft", "shine"),
    ("film",),
    ("style",),
)
"""What belongs together and may come from another scene when a scene is taken once more."""


def retaken(
    batches: Iterator[dict[str, Tensor]], device: str, takes: int
) -> Iterator[dict[str, Tensor]]:
    """Every batch several times: making scenes is slower than taking pictures of them."""
    while True:
        scenes = {key: value.to(device, non_blocking=True) for key, value in next(batches).items()}
        yield scenes
        for _ in range(takes - 1):
            scenes = dict(scenes)
            for keys in SWAPPED:
                order = torch.randperm(len(scenes["eye"]), device=device)
                scenes |= {key: scenes[key][order] for key in keys}
            yield scenes | _moved_camera(scenes)


def _moved_camera(scenes: dict[str, Tensor]) -> dict[str, Tensor]:
    """The camera on another side of what it looks at, tilted otherwise, as far away as before."""
    eye, axes = scenes["eye"], scenes["axes"]
    count, device = len(eye), eye.device
    ahead = axes[:, 2]
    distance = (eye[:, 2] - 0.5) / -ahead[:, 2]
    aim = eye + ahead * distance[:, None]
    around, roll = (torch.rand(count, device=device) * 2 * torch.pi for _ in range(2))
    tilt = _tilts(count, device)
    upright = (torch.rand_like(roll) < 0.75) & (tilt > 0.14)
    roll = torch.where(upright, torch.randn_like(roll) * 0.14, roll)
    c, s, zero = around.cos(), around.sin(), torch.zeros_like(around)
    back = torch.stack([tilt.sin() * c, tilt.sin() * s, tilt.cos()], -1)
    side = torch.stack([-s, c, zero], -1)
    down = torch.linalg.cross(-back, side)
    cr, sr = roll.cos()[:, None], roll.sin()[:, None]
    turned = torch.stack([cr * side + sr * down, cr * down - sr * side, -back], 1)
    return {"eye": aim + back * distance[:, None], "axes": turned}


def _tilts(count: int, device: torch.device) -> Tensor:
    """As `scenes` tilts its cameras, in radians."""
    luck, part = torch.rand(2, count, device=device)
    kinds = (luck >= STRAIGHT).long() + (luck > 1 - STEEP).long()
    bounds = torch.tensor([STRAIGHT_DEG, HUNG_DEG, STEEP_DEG], device=device)[kinds]
    return (bounds[:, 0] + part * (bounds[:, 1] - bounds[:, 0])).deg2rad()


class Average:
    """A running average of a network's weights: steadier than the last step's."""

    def __init__(self, network: nn.Module) -> None:
        self.network, self.steps = deepcopy(network).eval(), 0

    @torch.no_grad()
    def update(self, network: nn.Module) -> None:
        self.steps += 1
        # At first nearly the newest: an average that begins at chance takes thousands of steps.
        keep = min(0.999, self.steps / (self.steps + 9))
        mine = [value for value in self.network.state_dict().values() if value.is_floating_point()]
        new = [value for value in network.state_dict().values() if value.is_floating_point()]
        torch._foreach_lerp_(mine, new, 1 - keep)


SAVE_STEPS = 2000
"""After so many steps what was learned so far is written down."""


class Course:
    """The steps of one training; what it has learned is kept in one file, to go on from there."""

    def __init__(
        self, name: str, work: Path, networks: dict[str, nn.Module], seconds: float, top: float,
        decay: float,
    ) -> None:  # fmt: skip
        self.name, self.path, self.seconds, self.top = name, work / f"{name}.pt", seconds, top
        self.networks = networks
        self.averages = {key: Average(network) for key, network in networks.items()}
        self.weights = list(chain(*(network.parameters() for network in networks.values())))
        self.optimizer = torch.optim.AdamW(self.weights, lr=top, weight_decay=decay, fused=True)
        self.done, self.spent, self.piece = 0, 0.0, 0
        if self.path.is_file():
            self._load()

    def _load(self) -> None:
        device = self.weights[0].device
        saved = torch.load(self.path, map_location=device)
        for key, network in self.networks.items():
            network.load_state_dict(saved["last"][key])
            self.averages[key].network.load_state_dict(saved[key])
            self.averages[key].steps = saved["done"]
        self.optimizer.load_state_dict(saved["optimizer"])
        self.done, self.spent, self.piece = saved["done"], saved["spent"], saved["piece"] + 1

    def save(self) -> None:
        state: dict[str, object] = {k: v.network.state_dict() for k, v in self.averages.items()}
        state["last"] = {key: network.state_dict() for key, network in self.networks.items()}
        state["optimizer"] = self.optimizer.state_dict()
        state |= {"done": self.done, "spent": self.spent, "piece": self.piece}
        # Beside it and then renamed: no hours of learning are lost to a run that is ended.
        half = self.path.with_suffix(".part")
        torch.save(state, half)
        half.replace(self.path)

    def steps(self, stop_after: float) -> Iterator[int]:
        """Step after step until the time is over; the time begins with the first."""
        start, before = 0.0, self.spent
        while self.spent < self.seconds and self.spent - before < stop_after:
            for group in self.optimizer.param_groups:
                group["lr"] = rate(self.spent / self.seconds, self.top)
            yield self.done
            # After the first step: what it takes to compile and to start processes is no learning.
            start = start or time.monotonic()
            self.spent = before + time.monotonic() - start
            if self.done % SAVE_STEPS == 0:
                self.save()
        self.save()

    def learn(self, losses: dict[str, Tensor]) -> None:
        """One step against the sum of losses."""
        self.optimizer.zero_grad(set_to_none=True)
        torch.stack(list(losses.values())).sum().backward()
        torch.nn.utils.clip_grad_norm_(self.weights, 5.0)
        self.optimizer.step()
        for key, network in self.networks.items():
            self.averages[key].update(network)
        self.done += 1
        if self.done % 100 == 0 or self.done < 3:
            told = " ".join(f"{name} {value.item():.4f}" for name, value in losses.items())
            print(f"{self.name} {self.spent:6.1f} s step {self.done} {told}", flush=True)


def rate(progress: float, top: float) -> float:
    """The learning rate: a short rise, then down along a cosine."""
    if progress < 0.02:
        return top * (0.05 + 0.95 * progress / 0.02)
    return float(top * (0.005 + 0.995 * 0.5 * (1 + np.cos(np.pi * min(1.0, progress)))))
