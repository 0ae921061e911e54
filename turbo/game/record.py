"""Match records: one statement a line, typed by hand or exported, and back to the same events.

The players stand first, then what the match was played under (`option`) and what people want to
remember of it (`tag`), then what happened. Whatever is written is read back to the same value, so
that a record is judged everywhere as it was judged first.

>>> record = Record.parse("players Ann, Bob\\nround Ann\\nthrow Ann b3 b4 ?  # one is cocked")
>>> record.players
('Ann', 'Bob')
>>> print(record)
players Ann, Bob
round Ann
throw Ann b3 b4 ?
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any, Generic, TypeVar

from turbo.errors import BadNotation, TurboError
from turbo.game.dice import Word, hand_text, shortened, words
from turbo.game.digest import check_digest
from turbo.game.events import (
    Ended,
    Ending,
    Event,
    HandBegun,
    HandCorrected,
    HandedOver,
    Note,
    Noted,
    Overruled,
    Passed,
    Resigned,
    Rethrown,
    RoundStarted,
    Scored,
    TableBegun,
    TableCorrected,
    Thrown,
    ends_in_time,
    is_printable,
)
from turbo.game.layout import Layout
from turbo.game.match import DEFAULTS, Options
from turbo.game.sets import Faces

Players = tuple[str, str]

# Only behind a blank: an address in a reason is no time.
_TIME = re.compile(r"(?:^|(?<=\s))@\s*(?P<time>[^\s@]\S*)\s*$")
_WORD = r'"[^"]*"|\S+'
"""A name with blanks stands in double quotes."""
# `correct table` and `begin table` stand where a name could stand.
_RESERVED_NAME = "table"

LONGEST_NAME = 40
"""Letters. What fits beside another name on a score card, a lamp's label or a television."""

LONGEST_TAG = 200
"""Letters of a tag's value: a place or an event, not an essay."""

Said = Event | Noted
"""What a line of a record may say: an event, or that the match rests or goes on."""

Tag = tuple[str, str]
"""Something that people want to keep with a match, such as its date, event, place or table."""


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
    options: Options = DEFAULTS
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
        lines = [_timed(players_text(self.players), self.at)]
        lines += [f"option {one}" for one in option_texts(self.options)]
        lines += [f"tag {key} {value}" for key, value in self.tags]
        lines += [_timed(statement_text(one.event), one.at) for one in self.statements]
        return "\n".join(lines)


def players_text(players: Players) -> str:
    return f"players {', '.join(map(name_text, players))}"


def name_text(name: str) -> str:
    return f'"{name}"' if " " in name else name


def option_texts(options: Options) -> list[str]:
    """The options that are not as usual: ``strict-block``, or ``rounds=3``."""
    found = []
    for one in fields(Options):
        value, name = getattr(options, one.name), one.name.replace("_", "-")
        # What is as usual is not written: an export looks as people would type it.
        if value != one.default:
            found.append(name if value is True else f"{name}={value}")
    return found


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


def check_tag(tag: Tag) -> Tag:
    """A key is one word; a value is one line that a comment or a time would not cut short."""
    key, value = tag
    if not re.fullmatch(r"[\w.-]{1,40}", key):
        raise TurboError(f"expected a key of letters, digits, '.' and '-', got {shortened(key)}")
    is_plain = value and "#" not in value and value == " ".join(value.split())
    if not is_plain or len(value) > LONGEST_TAG or not is_printable(value) or ends_in_time(value):
        raise TurboError(f"expected a few words for the tag {key}, without '#' or a time after '@'")
    return tag


def _timed(text: str, at: datetime | None) -> str:
    return text if at is None else f"{text} @{at.isoformat()}"


