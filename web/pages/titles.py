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
    "error.home": each("To the table", "Naar de tafel", "Vers la table", "Zum Tisch"),
}
