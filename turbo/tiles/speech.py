"""What the referee says at a tile table, in four languages and each rulebook's own words.

The words for group, run and set flip between rulebooks (German Reihe is a group on the dice and a
run on tiles), so sentences leave blanks for them and the edition fills these.
"""

from turbo.game.dice import Face
from turbo.game.editions import Edition
from turbo.game.layout import Fault, Rule
from turbo.game.naming import UNREAD_TILE, Language, joined, name

Words = dict[str, str]

_ENGLISH: Words = {"group": "group", "run": "run", "set": "set", "sets": "sets"}
_GERMAN: Words = {"group": "Gruppe", "run": "Reihe", "set": "Serie", "sets": "Serien"}
_FRENCH: Words = {
    "group": "série",
    "run": "séquence",
    "set": "combinaison",
    "sets": "combinaisons",
}
_DUTCH: Words = {"group": "rijtje", "run": "serie", "set": "set", "sets": "sets"}
_OWN: dict[tuple[str, Language], Words] = {
    ("special", Language.FRENCH): _FRENCH | {"run": "suite"},
    ("special", Language.DUTCH): _DUTCH | {"set": "combinatie", "sets": "combinaties"},
}
"""Where a rulebook differs from the others of its language."""


def set_words(edition: Edition, language: Language) -> Words:
    """The edition's own words; where its rulebook has no such language, the others' of it."""
    usual = {
        Language.ENGLISH: _ENGLISH,
        Language.DUTCH: _DUTCH,
        Language.FRENCH: _FRENCH,
        Language.GERMAN: _GERMAN,
    }
    return _OWN.get((edition.words, language), usual[language])