def statement_text(event: Said) -> str:
    """The statement for an event, without its time. What only a live match knows is left out."""
    match event:
        case Noted(what):
            return str(what)
        case RoundStarted(starter):
            return f"round {name_text(starter)}"
        case TableBegun(layout):
            return f"begin table {layout}".rstrip()
        case HandBegun(player, hand):
            return f"begin {name_text(player)} {hand_text(hand)}"
        case Thrown(player, hand):
            return f"throw {name_text(player)} {hand_text(hand)}"
        case Rethrown(player, hand):
            return f"rethrow {name_text(player)} {hand_text(hand)}"
        case HandedOver(layout):
            return f"table {layout}".rstrip()
        case Passed():
            return "pass"
        case HandCorrected(player, hand):
            return f"correct {name_text(player)} {hand_text(hand)}"
        case TableCorrected(layout):
            return f"correct table {layout}".rstrip()
        case Overruled(reason):
            return f"overrule {reason}"
        case Scored(player, points, by):
            return f"score {name_text(player)} {points} {by}"
        case Resigned(player):
            return f"resign {name_text(player)}"
        case Ended(reason):
            return f"end {reason}"


def parse_statement(text: str, players: Players, line: int = 1) -> Statement[Event]:
    """One event of a match between these players. That it rests is no event: nothing is ruled."""
    found = Line(text, line, players).statement()
    if isinstance(found.event, Noted):
        raise BadNotation("expected an event of the game, got a pause", line=line)
    return Statement(found.event, found.at, line)


def check_name(name: str) -> str:
    """Names hold no comma, quote or ``#`` and at most single blanks, and do not look like a part
    of a statement."""
    is_plain = name and name == " ".join(name.split()) and not re.search(r'[,#"]', name)
    if not is_plain or name.startswith("@") or name == _RESERVED_NAME:
        raise TurboError(
            "expected a name without comma, quote or '#', not 'table' and not beginning with '@',"
            f" got {shortened(name)}"
        )
    if len(name) > LONGEST_NAME or not is_printable(name):
        raise TurboError(
            f"expected a name of at most {LONGEST_NAME} letters without control characters,"
            f" got {shortened(name)}"
        )
    return name


def composed(text: str) -> str:
    """The same letters written one way: 'ë' may be one sign or an 'e' and two dots, and looks the
    same (Unicode's form C)."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def check_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Every name by itself, and no two the same: a statement must tell who is meant."""
    names = tuple(map(composed, names))
    for name in names:
        check_name(name)
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise TurboError(f"two players are called {twice}")
    return names


