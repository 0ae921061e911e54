"""Whether what lies before a die is its own side, or the top of another that touches it.

Where a camera looks down at 45 degrees a side is as long as it is wide, so that by its outline
nobody can tell. What is seen above and below it tells: the die behind with its rounded edge, and
whether there is a side or the bare table below. A small network looks at just that, and only where
geometry leaves the question open (`vision.reading.tops`).
"""

import cv2
import numpy as np

from vision.reading.detector import Image
from vision.reading.network import Floats, Load, load_network
from vision.reading.tensors import SIDE_PATCH_PX

FINER = 2
"""Patches are cut so much finer and then shrunk: a die of 80 pixels has no strokes that alias."""


class SideReader:
    """Keep one, its network is costly to load."""

    def __init__(self, load: Load = load_network) -> None:
        self._network = load("sides", exact=True)

    def odds(self, image: Image, patch_px: Floats) -> float:
        """How likely the middle of a patch shows a side, as the logarithm of the odds. Its corners:
        first those at the die behind."""
        return self._network.answer(picture=normalised(cut_out(image, patch_px))).item()


def cut_out(image: Image, patch_px: Floats) -> Image:
    """The patch, the die behind above its middle."""
    wide, high = (FINER * side for side in SIDE_PATCH_PX)
    # Corners of pixels, whose middles are half a pixel further.
    frame = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(patch_px.astype(np.float32), frame)
    fine = cv2.warpPerspective(image, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(fine, SIDE_PATCH_PX, interpolation=cv2.INTER_AREA), np.uint8)


def normalised(patch: Image) -> Floats:
    """As the network wants it, 3 x H x W: its level and contrast say nothing."""
    numbers = patch.transpose(2, 0, 1).astype(np.float32)
    return np.asarray((numbers - numbers.mean()) / max(4.0, float(numbers.std())), np.float32)
