"""The twin at the table's camera: who plays there, what they hear, and what follows a match."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from turbo.game.events import Verdict
from turbo.partner.solo import MachineSeat, MachineWish, wish_of
from turbo.twin.board import presser, shaker, unplugger
from turbo.twin.inventory import Inventory
from turbo.twin.obeying import obey
from turbo.twin.options import twin_named
from turbo.twin.table import TwinSettings
from turbo.twin.world import TwinTable

if TYPE_CHECKING:
    from turbo.board import Link
    from turbo.storage.session import Session
    from vision.reading.own_inks import OwnDice

RESULT_S = 15.0
"""How long a simulated match's result stands before the next begins: time to read it."""


def simulated_table(
    name: str,
    session: "Session",
    link: "Link | None",
    own: "OwnDice | None",
    press: Callable[[int], None],
) -> TwinTable:
    """The simulated table; its players press the board's buttons where there is one, and play with
    the user's own dice where those are named."""
    board: Any = getattr(link, "board", None)
    history = session.history
    dice = None if own is None else Inventory.of(own.dice)
    seed, settings = twin_named(
        name,
        # Those of the match it plays in: names and rounds are the referee's to say.
        TwinSettings(names=history.players, rounds=history.options.rounds, inventory=dice),
    )
    twin = TwinTable(
        seed,
        settings,
        # Over the emulated firmware where there is one: then the whole way of a press is shown.
        press=press if board is None else presser(board),
        feedback=SessionFeedback(session),
        unplug_board=None if board is None else unplugger(board),
        sound=None if board is None else shaker(board),
    )
    machine = MachineSeat.of(history.tags)
    if machine is not None:
        obey(twin, history.players.index(machine.player), lambda: _wish(session, machine))
    twin.encore = Encore(session)
    return twin


def _wish(session: "Session", machine: MachineSeat) -> MachineWish | None:
    """What the machine wants, as whoever sits there hears it."""
    return wish_of(session.history.match, machine)


class Encore:
    """A simulated match that is over is followed by another: a demo goes on for as long as somebody
    watches. Nothing follows a match that the referee has not seen the end of."""

    def __init__(self, session: "Session") -> None:
        self._session, self._since_s = session, -1.0

    def __call__(self, clock_s: float) -> bool:
        history = self._session.history
        if not history.match.is_finished:
            return False
        # Counted from when the referee saw the end, on the table's clock: at any speed it can be
        # read.
        if self._since_s < 0:
            self._since_s = clock_s
        if clock_s - self._since_s < RESULT_S:
            return False
        self._since_s = -1.0
        self._session.new_match(history.players, history.options, tags=history.tags)
        return True


class SessionFeedback:
    """What the twin's players hear of the referee."""

    def __init__(self, session: "Session") -> None:
        self.session = session

    def rulings(self) -> int:
        return len(self.session.history.judged)

    def verdict(self) -> Verdict | None:
        judged = self.session.history.judged
        return judged[-1].ruling.verdict if judged else None

    def turn(self) -> str | None:
        match = self.session.history.match
        return None if match.round is None else match.players[match.round.turn]
