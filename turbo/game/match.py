"""A match as a value: rounds, hands, table, results. It changes only by `Match.after`.

Nothing here judges. The referee rules on an event (`turbo.game.referee`), and `after` gives the
match that follows: an accepted event takes effect, a rejected or doubtful one is only remembered,
so that a person can overrule or complete it.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from enum import Enum
from typing import Any, TypeVar

from turbo.errors import TurboError
from turbo.game.dice import HAND, points, without
from turbo.game.editions import TURBO, Edition
from turbo.game.events import (
    Ended,
    Ending,
    Event,
    HandBegun,
    HandCorrected,
    HandedOver,
    Overruled,
    Passed,
    Resigned,
    Rethrown,
    RoundStarted,
    Ruling,
    Scored,
    TableBegun,
    TableCorrected,
    Thrown,
    Verdict,
)
from turbo.game.layout import EMPTY, Layout
from turbo.game.places import places_of
from turbo.game.sets import Faces

Hands = tuple[Faces | None, Faces | None]
Value = TypeVar("Value")

_CORRECTIONS = (HandCorrected, TableCorrected)

# These are rejected only where the match has no room for them: a person could accept nothing, and
# what was rejected before stays what an overruling means.
_NOT_TO_OVERRULE = (Overruled, TableBegun, HandBegun, Resigned, Ended)


@dataclass(frozen=True, slots=True)
class Options:
    """Everything about the game that players may choose, and whether it is played for real."""

    strict: bool = False
    """Not laying a set that the thrown hand holds is a fault instead of advice."""
    strict_block: bool = False
    """A turn counts as blank only if no play existed. Costs a search at every pass."""
    advice: bool = False
    """Name the play that a blank turn missed. Costs a search at every pass."""
    rounds: int = 6
    """Rounds in a match."""
    blank_turns: int = 6
    """Blank turns in a row that block a round: three throws by each player."""
    simulated: bool = False
    """Played by the twin: wherever the match is shown, it says so."""

    def __post_init__(self) -> None:
        if not (1 <= self.rounds <= 99 and 1 <= self.blank_turns <= 99):
            raise TurboError("expected 1 to 99 rounds, and 1 to 99 blank turns that block one")

    @property
    def edition(self) -> Edition:
        return replace(TURBO, rounds=self.rounds)

    def retimed(self, time_s: int | None) -> "Options":
        """A turn with dice has no clock."""
        return self

    def document(self) -> dict[str, Any]:
        """As the store keeps it."""
        return asdict(self)

    def head(self, players: str) -> list[str]:
        """The first lines of a record, with the options that are not as usual: ``option advice``,
        ``option rounds=3``. No edition is named: every record of old did not."""
        lines = [players]
        for one in fields(Options):
            value, name = getattr(self, one.name), one.name.replace("_", "-")
            # What is as usual is not written: an export looks as people would type it.
            if value != one.default:
                lines.append(f"option {name}" if value is True else f"option {name}={value}")
        return lines

    @property
    def wants_search(self) -> bool:
        """Whether a pass is looked at for a play that was missed."""
        return self.advice or self.strict_block

    def joined(self, other: "Options") -> "Options":
        """These, and whatever the other ones say otherwise than usual."""
        chosen = {one.name: getattr(other, one.name) for one in fields(Options)}
        usual = {one.name: one.default for one in fields(Options)}
        # What is as usual was not chosen, and must not undo what the record says.
        return replace(self, **{key: one for key, one in chosen.items() if one != usual[key]})


DEFAULTS = Options()

CHOICES = tuple(one for one in fields(Options) if one.name != "simulated")
"""What people may choose. Records, commands, pages, the API and MQTT offer whatever stands here, by
the words `option.NAME` of the catalogues; whether a match is played for real nobody chooses."""


class Phase(Enum):
    """What the match is waiting for."""

    BETWEEN_ROUNDS = "the next round"
    TO_THROW = "a throw"
    TO_PLAY = "a play or a pass"
    TO_COUNT = "the first throw of the player who lost before throwing"
    OVER = "nothing: the match is over"

    # An enumeration's own asks for its name, and every event is looked up by its phase.
    __hash__ = object.__hash__


RoundScore = tuple[int | None, int, str]
"""Who won a round (by seat, None if nobody), the winner's points, and how it ended."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round. `hands` are those that were counted; None if the result was typed in."""

    starter: int
    winner: int | None
    points: int
    by: Ending
    hands: Hands | None = None

    @staticmethod
    def counted(starter: int, out: int | None, hands: Hands) -> "Result":
        """Out: the sum of the other hand. Block: the lower hand wins the difference."""
        left = [points(hand or ()) for hand in hands]
        if out is not None:
            return Result(starter, out, left[1 - out], Ending.OUT, hands)
        # Equal hands: nobody wins and nothing is scored, but the round is over.
        winner = None if left[0] == left[1] else left.index(min(left))
        return Result(starter, winner, abs(left[0] - left[1]), Ending.BLOCK, hands)


