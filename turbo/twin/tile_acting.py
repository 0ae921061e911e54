"""People at a tile table that is looked at: the same who play at the height of acts, but they do
nothing that only words could tell, and every deed is a beat that can be drawn.

Who was rejected puts all right and goes on with the honest turn; who has none gives up, and pays.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from turbo.game.editions import Edition, Unfinished
from turbo.game.events import (
    Act,
    Drawn,
    HandedOver,
    Passed,
    Penalised,
    RackShown,
    RoundStarted,
    Ruling,
    Verdict,
)
from turbo.game.layout import Layout
from turbo.game.record import statement_text
from turbo.game.sets import Faces
from turbo.tiles.rows import is_same_table
from turbo.twin.tile_mischief import Misdeed, TileScene, at_the_end
from turbo.twin.tile_people import TileDeed, TileHabits, TilePeople
from turbo.twin.tile_table import Beat

IN_SIGHT = (
    "lone-tile", "pair", "colours-mixed", "gap", "colour-twice", "around-the-corner", "anything",
    "fifth-in-group", "take-back", "swap", "keep-joker", "loose-joker", "split-badly", "third-copy",
    "too-little", "add-before-meld",
)  # fmt: skip
"""What a camera can see; rows in another order are the same table to it."""

RACKS_IN_SIGHT = ("rack-short", "rack-foreign")

LATE = "too-late"
"""The name of a turn that takes too long."""


class ActingPeople(TilePeople):
    """One match, told by acts and as beats."""

    tempting = IN_SIGHT

    def __init__(
        self, seed: int, chosen: Edition, players: tuple[str, ...], habits: TileHabits
    ) -> None:
        super().__init__(seed, chosen, players, habits)
        self._beats: list[Beat] = []
        self.pending: list[str] = []
        """Mischief that somebody wants to see: done in the next turn that allows it."""

    def _beat(self, seat: int, table: Layout | None = None, **fields: object) -> None:
        lies = self.ledger.table if table is None else table
        self._beats.append(Beat(seat, lies, **fields))  # type: ignore[arg-type]

    def acted(self, games: int) -> Iterator[Beat]:
        """The beats of these games as they are played: each turn is thought of when it comes."""
        for number in range(games):
            starter = number % len(self.players)
            self._beat(starter, Layout(), clears=True)
            for _ in self.turns(starter):
                yield from self._taken()
        self.end(games)
        yield from self._taken()

    def _taken(self) -> list[Beat]:
        taken, self._beats = self._beats, []
        return taken

    def take_turn(self) -> None:
        seat, failed = self.ledger.turn, ""
        is_tempted = self.chance.random() < self.habits.mischief
        if is_tempted or self.pending:
            failed = self._misbehave(self.pending)
            self.pending = [name for name in self.pending if name != failed]
        # Without tiles in the pool nobody can draw a penalty, so nobody is let run late.
        is_timed = self.edition.time_s is not None and bool(self.ledger.pool)
        if is_timed and self.chance.random() < self.habits.late:
            self._too_late()
            return
        play = self._thought()
        lays = bool(play) and self.chance.random() >= self.habits.holds_back
        if failed and not lays:
            self._penalise(seat, self.edition.late_unfinished)
        else:
            self._end_turn(play if lays else None)

    def _done(self, seat: int, act: Act) -> None:
        super()._done(seat, act)
        self._beat(seat)

    def _tell_misdeed(self, name: str, misdeed: Misdeed, seat: int) -> None:
        super()._tell_misdeed(name, misdeed, seat)
        if misdeed.table is not None:
            self._beat(seat, misdeed.table, name=name)

    def _too_late(self) -> None:
        """Over an untouched table; over sets with a loose tile beside them, where the book lets
        these stay; or over loose tiles, which all go back."""
        seat, before = self.ledger.turn, self.ledger.table
        play, rack = self._thought(), list(self.ledger.rack)
        many, keeps = self.edition.late_unfinished, self.edition.unfinished is Unfinished.OWN_BACK
        spare = [face for face in rack if play and face not in play.played]
        if play and keeps and spare and self.chance.random() < 0.5:
            self.ledger.penalised(many, play.layout, play.played)
            act: Act = Penalised(many, play.layout)
            lies = Layout((*play.layout.islands, ((spare[0],),)))
        elif len(rack) > 1 and self.chance.random() < 0.7:
            self.ledger.penalised(many)
            act, lies = Penalised(many), Layout((*before.islands, (tuple(rack[:2]),)))
        else:
            many = self.edition.late_untouched
            self.ledger.penalised(many)
            act, lies = Penalised(many), before
        self.done[LATE] += 1
        self.tell(act, None, LATE, seat=seat, table=lies)
        self._beat(seat, lies, is_late=True, name=LATE)
        self._beat(seat, is_quiet=True)

    def _show_racks(self) -> None:
        """Clockwise from who is out: as the table asks them to."""
        ledger = self.ledger
        shown: list[Faces] = []
        first = ledger.turn if ledger.out is None else ledger.out
        for step in range(len(self.players)):
            seat = (first + step) % len(self.players)
            if seat == ledger.out:
                continue
            if self.chance.random() < self.habits.mischief:
                name = self.chance.choice(RACKS_IN_SIGHT)
                misdeed = at_the_end(name, TileScene(ledger, self.chance), seat)
                # Of a single tile none is left to be seen: nobody could tell that from waiting.
                if misdeed and isinstance(misdeed.act, RackShown) and misdeed.act.tiles:
                    self._tell_misdeed(name, misdeed, seat)
                    rows = _in_rows(tuple(misdeed.act.tiles))  # type: ignore[arg-type]
                    self._beat(seat, beside=(*shown, *rows), name=name)
            rack = tuple(ledger.racks[seat])
            self.tell(RackShown(self.players[seat], rack), seat=seat)
            shown += _in_rows(rack)
            self._beat(seat, beside=tuple(shown))
        ledger.counted()


def _in_rows(rack: Faces) -> list[Faces]:
    # Six tiles fill one place of the stage.
    return [rack[at : at + 6] for at in range(0, len(rack), 6)]


@dataclass(frozen=True, slots=True)
class Acted:
    """A match that is acted: what is drawn, as it comes, and the truth about it."""

    beats: Iterable[Beat]
    people: ActingPeople

    @property
    def deeds(self) -> tuple[TileDeed, ...]:
        """Those that a camera can hear of: that the evening ends is said."""
        acts = (RoundStarted, HandedOver, Drawn, Passed, Penalised, RackShown)
        return tuple(deed for deed in self.people.deeds if isinstance(deed.act, acts))


def acted_match(
    seed: int,
    chosen: Edition,
    players: tuple[str, ...],
    habits: TileHabits | None = None,
    games: int = 1,
) -> Acted:
    people = ActingPeople(seed, chosen, players, habits or TileHabits())
    return Acted(people.acted(games), people)


Heard = tuple[Act, Ruling]


def differences(deeds: Sequence[TileDeed], heard: Sequence[Heard]) -> list[str]:
    """Where what the referee was told by the camera, or what it said, is not what was done."""
    found = []
    for number, (deed, (act, ruling)) in enumerate(zip(deeds, heard, strict=False), 1):
        said = f"{number}. {deed.player} {deed.mischief or 'honest'}: {statement_text(deed.act)}"
        if not is_same_act(deed.act, act):
            found.append(f"{said}; seen: {statement_text(act)}")
        elif not _is_right(deed, ruling):
            rules = " ".join(fault.rule for fault in ruling.faults)
            found.append(
                f"{said}; expected {deed.rule or 'accepted'}, got {ruling.verdict} {rules}"
            )
    if len(deeds) != len(heard):
        found.append(f"expected {len(deeds)} acts, heard {len(heard)}")
    return found


def _is_right(deed: TileDeed, ruling: Ruling) -> bool:
    if deed.rule is None:
        return ruling.verdict is Verdict.ACCEPTED
    return deed.rule in {fault.rule for fault in ruling.faults}


def is_same_act(one: Act, other: Act) -> bool:
    """Rows in any order, racks in any order; one tile drawn as a penalty is a tile drawn."""
    match one, other:
        case (HandedOver(table), HandedOver(seen)):
            return is_same_table(table, seen)
        # With an empty pool a penalty is nothing but the turn that is gone.
        case (Penalised(1, None), Drawn()) | (Penalised(_, None), Passed()):
            return True
        case (Penalised(many, Layout() as table), Penalised(other_many, Layout() as seen)):
            return many == other_many and is_same_table(table, seen)
        case (RackShown(player, rack), RackShown(other_player, seen_rack)):
            return player == other_player and _sorted(rack) == _sorted(seen_rack)
    return one == other


def _sorted(rack: object) -> object:
    """By face, a joker in any colour: colours of jokers mean nothing."""
    if not isinstance(rack, tuple):
        return rack
    return sorted("*" if face.is_joker else str(face) for face in rack)
