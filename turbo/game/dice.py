"""Colours, faces, hands, dice and the dice set, each with its notation.

A face is written as a colour letter and a number, a joker as a colour letter and ``*``, and a face
that nobody could read as ``?``. Everything here prints and parses back to the same value.

>>> parse_hand("b3 k13 r*")
(Face.parse('b3'), Face.parse('k13'), Face.parse('r*'))
>>> points(parse_hand("b3 k13 r*"))
26
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cache, cached_property
from typing import NamedTuple

from turbo.errors import BadNotation, TurboError, expect

JOKER = 0
"""The number of a joker."""

DOUBLE, CHANGE, MIRROR = 14, 15, 16
"""The numbers of the special jokers, which bear no colour: two places, another colour from here on,
and the same again backwards."""

SPECIAL = {DOUBLE: "*d", CHANGE: "*c", MIRROR: "*m"}

NUMBERS = range(1, 14)
"""1 is the lowest, and nothing follows 13, in any edition."""
DICE = 18
"""Of the box; nine for each player, and none is left over."""
HAND = 9
# Turbo's own; what a joker costs on a rack of tiles stands with each edition.
JOKER_POINTS = 10

FACE_EXPECTED = "expected a face such as b3, k13, r* or ?"


class Colour(IntEnum):
    """The four inks. Some print runs show yellow for orange: the same class."""

    # The numbers are classes of the face network as well: never to be given anew.
    BLACK = 0
    RED = 1
    BLUE = 2
    ORANGE = 3

    # An enumeration's own asks for its name, and every face is looked up by its colour.
    __hash__ = int.__hash__

    @property
    def letter(self) -> str:
        return "krbo"[self]

    @property
    def word(self) -> str:
        return self.name.lower()

    @classmethod
    def from_word(cls, word: str) -> "Colour":
        return cls[word.upper()]


class _Shown(NamedTuple):
    """A face as two plain values: hashed and compared without Python."""

    colour: Colour | None
    number: int | None


class Face(_Shown):
    """What a die shows: a number in a colour, a joker (number 0), or, unread, nothing at all.

    Layouts, hands and tallies are hashed and compared face by face, thousands of times a match: so
    a face is a tuple, and each is made and checked once and then handed out again.

    >>> Face(Colour.BLUE, 3) is Face.parse("b3")
    True
    """

    def __new__(cls, colour: Colour | None, number: int | None) -> "Face":
        known = _MADE.get((colour, number))
        if known is None:
            _check_face(colour, number)
            known = _MADE[colour, number] = super().__new__(cls, colour, number)
        return known

    @cached_property
    def is_joker(self) -> bool:
        return self.number == JOKER

    @cached_property
    def is_unread(self) -> bool:
        return self.number is None

    @cached_property
    def is_wild(self) -> bool:
        """Whether the face itself does not say what the die stands for."""
        # An unread face has no number and a joker has 0: either may stand for anything.
        return not self.number

    @property
    def points(self) -> int:
        """What the face costs when it is left in a hand. An unread face counts nothing."""
        if self.number is None:
            return 0
        # Special jokers never come here: the editions that have them count racks themselves.
        return self.number or JOKER_POINTS

    @cached_property
    def text(self) -> str:
        """As it is written."""
        if self.colour is None:
            return SPECIAL.get(self.number or 0, "?")
        return f"{self.colour.letter}{self.number or '*'}"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Face.parse({self.text!r})"

    @staticmethod
    def parse(text: str, *, special: bool = False) -> "Face":
        """The face that the text names, with `special` also a joker of the box that has four kinds;
        `BadNotation` if it names none.

        People write capitals and, as some print runs do, yellow for orange: read, never written.

        >>> Face.parse("Y3")
        Face.parse('o3')
        """
        # As written first: a log is read by the thousand lines, and almost all of it is as we write
        # it.
        face = _FACES.get(text) or _FACES.get(_canonical(text))
        if face is None and special:
            face = _SPECIALS.get(text.lower())
        if face is None:
            raise BadNotation(f"{FACE_EXPECTED}, got {shortened(text)}")
        return face


_MADE: dict[tuple[Colour | None, int | None], Face] = {}


def _check_face(colour: Colour | None, number: int | None) -> None:
    # Special jokers bear no colour; every other face has both or, unread, neither.
    if colour is None and number in SPECIAL:
        return
    if (colour is None) != (number is None):
        raise TurboError("expected a face with both colour and number, or with neither")
    if number is not None and not 0 <= number <= 13:
        raise TurboError(f"expected a number from 1 to 13, or 0 for a joker: {number}")


def _canonical(text: str) -> str:
    low = text.lower()
    return f"o{low[1:]}" if low.startswith("y") else low


SHOWN_LETTERS = 40
"""Of what came instead of what was expected: an error is one line, whatever was in the file."""


def shortened(text: str) -> str:
    """What came, quoted: it fits into a line, and no control character reaches a terminal."""
    return repr(text if len(text) <= SHOWN_LETTERS else f"{text[:SHOWN_LETTERS]}…")


UNREAD = Face(None, None)

NUMBERED_FACES = tuple(Face(colour, number) for colour in Colour for number in NUMBERS)
JOKERS = tuple(Face(colour, JOKER) for colour in Colour)

_FACES = {str(face): face for face in (*NUMBERED_FACES, *JOKERS, UNREAD)}

_SPECIALS = {text: Face(None, number) for number, text in SPECIAL.items()}
"""Read only where an edition has them: to the dice they are no faces."""

PRESUMED_FACES = (*NUMBERED_FACES, *NUMBERED_FACES, *JOKERS)
"""The 108 faces that 18 dice are presumed to carry: nobody here has seen all of them."""


class Word(NamedTuple):
    """A piece of text between blanks, and where it stood. No dataclass: a record has thousands."""

    text: str
    line: int
    column: int

    def bad(self, expected: str) -> BadNotation:
        said = f"{expected}, got {shortened(self.text)}"
        return BadNotation(said, line=self.line, column=self.column)

    def face(self, *, special: bool = False) -> Face:
        try:
            return Face.parse(self.text, special=special)
        except BadNotation:
            raise self.bad(FACE_EXPECTED) from None


def words(text: str, pattern: str = r"\S+", *, line: int = 1, column: int = 1) -> Iterator[Word]:
    """Every match of the pattern with its place; the text begins at the line and column given."""
    expect(text, str, "a text such as 'b3 b4 b5'")
    for offset, part in enumerate(text.split("\n")):
        start = column if offset == 0 else 1
        for found in re.finditer(pattern, part):
            yield Word(found[0], line + offset, start + found.start())


def written_faces(texts: Iterable[str]) -> tuple[Face, ...] | None:
    """The faces of words as we write them ourselves; None if one of them is written otherwise, or
    is no face: then `Word.face` says so, and where."""
    try:
        return tuple(map(_FACES.__getitem__, texts))
    except KeyError:
        return None


def parse_hand(text: str, *, special: bool = False) -> tuple[Face, ...]:
    """The faces of a hand, in the order written. An empty text is an empty hand."""
    return tuple(word.face(special=special) for word in words(text))


def has_unread(faces: Iterable[Face]) -> bool:
    return UNREAD in faces


def hand_text(faces: Iterable[Face]) -> str:
    return " ".join(map(str, faces))


def points(faces: Iterable[Face]) -> int:
    return sum(face.points for face in faces)


def without(faces: Iterable[Face], taken: Iterable[Face]) -> tuple[Face, ...]:
    """The faces that remain, in order, when the taken ones are gone; foreign ones are ignored."""
    # Nearly always: a whole hand goes into the cup, or is left as it was thrown.
    if faces == taken:
        return ()
    kept = list(faces)
    for face in taken:
        # The first of two equal ones goes: which of them was meant nobody can say.
        if face in kept:
            kept.remove(face)
    return tuple(kept)


def surplus(more: Mapping[Face, int], less: Mapping[Face, int]) -> dict[Face, int]:
    """By how many of each face the one has more, in its order; `Counter` subtracts as much in four
    times the time."""
    return {
        face: times - less.get(face, 0) for face, times in more.items() if times > less.get(face, 0)
    }


# Without a bound: there are not more faces than the box has.
@cache
def sort_key(face: Face) -> tuple[int, int]:
    """Colour by colour, upwards, jokers behind the numbers and unread faces last."""
    if face.colour is None or face.number is None:
        return (9, 0)
    # A joker has the number 0, and would come before the ones.
    return (int(face.colour), face.number or 99)


class Mark(StrEnum):
    """How a 6 is told from a 9 on the user's own dice."""

    BAR = "bar"
    DOT = "dot"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Die:
    """One die: its six faces in any order, ``?`` for those that nobody has seen yet."""

    faces: tuple[Face, ...]

    def __post_init__(self) -> None:
        if len(self.faces) != 6:
            raise TurboError(f"expected six faces for a die, got {len(self.faces)}")

    def can_show(self, face: Face) -> bool:
        return face in self.faces or UNREAD in self.faces

    def __str__(self) -> str:
        return hand_text(self.faces)

    @staticmethod
    def parse(text: str) -> "Die":
        return _parse_die(list(words(text)), 1, 1)