class Line:
    """One line of a record without its comment, read from left to right."""

    def __init__(self, text: str, line: int, players: tuple[str, ...] | None = None) -> None:
        self.line = line
        # Names, reasons and tags hold no '#', so nothing but a comment is cut off.
        self.text = composed(text.partition("#")[0])
        self.players = players
        self.at: datetime | None = None
        self._take_time()
        self.words = list(words(self.text, _WORD, line=line))

    @property
    def keyword(self) -> str:
        return self.words[0].text if self.words else ""

    def _take_time(self) -> None:
        """Cut off ``@`` and a time at the end. In a reason, an ``@`` may be just a word."""
        found = _TIME.search(self.text) if "@" in self.text else None
        if found is None:
            return
        try:
            self.at = datetime.fromisoformat(found["time"])
        except ValueError:
            # There an '@' may be just a word of what somebody wrote.
            if self.text.split()[0] in ("overrule", "end", "tag"):
                return
            stamp = Word(found["time"], self.line, found.start("time") + 1)
            raise stamp.bad("expected a time such as 2026-11-15T20:15:00 after '@'") from None
        self.text = self.text[: found.start()]

    def fail(self, expected: str, word: Word | None = None) -> BadNotation:
        if word is not None:
            return word.bad(expected)
        # Behind the last letter: there something is missing.
        column = len(self.text.rstrip()) + 1
        return BadNotation(f"{expected}, got the end of the line", line=self.line, column=column)

    def statement(self) -> Statement[Said]:
        if not self.words:
            raise self.fail("expected a statement")
        # A file comes here line by line; a statement that a program sends may be anything.
        if "\n" in self.text:
            raise self.fail("expected one statement on one line")
        read = STATEMENTS.get(self.keyword)
        if read is None:
            known = ", ".join(STATEMENTS)
            raise self.fail(f"expected one of {known}", self.words[0])
        try:
            return Statement(read(self), self.at, self.line)
        except BadNotation:
            raise
        except TurboError as error:
            column = self.words[0].column
            raise BadNotation(str(error), line=self.line, column=column) from error

    def two_players(self) -> Players:
        names = list(words(self.text, r'"[^"]*"|[^\s,]+|,', line=self.line))[1:]
        if [word.text == "," for word in names] != [False, True, False]:
            # Not strict: there may be fewer words than three, or more.
            bad = next((w for w, comma in zip(names, (0, 1, 0)) if (w.text == ",") != comma), None)  # noqa: B905
            extra = names[3] if bad is None and len(names) > 3 else bad
            raise self.fail(_players_expected(extra), extra)
        one, other = (self._new_name(word) for word in (names[0], names[2]))
        if one == other:
            raise self.fail("expected another name for the second player", names[2])
        return one, other

    def _new_name(self, word: Word) -> str:
        try:
            return check_name(unquoted(word.text))
        except TurboError as error:
            raise BadNotation(str(error), line=self.line, column=word.column) from error

    def option(self, options: Options) -> Options:
        found = self.word(1, "expected the name of an option")
        self.nothing_after(2)
        try:
            return with_option(options, found.text)
        except TurboError as error:
            raise BadNotation(str(error), line=self.line, column=found.column) from error

    def tag(self, tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
        key = self.word(1, "expected 'tag KEY VALUE'")
        self.word(2, "expected 'tag KEY VALUE'")
        if key.text in dict(tags):
            raise key.bad("expected every tag once")
        try:
            return (*tags, check_tag((key.text, " ".join(self.text.split()[2:]))))
        except TurboError as error:
            raise BadNotation(str(error), line=self.line, column=key.column) from error

    def word(self, place: int, expected: str) -> Word:
        if place >= len(self.words):
            raise self.fail(expected)
        return self.words[place]

    def player(self, place: int) -> str:
        assert self.players is not None
        # As they are written here: who left the quotes out sees them in the answer.
        expected = f"expected a player's name, {' or '.join(map(name_text, self.players))}"
        found = self.word(place, expected)
        # A name that was let in with quotes of its own, before quotes meant anything, stays itself.
        for name in (unquoted(found.text), found.text):
            if name in self.players:
                return name
        raise found.bad(expected)

    def hand(self, start: int) -> Faces:
        self.word(start, "expected the faces of the whole hand")
        return tuple([word.face() for word in self.words[start:]])

    def layout(self, start: int) -> Layout:
        if start >= len(self.words):
            return Layout()
        column = self.words[start].column
        return Layout.parse(self.text[column - 1 :], line=self.line, column=column)

    def reason(self) -> str:
        self.word(1, "expected a reason in a few words")
        return " ".join(self.text.split()[1:])

    def nothing_after(self, count: int) -> None:
        if len(self.words) > count:
            raise self.fail("expected the end of the line", self.words[count])


def _players_expected(found: Word | None) -> str:
    """A word where a comma or the end should stand is most often the second part of a name."""
    form = "expected 'players NAME, NAME'"
    if found is None or found.text == ",":
        return form
    return f'{form}, a name with blanks in double quotes such as "Ann Lee"'


def unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] == '"'
    return " ".join(text[1:-1].split()) if is_quoted else text


def _read_alone(said: Said) -> "Callable[[Line], Said]":
    def read(line: Line) -> Said:
        line.nothing_after(1)
        return said

    return read


def _read_resign(line: Line) -> Said:
    player = line.player(1)
    line.nothing_after(2)
    return Resigned(player)


def _read_round(line: Line) -> Event:
    starter = line.player(1)
    line.nothing_after(2)
    return RoundStarted(starter)


