"""From light to a file: lens blur, exposure, white balance, noise, tone, sharpening, JPEG.

The steps are in `film.cu`, which is handed whole batches here.
"""

import ctypes

import torch
from torch import Tensor

from vision.training.compiled import call
from vision.training.scenes import FILM


class _Pictures(ctypes.Structure):
    """`Pictures` of film.cu."""

    _fields_ = [
        *((name, ctypes.c_void_p) for name in ("light", "film", "white", "dots", "a", "b", "out")),
        ("count", ctypes.c_int64), ("high", ctypes.c_int), ("wide", ctypes.c_int),
    ]  # fmt: skip


def bright_of(light: Tensor) -> Tensor:
    """The level that an automatic exposure takes for white: of the dice more than of the table."""
    thin = max(1, light.shape[-1] // 160)
    flat = light[:, :, ::thin, ::thin].flatten(1)
    # The brightest thousandth alone would be a glint on one die.
    low, high = (_exceeded_by(flat, share) for share in (0.03, 0.001))
    return 0.3 * low + 0.7 * high


def _exceeded_by(values: Tensor, share: float) -> Tensor:
    """Of each row the level that such a share of its values exceeds."""
    place = share * (values.shape[1] - 1)
    best = values.topk(int(place) + 2, dim=1).values
    return best[:, -2] + (best[:, -1] - best[:, -2]) * (place - int(place))


def developed(
    light: Tensor, film: Tensor, chance: torch.Generator, bright: Tensor | None = None
) -> Tensor:
    """Pictures of 0 to 1 (red, green, blue; N x 3 x H x W) of so much light on such films."""
    light, count, (high, wide) = light.contiguous(), len(light), light.shape[2:]
    if min(high, wide) < 8:
        raise ValueError(f"expected pictures of a block of JPEG or more, got {wide} x {high}")
    if film.shape != (count, len(FILM)):
        raise ValueError(f"expected one film for each of {count} pictures, got {len(film)}")
    held = {
        "light": light, "film": film.contiguous(),
        "white": (bright_of(light) if bright is None else bright).contiguous(),
        "dots": torch.randn(light.shape, generator=chance, device=light.device),
        "a": torch.empty_like(light), "b": torch.empty_like(light), "out": torch.empty_like(light),
    }  # fmt: skip
    pointers = {name: value.data_ptr() for name, value in held.items()}
    call("film", "develop", _Pictures(**pointers, count=count, high=high, wide=wide), light)
    return held["out"]
