"""Seats without a table: people on pages play with dice that exist nowhere.

What is thrown (`turbo.app.rolling`) the referee hears of as if it had been typed, and so it judges
what is laid. Where the machine plays it throws and lays by itself.
"""

import logging
import random
import threading
import time
from collections.abc import Callable

from turbo.app.rolling import Roll, roll_for
from turbo.app.seating import Seating
from turbo.errors import TurboError
from turbo.game.dice import HAND, without
from turbo.game.events import HandedOver, Passed, RoundStarted, Thrown
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase
from turbo.game.sets import Faces
from turbo.partner.solo import MachineSeat, WishKind, wish_of
from turbo.storage.session import Session

LOG = logging.getLogger(__name__)

PAUSE_S = 1.5
"""Before each act of the machine: people see one thing after the other."""


class ScreenSeats(Seating):
    """The seats of whatever simulated match is open in a session that has no table."""

    def __init__(
        self,
        session: Session,
        roll: Roll | None = None,
        pause_s: float = PAUSE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(session, clock)
        self._roll, self._pause_s = roll or roll_for(random.SystemRandom()), pause_s
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._attend, name="seats", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        self._thread.join()

    def _can_sit(self, seat: int) -> bool:
        return self._match is not None and self._machine != seat

    def throw(self, sitting: str, faces: Faces) -> None:
        with self._lock:
            seat, by = self._person(sitting, "throw")
            self._throw(seat, faces, by)

    def lay(self, sitting: str, layout: Layout | None) -> None:
        with self._lock:
            seat, by = self._person(sitting, "lay")
            self._lay(seat, layout, by)

    def _person(self, sitting: str, wanted: str) -> tuple[int, str]:
        seat = self.hear(sitting)
        if self._wants(seat) != wanted:
            raise TurboError(f"expected to wait: nobody waits for a {wanted} here now")
        return seat, self._sitting[seat].by

    # What happens.

    @property
    def _match(self) -> Match | None:
        """The open match, if it is one that can be played from seats."""
        history = self._session.instant.history
        is_ours = history is not None and history.options.simulated
        return history.match if history is not None and is_ours else None

    @property
    def _machine(self) -> int | None:
        history = self._session.instant.history
        machine = None if history is None else MachineSeat.of(history.tags)
        return None if history is None or machine is None else history.match.seat(machine.player)

    def _wants(self, seat: int) -> str | None:
        match = self._match
        if match is None or match.is_finished:
            return None
        if match.round is None:
            due = 0 if match.next_starter is None else match.seat(match.next_starter)
            return "throw" if seat == due else None
        if match.round.turn != seat:
            return None
        return "lay" if match.phase is Phase.TO_PLAY else "throw"

    def _throw(self, seat: int, faces: Faces, by: str) -> None:
        match = self._match
        assert match is not None
        player = match.players[seat]
        hand = None if match.round is None else match.round.hands[seat]
        if hand is not None and (not faces or without(faces, hand)):
            raise TurboError("expected at least one die, and dice of the own hand alone")
        if match.round is None:
            self._session.feed(RoundStarted(player), by)
        new = self._roll(match, faces if hand else (), HAND)
        self._session.feed(Thrown(player, (*without(hand or (), faces), *new)), by)

    def _lay(self, seat: int, layout: Layout | None, by: str) -> None:
        match = self._match
        assert match is not None and match.round is not None
        if layout is None:
            self._session.feed(Passed(), by)
            return
        if without(layout.faces, (*match.round.table.faces, *(match.round.hands[seat] or ()))):
            raise TurboError("expected dice of the table and of the own hand alone")
        self._session.feed(HandedOver(layout), by)

    # The machine, and what everybody sees.

    def _attend(self) -> None:
        version = -1
        while not self._closed.is_set():
            version = self._session.wait(version, 1.0)
            self._free_gone()
            self._show()
            try:
                self._play()
            except Exception:  # a disk that is full for a moment does not end the machine's play
                LOG.exception("the machine stumbled")
                self._closed.wait(self._pause_s)

    def _play(self) -> None:
        machine = self._machine
        if machine is not None and self._sitting and self._wants(machine):
            self._closed.wait(self._pause_s)
            with self._lock:
                self._act(machine)

    def _act(self, seat: int) -> None:
        wanted, match = self._wants(seat), self._match
        machine = MachineSeat.of(self._session.history.tags)
        # Somebody may have begun another match meanwhile.
        if wanted is None or match is None or machine is None or self._machine != seat:
            return
        wish = wish_of(match, machine)
        if wanted == "throw":
            self._throw(seat, () if wish is None else wish.faces, machine.player)
        elif wish is not None:
            self._lay(seat, wish.after if wish.kind is WishKind.LAY else None, machine.player)
