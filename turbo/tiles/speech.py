"""What the referee says at a tile table, in every language and each rulebook's own words.

The words for group, run and set flip between rulebooks (German Reihe is a group on the dice and a
run on tiles), so sentences leave blanks for them and the edition fills these.
"""

from turbo.game.dice import Face
from turbo.game.editions import Edition
from turbo.game.layout import Fault, Rule
from turbo.game.naming import Language, joined, name
from turbo.i18n.catalogue import SentenceTable, catalogue, say

Words = dict[str, str]

SENTENCES = SentenceTable("tile-ruling.")
"""Every sentence by rule id, or rule id and detail."""


def set_words(edition: Edition, language: Language) -> Words:
    """The edition's own words; where its rulebook has no such language, the others' of it."""
    said = catalogue(language)
    found = {}
    for what in ("group", "run", "set", "sets"):
        own = f"tile-word.{edition.words}.{what}"
        found[what] = str(said[own if own in said else f"tile-word.{what}"])
    return found


def _tile_name(face: Face, language: Language) -> str:
    if face.is_unread:
        return say("face.bare.unread-tile", language)
    return name(face, language, "bare")


TILE_RULES = {
    Rule.LONE_DIE: "lone-tile",
    Rule.NO_HAND_DIE: "no-rack-tile",
    Rule.DIE_REMOVED: "tile-removed",
    Rule.DIE_ADDED: "tile-added",
    Rule.HAND_COUNT: "rack-count",
}
"""What people read beside the sentence. Programs, records and stores have the rule's own id, which
is the same in every edition."""


def tile_rule(rule: Rule) -> str:
    return TILE_RULES.get(rule, str(rule))


def tile_message(fault: Fault, edition: Edition, language: Language = Language.ENGLISH) -> str:
    key = f"{fault.rule}.{fault.detail}" if fault.detail else str(fault.rule)
    sentence = SENTENCES[key][language]
    said = joined([_tile_name(face, language) for face in fault.faces], language)
    text = sentence.format(*fault.values, faces=said, **set_words(edition, language))
    # Sentences may begin with a face's name, which is written small.
    return text[0].upper() + text[1:]
