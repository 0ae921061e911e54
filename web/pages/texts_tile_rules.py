"""Texts of the rules of tiles in short; what an edition decides is a blank or a sentence apart."""

from web.texts_table import Texts, each

TILE_RULES: Texts = {
    "rules.tile-turn": each("A turn", "Een beurt", "Un tour", "Ein Zug"),
    "rules.tile-turn-text": each(
        "{box:# tile|# tiles}; each rack gets {hand}, the rest is the pool. In turn you lay "
        "{sets}, add and rearrange, with at least one tile of your rack; or you draw one.",
        "{box:# steen|# stenen}; elk rek krijgt er {hand}, de rest is de pot. In je beurt leg je "
        "{sets}, vul je aan en verleg je, met minstens één steen van je rek; of je pakt er een.",
        "{box:# tuile|# tuiles} ; {hand} par chevalet, le reste est la pioche. À votre tour, posez "
        "des {sets}, complétez, réarrangez, avec au moins une tuile à vous ; ou piochez.",
        "{box:# Stein|# Steine}; jedes Brett bekommt {hand}, der Rest ist der Pool. Wer am Zug "
        "ist, legt {sets}, legt an und um, mit mindestens einem eigenen Stein; oder zieht einen.",
    ),
    "rules.redeal-text": each(
        "Who holds {pairs} pairs of equal tiles at first may ask for a new deal.",
        "Wie in het begin {pairs} gelijke paren heeft, mag opnieuw laten delen.",
        "Qui a {pairs} paires identiques au début peut demander une nouvelle donne.",
        "Wer anfangs {pairs} gleiche Paare hat, darf neu verteilen lassen.",
    ),
    "rules.meld": each(
        "The first {sets}", "De eerste {sets}", "Les premières {sets}", "Die ersten {sets}"
    ),
    "rules.meld-text": each(
        "Your first {sets} come from your own rack and are worth at least {worth} in one turn; a "
        "joker counts as the tile it stands for.",
        "Je eerste {sets} komen van je eigen rek en zijn in één beurt minstens {worth} waard; een "
        "joker telt als de steen waar hij voor staat.",
        "Vos premières {sets} viennent de votre chevalet et valent au moins {worth} en un tour ; "
        "un joker vaut la tuile qu'il remplace.",
        "Deine ersten {sets} kommen vom eigenen Brett und sind in einem Zug mindestens {worth} "
        "wert; ein Joker zählt als der Stein, für den er steht.",
    ),
    "rules.meld-apart": each(
        "In that turn nothing else is touched.",
        "In die beurt blijft al het andere liggen.",
        "Pendant ce tour, on ne touche à rien d'autre.",
        "In diesem Zug wird sonst nichts berührt.",
    ),
    "rules.meld-at-once": each(
        "Then you may add and rearrange at once.",
        "Daarna mag je meteen aanvullen en verleggen.",
        "Ensuite on peut compléter et réarranger aussitôt.",
        "Danach darf sofort angelegt und umgelegt werden.",
    ),
    "rules.tile-group": each("{group}", "{group}", "{group}", "{group}"),
    "rules.tile-group-text": each(
        "Three or four tiles of one number, all colours different.",
        "Drie of vier stenen met één getal, allemaal een andere kleur.",
        "Trois ou quatre tuiles d'un même nombre, de couleurs différentes.",
        "Drei oder vier Steine mit einer Zahl, alle Farben verschieden.",
    ),
    "rules.tile-run": each("{run}", "{run}", "{run}", "{run}"),
    "rules.tile-run-text": each(
        "Three to thirteen tiles of one colour in order. 13 is not followed by 1.",
        "Drie tot dertien stenen van één kleur op volgorde. Na 13 komt geen 1.",
        "Trois à treize tuiles d'une couleur, dans l'ordre. 13 n'est pas suivi de 1.",
        "Drei bis dreizehn Steine einer Farbe der Reihe nach. Auf 13 folgt keine 1.",
    ),
    "rules.tile-joker": each("Joker", "Joker", "Joker", "Joker"),
    "rules.tile-joker-text": each(
        "A joker stands for any tile. Who takes it off the table lays it again in the same turn; "
        "it never goes to a rack.",
        "Een joker staat voor elke steen. Wie hem van de tafel neemt, legt hem in dezelfde beurt "
        "weer neer; hij gaat nooit naar een rek.",
        "Un joker remplace toute tuile. Qui le prend le repose pendant le même tour ; il ne va "
        "jamais sur un chevalet.",
        "Ein Joker steht für jeden Stein. Wer ihn nimmt, legt ihn im selben Zug wieder; er kommt "
        "nie auf ein Brett.",
    ),
    "rules.special": each(
        "Special jokers", "Speciale jokers", "Jokers spéciaux", "Besondere Joker"
    ),
    "rules.special-text": each(
        "The double joker takes two neighbouring places. From the colour-change joker on a run has "
        "another colour. On both sides of the mirror joker lies the same, mirrored.",
        "De dubbele joker neemt twee plaatsen naast elkaar in. Vanaf de kleurwisseljoker heeft een "
        "serie een andere kleur. Aan beide kanten van de spiegeljoker ligt hetzelfde, gespiegeld.",
        "Le joker double prend deux places voisines. À partir du joker bicolore, la suite change "
        "de couleur. Des deux côtés du joker miroir, on trouve la même chose, en miroir.",
        "Der Doppeljoker nimmt zwei Plätze nebeneinander ein. Ab dem Farbwechseljoker hat eine "
        "Reihe eine andere Farbe. Auf beiden Seiten des Spiegeljokers liegt dasselbe, gespiegelt.",
    ),
    "rules.time": each("Time", "Tijd", "Le temps", "Zeit"),
    "rules.time-text": each(
        "A turn has {seconds:# second|# seconds}. Late over an untouched table: {late:# tile is|# "
        "tiles are} drawn.",
        "Een beurt duurt {seconds:# seconde|# seconden}. Te laat met een onaangeroerde tafel: "
        "{late:# steen|# stenen} pakken.",
        "Un tour dure {seconds:# seconde|# secondes}. En retard sans avoir touché la table : "
        "{late:# tuile|# tuiles} à piocher.",
        "Ein Zug hat {seconds:# Sekunde|# Sekunden}. Zu spät bei unberührtem Tisch: {late:# "
        "Stein|# Steine} ziehen.",
    ),
    "rules.time-none": each(
        "A turn takes as long as it takes, unless you agree on a time.",
        "Een beurt duurt zo lang als nodig, tenzij jullie een tijd afspreken.",
        "Un tour dure le temps qu'il faut, sauf accord.",
        "Ein Zug dauert, so lange er dauert, wenn keine Zeit vereinbart ist.",
    ),
    "rules.back-all": each(
        "Who cannot finish puts everything back and draws {penalty}.",
        "Wie niet klaar komt, legt alles terug en pakt er {penalty}.",
        "Qui ne peut pas finir remet tout en place et en pioche {penalty}.",
        "Wer nicht fertig wird, legt alles zurück und zieht {penalty}.",
    ),
    "rules.back-own": each(
        "Who cannot finish takes the own loose tiles back and draws {penalty}.",
        "Wie niet klaar komt, neemt de eigen losse stenen terug en pakt er {penalty}.",
        "Qui ne peut pas finir reprend ses tuiles isolées et en pioche {penalty}.",
        "Wer nicht fertig wird, nimmt die eigenen losen Steine zurück und zieht {penalty}.",
    ),
    "rules.lost-costs": each(
        "Each tile that nobody can put back costs one more.",
        "Elke steen die niemand kan terugleggen kost er nog een.",
        "Chaque tuile que personne ne peut replacer en coûte une de plus.",
        "Jeder Stein, den niemand zurücklegen kann, kostet einen mehr.",
    ),
    "rules.tile-end": each(
        "End of a game", "Einde van een spel", "Fin d'une partie", "Ende eines Spiels"
    ),
    "rules.tile-end-text": each(
        "Who has laid the last tile of the rack has won the game.",
        "Wie de laatste steen van het rek heeft gelegd, heeft het spel gewonnen.",
        "Qui a posé la dernière tuile de son chevalet a gagné la partie.",
        "Wer den letzten Stein vom Brett gelegt hat, hat das Spiel gewonnen.",
    ),
    "rules.pool-last": each(
        "When the pool is empty, everybody has one more turn.",
        "Als de pot leeg is, heeft iedereen nog één beurt.",
        "Quand la pioche est vide, chacun joue encore un tour.",
        "Ist der Pool leer, hat jeder noch einen Zug.",
    ),
    "rules.pool-until": each(
        "When the pool is empty, you go on until nobody lays any more.",
        "Als de pot leeg is, speel je door tot niemand meer legt.",
        "Quand la pioche est vide, on continue jusqu'à ce que personne ne pose plus.",
        "Ist der Pool leer, wird gespielt, bis niemand mehr legt.",
    ),
    "rules.blocked-sums": each(
        "Then everybody writes the own rack as minus, and the lowest wins.",
        "Dan schrijft iedereen het eigen rek als min, en het laagste wint.",
        "Alors chacun note son chevalet en moins, et le plus bas gagne.",
        "Dann schreibt jeder das eigene Brett als Minus, und das niedrigste gewinnt.",
    ),
    "rules.blocked-differences": each(
        "Then the lowest rack wins the differences.",
        "Dan wint het laagste rek de verschillen.",
        "Alors le chevalet le plus bas gagne les différences.",
        "Dann gewinnt das niedrigste Brett die Differenzen.",
    ),
    "rules.tile-score": each("Score", "Score", "Score", "Punkte"),
    "rules.tile-score-text": each(
        "Losers write the sum of their rack as minus, the winner all of it as plus; a joker on a "
        "rack is {joker}.",
        "Verliezers schrijven hun rek als min, de winnaar alles samen als plus; een joker op een "
        "rek telt {joker}.",
        "Les perdants notent leur chevalet en moins, le gagnant le total en plus ; un joker "
        "restant compte {joker}.",
        "Verlierer schreiben ihr Brett als Minus, der Sieger alles zusammen als Plus; ein Joker "
        "auf dem Brett zählt {joker}.",
    ),
    "rules.counts-games": each(
        "Most games won decide, then points.",
        "De meeste gewonnen spellen beslissen, dan de punten.",
        "Le plus de parties gagnées décide, puis les points.",
        "Die meisten gewonnenen Spiele entscheiden, dann die Punkte.",
    ),
}