SENTENCES: dict[str, tuple[str, str, str, str]] = {
    "not-a-set.row": (
        "{faces}: this is neither a {group} nor a {run}.",
        "{faces}: dit is geen {group} en geen {run}.",
        "{faces} : ce n'est ni une {group} ni une {run}.",
        "{faces}: das ist weder eine {group} noch eine {run}.",
    ),
    "touching": (
        "{faces}: two tiles are no {set}: at least three.",
        "{faces}: twee stenen zijn geen {set}: minstens drie.",
        "{faces} : deux tuiles ne font pas une {set} : trois au moins.",
        "{faces}: zwei Steine sind keine {set}: mindestens drei.",
    ),
    "touching.cut": (
        "{faces}: several {sets} in one row. Leave a gap between them.",
        "{faces}: meerdere {sets} in één rij. Laat er ruimte tussen.",
        "{faces} : plusieurs {sets} dans une rangée. Laissez un espace entre elles.",
        "{faces}: mehrere {sets} in einer Zeile. Lasst eine Lücke dazwischen.",
    ),
    "lone-die": (
        "{faces} lies alone: every tile belongs to a {set}.",
        "{faces} ligt los: elke steen hoort bij een {set}.",
        "{faces} : tuile isolée. Chaque tuile appartient à une {set}.",
        "{faces} liegt allein: jeder Stein gehört zu einer {set}.",
    ),
    "no-hand-die": (
        "No tile from the rack was laid.",
        "Er is geen steen van het rek gelegd.",
        "Aucune tuile du chevalet n'a été posée.",
        "Es wurde kein Stein vom Brett gelegt.",
    ),
    "die-removed": (
        "{faces}: missing from the table. Table tiles stay on the table.",
        "{faces}: ontbreekt op tafel. Stenen op tafel blijven op tafel.",
        "{faces} : absent de la table. Les tuiles posées restent sur la table.",
        "{faces}: fehlt auf dem Tisch. Was auf dem Tisch liegt, bleibt dort.",
    ),
    "die-added": (
        "{faces}: not on the table before.",
        "{faces}: lag nog niet op tafel.",
        "{faces} : n'était pas sur la table.",
        "{faces}: lag noch nicht auf dem Tisch.",
    ),
    "hand-count": (
        "Expected {0} tiles, but there are {1}.",
        "Er moeten {0} stenen zijn, maar het zijn er {1}.",
        "Il devrait y avoir {0} tuiles, mais il y en a {1}.",
        "Es müssten {0} Steine sein, es sind aber {1}.",
    ),
    "first-meld": (
        "The first {sets} must be worth {0} from your own rack; these are worth {1}.",
        "De eerste {sets} moeten samen {0} waard zijn, van het eigen rek; deze zijn {1} waard.",
        "Les premières {sets} doivent valoir {0}, du propre chevalet ; celles-ci valent {1}.",
        "Die ersten {sets} müssen {0} wert sein, vom eigenen Brett; diese sind {1} wert.",
    ),
    "before-meld": (
        "Before the first {sets} are laid, nothing on the table is used.",
        "Voor de eerste eigen {sets} liggen, blijft alles op tafel zoals het is.",
        "Avant d'avoir posé ses premières {sets}, on ne touche pas à la table.",
        "Vor den ersten eigenen {sets} bleibt auf dem Tisch alles, wie es ist.",
    ),
    # A question, not a charge: three of a tile that the box has twice are nearly always misread.
    "not-in-box": (
        "{faces}: the box holds {0}, but {1} are in sight. Was one of them misread?",
        "{faces}: de doos bevat er {0}, maar er zijn er {1} te zien. Is er een verkeerd gelezen?",
        "{faces} : la boîte en contient {0}, mais on en voit {1}. Une tuile a-t-elle été mal lue ?",
        "{faces}: die Schachtel hat {0}, zu sehen sind {1}. Wurde einer falsch gelesen?",
    ),
    "no-redeal": (
        "A new deal needs {0} pairs of equal tiles before the first turn ends; these are {1}.",
        "Opnieuw delen vraagt {0} gelijke paren voor de eerste beurt om is; dit zijn er {1}.",
        "Une nouvelle donne demande {0} paires avant la fin du premier tour ; en voici {1}.",
        "Neu verteilt wird bei {0} gleichen Paaren vor Ende des ersten Zuges; das sind {1}.",
    ),
    "late": (
        "A turn has {0} seconds; this one took {1}.",
        "Een beurt duurt {0} seconden; deze duurde er {1}.",
        "Un tour dure {0} secondes ; celui-ci en a duré {1}.",
        "Ein Zug hat {0} Sekunden; dieser hat {1} gedauert.",
    ),
    "out-of-order.match-over": (
        "The match is over.",
        "De wedstrijd is afgelopen.",
        "Le match est terminé.",
        "Das Match ist zu Ende.",
    ),
    "out-of-order.no-round": (
        "No game is open: start one first.",
        "Er is geen spel bezig: begin er eerst een.",
        "Aucune partie n'est en cours : commencez-en une d'abord.",
        "Es läuft kein Spiel: erst eines beginnen.",
    ),
    "out-of-order.round-open": (
        "The game is not over yet.",
        "Het spel is nog niet afgelopen.",
        "La partie n'est pas encore terminée.",
        "Das Spiel ist noch nicht zu Ende.",
    ),
    "out-of-order.not-now": (
        "This cannot happen now.",
        "Dit kan nu niet.",
        "Ce n'est pas possible maintenant.",
        "Das geht jetzt nicht.",
    ),
    "out-of-order.pool-empty": (
        "The pool is empty: lay, or pass.",
        "De pot is leeg: leg, of pas.",
        "La pioche est vide : posez ou passez.",
        "Der Pool ist leer: legen oder passen.",
    ),
    "out-of-order.pool-not-empty": (
        "There are tiles left in the pool: who lays nothing draws one.",
        "Er zijn nog stenen in de pot: wie niets legt, pakt er een.",
        "Il reste des tuiles dans la pioche : qui ne pose rien en prend une.",
        "Im Pool sind noch Steine: wer nichts legt, nimmt einen.",
    ),
    "out-of-order.not-in-this-edition": (
        "This edition has no such rule.",
        "Deze uitgave kent die regel niet.",
        "Cette édition ne connaît pas cette règle.",
        "Diese Ausgabe kennt diese Regel nicht.",
    ),
    "out-of-order.nothing-to-overrule": (
        "There is nothing rejected that could be accepted now.",
        "Er is niets afgekeurd dat nu nog goedgekeurd kan worden.",
        "Il n'y a rien de refusé qui puisse être accepté maintenant.",
        "Es gibt nichts Abgelehntes, das jetzt anerkannt werden könnte.",
    ),
    "out-of-order.no-hand": (
        "{0} has no rack that could be corrected now.",
        "{0} heeft nu geen rek dat gecorrigeerd kan worden.",
        "{0} n'a pas de chevalet à corriger en ce moment.",
        "{0} hat jetzt kein Brett, das man berichtigen könnte.",
    ),
}
"""Every sentence by rule id, or rule id and detail: English, Dutch, French, German."""

_ORDER = (Language.ENGLISH, Language.DUTCH, Language.FRENCH, Language.GERMAN)


def _tile_name(face: Face, language: Language) -> str:
    return UNREAD_TILE[language] if face.is_unread else name(face, language, "bare")


TILE_RULES = {
    Rule.LONE_DIE: "lone-tile",
    Rule.NO_HAND_DIE: "no-rack-tile",
    Rule.DIE_REMOVED: "tile-removed",
    Rule.DIE_ADDED: "tile-added",
    Rule.HAND_COUNT: "rack-count",
}
"""What people read beside the sentence. Programs, records and stores have the rule's own id, which
is the same in every edition."""


def rule_word(rule: Rule, edition: Edition) -> str:
    """The short name of a rule as it is printed for people."""
    return str(rule) if edition.is_thrown else TILE_RULES.get(rule, str(rule))


def tile_message(fault: Fault, edition: Edition, language: Language = Language.ENGLISH) -> str:
    key = f"{fault.rule}.{fault.detail}" if fault.detail else str(fault.rule)
    text = SENTENCES[key][_ORDER.index(language)]
    said = joined([_tile_name(face, language) for face in fault.faces], language)
    text = text.format(*fault.values, faces=said, **set_words(edition, language))
    # Sentences may begin with a face's name, which is written small.
    return text[0].upper() + text[1:]
