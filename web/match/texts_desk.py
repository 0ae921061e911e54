"""Texts of everything that a referee can do."""

from web.texts_table import Texts, each

DESK: Texts = {
    "die.which": each(
        "What does this die show?",
        "Wat staat er op deze steen?",
        "Que montre ce dé ?",
        "Was zeigt dieser Würfel?",
    ),
    "die.likely": each(
        "Likely faces",
        "Waarschijnlijk",
        "Faces probables",
        "Wahrscheinliche Seiten",
    ),
    "die.all": each("All faces", "Alle kanten", "Toutes les faces", "Alle Seiten"),
    "die.remove": each(
        "There is no such die",
        "Deze steen is er niet",
        "Ce dé n'existe pas",
        "Diesen Würfel gibt es nicht",
    ),
    "die.add": each("Add a die", "Steen toevoegen", "Ajouter un dé", "Würfel hinzufügen"),
    "die.keys": each(
        "Keys: k black, r red, b blue, o orange, then the number; * for a joker.",
        "Toetsen: k zwart, r rood, b blauw, o oranje, dan het getal; * voor een joker.",
        "Touches : k noir, r rouge, b bleu, o orange, puis le nombre ; * pour un joker.",
        "Tasten: k schwarz, r rot, b blau, o orange, dann die Zahl; * für einen Joker.",
    ),
    "desk.sign-in": each(
        "Become referee", "Word scheidsrechter", "Devenir arbitre", "Schiedsrichter werden"
    ),
    "desk.more": each("More", "Meer", "Plus", "Mehr"),
    "desk.redo": each("Redo", "Opnieuw doen", "Rétablir", "Wiederholen"),
    "desk.rematch": each("Rematch", "Revanche", "Revanche", "Revanche"),
    "desk.new": each("New match", "Nieuwe wedstrijd", "Nouveau match", "Neues Match"),
    "desk.start": each("Start", "Beginnen", "Commencer", "Beginnen"),
    "desk.player-one": each("First player", "Eerste speler", "Premier joueur", "Erster Spieler"),
    "desk.player-two": each("Second player", "Tweede speler", "Second joueur", "Zweiter Spieler"),
    "desk.name-rule": each(
        "A name without comma, quote or #",
        "Een naam zonder komma, aanhalingsteken of #",
        "Un nom sans virgule, guillemet ni #",
        "Ein Name ohne Komma, Anführungszeichen oder #",
    ),
    "desk.starter": each("Who starts?", "Wie begint?", "Qui commence ?", "Wer beginnt?"),
    "desk.first-starts": each(
        "The first player",
        "De eerste speler",
        "Le premier joueur",
        "Der erste Spieler",
    ),
    "desk.second-starts": each(
        "The second player",
        "De tweede speler",
        "Le second joueur",
        "Der zweite Spieler",
    ),
    "desk.later": each("Decide later", "Later beslissen", "Plus tard", "Später entscheiden"),
    "desk.who-starts": each(
        "Who starts the round?",
        "Wie begint de ronde?",
        "Qui commence la partie ?",
        "Wer beginnt die Runde?",
    ),
    "desk.options": each("Options", "Opties", "Options", "Optionen"),
    "desk.rounds": each("Rounds", "Rondes", "Parties", "Runden"),
    "option.strict": each(
        "Not laying a set that the throw holds is a fault",
        "Een set uit de worp niet leggen is een fout",
        "Ne pas poser un ensemble du lancer est une faute",
        "Ein Set aus dem Wurf nicht zu legen ist ein Fehler",
    ),
    "option.strict-block": each(
        "A turn is blank only if no play existed",
        "Een beurt is alleen leeg als er geen zet was",
        "Un tour n'est blanc que si aucun coup n'existait",
        "Ein Zug zählt nur als leer, wenn nichts gelegt werden konnte",
    ),
    "option.advice": each(
        "Tell which play a blank turn missed",
        "Vertel welke zet een lege beurt miste",
        "Dire quel coup un tour blanc a manqué",
        "Sagen, was in einem leeren Zug möglich gewesen wäre",
    ),
    "desk.round": each(
        "Start the round",
        "Begin de ronde",
        "Commencer la partie",
        "Runde beginnen",
    ),
    "desk.begin-here": each(
        "Begin as it lies",
        "Beginnen zoals het ligt",
        "Commencer tel quel",
        "Beginnen, wie es liegt",
    ),
    "desk.begin-here-lead": each(
        "The round is taken up in the middle: the table and both hands as they lie there now.",
        "De ronde begint middenin: de tafel en beide handen zoals ze daar nu liggen.",
        "La partie est reprise en cours : la table et les deux mains telles qu'elles sont.",
        "Die Runde wird mittendrin aufgenommen: Tisch und beide Hände, wie sie jetzt liegen.",
    ),
    "desk.throw": each("Enter the throw", "Worp invoeren", "Saisir le lancer", "Wurf eingeben"),
    "desk.throw-of": each(
        "Throw of {player}",
        "Worp van {player}",
        "Lancer de {player}",
        "Wurf von {player}",
    ),
    "desk.tap-faces": each(
        "Tap the faces of the whole hand",
        "Tik de kanten van de hele hand aan",
        "Touchez les faces de toute la main",
        "Die Seiten der ganzen Hand antippen",
    ),
    "desk.table": each("The table now", "De tafel nu", "La table maintenant", "Der Tisch jetzt"),
    "desk.table-lead": each(
        (
            "Write the whole table: b3 b4 b5, a new set after |, a new row after /, an empty "
            "cell as a dot."
        ),
        (
            "Schrijf de hele tafel: b3 b4 b5, een nieuwe set na |, een nieuwe rij na /, een lege "
            "plek als punt."
        ),
        (
            "Écrivez toute la table : b3 b4 b5, un nouvel ensemble après |, une nouvelle ligne "
            "après /, une case vide par un point."
        ),
        (
            "Den ganzen Tisch schreiben: b3 b4 b5, ein neues Set nach |, eine neue Zeile nach /, "
            "ein leeres Feld als Punkt."
        ),
    ),
    "desk.table-legal": each(
        "Every chain is a set.",
        "Elke keten is een set.",
        "Chaque chaîne est un ensemble.",
        "Jede Kette ist ein Set.",
    ),
    "desk.notation": each("Notation", "Notatie", "Notation", "Notation"),
    "desk.hand-over": each("Hand over", "Beurt doorgeven", "Rendre la main", "Zug abgeben"),
    "desk.pass": each("Pass", "Passen", "Passer", "Passen"),
    "desk.hint": each("Hint", "Hint", "Indice", "Tipp"),
    "desk.undo": each("Undo last", "Laatste ongedaan", "Annuler le dernier", "Letztes zurück"),
    "desk.edit": each(
        "Correct dice",
        "Stenen corrigeren",
        "Corriger des dés",
        "Würfel berichtigen",
    ),
    "desk.edit-done": each(
        "Done correcting",
        "Klaar met corrigeren",
        "Fin des corrections",
        "Fertig berichtigt",
    ),
    "desk.score": each("Enter the score", "Score invoeren", "Saisir le score", "Punkte eintragen"),
    "desk.winner": each(
        "Who won the round?",
        "Wie won de ronde?",
        "Qui a gagné la partie ?",
        "Wer gewann die Runde?",
    ),
    "desk.points": each("Points", "Punten", "Points", "Punkte"),
    "desk.ending": each(
        "How it ended",
        "Hoe het eindigde",
        "Comment elle s'est terminée",
        "Wie sie endete",
    ),
    "desk.pause": each("Pause", "Pauze", "Pause", "Anhalten"),
    "desk.resume": each("Go on", "Verder", "Continuer", "Weiter"),
    "desk.answers-open": each(
        "Let players answer doubts",
        "Spelers mogen twijfel oplossen",
        "Les joueurs peuvent lever un doute",
        "Spieler dürfen Zweifel klären",
    ),
    "desk.answers-close": each(
        "Only the referee answers",
        "Alleen de scheidsrechter antwoordt",
        "Seul l'arbitre répond",
        "Nur der Schiedsrichter antwortet",
    ),
    "desk.undone": each(
        "Taken back: {what}", "Teruggenomen: {what}", "Annulé : {what}", "Zurückgenommen: {what}"
    ),
    "desk.call": each(
        "Call the referee", "Scheidsrechter roepen", "Appeler l'arbitre", "Schiedsrichter rufen"
    ),
    "desk.heard": each(
        "The referee was here",
        "De scheidsrechter was er",
        "L'arbitre est venu",
        "Der Schiedsrichter war da",
    ),
    "desk.end": each("End the match", "Wedstrijd stoppen", "Arrêter le match", "Match beenden"),
    "desk.end-lead": each(
        "The match stops here, and the score stands.",
        "De wedstrijd stopt hier, en de stand blijft staan.",
        "Le match s'arrête ici, et le score reste acquis.",
        "Das Match endet hier, und der Stand gilt.",
    ),
    "desk.resign": each("Resign", "Opgeven", "Abandonner", "Aufgeben"),
    "desk.resign-lead": each(
        "Who resigns? The match stops here, and the other player has won.",
        "Wie geeft op? De wedstrijd stopt hier, en de ander heeft gewonnen.",
        "Qui abandonne ? Le match s'arrête ici, et l'autre joueur a gagné.",
        "Wer gibt auf? Das Match endet hier, und die andere Person hat gewonnen.",
    ),
    "desk.overrule": each(
        "Accept all the same",
        "Toch goedkeuren",
        "Accepter malgré tout",
        "Trotzdem anerkennen",
    ),
    "desk.overrule-lead": each(
        "What was rejected last counts all the same. The reason is kept in the history.",
        "Wat het laatst werd afgekeurd, telt toch. De reden blijft in de geschiedenis staan.",
        "Ce qui vient d'être refusé compte malgré tout. La raison reste dans l'historique.",
        "Das zuletzt Abgelehnte zählt trotzdem. Der Grund bleibt im Verlauf stehen.",
    ),
    "desk.reason": each("Reason", "Reden", "Raison", "Grund"),
    "log.amend": each("Correct", "Corrigeren", "Corriger", "Berichtigen"),
    "log.amend-lead": each(
        "What it should have been. Everything after it is judged again.",
        "Wat het had moeten zijn. Alles daarna wordt opnieuw beoordeeld.",
        "Ce que cela aurait dû être. Tout ce qui suit est jugé à nouveau.",
        "Was es hätte sein sollen. Alles danach wird neu beurteilt.",
    ),
    "log.back": each(
        "Back to before this",
        "Terug tot hiervoor",
        "Revenir avant ceci",
        "Zurück bis davor",
    ),
    "log.back-lead": each(
        (
            "Entry {entry} and everything after it is taken back. Nothing is deleted: it stays "
            "in the history."
        ),
        (
            "Regel {entry} en alles daarna wordt teruggenomen. Niets wordt gewist: het blijft in "
            "de geschiedenis."
        ),
        (
            "L'entrée {entry} et tout ce qui suit est annulé. Rien n'est effacé : tout reste "
            "dans l'historique."
        ),
        (
            "Eintrag {entry} und alles danach wird zurückgenommen. Nichts wird gelöscht: es "
            "bleibt im Verlauf."
        ),
    ),
    "log.over": each("see {entry}", "zie {entry}", "voir {entry}", "siehe {entry}"),
    "log.amended": each(
        "corrected by {entry}",
        "gecorrigeerd door {entry}",
        "corrigé par {entry}",
        "berichtigt durch {entry}",
    ),
    "log.change": each("A correction", "Een correctie", "Une correction", "Eine Berichtigung"),
    "log.show": each("Show", "Toon", "Montrer", "Zeigen"),
    "story.store": each(
        "So says the match", "Zo zegt de wedstrijd", "Selon le match", "So sagt es das Match"
    ),
    "story.table": each("So it lies", "Zo ligt het", "Sur la table", "So liegt es"),
    "decide.store": each(
        "The match is right",
        "De wedstrijd klopt",
        "Le match fait foi",
        "Das Match stimmt",
    ),
    "decide.table": each(
        "The table is right", "De tafel klopt", "La table fait foi", "Der Tisch stimmt"
    ),
    "decide.cocked": each(
        "Yes: a rethrow", "Ja: opnieuw gooien", "Oui : relance", "Ja: Wiederholung"
    ),
    "decide.again": each(
        "No: a second throw", "Nee: een tweede worp", "Non : second lancer", "Nein: zweiter Wurf"
    ),
    "decide.next": each(
        "{player} throws next", "{player} gooit nu", "{player} lance ensuite", "{player} wirft nun"
    ),
    "decide.begin": each(
        "{player} starts", "{player} begint", "{player} commence", "{player} beginnt"
    ),
    "die.crop": each(
        "The camera's picture of this die",
        "Het camerabeeld van deze steen",
        "L'image de ce dé par la caméra",
        "Das Kamerabild dieses Würfels",
    ),
    "desk.arrange": each(
        "Rearrange the table",
        "Tafel herschikken",
        "Réarranger la table",
        "Tisch umordnen",
    ),
    "arrange.lead": each(
        "Drag the dice to where they really lie, also between hand and table, or move them with the"
        " arrow keys. Dice that touch belong together. Enter changes a face, Delete removes a die.",
        "Sleep de stenen naar waar ze echt liggen, ook tussen hand en tafel, of verplaats ze met de"
        " pijltjes. Stenen die elkaar raken horen bij elkaar. Enter wijzigt een kant, Delete haalt"
        " een steen weg.",
        "Faites glisser les dés où ils sont vraiment, aussi entre la main et la table, ou"
        " déplacez-les avec les flèches. Les dés qui se touchent vont ensemble. Entrée change une"
        " face, Suppr retire un dé.",
        "Zieh die Würfel dorthin, wo sie wirklich liegen, auch zwischen Hand und Tisch, oder bewege"
        " sie mit den Pfeiltasten. Würfel, die sich berühren, gehören zusammen. Enter ändert eine"
        " Seite, Entf entfernt.",
    ),
    "arrange.add": each("Add a die", "Steen toevoegen", "Ajouter un dé", "Würfel hinzufügen"),
    "arrange.save": each(
        "The table is like this",
        "Zo ligt de tafel",
        "La table est ainsi",
        "So liegt der Tisch",
    ),
    "arrange.die": each(
        "{face}, row {row}, column {column}",
        "{face}, rij {row}, kolom {column}",
        "{face}, ligne {row}, colonne {column}",
        "{face}, Zeile {row}, Spalte {column}",
    ),
    "arrange.in-hand": each(
        "{face}, in {player}'s hand",
        "{face}, in de hand van {player}",
        "{face}, dans la main de {player}",
        "{face}, in der Hand von {player}",
    ),
    "arrange.play": each(
        "These dice are {player}'s play: the turn is handed over.",
        "Deze stenen zijn de zet van {player}: de beurt wordt doorgegeven.",
        "Ces dés sont le coup de {player} : son tour est fini.",
        "Diese Würfel legt {player}: Der Zug wird weitergegeben.",
    ),
}
