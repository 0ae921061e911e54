"""What the referee says, in English, Dutch, French and German.

Every sentence stands here once a language. The words for group and run are those of the game's own
rulebook in each language; they flip between editions, so they are never translated elsewhere.

>>> from turbo.game.layout import Layout
>>> for language in Language:
...     print(message(Layout.parse("b3 k3").faults()[0], language)[:66])
The blue 3 and the black 3 touch: move them apart, or make a set o
De blauwe 3 en de zwarte 3 raken elkaar: leg ze uit elkaar of maak
Le 3 bleu et le 3 noir se touchent : écartez-les, ou formez un ens
Die blaue 3 und die schwarze 3 berühren sich: auseinanderrücken od
"""

from turbo.game.dice import parse_hand
from turbo.game.layout import Fault, Rule
from turbo.game.naming import Language as Language
from turbo.game.naming import Named, Plain

_LANGUAGES = tuple(Language)


def _each(*texts: str) -> dict[Language, str]:
    return dict(zip(_LANGUAGES, texts, strict=True))


WORDS: dict[str, dict[Language, str]] = {
    "group": _each("group", "rijtje", "rangée", "Reihe"),
    "run": _each("run", "serie", "série", "Serie"),
    "set": _each("set", "set", "ensemble", "Set"),
    "turn": _each("turn", "beurt", "tour", "Zug"),
    "round": _each("round", "ronde", "partie", "Runde"),
    "table": _each("table", "tafel", "table", "Tisch"),
    "hand": _each("hand", "hand", "main", "Hand"),
    "match": _each("match", "wedstrijd", "match", "Match"),
    "total": _each("total", "totaal", "total", "gesamt"),
    "points": _each("points", "punten", "points", "Punkte"),
    "winner": _each("winner", "winnaar", "gagnant", "Gewinner"),
    "draw": _each("draw", "gelijkspel", "match nul", "unentschieden"),
    "tie": _each("tie", "gelijk", "égalité", "gleich"),
    "out": _each("out", "uit", "a tout posé", "alle ausgelegt"),
    "block": _each("block", "blokkade", "blocage", "Blockade"),
    "resigned": _each("resigned", "opgegeven", "abandon", "aufgegeben"),
    "ended": _each("ended", "gestopt", "arrêté", "beendet"),
    "accepted": _each("accepted", "goedgekeurd", "accepté", "anerkannt"),
    "rejected": _each("rejected", "afgekeurd", "refusé", "abgelehnt"),
    "unsure": _each("unsure", "onzeker", "incertain", "unsicher"),
    "advice": _each("advice", "advies", "conseil", "Hinweis"),
    "legal": _each("legal", "geldig", "valable", "gültig"),
    "not legal": _each("not legal", "niet geldig", "non valable", "nicht gültig"),
    "nothing to judge": _each(
        "nothing to judge", "niets te beoordelen", "rien à juger", "nichts zu beurteilen"
    ),
    "undone": _each("undone", "ongedaan gemaakt", "annulé", "zurückgenommen"),
    "amended": _each("amended", "gecorrigeerd", "corrigé", "berichtigt"),
    "and": _each("and", "en", "et", "und"),
    "joker": _each("joker", "joker", "joker", "Joker"),
    "unread": _each("unread die", "ongelezen steen", "dé non lu", "ungelesener Würfel"),
    "black": _each("black", "zwarte", "noir", "schwarze"),
    "red": _each("red", "rode", "rouge", "rote"),
    "blue": _each("blue", "blauwe", "bleu", "blaue"),
    "orange": _each("orange", "oranje", "orange", "orange"),
}
"""Single words for tables and sentences."""

