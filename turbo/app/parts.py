"""What one game adds to a table that is watched: its eyes, its loop, its twin and its controls."""

from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from turbo.game.editions import PieceKind

if TYPE_CHECKING:
    from turbo.app.arriving import Lighting
    from turbo.app.sight import View
    from turbo.board import Link
    from turbo.live.loop import LiveLoop
    from turbo.storage.roll_book import Rolls
    from vision.cameras.advice import Advice
    from vision.cameras.frames import Camera, Frame
    from vision.mat.calibration import Calibration
    from vision.pictures.loading import Image
    from web.enrolment.ports import TableLessons
    from web.ports import TableControls, TwinControls


class TableParts(Protocol):
    """The parts of a table, made for it when it is opened."""

    twin_goes_on: bool
    """Whether simulated people can take up a match that others have begun."""
    missing: str
    """What was not seen of the table, if it was not."""
    known: "Calibration | None"
    """How the camera saw the table when it was calibrated."""
    rolls: "Rolls | None"
    """Where pictures of throws are kept."""
    twin: Any
    sight: Any
    """What reads the pictures."""

    def advice(self, image: "Image") -> "Advice":
        """What is wrong with how a telephone stands."""

    def twin_camera(self, link: "Link | None") -> "Camera": ...
    def view(self, frame: "Frame") -> "View | None":
        """How the table is seen; None where the picture does not tell."""

    def arrived(self, frame: "Frame") -> "View | None":
        """The same of a camera that has come, and that somebody may still hold in the hand."""

    def replanned(self, view: "View") -> None:
        """The table is known anew while it is watched."""

    def forget(self) -> None:
        """Another camera hangs elsewhere."""

    def runner(
        self, camera: "Camera", view: "View", link: "Link | None", light: "Lighting"
    ) -> "LiveLoop": ...
    def knows_mat(self) -> bool: ...
    def knows_dice(self) -> bool: ...
    def controls(self) -> "TableControls": ...
    def twin_pace(self) -> "TwinControls | None": ...
    def lessons(self) -> "TableLessons | None": ...
    def simulated_now(self) -> datetime | None:
        """The time at a simulated table that has its own."""

    def ended(self) -> int:
        """What is said when all is over, as an exit status."""


PARTS = {
    PieceKind.DIE: ("turbo.app.dice_parts", "DiceParts"),
    PieceKind.TILE: ("turbo.app.tile_parts", "TileParts"),
}


def parts_of(piece: PieceKind) -> Callable[[Any], TableParts]:
    """Loaded when it is asked for: who plays with dice needs no tiles."""
    module, name = PARTS[piece]
    found: Callable[[Any], TableParts] = getattr(import_module(module), name)
    return found
