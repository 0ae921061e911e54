"""The pictures of the pages for players, in every language: mat, sets and lamps.

What the lamps mean is asked of the lamps themselves (`turbo.live.presenter`).
"""

from collections.abc import Iterator

from docs.making.svg import FAULT, Picture
from turbo.board.wire import Pattern
from turbo.game.layout import Layout
from turbo.game.messages import Language, word
from vision.mat.sheet import MatGeometry, Rectangle

GREEN, YELLOW, BLUE = "#2e9e44", "#d9a400", "#1565c0"

BEATS = {Pattern.OFF: "off", Pattern.ON: "on", Pattern.SLOW: "slow", Pattern.FAST: "fast"}

PLAYER: dict[Pattern, tuple[str, str, str, str]] = {
    Pattern.ON: ("throw", "gooien", "lancez", "würfeln"),
    Pattern.SLOW: (
        "lay, then hand over",
        "leggen, dan doorgeven",
        "posez, puis rendez la main",
        "legen, dann abgeben",
    ),
    Pattern.FAST: (
        "not accepted: put it right",
        "afgekeurd: zet het recht",
        "refusé : corrigez",
        "abgelehnt: richtigstellen",
    ),
    Pattern.OFF: (
        "the other player's turn",
        "de ander is aan de beurt",
        "à l'autre de jouer",
        "die andere Seite ist am Zug",
    ),
}
STATUS: dict[Pattern, tuple[str, str, str, str]] = {
    Pattern.ON: ("all is well", "alles in orde", "tout va bien", "alles in Ordnung"),
    Pattern.SLOW: (
        "a question: look at the screen",
        "een vraag: kijk op het scherm",
        "une question : voyez l'écran",
        "eine Frage: auf den Bildschirm sehen",
    ),
    Pattern.FAST: (
        "the referee sees nothing",
        "de scheidsrechter ziet niets",
        "l'arbitre ne voit rien",
        "der Schiedsrichter sieht nichts",
    ),
}
HEADS = (
    ("your lamp", "jouw lamp", "votre lampe", "deine Lampe"),
    ("the status lamp", "de statuslamp", "la lampe d'état", "die Statuslampe"),
)
BEAT_WORDS: dict[Pattern, tuple[str, str, str, str]] = {
    Pattern.OFF: ("dark", "uit", "éteinte", "dunkel"),
    Pattern.ON: ("on", "aan", "allumée", "an"),
    Pattern.SLOW: ("blinks slowly", "knippert langzaam", "clignote lentement", "blinkt langsam"),
    Pattern.FAST: ("blinks fast", "knippert snel", "clignote vite", "blinkt schnell"),
}
HANDS = ("hand", "hand", "main", "Hand")
SETS = ("the sets", "de sets", "les ensembles", "die Sets")
APART = (
    "touching, and no set: move them apart",
    "raken elkaar, maar geen set: leg ze uit elkaar",
    "se touchent sans former d'ensemble : écartez-les",
    "berühren sich, sind aber kein Set: auseinanderrücken",
)
CROSSING = (
    "across a {run}, down a {group}: the 3 belongs to both",
    "horizontaal een {run}, verticaal een {group}: de 3 hoort bij allebei",
    "en ligne une {run}, en colonne une {group} : le 3 appartient aux deux",
    "quer eine {run}, längs eine {group}: die 3 gehört zu beiden",
)

CROSSWORD = Layout.parse("b3 b4 b5 / r3 . . / k3 . .")
TOUCHING = Layout.parse("k5 k6")


def pictures() -> Iterator[tuple[str, str]]:
    for place, language in enumerate(Language):
        yield f"made/pictures/lamps-{language}.svg", _lamps(place)
        yield f"made/pictures/sets-{language}.svg", _sets(place, language)
        yield f"made/pictures/mat-{language}.svg", _mat(place)


def _lamps(place: int) -> str:
    drawn = Picture()
    for head, ink, rows in ((HEADS[0], YELLOW, PLAYER), (HEADS[1], GREEN, STATUS)):
        drawn.words(4, head[place], BLUE).down(30)
        for pattern, said in rows.items():
            drawn.lamp(20, ink, BEATS[pattern])
            drawn.words(72, BEAT_WORDS[pattern][place], "#666").words(230, said[place]).down()
        drawn.down(6)
    return str(drawn)


def _sets(place: int, language: Language) -> str:
    kinds = {kind: word(kind, language) for kind in ("run", "group")}
    drawn = Picture().caption(CROSSING[place].format(**kinds), GREEN)
    drawn.layout(CROSSWORD, new=CROSSWORD.dice)
    fault = TOUCHING.faults()[0]
    return str(drawn.caption(APART[place], FAULT).layout(TOUCHING, marked=fault.cells))


def _mat(place: int) -> str:
    """The mat as it is printed, at half its size in pixels a millimetre, with names in it."""
    mat, scale = MatGeometry(), 1.4
    parts = [_box(mat.area, mat, scale, 1.0, "#999")]
    parts += [_box(one.area, mat, scale, one.level) for one in mat.drawing(filled=False)]
    for name, zone in mat.zones().items():
        x, y = zone.centre
        said = SETS[place] if name == "table" else f"{HANDS[place]} {int(name[-1]) + 1}"
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
