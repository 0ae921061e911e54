"""The pictures of the pages for players, in every language: mat, sets and lamps.

What the lamps mean is asked of the lamps themselves (`turbo.live.presenter`).
"""

from collections.abc import Iterator

from docs.making.svg import FAULT, Picture
from turbo.board.wire import Pattern
from turbo.game.layout import Layout
from turbo.game.messages import Language, word
from turbo.i18n.catalogue import say
from vision.mat.sheet import MatGeometry, Rectangle

GREEN, YELLOW, BLUE = "#2e9e44", "#d9a400", "#1565c0"

BEATS = {Pattern.OFF: "off", Pattern.ON: "on", Pattern.SLOW: "slow", Pattern.FAST: "fast"}

PLAYER = (Pattern.ON, Pattern.SLOW, Pattern.FAST, Pattern.OFF)
STATUS = (Pattern.ON, Pattern.SLOW, Pattern.FAST)
LAMPS = (("your-lamp", YELLOW, "player", PLAYER), ("status-lamp", GREEN, "status", STATUS))

CROSSWORD = Layout.parse("b3 b4 b5 / r3 . . / k3 . .")
TOUCHING = Layout.parse("k5 k6")


def pictures() -> Iterator[tuple[str, str]]:
    for language in Language:
        yield f"made/pictures/lamps-{language}.svg", _lamps(language)
        yield f"made/pictures/sets-{language}.svg", _sets(language)
        yield f"made/pictures/mat-{language}.svg", _mat(language)


def _lamps(language: Language) -> str:
    drawn = Picture()
    for head, ink, lamp, rows in LAMPS:
        drawn.words(4, say(f"play.{head}", language), BLUE).down(30)
        for pattern in rows:
            beat, means = pattern.name.lower(), f"play.{lamp}.{pattern.name.lower()}"
            drawn.lamp(20, ink, BEATS[pattern])
            drawn.words(72, say(f"play.beat.{beat}", language), "#666")
            drawn.words(230, say(means, language)).down()
        drawn.down(6)
    return str(drawn)


def _sets(language: Language) -> str:
    kinds = {kind: word(kind, language) for kind in ("run", "group")}
    drawn = Picture().caption(say("play.crossing", language, **kinds), GREEN)
    drawn.layout(CROSSWORD, new=CROSSWORD.dice)
    fault = TOUCHING.faults()[0]
    drawn.caption(say("play.apart", language), FAULT)
    return str(drawn.layout(TOUCHING, marked=fault.cells))


def _mat(language: Language) -> str:
    """The mat as it is printed, at half its size in pixels a millimetre, with names in it."""
    mat, scale = MatGeometry(), 1.4
    parts = [_box(mat.area, mat, scale, 1.0, "#999")]
    parts += [_box(one.area, mat, scale, one.level) for one in mat.drawing(filled=False)]
    for name, zone in mat.zones().items():
        x, y = zone.centre
        if name == "table":
            said = say("play.sets", language)
        else:
            said = f"{say('play.hands', language)} {int(name[-1]) + 1}"
        parts.append(
            f"<text x='{(x + mat.width_mm / 2) * scale:.0f}'"
            f" y='{(mat.height_mm / 2 - y) * scale + 6:.0f}' font-family='system-ui,sans-serif'"
            f" font-size='18' text-anchor='middle' fill='#444'>{said}</text>"
        )
    size = mat.width_mm * scale, mat.height_mm * scale
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {size[0]:.0f} {size[1]:.0f}'"
        f" width='{size[0]:.0f}' height='{size[1]:.0f}'>{''.join(parts)}</svg>\n"
    )


def _box(
    area: Rectangle, mat: MatGeometry, scale: float, level: float, stroke: str = "none"
) -> str:
    left, top = (area.left + mat.width_mm / 2) * scale, (mat.height_mm / 2 - area.top) * scale
    shade = round(255 * level)
    return (
        f"<rect x='{left:.1f}' y='{top:.1f}' width='{(area.right - area.left) * scale:.1f}'"
        f" height='{(area.top - area.bottom) * scale:.1f}'"
        f" fill='rgb({shade},{shade},{shade})' stroke='{stroke}'/>"
    )
