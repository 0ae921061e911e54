"""Records of tile games: the same file, with an `edition` before the players.

>>> text = "edition original-jumbo time=90\\nplayers Ann, Bob, Cid\\nround Ann\\ndraw"
>>> print(Transcript.parse(text))
edition original-jumbo time=90
players Ann, Bob, Cid
round Ann
draw
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from turbo.errors import BadNotation, TurboError
from turbo.game.dice import hand_text
from turbo.game.digest import check_digest
from turbo.game.editions import GOLIATH, TURBO, Edition, edition
from turbo.game.events import (
    Act,
    Drawn,
    Ended,
    Ending,
    HandedOver,
    Left,
    Note,
    Noted,
    Overruled,
    Passed,
    Penalised,
    Played,
    RackBegun,
    RackCorrected,
    RackShown,
    Redealt,
    Resigned,
    Retimed,
    Returned,
    RoundStarted,
    ScoredAll,
    TableBegun,
    TableCorrected,
)
from turbo.game.layout import Layout
from turbo.game.record import Line, Record, Tag, check_names, name_text, unquoted
from turbo.game.sets import Faces

Told = Act | Noted


@dataclass(frozen=True, slots=True)
class Said:
    """One line: what happened, and when if the line says so."""

    act: Told
    at: datetime | None = None
    # Where it stood is no part of what was said: a record that is printed and read again is the
    # same.
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole match of tiles in text."""

    edition: Edition
    players: tuple[str, ...]
    acts: tuple[Said, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    tags: tuple[Tag, ...] = ()
    at: datetime | None = None

    @staticmethod
    def parse(text: str) -> "Transcript":
        return _Parser().parse(text)

    def __str__(self) -> str:
        chosen = "".join(f" {key}={value}" for key, value in self.options)
        names = ", ".join(map(name_text, self.players))
        lines = [f"edition {self.edition.name}{chosen}", _timed(f"players {names}", self.at)]
        lines += [f"tag {key} {value}" for key, value in self.tags]
        lines += [_timed(act_text(one.act), one.at) for one in self.acts]
        return "\n".join(lines)


def is_transcript(text: str) -> bool:
    """Whether a record names an edition of tiles: without one it is the dice's."""
    # Windows' editor puts a mark before the first word, which would be no 'edition' with it.
    for line in text.removeprefix("\ufeff").splitlines():
        said = line.partition("#")[0].split()
        if said:
            return said[0] == "edition" and said[1:2] != [TURBO.name]
    return False


def any_record(text: str) -> Record | Transcript:
    """A record of whichever game it names."""
    return Transcript.parse(text) if is_transcript(text) else Record.parse(text)


def _timed(text: str, at: datetime | None) -> str:
    return text if at is None else f"{text} @{at.isoformat()}"


def act_text(act: Told) -> str:
    """The statement for an act, without its time."""
    match act:
        case Noted(what):
            return str(what)
        case RoundStarted(starter):
            return f"round {name_text(starter)}"
        case TableBegun(layout):
            return f"begin table {layout}".rstrip()
        case RackBegun(player, count, melded):
            return f"begin {name_text(player)} {count}{' out' if melded else ''}"
        case HandedOver(layout):
            # An empty layout prints as nothing: no blank is left at the line's end.
            return f"table {layout}".rstrip()
        case Played():
            return _played_text(act)
        case Drawn():
            return "draw"
        case Passed():
            return "pass"
        case Penalised(tiles, None):
            return f"penalty {tiles}"
        case Penalised(tiles, table):
            return f"penalty {tiles} table {table}".rstrip()
        case Returned(faces):
            return f"return {hand_text(faces)}"
        case Redealt(player, faces):
            return f"redeal {name_text(player)} {hand_text(faces)}"
        case RackShown(player, rack):
            held = str(rack) if isinstance(rack, int) else hand_text(rack)
            return f"rack {name_text(player)} {held}".rstrip()
        case RackCorrected(player, count, faces):
            said = str(count) if faces is None else hand_text(faces)
            return f"correct {name_text(player)} {said}"
        case Retimed(time_s):
            return f"option time={'off' if time_s is None else time_s}"
        case TableCorrected(layout):
            return f"correct table {layout}".rstrip()
        case Overruled(reason):
            return f"overrule {reason}"
        case ScoredAll(points, by):
            each = ", ".join(f"{name_text(name)} {own}" for name, own in points)
            return f"score {each} {by}"
        case Left(player):
            return f"leave {name_text(player)}"
        case Resigned(player):
            return f"resign {name_text(player)}"
        case Ended(reason):
            return f"end {reason}"


def _played_text(act: Played) -> str:
    what = act.count if act.sets is None else act.sets
    return f"played{'' if what is None else f' {what}'}{' out' if act.is_out else ''}"


def parse_act(text: str, players: tuple[str, ...]) -> Act:
    """One statement of a match of tiles; a pause is none."""
    line = _TileLine(text, 1, players)
    if not line.words:
        raise BadNotation("expected a statement")
    act = line.read().act
    if isinstance(act, Noted):
        raise BadNotation("expected something that happens in the game")
    return act


class _TileLine(Line):
    """A line of a tile record: special jokers are faces, and racks may be counts."""

    def tiles(self, start: int) -> Faces:
        return tuple(word.face(special=True) for word in self.words[start:])

    def tile_layout(self, start: int) -> Layout:
        if start >= len(self.words):
            return Layout()
        column = self.words[start].column
        return Layout.parse(self.text[column - 1 :], line=self.line, column=column, special=True)

    def count(self, place: int, expected: str) -> int:
        found = self.word(place, expected)
        if not re.fullmatch(r"[0-9]{1,3}", found.text):
            raise found.bad(expected)
        return int(found.text)

    def read(self) -> Said:
        read = STATEMENTS.get(self.keyword)
        if read is None:
            # Said in its own words: who types dice into a record of tiles has forgotten where they
            # are.
            if self.keyword in ("throw", "rethrow"):
                raise self.fail("expected no throw: tiles are not thrown", self.words[0])
            raise self.fail(f"expected one of {', '.join(STATEMENTS)}", self.words[0])
        try:
            return Said(read(self), self.at, self.line)
        # It knows its own place in the line; what other errors say is given that of the statement.
        except BadNotation:
            raise
        except TurboError as error:
            column = self.words[0].column
            raise BadNotation(str(error), line=self.line, column=column) from error


def _read_begin(line: _TileLine) -> Act:
    if line.word(1, "expected 'table' or a player's name").text == "table":
        return TableBegun(line.tile_layout(2))
    player, count = line.player(1), line.count(2, "expected how many tiles the rack has")
    if len(line.words) == 3:
        return RackBegun(player, count)
    if line.words[3].text != "out":
        raise line.words[3].bad("expected 'out' or the end of the line")
    line.nothing_after(4)
    return RackBegun(player, count, melded=True)


def _read_correct(line: _TileLine) -> Act:
    if line.word(1, "expected 'table' or a player's name").text == "table":
        return TableCorrected(line.tile_layout(2))
    player = line.player(1)
    found = line.word(2, "expected a number of tiles, or the tiles of a rack")
    # A face begins with a letter, so that a number alone is a count.
    if re.fullmatch(r"[0-9]{1,3}", found.text):
        line.nothing_after(3)
        return RackCorrected(player, count=int(found.text))
    return RackCorrected(player, tiles=line.tiles(2))


def _read_penalty(line: _TileLine) -> Act:
    tiles = line.count(1, "expected how many tiles are drawn")
    if len(line.words) == 2:
        return Penalised(tiles)
    if line.words[2].text != "table":
        raise line.words[2].bad("expected 'table LAYOUT' or the end of the line")
    return Penalised(tiles, line.tile_layout(3))


def _read_played(line: _TileLine) -> Act:
    # Last, since what lies before it may be a number, sets or nothing.
    is_out = line.words[-1].text == "out"
    said = line.words[1 : len(line.words) - is_out]
    if not said:
        return Played(is_out=is_out)
    if len(said) == 1 and re.fullmatch(r"[0-9]{1,3}", said[0].text):
        return Played(count=int(said[0].text), is_out=is_out)
    column = said[0].column
    end = line.words[-1].column - 1 if is_out else None
    text = line.text[column - 1 : end]
    sets = Layout.parse(text, line=line.line, column=column, special=True)
    return Played(sets, is_out=is_out)


def _read_rack(line: _TileLine) -> Act:
    player = line.player(1)
    # Points, not tiles: what people add up at the end; of an open rack the tiles are typed.
    if len(line.words) == 3 and re.fullmatch(r"[0-9]{1,5}", line.words[2].text):
        return RackShown(player, int(line.words[2].text))
    return RackShown(player, line.tiles(2))


def _read_option(line: _TileLine) -> Act:
    """In the middle of a match only the time of a turn can still be chosen."""
    said = line.word(1, "expected 'option time=SECONDS' or 'option time=off'")
    key, _, value = said.text.partition("=")
    line.nothing_after(2)
    if key != "time":
        raise said.bad("expected 'time': nothing else can be chosen while a match is played")
    # Read by the edition whose time is free to choose: 'off' and the bounds are the same for all.
    return Retimed(edition(GOLIATH.name, {"time": value}).time_s)


def _read_score(line: _TileLine) -> Act:
    expected = "expected 'score NAME POINTS, NAME POINTS, ... out' or 'block'"
    # From the end: names with blanks and commas between them stand in front.
    by = line.words[-1]
    if by.text not in tuple(Ending) or len(line.words) < 4:
        raise line.fail(expected, by)
    body = line.text[line.words[1].column - 1 : by.column - 1]
    points = []
    for part in body.split(","):
        found = re.fullmatch(r'\s*(?P<name>"[^"]*"|\S+)\s+(?P<points>[+-]?[0-9]{1,5})\s*', part)
        if found is None:
            raise line.fail(expected, line.words[1])
        name = unquoted(found["name"])
        if line.players is None or name not in line.players:
            raise line.fail(f"expected a player's name for {name}", line.words[1])
        points.append((name, int(found["points"])))
    return ScoredAll(tuple(points), Ending(by.text))


def _alone(told: Told) -> Callable[[_TileLine], Told]:
    def read(line: _TileLine) -> Told:
        line.nothing_after(1)
        return told

    return read


def _named(make: Callable[[str], Told]) -> Callable[[_TileLine], Told]:
    def read(line: _TileLine) -> Told:
        player = line.player(1)
        line.nothing_after(2)
        return make(player)

    return read


def _some(tiles: Faces, line: _TileLine) -> Faces:
    if not tiles:
        raise line.fail("expected tiles")
    return tiles


STATEMENTS: dict[str, Callable[[_TileLine], Told]] = {
    "round": _named(RoundStarted),
    "begin": _read_begin,
    "table": lambda line: HandedOver(line.tile_layout(1)),
    "played": _read_played,
    "draw": _alone(Drawn()),
    "pass": _alone(Passed()),
    "penalty": _read_penalty,
    "return": lambda line: Returned(_some(line.tiles(1), line)),
    "redeal": lambda line: Redealt(line.player(1), _some(line.tiles(2), line)),
    "rack": _read_rack,
    "correct": _read_correct,
    "option": _read_option,
    "overrule": lambda line: Overruled(line.reason()),
    "score": _read_score,
    "leave": _named(Left),
    "resign": _named(Resigned),
    "end": lambda line: Ended(line.reason()),
    "pause": _alone(Noted(Note.PAUSE)),
    "resume": _alone(Noted(Note.RESUME)),
}


class _Parser:
    """The edition first, then the players, options and tags, then what happened."""

    def parse(self, text: str) -> Transcript:
        check_digest(text)
        lines = self._lines(text.removeprefix("\ufeff"))
        head = next(lines, None)
        if head is None or head.keyword != "edition":
            raise BadNotation("expected 'edition NAME' as the first statement", line=1)
        options = dict(self._option(head, word.text) for word in head.words[2:])
        name = head.word(1, "expected the name of an edition").text
        who = next(lines, None)
        if who is None or who.keyword != "players":
            raise BadNotation(
                "expected 'players NAME, NAME, ...' after the edition", line=head.line
            )
        players = self._players(who)
        tags: tuple[Tag, ...] = ()
        acts: list[Said] = []
        for line in lines:
            line.players = players
            if line.keyword == "option" and not acts:
                key, value = self._option(line, line.word(1, "expected an option").text)
                options[key] = value
            elif line.keyword == "tag" and not acts:
                tags = line.tag(tags)
            else:
                acts.append(line.read())
        try:
            # At the end: options may follow in lines of their own, and decide what the edition is.
            chosen = edition(name, options)
            chosen.seats(len(players))
        except TurboError as error:
            # Without the place that it names itself: it knows no lines.
            expected = error.expected if isinstance(error, BadNotation) else str(error)
            raise BadNotation(expected, line=head.line) from error
        return Transcript(chosen, players, tuple(acts), tuple(options.items()), tags, who.at)

    def _lines(self, text: str) -> Iterator[_TileLine]:
        for number, raw in enumerate(text.splitlines(), 1):
            line = _TileLine(raw, number)
            if line.words:
                yield line

    @staticmethod
    def _option(line: _TileLine, text: str) -> tuple[str, str]:
        key, is_given, value = text.partition("=")
        if not is_given:
            raise line.fail("expected OPTION=VALUE", line.words[-1])
        return key.replace("-", "_"), value

    @staticmethod
    def _players(line: _TileLine) -> tuple[str, ...]:
        body = line.text.partition("players")[2]
        try:
            # A quoted name holds no comma (`check_name`), so that splitting at commas cuts none.
            return check_names(tuple(unquoted(part.strip()) for part in body.split(",")))
        except TurboError as error:
            raise BadNotation(str(error), line=line.line) from error
