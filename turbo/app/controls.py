"""What the dashboard may ask of a live table of dice or of tiles, and of the twin (`web.ports`)."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from turbo.app.sight import Sight, jpeg_of
from turbo.errors import TurboError
from turbo.game.dice import UNREAD, Face, parse_hand
from turbo.game.observation import Point
from turbo.live.inputs import Choice
from turbo.live.perception import crop_of
from turbo.live.runner import LiveRunner
from turbo.live.tiles.runner import TileRunner
from vision.mat.calibration import Calibration, plan_from, save_calibration
from vision.mat.markers import calibrate, calibrate_corners
from web.ports import TwinState

FIELD_MM = (420.0, 297.0)
"""Corners set by hand without a size are those of the A3 mat."""


class RunnerControls:
    """The controls of a table that a camera watches."""

    def __init__(self, runner: LiveRunner, sight: Sight, keep: Path | None = None) -> None:
        """What is calibrated on the page is kept there, for the next start."""
        self._runner, self._sight, self._keep = runner, sight, keep

    def set_face(self, die: int, was: str, face: str, by: str) -> bool:
        # With what it showed when it was tapped: a die that shows something else is another word.
        return self._runner.set_face(die, Face.parse(was), Face.parse(face), by)

    def crop(self, die: int) -> bytes | None:
        frame, track = self._runner.frame, self._runner.settler.tracker.tracks.get(die)
        if frame is None or track is None:
            return None
        # Where it was seen last, not where it was believed: the picture is the newest one, too.
        return jpeg_of(crop_of(frame.image, [track.rest[-1].seen.corners_px]))

    def decide(self, choice: str, by: str) -> None:
        """After a power cut: the `store` is right, or what lies on the `table`. Dice thrown again
        had lain `cocked`, or it was a throw `again`. Of two stories it was the `first`, or the
        `second`."""
        self._runner.decide(Choice(choice), by)

    def begin_here(self, starter: str, by: str) -> None:
        self._runner.begin_here(starter, by)

    def set_corners(self, corners_px: Sequence[Point]) -> None:
        frame = self._frame()
        height, width = frame.image.shape[:2]
        # The dice stay the same however the camera hangs: their edge is taken over.
        edge = self._runner.settler.plan.edge_mm
        found = calibrate_corners(corners_px, FIELD_MM, (width, height), edge_mm=edge)
        self._replan(found)

    def recalibrate(self) -> None:
        edge = self._runner.settler.plan.edge_mm
        self._replan(calibrate(self._frame().image, edge_mm=edge))

    def _replan(self, found: Calibration) -> None:
        if self._keep is not None:
            self._keep.parent.mkdir(parents=True, exist_ok=True)
            save_calibration(found, self._keep)
        # Kept first: what the table goes by from now on it must also find at the next start.
        self._sight.calibration = found
        self._runner.replan(plan_from(found))

    def _frame(self) -> Any:
        if self._runner.frame is None:
            raise TurboError("expected a picture: the camera has not given one yet")
        return self._runner.frame

    def swap_seats(self) -> None:
        self._runner.swap_seats()

    def hand_over(self, by: str) -> None:
        # Nobody's button: the page hands over for whoever is in turn.
        self._runner.press(None, by)


class TwinPace:
    """The pace and the mischief of a simulated table."""

    def __init__(self, table: Any, camera: Any, mischief: Iterable[str]) -> None:
        self._table, self._camera, self._mischief = table, camera, tuple(mischief)

    def state(self) -> TwinState:
        return TwinState(self._camera.speed or 0.0, self._table.paused, self._mischief)

    def set_speed(self, factor: float) -> None:
        if not 0.1 <= factor <= 20:
            raise TurboError(f"expected a speed from 0.1 to 20, got {factor}")
        self._camera.speed = factor

    def set_paused(self, paused: bool) -> None:
        self._table.paused = paused

    def do_mischief(self, name: str) -> None:
        self._table.do_mischief(name)


class TileControls:
    """Hand over, and say what a tile shows. A field that is found by its corner cards has no
    corners to be set and no hands to be swapped: who asks for that is told."""

    def __init__(self, runner: TileRunner) -> None:
        self._runner = runner

    def hand_over(self, by: str) -> None:
        self._runner.press(None, by)

    def set_face(self, die: int, was: str, face: str, by: str) -> bool:
        faces, before = parse_hand(face, special=True), parse_hand(was, special=True)
        if len(faces) != 1 or faces[0].is_unread:
            raise TurboError(f"expected what one tile shows, such as b12, got {face!r}")
        return self._runner.set_face(die, before[0] if before else UNREAD, faces[0], by)

    def crop(self, die: int) -> bytes | None:
        frame, laid = self._runner.frame, self._runner.table.state.laid or ()
        corners = next((tile.corners_px for tile in laid if tile.id == die), None)
        if frame is None or corners is None:
            return None
        return jpeg_of(crop_of(frame.image, [corners]))

    def recalibrate(self) -> None:
        raise TurboError("the corner cards of a tile table are followed by themselves")

    def set_corners(self, corners_px: Sequence[Point]) -> None:
        raise TurboError("expected the field of a tile table by its corner cards: lay them there")

    def swap_seats(self) -> None:
        raise TurboError("a tile table has no hand zones to swap")

    def decide(self, choice: str, by: str) -> None:
        raise TurboError("a tile table goes by its match: put the tiles as they lay, or undo")

    def begin_here(self, starter: str, by: str) -> None:
        raise TurboError("expected a bare field for a game with tiles: clear it, then hand over")