def _parse_die(faces: list[Word], line: int, column: int) -> Die:
    if len(faces) != 6:
        raise BadNotation(
            f"expected six faces for a die, got {len(faces)}", line=line, column=column
        )
    return Die(tuple(word.face() for word in faces))


EDGES_MM = (5.0, 60.0)
"""Wide, to catch a slip of the unit: of dice of 16 mm neither 1.6 nor 160 can be meant. Where they
end exactly is not measured."""


def check_edge(edge_mm: float) -> float:
    """The edge of a die, if it can be one."""
    least, most = EDGES_MM
    if not least <= edge_mm <= most:
        raise TurboError(f"expected an edge of {least:g} to {most:g} mm, got {edge_mm:g}")
    return edge_mm


@dataclass(frozen=True, slots=True)
class DiceSet:
    """The user's own dice: edge length, the mark on 6 and 9, and the dice that were learned.

    >>> own = DiceSet.parse("edge 16.5\\nmark bar\\ndie b3 k1 r5 o9 b13 r*")
    >>> print(own)
    edge 16.5
    mark bar
    die b3 k1 r5 o9 b13 r*
    >>> DiceSet.parse(str(own)) == own
    True
    """

    edge_mm: float = 16.0
    mark: Mark = Mark.UNKNOWN
    dice: tuple[Die, ...] = field(default=())

    def __post_init__(self) -> None:
        check_edge(self.edge_mm)
        if len(self.dice) > DICE:
            raise TurboError(f"expected at most {DICE} dice, got {len(self.dice)}")

    def __str__(self) -> str:
        lines = [f"edge {self.edge_mm}", f"mark {self.mark}", *(f"die {die}" for die in self.dice)]
        return "\n".join(lines)

    @staticmethod
    def parse(text: str) -> "DiceSet":
        edge_mm, mark, dice = 16.0, Mark.UNKNOWN, list[Die]()
        for number, line in enumerate(text.split("\n"), 1):
            # Comments are for people: the lesson writes there how the edge was measured.
            found = list(words(line.partition("#")[0], line=number))
            if not found:
                continue
            keyword, rest = found[0], found[1:]
            if keyword.text == "die":
                dice.append(_parse_die(rest, number, keyword.column))
            elif keyword.text == "edge" and len(rest) == 1:
                edge_mm = _parse_edge(rest[0])
            elif keyword.text == "mark" and len(rest) == 1:
                mark = _parse_mark(rest[0])
            else:
                raise keyword.bad("expected 'edge MM', 'mark bar|dot|none|unknown' or 'die' faces")
        try:
            return DiceSet(edge_mm, mark, tuple(dice))
        except TurboError as error:
            raise BadNotation(str(error)) from error


def _parse_edge(word: Word) -> float:
    try:
        return float(word.text)
    except ValueError:
        raise word.bad("expected an edge length in millimetres") from None


def _parse_mark(word: Word) -> Mark:
    try:
        return Mark(word.text)
    except ValueError:
        raise word.bad("expected bar, dot, none or unknown") from None
