"""The score card as a PDF of one page, written by hand: boxes, lines and the built-in Helvetica."""

from datetime import datetime

from turbo.game.match import Match
from turbo.game.messages import Language, word
from web.match.documents import card_document
from web.texts import text

A5_PT = (420, 595)
_MARGIN_PT = 36.0
_ROW_PT = 38.0


class _Page:
    """Drawing operators of one page; the origin is the upper left corner."""

    def __init__(self) -> None:
        self.operators: list[bytes] = []

    def box(self, x: float, y: float, width: float, height: float, grey: float) -> None:
        place = f"{x:.1f} {A5_PT[1] - y - height:.1f} {width:.1f} {height:.1f}"
        self.operators.append(f"{grey} g 0.6 G 0.8 w {place} re B".encode())

    def write(self, words: str, x: float, y: float, size: float, *, bold: bool = False) -> None:
        """Centred on x. Letters that the built-in fonts lack become question marks."""
        data = words.encode("cp1252", "replace")
        left = x - _width(words, size) / 2
        escaped = data.replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
        font = b"/F2" if bold else b"/F1"
        head = b"BT 0.1 g %s %.1f Tf %.1f %.1f Td (" % (font, size, left, A5_PT[1] - y)
        self.operators.append(head + escaped + b") Tj ET")

    def document(self) -> bytes:
        content = b"\n".join(self.operators)
        fonts = [
            b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % name
            for name in (b"Helvetica", b"Helvetica-Bold")
        ]
        parts = [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 6 0 R"
            b" /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>" % A5_PT,
            *fonts,
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        ]
        return _assembled(parts)


def _assembled(parts: list[bytes]) -> bytes:
    """The objects in order, with the table of where each begins."""
    data = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for number, part in enumerate(parts, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1)
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return data + head + table + tail % (len(parts) + 1, len(data))


def _width(words: str, size: float) -> float:
    """Good enough to centre: digits are 0.556 wide in Helvetica, letters about as much."""
    return sum(0.28 if letter in " .,:ilj|I'" else 0.556 for letter in words) * size


def card_pdf(match: Match, played: datetime, language: Language) -> bytes:
    page = _Page()
    middle = A5_PT[0] / 2
    page.write(text("live.card", language), middle, 58, 22, bold=True)
    page.write(f"{played:%Y-%m-%d}", middle, 78, 11)
    if match.options.simulated:
        page.write(text("live.simulated", language), middle, 94, 11, bold=True)
    centres = _columns(page, match)
    y = 130.0
    for number, row in enumerate(card_document(match), 1):
        page.write(str(number), _MARGIN_PT + 12, y + 25, 12)
        for seat in (0, 1):
            _boxes(page, centres[seat], y, row["white"][seat], row["grey"][seat])
        y += _ROW_PT
    for seat, total in enumerate(match.totals):
        page.write(str(total), centres[seat], y + 36, 26, bold=True)
    if match.is_finished:
        winner = match.winner
        line = word("draw", language) if winner is None else f"{word('winner', language)}: {winner}"
        page.write(line, middle, y + 76, 14)
    return page.document()


def _columns(page: _Page, match: Match) -> tuple[float, float]:
    wide = (A5_PT[0] - 2 * _MARGIN_PT - 30) / 2
    centres = (_MARGIN_PT + 30 + wide / 2, _MARGIN_PT + 30 + wide * 1.5)
    for name, centre in zip(match.players, centres, strict=True):
        page.write(name, centre, 118, min(15, 15 * 18 / max(18, len(name))), bold=True)
    return centres


def _boxes(page: _Page, centre: float, y: float, white: int | None, grey: int | None) -> None:
    for shade, value, left in ((1.0, white, centre - 72), (0.86, grey, centre + 2)):
        page.box(left, y, 70, _ROW_PT - 6, shade)
        if value is not None:
            page.write(str(value), left + 35, y + 22, 15, bold=True)
