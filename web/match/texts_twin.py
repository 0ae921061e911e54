"""Texts of the simulated table: its pace and its mischief."""

from web.texts_table import Texts, each

TWIN: Texts = {
    "twin.title": each(
        "The simulated table",
        "De gesimuleerde tafel",
        "La table simulée",
        "Der simulierte Tisch",
    ),
    "twin.sign-in": each(
        "Sign in with the PIN from the terminal to change the pace or to do mischief.",
        "Meld je aan met de PIN uit de terminal voor het tempo en voor kattenkwaad.",
        "Connectez-vous avec le PIN du terminal pour le rythme et les bêtises.",
        "Mit der PIN aus dem Terminal anmelden: für das Tempo und für Unfug.",
    ),
    "twin.speed": each("Pace", "Tempo", "Rythme", "Tempo"),
    "twin.fastest": each("max", "max", "max", "max"),
    "twin.mischief": each("Mischief", "Kattenkwaad", "Bêtise", "Unfug"),
    "twin.done": each(
        "It will be done as soon as it can be: {what}",
        "Dat gebeurt zodra het kan: {what}",
        "Ce sera fait dès que possible : {what}",
        "Das geschieht, sobald es geht: {what}",
    ),
    "twin.do": each("Do it", "Doe het", "Faire", "Los"),
    "mischief.turn-die": each(
        "turn a die on the table",
        "draai een steen op tafel",
        "tourner un dé de la table",
        "einen Würfel auf dem Tisch drehen",
    ),
    "mischief.turn-hand-die": each(
        "turn a die in the hand",
        "draai een steen in de hand",
        "tourner un dé de la main",
        "einen Würfel der Hand drehen",
    ),
    "mischief.take-back": each(
        "take a die off the table",
        "neem een steen van tafel",
        "reprendre un dé de la table",
        "einen Würfel vom Tisch nehmen",
    ),
    "mischief.add-die": each(
        "add a die from the pocket",
        "leg een steen uit de zak erbij",
        "ajouter un dé de la poche",
        "einen Würfel aus der Tasche dazulegen",
    ),
    "mischief.throw-twice": each(
        "throw twice in one turn",
        "gooi twee keer in een beurt",
        "lancer deux fois dans un tour",
        "zweimal in einem Zug würfeln",
    ),
    "mischief.throw-out-of-turn": each(
        "throw out of turn",
        "gooi voor je beurt",
        "lancer hors de son tour",
        "außer der Reihe würfeln",
    ),
    "mischief.leave-touching": each(
        "leave two dice touching",
        "laat twee stenen elkaar raken",
        "laisser deux dés se toucher",
        "zwei Würfel sich berühren lassen",
    ),
    "mischief.wrong-run": each(
        "lay what is no set",
        "leg wat geen set is",
        "poser un faux ensemble",
        "etwas legen, das kein Set ist",
    ),
    "mischief.lone-die": each(
        "lay a single die",
        "leg een losse steen",
        "poser un dé seul",
        "einen einzelnen Würfel legen",
    ),
    "mischief.short-throw": each(
        "throw eight dice at first",
        "gooi eerst maar acht stenen",
        "lancer huit dés au début",
        "zuerst nur acht Würfel werfen",
    ),
    "mischief.play-unthrown": each(
        "play without a throw", "speel zonder worp", "jouer sans lancer", "ohne Wurf spielen"
    ),
    "mischief.nudge-mat": each(
        "push the mat", "duw tegen de mat", "pousser le tapis", "die Matte verschieben"
    ),
    "mischief.bump-camera": each(
        "bump the camera", "stoot tegen de camera", "heurter la caméra", "die Kamera anstoßen"
    ),
    "mischief.switch-lamp": each(
        "switch the lamp off", "doe de lamp uit", "éteindre la lampe", "die Lampe ausschalten"
    ),
    "mischief.cover-die": each(
        "rest a hand on the dice",
        "leg een hand op de stenen",
        "poser la main sur les dés",
        "eine Hand auf die Würfel legen",
    ),
    "mischief.pull-camera": each(
        "pull the camera's plug",
        "trek de camera eruit",
        "débrancher la caméra",
        "den Kamerastecker ziehen",
    ),
    "mischief.pull-board": each(
        "pull the board's plug",
        "trek het kastje eruit",
        "débrancher le boîtier",
        "den Stecker des Kästchens ziehen",
    ),
}
