"""What a person is told when something is refused. The API says in English, besides, what exactly
was expected; a program reads that, or the code, which is the key here."""

from web.texts_table import Texts, each

ERRORS: Texts = {
    "refused.other": each(
        "That cannot be done: {detail}",
        "Dat kan niet: {detail}",
        "C'est impossible : {detail}",
        "Das geht nicht: {detail}",
    ),
    "refused.notation": each(
        "This cannot be read: {detail}",
        "Dit is niet te lezen: {detail}",
        "Ceci est illisible : {detail}",
        "Das ist nicht zu lesen: {detail}",
    ),
    "refused.request": each(
        "The request was not understood: {detail}. (In a browser: load the page again.)",
        "De aanvraag is niet begrepen: {detail}. (In een browser: laad de pagina opnieuw.)",
        "La demande n'a pas été comprise : {detail}. (Dans un navigateur : rechargez la page.)",
        "Die Anfrage wurde nicht verstanden: {detail}. (Im Browser: Seite neu laden.)",
    ),
    "refused.changed-here": each(
        "Something has changed since you looked ({what}). Look again, then decide.",
        "Er is iets veranderd sinds je keek ({what}). Kijk opnieuw en beslis dan.",
        "Quelque chose a changé ({what}). Regardez à nouveau, puis décidez.",
        "Es hat sich etwas geändert ({what}). Bitte neu hinsehen, dann entscheiden.",
    ),
    "refused.changed": each(
        "{who} was first: something has changed since you looked ({what}). Look again, then"
        " decide.",
        "{who} was eerst: er is iets veranderd sinds je keek ({what}). Kijk opnieuw en beslis dan.",
        "{who} a été plus rapide : quelque chose a changé ({what}). Regardez à nouveau, puis"
        " décidez.",
        "{who} war schneller: Es hat sich etwas geändert ({what}). Bitte neu hinsehen, dann"
        " entscheiden.",
    ),
    "refused.cannot-lie": each(
        "Dice cannot have come to lie like that: one that leaves a hand is laid, and one that"
        " leaves the table goes back to who laid it. Undo back to the play first. Nothing was"
        " changed.",
        "Zo kunnen de stenen niet zijn komen te liggen: een steen die een hand verlaat is gelegd,"
        " en een die de tafel verlaat gaat terug naar wie hem legde. Maak eerst ongedaan tot de"
        " zet. Er is niets veranderd.",
        "Les dés n'ont pas pu arriver ainsi : celui qui quitte une main est posé, et celui qui"
        " quitte la table revient à qui l'a posé. Revenez d'abord au coup. Rien n'a été changé.",
        "So können die Würfel nicht gekommen sein: Einer, der eine Hand verlässt, ist gelegt, und"
        " einer, der den Tisch verlässt, geht zurück an den, der ihn legte. Zuerst bis dahin"
        " zurücknehmen. Nichts wurde geändert.",
    ),
    "refused.die-gone": each(
        "That die does not lie there any more: it was moved or taken away. Nothing was changed.",
        "Die steen ligt er niet meer: hij is verplaatst of weggepakt. Er is niets veranderd.",
        "Ce dé n'est plus là : il a été déplacé ou retiré. Rien n'a été changé.",
        "Dieser Würfel liegt dort nicht mehr: Er wurde bewegt oder weggenommen. Nichts wurde"
        " geändert.",
    ),
    "refused.die-other": each(
        "By now that die shows {face}. Nothing was changed: look again, then decide.",
        "Die steen laat nu {face} zien. Er is niets veranderd: kijk opnieuw en beslis dan.",
        "Ce dé montre maintenant {face}. Rien n'a été changé : regardez à nouveau, puis décidez.",
        "Dieser Würfel zeigt jetzt {face}. Nichts wurde geändert: bitte neu hinsehen, dann"
        " entscheiden.",
    ),
    "refused.harms": each(
        "That would turn what was accepted into a fault: {why} Say what the die shows instead, or"
        " undo first.",
        "Dan wordt wat goedgekeurd was een fout: {why} Zeg liever wat de steen laat zien, of maak"
        " eerst ongedaan.",
        "Ce qui était accepté deviendrait une faute : {why} Dites plutôt ce que montre le dé, ou"
        " annulez d'abord.",
        "Dann würde Anerkanntes zum Fehler: {why} Besser sagen, was der Würfel zeigt, oder zuerst"
        " zurücknehmen.",
    ),
    "refused.nothing-to-undo": each(
        "There is nothing to take back.",
        "Er is niets om terug te nemen.",
        "Il n'y a rien à reprendre.",
        "Es gibt nichts zurückzunehmen.",
    ),
    "refused.nothing-to-redo": each(
        "Nothing was taken back last.",
        "Er is niets teruggenomen.",
        "Rien n'a été annulé.",
        "Es wurde nichts zurückgenommen.",
    ),
    "refused.disk": each(
        "It could not be kept, so nothing was changed: the disk is full or failing.",
        "Het kon niet worden bewaard, er is niets veranderd: de schijf is vol of stuk.",
        "Rien n'a été changé, faute de pouvoir l'enregistrer : le disque est plein ou défaillant.",
        "Es ließ sich nicht speichern, nichts wurde geändert: Der Speicher ist voll oder defekt.",
    ),
    "refused.offline": each(
        "The referee cannot be reached. Try again in a moment.",
        "De scheidsrechter is niet te bereiken. Probeer het zo nog eens.",
        "L'arbitre est injoignable. Réessayez dans un instant.",
        "Der Schiedsrichter ist nicht zu erreichen. Versuch es gleich noch einmal.",
    ),
    "refused.crowded": each(
        "Too many watch already. Come back later.",
        "Er kijken al te veel mensen. Kom later terug.",
        "Trop de personnes regardent déjà. Revenez plus tard.",
        "Es schauen schon zu viele zu. Komm später wieder.",
    ),
    "refused.busy": each(
        "The referee is busy with something large. Try again in a moment.",
        "De scheidsrechter is met iets groots bezig. Probeer het zo nog eens.",
        "L'arbitre est occupé par une grosse tâche. Réessayez dans un instant.",
        "Der Schiedsrichter ist mit etwas Großem beschäftigt. Versuch es gleich noch einmal.",
    ),
    "refused.not-found": each(
        "There is nothing of that name.",
        "Hier is niets.",
        "Il n'y a rien ici.",
        "Hier ist nichts.",
    ),
    "refused.not-allowed": each(
        "This cannot be done here.",
        "Dit kan hier niet.",
        "Impossible ici.",
        "Das geht hier nicht.",
    ),
    "refused.too-large": each(
        "This is too large.",
        "Dit is te groot.",
        "C'est trop grand.",
        "Das ist zu groß.",
    ),
    "refused.ours": each(
        "Something went wrong here. It was not your fault.",
        "Er ging hier iets mis. Het lag niet aan jou.",
        "Quelque chose s'est mal passé ici. Ce n'est pas votre faute.",
        "Hier ging etwas schief. Es lag nicht an dir.",
    ),
    "refused.sign-in": each(
        "Sign in with the referee PIN first.",
        "Meld je eerst aan met de pincode van de scheidsrechter.",
        "Identifiez-vous d'abord avec le code de l'arbitre.",
        "Melde dich zuerst mit der PIN des Schiedsrichters an.",
    ),
    "refused.sign-in-viewing": each(
        "Sign in with a PIN first.",
        "Meld je eerst aan met een pincode.",
        "Identifiez-vous d'abord avec un code.",
        "Melde dich zuerst mit einer PIN an.",
    ),
    "refused.sign-in-picture": each(
        "The picture is only shown with a PIN.",
        "Het beeld is er alleen met een pincode.",
        "L'image n'est montrée qu'avec un code.",
        "Das Bild gibt es nur mit einer PIN.",
    ),
    "refused.host": each(
        "This site does not go by that name. Use its address, or start it with --name.",
        "Zo heet deze site niet. Gebruik haar adres, of start met --name.",
        "Ce site ne porte pas ce nom. Utilisez son adresse, ou lancez-le avec --name.",
        "So heißt diese Seite nicht. Nimm ihre Adresse, oder starte sie mit --name.",
    ),
    "refused.host-hall": each(
        "The hall does not go by that name. Use its address, or start it with --site.",
        "Zo heet de zaal niet. Gebruik haar adres, of start met --site.",
        "La salle ne porte pas ce nom. Utilisez son adresse, ou lancez-la avec --site.",
        "So heißt die Halle nicht. Nimm ihre Adresse, oder starte sie mit --site.",
    ),
    "refused.sign-in-again": each(
        "Sign in again: this page is no longer known.",
        "Meld je opnieuw aan: deze pagina is niet meer bekend.",
        "Identifiez-vous à nouveau : cette page n'est plus connue.",
        "Melde dich neu an: Diese Seite ist nicht mehr bekannt.",
    ),
    "refused.wrong-pin": each(
        "This PIN is wrong.",
        "Deze pincode klopt niet.",
        "Ce code est faux.",
        "Diese PIN ist falsch.",
    ),
    "refused.too-many-tries": each(
        "Too many wrong PINs. Wait {wait_s:# second|# seconds}.",
        "Te veel foute pincodes. Wacht {wait_s:# seconde|# seconden}.",
        "Trop de codes faux. Attendez {wait_s:# seconde|# secondes}.",
        "Zu viele falsche PINs. Warte {wait_s:# Sekunde|# Sekunden}.",
    ),
    "refused.no-match": each(
        "No match is open. Start one first.",
        "Er is geen wedstrijd open. Begin er eerst een.",
        "Aucun match n'est ouvert. Commencez-en un.",
        "Kein Match ist offen. Beginne zuerst eines.",
    ),
    "refused.names": each(
        "Two different names are needed, and one of the two starts.",
        "Er zijn twee verschillende namen nodig, en een van de twee begint.",
        "Il faut deux noms différents, et l'un des deux commence.",
        "Zwei verschiedene Namen sind nötig, und einer der beiden beginnt.",
    ),
    "refused.question": each(
        "This question is answered already.",
        "Deze vraag is al beantwoord.",
        "Cette question a déjà sa réponse.",
        "Diese Frage ist schon beantwortet.",
    ),
    "refused.not-thrown": each(
        "{player} has not thrown yet: there is no hand to correct.",
        "{player} heeft nog niet gegooid: er is geen hand te corrigeren.",
        "{player} n'a pas encore lancé : il n'y a pas de main à corriger.",
        "{player} hat noch nicht geworfen: Es gibt keine Hand zu berichtigen.",
    ),
    "refused.last-die": each(
        "At least one die must be left in the hand.",
        "Er moet minstens één steen in de hand blijven.",
        "Il doit rester au moins un dé dans la main.",
        "Mindestens ein Würfel muss in der Hand bleiben.",
    ),
    "refused.earlier-hand": each(
        "This hand was not thrown in this turn. Go back to the throw first.",
        "Deze hand is niet in deze beurt gegooid. Ga eerst terug naar de worp.",
        "Cette main n'a pas été lancée dans ce tour. Revenez d'abord au lancer.",
        "Diese Hand wurde nicht in diesem Zug geworfen. Geh zuerst zum Wurf zurück.",
    ),
    "refused.round-over": each(
        "The round is over. Go back to the play first.",
        "De ronde is voorbij. Ga eerst terug naar het leggen.",
        "La partie est finie. Revenez d'abord à la pose.",
        "Die Runde ist vorbei. Geh zuerst zum Legen zurück.",
    ),
    "refused.nothing-laid": each(
        "Nothing was laid yet: there is no table to correct.",
        "Er is nog niets gelegd: er is geen tafel te corrigeren.",
        "Rien n'a encore été posé : il n'y a pas de table à corriger.",
        "Noch wurde nichts gelegt: Es gibt keinen Tisch zu berichtigen.",
    ),
    "refused.cell": each(
        "The dice lie otherwise by now. Look again.",
        "De stenen liggen intussen anders. Kijk nog eens.",
        "Les dés ont bougé entre-temps. Regardez à nouveau.",
        "Die Würfel liegen inzwischen anders. Schau noch einmal hin.",
    ),
    "refused.nothing-waits": each(
        "Nothing waits for an answer any more.",
        "Er wacht niets meer op een antwoord.",
        "Plus rien n'attend de réponse.",
        "Nichts wartet mehr auf eine Antwort.",
    ),
    "refused.no-table": each(
        "No camera watches here: there is no live table.",
        "Hier kijkt geen camera mee: er is geen tafel live.",
        "Aucune caméra ne regarde : il n'y a pas de table en direct.",
        "Hier sieht keine Kamera zu: Es gibt keinen Tisch live.",
    ),
    "refused.no-hall": each(
        "This table belongs to no hall: there is nobody to call.",
        "Deze tafel hoort bij geen zaal: er is niemand om te roepen.",
        "Cette table n'est reliée à aucune salle : il n'y a personne à appeler.",
        "Dieser Tisch gehört zu keiner Halle: Es ist niemand zu rufen.",
    ),
    "refused.not-simulated": each(
        "Only a simulated table can do this.",
        "Dit kan alleen een gesimuleerde tafel.",
        "Seule une table simulée peut faire cela.",
        "Das kann nur ein simulierter Tisch.",
    ),
    "refused.no-picture": each(
        "There is no picture of this.",
        "Hiervan is geen beeld.",
        "Il n'y a pas d'image de ceci.",
        "Davon gibt es kein Bild.",
    ),
    "refused.no-picture-yet": each(
        "The camera has not given a picture yet.",
        "De camera heeft nog geen beeld gegeven.",
        "La caméra n'a pas encore donné d'image.",
        "Die Kamera hat noch kein Bild geliefert.",
    ),
    "refused.turn-goes-on": each(
        "The turn is not over yet.",
        "De beurt is nog niet voorbij.",
        "Le tour n'est pas encore fini.",
        "Der Zug ist noch nicht vorbei.",
    ),
    "refused.no-throw": each(
        "There is no throw to play from now.",
        "Er is nu geen worp om uit te leggen.",
        "Il n'y a pas de lancer à jouer maintenant.",
        "Jetzt gibt es keinen Wurf, aus dem zu legen wäre.",
    ),
    "refused.no-search": each(
        "Hints are not installed here.",
        "Tips zijn hier niet geïnstalleerd.",
        "Les conseils ne sont pas installés ici.",
        "Tipps sind hier nicht installiert.",
    ),
    "refused.no-lesson": each(
        "Begin first: no lesson is open.",
        "Begin eerst: er is geen les bezig.",
        "Commencez d'abord : aucune leçon n'est en cours.",
        "Beginne zuerst: Es läuft keine Lektion.",
    ),
    "refused.look-first": each(
        "Have the camera look first.",
        "Laat de camera eerst kijken.",
        "Faites d'abord regarder la caméra.",
        "Lass zuerst die Kamera schauen.",
    ),
    "refused.no-dice-seen": each(
        "No die was seen, so nothing is kept.",
        "Er is geen steen gezien, dus er wordt niets bewaard.",
        "Aucun dé n'a été vu : rien n'est conservé.",
        "Kein Würfel wurde gesehen, also wird nichts behalten.",
    ),
    "refused.all-known": each(
        "All dice are known already.",
        "Alle stenen zijn al bekend.",
        "Tous les dés sont déjà connus.",
        "Alle Würfel sind schon bekannt.",
    ),
    "refused.invitation": each(
        "This invitation is used or too old. Ask for a new one.",
        "Deze uitnodiging is gebruikt of te oud. Vraag een nieuwe.",
        "Cette invitation est utilisée ou trop ancienne. Demandez-en une autre.",
        "Diese Einladung ist benutzt oder zu alt. Bitte um eine neue.",
    ),
    "refused.camera-fixed": each(
        "This table's camera cannot be changed here.",
        "De camera van deze tafel kan hier niet worden gewisseld.",
        "La caméra de cette table ne peut pas être changée ici.",
        "Die Kamera dieses Tisches lässt sich hier nicht wechseln.",
    ),
    "refused.token": each(
        "This program's key is wrong or too old.",
        "De sleutel van dit programma is fout of te oud.",
        "La clé de ce programme est fausse ou périmée.",
        "Der Schlüssel dieses Programms ist falsch oder zu alt.",
    ),
    "refused.hooks-off": each(
        "This table tells nobody else: start it with --webhooks.",
        "Deze tafel vertelt het aan niemand anders: start met --webhooks.",
        "Cette table n'informe personne d'autre : lancez-la avec --webhooks.",
        "Dieser Tisch sagt es niemandem weiter: mit --webhooks starten.",
    ),
}
