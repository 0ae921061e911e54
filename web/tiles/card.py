"""The score card of a match of tiles as a PDF: a column a player, a row a game, signed points."""

from collections.abc import Sequence
from datetime import datetime

from turbo.game.messages import Language, word
from turbo.tiles.match import TileMatch
from turbo.tiles.score import GameResult
from web.pdf import A5_PT, Page, pdf
from web.texts import text

MARGIN_PT = 30.0
ROW_PT = 22.0
NUMBER_PT = 26.0
"""The column with the number of the game."""
ROWS = 18
"""Games on a page, with room for totals and the winner below them."""
EMPTY = 8
"""Rows at least: a card is also filled in by hand."""


def tile_card_pdf(
    contest: TileMatch, played: datetime, language: Language, *, simulated: bool = False
) -> bytes:
    results = contest.results
    # Two rows more while it goes on: a card is printed at the table and written on.
    wanted = max(EMPTY, len(results) if contest.is_finished else len(results) + 2)
    pages = []
    for first in range(0, max(1, wanted), ROWS):
        page = _headed(contest, played, language, simulated)
        last = min(wanted, first + ROWS)
        y = _games(page, contest, results[first:last], range(first, last))
        # On the last page only: totals below some of the games would be read as those of all.
        if last == wanted:
            _totals(page, contest, y, language)
        pages.append(page)
    return pdf(pages)


def _headed(contest: TileMatch, played: datetime, language: Language, simulated: bool) -> Page:
    page, middle = Page(), A5_PT[0] / 2
    page.write(text("tiles.card", language), middle, 48, 20, bold=True)
    edition = text(f"tiles.edition.{contest.edition.name}", language)
    page.write(f"{edition} · {played:%Y-%m-%d}", middle, 68, 11)
    if simulated:
        page.write(text("live.simulated", language), middle, 84, 11, bold=True)
    for name, centre in zip(contest.players, _centres(contest), strict=True):
        # What is longer than its column is cut: the next column is another player's.
        # 5.2 points: what a letter takes at the size below.
        most = int(_wide(contest) / 5.2)
        shown = name if len(name) <= most else f"{name[: most - 1]}…"
        page.write(shown, centre, 106, min(12, 9 * _wide(contest) / (5 * len(shown))), bold=True)
    return page


def _wide(contest: TileMatch) -> float:
    return (A5_PT[0] - 2 * MARGIN_PT - NUMBER_PT) / len(contest.players)


def _centres(contest: TileMatch) -> list[float]:
    wide = _wide(contest)
    return [MARGIN_PT + NUMBER_PT + wide * (seat + 0.5) for seat in range(len(contest.players))]


def _games(page: Page, contest: TileMatch, results: Sequence[GameResult], games: range) -> float:
    y, wide = 114.0, _wide(contest)
    for row, number in enumerate(games):
        page.write(str(number + 1), MARGIN_PT + NUMBER_PT / 2, y + 15, 10)
        for seat, centre in enumerate(_centres(contest)):
            result = results[row] if row < len(results) else None
            is_won = result is not None and result.winner == seat
            page.box(centre - wide / 2, y, wide, ROW_PT, 0.86 if is_won else 1.0)
            if result is not None:
                page.write(signed(result.points[seat]), centre, y + 15, 12, bold=is_won)
        y += ROW_PT
    return y


def _totals(page: Page, contest: TileMatch, y: float, language: Language) -> None:
    middle = A5_PT[0] / 2
    for seat, centre in enumerate(_centres(contest)):
        page.write(signed(contest.totals[seat]), centre, y + 24, 15, bold=True)
        if contest.edition.counts_games:
            won = f"{text('tiles.won', language)} {contest.wins[seat]}"
            page.write(won, centre, y + 40, 9)
    if contest.is_finished:
        winner = contest.winner
        line = word("draw", language) if winner is None else f"{word('winner', language)}: {winner}"
        page.write(line, middle, y + 66, 14)


def signed(points: int) -> str:
    return f"{points:+d}" if points else "0"
