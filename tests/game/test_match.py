"""Rounds, endings, points, the score card, and the plain score keeper."""

import pytest

from turbo.commands.report import Style, score_card
from turbo.game.match import Phase
from turbo.game.record import Record
from turbo.storage.history import History, judge_record

HIGH = "k13 k11 r13 r11 b13 b11 o13 o11 k9"
LOW = "k1 k3 r1 r3 b5 b7 o5 o7 k9"


def judged(*lines: str) -> History:
    return judge_record(Record.parse("\n".join(["players Ann, Bob", *lines])))


def blank_turns(count: int, hands: tuple[str, str] = (HIGH, LOW)) -> list[str]:
    names = ("Ann", "Bob")
    return [
        line
        for turn in range(count)
        for line in (f"throw {names[turn % 2]} {hands[turn % 2]}", "pass")
    ]


def result(history: History) -> list[tuple[int | None, int, str]]:
    return [(one.winner, one.points, str(one.by)) for one in history.match.results]


def test_six_blank_turns_block_and_the_lower_hand_wins_the_difference() -> None:
    assert result(judged("round Ann", *blank_turns(5))) == []
    assert result(judged("round Ann", *blank_turns(6))) == [(1, 105 - 41, "block")]


def test_equal_hands_at_a_block_score_nothing() -> None:
    assert result(judged("round Ann", *blank_turns(6, (LOW, LOW)))) == [(None, 0, "block")]


def test_any_play_starts_the_count_of_blank_turns_again() -> None:
    with_set = "k1 k3 r1 r3 b5 b6 b7 o7 k9"
    rest = "k1 k3 r1 r3 o7 k9"
    lines = [*blank_turns(4), f"throw Ann {with_set}", "table b5 b6 b7", f"throw Bob {LOW}", "pass"]
    for _ in range(2):
        lines += [f"throw Ann {rest}", "pass", f"throw Bob {LOW}", "pass"]
    assert result(judged("round Ann", *lines)) == []
    assert result(judged("round Ann", *lines, f"throw Ann {rest}", "pass")) == [(0, 17, "block")]


def test_a_joker_left_in_a_hand_counts_ten_in_both_endings() -> None:
    joker = "k1 k3 r1 r3 b5 b7 o5 o7 k*"
    assert result(judged("round Ann", *blank_turns(6, (LOW, joker)))) == [(0, 1, "block")]
    out = ["throw Ann b1 b2 b3 b4 b5 b6 b7 b8 b9", "table b1 b2 b3 b4 b5 b6 b7 b8 b9"]
    assert result(judged("round Ann", *out, f"throw Bob {joker}")) == [(0, 42, "out")]


def test_out_with_the_last_dice_scores_the_other_hand_as_last_thrown() -> None:
    lines = [f"throw Bob {LOW}", "throw Ann b1 b2 b3 b4 b5 b6 b7 b8 b9"]
    history = judged("round Ann", *lines, "table b1 b2 b3 b4 b5 b6 b7 b8 b9")
    assert result(history) == [(0, 41, "out")]
    assert history.match.phase is Phase.BETWEEN_ROUNDS


def test_a_hand_can_still_be_corrected_when_the_round_is_counted() -> None:
    lines = ["round Ann", *blank_turns(6)]
    swapped = LOW.replace("k9", "k*")
    assert result(judged(*lines, f"correct Bob {swapped}")) == [(1, 105 - 42, "block")]
    assert result(judged(*lines, f"correct Ann {LOW}")) == [(None, 0, "block")]


def scores(*points: str) -> list[str]:
    starters = ("Ann", "Bob") * 3
    return [
        line
        for starter, score in zip(starters, points, strict=False)
        for line in (f"round {starter}", f"score {score}")
    ]


WINNERS = {
    "higher total": (["Ann 10 out", "Bob 9 out", *["Bob 0 block"] * 4], "Ann"),
    "equal totals are a draw": (["Ann 10 out", "Bob 10 block", *["Bob 0 block"] * 4], None),
    "no points at all": (["Bob 0 block"] * 6, None),
}


@pytest.mark.parametrize(("points", "winner"), WINNERS.values(), ids=WINNERS.keys())
def test_who_wins_a_match(points: list[str], winner: str | None) -> None:
    match = judged(*scores(*points)).match
    assert match.is_finished
    assert match.winner == winner


def test_there_is_no_winner_before_the_end() -> None:
    match = judged(*scores("Ann 10 out")).match
    assert not match.is_finished
    assert match.winner is None


def test_the_start_alternates() -> None:
    match = judged(*scores("Ann 10 out", "Ann 1 out")).match
    assert match.next_starter == "Ann"


ENDINGS = {
    "given up: the higher total stands": ("end the bar closes", "Ann"),
    "who resigns loses": ("resign Ann", "Bob"),
    "who resigns while behind loses": ("resign Bob", "Ann"),
    "a reason is not looked into": ("end Ann had to catch her train", "Ann"),
}


@pytest.mark.parametrize(("end", "winner"), ENDINGS.values(), ids=ENDINGS.keys())
def test_a_match_that_is_ended_early(end: str, winner: str) -> None:
    match = judged(*scores("Ann 10 out"), "round Bob", end).match
    assert match.is_finished
    assert match.phase is Phase.OVER
    assert match.winner == winner


def test_a_round_taken_up_in_the_middle() -> None:
    history = judged(
        "round Bob",
        "begin table b3 b4 b5",
        "begin Bob b6 b7",
        "begin Ann k1 k2 r9",
        "throw Bob b6 b7",
        "table b3 b4 b5 b6 b7",
    )
    assert result(history) == [(1, 12, "out")]


def test_a_hand_not_given_when_a_round_is_taken_up_may_have_any_size() -> None:
    history = judged("round Bob", "begin table b3 b4 b5", "throw Bob b6 b7 k1 k13", "pass")
    assert [str(one.ruling.verdict) for one in history.judged] == ["accepted"] * 4


def test_the_score_card_shows_points_and_running_totals() -> None:
    card = score_card(judged(*scores("Ann 10 out", "Bob 3 block", "Bob 0 block")).match, Style())
    rows = [line.split("│")[1:] for line in card.splitlines() if line.startswith("│")]
    cells = [[cell.replace("░", "").split() for cell in row[:3]] for row in rows[1:4]]
    assert cells == [
        [["1"], ["10", "10"], ["0"]],
        [["2"], ["10"], ["3", "3"]],
        [["3"], ["10"], ["3"]],
    ]
    assert len({len(line) for line in card.splitlines()}) == 1
