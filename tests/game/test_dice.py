"""Faces, hands and the dice set in their notation."""

import pytest

from turbo.errors import BadNotation, TurboError
from turbo.game.dice import (
    PRESUMED_FACES,
    UNREAD,
    Colour,
    DiceSet,
    Die,
    Face,
    Mark,
    parse_hand,
    points,
    without,
)


def test_the_presumed_inventory_has_108_faces_and_four_jokers() -> None:
    assert len(PRESUMED_FACES) == 108
    assert sum(face.is_joker for face in PRESUMED_FACES) == 4
    assert len(set(PRESUMED_FACES)) == 56


BAD_HANDS = {
    "a number too high": ("b3 b14", 1, 4),
    "no colour": ("b3 7", 1, 4),
    "zero": ("k0", 1, 1),
    "leading zero": ("k07", 1, 1),
    "second line": ("b3\n k3 x", 2, 5),
}


@pytest.mark.parametrize(("text", "line", "column"), BAD_HANDS.values(), ids=BAD_HANDS.keys())
def test_a_bad_hand_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(BadNotation, match="expected a face") as caught:
        parse_hand(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_points_count_a_joker_as_ten_and_an_unread_die_as_nothing() -> None:
    assert points(parse_hand("b3 k13 r* ?")) == 26


def test_taking_dice_away_keeps_the_order_and_counts_doubles() -> None:
    assert without(parse_hand("b3 k1 b3 r*"), parse_hand("b3 o9")) == parse_hand("k1 b3 r*")


@pytest.mark.parametrize("number", [-1, 14])
def test_a_face_is_checked_at_birth(number: int) -> None:
    with pytest.raises(TurboError, match="expected a number from 1 to 13"):
        Face(Colour.BLUE, number)


def test_colours_have_a_letter_and_a_word() -> None:
    assert "".join(colour.letter for colour in Colour) == "krbo"
    assert [Colour.from_word(colour.word) for colour in Colour] == list(Colour)


def test_a_dice_set_prints_and_parses_back() -> None:
    own = DiceSet(17.5, Mark.DOT, (Die(parse_hand("b3 k1 r5 o9 b13 r*")), Die((UNREAD,) * 6)))
    assert DiceSet.parse(str(own)) == own
    assert DiceSet.parse("") == DiceSet()
    assert DiceSet.parse("# mine\nedge 16 # measured") == DiceSet()


BAD_SETS = {
    "five faces": ("die b3 b4 b5 b6 b7", 1, "six faces"),
    "edge in words": ("edge small", 1, "millimetres"),
    "edge out of range": ("edge 400", 1, "5 to 60 mm"),
    "not a number": ("edge nan", 1, "5 to 60 mm"),
    "unknown mark": ("edge 16\nmark star", 2, "bar, dot, none or unknown"),
    "unknown word": ("size 16", 1, "expected 'edge MM'"),
    "too many dice": ("die b1 b1 b1 b1 b1 b1\n" * 19, 1, "at most 18"),
}


@pytest.mark.parametrize(("text", "line", "expected"), BAD_SETS.values(), ids=BAD_SETS.keys())
def test_a_bad_dice_set_is_refused(text: str, line: int, expected: str) -> None:
    with pytest.raises(BadNotation, match=expected) as caught:
        DiceSet.parse(text)
    assert caught.value.line == line


def test_a_die_can_show_its_faces_and_whatever_was_never_seen_of_it() -> None:
    known, unknown = Die.parse("b3 k1 r5 o9 b13 r*"), Die.parse("b3 ? ? ? ? ?")
    assert known.can_show(Face.parse("o9")) and not known.can_show(Face.parse("o8"))
    assert unknown.can_show(Face.parse("o8"))
