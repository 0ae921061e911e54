"""Texts of learning the own dice and of the self-test."""

from web.texts_table import Texts, each

LESSONS: Texts = {
    "lesson.look": each("Look now", "Nu kijken", "Regarder", "Jetzt ansehen"),
    "lesson.look-again": each("Look again", "Opnieuw kijken", "Revoir", "Noch einmal ansehen"),
    "lesson.stop": each("Stop", "Stoppen", "Arrêter", "Abbrechen"),
    "enrol.begin": each(
        "Learn my dice", "Leer mijn stenen", "Apprendre mes dés", "Meine Würfel lernen"
    ),
    "enrol.add": each(
        "Add to those known",
        "Bij de bekende voegen",
        "Ajouter aux dés connus",
        "Zu den bekannten hinzu",
    ),
    "enrol.step-0": each(
        "Lay the dice in the middle, each more than a die apart from the next.",
        "Leg de stenen in het midden, elk meer dan een steen van de volgende.",
        "Posez les dés au milieu, à plus d'un dé les uns des autres.",
        "Die Würfel in die Mitte legen, jeder mehr als einen Würfel vom nächsten.",
    ),
    "enrol.step-1": each(
        "Tip every die away from you once, in its place.",
        "Kantel elke steen één keer van je af, op zijn plaats.",
        "Basculez chaque dé une fois vers l'avant, sur place.",
        "Jeden Würfel einmal von dir weg kippen, auf seinem Platz.",
    ),
    "enrol.step-2": each(
        "Tip every die away from you once more.",
        "Kantel elke steen nog een keer van je af.",
        "Basculez chaque dé encore une fois vers l'avant.",
        "Jeden Würfel noch einmal von dir weg kippen.",
    ),
    "enrol.step-3": each(
        "And once more away from you.",
        "En nog een keer van je af.",
        "Et encore une fois vers l'avant.",
        "Und noch einmal von dir weg.",
    ),
    "enrol.step-4": each(
        "Now tip every die to the right once.",
        "Kantel nu elke steen één keer naar rechts.",
        "Basculez maintenant chaque dé une fois à droite.",
        "Jetzt jeden Würfel einmal nach rechts kippen.",
    ),
    "enrol.step-5": each(
        "And to the right twice.",
        "En twee keer naar rechts.",
        "Et deux fois à droite.",
        "Und zweimal nach rechts.",
    ),
    "enrol.step-more": each(
        "Turn these dice so that a face is up that was not yet: {dice}.",
        "Draai deze stenen zo dat een kant boven ligt die er nog niet was: {dice}.",
        "Tournez ces dés sur une face encore jamais vue : {dice}.",
        "Diese Würfel so drehen, dass eine neue Seite oben liegt: {dice}.",
    ),
    "enrol.known": each(
        "{known} of {of:# face|# faces} known, {looks:# look|# looks}",
        "{known} van {of:# kant|# kanten} bekend, {looks} keer gekeken",
        "{known:# face connue|# faces connues} sur {of}, {looks:# regard|# regards}",
        "{known} von {of:# Seite|# Seiten} bekannt, {looks:# Blick|# Blicke}",
    ),
    "enrol.which": each(
        "Die {die}, counted row by row from above: which face is up?",
        "Steen {die}, rij voor rij van boven: welke kant ligt boven?",
        "Dé {die}, compté rangée par rangée d'en haut : quelle face ?",
        "Würfel {die}, Reihe für Reihe von oben gezählt: welche Seite liegt oben?",
    ),
    "enrol.wrong": each(
        "Die {die}: what is it instead of {face}?",
        "Steen {die}: wat is het in plaats van {face}?",
        "Dé {die} : qu'est-ce, au lieu de {face} ?",
        "Würfel {die}: was ist es statt {face}?",
    ),
    "enrol.repeated": each(
        "Die {die} has shown {face} twice.",
        "Steen {die} liet {face} twee keer zien.",
        "Le dé {die} a montré {face} deux fois.",
        "Würfel {die} hat {face} zweimal gezeigt.",
    ),
    "enrol.twice": each(
        "It carries it twice", "Hij heeft hem twee keer", "Il la porte deux fois", "Zweimal darauf"
    ),
    "enrol.remarks": each("Look again at:", "Kijk nog eens naar:", "À revoir :", "Noch einmal:"),
    "enrol.mark": each(
        "6 and 9 are told apart by",
        "6 en 9 zijn te onderscheiden door",
        "6 et 9 se distinguent par",
        "6 und 9 unterscheidet",
    ),
    "mark.bar": each("a bar", "een streep", "un trait", "ein Strich"),
    "mark.dot": each("a dot", "een stip", "un point", "ein Punkt"),
    "mark.none": each("nothing", "niets", "rien", "nichts"),
    "mark.unknown": each("I do not know", "weet ik niet", "je ne sais pas", "weiß nicht"),
    "enrol.keep": each(
        "Keep these dice", "Bewaar deze stenen", "Garder ces dés", "Diese Würfel behalten"
    ),
    "enrol.kept": each(
        "{dice:# die is|# dice are} known now, kept in {file}. The referee uses"
        " {dice:it|them} from its next start on.",
        "{dice:# steen is|# stenen zijn} nu bekend, bewaard in {file}; gebruikt vanaf de"
        " volgende start.",
        "{dice:# dé connu, gardé|# dés connus, gardés} dans {file} ;"
        " {dice:utilisé|utilisés} dès le prochain démarrage.",
        "{dice:# Würfel ist|# Würfel sind} jetzt bekannt, in {file}; benutzt ab dem"
        " nächsten Start.",
    ),
    "selftest.begin": each(
        "Begin the self-test", "Begin de zelftest", "Commencer l'autotest", "Selbsttest beginnen"
    ),
    "selftest.layout-0": each(
        "Throw all dice and spread them over the middle so that none touch.",
        "Gooi alle stenen en spreid ze over het midden zonder dat ze elkaar raken.",
        "Lancez tous les dés et étalez-les au milieu sans qu'ils se touchent.",
        "Alle Würfel werfen und in der Mitte verteilen, ohne dass sich welche berühren.",
    ),
    "selftest.layout-1": each(
        "Lay sets in the middle as in a game: dice of a set touch, sets lie apart, some turned.",
        "Leg sets in het midden zoals in een spel: een set raakt, sets liggen los, soms gedraaid.",
        "Posez des ensembles comme en jeu : dés serrés, ensembles séparés, certains tournés.",
        "Sets wie im Spiel legen: Würfel eines Sets berühren sich, Sets getrennt, manche gedreht.",
    ),
    "selftest.layout-2": each(
        "Lay half of the dice into each hand zone, out to the corners.",
        "Leg de helft van de stenen in elk handvak, tot in de hoeken.",
        "Posez la moitié des dés dans chaque zone de main, jusqu'aux coins.",
        "In jedes Handfeld die Hälfte der Würfel legen, bis in die Ecken.",
    ),
    "selftest.judge": each(
        "{dice:# die|# dice} seen. Tap each one that is wrong.",
        "{dice:# steen|# stenen} gezien. Tik aan wat niet klopt.",
        "{dice:# dé vu|# dés vus}. Touchez ce qui est faux.",
        "{dice} Würfel gesehen. Falsche antippen.",
    ),
    "selftest.which": each(
        "Die {die}: what does it show?",
        "Steen {die}: wat staat erop?",
        "Dé {die} : que montre-t-il ?",
        "Würfel {die}: was zeigt er?",
    ),
    "selftest.no-die": each(
        "There is no die", "Daar ligt geen steen", "Il n'y a pas de dé", "Dort liegt kein Würfel"
    ),
    "selftest.missed": each("Missed", "Gemist", "Manqués", "Übersehen"),
    "selftest.add": each(
        "A die was missed", "Een steen gemist", "Un dé manque", "Ein Würfel fehlt"
    ),
    "selftest.next": each(
        "All else is right", "De rest klopt", "Le reste est juste", "Alles andere stimmt"
    ),
    "selftest.result": each(
        "{right} of {of:# face|# faces} right ({share} %), wrong but sure: {sure}.",
        "{right} van {of:# kant|# kanten} goed ({share} %), fout maar zeker: {sure}.",
        "{right:# face juste|# faces justes} sur {of} ({share} %), fausses mais sûres : {sure}.",
        "{right} von {of:# Seite|# Seiten} richtig ({share} %), falsch, aber sicher: {sure}.",
    ),
    "advice.light": each("More light.", "Meer licht.", "Plus de lumière.", "Mehr Licht."),
    "advice.contrast": each(
        "Less haze or reflection.",
        "Minder waas of weerschijn.",
        "Moins de voile ou de reflets.",
        "Weniger Schleier oder Spiegelung.",
    ),
    "advice.focus": each(
        "Sharper: focus the camera and hold it still.",
        "Scherper: stel de camera scherp en houd hem stil.",
        "Plus net : réglez la caméra et fixez-la.",
        "Schärfer: Kamera scharf stellen und fest anbringen.",
    ),
    "advice.size_px": each(
        "Nearer: the dice are small in the picture.",
        "Dichterbij: de stenen zijn klein in beeld.",
        "Plus près : les dés sont petits à l'image.",
        "Näher heran: die Würfel sind klein im Bild.",
    ),
    "advice.glare": each(
        "No lamp that mirrors in the dice.",
        "Geen lamp die in de stenen spiegelt.",
        "Pas de lampe qui se reflète dans les dés.",
        "Keine Lampe, die sich in den Würfeln spiegelt.",
    ),
    "advice.none": each(
        "Light, focus and distance are good.",
        "Licht, scherpte en afstand zijn goed.",
        "Lumière, netteté et distance sont bonnes.",
        "Licht, Schärfe und Abstand sind gut.",
    ),
}
