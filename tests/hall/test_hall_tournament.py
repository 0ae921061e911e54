"""A tournament as a log: what may follow what, corrections, standings and tie-breaks."""

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.trials.tournaments import START, Evening
from turbo.errors import TurboError
from turbo.hall.happenings import (
    KINDS,
    Begun,
    Entered,
    Forfeited,
    Founded,
    HallEntry,
    Happening,
    Held,
    Paired,
    PairedBoard,
    PlayerReturned,
    ResultAmended,
    ResultGiven,
    System,
    TableClosed,
    TakenBack,
    WentOn,
    Withdrew,
    Written,
    document,
    from_document,
    parse,
    text,
)
from turbo.hall.points import SCHEMES
from turbo.hall.standings import cross_table, standings
from turbo.hall.tournament import Tournament, check

NAMES = st.from_regex(
    r"[A-Za-zÀ-ž][A-Za-zÀ-ž.'-]{0,12}( [A-Za-zÀ-ž]{1,12})?", fullmatch=True
).filter(lambda name: name != "table")
NUMBER = st.integers(1, 300)
HAPPENINGS: st.SearchStrategy[Happening] = st.one_of(
    st.builds(Founded, NAMES, st.sampled_from(System), st.integers(1, 50)),
    st.builds(Entered, NUMBER, NAMES, NAMES),
    st.builds(Withdrew, NUMBER),
    st.builds(TableClosed, NAMES),
    st.builds(
        Paired,
        NUMBER,
        st.lists(
            st.builds(
                PairedBoard, NAMES, st.lists(NUMBER, min_size=2, max_size=4, unique=True).map(tuple)
            )
        ).map(tuple),
        st.lists(NUMBER).map(tuple),
    ),
    st.builds(
        ResultGiven, NUMBER, NAMES, st.lists(st.integers(0, 999), min_size=2, max_size=4).map(tuple)
    ),
    st.builds(Forfeited, NUMBER, NAMES, NUMBER),
)
WRITTEN: st.SearchStrategy[Written] = st.one_of(
    HAPPENINGS, st.builds(TakenBack, NUMBER), st.builds(ResultAmended, NUMBER, HAPPENINGS)
)


@settings(deadline=None)
@given(WRITTEN)
def test_what_happened_reads_back_as_written(happening: Written) -> None:
    assert parse(text(happening)) == happening


BAD = {
    "no JSON": "founded",
    "no object": "[]",
    "no kind": '{"name": "x"}',
    "another kind": '{"kind": "abolished"}',
    "a field missing": '{"kind": "entered", "player": 3}',
    "a field too many": '{"kind": "withdrew", "player": 3, "why": "tired"}',
    "a truth for a number": '{"kind": "withdrew", "player": true}',
    "a word for a number": '{"kind": "withdrew", "player": "3"}',
    "no list": '{"kind": "paired", "round": 1, "boards": 4}',
    "a board of one": '{"kind": "paired", "round": 1, "boards": [{"table": "1", "players": [1]}]}',
    "an unknown system": '{"kind": "founded", "name": "x", "system": "knock-out"}',
    "a name that no record holds": '{"kind": "entered", "player": 3, "name": "Ann, Bob"}',
    "a name on two lines": '{"kind": "entered", "player": 3, "name": "A\\nB"}',
    "a correction of a correction": '{"kind": "amended", "entry": 1, "happening":'
    ' {"kind": "taken-back", "entry": 2}}',
    "a score of five digits": '{"kind": "result", "round": 1, "table": "1", "scores": [-10000, 3]}',
}


@pytest.mark.parametrize("written", BAD.values(), ids=BAD.keys())
def test_what_cannot_be_read_is_refused(written: str) -> None:
    with pytest.raises(TurboError, match="expected"):
        parse(written)


def test_every_kind_has_a_name() -> None:
    assert len(set(KINDS.values())) == len(KINDS) == 14


def evening() -> Evening:
    """Four players, round 1 drawn: 1-3 at table 1, 2-4 at table 2."""
    found = Evening(4, rounds=3)
    found.write(Paired(1, (PairedBoard("table 1", (1, 3)), PairedBoard("table 2", (4, 2)))))
    return found


