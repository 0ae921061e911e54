"""The score card as a PDF: one page, or more for a match of many rounds."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from turbo.game.match import Match
from turbo.game.messages import Language, word
from web.match.documents import card_document
from web.pdf import A5_PT, Page, pdf
from web.texts import text

_MARGIN_PT = 36.0
_ROW_PT = 38.0

ROUNDS = 9
"""On a page: below them is room for totals and the winner. A match has six, and may have 99."""


def card_pdf(match: Match, played: datetime, language: Language) -> bytes:
    rows = list(enumerate(card_document(match, match.options), 1))
    pages = []
    for first in range(0, len(rows), ROUNDS):
        page = _headed(match, played, language)
        y = _rounds(page, rows[first : first + ROUNDS])
        # On the last page only: totals below some of the rounds would be read as those of all.
        if first + ROUNDS >= len(rows):
            _totals(page, match, y, language)
        pages.append(page)
    return pdf(pages)


def _headed(match: Match, played: datetime, language: Language) -> Page:
    page, middle = Page(), A5_PT[0] / 2
    page.write(text("live.card", language), middle, 58, 22, bold=True)
    page.write(f"{played:%Y-%m-%d}", middle, 78, 11)
    # On paper nothing else would tell it from a card of people.
    if match.options.simulated:
        page.write(text("live.simulated", language), middle, 94, 11, bold=True)
    for name, centre in zip(match.players, _centres(), strict=True):
        # 18 letters fill a column at 15 points; longer names are set smaller, so none is cut.
        page.write(name, centre, 118, min(15, 15 * 18 / max(18, len(name))), bold=True)
    return page


def _rounds(page: Page, rows: Sequence[tuple[int, Any]]) -> float:
    y, centres = 130.0, _centres()
    for number, row in rows:
        page.write(str(number), _MARGIN_PT + 12, y + 25, 12)
        for seat in (0, 1):
            _boxes(page, centres[seat], y, row["white"][seat], row["grey"][seat])
        y += _ROW_PT
    return y


def _totals(page: Page, match: Match, y: float, language: Language) -> None:
    centres = _centres()
    for seat, total in enumerate(match.totals):
        page.write(str(total), centres[seat], y + 36, 26, bold=True)
    if match.is_finished:
        winner = match.winner
        line = word("draw", language) if winner is None else f"{word('winner', language)}: {winner}"
        page.write(line, A5_PT[0] / 2, y + 76, 14)


def _centres() -> tuple[float, float]:
    wide = (A5_PT[0] - 2 * _MARGIN_PT - 30) / 2
    return _MARGIN_PT + 30 + wide / 2, _MARGIN_PT + 30 + wide * 1.5


def _boxes(page: Page, centre: float, y: float, white: int | None, grey: int | None) -> None:
    for shade, value, left in ((1.0, white, centre - 72), (0.86, grey, centre + 2)):
        page.box(left, y, 70, _ROW_PT - 6, shade)
        if value is not None:
            page.write(str(value), left + 35, y + 22, 15, bold=True)
