"""Texts of the score keeper. Where a rulebook has its own word for a set, the page fills it in."""

from turbo.game.dice import SPECIAL
from turbo.game.naming import SPECIAL_JOKERS, UNREAD_TILE
from web.texts_table import Texts, each
from web.tiles.texts_said import SAID

EDITIONS: Texts = {
    "tiles.edition.original-jumbo": each(
        "Original (Jumbo, 106 tiles)",
        "Original (Jumbo, 106 stenen)",
        "Original (Jumbo, 106 tuiles)",
        "Original (Jumbo, 106 Steine)",
    ),
    "tiles.edition.original-goliath": each(
        "Original (Goliath, 106 tiles)",
        "Original (Goliath, 106 stenen)",
        "Original (Goliath, 106 tuiles)",
        "Original (Goliath, 106 Steine)",
    ),
    "tiles.edition.original-french": each(
        "Original (French rules)",
        "Original (Franse regels)",
        "Original (règle française)",
        "Original (französische Regeln)",
    ),
    "tiles.edition.six": each(
        "Six players (160 tiles)",
        "Zes spelers (160 stenen)",
        "Six joueurs (160 tuiles)",
        "Sechs Spieler (160 Steine)",
    ),
    "tiles.edition.six-four-jokers": each(
        "Four jokers (108 tiles)",
        "Vier jokers (108 stenen)",
        "Quatre jokers (108 tuiles)",
        "Vier Joker (108 Steine)",
    ),
    "tiles.edition.special": each(
        "Special jokers (112 tiles)",
        "Speciale jokers (112 stenen)",
        "Jokers spéciaux (112 tuiles)",
        "Besondere Joker (112 Steine)",
    ),
}

