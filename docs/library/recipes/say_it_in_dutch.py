"""Say it in another language

Every fault has a sentence in English, Dutch, French and German, with the rulebook's own words.
"""

from turbo import Layout
from turbo.game.messages import Language, message

fault = Layout.parse("b12 b13 b1").faults()[0]
for language in (Language.DUTCH, Language.GERMAN):
    print(message(fault, language))

# > De blauwe 12, de blauwe 13 en de blauwe 1: een serie telt op of af zonder gat, en na 13 komt geen 1.
# > Die blaue 12, die blaue 13 und die blaue 1: eine Serie zählt lückenlos auf oder ab, und auf 13 folgt keine 1.
