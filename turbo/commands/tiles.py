"""The tile editions on the command line: one layout, or a whole record, judged and told."""

from typing import TYPE_CHECKING

from turbo.commands.report import Style, cells_of, entry_line
from turbo.errors import TurboError
from turbo.game.editions import Edition
from turbo.game.events import Act, Ruling
from turbo.game.layout import Layout
from turbo.storage.tile_history import TileHistory
from turbo.tiles.contest import Contest
from turbo.tiles.documents import Refereed, check_document, referee_document, referee_tiles
from turbo.tiles.rows import TileLayout
from turbo.tiles.speech import rule_word, tile_message
from turbo.tiles.transcript import Transcript, act_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    PrintJson = Callable[[Any], None]


def check_tiles(text: str, edition: Edition, style: Style, print_json: "PrintJson | None") -> int:
    # Also where the edition has none: a joker that is not in the box is a fault with words, not a
    # line that cannot be read.
    layout = Layout.parse(text, special=True)
    judged = TileLayout(layout, edition)
    if print_json is not None:
        print_json(check_document(layout, edition, style.language))
        return 0 if judged.is_legal else 1
    faults = judged.faults()
    # Neither legal nor at fault: something unread could still make it either.
    verdict = "legal" if judged.is_legal else "not legal" if faults else "unsure"
    print(style.word(verdict))
    for faces, readings in judged.sets():
        kinds = " / ".join(style.word(kind) for kind in sorted({one.kind for one in readings}))
        print(f"  {kinds}: {style.hand(faces)}")
    for fault in (*faults, *judged.hints()):
        print(f"  {rule_word(fault.rule, edition)}: {tile_message(fault, edition, style.language)}")
    return 0 if judged.is_legal else 1


def referee_text(path: str, text: str, style: Style, print_json: "PrintJson | None") -> int:
    try:
        record = Transcript.parse(text)
    except TurboError as error:
        raise TurboError(f"{path}: {error}") from error
    if print_json is not None:
        print_json(referee_document(record, style.language))
        return 0
    refereed = referee_tiles(record)
    lines = [line for one in refereed for line in _ruling_lines(one, record.edition, style)]
    card = tile_card(refereed[-1].contest) if refereed and refereed[-1].contest.results else ()
    for line in (*lines, *card):
        print(line)
    return 0


def told_lines(act: Act, ruling: Ruling, edition: Edition) -> list[str]:
    """An act and its ruling as they come, for a table without a page."""
    style = Style()
    who = f"{ruling.player}: " if ruling.player else ""
    verdict = style.verdict(ruling.verdict)
    return [f"{who}{act_text(act)}  {verdict}", *_reasons(ruling, edition, style, "      ")]


def _ruling_lines(one: Refereed, edition: Edition, style: Style) -> list[str]:
    statement, ruling = act_text(one.said.act), one.ruling
    verdict = "" if ruling is None else style.verdict(ruling.verdict)
    lines = [f"{one.said.line:4}  {statement:<58} {verdict}".rstrip()]
    return lines + ([] if ruling is None else _reasons(ruling, edition, style, "      "))


def _reasons(ruling: Ruling, edition: Edition, style: Style, indent: str) -> list[str]:
    return [
        f"{indent}{rule_word(fault.rule, edition)}: {tile_message(fault, edition, style.language)}"
        for fault in (*ruling.faults, *ruling.advice)
    ]


def show_tiles(history: TileHistory, style: Style, *, with_log: bool) -> list[str]:
    """The score card, what lies there, and the racks by their counts; the log if it is wished."""
    lines = _log_lines(history, style) if with_log else []
    return [*lines, *_game_lines(history.match), *tile_card(history.match)]


def _log_lines(history: TileHistory, style: Style) -> list[str]:
    over, edition = history.superseded(), history.match.edition
    judged = {one.effective.entry.number: one for one in history.judged}
    lines = []
    for entry in history.entries:
        lines.append(entry_line(entry, over.get(entry.number), style))
        if one := judged.get(entry.number):
            lines.append(f"{'':33}{style.verdict(one.ruling.verdict)}")
            lines += _reasons(one.ruling, edition, style, " " * 35)
    return lines


def _game_lines(contest: Contest) -> list[str]:
    game = contest.game
    if game is None:
        return [f"      {contest.edition.name}"]
    # A score keeper types no tables: an empty one would be a claim.
    table = "?" if game.is_blind else str(game.table)
    lines = [f"      {contest.edition.name}: {table}".rstrip(": ")]
    for seat, name in enumerate(contest.players):
        count = game.count(seat)
        turn = "  <" if seat == game.turn and not game.is_over else ""
        lines.append(f"      {name}: {'?' if count is None else count}{turn}")
    return lines


def tile_card(contest: Contest) -> list[str]:
    """A row a game, the running totals below: scores are signed."""
    wide = max(7, *(cells_of(name) for name in contest.players))
    rows = [result.points for result in contest.results]
    lines = ["      " + "  ".join(" " * (wide - cells_of(n)) + n for n in contest.players)]
    lines += [f"{number:4}  " + _points(row, wide) for number, row in enumerate(rows, 1)]
    lines.append("   =  " + _points(contest.totals, wide))
    return lines


def _points(points: tuple[int, ...], wide: int) -> str:
    # Nothing won is 0, not +0.
    return "  ".join(f"{own:+{wide}d}" if own else f"{0:{wide}d}" for own in points)
