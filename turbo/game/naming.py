"""Faces as people say them: with their article, in the case that the sentence needs.

The rulebook writes *de blauwe 3*, *le 3 bleu*, *die blaue 3*. A sentence names the case in its
blank: `{faces}` is the subject, `{faces:acc}` an object, `{faces:dat}` stands after German *aus*
and *mit*, `{faces:of}` and `{faces:to}` after French *de* and *à*, `{faces:a}` has the other
article, `{faces:bare}` none, and `{faces:or}` names one of them. How each is said stands in the
catalogues (`face.dat.blue`); a case that a language does not tell from another is left empty there.

>>> from turbo.game.dice import parse_hand
>>> for language in list(Language)[:4]:
...     print(named(parse_hand("b3 r*"), language, "dat"))
the blue 3 and the joker
de blauwe 3 en de joker
le 3 bleu et le joker
der blauen 3 und dem Joker
"""

from collections.abc import Iterable, Sequence

from turbo.game.dice import CHANGE, DOUBLE, MIRROR, Face
from turbo.i18n.catalogue import catalogue, say
from turbo.i18n.languages import Language as Language

NEXT_CASE = {"acc": "nom", "dat": "acc", "of": "dat", "to": "dat"}
"""What a case is like where a language does not tell it apart."""

SPECIAL = {DOUBLE: "double", CHANGE: "change", MIRROR: "mirror"}
"""Special jokers by number: they bear no colour."""


def name(face: Face, language: Language = Language.ENGLISH, case: str = "") -> str:
    """One face: ``the blue 3``, ``du 3 bleu``, ``der blauen 3``."""
    said = catalogue(language)
    kind, what = case or "nom", _what(face)
    while f"face.{kind}.{what}" not in said:
        kind = NEXT_CASE[kind]
    return said[f"face.{kind}.{what}"].format(number=face.number)


def _what(face: Face) -> str:
    if face.is_unread:
        return "unread"
    if face.colour is None or face.is_joker:
        return SPECIAL.get(face.number or 0, "joker")
    return face.colour.word


def named(faces: Iterable[Face], language: Language = Language.ENGLISH, case: str = "") -> str:
    """Several faces in a sentence: ``the blue 3, the blue 4 and the joker``."""
    return joined([name(face, language, case) for face in faces], language)


def joined(said: Sequence[str], language: Language = Language.ENGLISH, how: str = "and") -> str:
    """Several things in a sentence: ``one, two and three``."""
    if len(said) < 2:
        return "".join(said)
    return say(f"list.{how}", language, first=", ".join(said[:-1]), last=said[-1])


class Named:
    """Fills blanks: ``{faces}`` with all of them, ``{faces[0]}`` with one, in the case that the
    blank names."""

    def __init__(self, faces: tuple[Face, ...], language: Language) -> None:
        self.faces, self.language = faces, language

    def __len__(self) -> int:
        return len(self.faces)

    def __getitem__(self, index: int) -> "Named":
        return Named((self.faces[index],), self.language)

    def __format__(self, case: str) -> str:
        if case == "or":
            said = [name(face, self.language, "acc") for face in self.faces]
            return joined(said, self.language, "or")
        return named(self.faces, self.language, case)
