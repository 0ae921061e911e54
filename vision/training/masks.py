"""Letters and drawings as square masks of one size."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

SIZE = 64
"""As large as the crop that is read: finer print is lost in it."""
RIM = 4


def mask_of(text: str, font: ImageFont.FreeTypeFont) -> NDArray[np.uint8] | None:
    """The text as large as it fits, in the middle of a square mask; None where it draws nothing."""
    box = font.getbbox(text)
    wide, high = int(box[2] - box[0]), int(box[3] - box[1])
    # A font that has not got the sign draws a dot or nothing.
    if wide < 8 or high < 8:
        return None
    big = Image.new("L", (wide + 8, high + 8), 0)
    ImageDraw.Draw(big).text((4 - box[0], 4 - box[1]), text, fill=255, font=font)
    real = big.getbbox()
    if real is None:
        return None
    return fitted(big.crop(real))


def fitted(drawing: Image.Image) -> NDArray[np.uint8]:
    room = SIZE - 2 * RIM
    scale = min(room / drawing.height, room / drawing.width)
    size = (max(1, round(drawing.width * scale)), max(1, round(drawing.height * scale)))
    small = drawing.resize(size, Image.Resampling.LANCZOS)
    mask = Image.new("L", (SIZE, SIZE), 0)
    mask.paste(small, ((SIZE - size[0]) // 2, (SIZE - size[1]) // 2))
    return np.asarray(mask, dtype=np.uint8)
