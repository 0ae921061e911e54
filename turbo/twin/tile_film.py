"""Films of a SIMULATED tile table: the whole, a still at every hand-over with its truth, and when
the button was pressed, which no picture shows."""

import json
from dataclasses import dataclass
from pathlib import Path

import cv2

from turbo.errors import TurboError
from turbo.twin.film import rolled
from turbo.twin.tile_acting import Acted
from turbo.twin.tile_drawing import TileLook
from turbo.twin.tile_table import TileTwin


@dataclass
class TileFilm:
    """Where a film goes and what it shows."""

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
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            # In the middle: at its corners the cards must be seen.
            middle = self.look.camera.width_px // 2 - 120
            for _ in rolled(self.folder, self.twin, self.rate_hz, middle):
                pass
            times = "".join(f"{at_s:.2f}\n" for at_s in self.presses)
            (self.folder / "presses.txt").write_text(times, encoding="utf-8")
            told = json.dumps({"simulated": True, "stills": self.truth}, indent=1)
            (self.folder / "truth.json").write_text(told, encoding="utf-8")
        except OSError as error:
            raise TurboError(f"--frames: {self.folder}: {(error.strerror or '').lower()}") from None
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
