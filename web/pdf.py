"""Pages to print with boxes and text, such as score cards."""

from collections.abc import Sequence

from vision.pictures.pdf import pdf_file, pdf_text

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
        """Centred on x."""
        left = x - _width(words, size) / 2
        font = b"/F2" if bold else b"/F1"
        head = b"BT 0.1 g %s %.1f Tf %.1f %.1f Td (" % (font, size, left, A5_PT[1] - y)
        self.operators.append(head + pdf_text(words) + b") Tj ET")


def pdf(pages: Sequence[Page]) -> bytes:
    return pdf_file([(*A5_PT, b"\n".join(page.operators)) for page in pages])


def _width(words: str, size: float) -> float:
    """Good enough to centre."""
    return sum(0.28 if letter in " .,:ilj|I'" else DIGIT for letter in words) * size
