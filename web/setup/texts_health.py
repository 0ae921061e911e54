"""Texts of an honest start: what is still to do, how the table is, and who may join."""

from web.texts_table import Texts, each

HEALTH: Texts = {
    "title.doctor": each("Doctor", "Dokter", "Docteur", "Doktor"),
    "health.label": each(
        "How the table is", "Hoe de tafel ervoor staat", "État de la table", "Wie es dem Tisch geht"
    ),
    "health.lost": each(
        "Connection lost", "Verbinding verbroken", "Connexion perdue", "Verbindung verloren"
    ),
    "health.good": each("All is well", "Alles goed", "Tout va bien", "Alles gut"),
    "health.no-camera": each("No picture", "Geen beeld", "Pas d'image", "Kein Bild"),
    "health.mat": each("Mat", "Mat", "Tapis", "Matte"),
    "health.no-mat": each("No mat", "Geen mat", "Pas de tapis", "Keine Matte"),
    "health.light": each("Light", "Licht", "Lumière", "Licht"),
    "health.no-light": each("Bad light", "Slecht licht", "Mauvaise lumière", "Schlechtes Licht"),
    "health.board": each("Board", "Bord", "Boîtier", "Board"),
    "health.no-board": each("Board gone", "Bord weg", "Boîtier absent", "Board weg"),
    "health.no-disk": each("Disk full", "Schijf vol", "Disque plein", "Speicher voll"),
    "health.rate": each(
        "{rate:# picture/s|# pictures/s}",
        "{rate:# beeld/s|# beelden/s}",
        "{rate:# image/s|# images/s}",
        "{rate:# Bild/s|# Bilder/s}",
    ),
    "health.age": each(
        "{seconds} s old", "{seconds} s oud", "il y a {seconds} s", "{seconds} s alt"
    ),
    "health.disk": each("{free} GB free", "{free} GB vrij", "{free} Go libres", "{free} GB frei"),
    "health.not-ready": each("Not ready", "Niet klaar", "Pas prêt", "Nicht bereit"),
    "ready.yes": each(
        "The table is ready to play.",
        "De tafel is klaar om te spelen.",
        "La table est prête.",
        "Der Tisch ist spielbereit.",
    ),
    "ready.no": each(
        "{count:Not ready yet: one step is left.|Not ready yet: # steps are left.}",
        "{count:Nog niet klaar: er is nog één stap.|Nog niet klaar: er zijn nog # stappen.}",
        "{count:Pas encore prêt : il reste une étape.|Pas encore prêt : il reste # étapes.}",
        "{count:Noch nicht bereit: ein Schritt fehlt.|Noch nicht bereit: # Schritte fehlen.}",
    ),
    "ready.next": each("Next: {step}", "Nu: {step}", "Ensuite : {step}", "Als Nächstes: {step}"),
    "ready.optional": each("if you like", "als je wilt", "facultatif", "wenn du magst"),
    "setup.to": each(
        "Go on with the set-up",
        "Verder met de opstelling",
        "Continuer l'installation",
        "Weiter mit dem Aufbau",
    ),
    "setup.camera-which": each("Which camera", "Welke camera", "Quelle caméra", "Welche Kamera"),
    "setup.camera-other": each(
        "another: an address",
        "een andere: een adres",
        "une autre : une adresse",
        "eine andere: Adresse",
    ),
    "setup.camera-address": each(
        "Address (http://, rtsp://) or name",
        "Adres (http://, rtsp://) of naam",
        "Adresse (http://, rtsp://) ou nom",
        "Adresse (http://, rtsp://) oder Name",
    ),
    "setup.camera-use": each(
        "Use this camera", "Deze camera gebruiken", "Utiliser cette caméra", "Diese Kamera nehmen"
    ),
    "setup.relight": each(
        "Measure the light anew", "Meet het licht opnieuw", "Mesurer la lumière", "Licht neu messen"
    ),
    "setup.print": each(
        "Print the mat:", "Mat afdrukken:", "Imprimer le tapis :", "Matte drucken:"
    ),
    "setup.paper-a3": each("A3 (one sheet)", "A3 (één vel)", "A3 (une feuille)", "A3 (ein Blatt)"),
    "setup.paper-a4": each(
        "A4 (two sheets)", "A4 (twee vellen)", "A4 (deux feuilles)", "A4 (zwei Blätter)"
    ),
    "setup.paper-letter": each(
        "US Letter (four sheets)",
        "US Letter (vier vellen)",
        "US Letter (quatre feuilles)",
        "US Letter (vier Blätter)",
    ),
    "setup.seats-right": each(
        "The names are right", "De namen kloppen", "Les noms sont justes", "Die Namen stimmen"
    ),
    "setup.tested": each(
        "Last self-test: {found} right.",
        "Laatste zelftest: {found} goed.",
        "Dernier autotest : {found} justes.",
        "Letzter Selbsttest: {found} richtig.",
    ),
    "hang.camera": each("Camera: {name}", "Camera: {name}", "Caméra : {name}", "Kamera: {name}"),
    "hang.markers": each(
        "{count:# of 8 marks of the mat is seen|# of 8 marks of the mat are seen}",
        "{count:# van de 8 tekens van de mat is te zien|# van de 8 tekens van de mat zijn te zien}",
        "{count:# repère du tapis sur 8 est visible|# repères du tapis sur 8 sont visibles}",
        "{count:# von 8 Marken der Matte ist zu sehen|# von 8 Marken der Matte sind zu sehen}",
    ),
    "hang.cards": each(
        "{count:# of 4 corner cards is seen|# of 4 corner cards are seen}",
        "{count:# van de 4 hoekkaarten is te zien|# van de 4 hoekkaarten zijn te zien}",
        "{count:# carte de coin sur 4 est visible|# cartes de coin sur 4 sont visibles}",
        "{count:# von 4 Eckkarten ist zu sehen|# von 4 Eckkarten sind zu sehen}",
    ),
    "hang.field-tiles": each(
        "The field is {width} by {height} cm, seen from {high} cm; a tile has {die} pixels.",
        "Het veld is {width} bij {height} cm, van {high} cm hoogte; een steen: {die} pixels.",
        "Le champ fait {width} sur {height} cm, vu de {high} cm ; une tuile fait {die} pixels.",
        "Das Feld misst {width} mal {height} cm, aus {high} cm; ein Stein hat {die} Pixel.",
    ),
    "hang.field": each(
        "The picture holds {width} by {height} cm from {high} cm above; a die has {die} pixels.",
        "Het beeld toont {width} bij {height} cm vanaf {high} cm hoogte; een steen: {die} pixels.",
        "L'image couvre {width} sur {height} cm à {high} cm de haut ; un dé fait {die} pixels.",
        "Das Bild zeigt {width} mal {height} cm aus {high} cm Höhe; ein Würfel hat {die} Pixel.",
    ),
    "hang.higher": each(
        "Hang it higher by {cm} cm.",
        "Hang hem {cm} cm hoger.",
        "Remontez-la de {cm} cm.",
        "{cm} cm höher hängen.",
    ),
    "hang.lower": each(
        "It may hang lower by {cm} cm: the dice are small.",
        "Hij mag {cm} cm lager: de stenen zijn klein.",
        "Elle peut descendre de {cm} cm : les dés sont petits.",
        "Sie darf {cm} cm tiefer hängen: Die Würfel sind klein.",
    ),
    "hang.straight": each(
        "It looks aslant: let it hang straight above the middle.",
        "Hij kijkt schuin: hang hem recht boven het midden.",
        "Elle regarde de biais : placez-la au-dessus du milieu.",
        "Sie schaut schräg: senkrecht über die Mitte hängen.",
    ),
    "hang.blurred": each(
        "The picture is not sharp: focus, or wipe the lens.",
        "Het beeld is niet scherp: stel scherp of poets de lens.",
        "L'image est floue : mettez au point ou nettoyez l'objectif.",
        "Das Bild ist unscharf: scharf stellen oder die Linse putzen.",
    ),
    "hang.dark": each("Too dark.", "Te donker.", "Trop sombre.", "Zu dunkel."),
    "hang.bright": each("Too bright.", "Te licht.", "Trop clair.", "Zu hell."),
    "hang.no-mat": each(
        "The mat is not in the picture yet.",
        "De mat is nog niet in beeld.",
        "Le tapis n'est pas encore dans l'image.",
        "Die Matte ist noch nicht im Bild.",
    ),
    "hang.good": each(
        "It hangs well.", "Hij hangt goed.", "Elle est bien placée.", "Sie hängt gut."
    ),
    "meter.sharpness": each("Sharpness", "Scherpte", "Netteté", "Schärfe"),
    "meter.white": each("Dice's white", "Wit van de stenen", "Blanc des dés", "Weiß der Würfel"),
    "meter.good-from": each(
        "good from {from}", "goed vanaf {from}", "bon à partir de {from}", "gut ab {from}"
    ),
    "meter.good-between": each(
        "good from {from} to {to}",
        "goed van {from} tot {to}",
        "bon de {from} à {to}",
        "gut von {from} bis {to}",
    ),
    "join.title": each(
        "Join on a phone", "Meekijken op een telefoon", "Sur un téléphone", "Am Telefon dabei"
    ),
    "join.lead": each(
        "Whoever is on the same network opens this address.",
        "Wie op hetzelfde netwerk zit, opent dit adres.",
        "Sur le même réseau, ouvrez cette adresse.",
        "Wer im selben Netz ist, öffnet diese Adresse.",
    ),
    "join.code": each(
        "QR code of {address}",
        "QR-code van {address}",
        "Code QR de {address}",
        "QR-Code von {address}",
    ),
    "invite.make": each(
        "Make another phone a referee",
        "Nog een telefoon als scheidsrechter",
        "Un autre téléphone comme arbitre",
        "Noch ein Telefon als Schiedsrichter",
    ),
    "invite.lead": each(
        "Whoever scans this within five minutes may set things right. It is good once.",
        "Wie dit binnen vijf minuten scant, mag dingen rechtzetten. Het geldt één keer.",
        "Qui scanne ceci dans les cinq minutes peut corriger. Valable une fois.",
        "Wer dies in fünf Minuten scannt, darf berichtigen. Es gilt einmal.",
    ),
    "invite.done": each(
        "This device is the referee's now.",
        "Dit apparaat is nu van de scheidsrechter.",
        "Cet appareil est désormais à l'arbitre.",
        "Dieses Gerät gehört jetzt dem Schiedsrichter.",
    ),
    "doctor.lead": each(
        "What is good, bad or not there on the referee's machine, and what to do.",
        "Wat goed, fout of er niet is op de machine van de scheidsrechter, en wat te doen.",
        "Ce qui va, ne va pas ou manque sur la machine de l'arbitre, et que faire.",
        "Was am Gerät des Schiedsrichters gut, schlecht oder nicht da ist, und was zu tun ist.",
    ),
    "doctor.again": each("Look again", "Kijk opnieuw", "Regarder à nouveau", "Noch einmal sehen"),
    "doctor.good": each("good", "goed", "bon", "gut"),
    "doctor.bad": each("bad", "fout", "mauvais", "schlecht"),
    "doctor.not there": each("not there", "niet aanwezig", "absent", "nicht da"),
    "doctor.what": each("What", "Wat", "Quoi", "Was"),
    "doctor.how": each("How it is", "Hoe het is", "État", "Wie es ist"),
    "doctor.found": each("Found", "Gevonden", "Trouvé", "Gefunden"),
    "doctor.sign-in": each(
        "Sign in to see how the machine is.",
        "Meld je aan om te zien hoe het met de machine gaat.",
        "Identifiez-vous pour voir l'état de la machine.",
        "Melde dich an, um zu sehen, wie es dem Gerät geht.",
    ),
}
