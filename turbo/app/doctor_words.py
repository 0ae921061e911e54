"""The doctor's words in four languages: what was looked at, and what to do about it."""

from turbo.app.doctor import HealthFinding, HealthState
from turbo.game.messages import Language

Words = dict[Language, str]


def _each(en: str, nl: str, fr: str, de: str) -> Words:
    return dict(zip(Language, (en, nl, fr, de), strict=True))


STATES = {
    HealthState.GOOD: _each("good", "goed", "bon", "gut"),
    HealthState.BAD: _each("BAD", "FOUT", "MAUVAIS", "SCHLECHT"),
    HealthState.ABSENT: _each("not there", "niet aanwezig", "absent", "nicht da"),
}

CHECKS = {
    "system": _each("computer", "computer", "ordinateur", "Rechner"),
    "python": _each("Python", "Python", "Python", "Python"),
    "environment": _each("environment", "omgeving", "environnement", "Umgebung"),
    "numpy": _each("numpy", "numpy", "numpy", "numpy"),
    "picamera2": _each("picamera2", "picamera2", "picamera2", "picamera2"),
    "lgpio": _each("lgpio", "lgpio", "lgpio", "lgpio"),
    "groups": _each("groups", "groepen", "groupes", "Gruppen"),
    "power": _each("power", "voeding", "alimentation", "Stromversorgung"),
    "temperature": _each("temperature", "temperatuur", "température", "Temperatur"),
    "memory": _each("free memory", "vrij geheugen", "mémoire libre", "freier Speicher"),
    "disk": _each("free disk", "vrije schijf", "disque libre", "freier Platz"),
    "clock": _each("clock", "klok", "horloge", "Uhr"),
    "store": _each("matches", "wedstrijden", "matchs", "Matches"),
    "camera": _each("camera", "camera", "caméra", "Kamera"),
    "mat": _each("mat", "mat", "tapis", "Matte"),
    "field": _each("field", "beeldveld", "champ", "Bildfeld"),
    "die": _each("a die is", "een steen is", "un dé fait", "ein Würfel misst"),
    "focus": _each("sharpness", "scherpte", "netteté", "Schärfe"),
    "exposure": _each("dice's white", "wit van de stenen", "blanc des dés", "Weiß der Würfel"),
    "locked": _each("held", "vastgezet", "verrouillé", "festgehalten"),
    "speed": _each("pictures", "beelden", "images", "Bilder"),
    "age": _each("age of a picture", "leeftijd van een beeld", "âge d'une image", "Bildalter"),
    "board": _each("board", "bordje", "carte", "Platine"),
}

