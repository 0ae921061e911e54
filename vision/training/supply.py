"""Scenes by the thousand from several processes, and averages of weights that training keeps."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.training.scenes import Arrays, Glyphs, Wish, scene


def load_atlas(path: Path) -> dict[str, np.ndarray]:
    with np.load(path) as file:
        return {name: file[name] for name in file.files}


class SceneSupply(IterableDataset[dict[str, Tensor]]):
    """Batches of scenes for ever; every third batch may have hands and leaning dice in it."""

    def __init__(self, glyphs: Glyphs, batch: int, tiles: float, size: tuple[float, float]) -> None:
        self.glyphs, self.batch, self.tiles, self.size = glyphs, batch, tiles, size

    def __iter__(self) -> Iterator[dict[str, Tensor]]:
        info = get_worker_info()
        seed = info.id if info else 0
        chance = np.random.default_rng([seed, 7])
        turn = seed
        while True:
            yield self._batch(chance, awkward=turn % 3 == 0)
            turn += 1

    def _batch(self, chance: np.random.Generator, awkward: bool) -> dict[str, Tensor]:
        made: list[Arrays] = []
        for _ in range(self.batch):
            wish = Wish(tiles=bool(chance.random() < self.tiles), awkward=awkward)
            made.append(scene(chance, self.glyphs, wish, self.size))
        return {key: torch.from_numpy(np.stack([one[key] for one in made])) for key in made[0]}


def supply(dataset: SceneSupply, workers: int) -> Iterator[dict[str, Tensor]]:
    """The batches; start this before the graphics card is first used."""
    ahead = 4 if workers else None
    loader: DataLoader[dict[str, Tensor]] = DataLoader(
        dataset, batch_size=None, num_workers=workers, prefetch_factor=ahead
    )
    return iter(loader)


class Average:
    """A running average of a network's weights: steadier than the last step's."""

    def __init__(self, network: nn.Module, keep: float = 0.998) -> None:
        self.network, self.keep, self.steps = deepcopy(network).eval(), keep, 0

    @torch.no_grad()
    def update(self, network: nn.Module) -> None:
        self.steps += 1
        keep = min(self.keep, self.steps / (self.steps + 9))
        for mine, new in zip(
            self.network.state_dict().values(), network.state_dict().values(), strict=True
        ):
            if mine.dtype.is_floating_point:
                mine.lerp_(new.to(mine.dtype), 1 - keep)
            else:
                mine.copy_(new)


def rate(progress: float, top: float) -> float:
    """The learning rate: a short rise, then down along a cosine."""
    if progress < 0.03:
        return top * (0.05 + 0.95 * progress / 0.03)
    return float(top * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * min(1.0, progress)))))
