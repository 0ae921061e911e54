"""Texts of setting up: the guide, the meters."""

from web.texts_table import Texts, each

SETUP: Texts = {
    "setup.lead": each(
        "Six steps, ten minutes. Nothing leaves this house: all of it runs on your own machine.",
        "Zes stappen, tien minuten. Niets verlaat het huis: alles draait op je eigen machine.",
        "Six étapes, dix minutes. Rien ne quitte la maison : tout tourne sur votre machine.",
        (
            "Sechs Schritte, zehn Minuten. Nichts verlässt das Haus: alles läuft auf deinem "
            "eigenen Gerät."
        ),
    ),
    "setup.no-camera": each(
        (
            "No camera is watching now. Start the referee with 'turbo run --camera 0' to see its "
            "picture here; without one you can keep the score by hand."
        ),
        (
            "Er kijkt nu geen camera. Start met 'turbo run --camera 0' om het beeld hier te "
            "zien; zonder camera kun je de score met de hand bijhouden."
        ),
        (
            "Aucune caméra ne regarde. Lancez 'turbo run --camera 0' pour voir son image ici ; "
            "sans caméra, tenez le score à la main."
        ),
        (
            "Gerade sieht keine Kamera zu. Mit 'turbo run --camera 0' erscheint ihr Bild hier; "
            "ohne Kamera lässt sich von Hand zählen."
        ),
    ),
    "setup.camera": each(
        "Hang up the camera",
        "Hang de camera op",
        "Accrochez la caméra",
        "Kamera aufhängen",
    ),
    "setup.camera-how": each(
        (
            "Straight above the middle of the table, 50 to 80 cm high, so that the whole mat is "
            "in the picture. It must not wobble when somebody throws."
        ),
        (
            "Recht boven het midden van de tafel, 50 tot 80 cm hoog, zodat de hele mat in beeld "
            "is. Hij mag niet wiebelen als iemand gooit."
        ),
        (
            "Juste au-dessus du milieu de la table, à 50 à 80 cm, pour voir tout le tapis. Elle ne "
            "doit pas bouger quand on lance."
        ),
        (
            "Senkrecht über der Tischmitte, 50 bis 80 cm hoch, so dass die ganze Matte im Bild "
            "ist. Sie darf beim Würfeln nicht wackeln."
        ),
    ),
    "setup.light": each("Give it light", "Zorg voor licht", "Éclairez", "Für Licht sorgen"),
    "setup.light-how": each(
        (
            "Even light from two sides is best. Avoid a lamp that mirrors in the dice. All meters "
            "should be high."
        ),
        (
            "Gelijkmatig licht van twee kanten is het best. Vermijd een lamp die in de stenen "
            "spiegelt. Alle meters horen hoog te staan."
        ),
        (
            "Une lumière égale des deux côtés est idéale. Évitez une lampe qui se reflète dans les "
            "dés. Tous les indicateurs doivent être hauts."
        ),
        (
            "Am besten gleichmäßig von zwei Seiten. Keine Lampe, die sich in den Würfeln spiegelt. "
            "Alle Anzeigen sollen hoch stehen."
        ),
    ),
    "setup.mat": each("Lay the mat", "Leg de mat neer", "Posez le tapis", "Matte auslegen"),
    "setup.mat-how": each(
        (
            "Print it here at 100 %, and check the ruler: it must be 100 mm long. "
            "Lay it flat with all four corner marks in the picture. Without a mat, set the "
            "corners by hand here."
        ),
        (
            "Print hem hier op 100 % en meet de liniaal na: 100 mm. Leg hem vlak neer "
            "met alle vier hoektekens in beeld. Zonder mat stel je de hoeken hier met de hand in."
        ),
        (
            "Imprimez-le ici à 100 % et vérifiez la règle : 100 mm. Posez-le à "
            "plat, les quatre repères visibles. Sans tapis, placez les coins ici à la main."
        ),
        (
            "Hier bei 100 % drucken und das Lineal nachmessen: 100 mm. Flach "
            "auslegen, alle vier Eckmarken im Bild. Ohne Matte die Ecken hier von Hand setzen."
        ),
    ),
    "setup.zones": each("Take your seats", "Ga zitten", "Prenez place", "Platz nehmen"),
    "setup.zones-how": each(
        (
            "Each player's dice lie open in the own zone, the sets in the middle. If the names "
            "are the wrong way round, swap the seats."
        ),
        (
            "De stenen van elke speler liggen open in de eigen zone, de sets in het midden. "
            "Staan de namen verkeerd om, wissel dan van plaats."
        ),
        (
            "Les dés de chaque joueur sont visibles dans sa zone, les ensembles au milieu. Si "
            "les noms sont inversés, échangez les places."
        ),
        (
            "Die Würfel jedes Spielers liegen offen in der eigenen Zone, die Sets in der Mitte. "
            "Sind die Namen vertauscht, die Plätze tauschen."
        ),
    ),
    "setup.dice": each("Show your dice", "Toon je stenen", "Montrez vos dés", "Würfel zeigen"),
    "setup.dice-how": each(
        (
            "Lay all eighteen dice side by side and turn them as you are told, until every face "
            "was seen. Then the referee knows your own print, and how 6 and 9 are marked."
        ),
        (
            "Leg alle achttien stenen naast elkaar en draai ze zoals gezegd wordt, tot elke kant "
            "gezien is. Dan kent de scheidsrechter je druk, en hoe 6 en 9 gemerkt zijn."
        ),
        (
            "Posez les dix-huit dés côte à côte et tournez-les comme indiqué, jusqu'à ce que "
            "chaque face soit vue. L'arbitre connaît alors votre impression et la marque du 6 et "
            "du 9."
        ),
        (
            "Alle achtzehn Würfel nebeneinander legen und drehen wie angesagt, bis jede Seite "
            "gesehen ist. Dann kennt der Schiedsrichter deinen Druck und wie 6 und 9 markiert "
            "sind."
        ),
    ),
    "setup.test": each("A test throw", "Een proefworp", "Un lancer d'essai", "Ein Probewurf"),
    "setup.test-how": each(
        (
            "Throw nine dice and look at the picture above: every die should carry its face. The "
            "self-test counts how many are right."
        ),
        (
            "Gooi negen stenen en kijk naar het beeld hierboven: op elke steen hoort zijn kant "
            "te staan. De zelftest telt hoeveel er goed zijn."
        ),
        (
            "Lancez neuf dés et regardez l'image ci-dessus : chaque dé doit porter sa face. "
            "L'autotest compte les faces justes."
        ),
        (
            "Neun Würfel werfen und das Bild oben ansehen: an jedem Würfel soll seine Seite "
            "stehen. Der Selbsttest zählt die richtigen."
        ),
    ),
    "setup.lead-tiles": each(
        "Four steps, five minutes. Nothing leaves this house: all of it runs on your own machine.",
        "Vier stappen, vijf minuten. Niets verlaat het huis: alles draait op je eigen machine.",
        "Quatre étapes, cinq minutes. Rien ne quitte la maison : tout tourne sur votre machine.",
        "Vier Schritte, fünf Minuten. Nichts verlässt das Haus: alles läuft auf deinem Gerät.",
    ),
    "setup.camera-how-tiles": each(
        (
            "Straight above the middle of the table, 80 to 100 cm high, so that the whole field "
            "and its four cards are in the picture. Racks need not be."
        ),
        (
            "Recht boven het midden van de tafel, 80 tot 100 cm hoog, zodat het hele veld met zijn "
            "vier kaarten in beeld is. De rekken hoeven dat niet."
        ),
        (
            "Juste au-dessus du milieu de la table, à 80 à 100 cm, pour voir tout le champ et ses "
            "quatre cartes. Les chevalets peuvent rester dehors."
        ),
        (
            "Senkrecht über der Tischmitte, 80 bis 100 cm hoch, so dass das ganze Feld mit seinen "
            "vier Karten im Bild ist. Die Bretter müssen es nicht."
        ),
    ),
    "setup.light-how-tiles": each(
        "Even light from two sides is best. Avoid a lamp that mirrors in the tiles.",
        "Gelijkmatig licht van twee kanten is het best. Geen lamp die in de stenen spiegelt.",
        "Une lumière égale des deux côtés est idéale. Évitez une lampe qui se reflète.",
        "Am besten gleichmäßig von zwei Seiten. Keine Lampe, die sich in den Steinen spiegelt.",
    ),
    "setup.cards": each(
        "Lay the corner cards", "Leg de hoekkaarten", "Posez les cartes de coin", "Eckkarten legen"
    ),
    "setup.cards-how-tiles": each(
        (
            "Print the four cards at 100 % and lay one at each corner of the field. They may be "
            "pushed while you play: the referee follows them."
        ),
        (
            "Print de vier kaarten op 100 % en leg er een op elke hoek van het veld. Ze mogen "
            "tijdens het spel verschuiven: de scheidsrechter volgt ze."
        ),
        (
            "Imprimez les quatre cartes à 100 % et posez-en une à chaque coin du champ. Elles "
            "peuvent bouger pendant la partie : l'arbitre les suit."
        ),
        (
            "Die vier Karten bei 100 % drucken und an jede Ecke des Feldes eine legen. Sie dürfen "
            "beim Spielen verrutschen: der Schiedsrichter folgt ihnen."
        ),
    ),
    "setup.racks": each("Take your racks", "Pak je rek", "Prenez vos chevalets", "Bretter nehmen"),
    "setup.racks-how-tiles": each(
        (
            "Racks and the pool stay outside the field. Leave a gap between two sets, and press "
            "when your turn is over: by the button, or on this page."
        ),
        (
            "Rekken en pot blijven buiten het veld. Laat ruimte tussen twee sets en druk als je "
            "beurt om is: op de knop, of op deze pagina."
        ),
        (
            "Chevalets et pioche restent hors du champ. Laissez un espace entre deux combinaisons, "
            "et appuyez à la fin de votre tour : sur le bouton, ou sur cette page."
        ),
        (
            "Bretter und Pool bleiben außerhalb des Feldes. Zwischen zwei Sets eine Lücke lassen "
            "und am Ende des Zuges drücken: auf den Knopf oder auf dieser Seite."
        ),
    ),
    "setup.print-cards": each(
        "Print the cards:", "Kaarten printen:", "Imprimer les cartes :", "Karten drucken:"
    ),
    "setup.right": each("seems right", "lijkt goed", "semble bon", "sieht richtig aus"),
    "setup.recalibrate": each(
        "Find the mat anew",
        "Zoek de mat opnieuw",
        "Retrouver le tapis",
        "Matte neu suchen",
    ),
    "setup.corners": each(
        "Set the corners by hand",
        "Hoeken met de hand",
        "Placer les coins à la main",
        "Ecken von Hand setzen",
    ),
    "setup.corners-how": each(
        "Drag the four handles onto the corners of the mat, or move them with the arrow keys.",
        "Sleep de vier punten naar de hoeken van de mat, of verplaats ze met de pijltjes.",
        "Faites glisser les quatre poignées sur les coins du tapis, ou utilisez les flèches.",
        "Die vier Griffe auf die Ecken der Matte ziehen, oder mit den Pfeiltasten bewegen.",
    ),
    "setup.corners-save": each(
        "Use these corners",
        "Deze hoeken gebruiken",
        "Utiliser ces coins",
        "Diese Ecken nehmen",
    ),
    "setup.corner": each("Corner {number}", "Hoek {number}", "Coin {number}", "Ecke {number}"),
    "setup.swap": each(
        "Swap the seats",
        "Wissel van plaats",
        "Échanger les places",
        "Plätze tauschen",
    ),
    "setup.swap-lead": each(
        "The two hand zones change owners.",
        "De twee handvakken wisselen van eigenaar.",
        "Les deux zones de main changent de propriétaire.",
        "Die beiden Handfelder tauschen die Besitzer.",
    ),
    "meter.dice": each(
        "{count:# die seen|# dice seen}",
        "{count:# steen gezien|# stenen gezien}",
        "{count:# dé vu|# dés vus}",
        "{count:# Würfel gesehen|# Würfel gesehen}",
    ),
}
