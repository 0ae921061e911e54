"""Plays in words: the right steps, in four languages, and every die is moved exactly once."""

from collections import Counter

import pytest

from tools.trials.samples import MAKERS, samples
from turbo.game.dice import hand_text, parse_hand
from turbo.game.hints import HintedAct, hint, steps
from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.solver import best_play

ENGLISH = [
    (
        "figure 1: two sets grow",
        "b4 b5 b6 | k8 r8 o8",
        "b3 b4 b5 b6 | k8 r8 o8 b8",
        [
            "Add the blue 3 to the blue 4, the blue 5 and the blue 6: a run.",
            "Add the blue 8 to the black 8, the red 8 and the orange 8: a group.",
        ],
    ),
    (
        "figure 2: across one die",
        "b3 b4 b5",
        "b3 b4 b5 / r3 . . / k3 . .",
        ["Lay the red 3 and the black 3 across the blue 3: together they are a group."],
    ),
    (
        "figure 3: between two sets",
        "k3 k4 k5 | r2 k2 b2",
        "r2 k2 b2 / . k3 . / k3 k4 k5",
        [
            "Move the run black 3, black 4 and black 5 so that the black 4 lies below the black 2,"
            " with room for one die between them.",
            "Lay the black 3 between the black 2 and the black 4: together they are a run.",
        ],
    ),
    (
        "two runs are pushed together",
        "k3 k4 k5 | k6 k7 k8",
        "k3 k4 k5 k6 k7 k8 k9",
        [
            "Move the run black 6, black 7 and black 8 so that the black 6 lies to the right of"
            " the black 5.",
            "Add the black 9 to the black 3, the black 4, the black 5, the black 6, the black 7"
            " and the black 8: a run.",
        ],
    ),
    (
        "a square is closed: nothing is laid where nothing lies that it touches",
        "b3 b4 b5 / r3 . r5 / k3 . k5",
        "r3 k3 o3 b3 / r4 . . b4 / r5 k5 o5 b5",
        [
            "Take the red 3 and the black 3 from the group blue 3, red 3 and black 3.",
            "Take the red 5 and the black 5 from the group blue 5, red 5 and black 5.",
            "Lay the red 3, the black 3 and the orange 3 across the blue 3: together they are a"
            " group.",
            "Lay the red 5, the black 5 and the orange 5 across the blue 5: together they are a"
            " group.",
            "Lay the red 4 between the red 3 and the red 5: together they are a run.",
        ],
    ),
    (
        "three islands become one, and one of them is turned",
        "b6 b7 b8 b9 b10 | r9 k9 o9 | k10 k11 k12",
        ". . . . k10 k11 k12 k13 / b6 b7 b8 b9 b10 . . . / . . . . o10 . . . /"
        " . . . r9 r10 r11 r12 . / . . . k9 . . . . / . . . o9 . . . . / . . . b9 . . . .",
        [
            "Add the black 13 to the black 10, the black 11 and the black 12: a run.",
            "Add the blue 9 to the red 9, the black 9 and the orange 9: a group.",
            "Lay the red 10, the red 11 and the red 12 across the red 9: together they are a run.",
            "Move the run black 10, black 11, black 12 and black 13 so that the black 10 lies above"
            " the blue 10.",
            "Turn and move the run red 9, red 10, red 11 and red 12 so that the red 10 lies below"
            " the blue 10, with room for one die between them.",
            "Lay the orange 10 between the blue 10 and the red 10: together they are a group.",
        ],
    ),
    (
        "figure 4: the joker moves",
        "b3 r* b5 / r3 . . / k3 . .",
        "b3 r3 k3 | b5 b6 b7 / r* . . / o5 . .",
        [
            "Take the joker and the blue 5 from the run blue 3, joker and blue 5.",
            "Lay the blue 5, the blue 6 and the blue 7 as a run apart from the rest.",
            "Lay the joker and the orange 5 across the blue 5: together they are a group.",
        ],
    ),
    (
        "a die is taken from a group of four",
        "k2 r2 b2 o2",
        "r2 b2 o2 | k2 k3 k4",
        [
            "Take the black 2 from the group black 2, red 2, blue 2 and orange 2.",
            "Lay the black 2, the black 3 and the black 4 as a run apart from the rest.",
        ],
    ),
    (
        "a set is taken apart",
        "b3 b4 b5 | k8 k9 k10",
        "k8 k9 k10 | b3 r3 o3 | b4 r4 o4 | b5 r5 o5",
        [
            "Take the run blue 3, blue 4 and blue 5 apart.",
            "Lay the blue 3, the red 3 and the orange 3 as a group apart from the rest.",
            "Lay the blue 4, the red 4 and the orange 4 as a group apart from the rest.",
            "Lay the blue 5, the red 5 and the orange 5 as a group apart from the rest.",
        ],
    ),
]


