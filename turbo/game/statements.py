"""What a line of a record may say, by its first word: one table for dice, one for tiles.

What both games know, both say alike; `begin`, `correct` and `score` tell of hands there and of
racks here.
"""

import re
from collections.abc import Callable

from turbo.errors import BadNotation, TurboError
from turbo.game import events
from turbo.game.editions import GOLIATH, PieceKind, edition
from turbo.game.layout import Layout
from turbo.game.record_lines import RESERVED_NAME, Line, unquoted
from turbo.game.sets import Faces

Said = events.Event | events.Act | events.Noted
"""What a line of a record may say: something that happened, or that the match rests or goes on."""

Read = Callable[[Line], Said]


def read_statement(line: Line, piece: PieceKind) -> Said:
    """What a line says in the game with these pieces."""
    if not line.texts:
        raise line.fail("expected a statement")
    # A file comes here line by line; a statement that a program sends may be anything.
    if "\n" in line.text:
        raise line.fail("expected one statement on one line")
    known = STATEMENTS[piece]
    read = known.get(line.keyword)
    if read is None:
        # In its own words: who types dice into a record of tiles has forgotten where they are.
        if line.keyword in ("throw", "rethrow"):
            raise line.fail("expected no throw: tiles are not thrown", line.words[0])
        raise line.fail(f"expected one of {', '.join(known)}", line.words[0])
    try:
        return read(line)
    # It knows its own place in the line; what other errors say is given that of the statement.
    except BadNotation:
        raise
    except TurboError as error:
        column = line.words[0].column
        raise BadNotation(str(error), line=line.line, column=column) from error


def _alone(said: Said) -> Read:
    def read(line: Line) -> Said:
        line.nothing_after(1)
        return said

    return read


def _named(make: Callable[[str], Said]) -> Read:
    def read(line: Line) -> Said:
        player = line.player(1)
        line.nothing_after(2)
        return make(player)

    return read


def _table_or(table: Read, hand: Read) -> Read:
    """Of the table, or of what a player has."""

    def read(line: Line) -> Said:
        word = line.word(1, "expected 'table' or a player's name")
        return (table if word.text == RESERVED_NAME else hand)(line)

    return read


def _read_dice_score(line: Line) -> events.Event:
    player = line.player(1)
    points = line.word(2, "expected the points of the round")
    if not re.fullmatch(r"[0-9]{1,3}", points.text):
        raise points.bad("expected points, a whole number from 0 to 999")
    by = line.word(3, "expected 'out' or 'block'")
    if by.text not in tuple(events.Ending):
        raise by.bad("expected 'out' or 'block'")
    line.nothing_after(4)
    return events.Scored(player, int(points.text), events.Ending(by.text))


def _read_rack_begun(line: Line) -> events.Act:
    player, count = line.player(1), line.count(2, "expected how many tiles the rack has")
    if len(line.words) == 3:
        return events.RackBegun(player, count)
    if line.words[3].text != "out":
        raise line.words[3].bad("expected 'out' or the end of the line")
    line.nothing_after(4)
    return events.RackBegun(player, count, melded=True)


def _read_rack_corrected(line: Line) -> events.Act:
    player = line.player(1)
    found = line.word(2, "expected a number of tiles, or the tiles of a rack")
    # A face begins with a letter, so that a number alone is a count.
    if re.fullmatch(r"[0-9]{1,3}", found.text):
        line.nothing_after(3)
        return events.RackCorrected(player, count=int(found.text))
    return events.RackCorrected(player, tiles=line.tiles(2))


def _read_penalty(line: Line) -> events.Act:
    tiles = line.count(1, "expected how many tiles are drawn")
    if len(line.words) == 2:
        return events.Penalised(tiles)
    if line.words[2].text != "table":
        raise line.words[2].bad("expected 'table LAYOUT' or the end of the line")
    return events.Penalised(tiles, line.tile_layout(3))


