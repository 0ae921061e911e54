"""Texts around every page: navigation, preferences, signing in, the welcome."""

from web.texts_table import Texts, each

FRAME: Texts = {
    "nav.skip": each("To the content", "Naar de inhoud", "Aller au contenu", "Zum Inhalt"),
    "nav.label": each("Pages", "Pagina's", "Pages", "Seiten"),
    "foot.languages": each("Language:", "Taal:", "Langue :", "Sprache:"),
    "button.close": each("Close", "Sluiten", "Fermer", "Schließen"),
    "button.cancel": each("Cancel", "Annuleren", "Annuler", "Abbrechen"),
    "prefs.title": each("Settings", "Instellingen", "Réglages", "Einstellungen"),
    "prefs.theme": each("Light or dark", "Licht of donker", "Clair ou sombre", "Hell oder dunkel"),
    "prefs.auto": each("As the device", "Zoals het apparaat", "Comme l'appareil", "Wie das Gerät"),
    "prefs.light": each("Light", "Licht", "Clair", "Hell"),
    "prefs.dark": each("Dark", "Donker", "Sombre", "Dunkel"),
    "prefs.sounds": each(
        "Sounds at rulings",
        "Geluid bij oordelen",
        "Sons aux décisions",
        "Töne bei Entscheidungen",
    ),
    "prefs.speech": each(
        "Read rulings aloud",
        "Oordelen voorlezen",
        "Lire les décisions à voix haute",
        "Entscheidungen vorlesen",
    ),
    "prefs.awake": each(
        "Keep the screen on",
        "Scherm aan houden",
        "Garder l'écran allumé",
        "Bildschirm anlassen",
    ),
    "prefs.full-screen": each("Full screen", "Volledig scherm", "Plein écran", "Vollbild"),
    "sign.in": each("Sign in", "Aanmelden", "Se connecter", "Anmelden"),
    "sign.out": each("Sign out", "Afmelden", "Se déconnecter", "Abmelden"),
    "sign.title": each(
        "Sign in as referee",
        "Aanmelden als scheidsrechter",
        "Se connecter comme arbitre",
        "Als Schiedsrichter anmelden",
    ),
    "sign.lead": each(
        "The PIN was shown on the console of the referee's own machine when it started first.",
        "De PIN stond op het scherm van de scheidsrechtermachine bij de eerste start.",
        "Le PIN s'est affiché sur la console de la machine à son premier démarrage.",
        "Die PIN stand beim ersten Start auf der Konsole des Geräts.",
    ),
    "sign.pin": each("PIN", "PIN", "PIN", "PIN"),
    "sign.name": each(
        "Your name, for the history",
        "Je naam, voor de geschiedenis",
        "Votre nom, pour l'historique",
        "Dein Name, für den Verlauf",
    ),
    "sign.name-example": each("referee", "scheidsrechter", "arbitre", "Schiedsrichter"),
    "welcome.title": each(
        "No match yet",
        "Nog geen wedstrijd",
        "Pas encore de match",
        "Noch kein Match",
    ),
    "welcome.setup": each(
        "First time? Set up the table",
        "Eerste keer? Stel de tafel op",
        "Première fois ? Installez la table",
        "Zum ersten Mal? Den Tisch aufbauen",
    ),
    "welcome.lead": each(
        "Two players, six rounds, eighteen dice. Start a match and the referee keeps the score.",
        (
            "Twee spelers, zes rondes, achttien stenen. Begin een wedstrijd en de scheidsrechter "
            "telt mee."
        ),
        "Deux joueurs, six parties, dix-huit dés. Lancez un match, l'arbitre tient le score.",
        (
            "Zwei Spieler, sechs Runden, achtzehn Würfel. Beginne ein Match, der Schiedsrichter "
            "zählt mit."
        ),
    ),
}
