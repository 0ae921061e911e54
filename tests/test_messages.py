"""No message lacks a language, and none lacks a place where it is said."""

import re
from pathlib import Path

import pytest

import turbo
from turbo.game.dice import Face, parse_hand
from turbo.game.layout import Fault, Layout, Rule
from turbo.game.messages import (
    MESSAGES,
    RULES_WITHOUT_A_PLAIN_SENTENCE,
    WORDS,
    Language,
    face_words,
    faces_words,
    message,
)
from turbo.game.sets import readings, why_no_set
from turbo.tiles.speech import SENTENCES

SOURCES = "\n".join(path.read_text() for path in Path(turbo.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize("table", [WORDS, MESSAGES], ids=["words", "messages"])
def test_every_text_has_every_language(table: dict[str, dict[Language, str]]) -> None:
    for key, texts in table.items():
        assert set(texts) == set(Language), key
        assert all(text.strip() for text in texts.values()), key


@pytest.mark.parametrize("key", MESSAGES)
def test_every_language_fills_the_same_blanks(key: str) -> None:
    blanks = {tuple(sorted(re.findall(r"{[^}]*}", text))) for text in MESSAGES[key].values()}
    assert len(blanks) == 1


OF_TILES = {Rule.FIRST_MELD, Rule.BEFORE_MELD, Rule.NOT_IN_BOX, Rule.NO_REDEAL, Rule.LATE}
"""Rules that only the tile editions have."""


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_has_a_sentence(rule: Rule) -> None:
    if rule in OF_TILES:
        assert str(rule) in SENTENCES
        return
    details = [key for key in MESSAGES if key.startswith(f"{rule}.")]
    plain = str(rule) in MESSAGES
    assert plain != (rule in RULES_WITHOUT_A_PLAIN_SENTENCE)
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
    Language.ENGLISH: "blue 3, joker and black 13",
    Language.DUTCH: "blauwe 3, joker en zwarte 13",
    Language.FRENCH: "3 bleu, joker et 13 noir",
    Language.GERMAN: "blaue 3, Joker und schwarze 13",
}


@pytest.mark.parametrize(("language", "text"), SAID.items())
def test_faces_are_said_as_people_say_them(language: Language, text: str) -> None:
    assert faces_words(parse_hand("b3 r* k13"), language) == text


def test_an_unread_die_has_a_word() -> None:
    assert face_words(Face.parse("?")) == "unread die"


def test_each_language_has_its_own_words_for_group_and_run() -> None:
    fault = Layout.parse("b3 r4 b5").faults()[0]
    said = [message(fault, language) for language in Language]
    pairs = [("group", "run"), ("rijtje", "serie"), ("rangée", "série"), ("Reihe", "Serie")]
    for text, (group, run) in zip(said, pairs, strict=True):
        assert group in text and run in text


def test_a_turned_die_names_both_faces() -> None:
    fault = Fault(Rule.DIE_TURNED, parse_hand("b3 k4"), detail="table")
    assert message(fault) == (
        "On the table blue 3 has become black 4: a die on the table is never turned."
    )
