"""Texts of the rules in short."""

from web.texts_table import Texts, each

RULES: Texts = {
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
            "Ein Wurf, dann wird gelegt. Der erste Wurf einer Runde wird mit allen neun Würfeln "
            "gemacht, später mit beliebig vielen. Sets legen, anlegen, umlegen oder passen."
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
            "Zoals in een kruiswoordraadsel mag een steen bij één horizontale en één verticale set "
            "horen. "
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
            "Wer alle Würfel ausgelegt hat, gewinnt. Je drei leere Züge in Folge "
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
            "Le gagnant marque ce que montre l'autre main ; un joker compte 10. Case blanche : "
            "points de la partie. Case grise : total. Six parties font un match."
        ),
        (
            "Der Sieger bekommt, was die andere Hand zeigt; ein Joker zählt 10. Weißes Feld: "
            "Punkte der Runde. Graues Feld: Summe. Sechs Runden sind ein Match."
        ),
    ),
}
