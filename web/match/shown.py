"""What lies on the table as the page should draw it: what the camera sees, or what the match says.

A table that was rejected or that waits for a doubtful die lies there all the same, so it is drawn
until somebody mends it; between rounds the last table stays.
"""

from dataclasses import dataclass, field, replace

from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.events import HandedOver, Rethrown, Thrown, Verdict
from turbo.game.layout import EMPTY, Fault, Layout
from turbo.game.match import Hands, Match, Round
from turbo.game.referee import judge
from turbo.storage.history import History
from turbo.storage.session import DieNumbers, Instant, LiveView

TABLE, HANDS = -1, (-101, -201)
"""The first numbers of dice that no camera follows. A table holds eighteen dice, a hand nine."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A table and two hands, where they come from, and what is wrong with them.

    `source` is one of live, waiting, rejected, match, last-round and empty.
    """

    source: str
    table: Layout
    hands: Hands
    faults: tuple[Fault, ...] = ()
    laid: tuple[int, tuple[int, ...]] = (0, ())
    """A seat and the places in its hand of dice that lie on the table that is drawn."""
    numbers: DieNumbers = field(default_factory=DieNumbers)
    """Every die that is drawn: as the camera follows it, or below zero where no camera does."""


def shown(now: Instant) -> Shown:
    if now.history is None:
        return Shown("empty", EMPTY, (None, None))
    return shown_with(now.history, now.view)


def shown_with(history: History, view: LiveView) -> Shown:
    told = shown_in(history)
    live = live_table(view)
    # Between rounds the dice go into the bag: what the camera sees then is no table.
    if live is None or history.match.round is None:
        return _numbered(told, DieNumbers())
    hands = live_hands(view, told.hands)
    if str(live) == str(told.table):
        found = Shown(told.source, told.table, hands, told.faults)
    else:
        found = Shown("live", live, hands, _faults_now(history.match, live))
    return _numbered(found, view.numbers)


def _faults_now(match: Match, live: Layout) -> tuple[Fault, ...]:
    """What is still wrong with a table that was rejected and that somebody is putting right."""
    if not isinstance(match.rejected, HandedOver) or match.round is None:
        return ()
    # All taken back: nothing is laid, and nothing is wrong.
    if live.count == match.round.table.count:
        return live.faults()
    return judge(match, HandedOver(live)).faults


def is_put_right(now: Instant, found: Shown) -> bool:
    """Whether a table that was rejected lies there as it may: of hands in between nobody knows."""
    if now.history is None or not now.view.settled or found.source != "live":
        return False
    is_mended = isinstance(now.history.match.rejected, HandedOver) and not found.faults
    return is_mended and not found.table.has_unread


def _numbered(found: Shown, known: DieNumbers) -> Shown:
    """A die that no camera follows is named by its place. That is a name only together with the
    version of what is shown (`web.match.versions`)."""
    table = _named(known.table, len(found.table.dice), TABLE)
    one, other = (
        _named(known.hands[seat], len(found.hands[seat] or ()), HANDS[seat]) for seat in (0, 1)
    )
    return replace(found, numbers=DieNumbers(table, (one, other)))


def _named(known: tuple[int, ...], count: int, first: int) -> tuple[int, ...]:
    # Numbers of another count are of another moment: a tap on one would name another die.
    return known if len(known) == count else tuple(range(first, first - count, -1))


def shown_in(history: History) -> Shown:
    """The same without a camera, for any point of a match."""
    match = history.match
    if match.round is None:
        return _last_round(history)
    hands = _hands(match)
    if isinstance(match.waiting, HandedOver):
        layout = match.waiting.layout
        return Shown("waiting", layout, hands, layout.faults(), _laid(match.round, layout))
    if isinstance(match.rejected, HandedOver):
        layout = match.rejected.layout
        return Shown("rejected", layout, hands, _faults(history), _laid(match.round, layout))
    return Shown("match", match.round.table, hands)


def _laid(rnd: Round, layout: Layout) -> tuple[int, tuple[int, ...]]:
    """Which dice of the hand lie on a table that was not accepted yet."""
    played = list(rnd.played_from(layout))
    places = []
    for place, face in enumerate(rnd.hands[rnd.turn] or ()):
        if face in played:
            played.remove(face)
            places.append(place)
    return rnd.turn, tuple(places)


def _faults(history: History) -> tuple[Fault, ...]:
    """Those of the ruling on the table that still lies there."""
    for one in reversed(history.judged):
        if one.ruling.verdict is Verdict.REJECTED and one.match.rejected == history.match.rejected:
            return one.ruling.faults
    return ()


def _hands(match: Match) -> Hands:
    """A throw that waits for a doubtful die lies there already."""
    assert match.round is not None
    rnd = match.round
    if isinstance(match.waiting, Thrown | Rethrown):
        rnd = rnd.with_hand(match.seat(match.waiting.player), match.waiting.hand)
    return rnd.hands


def _last_round(history: History) -> Shown:
    for one in reversed(history.judged):
        if one.match.round is not None:
            # Who resigns ends a round without a result: what is shown is that round, not the last
            # one that was counted.
            is_counted = len(history.match.results) > len(one.match.results)
            last = history.match.results[-1] if is_counted else None
            hands = one.match.round.hands if last is None or last.hands is None else last.hands
            return Shown("last-round", _last_table(history, one.match), hands)
    return Shown("empty", EMPTY, (None, None))


def _last_table(history: History, before: Match) -> Layout:
    """The table that ended the round, if one did, else the one that lay there before."""
    assert before.round is not None
    for one in reversed(history.judged):
        if one.match == before:
            break
        if isinstance(one.event, HandedOver) and one.ruling.verdict is Verdict.ACCEPTED:
            return one.event.layout
    return before.round.table


def live_table(view: LiveView) -> Layout | None:
    """What the camera sees; None without a camera, or before it has seen any dice. A table that
    was bared again is as bare as it looks, whatever was ruled on it."""
    if not view.table.strip():
        # Nothing on the table counts only when the camera sees something else: else it may see
        # nothing.
        return EMPTY if view.settled and any(view.hands) else None
    try:
        return Layout.parse(view.table)
    except TurboError:
        return None


def live_hands(view: LiveView, hands: Hands) -> Hands:
    seen = [_faces(one) for one in view.hands]
    # A hand that the camera does not see, as under an arm, is still the one that was told.
    return seen[0] or hands[0], seen[1] or hands[1]


def _faces(words: tuple[str, ...]) -> tuple[Face, ...]:
    try:
        return tuple(Face.parse(word) for word in words)
    except TurboError:
        return ()


def faults_told(now: Instant, found: Shown) -> tuple[Fault, ...] | None:
    """Of a table that was rejected: what is wrong with it as it lies now, so that words and dice
    say the same. None: the ruling says it."""
    match = None if now.history is None else now.history.match
    is_rejected = match is not None and isinstance(match.rejected, HandedOver)
    return found.faults if is_rejected and found.source in ("live", "rejected") else None


def is_simulated(now: Instant) -> bool:
    """Whether any of it is of a twin: the table, or the match that was played at one."""
    return now.view.simulated or (now.log is not None and now.log.options.simulated)
