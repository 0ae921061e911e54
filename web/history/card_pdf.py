"""The score card of a match as a PDF: a column a player, a row a round, pages as it needs them."""

from collections.abc import Sequence
from datetime import datetime

from turbo.game.messages import Language, word
from turbo.game.record import AnyOptions
from web.match.documents import AnyMatch, card_document
from web.match.game_page import Document
from web.pdf import A5_PT, DIGIT, Page, pdf
from web.texts import text

MARGIN_PT = 36.0
NUMBER_PT = 28.0
"""The column with the number of the round."""
TOP_PT = 130.0
EMPTY = 8
"""Rows at least where nobody said how many are played: a card is also filled in by hand."""
LEAST_PT = 6.5
"""The smallest letters that can be read; a name that is too long even so is cut."""


def card_pdf(match: AnyMatch, options: AnyOptions, played: datetime, language: Language) -> bytes:
    return pdf(_Card(match, options, played, language).pages())


class _Card:
    """Two players have a white box for the points and a grey one for the running total, as on the
    pad in the dice's box; of more, each has the points alone, grey for who won."""

    def __init__(
        self, match: AnyMatch, options: AnyOptions, played: datetime, language: Language
    ) -> None:
        self.match, self.options, self.played, self.language = match, options, played, language
        seats = len(match.players)
        self.is_pair = seats == 2
        self.wide = (A5_PT[0] - 2 * MARGIN_PT - NUMBER_PT) / seats
        left = MARGIN_PT + NUMBER_PT + self.wide / 2
        self.centres = [left + self.wide * seat for seat in range(seats)]
        self.row_pt, self.a_page = (38.0, 9) if self.is_pair else (20.0, 18)
        self.is_signed = any(total < 0 for total in match.totals)

    def pages(self) -> list[Page]:
        rows, pages = self._rows(), []
        for first in range(0, len(rows), self.a_page):
            page = self._headed()
            y = self._rounds(page, rows[first : first + self.a_page], first + 1)
            # On the last page only: totals below some rounds would be read as those of all.
            if first + self.a_page >= len(rows):
                self._totals(page, y)
            pages.append(page)
        return pages

    def _rows(self) -> list[Document]:
        rows = card_document(self.match, self.options)
        if self.options.edition.games(len(self.match.players)) is None:
            # Two rows more while it goes on: a card is printed at the table and written on.
            wanted = max(EMPTY, len(rows) + (0 if self.match.is_finished else 2))
            blank = [None] * len(self.match.players)
            rows += [{"white": blank, "grey": blank, "winner": None}] * (wanted - len(rows))
        return rows

    def _headed(self) -> Page:
        page, middle = Page(), A5_PT[0] / 2
        page.write(text("live.card", self.language), middle, 58, 22, bold=True)
        edition = text(f"tiles.edition.{self.options.edition.name}", self.language)
        page.write(f"{edition} · {self.played:%Y-%m-%d}", middle, 78, 11)
        # On paper nothing else would tell it from a card of people.
        if self.options.simulated:
            page.write(text("live.simulated", self.language), middle, 94, 11, bold=True)
        letters_pt = (self.wide - 6) / DIGIT
        for name, centre in zip(self.match.players, self.centres, strict=True):
            most = int(letters_pt / LEAST_PT)
            shown = name if len(name) <= most else f"{name[: most - 1]}…"
            page.write(shown, centre, 118, min(15, letters_pt / len(shown)), bold=True)
        return page

    def _rounds(self, page: Page, rows: Sequence[Document], number: int) -> float:
        y = TOP_PT
        for place, row in enumerate(rows):
            page.write(str(number + place), MARGIN_PT + 12, y + 0.65 * self.row_pt, 12)
            for seat, centre in enumerate(self.centres):
                white, grey = row["white"][seat], row["grey"][seat]
                if self.is_pair:
                    self._box(page, centre - 37, y, white, 1.0)
                    self._box(page, centre + 37, y, grey, 0.86)
                else:
                    self._box(page, centre, y, white, 0.86 if row["winner"] == seat else 1.0)
            y += self.row_pt
        return y

    def _box(self, page: Page, centre: float, y: float, points: int | None, shade: float) -> None:
        wide, high = (70.0, self.row_pt - 6) if self.is_pair else (self.wide, self.row_pt)
        page.box(centre - wide / 2, y, wide, high, shade)
        if points is not None:
            page.write(self._told(points), centre, y + 0.7 * high, 0.3 * high + 5, bold=True)

    def _totals(self, page: Page, y: float) -> None:
        match, won = self.match, text("tiles.won", self.language)
        for seat, centre in enumerate(self.centres):
            size = 26 if self.is_pair else 15
            page.write(self._told(match.totals[seat]), centre, y + 36, size, bold=True)
            if self.options.edition.counts_games:
                games = sum(one.winner == seat for one in match.results)
                page.write(f"{won} {games}", centre, y + 52, 9)
        if match.is_finished:
            found, said = match.winner, word("winner", self.language)
            line = word("draw", self.language) if found is None else f"{said}: {found}"
            page.write(line, A5_PT[0] / 2, y + 76, 14)

    def _told(self, points: int) -> str:
        return f"{points:+d}" if self.is_signed and points else str(points)