def _read_played(line: Line) -> events.Act:
    # Last, since what lies before it may be a number, sets or nothing.
    is_out = line.words[-1].text == "out"
    said = line.words[1 : len(line.words) - is_out]
    if not said:
        return events.Played(is_out=is_out)
    if len(said) == 1 and re.fullmatch(r"[0-9]{1,3}", said[0].text):
        return events.Played(count=int(said[0].text), is_out=is_out)
    column = said[0].column
    end = line.words[-1].column - 1 if is_out else None
    text = line.text[column - 1 : end]
    sets = Layout.parse(text, line=line.line, column=column, special=True)
    return events.Played(sets, is_out=is_out)


def _read_rack(line: Line) -> events.Act:
    player = line.player(1)
    # Points, not tiles: what people add up at the end; of an open rack the tiles are typed.
    if len(line.words) == 3 and re.fullmatch(r"[0-9]{1,5}", line.words[2].text):
        return events.RackShown(player, int(line.words[2].text))
    return events.RackShown(player, line.tiles(2))


def _read_option(line: Line) -> events.Act:
    """In the middle of a match only the time of a turn can still be chosen."""
    said = line.word(1, "expected 'option time=SECONDS' or 'option time=off'")
    key, _, value = said.text.partition("=")
    line.nothing_after(2)
    if key != "time":
        raise said.bad("expected 'time': nothing else can be chosen while a match is played")
    # Read by the edition whose time is free to choose: 'off' and the bounds are the same for all.
    return events.Retimed(edition(GOLIATH.name, {"time": value}).time_s)


def _read_tile_score(line: Line) -> events.Act:
    expected = "expected 'score NAME POINTS, NAME POINTS, ... out' or 'block'"
    # From the end: names with blanks and commas between them stand in front.
    by = line.words[-1]
    if by.text not in tuple(events.Ending) or len(line.words) < 4:
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
    return events.ScoredAll(tuple(points), events.Ending(by.text))


def _some(tiles: Faces, line: Line) -> Faces:
    if not tiles:
        raise line.fail("expected tiles")
    return tiles


_BOTH: dict[str, Read] = {
    "round": _named(events.RoundStarted),
    "pass": _alone(events.Passed()),
    "overrule": lambda line: events.Overruled(line.reason()),
    "resign": _named(events.Resigned),
    "end": lambda line: events.Ended(line.reason()),
    "pause": _alone(events.Noted(events.Note.PAUSE)),
    "resume": _alone(events.Noted(events.Note.RESUME)),
}

_DICE: dict[str, Read] = {
    "begin": _table_or(
        lambda line: events.TableBegun(line.layout(2)),
        lambda line: events.HandBegun(line.player(1), line.hand(2)),
    ),
    "throw": lambda line: events.Thrown(line.player(1), line.hand(2)),
    "rethrow": lambda line: events.Rethrown(line.player(1), line.hand(2)),
    "table": lambda line: events.HandedOver(line.layout(1)),
    "correct": _table_or(
        lambda line: events.TableCorrected(line.layout(2)),
        lambda line: events.HandCorrected(line.player(1), line.hand(2)),
    ),
    "score": _read_dice_score,
}

_TILES: dict[str, Read] = {
    "begin": _table_or(lambda line: events.TableBegun(line.tile_layout(2)), _read_rack_begun),
    "table": lambda line: events.HandedOver(line.tile_layout(1)),
    "played": _read_played,
    "draw": _alone(events.Drawn()),
    "penalty": _read_penalty,
    "return": lambda line: events.Returned(_some(line.tiles(1), line)),
    "redeal": lambda line: events.Redealt(line.player(1), _some(line.tiles(2), line)),
    "rack": _read_rack,
    "correct": _table_or(
        lambda line: events.TableCorrected(line.tile_layout(2)), _read_rack_corrected
    ),
    "option": _read_option,
    "score": _read_tile_score,
    "leave": _named(events.Left),
}

_ORDER = (
    "round", "begin", "throw", "rethrow", "table", "played", "draw", "pass", "penalty", "return",
    "redeal", "rack", "correct", "option", "overrule", "score", "leave", "resign", "end", "pause",
    "resume",
)  # fmt: skip
"""As they are told to who has written something else."""


def _in_order(own: dict[str, Read]) -> dict[str, Read]:
    known = _BOTH | own
    return {word: known[word] for word in _ORDER if word in known}


STATEMENTS = {PieceKind.DIE: _in_order(_DICE), PieceKind.TILE: _in_order(_TILES)}
