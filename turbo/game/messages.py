"""What the referee says, in every language that has a catalogue.

The words for group and run are those of the game's own rulebook in each language; they flip between
editions, so they are never translated elsewhere.

>>> from turbo.game.layout import Layout
>>> for language in list(Language)[:4]:
...     said = message(Layout.parse("b3 k3").faults()[0], language)
...     print(said[:66].replace(chr(0x202F), " "))
The blue 3 and the black 3 touch: move them apart, or make a set o
De blauwe 3 en de zwarte 3 raken elkaar: leg ze uit elkaar of maak
Le 3 bleu et le 3 noir se touchent : écartez-les, ou formez un ens
Die blaue 3 und die schwarze 3 berühren sich: auseinanderrücken od
"""

from turbo.game.dice import parse_hand
from turbo.game.layout import Fault
from turbo.game.naming import Named
from turbo.i18n.catalogue import SentenceTable
from turbo.i18n.languages import Language as Language

WORDS = SentenceTable("word.")
"""Single words for tables and sentences."""

MESSAGES = SentenceTable("ruling.")
"""Every sentence by rule id, or rule id and detail."""


def word(key: str, language: Language = Language.ENGLISH) -> str:
    return WORDS[key][language]


def message(fault: Fault, language: Language = Language.ENGLISH) -> str:
    """The sentence for a fault or an advice."""
    key = f"{fault.rule}.{fault.detail}" if fault.detail else str(fault.rule)
    values: tuple[object, ...] = fault.values
    # A fault knows no language: these values are faces in notation and get their names here.
    if fault.detail == "stands":
        values = tuple(Named(parse_hand(one), language) for one in fault.values)
    text = MESSAGES[key][language].format(*values, faces=Named(fault.faces, language))
    return text[0].upper() + text[1:]
