"""The library from outside: what tab completion shows, and what wrong types are told."""

from collections.abc import Callable

import pytest

import turbo
from turbo import Layout, Match, TurboError, best_play, judge, judge_record, parse_hand


def test_the_vocabulary_is_shown_and_is_there() -> None:
    assert set(turbo.__all__) <= set(dir(turbo))
    assert all(getattr(turbo, name) is not None for name in turbo.__all__ if name != "Reader")


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "a number for a layout": (lambda: Layout.parse(3), "expected a text"),  # type: ignore[arg-type]
    "nothing for a hand": (lambda: parse_hand(None), "expected a text"),  # type: ignore[arg-type]
    "a text for a table": (
        lambda: best_play("b3 b4 b5", ()),  # type: ignore[arg-type]
        "expected a Layout as table",
    ),
    "texts for a hand": (
        lambda: best_play(Layout(), ["b3"]),  # type: ignore[list-item]
        "expected faces as hand",
    ),
    "a text for a match": (lambda: judge("Ann", "throw"), "expected a Match"),  # type: ignore[arg-type]
    "a text for a record": (
        lambda: judge_record("players Ann, Bob"),  # type: ignore[arg-type]
        "expected a Record",
    ),
}


@pytest.mark.parametrize(("ask", "told"), WRONG.values(), ids=WRONG)
def test_a_wrong_type_is_told_what_was_expected(ask: Callable[[], object], told: str) -> None:
    with pytest.raises(TurboError, match=told):
        ask()


def test_a_match_is_exported() -> None:
    assert Match(("Ann", "Bob")).players == ("Ann", "Bob")
