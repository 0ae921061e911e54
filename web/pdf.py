"""PDF written by hand: boxes, lines and the built-in Helvetica. What is printed from here needs no
more, and a Pi no further library."""

from collections.abc import Sequence

A5_PT = (420, 595)
DIGIT = 0.556
"""How wide a digit of Helvetica is, and about a letter, beside its size."""


class Page:
    """Drawing operators of one page; the origin is the upper left corner."""

    def __init__(self) -> None:
        self.operators: list[bytes] = []

    def box(self, x: float, y: float, width: float, height: float, grey: float) -> None:
        place = f"{x:.1f} {A5_PT[1] - y - height:.1f} {width:.1f} {height:.1f}"
        self.operators.append(f"{grey} g 0.6 G 0.8 w {place} re B".encode())

    def write(self, words: str, x: float, y: float, size: float, *, bold: bool = False) -> None:
        """Centred on x. Letters that the built-in fonts lack become question marks."""
        # What PDF calls WinAnsiEncoding.
        data = words.encode("cp1252", "replace")
        left = x - _width(words, size) / 2
        escaped = data.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
        font = b"/F2" if bold else b"/F1"
        head = b"BT 0.1 g %s %.1f Tf %.1f %.1f Td (" % (font, size, left, A5_PT[1] - y)
        self.operators.append(head + escaped + b") Tj ET")


def pdf(pages: Sequence[Page]) -> bytes:
    """The pages as a document; the fonts are those that every reader has."""
    names = (b"Helvetica", b"Helvetica-Bold")
    fonts = [
        b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % name
        for name in names
    ]
    # Objects 1 to 4 are the catalogue, the list of pages and two fonts; a page is two objects.
    places = range(5, 5 + 2 * len(pages), 2)
    kids = b" ".join(b"%d 0 R" % place for place in places)
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        *fonts,
    ]
    for place, page in zip(places, pages, strict=True):
        content = b"\n".join(page.operators)
        parts.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>" % (*A5_PT, place + 1)
        )
        parts.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return _assembled(parts)


def _assembled(parts: list[bytes]) -> bytes:
    """The objects in order, with the table of where each begins."""
    # Four letters above 127 in the second line: so programs that pass it on take it for binary.
    data = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for number, part in enumerate(parts, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    # Every line has 20 bytes exactly, the blank before its end included: readers count on it.
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1)
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return data + head + table + tail % (len(parts) + 1, len(data))


def _width(words: str, size: float) -> float:
    """Good enough to centre."""
    return sum(0.28 if letter in " .,:ilj|I'" else DIGIT for letter in words) * size
