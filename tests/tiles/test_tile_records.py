"""Records of tile games: judged statement by statement, and back to the same text."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.tile_support import NAMES, acts
from turbo.errors import BadNotation, TurboError
from turbo.game.dice import parse_hand
from turbo.game.editions import EDITIONS, TURBO, edition
from turbo.game.events import Act, Drawn, RoundStarted
from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.game.record import Record, statement_text
from turbo.storage.answers import history_json
from turbo.storage.history import judge_tile_record
from turbo.tiles.game import without_tiles
from turbo.tiles.match import TileMatch
from turbo.tiles.referee import judge_tiles
from turbo.tiles.speech import tile_message

HEAD = "edition original-jumbo\nplayers Ann, Bob, Cid\nround Ann\n"


def ruled(text: str) -> list[str]:
    """Every ruling of a record: accepted, unsure, or the ids of its faults."""
    found = history_json(judge_tile_record(Record.parse(text)), Language.ENGLISH)["rulings"]
    return [" ".join(f["rule"] for f in one["faults"]) or one["verdict"] for one in found]


def test_the_example_of_the_rules_is_judged() -> None:
    text = HEAD + (
        "draw\ntable k10 r10 o10\npenalty 3\ntable k10 r10 o10 | b4 b5 b6 | k5 r5 o5\n"
        "table k10 r10 o10 b10 | b4 b5 b6 | k5 r5 o5\ndraw"
    )
    assert ruled(text) == ["accepted"] * 7
    game = judge_tile_record(Record.parse(text)).match.game
    assert game is not None
    assert game.racks == (14 + 1 - 6, 14 - 3 - 1, 14 + 3 + 1)
    assert game.pool == 106 - 3 * 14 - 1 - 3 - 1


@pytest.mark.parametrize(
    ("lines", "rulings"),
    {
        "a pass with tiles left": (["pass"], ["out-of-order"]),
        "a rack before the end": (["rack Ann k1"], ["out-of-order"]),
        "return without a penalty": (["return k1"], ["out-of-order"]),
        "what stays is nothing in Jumbo": (["penalty 3 table k1 k2 k3"], ["out-of-order"]),
        "a pause is no ruling": (["pause", "resume", "draw"], ["accepted"]),
        "unread, then corrected": (
            ["table k10 ? o10", "correct table k10 r10 o10", "draw"],
            ["unsure", "accepted", "accepted"],
        ),
        "overruled": (["table k9 r9 o9", "overrule as agreed"], ["first-meld", "accepted"]),
        "an overruled draw of nothing": (["overrule why"], ["out-of-order"]),
        "redeal with three pairs": (["redeal Ann b3 b3 r8 r8 o10 o10"], ["accepted"]),
        "redeal with jokers": (["redeal Ann b3 b3 r8 r8 k* r*"], ["no-redeal"]),
        "redeal of who has played": (
            ["draw", "redeal Ann b3 b3 r8 r8 o10 o10"],
            ["accepted", "no-redeal"],
        ),
        "redeal before the own first turn": (
            ["draw", "redeal Bob b3 b3 r8 r8 o10 o10"],
            ["accepted", "accepted"],
        ),
    }.values(),
)
def test_statements_of_jumbo(lines: list[str], rulings: list[str]) -> None:
    assert ruled(HEAD + "\n".join(lines))[1:] == rulings


def test_there_is_no_redeal_elsewhere() -> None:
    text = "edition special\nplayers A, B\nround A\nredeal A b3 b3 r8 r8 o10 o10"
    assert ruled(text)[-1] == "out-of-order"


def test_a_game_ends_when_a_rack_is_empty_and_the_others_are_shown() -> None:
    text = (
        "edition original-goliath\nplayers Ann, Bob, Cid\nround Ann\n"
        "begin table k10 r10 o10\nbegin Ann 1 out\nbegin Bob 2\nbegin Cid 2\n"
        "table k10 r10 o10 b10\nrack Bob k5 r*\nrack Cid r13\nrack Cid r13 k3\nend late"
    )
    answer = history_json(judge_tile_record(Record.parse(text)), Language.DUTCH)
    assert [one["verdict"] for one in answer["rulings"]] == [
        "accepted", "accepted", "accepted", "rejected", "accepted",
    ]  # fmt: skip
    assert answer["rounds"] == [
        {"winner": "Ann", "by": "out", "scores": {"Ann": 46, "Bob": -30, "Cid": -16}}
    ]
    assert answer["wins"] == {"Ann": 1, "Bob": 0, "Cid": 0}
    assert (answer["winner"], answer["finished"]) == ("Ann", True)


def test_last_turns_begin_with_who_drew_the_last_tile() -> None:
    lines = ["draw"] * (106 - 3 * 14)
    text = HEAD + "\n".join([*lines, "draw", "pass", "pass", "pass", "rack Ann k1"])
    answer = ruled(text)
    assert answer[1 : len(lines) + 1] == ["accepted"] * len(lines)
    assert answer[len(lines) + 1 :] == [
        "out-of-order", "accepted", "accepted", "accepted", "hand-count",
    ]  # fmt: skip
    drew_last = (len(lines) - 1) % 3
    game = judge_tile_record(Record.parse(HEAD + "\n".join(lines))).match.game
    assert game is not None and game.turn == drew_last and game.last_turns == 3


def test_elsewhere_the_game_goes_on_until_all_have_passed() -> None:
    head = HEAD.replace("original-jumbo", "original-french")
    lines = ["draw"] * (106 - 3 * 14)
    shown = [f"rack {name} {' '.join(['k1'] * 2)}" for name in ("Ann", "Bob", "Cid")]
    answer = ruled(head + "\n".join([*lines, "pass", "pass", "pass", *shown]))
    assert answer[len(lines) + 1 :][:3] == ["accepted"] * 3
    assert set(answer[len(lines) + 4 :]) == {"hand-count"}


def test_time_is_advice() -> None:
    text = (
        "edition original-jumbo\nplayers A, B\nround A @2026-11-16T20:00:00\n"
        "draw @2026-11-16T20:00:50\ndraw @2026-11-16T20:02:00"
    )
    rulings = history_json(judge_tile_record(Record.parse(text)), Language.ENGLISH)["rulings"]
    assert [[a["rule"] for a in one["advice"]] for one in rulings] == [[], [], ["late"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    {
        "no such edition": ("edition chess\nplayers A, B", "expected an edition"),
        "too many": ("edition special\nplayers A, B, C, D, E", "expected 2 to 4 players"),
        "a throw": ("edition six\nplayers A, B\nround A\nthrow A k1", "tiles are not thrown"),
        "a name without its quotes": (
            "edition six\nplayers A B, C\nround A B",
            '"A B" or C, got',
        ),
        "equal names": ("edition six\nplayers A, A", "two players are called"),
        "an odd option": ("edition six size=3\nplayers A, B", "unknown option"),
        "a special joker": ("edition six\nplayers A, B\nround A\ntable *x k1", "expected a face"),
    }.values(),
)
def test_what_cannot_be_read_is_told_in_one_line(text: str, expected: str) -> None:
    with pytest.raises(BadNotation, match=expected):
        Record.parse(text)


def test_typed_results_win_by_games_in_special() -> None:
    rows = ["24 -5 -16 -3", "-6 -11 22 -5", "-32 -13 -2 47", "-10 -25 41 -6"]
    lines = ["edition special rounds=1", "players A, B, C, D"]
    for row in rows:
        points = ", ".join(f"{n} {p}" for n, p in zip("ABCD", row.split(), strict=True))
        lines += ["round A", f"score {points} out"]
    answer = history_json(judge_tile_record(Record.parse("\n".join(lines))), Language.ENGLISH)
    assert answer["totals"] == {"A": -24, "B": -54, "C": 45, "D": 33}
    assert answer["winner"] == "C" and answer["finished"]


@given(st.sampled_from(sorted(set(EDITIONS) - {TURBO.name})), st.lists(acts, max_size=12))
def test_any_statement_in_any_state_gets_a_ruling(name: str, said: list[Act]) -> None:
    match = TileMatch(NAMES, edition(name))
    for act in [RoundStarted("Ann"), *said]:
        ruling = judge_tiles(match, act)
        for fault in (*ruling.faults, *ruling.advice):
            for language in Language:
                assert tile_message(fault, match.edition, language)
        match = match.after(act, ruling)


@given(st.lists(acts, max_size=12), st.sampled_from(["original-jumbo", "special"]))
def test_a_record_reads_back_to_itself(said: list[Act], name: str) -> None:
    text = f"edition {name}\nplayers Ann, Bob, Cid\n"
    text += "\n".join(map(statement_text, [Drawn(), *said]))
    record = Record.parse(text)
    assert [one.event for one in record.statements] == [Drawn(), *said]
    assert Record.parse(str(record)) == record


def test_random_layouts_are_judged_like_their_sets() -> None:
    """A row of tiles is legal exactly if an exhaustive cutting into sets finds one."""
    from turbo.tiles.rows import RowReader, TileLayout

    chance = random.Random(5)
    chosen = edition("original-goliath")
    reader = RowReader(chosen)

    def can_cut(row: tuple[object, ...]) -> bool:
        if not row:
            return True
        return any(
            bool(reader.readings(row[:end])) and can_cut(row[end:])  # type: ignore[arg-type]
            for end in range(3, len(row) + 1)
        )

    for _ in range(2000):
        start, ink = chance.randint(1, 11), chance.choice("krbo")
        run = [f"{ink}{n}" for n in range(start, min(14, start + chance.randint(2, 5)))]
        if chance.random() < 0.6:
            run[chance.randrange(len(run))] = chance.choice(["k*", "r3", "b3", "o3"])
        row = parse_hand(" ".join(run + (run[:0] if chance.random() < 0.5 else ["k5", "r5", "b5"])))
        judged = TileLayout(Layout(((row,),)), chosen)
        rules = {str(fault.rule) for fault in judged.faults()} - {"not-in-box"}
        assert (not rules) == can_cut(row)


BLIND = "edition original-goliath\nplayers Ann, Bob, Cid\nround Ann\n"


@pytest.mark.parametrize(
    ("lines", "rulings"),
    {
        "merely played": (["played", "played 3", "draw"], ["accepted"] * 3),
        "a first meld that is named": (["played k10 r10 o10"], ["accepted"]),
        "one that is worth too little": (["played k9 r9 o9"], ["first-meld"]),
        "no set": (["played k10 r10 o11"], ["not-a-set first-meld"]),
        "then a table over it": (
            ["played k10 r10 o10", "table k10 r10 o10 | b11 b12 b13"],
            ["accepted", "accepted"],
        ),
        "a table that lost a tile": (
            ["played k10 r10 o10", "table k10 r10 b10"],
            ["accepted", "die-removed first-meld"],
        ),
        "what lies there is not known": (["played 3", "table k1 k2 k3"], ["accepted", "accepted"]),
        "from then on it is": (
            ["played", "table k1 k2 k3", "table k1 k2"],
            ["accepted", "accepted", "touching die-removed no-hand-die"],
        ),
        "more than a rack holds": (["played 15"], ["hand-count"]),
        "out with tiles left": (["played 3 out"], ["hand-count"]),
        "out at once": (["played 14", "rack Bob 30", "rack Cid 4"], ["accepted"] * 3),
        "out of nobody knows how many": (
            ["played out", "rack Bob 30", "rack Cid k4"],
            ["accepted", "accepted", "hand-count"],
        ),
        "a rack of unknown size": (
            ["played", "played out", "rack Ann k4 k5", "rack Cid 12", "draw"],
            ["accepted", "accepted", "accepted", "accepted", "out-of-order"],
        ),
    }.values(),
)
def test_what_nobody_shows_convicts_nobody(lines: list[str], rulings: list[str]) -> None:
    assert ruled(BLIND + "\n".join(lines))[1:] == rulings


@pytest.mark.parametrize(
    ("name", "racks", "winner", "points"),
    {
        "the printed example": ("original-french", ("7", "12", "23"), "Ann", (21, -5, -16)),
        "Jumbo writes own sums": ("original-jumbo", ("7", "12", "23"), "Ann", (-7, -12, -23)),
        "equal sums, as many tiles": ("original-french", ("13", "10", "10"), None, (0, 0, 0)),
        "equal sums, fewer tiles": ("original-french", ("k10", "10", "13"), "Ann", (3, 0, -3)),
    }.values(),
)
def test_points_of_racks_may_be_told_without_their_tiles(
    name: str, racks: tuple[str, ...], winner: str | None, points: tuple[int, ...]
) -> None:
    """A blocked game: the pool runs out, and nobody lays."""
    lines = ["draw"] * (106 - 3 * 14) + ["pass"] * 3
    lines += ["correct Ann 1"] + [f"rack {n} {r}" for n, r in zip(NAMES, racks, strict=True)]
    text = f"edition {name}\nplayers Ann, Bob, Cid\nround Ann\n" + "\n".join(lines)
    (told,) = history_json(judge_tile_record(Record.parse(text)), Language.ENGLISH)["rounds"]
    assert (told["winner"], tuple(told["scores"].values())) == (winner, points)


def test_a_turn_that_nobody_showed_leaves_the_count_open() -> None:
    game = judge_tile_record(Record.parse(BLIND + "played\nplayed 4\ncorrect Ann 9")).match.game
    assert game is not None
    assert [game.count(seat) for seat in range(3)] == [9, 10, 14]
    before = judge_tile_record(Record.parse(BLIND + "played")).match.game
    assert before is not None and before.count(0) is None


def test_the_time_of_a_turn_is_changed_by_a_statement() -> None:
    text = (
        "edition original-jumbo\nplayers A, B\nround A @2026-11-16T20:00:00\n"
        "option time=90\ndraw @2026-11-16T20:01:20\noption time=off\n"
        "draw @2026-11-16T21:00:00\noption time=30\ndraw @2026-11-16T21:00:31"
    )
    assert _late(text) == [False, False, False, True]


def test_who_sets_the_clock_gives_the_turn_its_whole_time_again() -> None:
    text = (
        "edition original-jumbo\nplayers A, B\nround A @2026-11-16T20:00:00\n"
        "option time=30 @2026-11-16T20:00:50\ndraw @2026-11-16T20:01:20\n"
    )
    assert _late(text) == [False, False]
    assert _late(text.replace("20:01:20", "20:01:21")) == [False, True]


def test_a_pause_is_nobodys_turn() -> None:
    text = (
        "edition original-jumbo\nplayers A, B\nround A @2026-11-16T20:00:00\n"
        "pause @2026-11-16T20:00:30\nresume @2026-11-16T20:30:00\ndraw @2026-11-16T20:30:20"
    )
    assert _late(text) == [False, False]
    assert _late(text.replace("20:30:20", "20:30:31")) == [False, True]


def test_a_time_without_a_zone_is_held_against_none_with_one() -> None:
    text = (
        "edition original-jumbo\nplayers A, B\nround A @2026-11-16T20:00:00\n"
        "draw @2026-11-16T21:00:20+00:00"
    )
    assert _late(text) == [False, False]


def _late(text: str) -> list[bool]:
    rulings = history_json(judge_tile_record(Record.parse(text)), Language.ENGLISH)["rulings"]
    return [any(one["rule"] == "late" for one in ruling["advice"]) for ruling in rulings]


def test_only_the_time_is_chosen_in_the_middle_of_a_match() -> None:
    with pytest.raises(BadNotation, match="expected 'time'"):
        Record.parse(BLIND + "draw\noption blocked=differences")


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(TurboError, match="expected 2 to 4 players"):
        TileMatch(("A", "B", "C", "D", "E"), edition("special"))


RETURNS: dict[str, tuple[str, str, str]] = {
    "a whole set with its joker": (
        "k1 k2 k* | b10 b11 k*", "b10 b11 k*", "k1 k2 k*",
    ),
    "the joker of that colour": ("k1 k2 k* | b9 b10 b11 r*", "r*", "k1 k2 k* | b9 b10 b11 ."),
    "a joker read in another colour": ("k1 k2 k3 k*", "r*", "k1 k2 k3 ."),
}  # fmt: skip


@pytest.mark.parametrize("name", RETURNS)
def test_tiles_go_from_where_they_were_taken(name: str) -> None:
    """A joker is the same in any colour, but another set is not broken for it."""
    table, tiles, left = RETURNS[name]
    assert without_tiles(Layout.parse(table), parse_hand(tiles)) == Layout.parse(left)
