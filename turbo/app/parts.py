"""What one game adds to a table that is watched: its eyes, its loop, its twin and its controls."""

import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any

from turbo.board.wire import Button
from turbo.game.editions import PieceKind

if TYPE_CHECKING:
    from turbo.app.arriving import Lighting
    from turbo.app.controls import TwinPace
    from turbo.app.sight import View
    from turbo.board.link import Link
    from turbo.commands.run import Table
    from turbo.live.loop import LiveLoop
    from turbo.storage.roll_book import Rolls
    from vision.cameras.advice import Advice
    from vision.cameras.frames import Camera, Frame
    from vision.mat.calibration import Calibration
    from vision.pictures.loading import Image
    from vision.reading.own_inks import OwnDice
    from web.enrolment.ports import TableLessons
    from web.ports import TableControls, TableSeats

BANNER = "SIMULATED: this table and its players do not exist"


def tell_differences(found: list[str]) -> int:
    """What a simulation ended with, as an exit status."""
    for line in found:
        print(f"the referee differs from the ledger: {line}", file=sys.stderr)
    print("simulation finished; score as expected" if not found else "NOT equal to the ledger")
    return 1 if found else 0


def press_board(board: Any, seat: int) -> None:
    """The button of a seat at the emulated board (`turbo.board.emulator`), with contacts that
    bounce as real ones do: debouncing, frames and the line are those of the firmware."""
    board.press(Button(seat), bounces=3)


class TableParts:
    """The parts of a table, made for it when it is opened; what most games have not is nothing."""

    strange: Mapping[str, str] = {}
    """Options of the command that mean nothing at this table, and why."""
    twin_goes_on = True
    """Whether simulated people can take up a match that others have begun."""
    missing = "no picture came"
    """What was not seen of the table, if it was not."""
    known: "Calibration | None" = None
    """How the camera saw the table when it was calibrated."""
    own: "OwnDice | None" = None
    """The user's own dice or tiles."""
    rolls: "Rolls | None" = None
    """Where pictures of throws are kept."""
    twin: Any = None
    seats: "TableSeats | None" = None
    """Where people can play for the twin's."""
    sight: Any = None
    """What reads the pictures."""
    advice: "Callable[[Image], Advice]"
    """What is wrong with how a telephone stands."""
    _runner: Any

    def __init__(self, table: "Table") -> None:
        self.table, self.args = table, table.args

    def twin_camera(self, link: "Link | None") -> "Camera":
        raise NotImplementedError

    def view(self, frame: "Frame") -> "View | None":
        """How the table is seen; None where the picture does not tell."""
        raise NotImplementedError

    def arrived(self, frame: "Frame") -> "View | None":
        """The same of a camera that has come, and that somebody may still hold in the hand."""
        return self.view(frame)

    def replanned(self, view: "View") -> None:
        """The table is known anew while it is watched."""
        self._runner.perception = self.sight.perception(view.plan)
        self._runner.replan(view.plan)

    def forget(self) -> None:
        """Another camera hangs elsewhere."""
        raise NotImplementedError

    def runner(
        self, camera: "Camera", view: "View", link: "Link | None", light: "Lighting"
    ) -> "LiveLoop":
        raise NotImplementedError

    def knows_mat(self) -> bool:
        return self.sight is not None and self.sight.calibration is not None

    def knows_dice(self) -> bool:
        return self.sight is not None and self.sight.own is not None

    def controls(self) -> "TableControls":
        raise NotImplementedError

    def twin_pace(self) -> "TwinPace | None":
        from turbo.app.controls import TwinPace

        twin = self.twin
        return None if twin is None else TwinPace(twin, self._runner.camera, twin.mischief)

    def lessons(self) -> "TableLessons | None":
        return None

    def simulated_now(self) -> datetime | None:
        """The time at a simulated table that has its own."""
        return None

    def ended(self) -> int:
        """What is said when all is over, as an exit status."""
        return 0


PARTS = {
    PieceKind.DIE: ("turbo.app.dice_parts", "DiceParts"),
    PieceKind.TILE: ("turbo.app.tile_parts", "TileParts"),
}


def parts_of(piece: PieceKind) -> type[TableParts]:
    """Loaded when it is asked for: who plays with dice needs no tiles."""
    module, name = PARTS[piece]
    found: type[TableParts] = getattr(import_module(module), name)
    return found
