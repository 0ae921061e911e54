"""The mat and the corner cards as PDF to print without scaling. No OpenCV."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from turbo.game.observation import Point
from vision.mat.cards import CardGeometry, CardPaper
from vision.mat.sheet import MatGeometry, Patch, Rectangle
from vision.pictures.pdf import SheetPt, pdf_file, pdf_text

POINTS_PER_MM = 72 / 25.4

TEXT_MM = 2.8
"""Height of the letters: to be read at arm's length, and no larger than needed beside dice."""


class Paper(StrEnum):
    """What the mat is printed on."""

    A3 = "a3"
    A4 = "a4"
    LETTER = "letter"
    """US Letter: it is too low for half of the mat, so four sheets carry a quarter each."""


LETTER_MM = (279.4, 215.9)
"""Across, as a quarter of the mat lies on it."""

OVERLAP_MM = 8.0
"""Of two Letter sheets: more than the quarter inch that printers leave white."""

SEAM_MM, SEAM_LEVEL = 0.15, 0.3
"""The line to cut along: to be seen on the zones' grey, and too thin for an eye from above."""


@dataclass(frozen=True, slots=True)
class Label:
    """Text that begins at a place of the mat; for the far player it is turned round."""

    at_mm: Point
    text: str
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: the part of the mat whose lower left corner is here, and its size."""

    left_mm: float
    bottom_mm: float
    width_mm: float
    height_mm: float
    labels: tuple[Label, ...] = ()
    seams: tuple[Patch, ...] = ()
    """Lines to cut along, where sheets overlap."""

    def shows(self, area: Rectangle) -> bool:
        right, top = self.left_mm + self.width_mm, self.bottom_mm + self.height_mm
        return (
            area.left < right
            and area.right > self.left_mm
            and area.bottom < top
            and area.top > self.bottom_mm
        )


def sheets(mat: MatGeometry, paper: Paper) -> tuple[Sheet, ...]:
    left, bottom = mat.area.left, mat.area.bottom
    if paper is Paper.A3:
        note = "print on A3 at 100 %, without fitting to the page"
        labels = _labels(mat, note)
        return (Sheet(left, bottom, mat.width_mm, mat.height_mm, labels),)
    if paper is Paper.LETTER:
        return _quarters(mat)
    half = mat.width_mm / 2
    note = "print both A4 sheets at 100 %, lay them edge to edge, tape them from behind"
    labels = _labels(mat, note)
    return (
        Sheet(left, bottom, half, mat.height_mm, labels[:-1]),
        Sheet(0.0, bottom, half, mat.height_mm, labels[-1:]),
    )


def _quarters(mat: MatGeometry) -> tuple[Sheet, ...]:
    """Lower left, upper left, lower right, upper right; each reaches a little over the middle."""
    wide, high = LETTER_MM
    note = "print 4 Letter sheets at 100 %, cut along the lines, tape them from behind"
    labels = _labels(mat, note)
    lefts, bottoms = (OVERLAP_MM - wide, -OVERLAP_MM), (OVERLAP_MM - high, -OVERLAP_MM)
    said = (labels[:2], labels[2:3], labels[3:], ())
    corners = [(left, bottom) for left in lefts for bottom in bottoms]
    return tuple(
        Sheet(left, bottom, wide, high, words, _seams(left, bottom))
        for (left, bottom), words in zip(corners, said, strict=True)
    )


def _seams(left: float, bottom: float) -> tuple[Patch, ...]:
    (wide, high), half = LETTER_MM, SEAM_MM / 2
    upright = Rectangle(-half, bottom, half, bottom + high)
    level = Rectangle(left, -half, left + wide, half)
    return Patch(upright, SEAM_LEVEL), Patch(level, SEAM_LEVEL)


def _labels(mat: MatGeometry, note: str) -> tuple[Label, ...]:
    """All but the last lie on the left sheet."""
    ruler_x, y = mat.ruler_corner_mm
    left, top = -mat.zone_x_mm, mat.hand_y_mm + 4.6
    return (
        Label((left, y), "player 1: your dice here, the sets in the middle"),
        Label((left + 62, y), note),
        Label((-8.0, top), "player 2: your dice here, the sets in the middle", is_turned=True),
        Label((ruler_x + mat.ruler_mm + 4, y), "0 to 100 mm: check the print"),
    )


def mat_pdf(mat: MatGeometry, paper: Paper, *, filled: bool = True) -> bytes:
    """The whole file."""
    drawing = list(mat.drawing(filled=filled))
    return _exact([_page(sheet, drawing) for sheet in sheets(mat, paper)])


def cards_pdf(cards: CardGeometry, paper: CardPaper) -> bytes:
    """The four corner cards on one sheet."""
    wide, high = paper.size_mm
    labels = tuple(Label(place, text) for place, text in cards.labels(paper))
    sheet = Sheet(-wide / 2, -high / 2, wide, high, labels)
    return _exact([_page(sheet, list(cards.drawing(paper)))])


_exact = partial(pdf_file, is_scaled=False)


def _page(sheet: Sheet, drawing: Sequence[Patch]) -> SheetPt:
    """Millimetres of the mat are the unit of the page from the first line on."""
    scale = POINTS_PER_MM
    x, y = -sheet.left_mm * scale, -sheet.bottom_mm * scale
    lines = [b"%.6f 0 0 %.6f %.4f %.4f cm" % (scale, scale, x, y)]
    for patch in (*drawing, *sheet.seams):
        area = patch.area
        if sheet.shows(area):
            place = (area.left, area.bottom, area.right - area.left, area.top - area.bottom)
            lines.append(b"%.3f g %.4f %.4f %.4f %.4f re f" % (patch.level, *place))
    lines += [_text(label) for label in sheet.labels]
    return sheet.width_mm * scale, sheet.height_mm * scale, b"\n".join(lines)


def _text(label: Label) -> bytes:
    turn = b"-1 0 0 -1" if label.is_turned else b"1 0 0 1"
    head = b"BT 0 g /F1 %g Tf %s %.4f %.4f Tm (" % (TEXT_MM, turn, *label.at_mm)
    return head + pdf_text(label.text) + b") Tj ET"