def _read_begin(line: Line) -> Event:
    if line.word(1, "expected 'table' or a player's name").text == _RESERVED_NAME:
        return TableBegun(line.layout(2))
    return HandBegun(line.player(1), line.hand(2))


def _read_correct(line: Line) -> Event:
    if line.word(1, "expected 'table' or a player's name").text == _RESERVED_NAME:
        return TableCorrected(line.layout(2))
    return HandCorrected(line.player(1), line.hand(2))


def _read_score(line: Line) -> Event:
    player = line.player(1)
    points = line.word(2, "expected the points of the round")
    if not re.fullmatch(r"[0-9]{1,3}", points.text):
        raise points.bad("expected points, a whole number from 0 to 999")
    by = line.word(3, "expected 'out' or 'block'")
    if by.text not in tuple(Ending):
        raise by.bad("expected 'out' or 'block'")
    line.nothing_after(4)
    return Scored(player, int(points.text), Ending(by.text))


STATEMENTS: dict[str, Callable[[Line], Said]] = {
    "round": _read_round,
    "begin": _read_begin,
    "throw": lambda line: Thrown(line.player(1), line.hand(2)),
    "rethrow": lambda line: Rethrown(line.player(1), line.hand(2)),
    "table": lambda line: HandedOver(line.layout(1)),
    "pass": _read_alone(Passed()),
    "correct": _read_correct,
    "overrule": lambda line: Overruled(line.reason()),
    "score": _read_score,
    "resign": _read_resign,
    "end": lambda line: Ended(line.reason()),
    "pause": _read_alone(Noted(Note.PAUSE)),
    "resume": _read_alone(Noted(Note.RESUME)),
}


class _RecordParser:
    """Reads the players first, then options and tags, then statements; `begin` only right after
    `round`."""

    def parse(self, text: str) -> Record:
        check_digest(text)
        # Some editors put a byte order mark before the first letter.
        lines = self._lines(text.removeprefix("\ufeff"))
        first = next(lines, None)
        # Records of tiles name their edition first; one of dice may do so too.
        if first is not None and [w.text for w in first.words] == ["edition", "turbo"]:
            first = next(lines, None)
        if first is None or first.keyword != "players":
            expected = "expected 'players NAME, NAME' as the first statement"
            if first is None:
                raise BadNotation(f"{expected}; there is no statement at all")
            raise first.words[0].bad(expected)
        players = first.two_players()
        options = DEFAULTS
        tags: tuple[Tag, ...] = ()
        statements: list[Statement[Said]] = []
        for line in lines:
            line.players = players
            self._check_order(line, statements)
            if line.keyword == "option":
                options = line.option(options)
            elif line.keyword == "tag":
                tags = line.tag(tags)
            else:
                statements.append(line.statement())
        return Record(players, tuple(statements), first.at, options, tags)

    def _lines(self, text: str) -> Iterator[Line]:
        # Not splitlines(): rulings count lines as editors do, for whom a form feed begins none.
        for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
            if line.partition("#")[0].strip():
                yield Line(line, number)

    def _check_order(self, line: Line, before: list[Statement[Said]]) -> None:
        if line.keyword == "players":
            raise line.fail("expected the players once only, at the top", line.words[0])
        # What a match was played under cannot change in its middle: rulings above would be wrong.
        if line.keyword in ("option", "tag") and before:
            raise line.fail("expected options and tags before the first round", line.words[0])
        if line.keyword == "begin" and not self._is_opening(before):
            raise line.fail("expected 'begin' only right after 'round'", line.words[0])

    def _is_opening(self, before: list[Statement[Said]]) -> bool:
        """Nothing but beginnings since the round was started; what can change nothing there does
        not matter: a rest, or an overruling of nothing."""
        passed_over = (TableBegun, HandBegun, Overruled, Noted)
        events = (one.event for one in reversed(before) if not isinstance(one.event, passed_over))
        return isinstance(next(events, None), RoundStarted)
