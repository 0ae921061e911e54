"""Texts of the other pages: history, replay, statistics, set-up, rules, errors."""

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
    "replay.log": each(
        "The log as it was written",
        "Het logboek zoals geschreven",
        "Le journal tel qu'écrit",
        "Das Protokoll, wie es geschrieben wurde",
    ),
    "stats.of": each("Of", "Van", "De", "Von"),
    "stats.all": each("all matches", "alle wedstrijden", "tous les matchs", "allen Matches"),
    "stats.lead": each(
        "{matches} matches, {throws} dice thrown.",
        "{matches} wedstrijden, {throws} stenen gegooid.",
        "{matches} matchs, {throws} dés lancés.",
        "{matches} Matches, {throws} Würfel geworfen.",
    ),
    "stats.player": each("Player", "Speler", "Joueur", "Spieler"),
    "stats.throws": each("Throws", "Worpen", "Lancers", "Würfe"),
    "stats.played": each("Dice laid", "Stenen gelegd", "Dés posés", "Würfel gelegt"),
    "stats.blank": each("Blank turns", "Lege beurten", "Tours blancs", "Leere Züge"),
    "stats.rejected": each("Faults", "Fouten", "Fautes", "Fehler"),
    "stats.median": each("Turn, median", "Beurt, mediaan", "Tour, médiane", "Zug, Median"),
    "stats.mean": each("Turn, mean", "Beurt, gemiddeld", "Tour, moyenne", "Zug, Mittel"),
    "stats.points": each(
        "Points, added up",
        "Punten, opgeteld",
        "Points cumulés",
        "Punkte, summiert",
    ),
    "stats.points-note": each(
        "Round by round.",
        "Ronde na ronde.",
        "Partie après partie.",
        "Runde für Runde.",
    ),
    "stats.numbers": each(
        "Numbers thrown",
        "Gegooide getallen",
        "Nombres lancés",
        "Geworfene Zahlen",
    ),
    "stats.colours": each(
        "Colours thrown",
        "Gegooide kleuren",
        "Couleurs lancées",
        "Geworfene Farben",
    ),
    "stats.faces": each("Every face", "Elke kant", "Chaque face", "Jede Seite"),
    "stats.times": each("Time per turn", "Tijd per beurt", "Temps par tour", "Zeit pro Zug"),
    "stats.times-note": each(
        "Seconds, up to; {count} turns with a time.",
        "Seconden, tot en met; {count} beurten met een tijd.",
        "Secondes, jusqu'à ; {count} tours avec une durée.",
        "Sekunden, bis zu; {count} Züge mit einer Zeit.",
    ),
    "stats.no-throws": each(
        "No throws yet.",
        "Nog geen worpen.",
        "Pas encore de lancers.",
        "Noch keine Würfe.",
    ),
    "stats.test": each(
        "Chi-square {chi} at {freedom} degrees of freedom: p = {p}.",
        "Chi-kwadraat {chi} bij {freedom} vrijheidsgraden: p = {p}.",
        "Khi-deux {chi} à {freedom} degrés de liberté : p = {p}.",
        "Chi-Quadrat {chi} bei {freedom} Freiheitsgraden: p = {p}.",
    ),
    "stats.fair": each(
        (
            "No sign of a bias, and one outcome coming up half as often again would have been "
            "noticed with a chance of {power} %."
        ),
        (
            "Geen teken van een afwijking; een uitkomst die anderhalf keer zo vaak valt, was met "
            "{power} % kans opgemerkt."
        ),
        (
            "Aucun signe de biais ; un résultat une fois et demie trop fréquent aurait été "
            "remarqué avec {power} % de chances."
        ),
        (
            "Kein Zeichen einer Abweichung; ein anderthalbmal so häufiges Ergebnis wäre mit "
            "{power} % bemerkt worden."
        ),
    ),
    "stats.too-few": each(
        (
            "No sign of a bias, but too few throws to tell: one outcome coming up half as often "
            "again would be noticed with a chance of only {power} %."
        ),
        (
            "Geen teken van een afwijking, maar te weinig worpen: een uitkomst die anderhalf "
            "keer zo vaak valt, valt maar met {power} % kans op."
        ),
        (
            "Aucun signe de biais, mais trop peu de lancers : un résultat une fois et demie trop "
            "fréquent ne serait remarqué qu'avec {power} % de chances."
        ),
        (
            "Kein Zeichen einer Abweichung, aber zu wenige Würfe: ein anderthalbmal so häufiges "
            "Ergebnis fiele nur mit {power} % auf."
        ),
    ),
    "stats.unfair": each(
        "So far from fair dice by chance alone less than once in a hundred times.",
        "Zo ver van eerlijke stenen komt door toeval minder dan eens op de honderd keer voor.",
        "Un tel écart n'arrive par hasard que moins d'une fois sur cent.",
        (
            "So weit weg von fairen Würfeln kommt durch Zufall in weniger als einem von hundert "
            "Fällen."
        ),
    ),
    "stats.honest": each(
        (
            "Dashed lines: what fair dice would show if the 108 faces are as presumed (each "
            "twice, four jokers). Which six faces share a die is not used here, so the p-values "
            "are approximate. Dice that kept their face are left out; where the cup was not "
            "seen, equal faces count as kept."
        ),
        (
            "Stippellijnen: wat eerlijke stenen zouden tonen als de 108 kanten zijn zoals "
            "aangenomen (elk tweemaal, vier jokers). Welke zes kanten één steen delen wordt niet "
            "gebruikt, dus de p-waarden zijn benaderingen. Stenen die hun kant hielden tellen "
            "niet mee; waar de beker niet gezien is, gelden gelijke kanten als gehouden."
        ),
        (
            "Lignes pointillées : ce que montreraient des dés équitables si les 108 faces sont "
            "celles supposées (chacune deux fois, quatre jokers). On n'utilise pas quelles six "
            "faces partagent un dé : les valeurs p sont approchées. Les dés gardés sont exclus ; "
            "sans gobelet observé, des faces égales comptent comme gardées."
        ),
        (
            "Gestrichelt: was faire Würfel zeigen würden, wenn die 108 Seiten wie angenommen "
            "sind (jede zweimal, vier Joker). Welche sechs Seiten ein Würfel trägt, bleibt hier "
            "außer Acht, die p-Werte sind also Näherungen. Liegen gelassene Würfel zählen nicht; "
            "wo der Becher nicht gesehen wurde, gelten gleiche Seiten als liegen gelassen."
        ),
    ),
    "stats.faults": each(
        "Faults by rule",
        "Fouten per regel",
        "Fautes par règle",
        "Fehler nach Regel",
    ),
    "stats.rule": each("Rule", "Regel", "Règle", "Regel"),
    "stats.count": each("Count", "Aantal", "Nombre", "Anzahl"),
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
            "Print it with 'turbo mat' at 100 %, and check the ruler: it must be 100 mm long. "
            "Lay it flat with all four corner marks in the picture. Without a mat, set the "
            "corners by hand here."
        ),
        (
            "Print hem met 'turbo mat' op 100 % en meet de liniaal na: 100 mm. Leg hem vlak neer "
            "met alle vier hoektekens in beeld. Zonder mat stel je de hoeken hier met de hand in."
        ),
        (
            "Imprimez-le avec 'turbo mat' à 100 % et vérifiez la règle : 100 mm. Posez-le à "
            "plat, les quatre repères visibles. Sans tapis, placez les coins ici à la main."
        ),
        (
            "Mit 'turbo mat' bei 100 % drucken und das Lineal nachmessen: 100 mm. Flach "
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
            "'turbo enroll' asks you to lay all eighteen dice side by side and to turn them, "
            "until it has seen every face. Then it knows your own print, and how 6 and 9 are "
            "marked."
        ),
        (
            "'turbo enroll' vraagt je alle achttien stenen naast elkaar te leggen en te draaien "
            "tot elke kant gezien is. Dan kent hij je eigen druk, en hoe 6 en 9 gemerkt zijn."
        ),
        (
            "'turbo enroll' vous demande de poser les dix-huit dés côte à côte et de les tourner "
            "jusqu'à avoir vu chaque face. Il connaît alors votre impression et la marque du 6 "
            "et du 9."
        ),
        (
            "'turbo enroll' bittet dich, alle achtzehn Würfel nebeneinander zu legen und zu "
            "drehen, bis jede Seite gesehen ist. Dann kennt er deinen Druck und wie 6 und 9 "
            "markiert sind."
        ),
    ),
    "setup.test": each("A test throw", "Een proefworp", "Un lancer d'essai", "Ein Probewurf"),
    "setup.test-how": each(
        (
            "Throw nine dice and look at the picture above: every die should carry its face. Tap "
            "what is wrong on the live page. 'turbo selftest' measures it."
        ),
        (
            "Gooi negen stenen en kijk naar het beeld hierboven: op elke steen hoort zijn kant "
            "te staan. Tik op de livepagina aan wat niet klopt. 'turbo selftest' meet het."
        ),
        (
            "Lancez neuf dés et regardez l'image ci-dessus : chaque dé doit porter sa face. "
            "Touchez ce qui est faux sur la page en direct. 'turbo selftest' le mesure."
        ),
        (
            "Neun Würfel werfen und das Bild oben ansehen: an jedem Würfel soll seine Seite "
            "stehen. Falsches auf der Live-Seite antippen. 'turbo selftest' misst es."
        ),
    ),
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
    "meter.focus": each("Sharpness", "Scherpte", "Netteté", "Schärfe"),
    "meter.light": each("Light", "Licht", "Lumière", "Licht"),
    "meter.glare": each("No glare", "Geen schittering", "Sans reflets", "Ohne Glanz"),
    "meter.mat": each(
        "The mat is found.",
        "De mat is gevonden.",
        "Le tapis est trouvé.",
        "Die Matte ist gefunden.",
    ),
    "meter.no-mat": each(
        "The mat is not found.",
        "De mat is niet gevonden.",
        "Le tapis n'est pas trouvé.",
        "Die Matte ist nicht gefunden.",
    ),
    "meter.dice": each(
        "{count} dice seen",
        "{count} stenen gezien",
        "{count} dés vus",
        "{count} Würfel gesehen",
    ),
    "rules.lead": each(
        "The rules in short, as this referee judges them.",
        "De regels in het kort, zoals deze scheidsrechter ze toepast.",
        "Les règles en bref, telles que cet arbitre les applique.",
        "Die Regeln in Kürze, wie dieser Schiedsrichter sie anwendet.",
    ),
    "rules.turn": each("A turn", "Een beurt", "Un tour", "Ein Zug"),
    "rules.turn-text": each(
        (
            "One throw, then one play. The first throw of a round is with all nine dice, later "
            "ones with as many of the hand as you like. Then lay sets, add to sets, rearrange "
            "the table, or pass."
        ),
        (
            "Eén worp, dan één keer spelen. De eerste worp van een ronde is met alle negen "
            "stenen, later met zoveel van de hand als je wilt. Leg sets, vul aan, verleg de "
            "tafel, of pas."
        ),
        (
            "Un lancer, puis un coup. Le premier lancer se fait avec les neuf dés, ensuite avec "
            "autant de la main qu'on veut. Posez des ensembles, complétez, réarrangez, ou passez."
        ),
        (
            "Ein Wurf, dann wird gelegt. Der erste Wurf einer Runde geht mit allen neun Würfeln, "
            "später mit beliebig vielen der Hand. Sets legen, anlegen, umlegen oder passen."
        ),
    ),
    "rules.group": each("Group", "Rijtje", "Rangée", "Reihe"),
    "rules.group-text": each(
        "Three or four dice of one number, all colours different.",
        "Drie of vier stenen met één getal, allemaal een andere kleur.",
        "Trois ou quatre dés d'un même nombre, de couleurs différentes.",
        "Drei oder vier Würfel mit einer Zahl, alle Farben verschieden.",
    ),
    "rules.run": each("Run", "Serie", "Série", "Serie"),
    "rules.run-text": each(
        (
            "Three or more dice of one colour, counting up or down without a gap. 13 is not "
            "followed by 1."
        ),
        "Drie of meer stenen van één kleur, op- of aflopend zonder gat. Na 13 komt geen 1.",
        (
            "Trois dés ou plus d'une couleur, qui montent ou descendent sans trou. 13 n'est pas "
            "suivi de 1."
        ),
        "Drei oder mehr Würfel einer Farbe, lückenlos auf- oder absteigend. Auf 13 folgt keine 1.",
    ),
    "rules.cross": each("Crosswise", "Kruiselings", "En croix", "Über Kreuz"),
    "rules.cross-text": each(
        (
            "As in a crossword, a die may belong to one set across and one down. Every chain of "
            "touching dice must be a set."
        ),
        (
            "Zoals in een kruiswoordraadsel mag een steen bij één set opzij en één omlaag horen. "
            "Elke keten van stenen die elkaar raken moet een set zijn."
        ),
        (
            "Comme aux mots croisés, un dé peut appartenir à un ensemble horizontal et à un "
            "vertical. Chaque chaîne de dés qui se touchent doit être un ensemble."
        ),
        (
            "Wie im Kreuzworträtsel darf ein Würfel zu einem Set quer und einem längs gehören. "
            "Jede Kette sich berührender Würfel muss ein Set sein."
        ),
    ),
    "rules.joker": each("Joker", "Joker", "Joker", "Joker"),
    "rules.joker-text": each(
        (
            "A joker stands for any die that fits, shown on its small tag, and for the same one "
            "in both of its sets. It stays on the table."
        ),
        (
            "Een joker staat voor elke steen die past, te zien op zijn kaartje, en voor dezelfde "
            "in allebei zijn sets. Hij blijft op tafel."
        ),
        (
            "Un joker remplace tout dé qui convient, indiqué sur son étiquette, et le même dans "
            "ses deux ensembles. Il reste sur la table."
        ),
        (
            "Ein Joker steht für jeden passenden Würfel, zu sehen auf seinem Schildchen, und in "
            "beiden Sets für denselben. Er bleibt auf dem Tisch."
        ),
    ),
    "rules.end": each(
        "End of a round",
        "Einde van een ronde",
        "Fin d'une partie",
        "Ende einer Runde",
    ),
    "rules.end-text": each(
        (
            "Who has no dice left is out and wins the round. Three blank turns in a row by each "
            "player block it: then the lower hand wins the difference."
        ),
        (
            "Wie geen stenen meer heeft, is uit en wint de ronde. Drie lege beurten op rij van "
            "allebei: dan wint de laagste hand het verschil."
        ),
        (
            "Qui n'a plus de dés a terminé et gagne. Trois tours blancs de suite chacun bloquent "
            "la partie : la main la plus basse gagne la différence."
        ),
        (
            "Wer keine Würfel mehr hat, ist aus und gewinnt. Je drei leere Züge in Folge "
            "blockieren: dann gewinnt die niedrigere Hand die Differenz."
        ),
    ),
    "rules.score": each("Score", "Score", "Score", "Punkte"),
    "rules.score-text": each(
        (
            "The winner of a round scores what the other hand shows; a joker counts 10. White "
            "box: points of the round. Grey box: running total. Six rounds make a match."
        ),
        (
            "De winnaar van een ronde krijgt wat de andere hand toont; een joker telt 10. Wit "
            "vak: punten van de ronde. Grijs vak: totaal. Zes rondes zijn een wedstrijd."
        ),
        (
            "Le vainqueur marque ce que montre l'autre main ; un joker compte 10. Case blanche : "
            "points de la partie. Case grise : total. Six parties font un match."
        ),
        (
            "Der Sieger bekommt, was die andere Hand zeigt; ein Joker zählt 10. Weißes Feld: "
            "Punkte der Runde. Graues Feld: Summe. Sechs Runden sind ein Match."
        ),
    ),
}
