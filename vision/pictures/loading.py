"""Pictures from paths: picture files, folders of them, and the frames of videos.

What cannot be used comes out as a `Failure` in its place, so that the others are still read.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError
from vision.pictures.given import one_line
from vision.pictures.headers import BadPicture, check_whole

Image = NDArray[np.uint8]
"""Rows, columns, and blue, green, red."""

PICTURE_SUFFIXES = {".jpg", ".jpeg", ".jpe", ".png", ".webp", ".bmp", ".pbm", ".pgm", ".ppm"}
VIDEO_SUFFIXES = {
    *(".mp4", ".m4v", ".mov", ".3gp", ".avi", ".mkv", ".webm", ".ogv", ".wmv"),
    *(".mpg", ".mpeg", ".ts", ".mts", ".m2ts", ".mjpg", ".mjpeg"),
}


@dataclass(frozen=True, slots=True)
class PictureTuning:
    """What is worth opening at all."""

    most_megapixels: float = 64.0
    """Five times the largest picture of the cameras meant here (4608 by 2592); decoded, 200 MB."""
    most_megabytes: float = 256.0
    """Above the file of such a picture without any packing."""
    least_px: int = 32
    """Shorter sides have no room for a die of 24 pixels."""
    black_level: int = 10
    """A picture whose brightest spot, averaged over a patch, is darker shows nothing at all. Black
    sensor noise stays below; a dim room with a lamp somewhere reaches 190."""
    patch_px: int = 8
    """The side of such a patch: noise and single hot pixels average out."""
    missing_frames: float = 0.1
    """The part of a video's frames that may be missing before it counts as truncated: some
    containers only estimate their number."""


TUNING = PictureTuning()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture by the name it was asked for, as OpenCV loads it: turned as its EXIF says."""

    name: str
    image: Image


@dataclass(frozen=True, slots=True)
class Failure:
    """A path that gave no picture, and the cause in one line."""

    name: str
    cause: str

    def __str__(self) -> str:
        return one_line(f"{self.name}: {self.cause}")


def pictures(paths: Iterable[str], every: int = 1) -> Iterator[Picture | Failure]:
    """All pictures of the paths in order; of a video every so many-th frame, as PATH#FRAME."""
    for path in paths:
        if os.path.isdir(path):
            yield from _folder(path)
        elif Path(path).suffix.lower() in VIDEO_SUFFIXES:
            yield from _video(path, every)
        else:
            yield _file(path)


def _folder(path: str) -> Iterator[Picture | Failure]:
    try:
        # A disk gives them in any order; answers come in the order of names on every machine.
        names = sorted(os.listdir(path))
    except OSError as error:
        yield Failure(path, _cause(error))
        return
    found = [name for name in names if _looks_like_picture(name)]
    if not found:
        yield Failure(path, "no pictures in this folder")
    for name in found:
        yield _file(os.path.join(path, name))


def _looks_like_picture(name: str) -> bool:
    # Some systems leave a hidden twin beside every picture, which is none.
    return not name.startswith(".") and Path(name).suffix.lower() in PICTURE_SUFFIXES


def _file(path: str) -> Picture | Failure:
    try:
        return Picture(path, load(path))
    except (OSError, ValueError) as error:
        return Failure(path, _cause(error))


def _cause(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error)


def load(path: str) -> Image:
    """One picture file. `BadPicture` says why it cannot be used; `OSError` why not opened."""
    _check_openable(path)
    image = decoded(Path(path).read_bytes())
    _check_not_black(image)
    return image


def decoded(data: bytes) -> Image:
    """The picture in some bytes, wherever they come from; `BadPicture` says why there is none."""
    # Before decoding: some bytes can claim a picture that fills all memory.
    width, height = check_whole(data)
    _check_size(width, height)
    return _decode(data)


def _check_openable(path: str) -> None:
    """A pipe or a device would never end; a file without end would fill the memory."""
    size = os.stat(path).st_size
    if not os.path.isfile(path):
        raise BadPicture("expected a file or a folder")
    if size > TUNING.most_megabytes * 1e6:
        raise BadPicture(f"huge: {size / 1e6:.0f} MB, at most {TUNING.most_megabytes:.0f} are read")


def _check_size(width: int, height: int) -> None:
    most = TUNING.most_megapixels
    if width * height > most * 1e6:
        raise BadPicture(f"huge: {width} x {height} pixels, at most {most:.0f} million are read")
    if min(width, height) < TUNING.least_px:
        raise BadPicture(
            f"too small: {width} x {height} pixels, expected {TUNING.least_px} or more each way"
        )


def _decode(data: bytes) -> Image:
    with _caught_stderr() as said:
        try:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        except cv2.error:
            image = None
    if image is None:
        raise BadPicture("the file is damaged: it cannot be decoded")
    # The decoder fills what is missing with grey and says that all is well.
    if b"premature end of data" in said:
        raise BadPicture("the file is damaged: part of its data is missing")
    return np.asarray(image, dtype=np.uint8)


@contextmanager
def _caught_stderr() -> Iterator[bytearray]:
    """What the decoders' own libraries write on standard error, past Python: filled at the end.

    It would come between the lines of this program, and it is the only place where the JPEG
    library says that data is missing in the middle.
    """
    said = bytearray()
    try:
        # A service may run without standard error: then there is nothing to catch.
        before = os.dup(2)
    except OSError:
        yield said
        return
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(before, 2)
            os.close(before)
            file.seek(0)
            said += file.read()


def _check_not_black(image: Image) -> None:
    height, width = (max(1, length // TUNING.patch_px) for length in image.shape[:2])
    patches = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    if int(np.max(patches)) < TUNING.black_level:
        raise BadPicture("black: there is nothing to see in this picture")


def _video(path: str, every: int) -> Iterator[Picture | Failure]:
    try:
        capture = _open_video(path)
    except (OSError, ValueError) as error:
        yield Failure(path, _cause(error))
        return
    try:
        yield from _frames(path, capture, every)
    finally:
        capture.release()


def _open_video(path: str) -> Any:
    if os.stat(path).st_size == 0 and os.path.isfile(path):
        raise BadPicture("the file is empty")
    if not os.path.isfile(path):
        raise BadPicture("expected a file or a folder")
    # The decoder would otherwise write lines of its own on standard error.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    capture = cv2.VideoCapture(path)
    if not capture.isOpened():
        raise BadPicture("expected a video that OpenCV can decode")
    width, height = (
        int(capture.get(prop)) for prop in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
    )
    _check_size(width, height)
    return capture


def _frames(path: str, capture: Any, every: int) -> Iterator[Picture | Failure]:
    claimed, frame = capture.get(cv2.CAP_PROP_FRAME_COUNT), 0
    # Grabbed and only decoded where it is wanted: that is what costs in a film.
    while capture.grab():
        if frame % every == 0:
            yield _frame(f"{path}#{frame}", capture)
        frame += 1
    if frame == 0:
        yield Failure(path, "no frame of this video could be decoded")
    elif frame < claimed * (1 - TUNING.missing_frames):
        yield Failure(path, f"the video is truncated: {frame} of {claimed:.0f} frames")


def _frame(name: str, capture: Any) -> Picture | Failure:
    decoded, image = capture.retrieve()
    if not decoded:
        return Failure(name, "this frame could not be decoded")
    try:
        _check_not_black(image)
    except TurboError as error:
        return Failure(name, str(error))
    return Picture(name, np.asarray(image, dtype=np.uint8))
