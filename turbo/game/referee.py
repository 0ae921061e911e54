"""The referee: a match and an event in, a ruling out. Pure: no clock, no file, no camera.

First the phase decides. A round goes through these phases, and `REFUSALS` says for each of them
which events cannot happen then and by which rule; whatever is not listed there can happen and is
looked at more closely by the function that `_CHECKS` names for it.

    BETWEEN_ROUNDS --round--> TO_THROW --throw--> TO_PLAY --table, pass--> TO_THROW (the other)
                                 ^                   |
                                 |                   +-- out, block, score --> BETWEEN_ROUNDS
                                 |                   +-- out before the other threw --> TO_COUNT
    TO_COUNT --throw of the other, for the score--> BETWEEN_ROUNDS
    after six rounds, or when the match is given up: OVER

- The second player may throw before the starter's first hand-over. In the own turn that throw
  counts (the phase is TO_PLAY at once) and may be repeated one time with all nine dice.
- A rejected event changes nothing and may be mended as often as the player likes; a person may
  overrule it, unless the phase leaves no room for it at all.
- An event with an unread die waits: the referee never convicts on doubt. It is judged again, whole,
  when a person has said what the die shows.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol

from turbo.errors import expect
from turbo.game.dice import DICE, Face, has_unread, sort_key, surplus, without
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
from turbo.game.layout import Fault, Layout, Rule
from turbo.game.match import Match, Phase, Round, expected_dice
from turbo.game.sets import REMEMBERED, Cell, Faces, set_in


class FoundPlay(Protocol):
    """What a search for a play answers (`turbo.solver`)."""

    @property
    def played(self) -> Faces: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def proved(self) -> bool: ...


FindPlay = Callable[[Layout, Sequence[Face]], FoundPlay]
"""A search for the best play on a legal table. It is bounded by work and not by time, so that the
same position has the same answer on every machine."""

_TurnEnd = HandedOver | Passed
# Tuples: of a union it is asked in twice the time, and every event is asked.
_TURN_ENDS = (HandedOver, Passed)
_THROWS = (Thrown, Rethrown)

RULES_VERSION = 3
"""Counted up whenever the same events can be ruled on otherwise than before. Kept with every ruling
and every match, so that what was issued stays readable for what it was.

