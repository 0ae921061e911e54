"""No message lacks a language, and none lacks a place where it is said."""

from pathlib import Path

import pytest

import turbo
from turbo.game.dice import Face, parse_hand
from turbo.game.layout import Fault, Layout, Rule
from turbo.game.messages import (
    MESSAGES,
    Language,
    message,
    word,
)
from turbo.game.naming import name, named
from turbo.game.sets import readings, why_no_set
from turbo.tiles.speech import SENTENCES

SOURCES = "\n".join(path.read_text() for path in Path(turbo.__file__).parent.rglob("*.py"))


OF_TILES = {Rule.FIRST_MELD, Rule.BEFORE_MELD, Rule.NOT_IN_BOX, Rule.NO_REDEAL, Rule.LATE}
"""Rules that only the tile editions have."""
DETAILED = {Rule.DIE_TURNED, Rule.OUT_OF_ORDER}
"""Rules that always come with a detail, and have no plain sentence."""


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_has_a_sentence(rule: Rule) -> None:
    if rule in OF_TILES:
        assert str(rule) in SENTENCES
        return
    details = [key for key in MESSAGES if key.startswith(f"{rule}.")]
    plain = str(rule) in MESSAGES
    assert plain != (rule in DETAILED)
    assert plain or details


def test_every_detail_is_said_somewhere() -> None:
    for key in MESSAGES:
        detail = key.partition(".")[2]
        assert not detail or f'"{detail}"' in SOURCES, key


NO_SETS = {
    "jokers": "r* k* b*",
    "colour-twice": "b3 b3 r3",
    "too-long": "b3 r3 k3 o3 r*",
    "not-in-order": "b3 b5 b4",
    "": "b3 r4 b5",
}


@pytest.mark.parametrize(("detail", "text"), NO_SETS.items(), ids=[n or "plain" for n in NO_SETS])
def test_why_a_chain_is_no_set(detail: str, text: str) -> None:
    faces = parse_hand(text)
    assert not readings(faces)
    assert why_no_set(faces) == detail


SAID = {
    (Language.ENGLISH, ""): "the blue 3, the joker and the orange 13",
    (Language.ENGLISH, "a"): "a blue 3, a joker and an orange 13",
    (Language.ENGLISH, "bare"): "blue 3, joker and orange 13",
    (Language.DUTCH, ""): "de blauwe 3, de joker en de oranje 13",
    (Language.DUTCH, "a"): "een blauwe 3, een joker en een oranje 13",
    (Language.FRENCH, ""): "le 3 bleu, le joker et le 13 orange",
    (Language.FRENCH, "of"): "du 3 bleu, du joker et du 13 orange",
    (Language.FRENCH, "to"): "au 3 bleu, au joker et au 13 orange",
    (Language.GERMAN, ""): "die blaue 3, der Joker und die orange 13",
    (Language.GERMAN, "acc"): "die blaue 3, den Joker und die orange 13",
    (Language.GERMAN, "dat"): "der blauen 3, dem Joker und der orangen 13",
    (Language.GERMAN, "a"): "eine blaue 3, ein Joker und eine orange 13",
    (Language.GERMAN, "bare"): "blaue 3, Joker und orange 13",
}


@pytest.mark.parametrize(("case", "text"), SAID.items())
def test_faces_are_said_with_their_article(case: tuple[Language, str], text: str) -> None:
    assert named(parse_hand("b3 r* o13"), *case) == text


UNREAD = {
    Language.ENGLISH: "the unread die",
    Language.DUTCH: "de ongelezen steen",
    Language.FRENCH: "le dé non lu",
    Language.GERMAN: "der ungelesene Würfel",
}


@pytest.mark.parametrize(("language", "text"), UNREAD.items())
def test_an_unread_die_has_a_word(language: Language, text: str) -> None:
    assert name(Face.parse("?"), language) == text


ONE_OR_SEVERAL = [
    (Language.ENGLISH, "The blue 3 was neither", "The blue 3 and the joker were neither"),
    (Language.DUTCH, "De blauwe 3 lag niet", "De blauwe 3 en de joker lagen niet"),
    (Language.FRENCH, "Le 3 bleu n'était", "Le 3 bleu et le joker n'étaient"),
    (Language.GERMAN, "Die blaue 3 lag weder", "Die blaue 3 und der Joker lagen weder"),
]


@pytest.mark.parametrize(("language", "one", "several"), ONE_OR_SEVERAL)
def test_one_die_and_several_have_their_own_form(
    language: Language, one: str, several: str
) -> None:
    for hand, words in (("b3", one), ("b3 r*", several)):
        fault = Fault(Rule.DIE_ADDED, parse_hand(hand))
        assert message(fault, language).startswith(words)


def test_each_language_has_its_own_words_for_group_and_run() -> None:
    fault = Layout.parse("b3 r4 b5").faults()[0]
    known = {"en": ("group", "run"), "nl": ("rijtje", "serie"), "fr": ("rangée", "série")}
    known |= {"de": ("Reihe", "Serie"), "es": ("grupo", "escalera"), "it": ("gruppo", "scala")}
    for language in Language:
        # Of a language more its own catalogue tells: that it uses them is to be seen all the same.
        own = word("group", language), word("run", language)
        said = message(fault, language)
        assert all(one in said for one in known.get(language, own)), language


def test_a_turned_die_names_both_faces() -> None:
    fault = Fault(Rule.DIE_TURNED, parse_hand("b3 k4"), detail="table")
    assert message(fault) == (
        "On the table the blue 3 has become a black 4: a die on the table is never turned."
    )