MESSAGES: dict[str, dict[Language, str]] = {
    "not-a-set": _each(
        "{faces}: this is neither a group nor a run.",
        "{faces}: dit is geen rijtje en geen serie.",
        "{faces} : ce n'est ni une rangée ni une série.",
        "{faces}: das ist weder eine Reihe noch eine Serie.",
    ),
    "not-a-set.colour-twice": _each(
        "{faces}: in a group no colour comes twice.",
        "{faces}: in een rijtje komt geen kleur twee keer voor.",
        "{faces} : dans une rangée, aucune couleur ne revient deux fois.",
        "{faces}: in einer Reihe kommt keine Farbe zweimal vor.",
    ),
    "not-a-set.too-long": _each(
        "{faces}: a group has three or four dice, not more.",
        "{faces}: een rijtje heeft drie of vier stenen, niet meer.",
        "{faces} : une rangée a trois ou quatre dés, pas davantage.",
        "{faces}: eine Reihe hat drei oder vier Würfel, nicht mehr.",
    ),
    "not-a-set.not-in-order": _each(
        "{faces}: a run counts up or down without a gap, and 13 is not followed by 1.",
        "{faces}: een serie telt op of af zonder gat, en na 13 komt geen 1.",
        "{faces} : une série monte ou descend sans trou, et 13 n'est pas suivi de 1.",
        "{faces}: eine Serie zählt lückenlos auf oder ab, und auf 13 folgt keine 1.",
    ),
    "not-a-set.jokers": _each(
        "{faces}: a set needs at least one die with a number.",
        "{faces}: een set heeft minstens één steen met een getal nodig.",
        "{faces} : un ensemble a besoin d'au moins un dé avec un nombre.",
        "{faces}: ein Set braucht mindestens einen Würfel mit einer Zahl.",
    ),
    "touching": _each(
        "{faces} touch: move them apart, or make a set of at least three.",
        "{faces} raken elkaar: leg ze uit elkaar of maak er een set van minstens drie van.",
        "{faces} se touchent : écartez-les, ou formez un ensemble d'au moins trois dés.",
        "{faces} berühren sich: auseinanderrücken oder ein Set aus mindestens drei bilden.",
    ),
    "lone-die": _each(
        "{faces} {faces:?lies|lie} alone: every die on the table must be in a set.",
        "{faces} {faces:?ligt|liggen} alleen: elke steen op tafel moet in een set liggen.",
        "{faces} {faces:?est seul|sont seuls} : chaque dé sur la table doit faire partie d'un"
        " ensemble.",
        "{faces} {faces:?liegt|liegen} allein: jeder Würfel auf dem Tisch muss zu einem Set"
        " gehören.",
    ),
    "joker-identity.stands": _each(
        "The joker would stand for {0:or} in one set and for {1:or} in the other.",
        "De joker zou in de ene set voor {0:or} staan en in de andere voor {1:or}.",
        "Le joker serait {0:or} dans un ensemble et {1:or} dans l'autre.",
        "Der Joker stünde in einem Set für {0:or} und im anderen für {1:or}.",
    ),
    "joker-identity": _each(
        "The joker cannot stand for the same face in both of its sets.",
        "De joker kan niet in allebei zijn sets voor hetzelfde staan.",
        "Le joker ne peut pas représenter la même face dans ses deux ensembles.",
        "Der Joker kann nicht in beiden Sets für dieselbe Seite stehen.",
    ),
    "no-hand-die": _each(
        "No die of the hand was laid: lay at least one, or pass.",
        "Er is geen steen uit de hand gelegd: leg er minstens één, of pas.",
        "Aucun dé de la main n'a été posé : posez-en au moins un, ou passez.",
        "Kein Würfel der Hand wurde gelegt: mindestens einen legen oder passen.",
    ),
    "die-removed": _each(
        "{faces} {faces:?is|are} missing from the table. Dice never leave the table.",
        "{faces} {faces:?ontbreekt|ontbreken} op tafel. Stenen gaan nooit van tafel.",
        "{faces} {faces:?est absent|sont absents} de la table. Un dé ne quitte jamais la table.",
        "{faces} {faces:?fehlt|fehlen} auf dem Tisch. Würfel bleiben immer auf dem Tisch.",
    ),
    "die-turned.table": _each(
        "On the table {faces[0]} has become {faces[1]:a}: a die on the table is never turned.",
        "Op tafel is {faces[0]} nu {faces[1]:a}: een steen op tafel wordt nooit gedraaid.",
        "Sur la table, {faces[0]} est devenu {faces[1]:a} : on ne retourne jamais un dé posé.",
        "Auf dem Tisch wurde aus {faces[0]:dat} {faces[1]:a}: ein Würfel auf dem Tisch wird nie"
        " gedreht.",
    ),
    "die-turned.hand": _each(
        "{faces}: {faces:?this die was not thrown, but shows|these dice were not thrown, but show}"
        " another face now.",
        "{faces}: {faces:?deze steen is niet gegooid, maar laat|deze stenen zijn niet gegooid, maar"
        " laten} nu iets anders zien.",
        "{faces} : {faces:?ce dé n'a pas été lancé, mais il montre|ces dés n'ont pas été lancés,"
        " mais"
        " ils montrent} une autre face.",
        "{faces}: {faces:?dieser Würfel wurde nicht geworfen, zeigt|diese Würfel wurden nicht"
        " geworfen, zeigen} aber etwas anderes.",
    ),
    "die-added": _each(
        "{faces} {faces:?was|were} neither on the table nor in the hand.",
        "{faces} {faces:?lag|lagen} niet op tafel en niet in de hand.",
        "{faces} {faces:?n'était|n'étaient} ni sur la table ni dans la main.",
        "{faces} {faces:?lag|lagen} weder auf dem Tisch noch in der Hand.",
    ),
    "die-added.twice": _each(
        "{faces} {faces:?lies|lie} on the table, but still in the hand too: one was added.",
        "{faces} {faces:?ligt|liggen} op tafel, maar ook nog in de hand: er is er een erbij"
        " gelegd.",
        "{faces} {faces:?est|sont} sur la table, mais encore dans la main aussi : un dé a été"
        " ajouté.",
        "{faces} {faces:?liegt|liegen} auf dem Tisch, aber auch noch in der Hand: einer kam dazu.",
    ),
    "hand-count": _each(
        "The hand should have {0:?# die|# dice}, but has {1}.",
        "De hand moet {0:?# steen|# stenen} hebben, maar heeft er {1}.",
        "La main devrait avoir {0:?# dé|# dés}, mais elle en a {1}.",
        "Die Hand muss {0} Würfel haben, hat aber {1}.",
    ),
    "not-thrown": _each(
        "{1} has not thrown yet in this turn.",
        "{1} heeft in deze beurt nog niet gegooid.",
        "{1} n'a pas encore lancé les dés ce tour-ci.",
        "{1} hat in diesem Zug noch nicht gewürfelt.",
    ),
    "thrown-twice": _each(
        "{0} has already thrown in this turn.",
        "{0} heeft in deze beurt al gegooid.",
        "{0} a déjà lancé les dés ce tour-ci.",
        "{0} hat in diesem Zug schon gewürfelt.",
    ),
    "first-throw": _each(
        "The first throw of a round is made with all {0} dice, not with {1}.",
        "De eerste worp van een ronde doe je met alle {0} stenen, niet met {1}.",
        "Le premier lancer d'une partie se fait avec les {0} dés, pas avec {1}.",
        "Der erste Wurf einer Runde wird mit allen {0} Würfeln gemacht, nicht mit {1}.",
    ),
    "out-of-turn": _each(
        "It is {1}'s turn, not {0}'s.",
        "{1} is aan de beurt, niet {0}.",
        "C'est à {1} de jouer, pas à {0}.",
        "{1} ist am Zug, nicht {0}.",
    ),
    "out-of-order.match-over": _each(
        "The match is over.",
        "De wedstrijd is afgelopen.",
        "Le match est terminé.",
        "Das Match ist zu Ende.",
    ),
    "out-of-order.no-round": _each(
        "No round is open: start one first.",
        "Er is geen ronde bezig: begin er eerst een.",
        "Aucune partie n'est en cours : commencez-en une d'abord.",
        "Es läuft keine Runde: erst eine beginnen.",
    ),
    "out-of-order.round-open": _each(
        "The round is not over yet.",
        "De ronde is nog niet afgelopen.",
        "La partie n'est pas encore terminée.",
        "Die Runde ist noch nicht zu Ende.",
    ),
    "out-of-order.not-now": _each(
        "This cannot happen now.",
        "Dit kan nu niet.",
        "Ce n'est pas possible maintenant.",
        "Das geht jetzt nicht.",
    ),
    "out-of-order.nothing-to-overrule": _each(
        "There is nothing rejected that could be accepted now.",
        "Er is niets afgekeurd dat nu nog goedgekeurd kan worden.",
        "Il n'y a rien de refusé qui puisse être accepté maintenant.",
        "Es gibt nichts Abgelehntes, das jetzt anerkannt werden könnte.",
    ),
    "out-of-order.wrong-starter": _each(
        "{0} starts this round: the start alternates.",
        "{0} begint deze ronde: de spelers beginnen om de beurt.",
        "C'est à {0} de commencer cette partie : on commence à tour de rôle.",
        "{0} beginnt diese Runde: es wird abwechselnd begonnen.",
    ),
    "out-of-order.no-hand": _each(
        "{0} has no hand that could be corrected now.",
        "{0} heeft nu geen hand die gecorrigeerd kan worden.",
        "{0} n'a pas de main à corriger en ce moment.",
        "{0} hat jetzt keine Hand, die man berichtigen könnte.",
    ),
    "must-lay-set": _each(
        "The thrown hand held a set ({faces:bare}): at least one set must be laid.",
        "De gegooide hand had een set ({faces:bare}): er moet minstens één set gelegd worden.",
        "La main lancée contenait un ensemble ({faces:bare}) : il faut en poser au moins un.",
        "Der Wurf enthielt ein Set ({faces:bare}): mindestens ein Set muss gelegt werden.",
    ),
    "missed-play": _each(
        "There was a play: {faces:acc}, which gives {0}.",
        "Er kon gespeeld worden: {faces:acc}, dat geeft {0}.",
        "Il y avait un coup : {faces:acc}, ce qui donne {0}.",
        "Es gab eine Möglichkeit: {faces:acc}, das ergibt {0}.",
    ),
}
"""Every sentence by rule id, or rule id and detail."""


def word(key: str, language: Language = Language.ENGLISH) -> str:
    return WORDS[key][language]


def message(fault: Fault, language: Language = Language.ENGLISH) -> str:
    """The sentence for a fault or an advice."""
    key = f"{fault.rule}.{fault.detail}" if fault.detail else str(fault.rule)
    values: tuple[object, ...] = tuple(Plain(str(one), language) for one in fault.values)
    # A fault knows no language: these values are faces in notation and get their names here.
    if fault.detail == "stands":
        values = tuple(Named(parse_hand(one), language) for one in fault.values)
    text = MESSAGES[key][language].format(*values, faces=Named(fault.faces, language))
    return text[0].upper() + text[1:]


RULES_WITHOUT_A_PLAIN_SENTENCE = frozenset({Rule.DIE_TURNED, Rule.OUT_OF_ORDER})
"""Rules that always come with a detail."""
