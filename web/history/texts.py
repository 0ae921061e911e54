"""Texts of the history and of a replay."""

from web.texts_table import Texts, each

HISTORY: Texts = {
    "history.lead": each(
        "Every match is kept, with every throw and every ruling.",
        "Elke wedstrijd blijft bewaard, met elke worp en elk oordeel.",
        "Chaque match est conservé, avec chaque lancer et chaque décision.",
        "Jedes Match bleibt erhalten, mit jedem Wurf und jeder Entscheidung.",
    ),
    "history.none": each(
        "No match yet.",
        "Nog geen wedstrijd.",
        "Pas encore de match.",
        "Noch kein Match.",
    ),
    "history.rounds": each(
        "{done} of {rounds} rounds",
        "{done} van {rounds} rondes",
        "{done} parties sur {rounds}",
        "{done} von {rounds} Runden",
    ),
    "history.look": each("Replay", "Terugkijken", "Revoir", "Nachspielen"),
    "history.is-open": each("Open now", "Nu bezig", "En cours", "Läuft gerade"),
    "history.go-on": each("Go on with it", "Verder spelen", "Continuer", "Weiterspielen"),
    "history.import": each(
        "Take over a record",
        "Verslag inlezen",
        "Importer un match",
        "Aufzeichnung einlesen",
    ),
    "history.import-lead": each(
        "A .turbo file becomes a new match, judged again from the start.",
        "Een .turbo-bestand wordt een nieuwe wedstrijd, van voren af aan beoordeeld.",
        "Un fichier .turbo devient un nouveau match, jugé à nouveau depuis le début.",
        "Eine .turbo-Datei wird ein neues Match, von Anfang an neu beurteilt.",
    ),
    "history.import-file": each("File", "Bestand", "Fichier", "Datei"),
    "history.imported": each(
        "Taken over as match {match}.",
        "Ingelezen als wedstrijd {match}.",
        "Importé comme match {match}.",
        "Eingelesen als Match {match}.",
    ),
    "replay.first": each("To the beginning", "Naar het begin", "Au début", "Zum Anfang"),
    "replay.back": each(
        "One step back",
        "Een stap terug",
        "Un pas en arrière",
        "Ein Schritt zurück",
    ),
    "replay.forth": each("One step on", "Een stap verder", "Un pas en avant", "Ein Schritt weiter"),
    "replay.step": each(
        "Step of the match",
        "Stap van de wedstrijd",
        "Étape du match",
        "Schritt des Matches",
    ),
    "replay.play": each("Play", "Afspelen", "Lire", "Abspielen"),
    "replay.stop": each("Stop", "Stop", "Arrêter", "Anhalten"),
    "replay.where": each(
        "step {step} of {steps}, round {round}",
        "stap {step} van {steps}, ronde {round}",
        "étape {step} sur {steps}, partie {round}",
        "Schritt {step} von {steps}, Runde {round}",
    ),
    "replay.nothing": each(
        "Nothing happened.",
        "Er gebeurde niets.",
        "Rien ne s'est passé.",
        "Nichts geschah.",
    ),
    "replay.export": each("Export", "Exporteren", "Exporter", "Export"),
    "replay.throws-csv": each("Throws CSV", "Worpen CSV", "Lancers CSV", "Würfe CSV"),
    "replay.statement": each("Statement", "Regel", "Énoncé", "Aussage"),
    "replay.picture": each(
        "Picture of the throw",
        "Foto van de worp",
        "Photo du lancer",
        "Bild des Wurfs",
    ),
    "noted.start": each(
        "{who} starts the match.",
        "{who} begint de wedstrijd.",
        "{who} commence le match.",
        "{who} beginnt das Match.",
    ),
    "noted.pause": each(
        "{who} pauses the match.",
        "{who} pauzeert de wedstrijd.",
        "{who} met le match en pause.",
        "{who} hält das Match an.",
    ),
    "noted.resume": each(
        "{who} goes on with the match.",
        "{who} gaat verder met de wedstrijd.",
        "{who} reprend le match.",
        "{who} setzt das Match fort.",
    ),
    "log.undid": each(
        "{who} takes back #{entry}.",
        "{who} neemt #{entry} terug.",
        "{who} annule #{entry}.",
        "{who} nimmt #{entry} zurück.",
    ),
    "log.instead": each(
        "{who} corrects #{entry}: {said}",
        "{who} verbetert #{entry}: {said}",
        "{who} corrige #{entry} : {said}",
        "{who} berichtigt #{entry}: {said}",
    ),
    "replay.log": each(
        "The log as it was written",
        "Het logboek zoals geschreven",
        "Le journal tel qu'écrit",
        "Das Protokoll, wie es geschrieben wurde",
    ),
}
