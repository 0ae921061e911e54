"""Everything that can happen to a tournament, and its text: JSON, both ways to the same value.

A tournament is kept as a match is: as what happened, in order, with who said so and when. Taking
back and amending are happenings too; nothing is ever edited (`turbo.hall.tournament` folds them).

>>> text(Entered(7, "Ann Peeters"))
'{"kind": "entered", "player": 7, "name": "Ann Peeters", "club": ""}'
>>> parse('{"kind": "entered", "player": 7, "name": "Ann Peeters"}')
Entered(player=7, name='Ann Peeters', club='')
"""

import json
import types
from collections.abc import Sequence
from dataclasses import MISSING, asdict, dataclass, fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Union, get_args, get_origin, get_type_hints

from turbo.errors import TurboError
from turbo.game.editions import EDITIONS, TURBO
from turbo.game.record import check_name

LONGEST = 80
"""Letters of a name: what fits on a line of the printed pairings."""


class System(StrEnum):
    """How players come together."""

    SWISS = "swiss"
    THREES = "threes"
    FOURS = "fours"
    FIVES = "fives"
    SIXES = "sixes"

    @property
    def seats(self) -> int:
        """How many sit at a table that is full."""
        return 2 + list(System).index(self)


@dataclass(frozen=True, slots=True)
class Founded:
    """The tournament as it is announced. `points` names a scheme of `turbo.hall.standings`."""

    name: str
    system: System = System.SWISS
    rounds: int = 5
    points: str = "2-1-0"
    minutes: int = 40
    edition: str = TURBO.name
    games: int = 0
    """Of a match with tiles; 0: as many as its edition says, or one."""

    def __post_init__(self) -> None:
        _expect_line(self.name, "the tournament's name")
        # Wide enough for a league over a season; beyond it is a slip of the finger.
        if not 1 <= self.rounds <= 50:
            raise TurboError(f"expected 1 to 50 rounds, got {self.rounds}")
        if not 1 <= self.minutes <= 600:
            raise TurboError(f"expected 1 to 600 minutes for a round, got {self.minutes}")
        if self.edition not in EDITIONS or not 0 <= self.games <= 20:
            raise TurboError(f"expected one of {', '.join(EDITIONS)}, and up to 20 games")


@dataclass(frozen=True, slots=True)
class Entered:
    """A player takes part; also late, between rounds. The name is one that a match record can hold,
    so that a table's players are the tournament's."""

    player: int
    name: str
    club: str = ""

    def __post_init__(self) -> None:
        check_name(self.name)
        if self.club:
            _expect_line(self.club, "a club's name")


@dataclass(frozen=True, slots=True)
class Withdrew:
    """A player is not paired from now on."""

    player: int


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """A player who had withdrawn is paired again."""

    player: int


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table is there to be played at. `camera`: it tells its results itself."""

    table: str
    camera: bool = True

    def __post_init__(self) -> None:
        _expect_line(self.table, "a table's name")


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A table is not used from now on."""

    table: str


@dataclass(frozen=True, slots=True)
class PairedBoard:
    """Who sits at a table in a round; the first of them starts."""

    table: str
    players: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= 6 or len(set(self.players)) != len(self.players):
            raise TurboError(f"expected two to six different players at table {self.table}")


