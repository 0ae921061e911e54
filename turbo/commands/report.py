"""What the command line prints for people: rulings, the table, the score card, the history."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from turbo.commands.style import Style as Style
from turbo.game.editions import PieceKind
from turbo.game.events import Act, Entry, Event, Ruling, Undone
from turbo.game.layout import Layout
from turbo.game.match import Match, Round
from turbo.game.reasons import reason_text
from turbo.game.record import statement_text
from turbo.storage.answers import entry_text
from turbo.storage.history import AnyHistory, AnyJudged
from turbo.tiles.match import TileMatch

_ANSI_GREY_BOX = "48;5;250;30"
"""Light grey of the 256 colours with black on it: legible on light and on dark terminals alike."""


def ruling_text(judged: AnyJudged, style: Style) -> list[str]:
    """One line for the statement and its verdict, and one for every fault and advice."""
    number, ruling = judged.effective.entry.number, judged.ruling
    statement = statement_text(judged.event)
    # 58: a first throw of nine dice with a short name fits, and verdicts stand in a column.
    first = f"{number:4}  {statement:<58} {style.verdict(ruling.verdict)}"
    return [first, *_reasons(ruling, style, "      ")]


def told_text(event: Event | Act, ruling: Ruling, style: Style) -> list[str]:
    """An event and its ruling as they come, for a table without a page."""
    who = f"{ruling.player}: " if ruling.player else ""
    first = f"{who}{statement_text(event)}  {style.verdict(ruling.verdict)}"
    return [first, *_reasons(ruling, style, "      ")]


def _reasons(ruling: Ruling, style: Style, indent: str) -> list[str]:
    said = (*map(style.fault, ruling.faults), *map(style.advice, ruling.advice))
    return [indent + text for text in said]


def layout_text(layout: Layout, style: Style, indent: str = "      ") -> list[str]:
    """The table as it lies: islands beside each other."""
    height = max((len(rows) for rows in layout.islands), default=0)
    lines = []
    for number in range(height):
        parts = []
        for rows in layout.islands:
            # A lower island is filled up, so that what stands to the right of it keeps its column.
            row = rows[number] if number < len(rows) else (None,) * len(rows[0])
            parts.append(" ".join(style.face(face, 3) for face in row))
        lines.append((indent + "     ".join(parts)).rstrip())
    return lines


def round_text(match: Match, style: Style) -> list[str]:
    """The open round: the table, and both hands."""
    if match.round is None:
        return []
    rnd: Round = match.round
    lines = layout_text(rnd.table, style)
    for name, hand in zip(match.players, rnd.hands, strict=True):
        if hand is not None:
            lines.append(f"      {name}: {style.hand(hand)}")
    return lines


def game_text(match: TileMatch, style: Style) -> list[str]:
    """The open game of tiles: what lies there, and the racks by their counts."""
    game, name = match.game, match.edition.name
    if game is None:
        return [f"      {name}"]
    # A score keeper types no tables: an empty one would be a claim.
    lines = [f"      {name}: {'?' if game.is_blind else game.table}".rstrip(": ")]
    for seat, player in enumerate(match.players):
        count = game.count(seat)
        turn = "  <" if seat == game.turn and not game.is_over else ""
        lines.append(f"      {player}: {'?' if count is None else count}{turn}")
    return lines


def tile_card(match: TileMatch, style: Style) -> str:
    """A row a game, the running totals below, and how the match ended: scores are signed."""
    wide = max(7, *(cells_of(name) for name in match.players))
    lines = ["      " + "  ".join(" " * (wide - cells_of(n)) + n for n in match.players)]
    lines += [f"{number:4}  " + _points(row, wide) for number, row in enumerate(match.scores, 1)]
    return "\n".join([*lines, "   =  " + _points(match.totals, wide), *_standing(match, style)])


def _points(points: tuple[int, ...], wide: int) -> str:
    # Nothing won is 0, not +0.
    return "  ".join(f"{own:+{wide}d}" if own else f"{0:{wide}d}" for own in points)


def score_card(match: Match, style: Style) -> str:
    """White boxes hold the points of a round, grey boxes (shaded) the running total."""
    # 13 holds both boxes; a long name widens its own and the other column alike.
    width = max(13, *(cells_of(name) for name in match.players))
    names = [_centred(name, width) for name in match.players]
    heading = style.word("round")
    left = max(len(heading), 5)
    endings = [_ending_text(one.winner, one.by, style) for one in match.results]
    # The empty text: max needs a second number also before the first round is over.
    right = max(12, *(cells_of(text) for text in ("", *endings)))
    edge = ["─" * (left + 2), *["─" * (width + 2)] * len(names), "─" * (right + 2)]
    lines = ["┌" + "┬".join(edge) + "┐"]
    lines.append("│ " + " │ ".join([f"{heading:<{left}}", *names, " " * right]) + " │")
    lines.append("├" + "┼".join(edge) + "┤")
    rows = _card_rows(match, style, left, width, endings, right)
    lines += ["│ " + " │ ".join(row) + " │" for row in rows]
    lines.append("└" + "┴".join(edge) + "┘")
    return "\n".join([*lines, *_standing(match, style)])


def cells_of(text: str) -> int:
    """How many cells of a terminal a text takes: some letters take two, some none."""
    # Here and not above: its tables are large, and only a card of the score asks.
    from wcwidth import wcswidth

    # It answers -1 where a letter cannot be printed at all.
    return max(0, wcswidth(text))


def _centred(text: str, width: int) -> str:
    free = width - cells_of(text)
    return " " * (free // 2) + text + " " * (free - free // 2)


def _card_rows(
    match: Match, style: Style, left: int, width: int, endings: list[str], right: int
) -> Iterator[list[str]]:
    totals = [0] * len(match.players)
    for number in range(max(match.options.rounds, len(match.results))):
        row = [f"{number + 1:<{left}}"]
        result = match.results[number] if number < len(match.results) else None
        for seat in range(len(match.players)):
            won = result is not None and result.winner == seat
            totals[seat] += result.points if result is not None and won else 0
            white = str(result.points) if result is not None and won else ""
            row.append(_boxes(white, "" if result is None else str(totals[seat]), style, width))
        ending = endings[number] if number < len(endings) else ""
        yield [*row, ending + " " * (right - cells_of(ending))]


def _boxes(white: str, grey: str, style: Style, width: int) -> str:
    inner = width - 8
    # Without colour the box must still be told from the white one: in a file, or for who sees none.
    shaded = f"░{grey:>4} ░" if grey else "░     ░"
    box = style.paint(f" {grey:>4}  ", _ANSI_GREY_BOX) if style.colour else shaded
    return f"{white:>{inner}} {box}"


def _ending_text(winner: int | None, by: str, style: Style) -> str:
    return style.word(by) if winner is not None else f"{style.word(by)}, {style.word('tie')}"


def _standing(match: Match | TileMatch, style: Style) -> list[str]:
    lines = []
    if match.resigned is not None:
        lines.append(f"{style.word('resigned')}: {match.players[match.resigned]}")
    if match.ended is not None:
        lines.append(f"{style.word('ended')}: {match.ended}")
    if match.is_finished:
        winner = match.winner
        lines.append(style.word("draw") if winner is None else f"{style.word('winner')}: {winner}")
    return lines


def time_text(at: datetime, *, seconds: bool = False) -> str:
    """A time as the clock on the wall had it, with the zone that says which wall; a time that was
    given without a zone is as it was given."""
    local = at if at.tzinfo is None else at.astimezone()
    text = f"{local:%Y-%m-%d %H:%M:%S}" if seconds else f"{local:%Y-%m-%d %H:%M}"
    return f"{text} {local:%Z}".rstrip()


def log_text(history: AnyHistory, style: Style, *, why: bool = False) -> list[str]:
    """Every entry as it was written, with who and when; what no longer counts says since when."""
    over = history.superseded()
    judged = {one.effective.entry.number: one for one in history.judged}
    lines = []
    for entry in history.entries:
        lines.append(entry_line(entry, over.get(entry.number), style))
        if one := judged.get(entry.number):
            lines.append(f"{'':33}{style.verdict(one.ruling.verdict)}")
            lines += _reasons(one.ruling, style, " " * 35)
        if why:
            lines += [f"{'':35}{reason_text(one, style.language)}" for one in entry.why]
    return lines


def entry_line(entry: Entry, over: Entry | None, style: Style) -> str:
    when = "" if entry.at is None else time_text(entry.at, seconds=True)
    # A name comes from whoever pressed: it must not move the cursor of who reads the log.
    by = "".join(letter if letter.isprintable() else "\ufffd" for letter in entry.by)
    text = f"{entry.number:4}  {when:<24}  {by:<10} {entry_text(entry)}"
    if over is None:
        return text
    key = "undone" if isinstance(over.event, Undone) else "amended"
    return f"{text}   [{style.word(key)}: {over.number}]"


OPEN: dict[PieceKind, Callable[[Any, Style], list[str]]] = {
    PieceKind.DIE: round_text,
    PieceKind.TILE: game_text,
}
"""What lies there now, and what everybody holds."""

CARDS: dict[PieceKind, Callable[[Any, Style], str]] = {
    PieceKind.DIE: score_card,
    PieceKind.TILE: tile_card,
}
