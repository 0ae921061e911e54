"""The tile editions on the command line: one layout, or a whole record, judged and told."""

from typing import TYPE_CHECKING

from turbo.commands.report import Style, cells_of
from turbo.errors import TurboError
from turbo.game.editions import Edition
from turbo.game.layout import Layout
from turbo.tiles.documents import Refereed, check_document, referee_document, referee_tiles
from turbo.tiles.rows import TileLayout
from turbo.tiles.speech import tile_message
from turbo.tiles.transcript import Transcript, act_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    PrintJson = Callable[[Any], None]


def check_tiles(text: str, edition: Edition, style: Style, print_json: "PrintJson | None") -> int:
    layout = Layout.parse(text, special=True)
    judged = TileLayout(layout, edition)
    if print_json is not None:
        print_json(check_document(layout, edition, style.language))
        return 0 if judged.is_legal else 1
    faults = judged.faults()
    verdict = "legal" if judged.is_legal else "not legal" if faults else "not known yet"
    print(verdict)
    for faces, readings in judged.sets():
        print(
            f"  {' or '.join(sorted({str(r.kind) for r in readings}))}: {' '.join(map(str, faces))}"
        )
    for fault in (*faults, *judged.hints()):
        print(f"  {fault.rule}: {tile_message(fault, edition, style.language)}")
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
    for line in (*lines, *_card(refereed)):
        print(line)
    return 0


def _ruling_lines(one: Refereed, edition: Edition, style: Style) -> list[str]:
    statement, ruling = act_text(one.said.act), one.ruling
    verdict = "" if ruling is None else style.verdict(ruling.verdict)
    lines = [f"{one.said.line:4}  {statement:<58} {verdict}".rstrip()]
    for fault in () if ruling is None else (*ruling.faults, *ruling.advice):
        lines.append(f"      {fault.rule}: {tile_message(fault, edition, style.language)}")
    return lines


def _card(refereed: tuple[Refereed, ...]) -> list[str]:
    """A row a game, the running totals below: scores are signed."""
    if not refereed or not refereed[-1].contest.results:
        return []
    contest = refereed[-1].contest
    wide = max(7, *(cells_of(name) for name in contest.players))
    rows = [result.points for result in contest.results]
    lines = ["      " + "  ".join(" " * (wide - cells_of(n)) + n for n in contest.players)]
    lines += [f"{number:4}  " + _points(row, wide) for number, row in enumerate(rows, 1)]
    lines.append("   =  " + _points(contest.totals, wide))
    return lines


def _points(points: tuple[int, ...], wide: int) -> str:
    return "  ".join(f"{own:+{wide}d}" if own else f"{0:{wide}d}" for own in points)