REFUSED: dict[str, tuple[Happening, str]] = {
    "founded twice": (Founded("Again"), "one founding"),
    "the same number": (Entered(1, "Somebody"), "a new player"),
    "the same name": (Entered(9, "Player 1"), "a new player"),
    "an unknown player withdraws": (Withdrew(9), "number of a player"),
    "somebody returns who never left": (PlayerReturned(1), "not taking part already"),
    "an unknown table closes": (TableClosed("table 77"), "was opened"),
    "a round before the last is played": (Paired(2, (), ()), "all results of round 1"),
    "a round too far": (Paired(3, (), ()), "expected round 2 of 3"),
    "a result of no round": (ResultGiven(2, "table 1", (1, 2)), "a round that was paired"),
    "a result of no table": (ResultGiven(1, "table 3", (1, 2)), "a table of round 1"),
    "a result of three": (ResultGiven(1, "table 1", (1, 2, 3)), "expected 2 scores"),
    "a stranger forfeits": (Forfeited(1, "table 1", 2), "should sit at"),
    "a clock goes on that stands": (WentOn(1), "is held"),
    "a clock is held that never ran": (Held(1), "a clock that runs"),
}


@pytest.mark.parametrize(("happening", "why"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_happen_is_refused(happening: Happening, why: str) -> None:
    with pytest.raises(TurboError, match=why):
        evening().write(happening)


PAIRINGS = {
    "somebody left out": Paired(1, (PairedBoard("table 1", (1, 2)),)),
    "somebody twice": Paired(
        1, (PairedBoard("table 1", (1, 2)), PairedBoard("table 2", (2, 3))), (4,)
    ),
    "a table twice": Paired(1, (PairedBoard("table 1", (1, 2)), PairedBoard("table 1", (3, 4)))),
    "no such table": Paired(1, (PairedBoard("table 9", (1, 2)), PairedBoard("table 1", (3, 4)))),
}


@pytest.mark.parametrize("paired", PAIRINGS.values(), ids=PAIRINGS.keys())
def test_a_pairing_by_hand_is_checked(paired: Paired) -> None:
    with pytest.raises(TurboError, match="expected every"):
        Evening(4).write(paired)


def test_nothing_happens_before_the_founding() -> None:
    with pytest.raises(TurboError, match="founded first"):
        Tournament().after(Entered(1, "Ann"), START)


# Corrections


def test_a_result_is_amended_and_taken_back() -> None:
    found = evening()
    found.write(ResultGiven(1, "table 1", (100, 200)))
    number = len(found.entries)
    amended = ResultAmended(number, ResultGiven(1, "table 1", (200, 100)))
    found.entries.append(check(found.entries, amended, START, "Zoë"))
    assert _points(found) == {1: 2, 2: 0, 3: 0, 4: 0}
    found.entries.append(check(found.entries, TakenBack(number + 1), START, "Zoë"))
    assert _points(found) == {1: 0, 2: 0, 3: 2, 4: 0}
    found.entries.append(check(found.entries, TakenBack(number), START, "Zoë"))
    assert _points(found) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert [entry.by for entry in found.entries[-3:]] == ["Zoë"] * 3


def _points(found: Evening) -> dict[int, int]:
    lines = standings(Tournament.of(found.entries))
    return {line.player: int(line.points) for line in sorted(lines, key=lambda line: line.player)}


def test_what_others_rest_on_cannot_be_taken_back() -> None:
    found = evening()
    entered = next(e.number for e in found.entries if e.happening == Entered(3, "Player 3"))
    with pytest.raises(TurboError, match=rf"entry {len(found.entries)}: expected every player"):
        check(found.entries, TakenBack(entered), START, "")


def test_only_what_is_there_is_corrected() -> None:
    found = evening()
    with pytest.raises(TurboError, match="number of an entry, got 99"):
        check(found.entries, TakenBack(99), START, "")


def test_the_log_folds_to_the_tournament() -> None:
    found = evening()
    found.write(ResultGiven(1, "table 1", (100, 200)))
    assert Tournament.of(found.entries) == found.tournament
    read = [
        HallEntry(e.number, from_document(document(e.happening)), e.at, e.by) for e in found.entries
    ]
    assert read == found.entries


# The clock


def test_the_clock_stands_while_it_is_held() -> None:
    found = evening().tournament
    assert found.remaining_s(START) is None
    found = found.after(Begun(1), START)
    found = found.after(Held(1), START + timedelta(minutes=10))
    assert found.remaining_s(START + timedelta(minutes=25)) == 30 * 60
    found = found.after(WentOn(1), START + timedelta(minutes=25))
    assert found.remaining_s(START + timedelta(minutes=26)) == 29 * 60
    assert found.remaining_s(START + timedelta(minutes=60)) == -5 * 60


# Points and standings

SHARES: dict[str, tuple[str, tuple[int, ...], tuple[str, ...]]] = {
    "a win": ("2-1-0", (1, 2), ("2", "0")),
    "a draw": ("2-1-0", (1, 1), ("1", "1")),
    "four apart": ("4-3-1-0", (2, 1, 4, 3), ("3", "4", "0", "1")),
    "the first two together": ("4-3-1-0", (1, 1, 3, 4), ("7/2", "7/2", "1", "0")),
    "all together": ("4-3-1-0", (1, 1, 1, 1), ("2", "2", "2", "2")),
    "a table of three": ("4-3-1-0", (3, 2, 1), ("0", "2", "4")),
}


@pytest.mark.parametrize(("scheme", "places", "points"), SHARES.values(), ids=SHARES.keys())
def test_places_are_shared_like_pie(
    scheme: str, places: tuple[int, ...], points: tuple[str, ...]
) -> None:
    assert SCHEMES[scheme].shares(places) == [Fraction(one) for one in points]


def test_who_did_not_come_has_nothing_and_was_not_met() -> None:
    found = evening()
    found.write(Forfeited(1, "table 1", 3))
    found.write(ResultGiven(1, "table 2", (50, 50)))
    lines = {line.player: line for line in standings(found.tournament)}
    assert [int(lines[n].points) for n in (1, 2, 3, 4)] == [2, 1, 0, 1]
    assert lines[1].met[0].opponents == () and not lines[1].met[0].played
    assert lines[1].buchholz == 2


def test_when_nobody_comes_nobody_wins() -> None:
    found = evening()
    found.write(Forfeited(1, "table 1", 3))
    found.write(Forfeited(1, "table 1", 1))
    found.write(ResultGiven(1, "table 2", (50, 40)))
    assert _points(found) == {1: 0, 2: 0, 3: 0, 4: 2}
    assert found.tournament.round is not None and found.tournament.round.is_complete


def test_who_resigns_has_lost_whatever_the_score() -> None:
    found = evening()
    found.write(ResultGiven(1, "table 1", (300, 10), (2, 1)))
    assert _points(found)[3] == 2


def test_a_late_player_has_no_points_for_what_was_missed() -> None:
    found = evening()
    for table in ("table 1", "table 2"):
        found.write(ResultGiven(1, table, (1, 0)))
    found.write(Entered(9, "Late"))
    found.write(Entered(10, "Later"))
    lines = standings(found.tournament)
    assert {lines[-1].player, lines[-2].player} == {9, 10}
    assert found.tournament.player(9).since == 2


def test_ties_are_broken_in_order() -> None:
    """1 and 4 have two points each; 4 beat by more. Nothing else tells them apart yet."""
    found = evening()
    found.write(ResultGiven(1, "table 1", (100, 90)))
    found.write(ResultGiven(1, "table 2", (100, 50)))
    assert [line.player for line in standings(found.tournament)] == [4, 1, 3, 2]
    assert [line.place for line in standings(found.tournament)] == [1, 2, 3, 4]


def test_who_is_equal_in_everything_shares_a_place() -> None:
    assert [line.place for line in standings(Evening(4).tournament)] == [1, 1, 1, 1]


def test_the_cross_table_tells_whom_and_how() -> None:
    found = Evening(5, rounds=3)
    found.write(Paired(1, (PairedBoard("table 1", (1, 3)), PairedBoard("table 2", (4, 2))), (5,)))
    found.write(ResultGiven(1, "table 1", (100, 100)))
    found.write(Forfeited(1, "table 2", 2))
    names = [line.player for line in standings(found.tournament)]
    rows = dict(zip(names, cross_table(found.tournament), strict=True))
    assert rows[5] == ["bye"] and rows[4] == ["+"] and rows[2] == ["-"]
    assert rows[1] == [f"{names.index(3) + 1}="]
