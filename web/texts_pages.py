"""Texts of every page: titles and errors."""

from web.texts_table import Texts, each

PAGES: Texts = {
    "title.live": each("Live", "Live", "En direct", "Live"),
    "title.tv": each("Big screen", "Groot scherm", "Grand écran", "Großbild"),
    "title.history": each("History", "Geschiedenis", "Historique", "Verlauf"),
    "title.replay": each("Replay", "Terugkijken", "Revoir", "Nachspielen"),
    "title.statistics": each("Statistics", "Statistiek", "Statistiques", "Statistik"),
    "title.setup": each("Set-up", "Opstelling", "Installation", "Aufbau"),
    "title.rules": each("Rules", "Regels", "Règles", "Regeln"),
    "error.not-found": each(
        "There is nothing of that name.",
        "Hier is niets.",
        "Il n'y a rien ici.",
        "Hier ist nichts.",
    ),
    "error.not-allowed": each(
        "This cannot be done here.",
        "Dit kan hier niet.",
        "Impossible ici.",
        "Das geht hier nicht.",
    ),
    "error.too-large": each(
        "This is too large.",
        "Dit is te groot.",
        "C'est trop grand.",
        "Das ist zu groß.",
    ),
    "error.ours": each(
        "Something went wrong here. It was not your fault.",
        "Er ging hier iets mis. Het lag niet aan jou.",
        "Quelque chose s'est mal passé ici. Ce n'est pas votre faute.",
        "Hier ging etwas schief. Es lag nicht an dir.",
    ),
    "error.home": each("To the table", "Naar de tafel", "Vers la table", "Zum Tisch"),
}