_empty, _put = object.__new__, object.__setattr__


def changed(value: Value, **new: Any) -> Value:
    """A copy of a value without slots in which these fields are other: `dataclasses.replace` in a
    fifth of its time, since nothing is checked again. Every event asks for two."""
    fields = value.__dict__ | new
    assert len(fields) == len(value.__dict__), "expected only what the value has"
    made: Value = _empty(type(value))
    _put(made, "__dict__", fields)
    return made


@dataclass(frozen=True)
class Round:
    """An open round. Players are 0 and 1; a hand is None until its first throw.

    `early`: the second player threw before the starter's first hand-over.
    `may_repeat`: it is that player's first turn, and the early throw may be repeated once.
    """

    starter: int
    turn: int
    phase: Phase = Phase.TO_THROW
    table: Layout = EMPTY
    hands: Hands = (None, None)
    turns: int = 0
    blanks: int = 0
    early: bool = False
    may_repeat: bool = False
    taken_up: bool = False
    out: int | None = None
    laid: tuple[int, ...] = (0, 0)
    """Dice that a player laid before any throw of that player was seen: the first throw that is
    seen has so many fewer."""

    def hands_with(self, player: int, hand: Faces) -> Hands:
        return (hand, self.hands[1]) if player == 0 else (self.hands[0], hand)

    def with_hand(self, player: int, hand: Faces) -> "Round":
        return changed(self, hands=self.hands_with(player, hand))

    def with_laid(self, player: int, dice: int) -> "Round":
        """Somebody played although no throw was seen: what is left in the hand is a number only,
        and nothing at all if all nine lie on the table."""
        count = self.laid[player] + max(0, dice)
        laid = (*self.laid[:player], count, *self.laid[player + 1 :])
        noted = changed(self, laid=laid)
        return noted if count < HAND else noted.with_hand(player, ())

    @property
    def first_throwers(self) -> list[int]:
        """The players whose first throw of the round is due, the one in turn first."""
        is_due = self.phase is not Phase.TO_PLAY and self.hands[self.turn] is None
        other = 1 - self.turn
        return [self.turn] * is_due + [other] * self.may_throw_early(other)

    def may_throw_early(self, player: int) -> bool:
        """Some tables roll both hands before the first play."""
        return player != self.turn and self.turns == 0 and self.hands[player] is None

    def passed_on(self, blanks: int) -> "Round":
        """The turn goes to the other player, who may have thrown already."""
        # Only in that first turn: later nobody throws ahead.
        thrown = self.early and self.turns == 0
        return changed(
            self,
            turn=1 - self.turn,
            phase=Phase.TO_PLAY if thrown else Phase.TO_THROW,
            turns=self.turns + 1,
            blanks=blanks,
            may_repeat=thrown,
        )

    def played_from(self, layout: Layout) -> Faces:
        """The dice of the hand in turn that a new table holds more than the old one."""
        return layout.played_since(self.table, self.hands[self.turn] or ())


