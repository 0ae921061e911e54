"""What a tile table says to its players beside rulings, in four languages."""

from turbo.game.messages import Language
from turbo.storage.session import Notice

_ORDER = (Language.ENGLISH, Language.DUTCH, Language.FRENCH, Language.GERMAN)

SENTENCES: dict[str, tuple[str, str, str, str]] = {
    "press-waits": (
        "The press counts as soon as no hand is in sight.",
        "De druk op de knop telt zodra er geen hand meer te zien is.",
        "L'appui compte dès qu'aucune main n'est plus visible.",
        "Der Tastendruck zählt, sobald keine Hand mehr zu sehen ist.",
    ),
    "press-lost": (
        "Hands were in sight for too long: press again.",
        "Er waren te lang handen te zien: druk opnieuw.",
        "Des mains sont restées trop longtemps visibles : appuyez de nouveau.",
        "Hände waren zu lange zu sehen: bitte noch einmal drücken.",
    ),
    "asked": (
        "{0} tiles are in doubt: say what they show, or press again if they are as read.",
        "{0} stenen zijn onzeker: zeg wat erop staat, of druk opnieuw als het zo klopt.",
        "{0} tuiles sont incertaines : dites ce qu'elles montrent, ou rappuyez si c'est juste.",
        "{0} Steine sind unsicher: sagt, was sie zeigen, oder drückt noch einmal, wenn es stimmt.",
    ),
    "time-up": (
        "{0}, the time is up: hands off the table.",
        "{0}, de tijd is om: handen van tafel.",
        "{0}, le temps est écoulé : retirez les mains de la table.",
        "{0}, die Zeit ist um: Hände vom Tisch.",
    ),
    "restore": (
        "Put the table back as it lay. Missing: {0}. Too much: {1}.",
        "Leg de tafel terug zoals hij lag. Ontbreekt: {0}. Te veel: {1}.",
        "Remettez la table comme elle était. Manque : {0}. En trop : {1}.",
        "Legt den Tisch zurück, wie er lag. Es fehlt: {0}. Zu viel: {1}.",
    ),
    "lift": (
        "Lift what stands on the table: {0} may lie under it.",
        "Til op wat er op tafel staat: {0} kan eronder liggen.",
        "Soulevez ce qui est posé sur la table : {0} peut se trouver dessous.",
        "Hebt hoch, was auf dem Tisch steht: {0} kann darunter liegen.",
    ),
    "show-rack": (
        "{0}, lay your {1} tiles open beside the table's, then press.",
        "{0}, leg je {1} stenen open naast die van de tafel en druk dan.",
        "{0}, posez vos {1} tuiles faces visibles à côté de la table, puis appuyez.",
        "{0}, lege deine {1} Steine offen neben die des Tisches und drücke dann.",
    ),
    "clear-table": (
        "Clear the field for the next game: {0} tiles lie there.",
        "Maak het veld leeg voor het volgende spel: er liggen nog {0} stenen.",
        "Videz le champ pour la partie suivante : il y reste {0} tuiles.",
        "Räumt das Feld für das nächste Spiel: dort liegen noch {0} Steine.",
    ),
    "match-over": (
        "The match is over.",
        "De wedstrijd is afgelopen.",
        "Le match est terminé.",
        "Das Match ist zu Ende.",
    ),
    "camera-lost": (
        "There is no picture from the camera.",
        "Er komt geen beeld van de camera.",
        "La caméra ne donne pas d'image.",
        "Die Kamera liefert kein Bild.",
    ),
    "too-dark": (
        "It is too dark to see the tiles.",
        "Het is te donker om de stenen te zien.",
        "Il fait trop sombre pour voir les tuiles.",
        "Es ist zu dunkel, um die Steine zu sehen.",
    ),
    "camera-found": (
        "The camera or a corner card was moved: the field was measured anew.",
        "De camera of een hoekkaart is verschoven: het veld is opnieuw gemeten.",
        "La caméra ou une carte de coin a bougé : le champ a été mesuré de nouveau.",
        "Kamera oder Eckkarte wurde bewegt: das Feld wurde neu vermessen.",
    ),
    "before": (
        "It lay so before the turn: {0}",
        "Zo lag het voor de beurt: {0}",
        "Avant le tour, la table était ainsi : {0}",
        "So lag es vor dem Zug: {0}",
    ),
}
"""Every sentence by its key: English, Dutch, French, German."""


def tile_word(notice: Notice, language: Language = Language.ENGLISH) -> str:
    return SENTENCES[notice.key][_ORDER.index(language)].format(*notice.values)
