"""A thrown die that lies in a row with a set: rolled there, or laid before anybody saw it."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.support.live_game import ANN, ANNS, BOB, BY_ITSELF, Game
from tests.support.standing import CUP, stand
from tools.trials.table_acts import PITCH_MM
from turbo.game.dice import parse_hand
from turbo.game.layout import Layout

AT_THE_RUN = (60.0 + 3 * PITCH_MM, 140.0)
BOBS = "b6 k9 k8 o1 r12 b13 o4 r5 k1"


def rolled() -> Game:
    """Ann has laid b3 b4 b5; of Bob's first throw b6 rolls to the end of that run."""
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    game.lay([0, 1, 2])
    game.press(ANN)
    places = [AT_THE_RUN, *((x + 14, y + 12) for x, y in game.row(BOB)[1:])]
    game.acts.throw(range(9, 18), parse_hand(BOBS), places)
    game.rest(0.8)
    assert game.told() == ["round Ann", "throw Ann", "table Ann", "throw Bob"]
    assert game.match.round is not None
    assert Counter(game.match.round.hands[BOB] or ()) == Counter(parse_hand(BOBS))
    return game


def has_four(game: Game) -> bool:
    """In the match and on the table as it is shown."""
    assert game.match.round is not None
    four = Counter(parse_hand("b3 b4 b5 b6"))
    is_shown = Counter(Layout.parse(game.watched.last.table).faces) == four
    return (
        game.match.round.table.count == four and is_shown and "hand-changed" not in game.notices()
    )


def test_it_ends_no_turn_by_itself() -> None:
    game = rolled()
    game.rest(9.0)
    assert game.told() == []


def test_a_press_hands_it_over() -> None:
    game = rolled()
    game.press(BOB)
    assert game.told() == ["table Bob"] and has_four(game)


def test_where_the_other_goes_on_it_was_laid() -> None:
    game = rolled()
    game.throw(ANN, "r2 k3 o9 o1 r6 k5", range(3, 9))
    assert game.told() == ["table Bob", "throw Ann"] and has_four(game)


def test_who_takes_it_away_has_laid_nothing() -> None:
    game = rolled()
    game.acts.carry(9, *game.row(BOB)[0])
    game.rest(1.0)
    game.throw(ANN, "r2 k3 o9 o1 r6 k5", range(3, 9))
    assert game.told() == ["pass Bob", "throw Ann"] and not has_four(game)


@pytest.mark.parametrize("is_hidden", [True, False], ids=["behind the cup", "in sight"])
def test_a_die_that_nobody_saw_before_it_was_laid(is_hidden: bool) -> None:
    """The throw lay behind the cup until its player laid it; in sight it would have rolled there.
    Nobody's turn is over by either, and when it is over the die is of the table."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    game.acts.collect([3])
    game.acts.shake()
    if is_hidden:
        stand(game, replace(CUP, since_s=game.watched.at_s))
        game.acts.reach([12], 2)  # the hand that has set it down
        game.rest(1.0)
        stand(game)
    game.acts.pour({3: parse_hand("b6")[0]}, {3: AT_THE_RUN})
    game.rest(4.0)
    assert game.told() == ["pass Bob", "throw Ann"] and not has_four(game)
    game.press(ANN)
    assert game.told() == ["table Ann"] and has_four(game)