@dataclass(frozen=True)
class Match:
    """Two players, the finished rounds and the open one."""

    players: tuple[str, ...]
    options: Options = DEFAULTS
    results: tuple[Result, ...] = ()
    round: Round | None = None
    ended: str | None = None
    """Why the match was stopped, in the words of who stopped it."""
    resigned: int | None = None
    """Who gave up, by seat."""
    waiting: Event | None = None
    """The last event that was unsure, until another is accepted that is no mere correction."""
    rejected: Event | None = None
    """The last event that was rejected, until another is accepted that is no mere correction."""

    def __post_init__(self) -> None:
        TURBO.seats(len(self.players))
        if self.players[0] == self.players[1]:
            raise TurboError(f"expected two different names, got {self.players[0]} twice")

    @property
    def edition(self) -> Edition:
        return self.options.edition

    def seat(self, player: str) -> int:
        try:
            return self.players.index(player)
        except ValueError:
            one, other = self.players
            raise TurboError(
                f"expected a player's name, {one} or {other}, got {player!r}"
            ) from None

    @property
    def rounds_won(self) -> tuple[RoundScore, ...]:
        return tuple((one.winner, one.points, str(one.by)) for one in self.results)

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """Everybody's points of each round, where everybody scores: with dice one does."""
        return ()

    @property
    def is_playing(self) -> bool:
        """Whether a round is open."""
        return self.round is not None

    @property
    def phase(self) -> Phase:
        if self.round is not None:
            return self.round.phase
        return Phase.OVER if self.is_finished else Phase.BETWEEN_ROUNDS

    @property
    def is_finished(self) -> bool:
        return self.is_stopped or len(self.results) >= self.options.rounds

    @property
    def is_stopped(self) -> bool:
        """Whether somebody stopped it before its last round was over."""
        return self.ended is not None or self.resigned is not None

    @property
    def totals(self) -> tuple[int, int]:
        return self._total(0), self._total(1)

    def _total(self, seat: int) -> int:
        return sum(result.points for result in self.results if result.winner == seat)

    @property
    def winner(self) -> str | None:
        """The higher total, once the match is finished, among those who have not resigned."""
        if not self.is_finished:
            return None
        left = [seat for seat in range(len(self.players)) if seat != self.resigned]
        most = max(self.totals[seat] for seat in left)
        best = [seat for seat in left if self.totals[seat] == most]
        return self.players[best[0]] if len(best) == 1 else None

    @property
    def places(self) -> tuple[int, ...]:
        """Everybody's place by the totals, 1 is first; who resigned has lost all the same."""
        return places_of([(seat != self.resigned, self.totals[seat]) for seat in (0, 1)])

    @property
    def next_starter(self) -> str | None:
        """Who must start the next round: the start alternates; the first is free."""
        return self.players[1 - self.results[-1].starter] if self.results else None

    def meaning(self, event: Event) -> Event:
        """What the event amounts to: a correction completes what was waiting for it, and an
        overruling stands for what was rejected."""
        waiting, rejected = self.waiting, self.rejected
        # Nearly always: nothing is left to complete or to overrule.
        if waiting is None and rejected is None:
            return event
        match event:
            # First: a person's word goes before whatever is waiting.
            case Overruled() if rejected is not None:
                return rejected
            case HandCorrected(player, hand) | Rethrown(player, hand):
                if isinstance(waiting, Thrown | Rethrown) and waiting.player == player:
                    return replace(waiting, hand=hand)
            case TableCorrected(layout):
                if isinstance(waiting, HandedOver):
                    return replace(waiting, layout=layout)
                # It was refused because it was misread: the correction is the hand-over, judged
                # anew.
                if isinstance(rejected, HandedOver) and self._is_a_play(layout):
                    return replace(rejected, layout=layout)
        return event

    def _is_a_play(self, layout: Layout) -> bool:
        """A corrected table with more dice than the one at rest is a misread hand-over."""
        return self.round is not None and len(layout.dice) > len(self.round.table.dice)

    def after(self, event: Event, ruling: Ruling) -> "Match":
        """The match that follows when the referee has ruled so."""
        meant = self.meaning(event)
        if ruling.verdict is Verdict.REJECTED:
            return self if isinstance(event, _NOT_TO_OVERRULE) else changed(self, rejected=meant)
        if ruling.verdict is Verdict.UNSURE:
            # A doubtful correction completes nothing: what waits for a better one goes on waiting.
            is_correction = isinstance(meant, _CORRECTIONS)
            return self if is_correction else changed(self, waiting=meant)
        after = _EFFECTS[type(meant)](self, meant, ruling)
        if after.waiting is None and after.rejected is None:
            return after
        # An overruling has used up what was rejected, also where that was a correction.
        if isinstance(meant, _CORRECTIONS) and not isinstance(event, Overruled):
            return after
        return changed(after, waiting=None, rejected=None)

    def _finish(self, rnd: Round, out: int | None) -> "Match":
        result = Result.counted(rnd.starter, out, rnd.hands)
        return changed(self, round=None, results=(*self.results, result))


def _open_round(match: Match) -> Round:
    if match.round is None:
        raise TurboError("expected an open round")
    return match.round


def _start(match: Match, event: RoundStarted, _: Ruling) -> Match:
    seat = match.seat(event.starter)
    return changed(match, round=Round(seat, seat))


def _begin_table(match: Match, event: TableBegun, _: Ruling) -> Match:
    return changed(match, round=changed(_open_round(match), table=event.layout, taken_up=True))


def _begin_hand(match: Match, event: HandBegun, _: Ruling) -> Match:
    rnd = _open_round(match).with_hand(match.seat(event.player), event.hand)
    return changed(match, round=changed(rnd, taken_up=True))


def _throw(match: Match, event: Thrown, _: Ruling) -> Match:
    rnd = _open_round(match)
    seat = match.seat(event.player)
    if seat == rnd.turn and rnd.phase is not Phase.TO_COUNT:
        hands = rnd.hands_with(seat, event.hand)
        thrown = changed(rnd, hands=hands, phase=Phase.TO_PLAY, may_repeat=False)
        return changed(match, round=thrown)
    thrown = rnd.with_hand(seat, event.hand)
    if rnd.phase is Phase.TO_COUNT:
        # It counts for the score alone: nobody plays after the other is out.
        return match._finish(thrown, rnd.out)
    if rnd.may_throw_early(seat):
        return changed(match, round=changed(thrown, early=True))
    # Only an overruled throw comes out of turn. It ends a turn that had its throw as a blank one; a
    # turn without a throw was none.
    blanks = rnd.blanks + (rnd.phase is Phase.TO_PLAY)
    thrown = changed(thrown.passed_on(blanks), phase=Phase.TO_PLAY, may_repeat=False)
    return changed(match, round=thrown)


