"""A paper of the hall, by fpdf2: pages with the tournament's name above.

Names come from all over the world, and the fonts that every PDF reader has know only Western
Europe's letters: where DejaVu is installed (`apt install fonts-dejavu-core`) it is put into the
file, else letters that are missing become question marks.
"""

from collections.abc import Sequence
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import XPos, YPos

FONTS = Path("/usr/share/fonts/truetype/dejavu")
"""Where Debian's package puts them, on a Pi as on a PC."""
MARGIN_MM = 14.0
"""No home printer prints nearer than some millimetres to the edge."""
ROW_MM = 8.0


class HallPaper(FPDF):
    """Pages with the tournament's name above and a page number below."""

    def __init__(self, title: str, subtitle: str, printed: str) -> None:
        super().__init__(format="A4")
        self.heading, self.subtitle, self.printed = title, subtitle, printed
        self.family = "helvetica"
        if (FONTS / "DejaVuSans.ttf").exists() and (FONTS / "DejaVuSans-Bold.ttf").exists():
            self.add_font("dejavu", "", FONTS / "DejaVuSans.ttf")
            self.add_font("dejavu", "B", FONTS / "DejaVuSans-Bold.ttf")
            self.family = "dejavu"
        self.set_margins(MARGIN_MM, MARGIN_MM)
        self.set_auto_page_break(True, MARGIN_MM + 4)
        self.set_title(title)
        self.add_page()

    def fitting(self, text: str) -> str:
        if self.family != "helvetica":
            return text
        return text.encode("latin-1", "replace").decode("latin-1")

    def say(self, text: str, size: float, bold: bool = False, **more: object) -> None:
        self.set_font(self.family, "B" if bold else "", size)
        height = size * 0.5
        self.cell(0, height, self.fitting(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT, **more)  # type: ignore[arg-type]

    def header(self) -> None:
        self.say(self.heading, 18, bold=True)
        self.say(self.subtitle, 12)
        self.ln(3)

    def footer(self) -> None:
        self.set_y(-MARGIN_MM)
        self.say(f"{self.printed}   {self.page_no()}", 8, align="R")

    def grid(
        self, heads: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float]
    ) -> None:
        self.set_font(self.family, "", 10)
        with self.table(
            col_widths=tuple(widths), line_height=ROW_MM * 0.8, text_align="LEFT", padding=0.6
        ) as table:
            for line in (heads, *rows):
                row = table.row()
                for cell in line:
                    row.cell(self.fitting(cell))

    def bytes(self) -> bytes:
        return bytes(self.output())