PAGE: Texts = {
    "title.tiles": each("Score keeper", "Scorebord", "Marqueur", "Punktezähler"),
    "tiles.none": each(
        "No game with tiles is open.",
        "Er is geen spel met stenen bezig.",
        "Aucune partie avec des tuiles n'est en cours.",
        "Es läuft kein Spiel mit Steinen.",
    ),
    "tiles.lead": each(
        "Two to six players, a clock for turns, and the score of every game: no camera needed.",
        "Twee tot zes spelers, een klok voor beurten en de score van elk spel: zonder camera.",
        "Deux à six joueurs, un chronomètre et le score de chaque partie : sans caméra.",
        "Zwei bis sechs Spieler, eine Uhr für Züge und die Punkte jedes Spiels: ohne Kamera.",
    ),
    "tiles.seen": each(
        "{count:# tile seen|# tiles seen}, {doubtful} in doubt",
        "{count:# steen gezien|# stenen gezien}, {doubtful} twijfelachtig",
        "{count:# tuile vue|# tuiles vues}, {doubtful:# incertaine|# incertaines}",
        "{count:# Stein gesehen|# Steine gesehen}, {doubtful} unsicher",
    ),
    "tiles.new": each("New match", "Nieuwe wedstrijd", "Nouveau match", "Neues Match"),
    "tiles.with-tiles": each(
        "Play with tiles instead",
        "Toch met stenen spelen",
        "Jouer plutôt avec des tuiles",
        "Lieber mit Steinen spielen",
    ),
    "tiles.edition": each("Edition", "Uitgave", "Édition", "Ausgabe"),
    "tiles.players": each(
        "Players, clockwise", "Spelers, met de klok mee", "Joueurs, sens horaire",
        "Spieler im Uhrzeigersinn",
    ),
    "tiles.player": each("Player {seat}", "Speler {seat}", "Joueur {seat}", "Spieler {seat}"),
    "tiles.time": each(
        "Seconds for a turn (0: no clock)",
        "Seconden per beurt (0: geen klok)",
        "Secondes par tour (0 : sans limite)",
        "Sekunden für einen Zug (0: keine Uhr)",
    ),
    "tiles.rounds": each(
        "Games (0: until you stop)",
        "Spellen (0: tot jullie stoppen)",
        "Parties (0 : jusqu'à l'arrêt)",
        "Spiele (0: bis ihr aufhört)",
    ),
    "tiles.rounds-special": each(
        "Rounds of as many games as players (0: until you stop)",
        "Ronden met zoveel spellen als spelers (0: tot jullie stoppen)",
        "Manches d'autant de parties que de joueurs (0 : jusqu'à l'arrêt)",
        "Runden mit so vielen Spielen wie Spielern (0: bis ihr aufhört)",
    ),
    "tiles.start": each("Start", "Beginnen", "Commencer", "Beginnen"),
    "tiles.game": each("Game {game}", "Spel {game}", "Partie {game}", "Spiel {game}"),
    "tiles.game-of": each(
        "Game {game} of {games}", "Spel {game} van {games}", "Partie {game} sur {games}",
        "Spiel {game} von {games}",
    ),
    "tiles.pool": each(
        "{count:# tile|# tiles} in the pool",
        "{count:# steen|# stenen} in de pot",
        "{count:# tuile|# tuiles} dans la pioche",
        "{count:# Stein|# Steine} im Pool",
    ),
    "tiles.last-turns": each(
        "Last turns: {count}", "Laatste beurten: {count}", "Derniers tours : {count}",
        "Letzte Züge: {count}",
    ),
    "tiles.turn": each(
        "It is {player}'s turn", "{player} is aan de beurt", "C'est à {player}",
        "{player} ist am Zug",
    ),
    "tiles.clock": each("Time left", "Tijd over", "Temps restant", "Restzeit"),
    "tiles.no-clock": each("no clock", "geen klok", "sans limite", "keine Uhr"),
    "tiles.resting": each("Paused", "Gepauzeerd", "En pause", "Pause"),
    "tiles.played": each("Played", "Gelegd", "A joué", "Gelegt"),
    "tiles.draw": each("Draw 1", "Pak 1", "Pioche 1", "Zieht 1"),
    "tiles.pass": each("Pass", "Pas", "Passe", "Passt"),
    "tiles.penalty": each(
        "Penalty {count}", "Straf {count}", "Pénalité {count}", "Strafe {count}"
    ),
    "tiles.which": each("Tiles …", "Stenen …", "Tuiles …", "Steine …"),
    "tiles.out": each("Out!", "Uit!", "Fini !", "Fertig!"),
    "tiles.which-lead": each(
        "What was laid: {sets} such as k10 r10 o10 | b4 b5 b6, or only how many tiles.",
        "Wat er gelegd is: {sets} zoals k10 r10 o10 | b4 b5 b6, of alleen hoeveel stenen.",
        "Ce qui a été posé : {sets} comme k10 r10 o10 | b4 b5 b6, ou seulement le nombre.",
        "Was gelegt wurde: {sets} wie k10 r10 o10 | b4 b5 b6, oder nur wie viele Steine.",
    ),
    "tiles.sets": each(
        "New {sets}, or a number", "Nieuwe {sets}, of een getal",
        "Nouvelles {sets}, ou un nombre", "Neue {sets}, oder eine Zahl",
    ),
    "tiles.whole": each(
        "This is the whole table, rearranged",
        "Dit is de hele tafel, na verleggen",
        "C'est toute la table, après manipulation",
        "Das ist der ganze Tisch, nach dem Umlegen",
    ),
    "tiles.keys": each(
        "k black, r red, b blue, o orange, then the number; r* is a joker.",
        "k zwart, r rood, b blauw, o oranje, dan het getal; r* is een joker.",
        "k noir, r rouge, b bleu, o orange, puis le nombre ; r* est un joker.",
        "k schwarz, r rot, b blau, o orange, dann die Zahl; r* ist ein Joker.",
    ),
    "tiles.keys-special": each(
        "*d double, *c colour-change, *m mirror.",
        "*d dubbel, *c kleurwissel, *m spiegel.",
        "*d double, *c change-couleur, *m miroir.",
        "*d doppelt, *c Farbwechsel, *m Spiegel.",
    ),
    "tiles.good": each("Legal.", "Klopt.", "Correct.", "Gültig."),
    "tiles.worth": each(
        "Legal, worth {points:# point|# points}.",
        "Klopt, {points:# punt|# punten} waard.",
        "Correct, vaut {points:# point|# points}.",
        "Gültig, {points:# Punkt|# Punkte} wert.",
    ),
    "tiles.hand-over": each("Hand over", "Doorgeven", "Passer la main", "Weitergeben"),
    "tiles.count": each(
        "Count the racks", "Rekken tellen", "Compter les chevalets", "Bretter zählen"
    ),
    "tiles.count-lead": each(
        "Points left on each rack, or its tiles such as k5 r*.",
        "Punten die op elk rek overblijven, of de stenen zoals k5 r*.",
        "Points restants sur chaque chevalet, ou ses tuiles comme k5 r*.",
        "Punkte, die auf jedem Brett bleiben, oder die Steine wie k5 r*.",
    ),
    "tiles.rack-of": each(
        "{player}: points or tiles", "{player}: punten of stenen", "{player} : points ou tuiles",
        "{player}: Punkte oder Steine",
    ),
    "tiles.write-down": each("Write down", "Opschrijven", "Noter", "Aufschreiben"),
    "tiles.next": each("Next game", "Volgend spel", "Partie suivante", "Nächstes Spiel"),
    "tiles.starts": each(
        "{player} starts", "{player} begint", "{player} commence", "{player} beginnt"
    ),
    "tiles.undo": each("Undo", "Ongedaan maken", "Annuler", "Rückgängig"),
    "tiles.undo-lead": each(
        "Take back: {said}", "Terugnemen: {said}", "Reprendre : {said}", "Zurücknehmen: {said}"
    ),
    "tiles.press": each("Hand over", "Beurt klaar", "Fin du tour", "Zug beenden"),
    "tiles.asked": each(
        "What does tile {number} show?",
        "Wat staat er op steen {number}?",
        "Que montre la tuile {number} ?",
        "Was zeigt Stein {number}?",
    ),
    "tiles.answer": each("Say it", "Zeg het", "Dire", "Sagen"),
    "tiles.overrule": each(
        "Accept all the same", "Toch goedkeuren", "Accepter quand même", "Trotzdem anerkennen"
    ),
    "tiles.reason": each("Reason", "Reden", "Raison", "Grund"),
    "tiles.pause": each("Pause", "Pauze", "Pause", "Pause"),
    "tiles.resume": each("Go on", "Verder", "Reprendre", "Weiter"),
    "tiles.change-clock": each(
        "Change the clock", "Klok instellen", "Régler le temps", "Uhr stellen"
    ),
    "tiles.correct": each(
        "Correct a rack", "Rek corrigeren", "Corriger un chevalet", "Brett berichtigen"
    ),
    "tiles.whose": each("Whose?", "Van wie?", "De qui ?", "Von wem?"),
    "tiles.how-many": each(
        "How many tiles", "Hoeveel stenen", "Combien de tuiles", "Wie viele Steine"
    ),
    "tiles.other-penalty": each(
        "Another penalty", "Andere straf", "Autre pénalité", "Andere Strafe"
    ),
    "tiles.return": each(
        "Tiles back to the pool", "Stenen terug in de pot", "Tuiles à la pioche",
        "Steine in den Pool",
    ),
    "tiles.redeal": each("New deal", "Opnieuw delen", "Nouvelle donne", "Neu verteilen"),
    "tiles.redeal-lead": each(
        "Three pairs of equal tiles, such as b3 b3 r8 r8 o10 o10.",
        "Drie paren gelijke stenen, zoals b3 b3 r8 r8 o10 o10.",
        "Trois paires de tuiles égales, comme b3 b3 r8 r8 o10 o10.",
        "Drei Paare gleicher Steine, wie b3 b3 r8 r8 o10 o10.",
    ),
    "tiles.tiles": each("Tiles", "Stenen", "Tuiles", "Steine"),
    "tiles.score": each(
        "Result from paper", "Uitslag van papier", "Résultat sur papier", "Ergebnis vom Papier"
    ),
    "tiles.score-lead": each(
        "Everybody's points of this game, with a minus where they are lost.",
        "Ieders punten van dit spel, met een min waar ze verloren zijn.",
        "Les points de chacun, avec un moins s'ils sont perdus.",
        "Die Punkte aller in diesem Spiel, mit Minus, wo sie verloren sind.",
    ),
    "tiles.by": each("How it ended", "Hoe het afliep", "Comment", "Wie es endete"),
    "tiles.by-out": each(
        "Somebody is out", "Iemand is uit", "Quelqu'un a fini", "Jemand ist fertig"
    ),
    "tiles.by-block": each("Blocked", "Geblokkeerd", "Bloquée", "Blockiert"),
    "tiles.end": each("End the match", "Wedstrijd beëindigen", "Finir le match", "Match beenden"),
    "tiles.resign-many": each(
        "Who goes home puts the rack back into the pool; the points so far stay.",
        "Wie naar huis gaat, legt het rek terug in de pot; de punten tot nu toe blijven.",
        "Qui s'en va remet ses tuiles dans la pioche ; ses points restent.",
        "Wer nach Hause geht, legt das Brett in den Pool zurück; die Punkte bisher bleiben.",
    ),
    "tiles.resign-two": each(
        "The match ends here, and the other one has won it.",
        "De wedstrijd eindigt hier, en de ander heeft gewonnen.",
        "Le match s'arrête ici, et l'autre l'a gagné.",
        "Das Match endet hier, und der andere hat es gewonnen.",
    ),
    "tiles.resign-then": each("And then", "En dan", "Et ensuite", "Und dann"),
    "tiles.leave": each(
        "The others play on",
        "De anderen spelen door",
        "Les autres continuent",
        "Die anderen spielen weiter",
    ),
    "tiles.end-for-all": each(
        "The match ends for everybody",
        "De wedstrijd eindigt voor iedereen",
        "Le match finit pour tous",
        "Das Match endet für alle",
    ),
    "tiles.unread": UNREAD_TILE,
    **{
        f"tiles.joker.{SPECIAL[number][1]}": words for number, words in SPECIAL_JOKERS.items()
    },
    "tiles.resign": each("Give up", "Opgeven", "Abandonner", "Aufgeben"),
    "tiles.more": each("More", "Meer", "Plus", "Mehr"),
    "tiles.card": each("Score card", "Scorekaart", "Feuille de score", "Wertungszettel"),
    "tiles.total": each("Total", "Totaal", "Total", "Summe"),
    "tiles.won": each("Won", "Gewonnen", "Gagnées", "Gewonnen"),
    "tiles.table": each("The table", "De tafel", "La table", "Der Tisch"),
    "tiles.blind": each(
        "Nobody has told what lies on the table.",
        "Niemand heeft gezegd wat er op tafel ligt.",
        "Personne n'a dit ce qu'il y a sur la table.",
        "Niemand hat gesagt, was auf dem Tisch liegt.",
    ),
    "tiles.empty": each(
        "Nothing lies on the table yet.", "Er ligt nog niets op tafel.",
        "Il n'y a encore rien sur la table.", "Noch liegt nichts auf dem Tisch.",
    ),
    "tiles.log": each("What happened", "Wat er gebeurde", "Ce qui s'est passé", "Was geschah"),
    "tiles.on-rack": each(
        "{count:# tile|# tiles}", "{count:# steen|# stenen}", "{count:# tuile|# tuiles}",
        "{count:# Stein|# Steine}",
    ),
    "tiles.unknown-rack": each("? tiles", "? stenen", "? tuiles", "? Steine"),
    "tiles.melded": each("has come out", "is uitgekomen", "a démarré", "ist heraus"),
    "tiles.by-clock": each("the clock", "de klok", "le chronomètre", "die Uhr"),
    "tiles.statistics": each("Statistics", "Statistiek", "Statistiques", "Statistik"),
    "tiles.stat.games": each("Games", "Spellen", "Parties", "Spiele"),
    "tiles.stat.wins": each("Won", "Gewonnen", "Gagnées", "Gewonnen"),
    "tiles.stat.rack": each(
        "Rack at the end, on average", "Rek aan het eind, gemiddeld",
        "Chevalet à la fin, en moyenne", "Brett am Ende, im Mittel",
    ),
    "tiles.stat.penalties": each(
        "Penalties (tiles)", "Straffen (stenen)", "Pénalités (tuiles)", "Strafen (Steine)"
    ),
    "tiles.stat.meld": each(
        "Turn of the first {sets}, on average", "Beurt van de eerste {sets}, gemiddeld",
        "Tour des premières {sets}, en moyenne", "Zug der ersten {sets}, im Mittel",
    ),
    "tiles.stat.player": each("Player", "Speler", "Joueur", "Spieler"),
    "tiles.print": each("Print (PDF)", "Afdrukken (PDF)", "Imprimer (PDF)", "Drucken (PDF)"),
    "tiles.export": each(
        "Record (.turbo)", "Verslag (.turbo)", "Relevé (.turbo)", "Protokoll (.turbo)"
    ),
    "tiles.sign": each(
        "Sign in with the referee PIN to keep the score.",
        "Meld je aan met de pincode om de score bij te houden.",
        "Connectez-vous avec le code pour tenir le score.",
        "Melde dich mit der PIN an, um die Punkte zu führen.",
    ),
}  # fmt: skip

TILES: Texts = {**EDITIONS, **SAID, **PAGE}
