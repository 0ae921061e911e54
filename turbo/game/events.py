"""What passes between the parts: everything that can happen at a table, and rulings on it.

An event is frozen and checked at birth. It is the same whoever made it: a camera, a button, a
line of a record or a tap on the dashboard. What only a live match can know (who laid the table,
what lies in the hand at that moment, which dice were in the cup) is optional and ``None`` in a
typed record.
"""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from turbo.errors import TurboError
from turbo.game.dice import HAND, UNREAD, without
from turbo.game.layout import Fault, Layout
from turbo.game.sets import Faces


class Ending(StrEnum):
    """How a round ends."""

    OUT = "out"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """All dice back in the bag, nine drawn each; the starter throws first."""

    starter: str


@dataclass(frozen=True, slots=True)
class TableBegun:
    """A round is taken up in the middle: the table as it lies."""

    layout: Layout

    def __post_init__(self) -> None:
        if self.layout.has_unread:
            # A correction completes a waiting throw or hand-over; nothing completes a beginning.
            raise TurboError("expected a table without '?' to begin with")


@dataclass(frozen=True, slots=True)
class HandBegun:
    """A round is taken up in the middle: a hand as it lies, before that player's throw."""

    player: str
    hand: Faces

    def __post_init__(self) -> None:
        # An empty hand has won already: there is no round to take up.
        if not 1 <= len(self.hand) <= HAND or UNREAD in self.hand:
            raise TurboError("expected a hand of one to nine faces without '?' to begin with")


@dataclass(frozen=True, slots=True)
class Thrown:
    """The whole hand after a throw. `cup`, live only: the faces of the dice put into the cup."""

    player: str
    hand: Faces
    cup: Faces | None = None

    def __post_init__(self) -> None:
        _expect_hand(self.hand)


@dataclass(frozen=True, slots=True)
class Rethrown:
    """The whole hand after a cocked die was thrown again."""

    player: str
    hand: Faces

    def __post_init__(self) -> None:
        _expect_hand(self.hand)


def kept_dice(held: Faces, event: Thrown | Rethrown) -> Faces:
    """The dice of a hand that were not thrown: known where the cup was seen, else the largest
    overlap. At least one die is thrown, even if all come up as before."""
    cup = event.cup if isinstance(event, Thrown) else None
    if cup is not None:
        return without(held, cup)
    same = tuple((Counter(held) & Counter(event.hand)).elements())
    return same[: max(0, len(held) - 1)]


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The table at hand-over. Live only: who laid it, and that player's hand as it lies then."""

    layout: Layout
    player: str | None = None
    hand: Faces | None = None


@dataclass(frozen=True, slots=True)
class Passed:
    """A blank turn: the table is as it was. Live only: who passed, and the hand as it lies."""

    player: str | None = None
    hand: Faces | None = None


@dataclass(frozen=True, slots=True)
class HandCorrected:
    """A person says what a hand really shows."""

    player: str
    hand: Faces

    def __post_init__(self) -> None:
        _expect_hand(self.hand)


@dataclass(frozen=True, slots=True)
class TableCorrected:
    """A person says what the table really shows."""

    layout: Layout


@dataclass(frozen=True, slots=True)
class Overruled:
    """A person accepts the last rejected statement all the same."""

    reason: str

    def __post_init__(self) -> None:
        _expect_reason(self.reason)


@dataclass(frozen=True, slots=True)
class Scored:
    """The open round ends with a result that a person gives; 0 points by block is a tie."""

    player: str
    points: int
    by: Ending

    def __post_init__(self) -> None:
        # Nine dice of 13 are 117; three digits leave room for a table that plays by other points.
        if not 0 <= self.points <= 999:
            raise TurboError(f"expected points from 0 to 999, got {self.points}")


@dataclass(frozen=True, slots=True)
class Resigned:
    """The match stops here, and who resigned has lost whatever the score."""

    player: str


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody goes home, and the others play on: the tiles of that rack go back to the pool."""

    player: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The match stops here and the score stands; nobody looks into the reason."""

    reason: str

    def __post_init__(self) -> None:
        _expect_reason(self.reason)


Event = (
    RoundStarted | TableBegun | HandBegun | Thrown | Rethrown | HandedOver | Passed | HandCorrected
    | TableCorrected | Overruled | Scored | Resigned | Ended
)  # fmt: skip
"""What can happen in a game of dice."""

# What only happens with tiles.

MOST_POINTS = 99_999
"""Of a game, either way: more than six racks full of jokers."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Nothing was laid: one tile is drawn, and the turn is over."""


@dataclass(frozen=True, slots=True)
class Played:
    """A turn that was played where nobody shows the whole table: the sets that were laid apart from
    the rest, or only how many tiles, or not even that. `is_out`: the rack is empty now."""

    sets: Layout | None = None
    count: int | None = None
    is_out: bool = False

    def __post_init__(self) -> None:
        if self.sets is not None and (self.count is not None or not self.sets.dice):
            raise TurboError("expected the sets that were laid, or a number of tiles, not both")
        if self.count is not None and not 1 <= self.count <= 99:
            raise TurboError(f"expected 1 to 99 tiles, got {self.count}")


@dataclass(frozen=True, slots=True)
class Penalised:
    """The turn ends without a play, and so many tiles are drawn. `table`: what stays of it."""

    tiles: int
    table: Layout | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.tiles <= 99:
            raise TurboError(f"expected 0 to 99 penalty tiles, got {self.tiles}")


@dataclass(frozen=True, slots=True)
class Returned:
    """Table tiles that nobody can place any more go to the pool."""

    tiles: Faces


@dataclass(frozen=True, slots=True)
class Redealt:
    """Somebody shows pairs among the first tiles and asks for a new deal."""

    player: str
    tiles: Faces


