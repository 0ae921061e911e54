"""What the live table says that is no ruling, in English, Dutch, French and German.

from turbo.storage.session import Notice
>>> notice_text(Notice("die-missing", ("b3 r*",)))
'The blue 3 and the joker are missing from the table: show them, or put them back.'
"""

from turbo.errors import BadNotation
from turbo.game.dice import parse_hand
from turbo.game.naming import Language, Named, Plain
from turbo.storage.session import Notice

_LANGUAGES = tuple(Language)


def _each(*texts: str) -> dict[Language, str]:
    return dict(zip(_LANGUAGES, texts, strict=True))


NOTICES: dict[str, dict[Language, str]] = {
    "camera-lost": _each(
        "The camera is gone. Plug it in again: the match goes on from here.",
        "De camera is weg. Sluit hem weer aan: de wedstrijd gaat hier verder.",
        "La caméra a disparu. Rebranchez-la : le match reprendra ici.",
        "Die Kamera ist weg. Wieder anschließen: das Match geht hier weiter.",
    ),
    "camera-frozen": _each(
        "The camera hangs: it sends the same picture again and again. Plug it in anew.",
        "De camera hangt: hij stuurt steeds hetzelfde beeld. Sluit hem opnieuw aan.",
        "La caméra est figée : elle envoie toujours la même image. Rebranchez-la.",
        "Die Kamera hängt: sie sendet immer dasselbe Bild. Neu anschließen.",
    ),
    "camera-ended": _each(
        "The video is over.",
        "De video is afgelopen.",
        "La vidéo est terminée.",
        "Das Video ist zu Ende.",
    ),
    "camera-found": _each(
        "The camera or the mat was moved; the mat was found again, so the match goes on.",
        "De camera of de mat is verschoven; de mat is weer gevonden, we gaan verder.",
        "La caméra ou le tapis a bougé ; le tapis est retrouvé, le match continue.",
        "Kamera oder Matte wurde verschoben; die Matte ist wieder gefunden, es geht weiter.",
    ),
    "camera-bumped": _each(
        "The camera or the mat was moved by {0} mm; the table is as it was, so the match goes on.",
        "De camera of de mat is {0} mm verschoven; de tafel is zoals ze was, we gaan verder.",
        "La caméra ou le tapis a bougé de {0} mm ; la table est intacte, le match continue.",
        "Kamera oder Matte wurde um {0} mm verschoben; der Tisch ist wie zuvor, es geht weiter.",
    ),
    "too-dark": _each(
        "It is too dark to see the dice: switch on a lamp.",
        "Het is te donker om de stenen te zien: doe een lamp aan.",
        "Il fait trop sombre pour voir les dés : allumez une lampe.",
        "Es ist zu dunkel, um die Würfel zu sehen: eine Lampe einschalten.",
    ),
    "too-bright": _each(
        "It is too bright: the dice's white is burnt out. Less light, or measure it anew.",
        "Het is te licht: het wit van de stenen is overbelicht. Minder licht, of meet opnieuw.",
        "Il fait trop clair : le blanc des dés est brûlé. Moins de lumière, ou mesurez à nouveau.",
        "Es ist zu hell: das Weiß der Würfel ist überbelichtet. Weniger Licht, oder neu messen.",
    ),
    "no-colour": _each(
        "The picture has no colour: orange and black look alike. Switch night vision off.",
        "Het beeld heeft geen kleur: oranje en zwart lijken gelijk. Zet nachtzicht uit.",
        "L'image n'a pas de couleur : orange et noir se confondent. Coupez la vision nocturne.",
        "Das Bild hat keine Farbe: Orange und Schwarz sehen gleich aus. Nachtsicht ausschalten.",
    ),
    "press-waits": _each(
        "The button was heard, but nothing can be seen: it counts once the table is seen again.",
        "De knop is gehoord, maar er is nu niets te zien: hij telt zodra de tafel weer te zien is.",
        "Le bouton est entendu, mais rien n'est visible : il comptera quand la table sera revue.",
        "Die Taste wurde gehört, aber nichts ist zu sehen: sie gilt, sobald man den Tisch sieht.",
    ),
    "press-old": _each(
        "A button was pressed a while ago and is only heard now: it does not count any more.",
        "Een knop is een tijd geleden ingedrukt en nu pas gehoord: hij telt niet meer.",
        "Un bouton pressé il y a un moment n'est entendu que maintenant : il ne compte plus.",
        "Eine Taste wurde vor einer Weile gedrückt und erst jetzt gehört: sie zählt nicht mehr.",
    ),
    "hand-rests": _each(
        "A hand rests on the table: take it away, and the referee can see again.",
        "Er ligt een hand op tafel: haal hem weg, dan ziet de scheidsrechter weer iets.",
        "Une main repose sur la table : retirez-la pour que l'arbitre voie à nouveau.",
        "Eine Hand liegt auf dem Tisch: wegnehmen, damit der Schiedsrichter wieder sieht.",
    ),
    "table-empty": _each(
        "No dice are in sight: lay them on the mat.",
        "Er zijn geen stenen te zien: leg ze op de mat.",
        "Aucun dé n'est visible : posez-les sur le tapis.",
        "Es sind keine Würfel zu sehen: auf die Matte legen.",
    ),
    "too-many-dice": _each(
        "{0} dice are in sight, but the game has {1}: take the others away.",
        "Er zijn {0} stenen te zien, maar het spel heeft er {1}: haal de andere weg.",
        "{0} dés sont visibles, mais le jeu en a {1} : retirez les autres.",
        "{0} Würfel sind zu sehen, das Spiel hat aber {1}: die anderen wegnehmen.",
    ),
    "clear-table": _each(
        "Put all dice of the last round into the bag first.",
        "Doe eerst alle stenen van de vorige ronde in de zak.",
        "Remettez d'abord tous les dés de la partie précédente dans le sac.",
        "Zuerst alle Würfel der letzten Runde in den Beutel legen.",
    ),
    "who-starts": _each(
        "Who starts? Press a button, or throw into your own zone.",
        "Wie begint? Druk op een knop, of gooi in je eigen vak.",
        "Qui commence ? Appuyez sur un bouton, ou lancez dans votre zone.",
        "Wer beginnt? Eine Taste drücken oder ins eigene Feld würfeln.",
    ),
    "sort-hands": _each(
        "Each player's nine dice into the own zone, please: {0} are in sight.",
        "Ieders negen stenen in het eigen vak, graag: er zijn er {0} te zien.",
        "Que chacun mette ses neuf dés dans sa zone : {0} sont visibles.",
        "Bitte die neun Würfel jedes Spielers ins eigene Feld: {0} sind zu sehen.",
    ),
    "rethrow-cocked": _each(
        "{0}: a die lies cocked or on another. Throw it again.",
        "{0}: een steen ligt scheef of op een andere. Gooi hem opnieuw.",
        "{0} : un dé est penché ou posé sur un autre. Relancez-le.",
        "{0}: ein Würfel liegt schief oder auf einem anderen. Noch einmal würfeln.",
    ),
    "rethrow-off-mat": _each(
        "{0}: a die fell off the mat or is out of sight. Throw it again.",
        "{0}: een steen ligt naast de mat of is niet te zien. Gooi hem opnieuw.",
        "{0} : un dé est hors du tapis ou invisible. Relancez-le.",
        "{0}: ein Würfel liegt neben der Matte oder ist nicht zu sehen. Noch einmal würfeln.",
    ),
    "was-it-cocked": _each(
        "{0} threw {faces:acc} again. Had that lain cocked, on another die or off the mat? Yes:"
        " {0}'s"
        " button; no: {1}'s.",
        "{0} gooide {faces:acc} opnieuw. Lag dat scheef, op een andere steen of naast de mat? Ja:"
        " knop"
        " van {0}; nee: knop van {1}.",
        "{0} a relancé {faces:acc}. Était-ce penché, sur un autre dé ou hors du tapis ? Oui :"
        " bouton"
        " de {0} ; non : bouton de {1}.",
        "{0} hat {faces:acc} noch einmal geworfen. Lag das schief, auf einem anderen oder neben der"
        " Matte? Ja: Taste von {0}; nein: Taste von {1}.",
    ),
    "waiting-for-dice": _each(
        "{0}: {1:?# die is|# dice are} still out of sight.",
        "{0}: {1:?# steen is|# stenen zijn} nog niet te zien.",
        "{0} : {1:?# dé est encore invisible|# dés sont encore invisibles}.",
        "{0}: {1:?# Würfel ist|# Würfel sind} noch nicht zu sehen.",
    ),
    "lift-thing": _each(
        "{0}: {1:?# die is|# dice are} out of sight. Lift what stands on the mat:"
        " {1:?it|they} may lie behind it.",
        "{0}: {1:?# steen is|# stenen zijn} niet te zien. Til op wat op de mat staat:"
        " misschien {1:?ligt hij|liggen ze} erachter.",
        "{0} : {1:?# dé est invisible|# dés sont invisibles}. Soulevez ce qui est posé sur le"
        " tapis : {1:?il est|ils sont} peut-être derrière.",
        "{0}: {1:?# Würfel ist|# Würfel sind} nicht zu sehen. Anheben, was auf der Matte steht:"
        " vielleicht {1:?liegt er|liegen sie} dahinter.",
    ),
    "hand-die-turned": _each(
        "{0}: a die that was not thrown was turned from {1} to {2}. Turn it back.",
        "{0}: een steen die niet gegooid is, is van {1} naar {2} gedraaid. Draai hem terug.",
        "{0} : un dé non lancé a été tourné {1:of} {2:to}. Remettez-le.",
        "{0}: ein nicht geworfener Würfel wurde von {1:dat} auf {2:acc} gedreht. Bitte"
        " zurückdrehen.",
    ),
    "die-tipped": _each(
        "The throw tipped a die: set {0} back to {1}.",
        "De worp heeft een steen omgestoten: zet {0} terug op {1}.",
        "Le lancer a fait basculer un dé : remettez {0:acc} sur {1:acc}.",
        "Der Wurf hat einen Würfel gekippt: {0:acc} bitte auf {1:acc} zurückdrehen.",
    ),
    "table-die-turned": _each(
        "A die on the table was turned from {0} to {1}. Turn it back.",
        "Een steen op tafel is van {0} naar {1} gedraaid. Draai hem terug.",
        "Un dé posé a été tourné {0:of} {1:to}. Remettez-le.",
        "Ein Würfel auf dem Tisch wurde von {0:dat} auf {1:acc} gedreht. Bitte zurückdrehen.",
    ),
    "die-missing": _each(
        "{faces} {faces:?is|are} missing from the table: show {faces:?it|them}, or put"
        " {faces:?it|them} back.",
        "{faces} {faces:?ontbreekt|ontbreken} op tafel: laat zien, of leg terug.",
        "{faces} {faces:?est absent|sont absents} de la table : {faces:?montrez-le ou"
        " remettez-le|montrez-les ou remettez-les}.",
        "{faces} {faces:?fehlt|fehlen} auf dem Tisch: zeigen oder zurücklegen.",
    ),
    "die-added": _each(
        "{faces} {faces:?was|were} not there before: take away what does not belong here.",
        "{faces} {faces:?lag|lagen} er daarnet niet: haal weg wat hier niet hoort.",
        "{faces} {faces:?n'était|n'étaient} pas là avant : retirez ce qui n'a rien à faire ici.",
        "{faces} {faces:?lag|lagen} vorher nicht da: wegnehmen, was nicht hierher gehört.",
    ),
    "die-swapped": _each(
        "Instead of {0} there lies {1:a}: put back what was there.",
        "In plaats van {0} ligt er {1:a}: leg terug wat er lag.",
        "Au lieu {0:of}, il y a {1:a} : remettez ce qui était là.",
        "Statt {0:dat} liegt dort {1:a}: zurücklegen, was dort lag.",
    ),
    "hand-changed": _each(
        "{0}'s hand must have {1:?# die|# dice}, but {2:?# lies|# lie} there.",
        "De hand van {0} moet {1:?# steen|# stenen} hebben, maar er {2:?ligt|liggen} er {2}.",
        "La main de {0} doit avoir {1:?# dé|# dés}, mais il y en a {2}.",
        "Die Hand von {0} muss {1} Würfel haben, es {2:?liegt|liegen} dort aber {2}.",
    ),
    "set-back": _each(
        "{0} set {faces:acc} back as {faces:?it|they} lay before the throw hit {faces:?it|them}.",
        "{0} legde {faces:acc} terug zoals {faces:?hij lag|ze lagen} voor de worp"
        " {faces:?hem|ze} raakte.",
        "{0} a remis {faces:acc} comme avant que le lancer ne {faces:?le|les} touche.",
        "{0} hat {faces:acc} so zurückgelegt wie vor dem Stoß durch den Wurf.",
    ),
    "throw-unseen": _each(
        "The throw of {0} was not seen. As it lies, the hand was: {1:bare}",
        "De worp van {0} is niet gezien. Zoals het ligt, was de hand: {1:bare}",
        "Le lancer de {0} n'a pas été vu. À voir les dés, la main était : {1:bare}",
        "Der Wurf von {0} wurde nicht gesehen. Wie es liegt, war die Hand: {1:bare}",
    ),
    "restore-table": _each(
        "Restore the table first: {0}",
        "Leg eerst de tafel terug zoals ze was: {0}",
        "Remettez d'abord la table comme elle était : {0}",
        "Zuerst den Tisch wiederherstellen: {0}",
    ),
    "restore-hand": _each(
        "{0}: this throw does not count. Turn the dice back to {1:dat}.",
        "{0}: deze worp telt niet. Draai de stenen terug naar {1}.",
        "{0} : ce lancer ne compte pas. Remettez les dés sur {1:acc}.",
        "{0}: dieser Wurf zählt nicht. Die Würfel zurückdrehen auf {1:acc}.",
    ),
    "no-set-yet": _each(
        "{faces}: this is no set yet.",
        "{faces}: dit is nog geen set.",
        "{faces} : ce n'est pas encore un ensemble.",
        "{faces}: das ist noch kein Set.",
    ),
    "mend-apart": _each(
        "{0}: move {1:acc} and {2:acc} apart, and the table is right.",
        "{0}: leg {1} en {2} uit elkaar, dan klopt de tafel.",
        "{0} : écartez {1:acc} et {2:acc}, et la table est bonne.",
        "{0}: {1:acc} und {2:acc} auseinanderrücken, dann stimmt der Tisch.",
    ),
    "mend-add": _each(
        "{0}: add {1} to {2}, and the table is right.",
        "{0}: leg {1} aan bij {2}, dan klopt de tafel.",
        "{0} : ajoutez {1:acc} {2:to}, et la table est bonne.",
        "{0}: {1:acc} an {2:acc} anlegen, dann stimmt der Tisch.",
    ),
    "mend-take-back": _each(
        "{0}: take {1} back into the hand, and the table is right.",
        "{0}: neem {1} terug in de hand, dan klopt de tafel.",
        "{0} : reprenez {1:acc} en main, et la table est bonne.",
        "{0}: {1:acc} zurück in die Hand nehmen, dann stimmt der Tisch.",
    ),
    "mend-table": _each(
        "{0}: mend the table, or put it back as it was ({1}) and pass.",
        "{0}: maak de tafel in orde, of leg haar terug zoals ze was ({1}) en pas.",
        "{0} : corrigez la table, ou remettez-la comme elle était ({1}) et passez.",
        "{0}: den Tisch in Ordnung bringen, oder zurücklegen wie er war ({1}) und passen.",
    ),
    "not-your-turn": _each(
        "It is {0}'s turn: the other button does nothing now.",
        "{0} is aan de beurt: de andere knop doet nu niets.",
        "C'est à {0} de jouer : l'autre bouton est sans effet.",
        "{0} ist am Zug: die andere Taste bewirkt jetzt nichts.",
    ),
    "answer-first": _each(
        "A die could not be read: say what it shows, then it goes on.",
        "Een steen kon niet gelezen worden: zeg wat hij laat zien, dan gaat het verder.",
        "Un dé n'a pas pu être lu : dites ce qu'il montre, et le jeu continue.",
        "Ein Würfel war nicht zu lesen: sagen, was er zeigt, dann geht es weiter.",
    ),
    "do-they-touch": _each(
        "{faces}: do these dice touch? Push them together or clearly apart.",
        "{faces}: raken deze stenen elkaar? Schuif ze aan of duidelijk uit elkaar.",
        "{faces} : ces dés se touchent-ils ? Rapprochez-les ou écartez-les nettement.",
        "{faces}: berühren sich diese Würfel? Zusammenschieben oder deutlich trennen.",
    ),
    "resume-differs": _each(
        "The dice do not lie as the match was left. Which is right: the match, or the table?",
        "De stenen liggen anders dan de wedstrijd het zegt. Wat klopt: wedstrijd of tafel?",
        "Les dés ne sont pas comme dans le match. Qui a raison : le match ou la table ?",
        "Die Würfel liegen anders, als das Match es sagt. Was stimmt: das Match oder der Tisch?",
    ),
    "out-of-step": _each(
        "Match and table do not agree any more. Who throws next? The referee's button ends the turn"
        " of who pressed last. Then it counts as it lies.",
        "Wedstrijd en tafel kloppen niet meer. Wie gooit nu? De knop van de scheidsrechter"
        " beëindigt de beurt van wie het laatst drukte. Dan telt het zoals het ligt.",
        "Match et table ne concordent plus. Qui lance ensuite ? Le bouton de l'arbitre termine le"
        " tour de qui a appuyé en dernier. La table comptera telle quelle.",
        "Match und Tisch passen nicht mehr zusammen. Wer wirft als Nächstes? Die Taste des"
        " Schiedsrichters beendet den Zug dessen, der zuletzt drückte. Dann gilt, was liegt.",
    ),
    "round-unfinished": _each(
        "The table was cleared, but the round is not over. Type in its score, or lay all back.",
        "De tafel is leeg, maar de ronde is niet uit. Typ de score in, of leg alles terug.",
        "La table est vide, mais la partie n'est pas finie. Saisissez le score, ou remettez tout.",
        "Der Tisch ist leer, die Runde aber nicht zu Ende. Punkte eingeben oder alles zurücklegen.",
    ),
    "cannot-begin": _each(
        "A round cannot begin from here: every die must be readable and the table legal.",
        "Zo kan een ronde niet beginnen: elke steen leesbaar en de tafel geldig, graag.",
        "Une partie ne peut pas commencer ainsi : dés lisibles et table valable, svp.",
        "So kann keine Runde beginnen: jeder Würfel lesbar und der Tisch gültig, bitte.",
    ),
    "board-lost": _each(
        "The board with the buttons is gone: the dashboard's buttons do the same.",
        "Het kastje met de knoppen is weg: de knoppen op het scherm doen hetzelfde.",
        "Le boîtier à boutons a disparu : les boutons de l'écran font de même.",
        "Das Kästchen mit den Tasten ist weg: die Tasten am Bildschirm tun dasselbe.",
    ),
    "disk-full": _each(
        "The match cannot be written down: is the disk full? Nothing is judged until it can.",
        "De wedstrijd kan niet worden bewaard: is de schijf vol? Tot dan wordt niets beoordeeld.",
        "Le match ne peut être enregistré : le disque est-il plein ? Rien n'est jugé d'ici là.",
        "Das Match kann nicht gespeichert werden: Platte voll? Bis dahin wird nichts gewertet.",
    ),
    "our-mistake": _each(
        "The referee made a mistake of its own. The match is safe; the dice are compared anew.",
        "De scheidsrechter maakte zelf een fout. De wedstrijd is veilig; alles wordt vergeleken.",
        "L'arbitre a fait une erreur. Le match est sauf ; les dés sont comparés à nouveau.",
        "Der Schiedsrichter hat selbst einen Fehler gemacht. Das Match ist sicher; es wird neu"
        " verglichen.",
    ),
}
"""Every sentence by the key of its notice. `{faces}` is filled with the last value, a hand."""


def notice_text(notice: Notice, language: Language = Language.ENGLISH) -> str:
    """The sentence for a notice. Values that are faces are said as people say them."""
    values = [_said(value, language) for value in notice.values]
    faces = values[-1] if values else ""
    text = NOTICES[notice.key][language].format(*values, faces=faces)
    return text[0].upper() + text[1:]


def _said(value: str, language: Language) -> Named | Plain:
    """A hand in its notation becomes words; a layout, a name or a count stays as it is."""
    try:
        faces = parse_hand(value)
    except BadNotation:
        faces = ()
    return Named(faces, language) if faces else Plain(value, language)
