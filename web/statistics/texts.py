"""Texts of the statistics."""

from web.texts_table import Texts, each

STATISTICS: Texts = {
    "stats.of": each("Of", "Van", "De", "Von"),
    "stats.all": each("all matches", "alle wedstrijden", "tous les matchs", "allen Matches"),
    "stats.tiles-lead": each(
        "Tiles: {matches:# match|# matches}.",
        "Stenen: {matches:# wedstrijd|# wedstrijden}.",
        "Tuiles : {matches:# match|# matchs}.",
        "Steine: {matches:# Match|# Matches}.",
    ),
    "stats.lead": each(
        "Matches: {matches} · dice thrown: {throws}",
        "Wedstrijden: {matches} · stenen gegooid: {throws}",
        "Matchs : {matches} · dés lancés : {throws}",
        "Matches: {matches} · Würfel geworfen: {throws}",
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
        "Seconds, up to; {count:# turn|# turns} with a time.",
        "Seconden, tot en met; {count:# beurt|# beurten} met een tijd.",
        "Secondes, jusqu'à ; {count:# tour|# tours} avec une durée.",
        "Sekunden, bis zu; {count:# Zug|# Züge} mit einer Zeit.",
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
        "Fair dice stray this far by chance less than once in a hundred times.",
        "Zo ver van eerlijke stenen komt door toeval minder dan eens op de honderd keer voor.",
        "Un tel écart n'arrive par hasard que moins d'une fois sur cent.",
        (
            "So weit weg von fairen Würfeln kommt durch Zufall in weniger als einem von hundert "
            "Fällen vor."
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
    "rule.not-a-set": each("No set", "Geen set", "Pas un ensemble", "Kein Set"),
    "rule.touching": each(
        "Two dice touching",
        "Twee stenen die raken",
        "Deux dés qui se touchent",
        "Zwei Würfel berühren sich",
    ),
    "rule.lone-die": each("A lone die", "Een losse steen", "Un dé isolé", "Ein einzelner Würfel"),
    "rule.joker-identity": each(
        "A joker with two meanings",
        "Een joker met twee betekenissen",
        "Un joker à deux sens",
        "Ein Joker mit zwei Bedeutungen",
    ),
    "rule.no-hand-die": each(
        "No die from the hand",
        "Geen steen uit de hand",
        "Aucun dé de la main",
        "Kein Würfel aus der Hand",
    ),
    "rule.die-removed": each(
        "A die was taken away", "Een steen weggenomen", "Un dé retiré", "Ein Würfel weggenommen"
    ),
    "rule.die-turned": each(
        "A die was turned", "Een steen gedraaid", "Un dé tourné", "Ein Würfel gedreht"
    ),
    "rule.die-added": each(
        "A die was added", "Een steen erbij", "Un dé ajouté", "Ein Würfel dazugekommen"
    ),
    "rule.hand-count": each(
        "Wrong number of dice in a hand",
        "Verkeerd aantal in de hand",
        "Mauvais nombre en main",
        "Falsche Zahl in der Hand",
    ),
    "rule.not-thrown": each(
        "Played without a throw", "Gespeeld zonder worp", "Joué sans lancer", "Ohne Wurf gespielt"
    ),
    "rule.thrown-twice": each(
        "Thrown twice", "Twee keer gegooid", "Lancé deux fois", "Zweimal geworfen"
    ),
    "rule.first-throw": each(
        "First throw with too few dice",
        "Eerste worp met te weinig stenen",
        "Premier lancer incomplet",
        "Erster Wurf mit zu wenig Würfeln",
    ),
    "rule.out-of-turn": each("Out of turn", "Voor de beurt", "Hors de son tour", "Außer der Reihe"),
    "rule.out-of-order": each(
        "Out of order", "Verkeerd moment", "Au mauvais moment", "Im falschen Moment"
    ),
    "rule.must-lay-set": each(
        "A set had to be laid",
        "Een set moest gelegd worden",
        "Un ensemble était dû",
        "Ein Set war zu legen",
    ),
    "rule.missed-play": each(
        "A missed play", "Een gemiste zet", "Un coup manqué", "Eine verpasste Möglichkeit"
    ),
    "stats.rests": each(
        "Rests on {count:# thrown die|# thrown dice}.",
        "Berust op {count:# gegooide steen|# gegooide stenen}.",
        "Repose sur {count:# dé lancé|# dés lancés}.",
        "Beruht auf {count:# geworfenen Würfel|# geworfenen Würfeln}.",
    ),
    "stats.no-test": each(
        "Too few for a test: the rarest outcome is expected {least} times, fewer than 5.",
        "Te weinig voor een toets: de zeldzaamste uitkomst is {least} keer te verwachten, onder 5.",
        "Trop peu pour un test : le résultat le plus rare est attendu {least} fois, moins de 5.",
        "Zu wenige für einen Test: das seltenste Ergebnis ist {least}-mal zu erwarten, unter 5.",
    ),
    "stats.black": each("black", "zwart", "noir", "schwarz"),
    "stats.red": each("red", "rood", "rouge", "rot"),
    "stats.blue": each("blue", "blauw", "bleu", "blau"),
    "stats.orange": each("orange", "oranje", "orange", "orange"),
}
