"""What film and file do to light, and what is asked of a face; both need the extra `train`."""

from typing import Any

import cv2
import numpy as np
import pytest
import torch

from vision.reading.tensors import NUMBERS, OUTPUTS
from vision.training import compiled
from vision.training.crops import UNCLEAR, batch_of, clearness, unmarked
from vision.training.film import bright_of, developed
from vision.training.networks import ColourNetwork
from vision.training.raycast import stacked
from vision.training.reading import losses_of
from vision.training.scenes import FILM, Glyphs, Wish, scene

Tensor = Any
PLAIN = {
    "exposure": 1.0, "red": 1.0, "blue": 1.0, "blur": 0.05, "gamma": 1.0, "saturation": 1.0,
    "jpeg": 100.0,
}  # fmt: skip
"""A film that changes nothing; what is not named is zero."""


@pytest.fixture(autouse=True)
def _built_here(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setattr(compiled, "BUILT", tmp_path_factory.getbasetemp())


def taken(light: Tensor, **film: float) -> Tensor:
    """What becomes of pictures on such a film, in levels of 0 to 255."""
    values = torch.tensor([[{**PLAIN, **film}.get(name, 0.0) for name in FILM]])
    noise = torch.Generator().manual_seed(1)
    seen = developed(light, values.repeat(len(light), 1), noise, torch.ones(len(light)))
    return seen * 255


def textured(side: int) -> np.ndarray:
    y, x = np.mgrid[:side, :side]
    waves, checks = 60 * np.sin(x / 3.0) * np.cos(y / 4.0), 40 * ((x // 9 + y // 7) % 2)
    return np.asarray(127 + waves + checks, np.uint8)


def as_light(levels: np.ndarray) -> Tensor:
    return torch.from_numpy(levels.astype(np.float32) / 255).expand(1, 3, *levels.shape)


def test_a_plain_film_gives_back_what_it_was_given() -> None:
    grey = textured(52)  # no whole number of blocks
    assert np.abs(taken(as_light(grey))[0, 1].numpy() - grey).max() <= 2


@pytest.mark.parametrize(("quality", "off"), [(25, 0.3), (50, 0.3), (60, 1.6), (90, 1.2)])
def test_jpeg_leaves_what_a_real_encoder_leaves(quality: int, off: float) -> None:
    """Real encoders round their steps, which changes nothing at 25 and at 50."""
    grey = textured(64)
    _, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])
    real = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), float)
    made = taken(as_light(grey), jpeg=float(quality))[0, 1].numpy()
    lost = np.abs(real - grey).mean()
    assert lost > 0.5
    assert np.abs(made - grey).mean() == pytest.approx(lost, rel=0.1)
    assert np.abs(made - real).mean() < off


def test_exposure_white_balance_and_gamma_are_what_they_are_called() -> None:
    flat = torch.full((1, 3, 32, 32), 0.3)
    red, green, blue = taken(flat, exposure=1.5, red=1.2, blue=0.5, gamma=2.0)[0, :, 8, 8]
    for seen, gain in ((red, 1.2), (green, 1.0), (blue, 0.5)):
        assert float(seen) == pytest.approx(255 * (0.45 * gain) ** 0.5, abs=2.0)


def test_blur_noise_motion_and_sharpening_each_do_their_own() -> None:
    edge = torch.zeros(1, 3, 48, 48)
    edge[..., 24:] = 0.8
    sharp, across = taken(edge)[0, 1], taken(edge, blur=2.0)[0, 1]
    assert float(across[20, 22] - sharp[20, 22]) > 20
    along, aside = (taken(edge, motion=6.0, motion_turn=turn)[0, 1] for turn in (0.0, 1.5708))
    assert float(along[20, 22] - sharp[20, 22]) > 20
    assert float((aside - sharp).abs().mean()) < 1
    assert float(taken(edge, noise=0.02)[0, 1, :, :16].std()) > 2
    assert float(taken(edge * 0.5 + 0.2, sharpen=1.0).max()) > 255 * 0.62


def test_pictures_of_one_batch_have_films_of_their_own() -> None:
    edge = torch.zeros(2, 3, 32, 32)
    edge[..., 16:] = 1.0
    values = torch.tensor([[PLAIN.get(name, 0.0) for name in FILM]] * 2)
    values[1, FILM.index("blur")] = 1.5
    seen = developed(edge, values, torch.Generator(), torch.ones(2))
    assert torch.equal(
        seen[0], developed(edge[:1], values[:1], torch.Generator(), torch.ones(1))[0]
    )
    assert float((seen[1] - seen[0]).abs().max()) > 0.2
    with pytest.raises(ValueError, match="one film for each of 2 pictures, got 1"):
        developed(edge, values[:1], torch.Generator())
    with pytest.raises(ValueError, match="a block of JPEG or more, got 32 x 4"):
        developed(edge[:, :, :4], values, torch.Generator())


def test_an_exposure_goes_by_the_brightest_parts() -> None:
    light = torch.rand(3, 3, 40, 40, generator=torch.Generator().manual_seed(2))
    flat = light.flatten(1)
    wanted = 0.3 * flat.quantile(0.97, dim=1) + 0.7 * flat.quantile(0.999, dim=1)
    assert torch.allclose(bright_of(light), wanted)


def loss_of_number(answer: int, *, either: bool) -> float:
    """What it costs to answer so about one 6."""
    raw = torch.zeros(1, OUTPUTS)
    raw[0, answer] = 5.0
    one = torch.ones(1)
    batch = batch_of(
        raw[:, :1], torch.ones(1, 3), 6 * one, one, one.long(), torch.zeros(1, 3), one, 1,
        either=one * either,
    )  # fmt: skip
    return float(losses_of(raw, ColourNetwork(), batch)["number"])


def test_a_six_without_a_mark_is_as_likely_a_nine() -> None:
    assert loss_of_number(6, either=False) < 0.2 < 4 < loss_of_number(9, either=False)
    assert loss_of_number(6, either=True) == pytest.approx(loss_of_number(9, either=True))
    assert loss_of_number(8, either=True) > loss_of_number(9, either=True) + 2
    assert NUMBERS == 14  # 6 and 9 make 15, which is how one is told from the other


def test_only_a_six_or_nine_without_a_mark_may_be_either() -> None:
    extents = np.tile(np.array([[0.7, 0.9]], np.float32), (14, 1))
    glyphs = Glyphs(np.zeros(1, int), np.zeros(1, int), 13, extents, np.full(14, 1 / 14))
    found = 0
    for seed in range(30):
        made = scene(np.random.default_rng(seed), glyphs, Wish())
        told = unmarked(stacked([made], "cpu"))[0].numpy()
        for i in np.flatnonzero(made["number"] >= 0):
            mark = made["faces"][i, int(made["top"][i]), 10]
            assert told[i] == (made["number"][i] in (6, 9) and mark == 0)
            found += int(told[i])
    assert found > 5


def test_what_nobody_asks_for_counts_less() -> None:
    hidden, cocked = torch.tensor([0.0, 0.6, 0.0, 0.0]), torch.tensor([0.0, 0.0, 1.0, 0.0])
    counts = clearness(hidden, cocked, torch.zeros(4), torch.tensor([30.0, 30.0, 30.0, 20.0]))
    assert counts.tolist() == [1.0, UNCLEAR, UNCLEAR, UNCLEAR]
