"""The renderer and the weights' way back into training; both need the extra `train`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch

from turbo.game.dice import DICE
from vision.reading.detector import places
from vision.reading.network import Floats, load_network
from vision.reading.sheet import FaceNetworks
from vision.reading.tensors import CROP_PX
from vision.training import compiled, networks, raycast, recover
from vision.training.networks import DetectorNetwork, FaceNetwork
from vision.training.scenes import STYLE, Glyphs, Wish, scene


def barred_atlas() -> dict[str, np.ndarray]:
    """A font whose numerals are all the same upright bar, as broad as a usual stroke."""
    bar = np.zeros((64, 64), np.uint8)
    bar[4:60, 28:36] = 255
    return {
        "numerals": np.tile(bar, (2, 13, 1, 1)), "held": np.zeros(2, bool),
        "jokers": bar[None], "held_jokers": np.zeros(1, bool),
    }  # fmt: skip


def ink_of(die_px: int) -> float:
    """How much darker than its white a top face's ink is, where a die is so many pixels wide."""
    atlas = barred_atlas()
    wish = Wish(light="daylight", surface="plain", tilt_deg=0.0, awkward=False)
    made = scene(np.random.default_rng(4), Glyphs.of(atlas, False), wish)
    made["faces"][..., 7:10] = 0.0
    made["shine"][[0, 2]] = 0.0
    for name in ("wear", "engraved"):
        made["style"][STYLE.index(name)] = 0.0
    scenes = raycast.stacked([made], "cpu")
    quad = raycast.project(scenes, scenes["quad"][:, 0])[0]
    step = (torch.arange(die_px) + 0.5) / die_px
    s, t = torch.meshgrid(step, step, indexing="ij")
    s, t = s.reshape(-1, 1), t.reshape(-1, 1)
    points = (1 - s) * ((1 - t) * quad[0] + t * quad[1]) + s * ((1 - t) * quad[3] + t * quad[2])
    bank, width = raycast.Bank.of(atlas, "cpu"), torch.tensor([float(die_px)])
    light = raycast.render(scenes, bank, points[None], width)[0].mean(0)
    return float(1 - light.quantile(0.02) / light.quantile(0.8))


def test_the_ink_of_small_dice_is_as_dark_as_that_of_large_ones(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiled, "BUILT", tmp_path)
    large = ink_of(96)
    assert large > 0.9
    assert ink_of(40) > 0.85 * large
    assert ink_of(24) > 0.8 * large


def detected(example: Floats) -> Floats:
    """What the committed detector answers."""
    where = places(480, 640, (320.0, 240.0), 640.0)
    return load_network("detector", exact=True).answer(picture=example[0], where=where)[None]


def read_as_faces(example: Floats) -> Floats:
    """What the committed face network answers, in both its parts."""
    return FaceNetworks(partial(load_network, exact=True)).scores(example)


@pytest.mark.parametrize(
    ("network", "files", "shape", "committed"),
    [
        (DetectorNetwork(), ("detector.onnx",), (1, 3, 480, 640), detected),
        (FaceNetwork(), recover.FACE_FILES, (2, 3, CROP_PX, CROP_PX), read_as_faces),
        (FaceNetwork(), recover.FACE_FILES, (DICE, 3, CROP_PX, CROP_PX), read_as_faces),
    ],
)
def test_recovered_networks_answer_as_the_committed_ones_do(
    network: torch.nn.Module,
    files: tuple[str, ...],
    shape: tuple[int, ...],
    committed: Callable[[Floats], Floats],
) -> None:
    torch.manual_seed(5)
    example = torch.randn(shape)
    pairs = recover.read_folded(network, files, example[:1])
    recover.part(network, pairs, [example])
    wanted = committed(example.numpy())
    with torch.no_grad():
        assert np.allclose(network.eval()(example).numpy(), wanted, atol=2e-3)
        # Also while it learns, when every normalisation goes by what it sees.
        for _, norm in pairs:
            if norm is not None:
                norm.train()
        assert np.allclose(network(example).numpy(), wanted, atol=2e-2)


@pytest.mark.parametrize(("high", "wide"), [(480, 640), (640, 480), (96, 320)])
def test_training_tells_places_as_the_product_does(high: int, wide: int) -> None:
    told = places(high, wide, (wide / 2, high / 2), max(high, wide))
    assert np.allclose(networks.places(high, wide, "cpu")[0].numpy(), told)