@pytest.mark.parametrize(
    ("before", "after", "said"), [row[1:] for row in ENGLISH], ids=[row[0] for row in ENGLISH]
)
def test_steps_in_english(before: str, after: str, said: list[str]) -> None:
    old, new = Layout.parse(before), Layout.parse(after)
    played = tuple((new.count - old.count).elements())
    assert list(hint(old, new, played)) == said


TAKES = {
    Language(
        "es"
    ): "Toma el 2 negro de esta combinación (grupo): 2 negro, 2 rojo, 2 azul y 2 naranja.",
    Language("it"): "Apri il gruppo 2 nero, 2 rosso, 2 blu e 2 arancione e prendi il 2 nero.",
    Language.ENGLISH: "Take the black 2 from the group black 2, red 2, blue 2 and orange 2.",
    Language.DUTCH: "Neem de zwarte 2 uit het rijtje zwarte 2, rode 2, blauwe 2 en oranje 2.",
    Language.FRENCH: "Prenez le 2 noir dans la rangée 2 noir, 2 rouge, 2 bleu et 2 orange.",
    Language.GERMAN: (
        "Die schwarze 2 aus der Reihe schwarze 2, rote 2, blaue 2 und orange 2 nehmen."
    ),
}


@pytest.mark.parametrize("language", TAKES)
def test_every_language_has_its_own_words(language: Language) -> None:
    old, new = Layout.parse("k2 r2 b2 o2"), Layout.parse("r2 b2 o2 | k2 k3 k4")
    assert hint(old, new, parse_hand("k3 k4"), language)[0] == TAKES[language]


MOVES = {
    Language("es"): "de modo que el 4 negro quede debajo del 2 negro",
    Language("it"): "così che il 4 nero stia al di sotto del 2 nero",
    Language.ENGLISH: "so that the black 4 lies below the black 2, with room for one die between",
    Language.DUTCH: "zodat de zwarte 4 onder de zwarte 2 ligt, met ruimte voor één steen ertussen",
    Language.FRENCH: "de sorte que le 4 noir soit au-dessous du 2 noir, avec la place d'un dé",
    Language.GERMAN: "dass die schwarze 4 unter der schwarzen 2 liegt, mit Platz für einen Würfel",
}


@pytest.mark.parametrize("language", MOVES)
def test_every_language_says_where_a_set_is_moved(language: Language) -> None:
    old, new = Layout.parse("k3 k4 k5 | r2 k2 b2"), Layout.parse("r2 k2 b2 / . k3 . / k3 k4 k5")
    assert MOVES[language] in hint(old, new, parse_hand("k3"), language)[0]


@pytest.mark.parametrize("language", Language)
def test_no_play_is_said(language: Language) -> None:
    table = Layout.parse("b3 b4 b5")
    (said,) = hint(table, table, (), language)
    assert said.endswith(".")
    assert len({hint(table, table, (), other) for other in Language}) == len(Language)


def test_a_die_takes_a_jokers_place_in_one_step() -> None:
    """It had taken three: the set was cleared, laid again, and the joker laid elsewhere."""
    old, new = Layout.parse("b3 r* b5"), Layout.parse("r* k8 k9 | b3 b4 b5")
    assert [(one.act, hand_text(one.faces)) for one in steps(old, new)] == [
        (HintedAct.REPLACE, "b4"),
        (HintedAct.LAY, "r* k8 k9"),
    ]
    said = hint(old, new, parse_hand("b4 k8 k9"))
    assert said[0] == "Put the blue 4 in the joker's place, and take the joker."


@pytest.mark.parametrize("maker", MAKERS)
def test_the_steps_lay_every_die_that_is_played_or_taken(maker: str) -> None:
    """What is laid is what was played and what was taken up: nothing twice, nothing forgotten."""
    for sample in samples(maker, 60, seed=31):
        play = best_play(sample.table, sample.hand)
        found = steps(sample.table, play.layout)
        taken = Counter[str]()
        laid = Counter[str]()
        for step in found:
            if step.act in (HintedAct.MOVE, HintedAct.TURN):
                continue
            is_taken = step.act in (HintedAct.TAKE, HintedAct.CLEAR)
            (taken if is_taken else laid).update(map(str, step.faces))
            if step.act is HintedAct.REPLACE:
                taken.update(map(str, step.others))
        assert laid - taken == Counter(map(str, play.played)), f"{sample.table} -> {play.layout}"
        assert not taken - laid
