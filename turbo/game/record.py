"""Match records: one statement a line, typed by hand or exported, and back to the same events.

Whose game it is stands first where it is one of tiles (`edition`), then the players, then what the
match was played under (`option`) and what people want to remember of it (`tag`), then what
happened. Whatever is written is read back to the same value, so that a record is judged everywhere
as it was judged first.

>>> record = Record.parse("players Ann, Bob\\nround Ann\\nthrow Ann b3 b4 ?  # one is cocked")
>>> record.players
('Ann', 'Bob')
>>> print(record)
players Ann, Bob
round Ann
throw Ann b3 b4 ?
>>> text = "edition original-jumbo time=90\\nplayers Ann, Bob, Cid\\nround Ann\\ndraw"
>>> print(Record.parse(text))
edition original-jumbo time=90
players Ann, Bob, Cid
round Ann
draw
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from turbo.errors import BadNotation, TurboError
from turbo.game import events
from turbo.game.dice import hand_text, shortened
from turbo.game.digest import check_digest
from turbo.game.editions import TURBO, PieceKind
from turbo.game.match import DEFAULTS, Options
from turbo.game.record_lines import (
    LONGEST_NAME,
    Line,
    Tag,
    check_name,
    check_names,
    check_tag,
    composed,
    name_text,
)
from turbo.game.statements import STATEMENTS, Said, read_statement
from turbo.game.tile_options import TileOptions

Players = tuple[str, ...]

AnyOptions = Options | TileOptions
"""What a match is played under."""

What = TypeVar("What", bound=Said, covariant=True)


@dataclass(frozen=True, slots=True)
class Statement(Generic[What]):
    """One line of a record: the event, and when it happened if the line says so."""

    event: What
    at: datetime | None = None
    # Where a statement stood is no part of what it says: written and read again it is the same.
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match in text: the players, then what happened."""

    players: Players
    statements: tuple[Statement[Said], ...] = ()
    at: datetime | None = None
    options: AnyOptions = DEFAULTS
    tags: tuple[Tag, ...] = ()

    def __post_init__(self) -> None:
        keys = [key for key, _ in self.tags]
        if len(set(keys)) < len(keys):
            raise TurboError("expected every tag once")
        for tag in self.tags:
            check_tag(tag)

    @staticmethod
    def parse(text: str) -> "Record":
        return _RecordParser().parse(text)

    def __str__(self) -> str:
        who = _timed(players_text(self.players), self.at)
        lines = self.options.head(who)
        lines += [f"tag {key} {value}" for key, value in self.tags]
        lines += [_timed(statement_text(one.event), one.at) for one in self.statements]
        return "\n".join(lines)


def any_record(text: str) -> Record:
    """A record of whichever game it names."""
    return Record.parse(text)


def names_edition(text: str) -> bool:
    """Whether a record says which edition it is of: without it, it is one of dice."""
    first = next(_lines(text), None)
    return first is not None and first.keyword == "edition"


def players_text(players: Players) -> str:
    return f"players {', '.join(map(name_text, players))}"


def option_first(
    options: AnyOptions, said: Sequence[Statement[Said]]
) -> tuple[AnyOptions, tuple[Statement[Said], ...]]:
    """A time that was chosen before anything happened is one of the options: else it would be an
    option there and a statement here, and read back and exported again another text."""
    left = list(said)
    while left and isinstance(first := left[0].event, events.Retimed):
        options = options.retimed(first.time_s)
        left.pop(0)
    return options, tuple(left)


def with_option(options: Options, text: str) -> Options:
    """The options with one more, as a record names it."""
    name, is_given, value = text.partition("=")
    known = {one.name.replace("_", "-"): one for one in fields(Options)}
    found = known.get(name)
    # A switch has no value and a number needs one. `type` is the class itself only as long as the
    # module of `Options` does not postpone its annotations.
    if found is None or (found.type is bool) == bool(is_given):
        ways = ", ".join(key if one.type is bool else f"{key}=N" for key, one in known.items())
        raise TurboError(f"expected one of {ways}, got {shortened(text)}")
    # By digits, not int(): that one reads blanks, signs and other scripts' digits as well.
    if is_given and not re.fullmatch(r"[0-9]{1,2}", value):
        raise TurboError(f"expected a number from 1 to 99 after '{name}='")
    chosen: dict[str, Any] = {found.name: int(value) if is_given else True}
    return replace(options, **chosen)


