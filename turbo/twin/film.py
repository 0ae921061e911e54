"""Films of a SIMULATED table: the whole, and a still with its truth whenever all lies still."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from turbo.errors import TurboError
from turbo.twin.draw import Look
from turbo.twin.draw_table import SURFACES
from turbo.twin.glyphs import Image
from turbo.twin.habits import Habits, Skill
from turbo.twin.lens import TwinCameraSettings
from turbo.twin.light import light_named
from turbo.twin.options import with_options
from turbo.twin.table import TwinSettings
from turbo.twin.world import TwinTable

LONGEST_S = 3600.0
"""Of the table's own time: a match that hangs must not fill the disk."""


@dataclass
class Film:
    """Where a film goes and what it shows."""

    folder: Path
    table: TwinTable
    rate_hz: float

    @staticmethod
    def from_arguments(args: argparse.Namespace) -> "Film":
        light_named(args.light)
        if args.surface not in SURFACES:
            raise TurboError(
                f"--surface: expected one of {', '.join(SURFACES)}, got {args.surface!r}"
            )
        camera = TwinCameraSettings(args.size[0], args.size[1], tilt_deg=args.tilt)
        habits = Habits(Skill(args.skill))
        settings = TwinSettings(
            look=Look(camera=camera, light=args.light, surface=args.surface),
            habits=(habits, habits),
            rounds=args.rounds,
            mischief=args.mischief,
        )
        folder = Path(args.frames)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TurboError(f"--frames: {folder}: {(error.strerror or '').lower()}") from None
        table = TwinTable(args.seed, with_options(args.options, args.seed, settings))
        for name in args.act:
            table.do_mischief(name)
        return Film(folder, table, args.rate)

    def shoot(self) -> int:
        """Play, draw, write; answers how many stills there are."""
        stills, key = 0, None
        for picture in rolled(self.folder, self.table, self.rate_hz):
            now = self._still_key()
            if now is not None and now != key:
                stills += 1
                # Without the stamp: a reader that is tested on it must see what a camera would.
                self._write_still(stills, picture)
            key = now
        self._write_ledger()
        return stills

    def _still_key(self) -> object:
        """Something that changes with the dice; None while anything moves."""
        things = self.table.things
        if not things.is_still or not things.poses:
            return None
        return tuple(
            sorted((die, *np.round(pose.position, 1)) for die, pose in things.poses.items())
        )

    def _write_still(self, number: int, picture: Image) -> None:
        name = f"still_{number:03d}"
        cv2.imwrite(str(self.folder / f"{name}.png"), picture)
        truth = json.dumps({"image": f"{name}.png", **self.table.truth()}, indent=1)
        (self.folder / f"{name}.json").write_text(truth, encoding="utf-8")

    def _write_ledger(self) -> None:
        ledger = self.table.ledger
        document = {
            "simulated": True,
            "players": ledger.players,
            "deeds": [asdict(deed) for deed in ledger.deeds],
            "results": [asdict(result) for result in ledger.results],
        }
        text = json.dumps(document, indent=1)
        (self.folder / "ledger.json").write_text(text, encoding="utf-8")


def rolled(folder: Path, twin: Any, rate_hz: float, stamp_px: int = 0) -> Iterator[Image]:
    """Play until it is over, write a film of it, and give each picture without its stamp."""
    film: cv2.VideoWriter | None = None
    while not twin.is_over and twin.clock_s < LONGEST_S:
        twin.step(1.0 / rate_hz)
        picture = twin.frame()
        if film is None:
            # Every OpenCV has it, and each picture is packed by itself, as a camera's is.
            codec, size = cv2.VideoWriter.fourcc(*"MJPG"), (picture.shape[1], picture.shape[0])
            film = cv2.VideoWriter(str(folder / "film.avi"), codec, rate_hz, size)
            if not film.isOpened():
                raise TurboError(f"--frames: cannot write a film into {folder}")
        film.write(stamped(picture, stamp_px))
        yield picture
    if film is not None:
        film.release()


def stamped(picture: Image, x: int = 0) -> Image:
    """A copy that says loudly that it is simulated, along its upper rim."""
    copy, place, font = picture.copy(), (x + 8, 22), cv2.FONT_HERSHEY_DUPLEX
    cv2.rectangle(copy, (x, 0), (x + 236, 26), (0, 0, 0), -1)
    cv2.putText(copy, "SIMULATED", place, font, 0.9, (0, 220, 255), 2, cv2.LINE_AA)
    return copy
