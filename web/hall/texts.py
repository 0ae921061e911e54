"""Every text of the hall's pages, in English, Dutch, French and German; those that the table's
dashboard has already come from there."""

from turbo.game.messages import Language
from turbo.hall.words import WORDS
from web.texts import TEXTS
from web.texts_table import Texts, each

HALL: Texts = {
    "hall.tables": each("Tables", "Tafels", "Tables", "Tische"),
    "hall.projector": each("Projector", "Projector", "Projecteur", "Beamer"),
    "hall.tournament": each("Tournament", "Toernooi", "Tournoi", "Turnier"),
    "hall.matches": each("Matches", "Wedstrijden", "Matchs", "Matches"),
    "hall.needs": each(
        "Who needs a referee",
        "Wie heeft een scheidsrechter nodig",
        "Qui a besoin d'un arbitre",
        "Wer braucht einen Schiedsrichter",
    ),
    "hall.nobody": each("Nobody.", "Niemand.", "Personne.", "Niemand."),
    "hall.none-yet": each(
        "No table has told anything yet.",
        "Nog geen enkele tafel heeft iets verteld.",
        "Aucune table n'a encore rien transmis.",
        "Noch kein Tisch hat sich gemeldet.",
    ),
    "hall.delayed": each(
        "Shown {n:# second|# seconds} late, against whispering.",
        "{n:# seconde|# seconden} later getoond, tegen voorzeggen.",
        "Affiché avec {n:# seconde|# secondes} de retard, contre les souffleurs.",
        "Um {n:# Sekunde|# Sekunden} verzögert, gegen Vorsagen.",
    ),
    "hall.delay": each(
        "Delay in seconds",
        "Vertraging in seconden",
        "Retard en secondes",
        "Verzögerung in Sekunden",
    ),
    "hall.pause": each("Pause", "Pauzeren", "Mettre en pause", "Anhalten"),
    "hall.resume": each("Go on", "Verder", "Continuer", "Weiter"),
    "hall.paused": each("paused", "gepauzeerd", "en pause", "angehalten"),
    "hall.finished": each("finished", "klaar", "terminé", "beendet"),
    "hall.turn": each(
        "{name} is to play", "{name} is aan de beurt", "C'est à {name}", "{name} ist am Zug"
    ),
    "hall.of": each(
        "Round {n} of {m}", "Ronde {n} van {m}", "Partie {n} sur {m}", "Runde {n} von {m}"
    ),
    "hall.empty": each(
        "The table is empty.", "De tafel is leeg.", "La table est vide.", "Der Tisch ist leer."
    ),
    "hall.no-match": each("No match.", "Geen wedstrijd.", "Pas de match.", "Kein Match."),
    "hall.simulated": each("simulated", "gesimuleerd", "simulé", "simuliert"),
    "hall.need.protest": each(
        "calls for the referee",
        "roept de scheidsrechter",
        "appelle l'arbitre",
        "ruft den Schiedsrichter",
    ),
    "hall.need.question": each(
        "a die cannot be read",
        "een steen is niet te lezen",
        "un dé illisible",
        "ein Würfel ist nicht lesbar",
    ),
    "hall.need.trouble": each(
        "cannot go on by itself",
        "kan niet zelf verder",
        "ne peut continuer seule",
        "kommt nicht allein weiter",
    ),
    "hall.need.rejected": each(
        "a play was rejected",
        "een zet is afgekeurd",
        "un coup a été refusé",
        "ein Zug wurde abgelehnt",
    ),
    "hall.need.offline": each(
        "is cut off", "heeft geen verbinding", "est déconnectée", "ist nicht verbunden"
    ),
    "hall.refused": each(
        "Refused messages", "Geweigerde berichten", "Messages refusés", "Abgewiesene Nachrichten"
    ),
    "hall.waits": each(
        "The hall waits for its database; the tables go on, and nothing is lost.",
        "De zaal wacht op haar database; de tafels gaan door en er gaat niets verloren.",
        "La salle attend sa base de données ; les tables continuent et rien n'est perdu.",
        "Die Halle wartet auf ihre Datenbank; die Tische machen weiter, und nichts geht verloren.",
    ),
    "hall.unreadable": each(
        "cannot be read: {why}",
        "is niet te lezen: {why}",
        "illisible : {why}",
        "nicht lesbar: {why}",
    ),
    "hall.aside": each("set aside", "apart leggen", "mettre de côté", "beiseitelegen"),
    "hall.asides": each(
        "Show what was set aside",
        "Toon wat apart is gelegd",
        "Montrer ce qui a été mis de côté",
        "Beiseitegelegte zeigen",
    ),
    "hall.seals": each(
        "Check the seals", "Zegels controleren", "Vérifier les sceaux", "Siegel prüfen"
    ),
    "hall.seals-whole": each(
        "{entries} entries of {matches} matches are as their tables told them; {sealed} are"
        " sealed.",
        "{entries} regels van {matches} wedstrijden zijn zoals hun tafels ze vertelden; {sealed}"
        " zijn verzegeld.",
        "{entries} lignes de {matches} matchs sont telles que leurs tables les ont transmises ;"
        " {sealed} sont scellées.",
        "{entries} Einträge aus {matches} Matches sind, wie ihre Tische sie gemeldet haben;"
        " {sealed} sind versiegelt.",
    ),
    "hall.seals-broken": each(
        "Not as their tables told them:",
        "Niet zoals hun tafels ze vertelden:",
        "Pas tels que leurs tables les ont transmis :",
        "Nicht, wie ihre Tische sie gemeldet haben:",
    ),
    "hall.role.organiser": each("organiser", "organisator", "organisateur", "Veranstalter"),
    "hall.role.scorer": each("scorer", "schrijver", "marqueur", "Schreiber"),
    "hall.sign": each(
        "Scorers enter results, organisers do everything else. The PINs were shown when the hall"
        " was first started.",
        "Schrijvers voeren uitslagen in, organisatoren doen de rest. De pincodes zijn bij de eerste"
        " start getoond.",
        "Les marqueurs saisissent les résultats, les organisateurs font le reste. Les codes ont été"
        " affichés au premier démarrage.",
        "Schreiber tragen Ergebnisse ein, Veranstalter machen den Rest. Die PINs wurden beim ersten"
        " Start angezeigt.",
    ),
    "hall.sign-in": each("Sign in", "Aanmelden", "Se connecter", "Anmelden"),
    "hall.sign-out": each("Sign out", "Afmelden", "Se déconnecter", "Abmelden"),
    "hall.pin": each("PIN", "Pincode", "Code", "PIN"),
    "hall.name": each("Your name", "Je naam", "Votre nom", "Dein Name"),
    "hall.cancel": each("Cancel", "Annuleren", "Annuler", "Abbrechen"),
    "hall.close": each("Close", "Sluiten", "Fermer", "Schließen"),
    "hall.lost": each(
        "The hall cannot be reached. Trying again …",
        "De zaal is niet te bereiken. Nieuwe poging …",
        "La salle est injoignable. Nouvel essai …",
        "Die Halle ist nicht zu erreichen. Neuer Versuch …",
    ),
    "hall.found": each(
        "Found a tournament", "Toernooi oprichten", "Créer un tournoi", "Turnier gründen"
    ),
    "hall.found-lead": each(
        "There is no tournament yet. An organiser can found one.",
        "Er is nog geen toernooi. Een organisator kan er een oprichten.",
        "Il n'y a pas encore de tournoi. Un organisateur peut en créer un.",
        "Es gibt noch kein Turnier. Ein Veranstalter kann eines gründen.",
    ),
    "hall.tournament-name": each("Name", "Naam", "Nom", "Name"),
    "hall.system": each("System", "Systeem", "Système", "System"),
    "hall.system.swiss": each(
        "Swiss, two at a table",
        "Zwitsers, twee aan een tafel",
        "Suisse, à deux",
        "Schweizer System, zu zweit",
    ),
    "hall.system.fours": each(
        "Tables of four", "Tafels van vier", "Tables de quatre", "Vierertische"
    ),
    "hall.rounds": each("Rounds", "Rondes", "Tours", "Durchgänge"),
    "hall.minutes": each(
        "Minutes a round", "Minuten per ronde", "Minutes par tour", "Minuten je Durchgang"
    ),
    "hall.scheme": each("Table points", "Tafelpunten", "Points de table", "Tischpunkte"),
    "hall.add": each("Add", "Toevoegen", "Ajouter", "Hinzufügen"),
    "hall.withdraw": each("withdraw", "terugtrekken", "retirer", "zurückziehen"),
    "hall.return": each("take back", "weer meedoen", "réintégrer", "wieder aufnehmen"),
    "hall.draw": each(
        "Draw the next round",
        "Volgende ronde loten",
        "Apparier le tour suivant",
        "Nächsten Durchgang auslosen",
    ),
    "hall.begin": each("Start the round", "Ronde starten", "Lancer le tour", "Durchgang starten"),
    "hall.hold": each("Hold the clock", "Klok stilzetten", "Arrêter l'horloge", "Uhr anhalten"),
    "hall.go-on": each("Clock goes on", "Klok verder", "Relancer l'horloge", "Uhr weiter"),
    "hall.enter": each("Enter", "Invoeren", "Saisir", "Eintragen"),
    "hall.correct": each("Correct", "Corrigeren", "Corriger", "Berichtigen"),
    "hall.absent": each("did not come", "kwam niet", "absent", "nicht gekommen"),
    "hall.open-tables": each(
        "Tables in play", "Tafels in gebruik", "Tables en jeu", "Tische im Einsatz"
    ),
    "hall.no-camera": each("without a camera", "zonder camera", "sans caméra", "ohne Kamera"),
    "hall.log": each("What happened", "Wat er gebeurde", "Ce qui s'est passé", "Was geschah"),
    "hall.audit": each("Who did what", "Wie deed wat", "Qui a fait quoi", "Wer hat was getan"),
    "hall.undo": each("take back", "terugnemen", "annuler", "zurücknehmen"),
    "hall.export": each("Exports", "Export", "Exports", "Ausgaben"),
    "hall.print": each("To print", "Om te printen", "À imprimer", "Zum Drucken"),
    "hall.record": each("Record", "Verslag", "Feuille", "Protokoll"),
    "hall.records": each(
        "Records of all games",
        "Verslagen van alle partijen",
        "Feuilles de toutes les parties",
        "Protokolle aller Spiele",
    ),
    "hall.search": each(
        "Search players", "Spelers zoeken", "Chercher des joueurs", "Spieler suchen"
    ),
    "hall.more": each("More", "Meer", "Plus", "Mehr"),
    "hall.nothing": each("Nothing found.", "Niets gevonden.", "Rien trouvé.", "Nichts gefunden."),
    "hall.when": each("When", "Wanneer", "Quand", "Wann"),
    "hall.over": each(
        "The tournament is over.",
        "Het toernooi is afgelopen.",
        "Le tournoi est terminé.",
        "Das Turnier ist beendet.",
    ),
    "hall.time-up": each("time is up", "tijd is om", "temps écoulé", "Zeit ist um"),
}

ALL: Texts = {
    **TEXTS,
    **HALL,
    **{f"hallword.{key}": dict(said) for key, said in WORDS.items()},
}


def hall_text(key: str, language: Language | str = Language.ENGLISH) -> str:
    return ALL[key][Language(language)]


def hall_texts_in(language: str) -> dict[str, str] | None:
    """All texts in a language; None if it is none of ours."""
    if language not in tuple(Language):
        return None
    return {key: said[Language(language)] for key, said in ALL.items()}
