"""Films of a SIMULATED table with the truth beside them: of dice a still whenever all lies still,
of tiles one at every hand-over, and when the button was pressed, which no picture shows."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from turbo.errors import TurboError, writing
from turbo.twin.glyphs import Image
from turbo.twin.tile_acting import Acted
from turbo.twin.tile_drawing import TileLook
from turbo.twin.tile_table import TileTwin
from turbo.twin.world import TwinTable

LONGEST_S = 3600.0
"""Of the table's own time: a match that hangs must not fill the disk."""


@dataclass
class Film:
    """Where a film of dice goes and what it shows."""

    folder: Path
    table: TwinTable
    rate_hz: float

    def shoot(self) -> int:
        """Play, draw, write; answers how many stills there are."""
        stills, key = 0, None
        for picture in rolled(self.folder, self.table, self.rate_hz):
            now = self._still_key()
            if now is not None and now != key:
                stills += 1
                # Without the stamp: a reader that is tested on it must see what a camera would.
                name = f"still_{stills:03d}"
                cv2.imwrite(str(self.folder / f"{name}.png"), picture)
                _write(self.folder / f"{name}.json", image=f"{name}.png", **self.table.truth())
            key = now
        ledger = self.table.ledger
        _write(
            self.folder / "ledger.json",
            simulated=True,
            players=ledger.players,
            deeds=[deed.document() for deed in ledger.deeds],
            results=[asdict(result) for result in ledger.results],
        )
        return stills

    def _still_key(self) -> object:
        """Something that changes with the dice; None while anything moves."""
        things = self.table.things
        if not things.is_still or not things.poses:
            return None
        return tuple(
            sorted((die, *np.round(pose.position, 1)) for die, pose in things.poses.items())
        )


@dataclass
class TileFilm:
    """The same of tiles."""

    folder: Path
    acted: Acted
    seed: int
    look: TileLook
    rate_hz: float = 10.0

    def shoot(self) -> int:
        """Play, draw, write; answers how many hand-overs there are."""
        self.twin = TileTwin(self.look, self.seed, rate_hz=self.rate_hz)
        self.twin.play(self.acted.beats)
        self.presses: list[float] = []
        self.truth: list[dict[str, object]] = []
        self.twin.press, self.twin.heard = self._pressed, lambda: len(self.presses)
        # In the middle: at its corners the cards must be seen.
        middle = self.look.camera.width_px // 2 - 120
        for _ in rolled(self.folder, self.twin, self.rate_hz, middle):
            pass
        times = "".join(f"{at_s:.2f}\n" for at_s in self.presses)
        (self.folder / "presses.txt").write_text(times, encoding="utf-8")
        _write(self.folder / "truth.json", simulated=True, stills=self.truth)
        return len(self.presses)

    def _pressed(self) -> None:
        """At the film's time: its first picture is at 0."""
        self.presses.append(self.twin.clock_s - 1.0 / self.rate_hz)
        beat, name = self.twin.beat, f"{len(self.presses):04}.png"
        assert beat is not None, "somebody who acts presses"
        cv2.imwrite(str(self.folder / name), self.twin.frame())
        player = self.acted.people.players[beat.seat]
        who = {"player": player, "mischief": beat.name, "table": str(beat.table)}
        self.truth.append({"image": name, "at": self.presses[-1], **who})


def filmed(film: Film | TileFilm) -> int:
    """Into a folder that need not be there."""
    with writing(f"--frames: {film.folder}"):
        film.folder.mkdir(parents=True, exist_ok=True)
        return film.shoot()


def _write(path: Path, **document: Any) -> None:
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")


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
