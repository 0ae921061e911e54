"""Draws layouts, hands and lamps as SVG: for the book, without fonts or scripts from elsewhere.

>>> from turbo.game.layout import Layout
>>> picture = Picture().layout(Layout.parse("b3 b4 b5"), marked=[(0, 0, 1)])
>>> str(picture).count("<rect"), "#c62828" in str(picture)
(3, True)
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from html import escape

from turbo.game.dice import Colour, Face
from turbo.game.layout import Layout
from turbo.game.sets import Cell

EDGE = 40
"""Pixels of a die: two fit under a thumb on a telephone, eighteen across a printed page."""
PITCH = EDGE + 3
"""Touching dice keep a hair's breadth, so that each is seen by itself."""
GAP = 26
"""Between islands: clearly wider than a hair's breadth."""

INKS = {
    Colour.BLACK: "#222",
    Colour.RED: "#c62828",
    Colour.BLUE: "#1565c0",
    Colour.ORANGE: "#e07000",
}
BODY, OUTLINE, FAULT, GOOD, GREY = "#fffdf5", "#8d8677", "#c62828", "#2e7d32", "#666"
FONT = "font-family='system-ui,Segoe UI,Helvetica,Arial,sans-serif'"


@dataclass
class Picture:
    """Grows downwards, one thing under another."""

    parts: list[str] = field(default_factory=list)
    width: float = 0.0
    y: float = 4.0

    def caption(self, text: str, ink: str = GREY) -> "Picture":
        self.parts.append(_text(4, self.y + 13, text, ink, 13))
        self.width = max(self.width, 8 + 7.2 * len(text))
        self.y += 22
        return self

    def hand(self, faces: Iterable[Face], marked: Collection[int] = ()) -> "Picture":
        for place, face in enumerate(faces):
            self._die(face, 4 + place * (PITCH + 5), self.y, FAULT if place in marked else None)
        self.y += EDGE + 10
        return self

    def layout(
        self, layout: Layout, marked: Collection[Cell] = (), new: Collection[Cell] = ()
    ) -> "Picture":
        """Every island beside the other; `marked` cells in red, `new` ones in green."""
        x, deepest = 4.0, 0
        for number, rows in enumerate(layout.islands):
            for r, row in enumerate(rows):
                for c, face in enumerate(row):
                    if face is not None:
                        cell = (number, r, c)
                        ring = FAULT if cell in marked else GOOD if cell in new else None
                        self._die(face, x + c * PITCH, self.y + r * PITCH, ring)
            x += len(rows[0]) * PITCH + GAP
            deepest = max(deepest, len(rows))
        self.y += max(deepest, 1) * PITCH + 8
        return self

    def _die(self, face: Face, x: float, y: float, ring: str | None) -> None:
        stroke, width = (OUTLINE, 1) if ring is None else (ring, 4)
        self.parts.append(
            f"<rect x='{x:g}' y='{y:g}' width='{EDGE}' height='{EDGE}' rx='7' fill='{BODY}'"
            f" stroke='{stroke}' stroke-width='{width}'/>"
        )
        ink = "#888" if face.colour is None else INKS[face.colour]
        middle, base = x + EDGE / 2, y + EDGE / 2
        if face.is_joker:
            self.parts.append(_joker(middle, base, ink))
        else:
            shown = "?" if face.is_unread else str(face.number)
            self.parts.append(_text(middle, base + 8, shown, ink, 23, "middle", "700"))
        self.width = max(self.width, x + EDGE + 4)

    def lamp(self, x: float, ink: str, beats: str) -> "Picture":
        """A lamp that is on, blinks slowly or fast, or is dark (`beats`: on, slow, fast, off)."""
        blink = {"slow": "1s", "fast": "0.25s"}.get(beats)
        inner = f"<animate attributeName='opacity' values='1;1;.15;.15' dur='{blink}'"
        inner = f"{inner} repeatCount='indefinite'/>" if blink else ""
        fill = "#ddd" if beats == "off" else ink
        self.parts.append(
            f"<circle cx='{x:g}' cy='{self.y + 14:g}' r='11' fill='{fill}' stroke='#555'"
            f" stroke-width='1.5'>{inner}</circle>"
        )
        rays = {"on": 1, "slow": 2, "fast": 3}.get(beats, 0)
        # Paper does not blink: so many strokes stand beside a lamp as it is in a hurry.
        for number in range(rays):
            left = x + 17 + number * 6
            self.parts.append(
                f"<path d='M{left:g} {self.y + 5:g}v18' stroke='{ink}' stroke-width='3'/>"
            )
        self.width = max(self.width, x + 40)
        return self

    def words(self, x: float, text: str, ink: str = "#222") -> "Picture":
        self.parts.append(_text(x, self.y + 19, text, ink, 15))
        self.width = max(self.width, x + 8.4 * len(text))
        return self

    def down(self, pixels: float = 34) -> "Picture":
        self.y += pixels
        return self

    def __str__(self) -> str:
        size = f"{self.width + 2:.0f}", f"{self.y:.0f}"
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {size[0]} {size[1]}'"
            f" width='{size[0]}' height='{size[1]}'>{''.join(self.parts)}</svg>\n"
        )


def _text(
    x: float, y: float, text: str, ink: str, size: int, anchor: str = "start", weight: str = "400"
) -> str:
    return (
        f"<text x='{x:g}' y='{y:g}' {FONT} font-size='{size}' font-weight='{weight}'"
        f" text-anchor='{anchor}' fill='{ink}'>{escape(text)}</text>"
    )


def _joker(x: float, y: float, ink: str) -> str:
    """A laughing face: what it is called in no language, and what most sets print."""
    return (
        f"<circle cx='{x:g}' cy='{y:g}' r='13' fill='none' stroke='{ink}' stroke-width='2.5'/>"
        f"<circle cx='{x - 5:g}' cy='{y - 4:g}' r='2' fill='{ink}'/>"
        f"<circle cx='{x + 5:g}' cy='{y - 4:g}' r='2' fill='{ink}'/>"
        f"<path d='M{x - 7:g} {y + 3:g}q7 8 14 0' fill='none' stroke='{ink}' stroke-width='2.5'/>"
    )