def _timed(text: str, at: datetime | None) -> str:
    return text if at is None else f"{text} @{at.isoformat()}"


def statement_text(event: Said) -> str:
    """The statement for an event, without its time. What only a live match knows is left out."""
    match event:
        case events.Noted(what):
            return str(what)
        case events.RoundStarted(starter):
            return f"round {name_text(starter)}"
        case events.TableBegun(layout):
            return f"begin table {layout}".rstrip()
        case events.HandBegun(player, hand):
            return f"begin {name_text(player)} {hand_text(hand)}"
        case events.Thrown(player, hand):
            return f"throw {name_text(player)} {hand_text(hand)}"
        case events.Rethrown(player, hand):
            return f"rethrow {name_text(player)} {hand_text(hand)}"
        case events.HandedOver(layout):
            return f"table {layout}".rstrip()
        case events.Passed():
            return "pass"
        case events.HandCorrected(player, hand):
            return f"correct {name_text(player)} {hand_text(hand)}"
        case events.TableCorrected(layout):
            return f"correct table {layout}".rstrip()
        case events.Overruled(reason):
            return f"overrule {reason}"
        case events.Scored(player, points, by):
            return f"score {name_text(player)} {points} {by}"
        case events.Resigned(player):
            return f"resign {name_text(player)}"
        case events.Ended(reason):
            return f"end {reason}"
        case events.RackBegun(player, count, melded):
            return f"begin {name_text(player)} {count}{' out' if melded else ''}"
        case events.Played():
            return _played_text(event)
        case events.Drawn():
            return "draw"
        case events.Penalised(tiles, None):
            return f"penalty {tiles}"
        case events.Penalised(tiles, table):
            return f"penalty {tiles} table {table}".rstrip()
        case events.Returned(faces):
            return f"return {hand_text(faces)}"
        case events.Redealt(player, faces):
            return f"redeal {name_text(player)} {hand_text(faces)}"
        case events.RackShown(player, rack):
            held = str(rack) if isinstance(rack, int) else hand_text(rack)
            return f"rack {name_text(player)} {held}".rstrip()
        case events.RackCorrected(player, count, faces):
            said = str(count) if faces is None else hand_text(faces)
            return f"correct {name_text(player)} {said}"
        case events.Retimed(time_s):
            return f"option time={'off' if time_s is None else time_s}"
        case events.ScoredAll(points, by):
            each = ", ".join(f"{name_text(name)} {own}" for name, own in points)
            return f"score {each} {by}"
        case events.Left(player):
            return f"leave {name_text(player)}"


def _played_text(act: events.Played) -> str:
    what = act.count if act.sets is None else act.sets
    return f"played{'' if what is None else f' {what}'}{' out' if act.is_out else ''}"


def parse_event(
    text: str, players: Players, piece: PieceKind, line: int = 1
) -> events.Event | events.Act:
    """One event of a match with these pieces. That it rests is no event: nothing is ruled."""
    found = read_statement(Line(text, line, players), piece)
    if isinstance(found, events.Noted):
        raise BadNotation("expected an event of the game, got a pause", line=line)
    return found


def parse_statement(text: str, players: Players, line: int = 1) -> Statement[events.Event]:
    """One event of a match of dice, with its time."""
    read = Line(text, line, players)
    found = read_statement(read, PieceKind.DIE)
    if isinstance(found, events.Noted):
        raise BadNotation("expected an event of the game, got a pause", line=line)
    assert isinstance(found, events.Event), "the table of dice reads nothing else"
    return Statement(found, read.at, line)


def _lines(text: str) -> Iterator[Line]:
    # Some editors put a byte order mark before the first letter. Not splitlines(): rulings count
    # lines as editors do, for whom a form feed begins none.
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff")), 1):
        said = line.partition("#")[0]
        if said.strip():
            yield Line(said, number)


_IN_PLACE = frozenset(("players", "option", "tag", "begin"))
"""What may not stand anywhere. Nearly every line says something else."""


