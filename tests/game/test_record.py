"""Match records: refused with line, column and what was expected; printed and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.trials.strategies import NAMES, beginnings, events, notes, options, tags, times
from turbo.errors import BadNotation, TurboError
from turbo.game.events import Ended, Event, Overruled, RoundStarted, Scored
from turbo.game.match import Options
from turbo.game.record import (
    Record,
    Said,
    Statement,
    Tag,
    check_name,
    parse_statement,
    statement_text,
)

TOP = "players Ann, Bob\n"

BAD = {
    "nothing at all": ("", 1, 1, "players NAME, NAME"),
    "only a comment": ("# hello", 1, 1, "players NAME, NAME"),
    "no players": ("round Ann", 1, 1, "players NAME, NAME"),
    "one player": ("players Ann", 1, 12, "players NAME, NAME"),
    "three players": ("players Ann, Bob, Cid", 1, 17, "players NAME, NAME"),
    "blank in a name without quotes": ("players Ann Lee, Bob", 1, 13, "in double quotes"),
    "blank in the second name": ("players Ann, Bob Lee", 1, 18, "in double quotes"),
    "a blank and no comma": ("players Ann Marie Bob", 1, 13, "in double quotes such as"),
    "a name of the players without its quotes": (
        'players "Ann Lee", Bob\nround Ann Lee',
        2,
        7,
        'name, "Ann Lee" or Bob, got',
    ),
    "the same name in quotes": ('players Ann, "Ann"', 1, 14, "another name"),
    "unknown option": (TOP + "option quick", 2, 8, "expected one of strict, strict-block"),
    "an option without its number": (TOP + "option rounds", 2, 8, "expected one of"),
    "an option with a number too many": (TOP + "option strict=1", 2, 8, "expected one of"),
    "no rounds": (TOP + "option rounds=0", 2, 8, "1 to 99"),
    "an option after the start": (TOP + "round Ann\noption strict", 3, 1, "before the first round"),
    "a tag without a value": (TOP + "tag place", 2, 10, "tag KEY VALUE"),
    "a tag twice": (TOP + "tag place A\ntag place B", 3, 5, "every tag once"),
    "a tag after the start": (TOP + "round Ann\ntag place A", 3, 1, "before the first round"),
    "nobody resigns": (TOP + "resign", 2, 7, "Ann or Bob"),
    "pause with a reason": (TOP + "pause tea", 2, 7, "end of the line"),
    "a file of zeros": ("\0" * 200_000, 1, 1, "players NAME, NAME"),
    "a control character in a name": ("players Ann\x1b[2J, Bob", 1, 9, "control characters"),
    "a name that turns the line": ("players Ann\u202e, Bob", 1, 9, "control characters"),
    "a name of 500 letters": ("players Ann, " + "B" * 500, 1, 14, "at most 40 letters"),
    "the same name twice": ("players Ann, Ann", 1, 14, "another name"),
    "reserved name": ("players table, Bob", 1, 9, "expected a name"),
    "players twice": (TOP + "players Ann, Bob", 2, 1, "once only"),
    "unknown word": (TOP + "roll Ann b3", 2, 1, "expected one of round"),
    "unknown name": (TOP + "round Cid", 2, 7, "Ann or Bob"),
    "no name": (TOP + "round", 2, 6, "Ann or Bob"),
    "too much": (TOP + "round Ann now", 2, 11, "end of the line"),
    "no faces": (TOP + "throw Ann", 2, 10, "whole hand"),
    "bad face": (TOP + "round Ann\nthrow Ann b3 b99", 3, 14, "expected a face"),
    "bad layout": (TOP + "round Ann\n  table b3 b4 / x", 3, 17, "expected a face"),
    "empty island": (TOP + "table b3 b4 b5 |", 2, 16, "another island"),
    "pass with a table": (TOP + "pass b3", 2, 6, "end of the line"),
    "correct nothing": (TOP + "correct", 2, 8, "'table' or a player's name"),
    "overrule without a reason": (TOP + "overrule", 2, 9, "expected a reason"),
    "end without a reason": (TOP + "end # enough", 2, 4, "expected a reason"),
    "points in words": (TOP + "score Ann ten out", 2, 11, "whole number"),
    "points below zero": (TOP + "score Ann -1 out", 2, 11, "whole number"),
    "no ending": (TOP + "score Ann 10", 2, 13, "'out' or 'block'"),
    "unknown ending": (TOP + "score Ann 10 won", 2, 14, "'out' or 'block'"),
    "begin before round": (TOP + "begin table b3 b4 b5", 2, 1, "right after 'round'"),
    "begin after a throw": (
        TOP + "round Ann\nthrow Ann b3\nbegin Bob b3",
        4,
        1,
        "right after 'round'",
    ),
    "begin with an unread die": (TOP + "round Ann\nbegin Ann ? b3", 3, 1, "without"),
    "begin with ten dice": (TOP + "round Ann\nbegin Ann" + " b3" * 10, 3, 1, "one to nine"),
    "bad time": (TOP + "round Ann @yesterday", 2, 12, "expected a time"),
}


@pytest.mark.parametrize(("text", "line", "column", "expected"), BAD.values(), ids=BAD.keys())
def test_bad_text_is_refused(text: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(BadNotation, match=expected) as caught:
        Record.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 250
    assert str(caught.value).isprintable()


@given(events | beginnings)
def test_a_statement_prints_and_parses_back(event: Event) -> None:
    assert parse_statement(statement_text(event), NAMES).event == event


@given(st.lists(st.builds(Statement, events | notes, times), max_size=8), times, options, tags)
def test_a_record_prints_and_parses_back(
    statements: list[Statement[Said]], at: None, chosen: Options, kept: tuple[Tag, ...]
) -> None:
    record = Record(NAMES, tuple(statements), at, chosen, kept)
    assert Record.parse(str(record)) == record


def test_names_with_blanks_stand_in_quotes() -> None:
    text = 'players "Ann Lee", Bob\nround "Ann Lee"\nthrow "Ann Lee" b3\nresign "Ann Lee"'
    record = Record.parse(text)
    assert record.players == ("Ann Lee", "Bob")
    assert str(record) == text
    assert parse_statement('round "Bob"', record.players).event == RoundStarted("Bob")


def test_capitals_and_yellow_are_read_and_written_as_usual() -> None:
    read = parse_statement("throw Ann B3 y3 Y13 K* y* R1 ?", NAMES)
    assert statement_text(read.event) == "throw Ann b3 o3 o13 k* o* r1 ?"
    table = parse_statement("table B3 Y3 K3 / . y4 .", NAMES)
    assert statement_text(table.event) == "table b3 o3 k3 / . o4 ."


@given(st.text(st.sampled_from("playersAnBob,tw 01b3k?*/|@#\n\t\r:-"), max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for whole in (text, TOP + text, TOP + "table " + text):
        try:
            record = Record.parse(whole)
        except BadNotation as error:
            assert error.line >= 1 and error.column >= 1
        else:
            assert Record.parse(str(record)) == record


def test_a_reason_may_hold_an_at_sign_and_a_time_may_follow_it() -> None:
    kept = parse_statement("overrule meet me @ home", NAMES)
    assert kept == Statement(Overruled("meet me @ home"))
    both = parse_statement("overrule meet me @ @2026-11-15T20:15:00", NAMES)
    assert both.event == Overruled("meet me @") and both.at is not None
    timed = parse_statement("end we stop @ 2026-11-15T20:15:00", NAMES)
    assert timed.event == Ended("we stop") and timed.at is not None and timed.at.hour == 20


def test_line_ends_comments_and_blank_lines_do_not_matter() -> None:
    text = "\ufeff# a match\r\n\r\nplayers Ann,Bob\r\nround Ann # starts\r\n\tpass\r\n"
    assert [one.line for one in Record.parse(text).statements] == [4, 5]


@pytest.mark.parametrize(
    "name", ["", "a  b", " a", "a,b", "a#b", '"a"', "@a", "table", "a\nb", "a\x07", "a" * 41]
)
def test_names_that_a_record_cannot_hold(name: str) -> None:
    with pytest.raises(TurboError, match="expected a name"):
        check_name(name)


@pytest.mark.parametrize("reason", ["", " a", "a  b", "a # b", "a\nb", "at @2026-11-15", "@ 9"])
def test_reasons_that_a_record_cannot_hold(reason: str) -> None:
    with pytest.raises(TurboError, match="expected a reason"):
        Overruled(reason)


@pytest.mark.parametrize("points", [-1, 1000])
def test_points_are_checked_at_birth(points: int) -> None:
    with pytest.raises(TurboError, match="expected points"):
        Scored("Ann", points, by="out")  # type: ignore[arg-type]
