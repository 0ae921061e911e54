"""Match records: one statement a line, typed by hand or exported, and back to the same events.

>>> record = Record.parse("players Ann, Bob\\nround Ann\\nthrow Ann b3 b4 ?  # one is cocked")
>>> record.players
('Ann', 'Bob')
>>> print(record)
players Ann, Bob
round Ann
throw Ann b3 b4 ?
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from turbo.errors import BadNotation, TurboError
from turbo.game.dice import Word, hand_text, words
from turbo.game.events import (
    Ended,
    Ending,
    Event,
    HandBegun,
    HandCorrected,
    HandedOver,
    Overruled,
    Passed,
    Rethrown,
    RoundStarted,
    Scored,
    TableBegun,
    TableCorrected,
    Thrown,
)
from turbo.game.layout import Layout
from turbo.game.sets import Faces

Players = tuple[str, str]

_TIME = re.compile(r"(?:^|(?<=\s))@\s*(?P<time>[^\s@]\S*)\s*$")
_RESERVED_NAME = "table"


@dataclass(frozen=True, slots=True)
class Statement:
    """One line of a record: the event, and when it happened if the line says so."""

    event: Event
    at: datetime | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match in text: the players, then what happened."""

    players: Players
    statements: tuple[Statement, ...] = ()
    at: datetime | None = None

    @staticmethod
    def parse(text: str) -> "Record":
        return _RecordParser().parse(text)

    def __str__(self) -> str:
        lines = [_timed(players_text(self.players), self.at)]
        lines += [_timed(statement_text(one.event), one.at) for one in self.statements]
        return "\n".join(lines)


def players_text(players: Players) -> str:
    return f"players {players[0]}, {players[1]}"


def _timed(text: str, at: datetime | None) -> str:
    return text if at is None else f"{text} @{at.isoformat()}"


def statement_text(event: Event) -> str:
    """The statement for an event, without its time. What only a live match knows is left out."""
    match event:
        case RoundStarted(starter):
            return f"round {starter}"
        case TableBegun(layout):
            return f"begin table {layout}".rstrip()
        case HandBegun(player, hand):
            return f"begin {player} {hand_text(hand)}"
        case Thrown(player, hand):
            return f"throw {player} {hand_text(hand)}"
        case Rethrown(player, hand):
            return f"rethrow {player} {hand_text(hand)}"
        case HandedOver(layout):
            return f"table {layout}".rstrip()
        case Passed():
            return "pass"
        case HandCorrected(player, hand):
            return f"correct {player} {hand_text(hand)}"
        case TableCorrected(layout):
            return f"correct table {layout}".rstrip()
        case Overruled(reason):
            return f"overrule {reason}"
        case Scored(player, points, by):
            return f"score {player} {points} {by}"
        case Ended(reason):
            return f"end {reason}"


def parse_statement(text: str, players: Players, line: int = 1) -> Statement:
    """One statement of a match between these players."""
    return _Line(text, line, players).statement()


def check_name(name: str) -> str:
    """Names hold no blank, comma or ``#``, and do not look like a part of a statement."""
    if not name or re.search(r"[\s,#]", name) or name.startswith("@") or name == _RESERVED_NAME:
        raise TurboError(
            "expected a name without blank, comma or '#', not 'table' and not beginning with '@',"
            f" got {name!r}"
        )
    return name


