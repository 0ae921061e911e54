"""The twin at the height of bytes: its players press the buttons of the emulated board.

The board's own firmware runs in an emulator behind the link `twin` (`turbo.board`). A press of a
player at the table closes the contact there, and everything after that is real: debouncing, frames,
acknowledgements, the serial link.
"""

from collections.abc import Callable
from typing import Protocol

from turbo.board.wire import Button


class Board(Protocol):
    """What the twin needs of the emulator (`turbo.board.emulator.TwinBoard`)."""

    def press(self, button: Button, hold_ms: int = 30, bounces: int = 0) -> None: ...
    def shake(self, length_ms: int = 1500, millivolts: int = 600) -> None: ...
    def pour(self, length_ms: int = 300, millivolts: int = 3000) -> None: ...
    def order(self, *words: object) -> None: ...


def presser(board: Board, *, bounces: int = 3) -> Callable[[int], None]:
    """Presses the button of a seat, with contacts that bounce as real ones do."""

    def press(seat: int) -> None:
        board.press(Button(seat), bounces=bounces)

    return press


def unplugger(board: Board) -> Callable[[bool], None]:
    """Pulls the board's plug (True) and puts it back (False)."""

    def unplug(is_out: bool) -> None:
        board.order("unplug" if is_out else "plug")

    return unplug


def shaker(board: Board) -> Callable[[str], None]:
    """Lets the tray's sensor hear the cup: `shake` and `pour`."""

    def hear(what: str) -> None:
        if what == "shake":
            board.shake()
        else:
            board.pour()

    return hear
