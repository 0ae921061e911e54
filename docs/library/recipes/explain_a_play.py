"""Explain a play in steps

What `turbo hint` prints: how to lay it, in words that fit the table as it lies.
"""

from turbo import Layout, best_play, parse_hand
from turbo.game.hints import hint
from turbo.game.messages import Language

table = Layout.parse("b3 b4 b5")
play = best_play(table, parse_hand("r3 k3 b6"))
for language in (Language.ENGLISH, Language.GERMAN):
    for number, step in enumerate(hint(table, play.layout, play.played, language), 1):
        print(f"{number}. {step}")

# > 1. Add the blue 6 to the blue 3, the blue 4 and the blue 5: a run.
# > 2. Lay the black 3 and the red 3 across the blue 3: together they are a group.
# > 1. Die blaue 6 an die blaue 3, die blaue 4 und die blaue 5 anlegen: eine Serie.
# > 2. Die schwarze 3 und die rote 3 quer an die blaue 3 legen: zusammen sind sie eine Reihe.
