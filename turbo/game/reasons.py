"""Why an event was emitted: what spoke for it, kept with its entry, in words where people ask.

>>> reason_text(Reason("still", ("1.8",)))
'The table was legal and lay still for 1.8 s.'

Nothing of the live table is needed to read them: a log is shown where no table is watched.
"""

from turbo.game.events import Reason
from turbo.game.naming import Language

_LANGUAGES = tuple(Language)


def _each(*texts: str) -> dict[Language, str]:
    return dict(zip(_LANGUAGES, texts, strict=True))


REASONS: dict[str, dict[Language, str]] = {
    "press": _each(
        "{0} pressed the button.",
        "{0} drukte op de knop.",
        "{0} a appuyé sur le bouton.",
        "{0} hat die Taste gedrückt.",
    ),
    "poured": _each(
        "{0} dice came out on a cleared table.",
        "Er kwamen {0} stenen op een lege tafel.",
        "{0} dés sont arrivés sur une table vide.",
        "{0} Würfel kamen auf einen leeren Tisch.",
    ),
    "first": _each(
        "{0} dice came to lie that nobody missed: a first throw.",
        "Er kwamen {0} stenen te liggen die niemand miste: een eerste worp.",
        "{0} dés sont arrivés que personne n'attendait : un premier lancer.",
        "{0} Würfel kamen zu liegen, die niemand vermisste: ein erster Wurf.",
    ),
    "short": _each(
        "Only {0} dice came out, and no more came for a while.",
        "Er kwamen maar {0} stenen, en een tijd lang geen andere.",
        "Seulement {0} dés sont arrivés, et aucun autre pendant un moment.",
        "Nur {0} Würfel kamen, und eine Weile lang keine weiteren.",
    ),
    "thrown": _each(
        "Dice that came: {0}. Out of sight for {1} s; with another face than before: {2}.",
        "Stenen die kwamen: {0}. Uit het zicht: {1} s; met een ander vlak dan eerst: {2}.",
        "Dés arrivés : {0}. Hors de vue pendant {1} s ; avec une autre face qu'avant : {2}.",
        "Würfel, die kamen: {0}. Außer Sicht: {1} s; mit anderer Seite als zuvor: {2}.",
    ),
    "heard": _each(
        "The cup was heard.",
        "De beker was te horen.",
        "Le gobelet a été entendu.",
        "Der Becher war zu hören.",
    ),
    "hidden": _each(
        "Dice hidden by something on the mat: {0}.",
        "Stenen verborgen door iets op de mat: {0}.",
        "Dés cachés par un objet sur le tapis : {0}.",
        "Würfel, die etwas auf der Matte verdeckt: {0}.",
    ),
    "cocked": _each(
        "They had lain badly, or nobody objected: they were thrown again.",
        "Ze lagen slecht, of niemand maakte bezwaar: ze zijn opnieuw gegooid.",
        "Ils étaient mal posés, ou personne n'a protesté : ils ont été relancés.",
        "Sie lagen schlecht, oder niemand widersprach: sie wurden neu geworfen.",
    ),
    "objected": _each(
        "Somebody said that they had lain well: a second throw.",
        "Iemand zei dat ze goed lagen: een tweede worp.",
        "Quelqu'un a dit qu'ils étaient bien posés : un second lancer.",
        "Jemand sagte, dass sie gut lagen: ein zweiter Wurf.",
    ),
    "as-before": _each(
        "The dice came up as before, and {0} played on: so it was a throw.",
        "De stenen toonden hetzelfde, en {0} speelde verder: dus was het een worp.",
        "Les dés montraient la même chose, et {0} a continué : c'était donc un lancer.",
        "Die Würfel zeigten dasselbe, und {0} spielte weiter: also war es ein Wurf.",
    ),
    "still": _each(
        "The table was legal and lay still for {0} s.",
        "De tafel was geldig en lag {0} s stil.",
        "La table était valable et n'a pas bougé pendant {0} s.",
        "Der Tisch war gültig und lag {0} s still.",
    ),
    "taken": _each(
        "{0} took up dice to throw.",
        "{0} nam stenen op om te gooien.",
        "{0} a pris des dés pour lancer.",
        "{0} nahm Würfel auf, um zu werfen.",
    ),
    "next-thrown": _each(
        "{0} threw: the turn before was over.",
        "{0} gooide: de beurt ervoor was voorbij.",
        "{0} a lancé : le tour d'avant était fini.",
        "{0} warf: der Zug davor war vorbei.",
    ),
    "next-laid": _each(
        "{0} laid dice: the turn before was over.",
        "{0} legde stenen: de beurt ervoor was voorbij.",
        "{0} a posé des dés : le tour d'avant était fini.",
        "{0} legte Würfel: der Zug davor war vorbei.",
    ),
    "completed": _each(
        "What could not be read before was read now, or somebody named it.",
        "Wat eerst niet te lezen was, is nu gelezen of door iemand genoemd.",
        "Ce qui était illisible a été lu depuis, ou quelqu'un l'a nommé.",
        "Was nicht zu lesen war, ist nun gelesen, oder jemand hat es genannt.",
    ),
    "set-back": _each(
        "A die that a throw had hit was set back as it lay.",
        "Een steen die door een worp geraakt was, is teruggezet zoals hij lag.",
        "Un dé touché par un lancer a été remis comme il était.",
        "Ein Würfel, den ein Wurf traf, wurde zurückgestellt, wie er lag.",
    ),
    "only-course": _each(
        "Nobody saw it: it is the only course of the game that leads to what lies there.",
        "Niemand zag het: het is het enige verloop dat leidt tot wat er ligt.",
        "Personne ne l'a vu : c'est le seul déroulement qui mène à ce qui est là.",
        "Niemand sah es: es ist der einzige Verlauf, der zu dem führt, was liegt.",
    ),
    "left-over": _each(
        "All dice lay open: what is neither the table's nor the other hand's is this hand.",
        "Alle stenen lagen open: wat niet van de tafel of de andere hand is, is deze hand.",
        "Tous les dés étaient visibles : ce qui n'est ni à la table ni à l'autre est cette main.",
        "Alle Würfel lagen offen: was weder Tisch noch andere Hand ist, ist diese Hand.",
    ),
    "cleared": _each(
        "All dice were cleared away, and one more blank turn ended the round.",
        "Alle stenen zijn opgeruimd, en nog een lege beurt beëindigde de ronde.",
        "Tous les dés ont été rangés, et un tour blanc de plus a fini la partie.",
        "Alle Würfel wurden weggeräumt, und ein weiterer leerer Zug beendete die Runde.",
    ),
    "said-table": _each(
        "Somebody said that the table is right.",
        "Iemand zei dat de tafel klopt.",
        "Quelqu'un a dit que la table a raison.",
        "Jemand sagte, dass der Tisch stimmt.",
    ),
    "said-begin": _each(
        "Somebody said that the round begins here, and that {0} throws.",
        "Iemand zei dat de ronde hier begint, en dat {0} gooit.",
        "Quelqu'un a dit que la partie commence ici, et que {0} lance.",
        "Jemand sagte, dass die Runde hier beginnt und {0} wirft.",
    ),
    "said-next": _each(
        "Somebody said that {0} throws next: it counts as it lies.",
        "Iemand zei dat {0} nu gooit: het telt zoals het ligt.",
        "Quelqu'un a dit que {0} lance ensuite : cela compte tel quel.",
        "Jemand sagte, dass {0} als Nächstes wirft: es gilt, was liegt.",
    ),
    "weakest": _each(
        "The face that was hardest to read: {0}, with {1} %.",
        "Het vlak dat het moeilijkst te lezen was: {0}, met {1} %.",
        "La face la plus difficile à lire : {0}, avec {1} %.",
        "Die Seite, die am schwersten zu lesen war: {0}, mit {1} %.",
    ),
    "weight": _each(
        "All faces together are right with {0} %.",
        "Alle vlakken samen kloppen met {0} %.",
        "Toutes les faces ensemble sont justes à {0} %.",
        "Alle Seiten zusammen stimmen mit {0} %.",
    ),
}
"""Every reason by its key."""


def reason_text(reason: Reason, language: Language = Language.ENGLISH) -> str:
    """The sentence for a reason; one of another version is told by its key."""
    if reason.key not in REASONS:
        return " ".join((reason.key, *reason.values))
    return REASONS[reason.key][language].format(*reason.values)


def seconds(span_s: float) -> str:
    """A time as people say it."""
    return f"{span_s:.1f}"


def percent(part: float) -> str:
    """A chance as people say it."""
    return f"{100 * part:.1f}"