def _rethrow(match: Match, event: Rethrown, _: Ruling) -> Match:
    rnd, seat = _open_round(match), match.seat(event.player)
    # Overruled before any throw was seen, it stands for the throw of that turn; also for the one
    # that is only counted, since the other hand is out.
    if rnd.phase is Phase.TO_COUNT and seat == rnd.turn:
        return match._finish(rnd.with_hand(seat, event.hand), rnd.out)
    phase = Phase.TO_PLAY if seat == rnd.turn else rnd.phase
    return changed(match, round=changed(rnd.with_hand(seat, event.hand), phase=phase))


def _correct_hand(match: Match, event: HandCorrected, _: Ruling) -> Match:
    """In an open round the hand as it is now; after it, the hand that was counted."""
    seat = match.seat(event.player)
    if match.round is not None:
        return changed(match, round=match.round.with_hand(seat, event.hand))
    last = match.results[-1]
    hands = last.hands or (None, None)
    hands = (event.hand, hands[1]) if seat == 0 else (hands[0], event.hand)
    out = last.winner if last.by is Ending.OUT else None
    counted = Result.counted(last.starter, out, hands)
    return changed(match, results=(*match.results[:-1], counted))


def _hand_over(match: Match, event: HandedOver, _: Ruling) -> Match:
    rnd = _open_round(match)
    seat, hand = rnd.turn, rnd.hands[rnd.turn]
    if hand is not None:
        hands = rnd.hands_with(seat, without(hand, rnd.played_from(event.layout)))
        left = changed(rnd, table=event.layout, hands=hands)
    else:
        left = changed(rnd, table=event.layout)
        left = left.with_laid(seat, len(event.layout.dice) - len(rnd.table.dice))
    # None is a hand that nobody has seen, not an empty one.
    if left.hands[seat] != ():
        return changed(match, round=left.passed_on(0))
    # A starter can go out in the first turn: the other hand is thrown for the score alone.
    if left.hands[1 - seat] is None:
        counting = changed(left, out=seat, turn=1 - seat, phase=Phase.TO_COUNT)
        return changed(match, round=counting)
    return match._finish(left, seat)


def _pass(match: Match, _: Passed, ruling: Ruling) -> Match:
    rnd = _open_round(match)
    # Six in a row: a turn that does not count breaks the row.
    blanks = rnd.blanks + 1 if ruling.counts_blank else 0
    # A hand that nobody has seen cannot be counted: the round goes on until it can.
    if blanks >= match.options.blank_turns and None not in rnd.hands:
        return match._finish(rnd, None)
    return changed(match, round=rnd.passed_on(blanks))


def _correct_table(match: Match, event: TableCorrected, _: Ruling) -> Match:
    return changed(match, round=changed(_open_round(match), table=event.layout))


def _score(match: Match, event: Scored, _: Ruling) -> Match:
    is_tie = event.by is Ending.BLOCK and event.points == 0
    winner = None if is_tie else match.seat(event.player)
    # Without hands: a result that was typed in has none that could be corrected later.
    result = Result(_open_round(match).starter, winner, event.points, event.by)
    return changed(match, round=None, results=(*match.results, result))


def _resign(match: Match, event: Resigned, _: Ruling) -> Match:
    return changed(match, round=None, resigned=match.seat(event.player))


def _end(match: Match, event: Ended, _: Ruling) -> Match:
    return changed(match, round=None, ended=event.reason)


_EFFECTS: dict[type[Event], Callable[[Match, Any, Ruling], Match]] = {
    RoundStarted: _start,
    TableBegun: _begin_table,
    HandBegun: _begin_hand,
    Thrown: _throw,
    Rethrown: _rethrow,
    HandedOver: _hand_over,
    Passed: _pass,
    HandCorrected: _correct_hand,
    TableCorrected: _correct_table,
    Scored: _score,
    Resigned: _resign,
    Ended: _end,
}


def expected_dice(rnd: Round, seat: int) -> range:
    """How many dice the player's hand must have after a throw: nine at first, less what was laid
    before a throw was seen, then as before. In a round taken up in the middle, an unknown hand may
    have any number up to that."""
    hand = rnd.hands[seat]
    if hand is not None:
        return range(len(hand), len(hand) + 1)
    most = HAND - rnd.laid[seat]
    return range(1, most + 1) if rnd.taken_up else range(most, most + 1)
