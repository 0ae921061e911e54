"""Records of tile games: judged statement by statement, and back to the same text."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turbo.errors import BadNotation, TurboError
from turbo.game.dice import NUMBERED_FACES, parse_hand
from turbo.game.editions import EDITIONS, TURBO, edition
from turbo.game.events import Ended, HandedOver, Overruled, Passed, RoundStarted, TableCorrected
from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.tiles.acts import (
    Act,
    Drawn,
    Penalised,
    RackBegun,
    RackCorrected,
    RackShown,
    Redealt,
    Returned,
)
from turbo.tiles.contest import Contest
from turbo.tiles.documents import referee_document, referee_tiles
from turbo.tiles.speech import SENTENCES, tile_message
from turbo.tiles.transcript import Transcript, act_text
from turbo.tiles.umpire import judge_tiles

HEAD = "edition original-jumbo\nplayers Ann, Bob, Cid\nround Ann\n"


def ruled(text: str) -> list[str]:
    """Every ruling of a record: accepted, unsure, or the ids of its faults."""
    found = referee_document(Transcript.parse(text), Language.ENGLISH)["rulings"]
    return [" ".join(f["rule"] for f in one["faults"]) or one["verdict"] for one in found]


def test_the_example_of_the_rules_is_judged() -> None:
    text = HEAD + (
        "draw\ntable k10 r10 o10\npenalty 3\ntable k10 r10 o10 | b4 b5 b6 | k5 r5 o5\n"
        "table k10 r10 o10 b10 | b4 b5 b6 | k5 r5 o5\ndraw"
    )
    assert ruled(text) == ["accepted"] * 7
    game = referee_tiles(Transcript.parse(text))[-1].contest.game
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
    answer = referee_document(Transcript.parse(text), Language.DUTCH)
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
    game = referee_tiles(Transcript.parse(HEAD + "\n".join(lines)))[-1].contest.game
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
    rulings = referee_document(Transcript.parse(text), Language.ENGLISH)["rulings"]
    assert [[a["rule"] for a in one["advice"]] for one in rulings] == [[], [], ["late"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    {
        "no such edition": ("edition chess\nplayers A, B", "expected an edition"),
        "too many": ("edition special\nplayers A, B, C, D, E", "expected 2 to 4 players"),
        "a throw": ("edition six\nplayers A, B\nround A\nthrow A k1", "tiles are not thrown"),
        "equal names": ("edition six\nplayers A, A", "different names"),
        "an odd option": ("edition six size=3\nplayers A, B", "expected an option"),
        "a special joker": ("edition six\nplayers A, B\nround A\ntable *x k1", "expected a face"),
    }.values(),
)
def test_what_cannot_be_read_is_told_in_one_line(text: str, expected: str) -> None:
    with pytest.raises(BadNotation, match=expected):
        Transcript.parse(text)


def test_typed_results_win_by_games_in_special() -> None:
    rows = ["24 -5 -16 -3", "-6 -11 22 -5", "-32 -13 -2 47", "-10 -25 41 -6"]
    lines = ["edition special rounds=1", "players A, B, C, D"]
    for row in rows:
        points = ", ".join(f"{n} {p}" for n, p in zip("ABCD", row.split(), strict=True))
        lines += ["round A", f"score {points} out"]
    answer = referee_document(Transcript.parse("\n".join(lines)), Language.ENGLISH)
    assert answer["totals"] == {"A": -24, "B": -54, "C": 45, "D": 33}
    assert answer["winner"] == "C" and answer["finished"]


NAMES = ("Ann", "Bob", "Cid")
faces = st.lists(st.sampled_from(NUMBERED_FACES), min_size=1, max_size=6).map(tuple)
layouts = st.lists(faces, max_size=3).map(lambda rows: Layout(tuple((row,) for row in rows)))
names = st.sampled_from(NAMES)
acts: st.SearchStrategy[Act] = st.one_of(
    names.map(RoundStarted),
    layouts.map(HandedOver),
    st.just(Drawn()),
    st.just(Passed()),
    st.builds(Penalised, st.integers(0, 9), st.none() | layouts),
    faces.map(Returned),
    st.builds(Redealt, names, faces),
    st.builds(RackBegun, names, st.integers(0, 20), st.booleans()),
    st.builds(RackShown, names, faces),
    st.builds(RackCorrected, names, st.integers(0, 20)),
    st.builds(RackCorrected, names, st.none(), faces),
    layouts.map(TableCorrected),
    st.just(Overruled("so be it")),
    st.just(Ended("tired")),
)


@given(st.sampled_from(sorted(set(EDITIONS) - {TURBO.name})), st.lists(acts, max_size=12))
def test_any_statement_in_any_state_gets_a_ruling(name: str, said: list[Act]) -> None:
    contest = Contest(NAMES, edition(name))
    for act in [RoundStarted("Ann"), *said]:
        ruling = judge_tiles(contest, act)
        for fault in (*ruling.faults, *ruling.advice):
            for language in Language:
                assert tile_message(fault, contest.edition, language)
        contest = contest.after(act, ruling)


@given(st.lists(acts, max_size=12), st.sampled_from(["original-jumbo", "special"]))
def test_a_record_reads_back_to_itself(said: list[Act], name: str) -> None:
    text = f"edition {name}\nplayers Ann, Bob, Cid\n"
    text += "\n".join(map(act_text, said))
    record = Transcript.parse(text)
    assert [one.act for one in record.acts] == said
    assert Transcript.parse(str(record)) == record


def test_every_sentence_is_in_four_languages() -> None:
    assert all(len(set(texts)) == 4 for texts in SENTENCES.values())


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


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(TurboError, match="expected 2 to 4 players"):
        Contest(("A", "B", "C", "D", "E"), edition("special"))
