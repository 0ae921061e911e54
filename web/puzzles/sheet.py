"""The puzzles of a day as a PDF: a page to solve, and one with the solutions."""

import textwrap
from collections.abc import Sequence
from datetime import date

from turbo.game.dice import Face
from turbo.game.editions import Edition
from turbo.game.layout import Layout
from turbo.i18n.languages import Language
from turbo.i18n.messages import Sentence
from turbo.partner.puzzles import Puzzle
from web.pdf import A5_PT, Page, pdf
from web.texts import text

_LEFT_PT, _WIDE_PT = 30.0, 360.0
_PIECE_PT, _GAP_PT = 22.0, 9.0
_LETTERS = 70


def puzzles_pdf(day: date, puzzles: Sequence[tuple[str, Puzzle]], language: Language) -> bytes:
    asked, solved = Page(), Page()
    _head(asked, str(text("title.puzzles", language)), day)
    _head(solved, str(text("puzzles.solutions", language)), day)
    y = below = 92.0
    for sentence, one in puzzles:
        title = f"{text('puzzles.level', language)} {one.level}"
        y = _titled(asked, f"{title}: {sentence}", y)
        y = _pieces(asked, one.table, y) + 2
        asked.write(str(puzzle_text(one.edition, "hand", language)), A5_PT[0] / 2, y + 8, 9)
        y = _pieces(asked, Layout(((one.hand,),)), y + 12) + 16
        below = _titled(solved, title, below)
        below = _pieces(solved, one.solution, below) + 16
    inks = {"k": "black", "r": "red", "b": "blue", "o": "orange"}
    legend = [f"{letter} {text(f'stats.{name}', language)}" for letter, name in inks.items()]
    legend.append(f"* {text('word.joker', language)}")
    asked.write(", ".join(legend), A5_PT[0] / 2, A5_PT[1] - 24, 9)
    return pdf([asked, solved])


def puzzle_text(edition: Edition, key: str, language: Language) -> Sentence:
    """What is said of dice or of tiles."""
    return text(f"puzzles.{edition.piece}-{key}", language)


def _head(page: Page, title: str, day: date) -> None:
    page.write(title, A5_PT[0] / 2, 46, 20, bold=True)
    page.write(f"{day:%Y-%m-%d}", A5_PT[0] / 2, 66, 11)


def _titled(page: Page, words: str, y: float) -> float:
    for line in textwrap.wrap(words, _LETTERS):
        page.write(line, A5_PT[0] / 2, y, 10, bold=True)
        y += 13
    return y


def _pieces(page: Page, layout: Layout, y: float) -> float:
    """Islands beside and below each other; where the next ones begin."""
    x, tall = _LEFT_PT, 0.0
    for rows in layout.islands:
        wide, high = len(rows[0]) * _PIECE_PT, len(rows) * _PIECE_PT
        if x > _LEFT_PT and x + wide > _LEFT_PT + _WIDE_PT:
            x, y, tall = _LEFT_PT, y + tall + _GAP_PT, 0.0
        for row, cells in enumerate(rows):
            for column, face in enumerate(cells):
                if face is not None:
                    _piece(page, face, x + column * _PIECE_PT, y + row * _PIECE_PT)
        x, tall = x + wide + _GAP_PT, max(tall, high)
    return y + tall + _GAP_PT


def _piece(page: Page, face: Face, x: float, y: float) -> None:
    # In notation, since a printer may have no colours; below stands what the letters mean.
    page.box(x, y, _PIECE_PT - 1.5, _PIECE_PT - 1.5, 1.0)
    page.write(str(face), x + _PIECE_PT / 2 - 0.7, y + _PIECE_PT / 2 + 3, 9, bold=True)
