"""Reads picture after picture: finds the dice, lays them out, draws what was seen."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Protocol

import cv2

from turbo.errors import TurboError
from turbo.game.observation import Observation, SeenDie
from vision.pictures.given import Corners, Quad, Zones, one_line
from vision.pictures.loading import (
    PICTURE_SUFFIXES,
    VIDEO_SUFFIXES,
    Failure,
    Image,
    Picture,
    pictures,
)
from vision.pictures.pixels import is_grey
from vision.reading.annotate import annotated
from vision.reading.answer import ReadPicture
from vision.reading.grid import LayoutTuning, read_layout
from vision.reading.rows import read_rows

Answer = tuple[Picture, ReadPicture] | Failure
"""A picture as it was read, or what failed in its place."""


class FaceFinder(Protocol):
    """What `vision.reading.reader.Reader` does."""

    def read(self, image: Image) -> Observation: ...

    def read_faces(self, image: Image, quads: Sequence[Quad]) -> tuple[SeenDie, ...]: ...


def real_reader(are_tiles: bool | None = None) -> FaceFinder:
    """Reads at leisure, every picture by itself: one that resembles the last is another one.
    Whether it shows tiles or dice the picture tells, unless that was said."""
    from vision.reading.tiles import StillsReader

    return StillsReader(are_tiles)


@dataclass(frozen=True, slots=True)
class Job:
    """What to read, and with what: without corners the dice are looked for."""

    paths: tuple[str, ...]
    corners: Corners | None = None
    zones: Zones = field(default_factory=Zones)
    every: int = 1
    taken: tuple[Picture, ...] = ()
    """Pictures that a camera took just now; they come first."""


def read_all(job: Job, reader: FaceFinder) -> Iterator[Answer]:
    for picture in chain(job.taken, pictures(job.paths, job.every)):
        if isinstance(picture, Failure):
            yield picture
            continue
        try:
            yield picture, _read(picture, job, reader)
        # One picture that fails must not take the answers to the others away.
        except (TurboError, cv2.error) as error:
            yield Failure(picture.name, str(error))


def _read(picture: Picture, job: Job, reader: FaceFinder) -> ReadPicture:
    tuning, image = LayoutTuning(), picture.image
    if job.corners is None:
        seen = reader.read(image)
    else:
        dice = _read_faces(picture, job.corners, reader)
        seen = Observation(dice, image.shape[1], image.shape[0])
    table = [i for i, die in enumerate(seen.dice) if job.zones.is_on_table(die.centre_px)]
    layout = read_rows(seen, table) if seen.are_tiles else read_layout(seen, tuning, table)
    return ReadPicture(picture.name, seen, layout, tuning.sure, is_grey(picture.image))


def _read_faces(picture: Picture, corners: Corners, reader: FaceFinder) -> tuple[SeenDie, ...]:
    if picture.name not in corners:
        raise TurboError("expected an entry for this picture in the file of corners")
    quads = corners[picture.name]
    return reader.read_faces(picture.image, quads) if quads else ()


class Drawings:
    """Where drawings go: one picture file, or a folder with a file for each picture."""

    def __init__(self, out: str, images: Sequence[str]) -> None:
        self.out, self.used = Path(out), set[Path]()
        self.is_file = self.out.suffix.lower() in PICTURE_SUFFIXES and not self.out.is_dir()
        if self.is_file and not _is_single(images):
            raise TurboError(f"--annotate: expected a folder for many pictures, got {out!r}")
        # The drawing would be written over somebody's photograph.
        if self.is_file and _is_same(self.out, Path(images[0])):
            raise TurboError(f"--annotate: expected another file than the picture, got {out!r}")
        with _one_line_error(self.out):
            (self.out.parent if self.is_file else self.out).mkdir(parents=True, exist_ok=True)

    def draw(self, picture: Picture, read: ReadPicture) -> None:
        path = self.out if self.is_file else self._path_in_folder(picture.name)
        canvas = annotated(picture.image, read.seen, read.layout, read.sure)
        with _one_line_error(path):
            path.write_bytes(cv2.imencode(path.suffix, canvas)[1].tobytes())

    def _path_in_folder(self, name: str) -> Path:
        """Named after the picture; pictures of one name from several folders are numbered."""
        file, _, frame = Path(name).name.partition("#")
        stem = f"{Path(file).stem}-{frame}" if frame else Path(file).stem
        path, number = self.out / f"{stem}-read.jpg", 1
        while path in self.used:
            number += 1
            path = self.out / f"{stem}-{number}-read.jpg"
        self.used.add(path)
        return path


@contextmanager
def _one_line_error(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise TurboError(
            one_line(f"--annotate: {path}: {(error.strerror or '').lower()}")
        ) from None


def _is_single(images: Sequence[str]) -> bool:
    """Whether exactly one picture can come of it."""
    path = Path(images[0])
    return len(images) == 1 and not path.is_dir() and path.suffix.lower() not in VIDEO_SUFFIXES


def _is_same(path: Path, image: Path) -> bool:
    return path.exists() and image.exists() and path.samefile(image)