@dataclass(frozen=True, slots=True)
class Paired:
    """A round is drawn. What was drawn is kept, not how: a later program pairs no round anew."""

    round: int
    boards: tuple[PairedBoard, ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """The clock of the round runs."""

    round: int


@dataclass(frozen=True, slots=True)
class Held:
    """The clock stands still."""

    round: int


@dataclass(frozen=True, slots=True)
class WentOn:
    """The clock runs again."""

    round: int


@dataclass(frozen=True, slots=True)
class ResultGiven:
    """What was scored at a table, in the order of the board. `places` (1 is first) only where they
    do not follow from the scores: somebody who leads may resign."""

    round: int
    table: str
    scores: tuple[int, ...]
    places: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        # With tiles losers write minus; four digits are what the paper has room for.
        if any(not -9999 <= score <= 9999 for score in self.scores):
            raise TurboError("expected scores from -9999 to 9999")
        if self.places and len(self.places) != len(self.scores):
            raise TurboError("expected a place for every score")


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A player did not come to the table."""

    round: int
    table: str
    player: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An earlier entry is taken back, as if it had never been."""

    entry: int


Happening = (
    Founded | Entered | Withdrew | PlayerReturned | TableOpened | TableClosed | Paired | Begun
    | Held | WentOn | ResultGiven | Forfeited
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ResultAmended:
    """An earlier entry should have been this."""

    entry: int
    happening: Happening


Written = Happening | TakenBack | ResultAmended
"""Everything that a tournament's log may hold."""


@dataclass(frozen=True, slots=True)
class HallEntry:
    """One line of a tournament's log: what happened, when, and who said so."""

    number: int
    happening: Written
    at: datetime
    by: str = ""


KINDS: dict[str, type[Any]] = {
    "founded": Founded,
    "entered": Entered,
    "withdrew": Withdrew,
    "returned": PlayerReturned,
    "table-opened": TableOpened,
    "table-closed": TableClosed,
    "paired": Paired,
    "begun": Begun,
    "held": Held,
    "went-on": WentOn,
    "result": ResultGiven,
    "forfeited": Forfeited,
    "taken-back": TakenBack,
    "amended": ResultAmended,
}
_NAMES = {kind: name for name, kind in KINDS.items()}


def document(happening: Written) -> dict[str, Any]:
    """A happening as a JSON document."""
    if isinstance(happening, ResultAmended):
        amended = document(happening.happening)
        return {"kind": "amended", "entry": happening.entry, "happening": amended}
    return {"kind": _NAMES[type(happening)], **asdict(happening)}


def text(happening: Written) -> str:
    return json.dumps(document(happening), ensure_ascii=False)


def parse(written: str) -> Written:
    try:
        found = json.loads(written)
    # Brackets nested by the thousand are no error of JSON's.
    except (ValueError, RecursionError) as error:
        raise TurboError(f"expected a happening as JSON: {error}") from None
    return from_document(found)


def from_document(found: Any) -> Written:
    """The happening of a document; what is too much, missing or of another kind is refused."""
    if not isinstance(found, dict) or found.get("kind") not in KINDS:
        known = ", ".join(KINDS)
        raise TurboError(f"expected an object with a kind, one of {known}")
    values = {key: value for key, value in found.items() if key != "kind"}
    if found["kind"] == "amended" and isinstance(values.get("happening"), dict):
        values["happening"] = _plain(from_document(values["happening"]))
    made: Written = _made(KINDS[found["kind"]], values, str(found["kind"]))
    return made


def _plain(happening: Written) -> Happening:
    if isinstance(happening, TakenBack | ResultAmended):
        raise TurboError("expected a happening that is no correction itself")
    return happening


def _made(kind: type[Any], values: Any, name: str) -> Any:
    if not isinstance(values, dict):
        raise TurboError(f"{name}: expected an object")
    hints = get_type_hints(kind)
    known = {one.name: one for one in fields(kind)}
    # Refused, not dropped: a word that is spelled wrongly would be lost without one.
    if extra := [key for key in values if key not in known]:
        raise TurboError(f"{name}: expected only {', '.join(known)}, got {extra[0]!r}")
    for one in known.values():
        if one.default is MISSING and one.name not in values:
            raise TurboError(f"{name}: expected {one.name!r}")
    return kind(**{key: _value(value, hints[key], key) for key, value in values.items()})


def _value(value: Any, hint: Any, name: str) -> Any:
    if get_origin(hint) is tuple:
        if not isinstance(value, list | tuple):
            raise TurboError(f"{name}: expected a list")
        return tuple(_value(one, get_args(hint)[0], name) for one in value)
    if get_origin(hint) in (Union, types.UnionType):
        return value
    if is_dataclass(hint):
        return _made(hint, value, name)  # type: ignore[arg-type]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        if value not in tuple(hint):
            raise TurboError(f"{name}: expected one of {', '.join(hint)}, got {value!r}")
        return hint(value)
    # In Python a truth is a number too; in a log it is none.
    if type(value) is not hint:
        raise TurboError(f"{name}: expected {hint.__name__}, got {value!r}")
    return value


def _expect_line(found: str, what: str) -> None:
    # Two names that differ by a blank look the same on the wall.
    if not found or found != " ".join(found.split()) or len(found) > LONGEST:
        raise TurboError(f"expected {what} on one line of 1 to {LONGEST} letters, got {found!r}")
    if not found.isprintable():
        raise TurboError(f"expected {what} in letters that can be printed")


def effective(entries: Sequence[HallEntry]) -> list[tuple[HallEntry, Happening]]:
    """The entries that count, in order, each with what it should have been."""
    over = superseded(entries)
    found: list[tuple[HallEntry, Happening]] = []
    for entry in entries:
        if isinstance(entry.happening, TakenBack | ResultAmended):
            continue
        by = over.get(entry.number)
        if by is None:
            found.append((entry, entry.happening))
        elif isinstance(by.happening, ResultAmended):
            found.append((entry, by.happening.happening))
    return found


def superseded(entries: Sequence[HallEntry]) -> dict[int, HallEntry]:
    """The entries that no longer count as written, each with the entry that saw to it. Read
    backwards: what was itself taken back takes nothing back, and the last word counts."""
    over: dict[int, HallEntry] = {}
    for entry in reversed(entries):
        if isinstance(entry.happening, TakenBack | ResultAmended) and entry.number not in over:
            # The first that is met, since it is the last that was said.
            over.setdefault(entry.happening.entry, entry)
    return over
