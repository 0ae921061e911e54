"""What would mend an illegal table, and that it does."""

import pytest

from tests.support.live_game import BOB, Game
from turbo.game.dice import parse_hand
from turbo.game.layout import Layout, Rule
from turbo.game.messages import Language
from turbo.live.audit import mend
from turbo.live.notices import notice_text
from turbo.live.tuning import LiveTuning

MENDINGS = [
    ("a die too many", "", "b3 b4 b5 k9", "b3 b4 b5 k9", "mend-take-back", "k9"),
    ("the wrong colour at its end", "b4 b5 b6", "b4 b5 b6 r7", "r7 k1", "mend-take-back", "r7"),
    ("two at both ends", "b4 b5 b6", "k3 b4 b5 b6 r7", "k3 r7", "mend-take-back", "k3 r7"),
    ("a run that lacks its end", "", "b3 b4", "b3 b4 b5 k1", "mend-add", "b5 / b3 b4"),
    ("a gap in the middle", "", "b3 . b5", "b3 b5 r* k1", "mend-add", "r* / b3"),
    ("a lone die with no friend", "b4 b5 b6", "b4 b5 b6 | k9", "k9 o2", "mend-take-back", "k9"),
    (
        "two sets that touch",
        "b4 b5 b6",
        "b4 b5 b6 k9 r9 o9",
        "k9 r9 o9",
        "mend-apart",
        "b6 / k9",
    ),
    ("a die is gone", "b4 b5 b6", "b5 b6 b7", "b7 k1", "mend-table", "b4 b5 b6"),
    ("a foreign die", "b4 b5 b6", "b4 b5 b6 o9", "b7 k1", "mend-table", "b4 b5 b6"),
    (
        "torn apart",
        "b4 b5 b6 | k9 r9 o9",
        "b4 k9 r9 o9 | b5 b6 b7",
        "b7 k1",
        "mend-table",
        "b4 b5 b6 | k9 r9 o9",
    ),
]


@pytest.mark.parametrize(
    ("before", "lying", "hand", "key", "what"),
    [pytest.param(*row[1:], id=row[0]) for row in MENDINGS],
)
def test_the_smallest_thing_that_mends_it(
    before: str, lying: str, hand: str, key: str, what: str
) -> None:
    notice = mend(Layout.parse(before), Layout.parse(lying), parse_hand(hand), "Ann")
    assert (notice.key, " / ".join(notice.values[1:])) == (key, what)
    assert len({notice_text(notice, language) for language in Language}) == len(Language)


def said(game: Game) -> list[str]:
    return [notice_text(notice) for notice in game.watched.last.notices]


def test_a_rejected_table_comes_with_what_mends_it() -> None:
    game = Game().opened()
    game.lay([9, 10], (109.8, 140.0))  # b6 belongs there, k9 does not
    game.press(BOB)
    assert "Bob: take the black 9 back into the hand, and the table is right." in said(game)
    game.acts.carry(10, 321.0, 40.0)
    game.rest(1.0)
    game.press(BOB)
    assert game.told()[-2:] == ["table Bob: rejected", "table Bob"]
    assert not any("table is right" in text for text in said(game))


def test_an_illegal_table_that_lies_still_is_told_without_a_button() -> None:
    game = Game(LiveTuning(hand_over_s=3.0)).opened()
    game.lay([9, 10], (109.8, 140.0))
    assert not any("no set" in text for text in said(game)), "there is time to go on playing"
    game.rest(3.0)
    assert said(game)[-2:] == [
        "The blue 3, the blue 4, the blue 5, the blue 6 and the black 9: this is no set yet.",
        "Bob: take the black 9 back into the hand, and the table is right.",
    ]
    assert game.told() == []


def test_a_die_that_came_from_elsewhere_is_not_taken_back_into_the_hand() -> None:
    """It shows what a die of the hand shows, which is there still."""
    game = Game().opened()
    game.acts.put(99, parse_hand("k9")[0], 300.0, 250.0)
    game.rest()
    game.press(BOB)
    assert game.told() == ["table Bob: rejected"] and Rule.DIE_ADDED in game.rules()
    assert {"mend-table"} == {key for key in game.notices() if key.startswith("mend")}
