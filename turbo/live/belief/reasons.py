"""Why an event is told: by what it came about, how surely its dice were read (what a person said of
one is certain), and how much of the weight contains it. How often an event of a given weight is
right can be counted: `python -m bench.fit` prints it."""

from collections import Counter
from collections.abc import Iterable, Iterator

from turbo.game.events import (
    Event,
    HandCorrected,
    HandedOver,
    Passed,
    Reason,
    Rethrown,
    RoundStarted,
    Thrown,
)
from turbo.game.match import Match
from turbo.game.reasons import percent, seconds
from turbo.live.belief.state import Belief
from turbo.live.belief.view import TableView
from turbo.live.body import Body, chance_of


def reasons(belief: Belief, event: Event | None, was_pressed: bool) -> tuple[Reason, ...]:
    """What speaks for it, how surely its dice were read, and the weight of its stories."""
    if event is None:
        return ()
    read = tuple(_as_read(belief, event))
    weight = (Reason("weight", (percent(belief.share),)),) if read else ()
    return (_cause(belief, event, was_pressed), *read, *weight)


def _cause(belief: Belief, event: Event, was_pressed: bool) -> Reason:
    match event:
        case RoundStarted(starter):
            count = str(len(belief.best.extra))
            return Reason("press", (starter,)) if was_pressed else Reason("poured", (count,))
        case Thrown(cup=None):
            return Reason("first", (str(len(event.hand)),))
        case Thrown():
            return _thrown(belief, event)
        case Rethrown():
            return Reason("cocked")
        case HandCorrected():
            return Reason("completed")
        case HandedOver() | Passed():
            return _ended(belief, event, was_pressed)
    return Reason("only-course")


def _thrown(belief: Belief, event: Thrown) -> Reason:
    seat = belief.match.seat(event.player)
    last_s = belief.best.cast_s[seat]
    came = [b for b in belief.best.of(seat) if b.cast_s >= last_s and b.die is not None]
    gone_s = max((last_s - b.left_s for b in came if 0.0 < b.left_s < last_s), default=0.0)
    changed = Counter(b.face for b in came) - Counter(event.cup or ())
    return Reason("thrown", (str(len(came)), seconds(gone_s), str(changed.total())))


def _ended(belief: Belief, event: HandedOver | Passed, was_pressed: bool) -> Reason:
    players = belief.match.players
    turn = 0 if belief.match.round is None else belief.match.round.turn
    if was_pressed:
        return Reason("press", (event.player or players[turn],))
    if belief.best.open is not None and belief.best.open.seat != turn:
        return Reason("next-thrown", (players[1 - turn],))
    if any(not b.is_there for b in belief.best.of(1 - turn)):
        return Reason("taken", (players[1 - turn],))
    return Reason("still", (seconds(belief.state.quiet_s),))


def _as_read(belief: Belief, event: Event) -> Iterator[Reason]:
    """How surely the dice of an event were read, and how many lie behind something."""
    view = belief.state.view
    hidden = sum(body.is_covered for body in view.lying.values())
    if hidden:
        yield Reason("hidden", (str(hidden),))
    dice = [body for body in _dice_of(belief.match, view, event) if not body.face.is_unread]
    if dice:
        chance, weakest = min((_chance(body), str(body.face)) for body in dice)
        yield Reason("weakest", (weakest, percent(chance)))


def _dice_of(of: Match, view: TableView, event: Event) -> Iterable[Body]:
    match event:
        case Thrown(player=player) | Rethrown(player=player) | HandCorrected(player=player):
            return view.hand(of.seat(player))
        case HandedOver():
            return view.laid.dice
    return ()


def _chance(body: Body) -> float:
    """What a person said of a die is certain."""
    is_said = body.said_of is not None and not body.tipped
    return 1.0 if is_said else chance_of(body.lies, body.face)
