"""A person at the twin's table: what is thrown and laid a page says, in place of a player's head.

Whatever is handed over lies there and is judged. While the referee refuses it, or has not spoken,
it stays that person's turn; who leaves gives the seat back to the player who sat there.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

from turbo.errors import TurboError
from turbo.game.dice import without
from turbo.game.layout import EMPTY, Layout
from turbo.game.sets import Faces
from turbo.partner.solo import MachineWish, WishKind
from turbo.twin.hands import Motions
from turbo.twin.players import TwinPlayer, places_of
from turbo.twin.table import TableMotion

if TYPE_CHECKING:
    from turbo.twin.script import Script

LOOK_S = 1.0
"""While a person thinks, so often it is looked whether the referee asks for something."""


class Wanted(StrEnum):
    """What a person at a seat is waited for."""

    THROW = "throw"
    LAY = "lay"


class NotAwaited(TurboError, ValueError):
    """Something was ordered at a seat that is waited for something else, or for nothing."""


class SeatedPlayer(TwinPlayer):
    """Waits for what its person orders, from any thread; `changed` is called when it waits for
    something else than before."""

    def __init__(self, like: TwinPlayer, changed: Callable[[], None]) -> None:
        super().__init__(like.name, like.habits, like.chance)
        self.like, self._changed = like, changed
        self.wants: Wanted | None = None
        self.has_left = False
        self._dice: Faces = ()
        """Those that may be thrown or laid."""
        self._throw: Faces | None = None
        self._layout: Layout | None = None
        self._before = EMPTY
        self._heard = -1
        """How many rulings there were before the throw."""

    # What the person orders

    def order_throw(self, faces: Faces) -> None:
        """Throw these of the own hand; of the first throw all nine, whatever is named."""
        self._expect(Wanted.THROW, faces)
        if self._dice and not faces:
            raise TurboError("expected at least one die to throw")
        self._throw = faces
        self._want(None)

    def order_lay(self, layout: Layout | None) -> None:
        """Lay the table so and hand over; None to pass, over the table as it lay before."""
        wished = self._before if layout is None else layout
        self._expect(Wanted.LAY, wished.faces)
        self._layout = wished
        self._want(None)

    def _expect(self, wanted: Wanted, faces: Faces) -> None:
        if self.wants is not wanted:
            raise NotAwaited(f"expected to wait: nobody waits for a {wanted} of {self.name} now")
        if self._dice and without(faces, self._dice):
            raise TurboError("expected dice of the table and of the own hand alone")

    def leave(self) -> None:
        self.has_left = True
        self._want(None)

    def _want(self, wanted: Wanted | None) -> None:
        self.wants = wanted
        self._changed()

    # What the table sees of it

    def to_throw(self, hand: Faces) -> list[int]:
        return places_of(self._throw or hand, hand)

    def choosing(self, script: "Script", seat: int) -> Motions:
        """Until it is said which dice are thrown."""
        self._throw = None
        self._heard = -1 if script.feedback is None else script.feedback.rulings()
        known = script.ledger.hands[seat] or ()
        yield from self._waiting(script, Wanted.THROW, known, lambda: self._throw is not None)

    def playing(self, script: "Script", seat: int) -> Motions:
        """Lay and hand over until the referee lets the turn pass."""
        self._before = before = script.state.layout()
        hand = script.state.hand(seat)
        handed: Layout | None = None
        feedback = script.feedback
        if feedback is not None:
            # What is laid is chosen by what the referee has read of the throw. Of a single die that
            # shows the same again it may have read nothing, and is not waited for without end.
            yield TableMotion(
                script.pace.answer_s, is_done=lambda: feedback.rulings() > self._heard
            )

        def has_passed() -> bool:
            return handed is not None and (feedback is None or feedback.turn() != self.name)

        while not has_passed() and not self.has_left:
            self._layout = None
            yield from self._waiting(
                script,
                Wanted.LAY,
                (*before.faces, *hand),
                lambda: self._layout is not None or has_passed(),
            )
            if self._layout is not None:
                yield from script.lay(seat, self._layout)
                yield from script.ask_referee(seat)
                handed = self._layout
        if handed is not None and has_passed():
            script.note_play(seat, None if handed.tally == before.tally else handed)
        else:
            yield from script.lay(seat, before)
            yield from script.play(seat)

    def _waiting(
        self, script: "Script", wanted: Wanted, dice: Faces, has_come: Callable[[], bool]
    ) -> Motions:
        def is_over() -> bool:
            return has_come() or self.has_left

        if is_over():
            return
        self._dice = dice
        self._want(wanted)
        while not is_over():
            yield TableMotion(LOOK_S, is_done=is_over)
            yield from script.answer_doubts()
            yield from script.put_in_step()
        self._want(None)


class Obeying(TwinPlayer):
    """Acts for the machine, whose wish is asked for before every throw and play."""

    def __init__(self, like: TwinPlayer, wish: Callable[[], MachineWish | None]) -> None:
        super().__init__(like.name, like.habits, like.chance)
        self.wish = wish

    def to_throw(self, hand: Faces) -> list[int]:
        wish = self.wish()
        if wish is None or wish.kind is not WishKind.THROW:
            return super().to_throw(hand)
        return places_of(wish.faces, hand)

    def play(self, table: Layout, hand: Faces) -> Layout | None:
        wish = self.wish()
        if wish is None or wish.kind is WishKind.THROW:
            return super().play(table, hand)
        return wish.after if wish.kind is WishKind.LAY else None
