"""Faces as people say them: with their article, in the case that the sentence needs.

The rulebook writes *de blauwe 3*, *le 3 bleu*, *die blaue 3*. A sentence names the case in its
blank: `{faces}` is the subject, `{faces:acc}` an object, `{faces:dat}` stands after German *aus*
and *mit*, `{faces:of}` and `{faces:to}` after French *de* and *à*, `{faces:a}` has the other
article, `{faces:bare}` none, `{faces:or}` names one of them, and `{faces:?lies|lie}` is the form
for one die or for several.

>>> from turbo.game.dice import parse_hand
>>> for language in Language:
...     print(named(parse_hand("b3 r*"), language, "dat"))
the blue 3 and the joker
de blauwe 3 en de joker
le 3 bleu et le joker
der blauen 3 und dem Joker
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from turbo.game.dice import CHANGE, DOUBLE, MIRROR, Face
from turbo.game.plurals import is_one


class Language(StrEnum):
    ENGLISH = "en"
    DUTCH = "nl"
    FRENCH = "fr"
    GERMAN = "de"


COLOURS = {
    Language.ENGLISH: {"black": "black", "red": "red", "blue": "blue", "orange": "orange"},
    Language.DUTCH: {"black": "zwarte", "red": "rode", "blue": "blauwe", "orange": "oranje"},
    Language.FRENCH: {"black": "noir", "red": "rouge", "blue": "bleu", "orange": "orange"},
    Language.GERMAN: {"black": "schwarz", "red": "rot", "blue": "blau", "orange": "orange"},
}
"""Beside a number; German ones without their ending, which the case gives."""

AND = {
    Language.ENGLISH: "and",
    Language.DUTCH: "en",
    Language.FRENCH: "et",
    Language.GERMAN: "und",
}

OR = {
    Language.ENGLISH: "or",
    Language.DUTCH: "of",
    Language.FRENCH: "ou",
    Language.GERMAN: "oder",
}

_JOKER = {language: "joker" for language in Language} | {Language.GERMAN: "Joker"}
_SPECIAL_WORDS = {
    DOUBLE: ("double joker", "dubbele joker", "joker double", "Doppeljoker"),
    CHANGE: ("colour-change joker", "kleurwisseljoker", "joker bicolore", "Farbwechseljoker"),
    MIRROR: ("mirror joker", "spiegeljoker", "joker miroir", "Spiegeljoker"),
}
SPECIAL_JOKERS = {
    number: dict(zip(Language, words, strict=True)) for number, words in _SPECIAL_WORDS.items()
}
"""By number: they bear no colour, and are masculine in French and German as the classic one is."""

UNREAD_TILE = {
    Language.ENGLISH: "unread tile",
    Language.DUTCH: "ongelezen steen",
    Language.FRENCH: "tuile non lue",
    Language.GERMAN: "ungelesener Stein",
}
# German is missing: its adjective changes with the case (`_german`).
_UNREAD = {
    Language.ENGLISH: "unread die",
    Language.DUTCH: "ongelezen steen",
    Language.FRENCH: "dé non lu",
}
_FRENCH = {"": "le", "acc": "le", "dat": "le", "of": "du", "to": "au", "a": "un"}
_NUMBERS = {"": ("die", "e"), "acc": ("die", "e"), "dat": ("der", "en"), "a": ("eine", "e")}
"""German numbers are feminine: article and the colour's ending."""
_DICE = {"": ("der", "e"), "acc": ("den", "en"), "dat": ("dem", "en"), "a": ("ein", "er")}
"""German jokers and dice are masculine."""


def name(face: Face, language: Language = Language.ENGLISH, case: str = "") -> str:
    """One face: ``the blue 3``, ``du 3 bleu``, ``der blauen 3``."""
    if language is Language.GERMAN:
        return _german(face, case)
    said = _bare(face, language)
    if case == "bare":
        return said
    if language is Language.FRENCH:
        return f"{_FRENCH[case]} {said}"
    if case == "a":
        # An orange 3, an unread die: by the letter, which is right for all words that come here.
        article = "een" if language is Language.DUTCH else "an" if said[0] in "aeiou" else "a"
    else:
        article = "de" if language is Language.DUTCH else "the"
    return f"{article} {said}"


def _bare(face: Face, language: Language) -> str:
    if face.is_unread:
        return _UNREAD[language]
    if face.colour is None or face.is_joker:
        return _joker(face, language)
    colour = COLOURS[language][face.colour.word]
    # French has its colours behind: le 3 bleu.
    return f"{face.number} {colour}" if language is Language.FRENCH else f"{colour} {face.number}"


def _joker(face: Face, language: Language) -> str:
    return SPECIAL_JOKERS.get(face.number or 0, _JOKER)[language]


def _german(face: Face, case: str) -> str:
    # What only French tells apart is the plain case here.
    kind = case if case in ("acc", "dat", "a") else ""
    if face.is_unread:
        article, ending = _DICE[kind]
        # Without an article the adjective itself must show the gender.
        said = f"ungelesen{ending if case != 'bare' else 'er'} Würfel"
    elif face.colour is None or face.is_joker:
        article, said = _DICE[kind][0], _joker(face, Language.GERMAN)
    else:
        article, ending = _NUMBERS[kind]
        # Orange has its e already.
        colour = COLOURS[Language.GERMAN][face.colour.word].removesuffix("e")
        said = f"{colour}{ending} {face.number}"
    return said if case == "bare" else f"{article} {said}"


def named(faces: Iterable[Face], language: Language = Language.ENGLISH, case: str = "") -> str:
    """Several faces in a sentence: ``the blue 3, the blue 4 and the joker``."""
    return joined([name(face, language, case) for face in faces], language)


def joined(said: Sequence[str], language: Language) -> str:
    """Words one after another, the last one behind an 'and'."""
    if len(said) < 2:
        return "".join(said)
    return f"{', '.join(said[:-1])} {AND[language]} {said[-1]}"


class Named:
    """Fills blanks: ``{faces}`` with all of them, ``{faces[0]}`` with one, in the case that the
    blank names."""

    def __init__(self, faces: tuple[Face, ...], language: Language) -> None:
        self.faces, self.language = faces, language

    def __getitem__(self, index: int) -> "Named":
        return Named((self.faces[index],), self.language)

    def __format__(self, case: str) -> str:
        if case.startswith("?"):
            one, _, other = case[1:].partition("|")
            return one if is_one(len(self.faces), self.language) else other
        if case == "or":
            said = [name(face, self.language, "acc") for face in self.faces]
            return f" {OR[self.language]} ".join(said)
        return named(self.faces, self.language, case)


class Plain:
    """A value that is no faces: a name or a layout as it is, a count with the form it asks for."""

    def __init__(self, value: str, language: Language) -> None:
        self.value, self.language = value, language

    def __format__(self, form: str) -> str:
        if not form.startswith("?"):
            return self.value
        one, _, other = form[1:].partition("|")
        chosen = one if is_one(int(self.value), self.language) else other
        return chosen.replace("#", self.value)
