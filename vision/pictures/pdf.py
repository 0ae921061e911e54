"""A PDF file by hand: pages of drawing operators. What is printed from here needs no more, and a Pi
no further library. No OpenCV."""

from collections.abc import Sequence

SheetPt = tuple[float, float, bytes]
"""Width and height of a page in points (1/72 inch), and its operators; /F1 is Helvetica, /F2 bold:
every reader has them."""


def pdf_file(pages: Sequence[SheetPt], *, is_scaled: bool = True) -> bytes:
    """The whole file; what is measured on paper asks to be printed without scaling."""
    wish = b"" if is_scaled else b" /ViewerPreferences << /PrintScaling /None >>"
    # Objects 1 to 4 are the catalogue, the list of pages and two fonts; a page is two objects.
    places = range(5, 5 + 2 * len(pages), 2)
    kids = b" ".join(b"%d 0 R" % place for place in places)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R%s >>" % wish,
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        *(
            b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % name
            for name in (b"Helvetica", b"Helvetica-Bold")
        ),
    ]
    for place, (width, height, content) in zip(places, pages, strict=True):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.4f %.4f] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>" % (width, height, place + 1)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return _assembled(objects)


def pdf_text(words: str) -> bytes:
    """Text for an operator. Letters that the built-in fonts lack become question marks."""
    # What PDF calls WinAnsiEncoding.
    data = words.encode("cp1252", "replace")
    return data.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")


def _assembled(objects: Sequence[bytes]) -> bytes:
    """The objects in order, with the table of where each begins."""
    # Four letters above 127 in the second line: so programs that pass it on take it for binary.
    data, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    # Every line has 20 bytes exactly, the blank before its end included: readers count on it.
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return bytes(data) + head + table + tail % (len(objects) + 1, len(data))
