"""The mat and the corner cards as PDF to print: rectangles and a little text, by hand. No OpenCV.

All numbers inside are points (1/72 inch); the pages ask to be printed without scaling.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from turbo.game.observation import Point
from vision.mat.cards import CardGeometry, CardPaper
from vision.mat.sheet import MatGeometry, Patch, Rectangle

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
    pages = [(sheet, _content(sheet, drawing)) for sheet in sheets(mat, paper)]
    return _document(pages)


def cards_pdf(cards: CardGeometry, paper: CardPaper) -> bytes:
    """The four corner cards on one sheet."""
    wide, high = paper.size_mm
    labels = tuple(Label(place, text) for place, text in cards.labels(paper))
    sheet = Sheet(-wide / 2, -high / 2, wide, high, labels)
    return _document([(sheet, _content(sheet, list(cards.drawing(paper))))])


def _content(sheet: Sheet, drawing: Sequence[Patch]) -> bytes:
    """Millimetres of the mat are the unit of the page from the first line on."""
    scale = POINTS_PER_MM
    x, y = -sheet.left_mm * scale, -sheet.bottom_mm * scale
    lines = [f"{scale:.6f} 0 0 {scale:.6f} {x:.4f} {y:.4f} cm"]
    for patch in (*drawing, *sheet.seams):
        area = patch.area
        if sheet.shows(area):
            size = f"{area.right - area.left:.4f} {area.top - area.bottom:.4f}"
            lines.append(f"{patch.level:.3f} g {area.left:.4f} {area.bottom:.4f} {size} re f")
    lines += [_text(label) for label in sheet.labels]
    return "\n".join(lines).encode("ascii")


def _text(label: Label) -> str:
    x, y = label.at_mm
    turn = "-1 0 0 -1" if label.is_turned else "1 0 0 1"
    text = label.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT 0 g /F {TEXT_MM} Tf {turn} {x:.4f} {y:.4f} Tm ({text}) Tj ET"


def _document(pages: Sequence[tuple[Sheet, bytes]]) -> bytes:
    """The objects of the file with their table of places, as the format wants them."""
    # Three objects stand before the pages, and each page is followed by its content.
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for i, (sheet, content) in enumerate(pages):
        objects += [_page(sheet, 5 + 2 * i), _stream(content)]
    return _file(objects)


def _page(sheet: Sheet, content: int) -> bytes:
    width, height = sheet.width_mm * POINTS_PER_MM, sheet.height_mm * POINTS_PER_MM
    return (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.4f} {height:.4f}]"
        f" /Resources << /Font << /F 3 0 R >> >> /Contents {content} 0 R >>"
    ).encode()


def _stream(content: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)


def _file(objects: Sequence[bytes]) -> bytes:
    # Four bytes beyond ASCII, by which programs know that this is no text.
    data, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    # The format wants 20 bytes for each of these lines.
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    data += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(data)