class _RecordParser:
    """Reads the edition if there is one, the players, options and tags, then statements."""

    def parse(self, text: str) -> Record:
        check_digest(text)
        lines = _lines(text)
        first = next(lines, None)
        self.chosen: dict[str, str] = {}
        self.options: Options = DEFAULTS
        self.edition: Line | None = None
        if first is not None and first.keyword == "edition":
            named = first.word(1, "expected the name of an edition")
            # One of dice may name its edition, too; it has no choices there.
            if [word.text for word in first.words] != ["edition", TURBO.name]:
                self.name, self.edition = named.text, first
                self.chosen = dict(first.choice(at) for at in range(2, len(first.words)))
            first = next(lines, None)
        who = self._who(first)
        return self._record(who, lines)

    @property
    def piece(self) -> PieceKind:
        return PieceKind.DIE if self.edition is None else PieceKind.TILE

    def _who(self, first: Line | None) -> Line:
        if first is not None and first.keyword == "players":
            return first
        if self.edition is not None:
            expected = "expected 'players NAME, NAME, ...' after the edition"
            raise BadNotation(expected, line=self.edition.line)
        expected = "expected 'players NAME, NAME' as the first statement"
        if first is None:
            raise BadNotation(f"{expected}; there is no statement at all")
        raise first.words[0].bad(expected)

    def _record(self, who: Line, lines: Iterator[Line]) -> Record:
        players = who.two_players() if self.edition is None else who.some_players()
        tags: tuple[Tag, ...] = ()
        said: list[Statement[Said]] = []
        piece = self.piece
        for line in lines:
            line.players = players
            if line.keyword in _IN_PLACE:
                self._check_order(line, said)
            if line.keyword == "option" and not said:
                self._option(line)
            elif line.keyword == "tag":
                tags = line.tag(tags)
            else:
                said.append(Statement(read_statement(line, piece), line.at, line.line))
        return Record(players, tuple(said), who.at, self._options(len(players)), tags)

    def _option(self, line: Line) -> None:
        if self.edition is not None:
            self.chosen |= dict([line.choice(1)])
            return
        found = line.word(1, "expected the name of an option")
        line.nothing_after(2)
        try:
            self.options = with_option(self.options, found.text)
        except TurboError as error:
            raise BadNotation(str(error), line=line.line, column=found.column) from error

    def _options(self, players: int) -> AnyOptions:
        """At the end: options may follow in lines of their own, and decide what the edition is."""
        if self.edition is None:
            return self.options
        try:
            options = TileOptions(self.name, tuple(self.chosen.items()))
            options.edition.seats(players)
        except TurboError as error:
            # Without the place that it names itself: it knows no lines.
            expected = error.expected if isinstance(error, BadNotation) else str(error)
            raise BadNotation(expected, line=self.edition.line) from error
        return options

    def _check_order(self, line: Line, before: list[Statement[Said]]) -> None:
        if line.keyword == "players":
            raise line.fail("expected the players once only, at the top", line.words[0])
        # What a match was played under cannot change in its middle: rulings above would be wrong.
        # With tiles the time of a turn can, and `option` says so.
        fixed = ("option", "tag") if self.edition is None else ("tag",)
        if line.keyword in fixed and before:
            raise line.fail("expected options and tags before the first round", line.words[0])
        # Where racks are told by their counts the referee rules on it.
        if self.edition is None and line.keyword == "begin" and not self._is_opening(before):
            raise line.fail("expected 'begin' only right after 'round'", line.words[0])

    def _is_opening(self, before: list[Statement[Said]]) -> bool:
        """Nothing but beginnings since the round was started, and corrections of them; what can
        change nothing there does not matter: a rest, or an overruling of nothing."""
        begun = (events.TableBegun, events.HandBegun, events.TableCorrected, events.HandCorrected)
        passed_over = (*begun, events.Overruled, events.Noted)
        said = (one.event for one in reversed(before) if not isinstance(one.event, passed_over))
        return isinstance(next(said, None), events.RoundStarted)


__all__ = [
    "LONGEST_NAME", "STATEMENTS", "AnyOptions", "Line", "Players", "Record", "Said", "Statement",
    "Tag", "any_record", "check_name", "check_names", "check_tag", "composed", "name_text",
    "names_edition", "option_first", "parse_event", "parse_statement", "players_text",
    "statement_text", "with_option",
]  # fmt: skip