@dataclass(frozen=True, slots=True)
class RackBegun:
    """A game that is taken up in the middle: how many tiles a rack has, and whether its owner has
    had the first meld."""

    player: str
    count: int
    melded: bool = False


Rack = Faces | int
"""What a rack held at the end: its tiles, or where nobody shows them what they are worth."""


@dataclass(frozen=True, slots=True)
class RackShown:
    """After the game: what a rack held, or what it is worth in the words of its owner."""

    player: str
    tiles: Rack

    def __post_init__(self) -> None:
        if isinstance(self.tiles, int) and not 0 <= self.tiles <= MOST_POINTS:
            raise TurboError(f"expected 0 to {MOST_POINTS} points on a rack, got {self.tiles}")


@dataclass(frozen=True, slots=True)
class RackCorrected:
    """A person says how many tiles a rack has, or after the game which."""

    player: str
    count: int | None = None
    tiles: Faces | None = None


@dataclass(frozen=True, slots=True)
class Retimed:
    """From now on a turn has so many seconds; None: as many as it takes."""

    time_s: int | None

    def __post_init__(self) -> None:
        if self.time_s is not None and not 1 <= self.time_s <= 9999:
            raise TurboError(f"expected 1 to 9999 seconds, got {self.time_s}")


@dataclass(frozen=True, slots=True)
class ScoredAll:
    """The result of a game from paper: everybody's points."""

    points: tuple[tuple[str, int], ...]
    by: Ending

    def __post_init__(self) -> None:
        # Signed: with tiles who loses writes a minus.
        if any(abs(points) > MOST_POINTS for _, points in self.points):
            raise TurboError(f"expected points up to {MOST_POINTS}")


Act = (
    RoundStarted | TableBegun | RackBegun | HandedOver | Played | Drawn | Passed | Penalised
    | Returned | Redealt | RackShown | RackCorrected | Retimed | TableCorrected | Overruled
    | ScoredAll | Left | Resigned | Ended
)  # fmt: skip
"""What can happen in a game of tiles."""


def is_live(event: Event | Act) -> bool:
    """Whether the event holds what a typed record cannot express."""
    match event:
        case Thrown():
            return event.cup is not None
        case HandedOver() | Passed():
            return event.player is not None or event.hand is not None
    return False


def _expect_hand(hand: Faces) -> None:
    if not hand:
        raise TurboError("expected the faces of the whole hand")


LONGEST_REASON = 500
"""Letters. A sentence or two; what is longer belongs on paper, not into every list of a match."""


def is_printable(text: str) -> bool:
    """Whether a terminal or a page shows the text and is not steered by it. The two joiners are
    part of how some scripts are written; other invisible letters turn the direction of a line."""
    steering = ("Cc", "Cf", "Cs", "Cn", "Zl", "Zp")
    joiners = "\u200c\u200d"
    return all(unicodedata.category(one) not in steering or one in joiners for one in text)


def ends_in_time(text: str) -> bool:
    """Whether a line that ends so would be taken for one with a time behind it."""
    # Only before a digit: 'meet me @home' is a reason like any other.
    return re.search(r"(^|\s)@\s*\d\S*$", text) is not None


def _expect_reason(reason: str) -> None:
    # It stands in a line of a record: a '#' would cut it, and blanks would not come back as they
    # were.
    if not reason or "#" in reason or reason != " ".join(reason.split()):
        raise TurboError("expected a reason in a few words on one line, without '#'")
    if len(reason) > LONGEST_REASON or not is_printable(reason):
        raise TurboError(
            f"expected a reason of at most {LONGEST_REASON} letters without control characters"
        )
    if ends_in_time(reason):
        raise TurboError("expected a reason that does not end in '@' and a time")


class Verdict(StrEnum):
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's answer to one event.

    `counts_blank` says of an accepted pass whether it brings the block nearer (`strict_block`).
    `proved` says of a pass over which a play was searched for whether the search was exhaustive; it
    is None where nobody asked for one.
    """

    verdict: Verdict
    player: str | None = None
    faults: tuple[Fault, ...] = ()
    advice: tuple[Fault, ...] = ()
    counts_blank: bool = True
    proved: bool | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """An earlier entry of the log is taken back, as if it had never been."""

    entry: int


@dataclass(frozen=True, slots=True)
class BackTo:
    """The match goes back to the point before an entry: it and everything since, corrections too,
    is taken back in one step, which can itself be taken back."""

    entry: int


@dataclass(frozen=True, slots=True)
class Amended:
    """An earlier entry of the log should have been this event."""

    entry: int
    event: Event | Act


class Note(StrEnum):
    """What is done with a match as a whole, outside the game."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"


@dataclass(frozen=True, slots=True)
class Noted:
    """The match was started, rests, or goes on after that. It is in the log, with who and when;
    nothing is ruled on it, and it cannot be taken back. A record tells of rests, not of the start:
    there it is the first line."""

    what: Note


Change = Undone | Amended | BackTo
"""What makes an earlier part of the log count otherwise."""

AnyEvent = Event | Act
"""What can happen in some game; what of it in which, its `GameRules.is_event` says."""

Logged = AnyEvent | Change | Noted
"""Everything that a log may hold."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that spoke for an event: `key` names its sentence (`turbo.game.reasons`)."""

    key: str
    values: tuple[str, ...] = ()


# No dataclass: a log has hundreds, and a tuple is made in half the time.
class Entry(NamedTuple):
    """One line of a match's log: what happened, when, and who said so."""

    number: int
    event: Logged
    # A typed record need not say when, and no time is invented for it.
    at: datetime | None = None
    by: str = ""
    why: tuple[Reason, ...] = ()
    """Why the live table emitted it; nothing where a person said it, and in logs of old."""