1: a reason for ending that began with a player's name was a resignation.
2: resigning is a statement of its own; a correction leaves what waits as it is.
3: an overruled rethrow counts as the throw that ends a round in which the starter went out at once.
"""

REFUSALS: dict[Phase, dict[type[Event], Rule]] = {
    # A hand can be corrected here and when all is over: what was counted may be misread.
    Phase.BETWEEN_ROUNDS: dict.fromkeys(
        (TableBegun, HandBegun, Thrown, Rethrown, HandedOver, Passed, TableCorrected, Scored),
        Rule.OUT_OF_ORDER,
    ),
    Phase.TO_THROW: {
        RoundStarted: Rule.OUT_OF_ORDER,
        Rethrown: Rule.NOT_THROWN,
        HandedOver: Rule.NOT_THROWN,
        Passed: Rule.NOT_THROWN,
    },
    Phase.TO_PLAY: {
        RoundStarted: Rule.OUT_OF_ORDER,
        TableBegun: Rule.OUT_OF_ORDER,
        HandBegun: Rule.OUT_OF_ORDER,
        Thrown: Rule.THROWN_TWICE,
    },
    Phase.TO_COUNT: dict.fromkeys(
        (RoundStarted, TableBegun, HandBegun, Rethrown, HandedOver, Passed), Rule.OUT_OF_ORDER
    ),
    Phase.OVER: dict.fromkeys(
        (
            RoundStarted,
            TableBegun,
            HandBegun,
            Thrown,
            Rethrown,
            HandedOver,
            Passed,
            TableCorrected,
            Scored,
            Resigned,
            Ended,
        ),
        Rule.OUT_OF_ORDER,
    ),
}


def judge(match: Match, event: Event, find_play: FindPlay | None = None) -> Ruling:
    """The ruling on one event. The search is used where the options ask for it."""
    expect(match, Match, "a Match")
    meant = match.meaning(event)
    player = _player(match, meant)
    # By `_can_overrule` alone: what it means was refused by the checks below.
    if isinstance(event, Overruled):
        if _can_overrule(match):
            unread = _has_unread(meant)
            return Ruling(Verdict.UNSURE if unread else Verdict.ACCEPTED, player)
        return Ruling(Verdict.REJECTED, player, (_out_of_order("nothing-to-overrule"),))
    # The phase first: told 'thrown twice' between two rounds, nobody would know what to do.
    if refused := _phase_faults(match, meant) or (match.waiting and _second_throw(match, event)):
        return Ruling(Verdict.REJECTED, player, tuple(refused))
    faults = _CHECKS[type(meant)](match, meant)
    if faults is None:
        return Ruling(Verdict.UNSURE, player)
    if isinstance(meant, _TURN_ENDS):
        return _judge_turn(match, meant, player, faults, find_play)
    # A table that is wrong already is taken up as it lies, and its faults are told.
    if isinstance(meant, TableBegun) and not faults:
        return Ruling(Verdict.ACCEPTED, player, advice=meant.layout.faults())
    return Ruling(Verdict.REJECTED, player, tuple(faults)) if faults else _accepted(player)


# Bounded, since names come from outside; one value does, since nobody can change it.
@lru_cache(maxsize=REMEMBERED)
def _accepted(player: str | None) -> Ruling:
    """What nearly every event gets."""
    return Ruling(Verdict.ACCEPTED, player)


def _judge_turn(
    match: Match,
    event: _TurnEnd,
    player: str | None,
    faults: list[Fault],
    find_play: FindPlay | None,
) -> Ruling:
    """A hand-over or a pass: the rules about sets and plays that were missed come on top."""
    if faults and not match.options.strict:
        return Ruling(Verdict.REJECTED, player, tuple(faults))
    duty = _must_lay_set(match, event)
    if match.options.strict:
        # The same finding either way: only whether it convicts is the players' choice.
        faults, duty = faults + duty, []
    if faults:
        return Ruling(Verdict.REJECTED, player, tuple(faults))
    ruling = Ruling(Verdict.ACCEPTED, player, (), tuple(duty)) if duty else _accepted(player)
    if not match.options.wants_search or not isinstance(event, Passed):
        return ruling
    return _with_missed_play(match, ruling, find_play)


def _with_missed_play(match: Match, ruling: Ruling, find_play: FindPlay | None) -> Ruling:
    options, rnd = match.options, _round(match)
    hand = rnd.hands[rnd.turn] or ()
    # A table that a person let stand although it is not legal leaves nothing to build on. More dice
    # than the box has are refused by no rule where a round is taken up.
    if find_play is None or not rnd.table.is_legal or len(rnd.table.dice) + len(hand) > DICE:
        return replace(ruling, proved=False)
    play = find_play(rnd.table, hand)
    if not play.played:
        return replace(ruling, proved=play.proved)
    advice = Fault(Rule.MISSED_PLAY, play.played, values=(str(play.layout),))
    shown = (*ruling.advice, advice) if options.advice else ruling.advice
    return replace(ruling, advice=shown, counts_blank=not options.strict_block, proved=play.proved)


def _player(match: Match, meant: Event) -> str | None:
    """Whom the ruling is about: who is named, else whose turn it is."""
    named: str | None = getattr(meant, "player", None)
    if named is not None:
        return named
    if isinstance(meant, RoundStarted):
        return meant.starter
    return None if match.round is None else match.players[match.round.turn]


def _round(match: Match) -> Round:
    assert match.round is not None, "the phase table lets no such event pass without a round"
    return match.round


def _out_of_order(detail: str, *values: str) -> Fault:
    return Fault(Rule.OUT_OF_ORDER, detail=detail, values=values)


def _phase_faults(match: Match, event: Event) -> list[Fault]:
    """What cannot happen now, whatever the dice show."""
    rule = REFUSALS[match.phase].get(type(event))
    if isinstance(event, _THROWS) and match.round is not None:
        rule = _throw_refusal(match.round, match.seat(event.player), event, rule)
    elif rule is not Rule.OUT_OF_ORDER and isinstance(event, _TURN_ENDS) and event.player:
        # It goes before `not-thrown`: told so, the other player would throw and be wrong again.
        rule = rule if match.seat(event.player) == _round(match).turn else Rule.OUT_OF_TURN
    if rule is None:
        return []
    if rule is Rule.OUT_OF_ORDER:
        return [_out_of_order(_why_out_of_order(match, event))]
    turn = match.players[_round(match).turn]
    return [Fault(rule, values=(_player(match, event) or turn, turn))]


def _throw_refusal(
    rnd: Round, seat: int, event: Thrown | Rethrown, rule: Rule | None
) -> Rule | None:
    """Throws depend on the seat: the second player may throw early and repeat that throw."""
    if seat != rnd.turn:
        if isinstance(event, Thrown) and rnd.may_throw_early(seat):
            return None
        # Whoever threw early may have had a cocked die, too.
        if isinstance(event, Rethrown) and rnd.early and rnd.turns == 0:
            return None
        # Also of a rethrow: dice of who is not in turn stay as they lie.
        return Rule.OUT_OF_TURN
    if isinstance(event, Thrown) and rnd.may_repeat:
        return None
    return rule


def _second_throw(match: Match, event: Event) -> list[Fault]:
    """Live: a throw that waits for a die to be read was one all the same."""
    waiting = match.waiting
    if not isinstance(waiting, _THROWS) or not isinstance(event, Thrown):
        return []
    # Without a cup nothing says that dice were thrown again: it may be the same throw, told anew.
    if event.cup is None or waiting.player != event.player:
        return []
    return [Fault(Rule.THROWN_TWICE, values=(event.player, event.player))]


def _why_out_of_order(match: Match, event: Event) -> str:
    if match.phase is Phase.OVER:
        return "match-over"
    if match.phase is Phase.BETWEEN_ROUNDS:
        return "no-round"
    return "round-open" if isinstance(event, RoundStarted) else "not-now"


def _can_overrule(match: Match) -> bool:
    """A person may accept what was rejected wherever the match has room for it."""
    match match.rejected:
        case None:
            return False
        case RoundStarted():
            # A round inside a round has no room, whoever wants it.
            return match.phase is Phase.BETWEEN_ROUNDS
        case HandCorrected():
            return match.round is not None or _last_hands(match) is not None
        case HandedOver() | Passed():
            # Before a throw as well: one that nobody saw was one all the same.
            return match.phase in (Phase.TO_THROW, Phase.TO_PLAY)
    return match.round is not None


def _has_unread(event: Event) -> bool:
    """A die that nobody has read is not known to lie there, whoever accepts the rest."""
    match event:
        case HandedOver(layout) | TableCorrected(layout):
            return layout.has_unread
        case Thrown() | Rethrown() | HandCorrected():
            return has_unread(event.hand)
    return False


def _last_hands(match: Match) -> tuple[Faces | None, Faces | None] | None:
    """The hands that were counted at the end of the round before: still open to correction."""
    # A match that was stopped stays as it was when somebody stopped it.
    if match.round is not None or match.is_stopped or not match.results:
        return None
    return match.results[-1].hands


# Each check answers with all faults it finds, or with None where an unread die leaves it unsure.


def _check_round(match: Match, event: RoundStarted) -> list[Fault]:
    """The start alternates; the first starter is free."""
    match.seat(event.starter)
    due = match.next_starter
    return [_out_of_order("wrong-starter", due)] if due not in (None, event.starter) else []


def _check_begin(match: Match, _: TableBegun | HandBegun) -> list[Fault]:
    """Only right after the round was started, before anything was thrown or tried."""
    rnd = _round(match)
    was_tried = match.rejected is not None or match.waiting is not None
    return [_out_of_order("not-now")] if rnd.turns or rnd.early or was_tried else []


def _check_throw(match: Match, event: Thrown) -> list[Fault] | None:
    rnd, seat = _round(match), match.seat(event.player)
    # Before the unread dice: a wrong number is wrong whatever they show.
    faults = _count_faults(rnd, seat, event.hand, is_first=rnd.hands[seat] is None)
    if faults:
        return faults
    if has_unread(event.hand):
        return None
    return _turned_in_hand(rnd.hands[seat], event)


def _check_rethrow(match: Match, event: Rethrown) -> list[Fault] | None:
    faults = _count_faults(_round(match), match.seat(event.player), event.hand, is_first=False)
    return faults or (None if has_unread(event.hand) else [])


def _count_faults(rnd: Round, seat: int, hand: Faces, *, is_first: bool) -> list[Fault]:
    """The first throw is with all nine; later the hand has as many dice as it had."""
    expected = expected_dice(rnd, seat)
    if len(hand) in expected:
        return []
    # Whoever repeats the early throw does so with all nine: it is a first throw again.
    is_first = is_first or (rnd.may_repeat and seat == rnd.turn)
    # More than nine is no short first throw: it is a hand with too many dice.
    if is_first and len(hand) < expected[-1] and not rnd.taken_up:
        return [Fault(Rule.FIRST_THROW, values=(str(expected[-1]), str(len(hand))))]
    return [Fault(Rule.HAND_COUNT, values=(str(expected[-1]), str(len(hand))))]


def _turned_in_hand(before: Faces | None, event: Thrown) -> list[Fault]:
    """Live: a die that was not in the cup shows another face."""
    if before is None or event.cup is None:
        return []
    turned = without(without(before, event.cup), event.hand)
    return [Fault(Rule.DIE_TURNED, turned, detail="hand")] if turned else []


def _check_hand_over(match: Match, event: HandedOver) -> list[Fault] | None:
    # Nothing is said of the rest either: a person completes it, and then it is judged whole.
    if event.layout.has_unread or has_unread(event.hand or ()):
        return None
    rnd = _round(match)
    played = rnd.played_from(event.layout)
    faults = [*event.layout.faults(), *_dice_faults(rnd, event.layout, played)]
    if not played:
        faults.append(Fault(Rule.NO_HAND_DIE))
    return faults + _hand_faults(rnd, event.hand, played, event.layout)


def _check_pass(match: Match, event: Passed) -> list[Fault] | None:
    if has_unread(event.hand or ()):
        return None
    return _hand_faults(_round(match), event.hand, (), _round(match).table)


def _hand_faults(rnd: Round, seen: Faces | None, played: Faces, layout: Layout) -> list[Fault]:
    """Live: what lies in the hand must be what was thrown less what was played. Where the hand has
    a die still that lies on the table as well, the one on the table came from elsewhere."""
    hand = rnd.hands[rnd.turn]
    if seen is None or hand is None:
        return []
    left = without(hand, played)
    if len(seen) == len(left):
        turned = without(left, seen)
        return [Fault(Rule.DIE_TURNED, turned, detail="hand")] if turned else []
    added = _sorted(Counter(played) & Counter(without(seen, left)))
    if added and len(seen) == len(left) + len(added):
        return [Fault(Rule.DIE_ADDED, added, _cells(layout, added), "twice")]
    return [Fault(Rule.HAND_COUNT, values=(str(len(left)), str(len(seen))))]


def _dice_faults(rnd: Round, layout: Layout, played: Faces) -> list[Fault]:
    """Table dice stay on the table and are not turned; only dice of the hand join them."""
    missing = surplus(rnd.table.tally, layout.tally)
    # The table has as many more as were played: then none came from elsewhere.
    if not missing and rnd.table.size + len(played) == layout.size:
        return []
    strange = surplus(layout.joined_since(rnd.table), Counter(played))
    gone, foreign = _sorted(Counter(missing)), _sorted(Counter(strange))
    # A missing face and a foreign one are one die that was turned. Which of several became which
    # nobody can say: they are paired in their order, so that a replay says the same.
    pairs = min(len(gone), len(foreign))
    faults = [
        Fault(Rule.DIE_TURNED, (old, new), _cells(layout, (new,)), "table")
        for old, new in zip(gone[:pairs], foreign[:pairs], strict=True)
    ]
    if gone[pairs:]:
        faults.append(Fault(Rule.DIE_REMOVED, gone[pairs:]))
    if foreign[pairs:]:
        faults.append(Fault(Rule.DIE_ADDED, foreign[pairs:], _cells(layout, foreign[pairs:])))
    return faults


def _sorted(faces: Counter[Face]) -> Faces:
    return tuple(sorted(faces.elements(), key=sort_key))


def _cells(layout: Layout, faces: Faces) -> tuple[Cell, ...]:
    """Where dice with these faces lie; which of two equal ones is meant, nobody can say."""
    return tuple(cell for cell, face in layout.dice.items() if face in faces)


def _must_lay_set(match: Match, event: _TurnEnd) -> list[Fault]:
    """If the thrown hand alone holds a set, at least one set must be laid from it."""
    rnd = _round(match)
    # Dice that make a set only together with dice of the table do not count.
    if isinstance(event, HandedOver) and set_in(rnd.played_from(event.layout)):
        return []
    held = set_in(rnd.hands[rnd.turn] or ())
    return [Fault(Rule.MUST_LAY_SET, held)] if held else []


def _check_hand_correction(match: Match, event: HandCorrected) -> list[Fault] | None:
    seat = match.seat(event.player)
    hands = match.round.hands if match.round is not None else _last_hands(match)
    hand = None if hands is None else hands[seat]
    if hand is None:
        return [_out_of_order("no-hand", event.player)]
    # A correction says what dice show, not how many there are.
    if len(hand) != len(event.hand):
        return [Fault(Rule.HAND_COUNT, values=(str(len(hand)), str(len(event.hand))))]
    return None if has_unread(event.hand) else []


def _check_table_correction(match: Match, event: TableCorrected) -> list[Fault] | None:
    """Faces may be other than they were read, but the table has as many dice as before."""
    if event.layout.has_unread:
        return None
    before, now = _round(match).table, event.layout
    faults = list(now.faults())
    surplus = len(now.dice) - len(before.dice)
    if surplus > 0:
        faults.append(Fault(Rule.DIE_ADDED, _sorted(now.count - before.count)))
    if surplus < 0:
        faults.append(Fault(Rule.DIE_REMOVED, _sorted(before.count - now.count)))
    return faults


def _check_score(match: Match, event: Scored) -> list[Fault]:
    match.seat(event.player)
    assert isinstance(event.by, Ending)
    return []


def _check_end(_: Match, __: Ended | Resigned) -> list[Fault]:
    return []


_CHECKS: dict[type[Event], Callable[[Match, Any], list[Fault] | None]] = {
    RoundStarted: _check_round,
    TableBegun: _check_begin,
    HandBegun: _check_begin,
    Thrown: _check_throw,
    Rethrown: _check_rethrow,
    HandedOver: _check_hand_over,
    Passed: _check_pass,
    HandCorrected: _check_hand_correction,
    TableCorrected: _check_table_correction,
    Scored: _check_score,
    Resigned: _check_end,
    Ended: _check_end,
}
