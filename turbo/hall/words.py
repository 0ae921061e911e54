"""The words of a tournament, in English, Dutch, French and German: on paper and on the page."""

from collections.abc import Mapping

from turbo.game.messages import Language

Words = Mapping[Language, str]


def each(english: str, dutch: str, french: str, german: str) -> Words:
    return dict(zip(Language, (english, dutch, french, german), strict=True))


WORDS: dict[str, Words] = {
    "round": each("Round", "Ronde", "Tour", "Durchgang"),
    "table": each("Table", "Tafel", "Table", "Tisch"),
    "player": each("Player", "Speler", "Joueur", "Spieler"),
    "players": each("Players", "Spelers", "Joueurs", "Spieler"),
    "club": each("Club", "Club", "Club", "Verein"),
    "starts": each("starts", "begint", "commence", "beginnt"),
    "bye": each("bye", "vrij", "exempt", "spielfrei"),
    "place": each("Place", "Plaats", "Rang", "Platz"),
    "points": each("Points", "Punten", "Points", "Punkte"),
    "scored": each("Scored", "Gescoord", "Marqués", "Erzielt"),
    "wins": each("Wins", "Gewonnen", "Victoires", "Siege"),
    "buchholz": each("Buchholz", "Buchholz", "Buchholz", "Buchholz"),
    "sonneborn": each("Sonneborn", "Sonneborn", "Sonneborn", "Sonneborn"),
    "difference": each("Difference", "Saldo", "Différence", "Differenz"),
    "pairings": each("Pairings", "Indeling", "Appariements", "Paarungen"),
    "standings": each("Standings", "Stand", "Classement", "Tabelle"),
    "cross": each("Cross table", "Kruistabel", "Grille américaine", "Kreuztabelle"),
    "sheet": each("Score sheet", "Scoreblad", "Feuille de score", "Spielbericht"),
    "signature": each("Signature", "Handtekening", "Signature", "Unterschrift"),
    "total": each("Total", "Totaal", "Total", "Summe"),
    "where": each("Where do I sit?", "Waar zit ik?", "Où suis-je assis ?", "Wo sitze ich?"),
    "result": each("Result", "Uitslag", "Résultat", "Ergebnis"),
    "printed": each("Printed", "Gedrukt", "Imprimé", "Gedruckt"),
}


def word(key: str, language: Language = Language.ENGLISH) -> str:
    return WORDS[key][language]
