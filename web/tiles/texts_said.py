"""What happened at a tile table, in words."""

from web.texts_table import Texts, each

SAID: Texts = {
    "tiles.said.round": each(
        "Game {game}: {player} starts.",
        "Spel {game}: {player} begint.",
        "Partie {game} : {player} commence.",
        "Spiel {game}: {player} beginnt.",
    ),
    "tiles.said.laid": each(
        "{player} lays {count:# tile|# tiles}.",
        "{player} legt {count:# steen|# stenen}.",
        "{player} pose {count:# tuile|# tuiles}.",
        "{player} legt {count:# Stein|# Steine}.",
    ),
    "tiles.said.table": each(
        "{player} hands over the table.",
        "{player} geeft de tafel over.",
        "{player} passe la table.",
        "{player} übergibt den Tisch.",
    ),
    "tiles.said.tried": each(
        "{player} wanted to lay this.",
        "{player} wilde dit leggen.",
        "{player} voulait poser ceci.",
        "{player} wollte das legen.",
    ),
    "tiles.said.played": each(
        "{player} has played.",
        "{player} heeft gelegd.",
        "{player} a joué.",
        "{player} hat gelegt.",
    ),
    "tiles.said.out": each(
        "{player} lays the last tile.",
        "{player} legt de laatste steen.",
        "{player} pose sa dernière tuile.",
        "{player} legt den letzten Stein.",
    ),
    "tiles.said.draw": each(
        "{player} draws one.",
        "{player} pakt er een.",
        "{player} pioche.",
        "{player} zieht einen.",
    ),
    "tiles.said.pass": each(
        "{player} passes.", "{player} past.", "{player} passe.", "{player} passt."
    ),
    "tiles.said.penalty": each(
        "{player} draws {count:# penalty tile|# penalty tiles}.",
        "{player} pakt {count:# strafsteen|# strafstenen}.",
        "{player} pioche {count:# tuile|# tuiles} de pénalité.",
        "{player} zieht {count:# Strafstein|# Strafsteine}.",
    ),
    "tiles.said.return": each(
        "Back to the pool: {tiles}.",
        "Terug in de pot: {tiles}.",
        "Retour à la pioche : {tiles}.",
        "Zurück in den Pool: {tiles}.",
    ),
    "tiles.said.redeal": each(
        "{player} asks for a new deal.",
        "{player} vraagt opnieuw te delen.",
        "{player} demande une nouvelle donne.",
        "{player} verlangt, neu zu verteilen.",
    ),
    "tiles.said.rack": each(
        "{player} has {points:# point|# points} left on the rack.",
        "{player} houdt {points:# punt|# punten} over op het rek.",
        "Il reste {points:# point|# points} sur le chevalet de {player}.",
        "{player} hat noch {points:# Punkt|# Punkte} auf dem Brett.",
    ),
    "tiles.said.count": each(
        "{player} has {count:# tile|# tiles} on the rack.",
        "{player} heeft {count:# steen|# stenen} op het rek.",
        "{player} a {count:# tuile|# tuiles} sur son chevalet.",
        "{player} hat {count:# Stein|# Steine} auf dem Brett.",
    ),
    "tiles.said.time": each(
        "A turn now has {seconds:# second|# seconds}.",
        "Een beurt heeft nu {seconds:# seconde|# seconden}.",
        "Un tour dure maintenant {seconds:# seconde|# secondes}.",
        "Ein Zug hat jetzt {seconds:# Sekunde|# Sekunden}.",
    ),
    "tiles.said.time-off": each(
        "A turn now takes as long as it takes.",
        "Een beurt duurt nu zo lang als nodig.",
        "Un tour dure maintenant le temps qu'il faut.",
        "Ein Zug dauert jetzt, so lange er dauert.",
    ),
    "tiles.said.corrected": each(
        "The table was set right.",
        "De tafel is rechtgezet.",
        "La table a été rectifiée.",
        "Der Tisch wurde berichtigt.",
    ),
    "tiles.said.overruled": each(
        "Accepted all the same: {reason}",
        "Toch goedgekeurd: {reason}",
        "Accepté quand même : {reason}",
        "Trotzdem anerkannt: {reason}",
    ),
    "tiles.said.score": each(
        "The result was written down.",
        "De uitslag is opgeschreven.",
        "Le résultat a été noté.",
        "Das Ergebnis wurde aufgeschrieben.",
    ),
    "tiles.said.leave": each(
        "{player} goes home; the others play on.",
        "{player} gaat naar huis; de anderen spelen door.",
        "{player} s'en va ; les autres continuent.",
        "{player} geht nach Hause; die anderen spielen weiter.",
    ),
    "tiles.said.resign": each(
        "{player} gives up.", "{player} geeft op.", "{player} abandonne.", "{player} gibt auf."
    ),
    "tiles.said.end": each(
        "The match ends here: {reason}",
        "De wedstrijd eindigt hier: {reason}",
        "Le match s'arrête ici : {reason}",
        "Das Match endet hier: {reason}",
    ),
    "tiles.went-out": each(
        "{player} is out! Everybody else counts.",
        "{player} is uit! Alle anderen tellen.",
        "{player} a fini ! Les autres comptent.",
        "{player} ist fertig! Alle anderen zählen.",
    ),
    "tiles.blocked": each(
        "Nobody can lay any more: everybody counts.",
        "Niemand kan nog leggen: iedereen telt.",
        "Plus personne ne peut poser : tout le monde compte.",
        "Niemand kann mehr legen: alle zählen.",
    ),
    "tiles.game-won": each(
        "{player} wins the game.",
        "{player} wint het spel.",
        "{player} gagne la partie.",
        "{player} gewinnt das Spiel.",
    ),
    "tiles.game-tied": each(
        "Nobody wins the game.",
        "Niemand wint het spel.",
        "Personne ne gagne la partie.",
        "Niemand gewinnt das Spiel.",
    ),
    "tiles.match-won": each(
        "{player} wins the match!",
        "{player} wint de wedstrijd!",
        "{player} gagne le match !",
        "{player} gewinnt das Match!",
    ),
    "tiles.match-draw": each(
        "The match ends in a draw.",
        "De wedstrijd eindigt onbeslist.",
        "Le match finit à égalité.",
        "Das Match endet unentschieden.",
    ),
}
