"""Texts of the simulated table: its pace and its mischief."""

from web.texts_table import Texts, each

TWIN: Texts = {
    "twin.title": each(
        "The simulated table",
        "De gesimuleerde tafel",
        "La table simulée",
        "Der simulierte Tisch",
    ),
    "twin.lead": each(
        "Two simulated players. Change the pace, or disturb them and see what the referee says.",
        (
            "Twee gesimuleerde spelers. Verander het tempo of stoor ze en zie wat de "
            "scheidsrechter zegt."
        ),
        "Deux joueurs simulés. Changez le rythme ou dérangez-les, et voyez ce que dit l'arbitre.",
        (
            "Zwei simulierte Spieler. Ändere das Tempo oder störe sie und sieh, was der "
            "Schiedsrichter sagt."
        ),
    ),
    "twin.sign-in": each(
        "Two simulated players. Sign in to change the pace or to disturb them.",
        "Twee gesimuleerde spelers. Meld je aan om het tempo te veranderen of ze te storen.",
        "Deux joueurs simulés. Connectez-vous pour changer le rythme ou les déranger.",
        "Zwei simulierte Spieler. Melde dich an, um das Tempo zu ändern oder sie zu stören.",
    ),
    "twin.speed": each("Pace", "Tempo", "Rythme", "Tempo"),
    "twin.mischief": each("Mischief", "Kattenkwaad", "Bêtise", "Unfug"),
    "twin.do": each("Do it", "Doe het", "Faire", "Los"),
}
