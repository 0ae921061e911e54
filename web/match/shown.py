"""What lies on the table as the page should draw it: what the camera sees, or what the match says.

A table that was rejected or that waits for a doubtful die lies there all the same, so it is drawn
until somebody mends it; between rounds the last table stays.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.events import HandedOver, Verdict
from turbo.game.layout import EMPTY, Fault, Layout
from turbo.game.protocol import JudgedAt
from turbo.game.sets import Faces
from turbo.storage.history import AnyHistory, AnyJudged
from turbo.storage.session import DieNumbers, Instant, LiveView
from web.match.game_page import page_of

TABLE, HANDS = -1, -1001
"""The first numbers of pieces that no camera follows: a table holds 160 at most, and so does each
hand after it."""

HandFaces = tuple[Faces | None, ...]
"""By seat; None where nobody knows what is in it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A table and everybody's hand, where they come from, and what is wrong with them.

    `source` is one of live, waiting, rejected, match, last-round and empty.
    """

    source: str
    table: Layout
    hands: HandFaces
    faults: tuple[Fault, ...] = ()
    laid: tuple[int, tuple[int, ...]] = (0, ())
    """A seat and the places in its hand of dice that lie on the table that is drawn."""
    numbers: DieNumbers = field(default_factory=DieNumbers)
    """Every piece that is drawn: as the camera follows it, or below zero where no camera does."""
    counts: tuple[int | None, ...] = ()
    """How many pieces each hand holds, where they are hidden; None: nobody knows."""
    worth: tuple[int | None, ...] = ()
    """What each hand was told to be worth, where its pieces are hidden."""


def shown(now: Instant) -> Shown:
    if now.log is None:
        return Shown("empty", EMPTY, (None, None))
    return shown_with(now.log, now.view)


def shown_with(history: AnyHistory, view: LiveView) -> Shown:
    told = shown_in(history)
    live = live_table(view)
    # Between rounds the dice go into the bag: what the camera sees then is no table.
    if live is None or history.match.round is None:
        return _numbered(told, DieNumbers())
    hands = live_hands(view, told.hands)
    found = replace(told, hands=hands, laid=(0, ()))
    if str(live) != str(told.table):
        found = replace(found, source="live", table=live, faults=_faults_now(history, live))
    return _numbered(found, view.numbers)


def _faults_now(history: AnyHistory, live: Layout) -> tuple[Fault, ...]:
    """What is still wrong with a table that was rejected and that somebody is putting right."""
    match = history.match
    if not isinstance(match.rejected, HandedOver) or match.round is None:
        return ()
    # All taken back: nothing is laid, and nothing is wrong.
    if live.count == match.round.table.count:
        return page_of(history.options.edition).faults(live, history.options.edition)
    return history.rules.judge(match, HandedOver(live), JudgedAt()).faults


def is_put_right(now: Instant, found: Shown) -> bool:
    """Whether a table that was rejected lies there as it may: of hands in between nobody knows."""
    if now.log is None or not now.view.settled or found.source != "live":
        return False
    is_mended = isinstance(now.log.match.rejected, HandedOver) and not found.faults
    return is_mended and not found.table.has_unread


def _numbered(found: Shown, known: DieNumbers) -> Shown:
    """A die that no camera follows is named by its place. That is a name only together with the
    version of what is shown (`web.match.versions`)."""
    table = _named(known.table, len(found.table.dice), TABLE)
    numbers = (*known.hands, *(() for _ in found.hands))
    hands = tuple(
        _named(numbers[seat], len(hand or ()), HANDS * (seat + 1))
        for seat, hand in enumerate(found.hands)
    )
    return replace(found, numbers=DieNumbers(table, hands))


def _named(known: tuple[int, ...], count: int, first: int) -> tuple[int, ...]:
    # Numbers of another count are of another moment: a tap on one would name another die.
    return known if len(known) == count else tuple(range(first, first - count, -1))


def shown_in(history: AnyHistory) -> Shown:
    """The same without a camera, for any point of a match."""
    return page_of(history.options.edition).shown_in(history)


def faults_of(history: AnyHistory) -> tuple[Fault, ...]:
    """Those of the ruling on the table that still lies there."""
    judged: Sequence[AnyJudged] = history.judged
    for one in reversed(judged):
        if one.ruling.verdict is Verdict.REJECTED and one.match.rejected == history.match.rejected:
            return one.ruling.faults
    return ()


def live_table(view: LiveView) -> Layout | None:
    """What the camera sees; None without a camera, or before it has seen any dice. A table that
    was bared again is as bare as it looks, whatever was ruled on it."""
    if not view.table.strip():
        # Nothing on the table counts only when the camera sees something else: else it may see
        # nothing.
        return EMPTY if view.settled and any(view.hands) else None
    try:
        return Layout.parse(view.table, special=True)
    except TurboError:
        return None


def live_hands(view: LiveView, hands: HandFaces) -> HandFaces:
    seen = [*map(_faces, view.hands), *(() for _ in hands)]
    # A hand that the camera does not see, as under an arm, is still the one that was told.
    return tuple(seen[seat] or hand for seat, hand in enumerate(hands))


def _faces(words: tuple[str, ...]) -> tuple[Face, ...]:
    try:
        return tuple(Face.parse(word) for word in words)
    except TurboError:
        return ()


def faults_told(now: Instant, found: Shown) -> tuple[Fault, ...] | None:
    """Of a table that was rejected: what is wrong with it as it lies now, so that words and dice
    say the same. None: the ruling says it."""
    match = None if now.log is None else now.log.match
    is_rejected = match is not None and isinstance(match.rejected, HandedOver)
    return found.faults if is_rejected and found.source in ("live", "rejected") else None


def is_simulated(now: Instant) -> bool:
    """Whether any of it is of a twin: the table, or the match that was played at one."""
    return now.view.simulated or (now.log is not None and now.log.options.simulated)
