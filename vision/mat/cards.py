"""Corner cards: four printed markers that make any table a measured one. No OpenCV here.

A tile table is larger than any sheet of paper, so instead of a mat four cards lie at the corners of
the playing field, each where and how it likes: which card lies where, and how it is turned, does
not matter. The field is what lies between their markers' outer corners.

>>> cards = CardGeometry()
>>> list(cards.numbers), len(list(cards.drawing(CardPaper.A4))) > 4 * 10
([8, 9, 10, 11], True)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from turbo.game.observation import Point
from vision.mat.sheet import MarkerCorners, Patch, Rectangle, framed, marker_cells, ruler


class CardPaper(StrEnum):
    """What the cards are printed on: all four on one sheet, to cut out."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size_mm(self) -> tuple[float, float]:
        return (210.0, 297.0) if self is CardPaper.A4 else (215.9, 279.4)


@dataclass(frozen=True, slots=True)
class CardGeometry:
    """Sizes of the cards in millimetres. Cards that were printed stay as they are: change none."""

    numbers: tuple[int, ...] = (8, 9, 10, 11)
    """Not the mat's: a camera must not take one for the other."""
    marker_mm: float = 50.0
    """90 pixels in a picture of 1920 over a field of 1 m, 60 in one of 1280: found either way, and
    its edge is known to a thousandth."""
    card_mm: tuple[float, float] = (70.0, 86.0)
    """A white rim of more than a cell, and below it a line of text."""
    pitch_mm: tuple[float, float] = (84.0, 104.0)
    """From card to card on the sheet: room for a pair of scissors."""
    line_mm: float = 0.4
    ruler_mm: float = 100.0

    def places(self) -> dict[int, Point]:
        """The middle of every marker on the sheet, whose own middle is the origin."""
        across, down = self.pitch_mm
        # Above the middle: the ruler and its line need the lower rim, on Letter too.
        spots = [(x * across / 2, y * down / 2 + 22.0) for y in (1, -1) for x in (-1, 1)]
        return dict(zip(self.numbers, spots, strict=True))

    def marker_at(self, middle: Point) -> MarkerCorners:
        return Rectangle.around(*middle, self.marker_mm, self.marker_mm).outline

    def card_at(self, middle: Point) -> Rectangle:
        """The card around a marker: the line of text is below it."""
        (x, y), (wide, high) = middle, self.card_mm
        return Rectangle(x - wide / 2, y + wide / 2 - high, x + wide / 2, y + wide / 2)

    def drawing(self, paper: CardPaper) -> Iterator[Patch]:
        """Everything printed but the text: outlines to cut along, markers, and a ruler."""
        for number, middle in self.places().items():
            yield from framed(self.card_at(middle), self.line_mm, 0.6, 1.0)
            yield from marker_cells(number, self.marker_at(middle))
        yield from ruler((-self.ruler_mm / 2, 12.0 - paper.size_mm[1] / 2), self.ruler_mm)

    def labels(self, paper: CardPaper) -> Iterator[tuple[Point, str]]:
        """Text, and where on the sheet it begins."""
        for count, (x, y) in enumerate(self.places().values(), 1):
            left, low = x - 25.0, y - self.marker_mm / 2
            yield (left, low - 7.0), f"Turbo referee: corner {count} of 4"
            yield (left, low - 12.0), "flat, at a corner of the field, face up"
            yield (left, low - 17.0), f"the marker is {self.marker_mm:.0f} mm wide"
        note = f"0 to {self.ruler_mm:.0f} mm: print at 100 %, check, cut along the grey lines"
        yield (-self.ruler_mm / 2, 18.0 - paper.size_mm[1] / 2), note
