"""Pictures made small, cheaply, as every frame is before anything is decided.

And pictures without any colour: of a camera that sees at night, or one that was set to grey.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast
from weakref import ref

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.headers import BadPicture, check_whole

Image = NDArray[np.uint8]


Answer = TypeVar("Answer")


def once_a_picture(work: Callable[[Image], Answer]) -> Callable[[Image], Answer]:
    """The last answer again for the very same picture, where nobody can have written into it (as
    in a `Frame`): several look at each picture, and begin alike."""
    last: tuple[Callable[[], Image | None], Any] = (lambda: None, None)

    @wraps(work)
    def answer(image: Image) -> Answer:
        nonlocal last
        if image.flags.writeable:
            return work(image)
        picture, known = last
        if picture() is not image:
            known = work(image)
            last = (ref(image), known)
        return cast(Answer, known)

    return answer


@once_a_picture
def _halves(image: Image) -> tuple[Image, ...]:
    """The picture halved again and again, as long as its halves are means of two by two."""
    halves = []
    while not (image.shape[1] % 2 or image.shape[0] % 2):
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
        halves.append(image)
    return tuple(halves)


def halved(image: Image) -> Image | None:
    """The picture's half; None where its sides are odd."""
    return next(iter(_halves(image)), None)


def shrunk_to_width(image: Image, wide: int) -> Image:
    """The picture in this width, every pixel the mean of what it stands for.

    Halved as often as that goes: a mean of two by two is ten times as fast as any other.
    """
    high = max(1, round(image.shape[0] * wide / image.shape[1]))
    for half in _halves(image):
        if half.shape[1] < wide or half.shape[0] < high:
            break
        image = half
    if image.shape[:2] == (high, wide):
        return image
    return np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


GREY_TINT = 2
"""The most by which the colours of a grey picture differ: packing rounds by one or two. In any
colour camera's picture noise alone differs by more in a thousandth of the pixels."""


@once_a_picture
def is_grey(image: Image) -> bool:
    """Whether a picture has no colour at all."""
    # About 19,000 pixels tell a thousandth apart from none; all of them would cost at every
    # picture.
    some = image[:: max(1, image.shape[0] // 120), :: max(1, image.shape[1] // 160)]
    blue, green, red = (np.ascontiguousarray(some[..., colour]) for colour in range(3))
    tinted = 0
    for one, other in ((blue, green), (green, red), (blue, red)):
        # By OpenCV, since differences of bytes wrap around in numpy.
        tinted += int(np.count_nonzero(cv2.absdiff(one, other) > GREY_TINT))
        # Nearly every picture has colour, and the first two tell.
        if tinted > 0.001 * blue.size:
            return False
    return True


MOST_PX = 64_000_000
"""No camera sends more, decoded 200 MB: some bytes can claim a picture that fills the memory."""


def decoded(data: bytes) -> Image | None:
    """The picture that a camera has packed; None if it is damaged, half, or too large to be one."""
    try:
        # Before decoding: what it claims, and whether all of it is there.
        width, height = check_whole(data)
        if width * height > MOST_PX:
            return None
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (BadPicture, cv2.error):
        return None
    return None if image is None else np.asarray(image, dtype=np.uint8)
