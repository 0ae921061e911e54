"""Explain a play in steps

What `turbo hint` prints: how to lay it, in words that fit the table as it lies.
"""

from turbo import Layout, best_play, parse_hand
from turbo.game.hints import hint
from turbo.game.messages import Language

table = Layout.parse("b3 b4 b5")
play = best_play(table, parse_hand("r3 k3 b6"))
for language in (Language.ENGLISH, Language.FRENCH):
    for number, step in enumerate(hint(table, play.layout, play.played, language), 1):
        print(f"{number}. {step}")

# > 1. Add the blue 6 to the blue 3, the blue 4 and the blue 5: a run.
# > 2. Lay the black 3 and the red 3 across the blue 3: together they are a group.
# > 1. Ajoutez le 6 bleu au 3 bleu, au 4 bleu et au 5 bleu : une série.
# > 2. Posez le 3 noir et le 3 rouge en croix sur le 3 bleu : ensemble, ils forment une rangée.
