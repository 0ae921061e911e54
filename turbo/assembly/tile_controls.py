"""What the dashboard may ask of a tile table that a camera watches (`web.ports`)."""

from collections.abc import Sequence

from turbo.assembly.sight import jpeg_of
from turbo.errors import TurboError
from turbo.game.dice import parse_hand
from turbo.game.observation import Point
from turbo.table.eyes import crop_of
from turbo.tiletable.runner import TileRunner


class TileControls:
    """Hand over, and say what a tile shows. A field that is found by its corner cards has no
    corners to be set and no hands to be swapped: who asks for that is told."""

    def __init__(self, runner: TileRunner) -> None:
        self._runner = runner

    def hand_over(self, by: str) -> None:
        self._runner.press()

    def set_face(self, die: int, was: str, face: str, by: str) -> bool:
        if die not in {tile.id for tile in self._runner.asked}:
            return False
        faces = parse_hand(face, special=True)
        if len(faces) != 1 or faces[0].is_unread:
            raise TurboError(f"expected what one tile shows, such as b12, got {face!r}")
        self._runner.answer(die, faces[0])
        return True

    def crop(self, die: int) -> bytes | None:
        frame, laid = self._runner.frame, self._runner.drive.state.laid or ()
        corners = next((tile.corners_px for tile in laid if tile.id == die), None)
        if frame is None or corners is None:
            return None
        return jpeg_of(crop_of(frame.image, [corners]))

    def recalibrate(self, by: str) -> None:
        raise TurboError("the corner cards of a tile table are followed by themselves")

    def set_corners(self, corners_px: Sequence[Point], by: str) -> None:
        raise TurboError("expected the field of a tile table by its corner cards: lay them there")

    def swap_seats(self, by: str) -> None:
        raise TurboError("a tile table has no hand zones to swap")

    def decide(self, choice: str, by: str) -> None:
        raise TurboError("a tile table goes by its match: put the tiles as they lay, or undo")

    def begin_here(self, starter: str, by: str) -> None:
        raise TurboError("expected a bare field for a game with tiles: clear it, then hand over")
