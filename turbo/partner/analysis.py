"""What a match that is over was worth, event by event: chances, luck, and what choices cost.

Every decision is weighed with the engine's own measure beside the best one that it finds; a best
play is laid out and judged, so that a person could have laid it. The luck of a throw is what the
hand is worth less what such throws are worth at the mean, so skill is in the choice of the dice
alone. A match that goes on is not analysed: what a player could learn from it would be a hint.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from turbo.errors import TurboError
from turbo.game.dice import Face, without
from turbo.game.events import Event, HandedOver, Passed, Thrown, Verdict, kept_dice
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase
from turbo.game.referee import judge
from turbo.game.sets import Faces
from turbo.partner.engine import Option, PartnerEngine
from turbo.partner.position import Standing
from turbo.partner.value import match_chance, win_chance
from turbo.solver import best_play
from turbo.solver.counts import Codes, codes_of
from turbo.storage.history import AnyHistory, History, Judged

COSTLIEST = 3
"""Moments that are told at the end."""
LAYING_NODES = 100_000
"""For the layout of a play that is known to exist."""
FREE = 0.0005
"""A choice that costs less than this costs nothing: the chances are no finer."""


class MatchGoesOn(TurboError, ValueError):
    """Nothing is told of a match before it is over."""


@dataclass(frozen=True, slots=True)
class WeighedChoice:
    """What was thrown again or laid, what was best, and by how much the chance was lower."""

    chosen: Faces
    best: Faces
    cost: float
    layout: Layout | None = None
    """The table after the best play; None where that is to pass, and for a throw."""
    before: Layout | None = None
    """The table before it."""


@dataclass(frozen=True, slots=True)
class AnalysedEvent:
    """One accepted event: who did it, the chance of the first player after it, the luck of a throw
    for who threw, and the choice that was in it."""

    entry: int
    round: int
    seat: int | None
    kind: str
    chance: float
    luck: float = 0.0
    choice: WeighedChoice | None = None

    @property
    def cost(self) -> float:
        return 0.0 if self.choice is None else self.choice.cost


# Without slots: a cached property needs a dictionary.
@dataclass(frozen=True)
class MatchAnalysis:
    """All events of a match. Chances, luck and costs are parts of a match: 0.01 is one of 100."""

    players: tuple[str, ...]
    events: tuple[AnalysedEvent, ...]

    def luck(self, seat: int) -> float:
        return sum(one.luck for one in self.events if one.seat == seat)

    def cost(self, seat: int) -> float:
        return sum(one.cost for one in self._choices(seat))

    def error_rate(self, seat: int) -> float:
        """What a choice cost at the mean."""
        choices = self._choices(seat)
        return self.cost(seat) / len(choices) if choices else 0.0

    def _choices(self, seat: int) -> list[AnalysedEvent]:
        return [one for one in self.events if one.seat == seat and one.choice is not None]

    @cached_property
    def costliest(self) -> tuple[AnalysedEvent, ...]:
        """The costliest moments of both players, the worst first."""
        wrong = [one for one in self.events if one.cost >= FREE]
        return tuple(sorted(wrong, key=lambda one: -one.cost)[:COSTLIEST])


class HiddenHands(TurboError, ValueError):
    """What a play was worth depends on racks that nobody has seen."""


def analyse(history: AnyHistory, engine: PartnerEngine | None = None) -> MatchAnalysis:
    """The match weighed by an engine, the strongest by default."""
    if not history.rules.has_open_hands:
        raise HiddenHands("expected a match of dice: with tiles the racks are not known")
    if not history.match.is_finished:
        raise MatchGoesOn("expected a match that is over: while it goes on nothing is told")
    weighing = _Weighing(engine or PartnerEngine())
    return MatchAnalysis(history.players, tuple(weighing.all(cast(History, history))))


class _Weighing:
    """Goes through a match with the state before each event."""

    def __init__(self, engine: PartnerEngine) -> None:
        self.engine = engine

    def all(self, history: History) -> Iterator[AnalysedEvent]:
        before = history.fresh
        for judged in history.judged:
            if judged.ruling.verdict is Verdict.ACCEPTED:
                yield self._one(judged, before)
            before = judged.match

    def _one(self, judged: Judged, before: Match) -> AnalysedEvent:
        meant, after = before.meaning(judged.event), judged.match
        entry, number = judged.effective.entry.number, len(before.results) + 1
        rnd = before.round
        if rnd is not None and isinstance(meant, Thrown):
            return self._throw(meant, before, after, (entry, number))
        if rnd is not None and isinstance(meant, HandedOver | Passed) and rnd.hands[rnd.turn]:
            choice = self._play(meant, before)
            kind = "play" if isinstance(meant, HandedOver) else "pass"
            return AnalysedEvent(entry, number, rnd.turn, kind, self.chance(after), choice=choice)
        return AnalysedEvent(entry, number, None, "other", self.chance(after))

    def chance(self, match: Match) -> float:
        """The first player's, where nothing is being decided."""
        rnd = match.round
        if rnd is None:
            return _between(match)
        seat = rnd.turn if rnd.out is None else rnd.out
        at = Standing.of(match, seat)
        hand = at.mine
        if match.phase is Phase.TO_PLAY and hand is not None:
            return _of_first(self.engine.thrown(at, hand), seat)
        return _of_first(win_chance(at), seat)

    def _throw(
        self, event: Thrown, before: Match, after: Match, place: tuple[int, int]
    ) -> AnalysedEvent:
        seat = before.seat(event.player)
        at = Standing.of(before, seat)
        hand = codes_of(event.hand)
        is_turn = before.round is not None and seat == before.round.turn
        if not is_turn or before.phase is Phase.TO_COUNT:
            # Thrown ahead, or only to be counted: nothing was chosen, and its luck is not told.
            return AnalysedEvent(*place, seat, "throw", self.chance(after))
        assert before.round is not None
        kept = codes_of(kept_dice(before.round.hands[seat] or (), event))
        choice, mean = self._weighed_throw(at, kept, before, seat)
        worth = self.engine.thrown(at, hand)
        return AnalysedEvent(
            *place, seat, "throw", _of_first(worth, seat), luck=worth - mean, choice=choice
        )

    def _weighed_throw(
        self, at: Standing, kept: Codes, before: Match, seat: int
    ) -> tuple[WeighedChoice | None, float]:
        """The choice of the dice, and what throws of those that were chosen are worth."""
        own, best = tuple(sorted(kept)), tuple(sorted(self.engine.throws(at)[0].codes))
        weighed = {one.codes: one.chance for one in self.engine.compared(at, [own, best])}
        if at.mine is None:
            return None, weighed[own]
        # What was done may be better than what was found: then it was the best.
        if weighed[own] >= weighed[best] - FREE:
            best = own
        assert before.round is not None
        hand = before.round.hands[seat] or ()
        chosen, better = (without(hand, faces_in(hand, one)) for one in (own, best))
        return WeighedChoice(chosen, better, weighed[best] - weighed[own]), weighed[own]

    def _play(self, event: Event, before: Match) -> WeighedChoice:
        rnd = before.round
        assert rnd is not None
        at, hand = Standing.of(before, rnd.turn), rnd.hands[rnd.turn] or ()
        played = rnd.played_from(event.layout) if isinstance(event, HandedOver) else ()
        own = self.engine.answered(at, codes_of(played))
        for option in self.engine.plays(at):
            if sorted(option.codes) == sorted(own.codes):
                break
            found = self._laid(before, hand, option)
            better = self.engine.answered(at, option.codes).chance - own.chance
            if better < FREE or found is None:
                continue
            faces = faces_in(hand, option.codes)
            layout = found if option.codes else None
            return WeighedChoice(played, faces, better, layout, rnd.table)
        layout = event.layout if isinstance(event, HandedOver) else None
        return WeighedChoice(played, played, 0.0, layout, rnd.table)

    def _laid(self, before: Match, hand: Faces, option: Option) -> Layout | None:
        """The table after a play, if the referee takes it; the old one if nothing is laid."""
        assert before.round is not None
        if not option.codes:
            return before.round.table
        faces = faces_in(hand, option.codes)
        found = best_play(before.round.table, faces, nodes=LAYING_NODES)
        if len(found.played) != len(faces):
            return None
        ruling = judge(before, HandedOver(found.layout))
        return found.layout if ruling.verdict is Verdict.ACCEPTED else None


def faces_in(hand: Sequence[Face], codes: Codes) -> Faces:
    """The dice of a hand that have these codes, in the hand's order; of jokers any will do."""
    left, found = Counter(codes), []
    for face, code in zip(hand, codes_of(hand), strict=True):
        if left[code]:
            left[code] -= 1
            found.append(face)
    return tuple(found)


def _of_first(chance: float, seat: int) -> float:
    return chance if seat == 0 else 1 - chance


def _between(match: Match) -> float:
    """Between two rounds, and when all is over."""
    if match.is_finished:
        return 0.5 if match.winner is None else float(match.winner == match.players[0])
    one, other = match.totals
    return match_chance(one - other, match.options.rounds - len(match.results))