class _Line:
    """One line of a record without its comment, read from left to right."""

    def __init__(self, text: str, line: int, players: Players | None = None) -> None:
        self.line = line
        self.text = text.partition("#")[0]
        self.players = players
        self.at: datetime | None = None
        self._take_time()
        self.words = list(words(self.text, line=line))

    @property
    def keyword(self) -> str:
        return self.words[0].text if self.words else ""

    def _take_time(self) -> None:
        """Cut off ``@`` and a time at the end. In a reason, an ``@`` may be just a word."""
        found = _TIME.search(self.text)
        if found is None:
            return
        try:
            self.at = datetime.fromisoformat(found["time"])
        except ValueError:
            if self.text.split()[0] in ("overrule", "end"):
                return
            stamp = Word(found["time"], self.line, found.start("time") + 1)
            raise stamp.bad("expected a time such as 2026-11-15T20:15:00 after '@'") from None
        self.text = self.text[: found.start()]

    def fail(self, expected: str, word: Word | None = None) -> BadNotation:
        if word is not None:
            return word.bad(expected)
        column = len(self.text.rstrip()) + 1
        return BadNotation(f"{expected}, got the end of the line", line=self.line, column=column)

    def statement(self) -> Statement:
        if not self.words:
            raise self.fail("expected a statement")
        if "\n" in self.text:
            raise self.fail("expected one statement on one line")
        read = _READERS.get(self.keyword)
        if read is None:
            known = ", ".join(_READERS)
            raise self.fail(f"expected one of {known}", self.words[0])
        try:
            return Statement(read(self), self.at, self.line)
        except BadNotation:
            raise
        except TurboError as error:
            column = self.words[0].column
            raise BadNotation(str(error), line=self.line, column=column) from error

    def two_players(self) -> Players:
        names = list(words(self.text, r"[^\s,]+|,", line=self.line))[1:]
        if [word.text == "," for word in names] != [False, True, False]:
            bad = next((w for w, comma in zip(names, (0, 1, 0)) if (w.text == ",") != comma), None)  # noqa: B905
            extra = names[3] if bad is None and len(names) > 3 else bad
            raise self.fail("expected 'players NAME, NAME'", extra)
        for word in (names[0], names[2]):
            try:
                check_name(word.text)
            except TurboError as error:
                raise BadNotation(str(error), line=self.line, column=word.column) from error
        if names[0].text == names[2].text:
            raise self.fail("expected another name for the second player", names[2])
        return names[0].text, names[2].text

    def word(self, place: int, expected: str) -> Word:
        if place >= len(self.words):
            raise self.fail(expected)
        return self.words[place]

    def player(self, place: int) -> str:
        assert self.players is not None
        expected = f"expected a player's name, {self.players[0]} or {self.players[1]}"
        found = self.word(place, expected)
        if found.text not in self.players:
            raise found.bad(expected)
        return found.text

    def hand(self, start: int) -> Faces:
        self.word(start, "expected the faces of the whole hand")
        return tuple(word.face() for word in self.words[start:])

    def layout(self, start: int) -> Layout:
        if start >= len(self.words):
            return Layout()
        column = self.words[start].column
        return Layout.parse(self.text[column - 1 :], line=self.line, column=column)

    def reason(self) -> str:
        self.word(1, "expected a reason in a few words")
        return " ".join(word.text for word in self.words[1:])

    def nothing_after(self, count: int) -> None:
        if len(self.words) > count:
            raise self.fail("expected the end of the line", self.words[count])


def _read_round(line: _Line) -> Event:
    starter = line.player(1)
    line.nothing_after(2)
    return RoundStarted(starter)


def _read_begin(line: _Line) -> Event:
    if line.word(1, "expected 'table' or a player's name").text == _RESERVED_NAME:
        return TableBegun(line.layout(2))
    return HandBegun(line.player(1), line.hand(2))


def _read_correct(line: _Line) -> Event:
    if line.word(1, "expected 'table' or a player's name").text == _RESERVED_NAME:
        return TableCorrected(line.layout(2))
    return HandCorrected(line.player(1), line.hand(2))


def _read_pass(line: _Line) -> Event:
    line.nothing_after(1)
    return Passed()


def _read_score(line: _Line) -> Event:
    player = line.player(1)
    points = line.word(2, "expected the points of the round")
    if not re.fullmatch(r"[0-9]{1,3}", points.text):
        raise points.bad("expected points, a whole number from 0 to 999")
    by = line.word(3, "expected 'out' or 'block'")
    if by.text not in tuple(Ending):
        raise by.bad("expected 'out' or 'block'")
    line.nothing_after(4)
    return Scored(player, int(points.text), Ending(by.text))


_READERS: dict[str, Callable[[_Line], Event]] = {
    "round": _read_round,
    "begin": _read_begin,
    "throw": lambda line: Thrown(line.player(1), line.hand(2)),
    "rethrow": lambda line: Rethrown(line.player(1), line.hand(2)),
    "table": lambda line: HandedOver(line.layout(1)),
    "pass": _read_pass,
    "correct": _read_correct,
    "overrule": lambda line: Overruled(line.reason()),
    "score": _read_score,
    "end": lambda line: Ended(line.reason()),
}


class _RecordParser:
    """Reads the players first, then statements; `begin` only right after `round`."""

    def parse(self, text: str) -> Record:
        lines = self._lines(text.removeprefix("\ufeff"))
        first = next(lines, None)
        if first is None or first.keyword != "players":
            word = Word("the end", 1, 1) if first is None else first.words[0]
            raise word.bad("expected 'players NAME, NAME' as the first statement")
        players = first.two_players()
        statements: list[Statement] = []
        for line in lines:
            line.players = players
            self._check_order(line, statements)
            statements.append(line.statement())
        return Record(players, tuple(statements), first.at)

    def _lines(self, text: str) -> Iterator[_Line]:
        for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
            if line.partition("#")[0].strip():
                yield _Line(line, number)

    def _check_order(self, line: _Line, before: list[Statement]) -> None:
        if line.keyword == "players":
            raise line.fail("expected the players once only, at the top", line.words[0])
        opening = (RoundStarted, TableBegun, HandBegun)
        if line.keyword == "begin" and not (before and isinstance(before[-1].event, opening)):
            raise line.fail("expected 'begin' only right after 'round'", line.words[0])
