"""The twin at the table's camera: who plays there, what they hear, and what follows a match."""

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from turbo.app.parts import press_board
from turbo.app.seating import Seating
from turbo.game.editions import PieceKind
from turbo.game.events import Verdict
from turbo.game.layout import Layout
from turbo.game.sets import Faces
from turbo.partner.solo import MachineSeat, wish_of
from turbo.twin.inventory import Inventory
from turbo.twin.options import twin_named
from turbo.twin.seated import Obeying, SeatedPlayer
from turbo.twin.table import TwinSettings
from turbo.twin.world import TwinTable

if TYPE_CHECKING:
    from turbo.board.link import Link
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
    hands: dict[str, Callable[..., None]] = {"press": press}
    # Over the emulated firmware where there is one: then the whole way of a press is shown.
    if board is not None:
        hands = {
            "press": partial(press_board, board),
            "unplug_board": lambda is_out: board.order("unplug" if is_out else "plug"),
            "sound": lambda what: getattr(board, what)(),
        }
    return TwinTable(seed, settings, feedback=SessionFeedback(session), **hands)


class TwinHost(Seating):
    """Who arranges the matches of a simulated table, and who sits at it.

    The match that is open in the session is played: another one clears the table. The machine's
    seat does what the machine says, and a seat that a person has taken what that person does. A
    match that is over is followed by another, as long as nobody sits there who may want to say so:
    a demo goes on. Nothing follows a match that the referee has not seen the end of."""

    piece = PieceKind.DIE

    def __init__(
        self, twin: TwinTable, session: "Session", clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(session, clock)
        self._twin = twin
        self._number, self._since_s = session.match_number, -1.0
        self._seat_players()
        twin.host = self.look

    def look(self) -> None:
        session = self._session
        if not session.plays(self.piece):
            return
        self._free_gone()
        if session.match_number != self._number:
            self._begin()
        elif self._twin.is_over and session.history.match.is_finished and not self._sitting:
            self._follow()
        else:
            self._since_s = -1.0

    def _begin(self) -> None:
        self._number, match = self._session.match_number, self._session.history.match
        if match.is_finished:
            return
        name = match.next_starter
        starter = None if name is None else match.seat(name)
        if match.round is not None:
            starter = match.round.starter
        with self._lock:
            self._twin.begin(match.players, match.options.rounds - len(match.results), starter)
            self._seat_players()

    def _follow(self) -> None:
        # Counted from when the referee saw the end, on the clock of who reads it: the table's own
        # may go eight times as fast.
        if self._since_s < 0:
            self._since_s = self._clock()
        if self._clock() - self._since_s >= RESULT_S:
            history = self._session.history
            self._session.new_match(history.players, history.options, tags=history.tags)

    def _seat_players(self) -> None:
        """Whoever decides at each seat of the match that begins."""
        history = self._session.history
        machine = MachineSeat.of(history.tags)
        if machine is not None:
            seat = history.players.index(machine.player)
            self._sitting.pop(seat, None)
            script = self._twin.script
            own = script.players[seat]
            obeying = Obeying(own, lambda: wish_of(self._session.history.match, machine))
            script.sit(seat, obeying)
        for seat in self._sitting:
            self._sits(seat)
        self._show()

    def throw(self, sitting: str, faces: Faces) -> None:
        with self._lock:
            self._person(self.hear(sitting)).order_throw(faces)

    def lay(self, sitting: str, layout: Layout | None) -> None:
        with self._lock:
            self._person(self.hear(sitting)).order_lay(layout)

    def _person(self, seat: int) -> SeatedPlayer:
        person = self._twin.script.players[seat]
        assert isinstance(person, SeatedPlayer)
        return person

    def _can_sit(self, seat: int) -> bool:
        return not isinstance(self._twin.script.players[seat], Obeying)

    def _sits(self, seat: int) -> None:
        script = self._twin.script
        script.sit(seat, SeatedPlayer(script.players[seat], self._show))

    def _stands(self, seat: int) -> None:
        person = self._person(seat)
        self._twin.script.sit(seat, person.like)
        person.leave()

    def _wants(self, seat: int) -> str | None:
        return self._person(seat).wants


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
