"""Pictures without any colour: a camera that sees at night, or one that was set to grey."""

import numpy as np
from numpy.typing import NDArray

GREY_TINT = 2
"""The most by which the colours of a grey picture differ: packing rounds by one or two. In any
colour camera's picture noise alone differs by more in a thousandth of the pixels."""


def is_grey(image: NDArray[np.uint8]) -> bool:
    """Whether a picture has no colour at all."""
    some = image[:: max(1, image.shape[0] // 120), :: max(1, image.shape[1] // 160)].astype(
        np.int16
    )
    blue, green, red = some[..., 0], some[..., 1], some[..., 2]
    pairs = ((blue, green), (green, red), (blue, red))
    tinted = sum(int(np.count_nonzero(np.abs(a - b) > GREY_TINT)) for a, b in pairs)
    return tinted <= 0.001 * blue.size