ADVICE = {
    "64-bit": _each(
        "install the 64-bit Raspberry Pi OS: there is no OpenCV for 32 bit",
        "installeer Raspberry Pi OS 64-bit: voor 32 bit is er geen OpenCV",
        "installez Raspberry Pi OS 64 bits : OpenCV n'existe pas en 32 bits",
        "Raspberry Pi OS mit 64 Bit installieren: für 32 Bit gibt es kein OpenCV",
    ),
    "environment": _each(
        "it hides the system's picamera2 and lgpio: install with install-pi.sh",
        "ze verbergt picamera2 en lgpio van het systeem: installeer met install-pi.sh",
        "il cache picamera2 et lgpio du système : installez avec install-pi.sh",
        "sie verdeckt picamera2 und lgpio des Systems: mit install-pi.sh installieren",
    ),
    "numpy": _each(
        "a module of the system is made for another numpy: pip install 'simplejpeg>=1.9'",
        "een module van het systeem hoort bij een andere numpy: pip install 'simplejpeg>=1.9'",
        "un module du système vise une autre numpy : pip install 'simplejpeg>=1.9'",
        "ein Modul des Systems passt zu einer anderen numpy: pip install 'simplejpeg>=1.9'",
    ),
    "camera-pi": _each(
        "for the Pi's own camera: sudo apt install python3-picamera2",
        "voor de eigen camera van de Pi: sudo apt install python3-picamera2",
        "pour la caméra du Pi : sudo apt install python3-picamera2",
        "für die Kamera des Pi: sudo apt install python3-picamera2",
    ),
    "pins": _each(
        "for buttons on the Pi's header: sudo apt install python3-lgpio",
        "voor knoppen op de Pi zelf: sudo apt install python3-lgpio",
        "pour des boutons sur le Pi : sudo apt install python3-lgpio",
        "für Tasten am Pi selbst: sudo apt install python3-lgpio",
    ),
    "groups": _each(
        "sudo usermod -a -G video,dialout,gpio $USER, then log in anew",
        "sudo usermod -a -G video,dialout,gpio $USER, dan opnieuw inloggen",
        "sudo usermod -a -G video,dialout,gpio $USER, puis reconnectez-vous",
        "sudo usermod -a -G video,dialout,gpio $USER, dann neu anmelden",
    ),
    "undervoltage": _each(
        "too little voltage: a better supply or a shorter cable; a telephone's charger is too weak",
        "te weinig spanning: een betere voeding of een kortere kabel; een telefoonlader is te zwak",
        "tension trop basse : meilleure alimentation ou câble plus court",
        "zu wenig Spannung: besseres Netzteil oder kürzeres Kabel; ein Handylader ist zu schwach",
    ),
    "throttled": _each(
        "it was slowed down since its start: more air, or a cooler",
        "hij is sinds de start vertraagd: meer lucht, of een koeler",
        "il a été ralenti depuis le démarrage : plus d'air, ou un refroidisseur",
        "er wurde seit dem Start gebremst: mehr Luft oder ein Kühler",
    ),
    "hot": _each(
        "too hot: more air, or a cooler",
        "te heet: meer lucht, of een koeler",
        "trop chaud : plus d'air, ou un refroidisseur",
        "zu heiß: mehr Luft oder ein Kühler",
    ),
    "memory": _each(
        "close other programs, or use the Lite system without a desktop",
        "sluit andere programma's, of gebruik het Lite-systeem zonder bureaublad",
        "fermez d'autres programmes, ou prenez le système Lite sans bureau",
        "andere Programme schließen, oder das Lite-System ohne Desktop nehmen",
    ),
    "disk": _each(
        "make room: 'turbo forget' deletes old pictures",
        "maak ruimte: 'turbo forget' wist oude beelden",
        "faites de la place : « turbo forget » efface d'anciennes images",
        "Platz schaffen: 'turbo forget' löscht alte Bilder",
    ),
    "read-only": _each(
        "this folder cannot be written to",
        "in deze map kan niet geschreven worden",
        "on ne peut pas écrire dans ce dossier",
        "in diesen Ordner kann nicht geschrieben werden",
    ),
    "clock": _each(
        "the clock was never set: matches carry wrong dates, nothing else suffers",
        "de klok is nooit gezet: wedstrijden krijgen een verkeerde datum, meer niet",
        "l'horloge n'a jamais été réglée : les dates seront fausses, rien d'autre",
        "die Uhr wurde nie gestellt: Matches tragen falsche Daten, mehr geschieht nicht",
    ),
    "store": _each(
        "keep a copy of this file, and name another one with --store",
        "bewaar een kopie van dit bestand en noem een ander met --store",
        "gardez une copie de ce fichier et nommez-en un autre avec --store",
        "eine Kopie dieser Datei aufheben und mit --store eine andere nennen",
    ),
    "damaged": _each(
        "'turbo restore' with this file saves what can be read; or bring a copy back",
        "'turbo restore' met dit bestand redt wat te lezen is; of zet een kopie terug",
        "« turbo restore » avec ce fichier sauve ce qui est lisible ; ou remettez une copie",
        "'turbo restore' mit dieser Datei rettet, was lesbar ist; oder eine Kopie zurückholen",
    ),
    "camera": _each(
        "another name? 0 is the first USB camera, pi the Pi's own; see hardware.md",
        "een andere naam? 0 is de eerste USB-camera, pi die van de Pi; zie hardware.md",
        "un autre nom ? 0 est la première caméra USB, pi celle du Pi ; voir hardware.md",
        "anderer Name? 0 ist die erste USB-Kamera, pi die des Pi; siehe hardware.md",
    ),
    "cut": _each(
        "a part of the sensor is cut off: please report this camera",
        "een deel van de sensor valt weg: meld deze camera alstublieft",
        "une partie du capteur est coupée : signalez cette caméra",
        "ein Teil des Sensors ist abgeschnitten: diese Kamera bitte melden",
    ),
    "mat": _each(
        "lay the mat under the camera: at least four of its eight marks must be seen",
        "leg de mat onder de camera: minstens vier van de acht tekens moeten te zien zijn",
        "posez le tapis sous la caméra : au moins quatre des huit repères doivent être visibles",
        "die Matte unter die Kamera legen: mindestens vier der acht Marken müssen zu sehen sein",
    ),
    "higher": _each(
        "hang the camera higher, by so much",
        "hang de camera zoveel hoger",
        "accrochez la caméra plus haut, d'autant",
        "die Kamera um so viel höher hängen",
    ),
    "nearer": _each(
        "hang the camera lower, or take one with more pixels: 30 px are needed",
        "hang de camera lager, of neem er een met meer pixels: 30 px is nodig",
        "accrochez la caméra plus bas, ou prenez-en une plus fine : il faut 30 px",
        "die Kamera tiefer hängen, oder eine mit mehr Pixeln: 30 px sind nötig",
    ),
    "focus": _each(
        "focus: turn the lens (Module 1, 2, HQ), clean it, or let autofocus run again",
        "scherpstellen: draai de lens (Module 1, 2, HQ), maak hem schoon, of stel opnieuw scherp",
        "mise au point : tournez l'objectif (Module 1, 2, HQ), nettoyez-le, ou refaites-la",
        "scharf stellen: Linse drehen (Modul 1, 2, HQ), putzen, oder neu scharf stellen lassen",
    ),
    "darker": _each(
        "more light: the camera is at its end",
        "meer licht: de camera kan niet verder",
        "plus de lumière : la caméra est à sa limite",
        "mehr Licht: die Kamera ist an ihrer Grenze",
    ),
    "brighter": _each(
        "less light, or no lamp that shines into the lens",
        "minder licht, of geen lamp die in de lens schijnt",
        "moins de lumière, ou pas de lampe dans l'objectif",
        "weniger Licht, oder keine Lampe ins Objektiv",
    ),
    "locked": _each(
        "this camera does not let itself be held: keep the light steady",
        "deze camera laat zich niet vastzetten: houd het licht gelijk",
        "cette caméra ne se laisse pas verrouiller : gardez une lumière constante",
        "diese Kamera lässt sich nicht festhalten: das Licht gleichmäßig lassen",
    ),
    "slow": _each(
        "too few pictures: another USB socket, or a smaller picture",
        "te weinig beelden: een andere USB-poort, of een kleiner beeld",
        "trop peu d'images : une autre prise USB, ou une image plus petite",
        "zu wenige Bilder: andere USB-Buchse, oder ein kleineres Bild",
    ),
    "board-pins": _each(
        "the Pi's own pins: see 'no pins here' in the fault finding of hardware.md",
        "de pinnen van de Pi zelf: zie 'no pins here' bij het storingzoeken in hardware.md",
        "les broches du Pi : voir « no pins here » dans le dépannage de hardware.md",
        "die Stifte des Pi: siehe 'no pins here' in der Fehlersuche von hardware.md",
    ),
    "board": _each(
        "flash it: turbo board flash; see the fault finding of hardware.md",
        "flash het: turbo board flash; zie het storingzoeken in hardware.md",
        "flashez-la : turbo board flash ; voir le dépannage de hardware.md",
        "flashen: turbo board flash; siehe die Fehlersuche in hardware.md",
    ),
}


def line(finding: HealthFinding, language: Language = Language.ENGLISH) -> str:
    """
    >>> line(HealthFinding("temperature", HealthState.BAD, "84 °C", "hot"))
    'BAD        temperature: 84 °C: too hot: more air, or a cooler'
    """
    state = STATES[finding.state][language]
    words = [CHECKS[finding.check][language], finding.found]
    if finding.advice:
        words.append(ADVICE[finding.advice][language])
    # 'not there' is the longest of them in English: what was looked at stands in a column.
    return f"{state:<10} {': '.join(word for word in words if word)}"
