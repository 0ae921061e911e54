"""Tile editions tried as a family would: what once was wrong, and is not any more."""

import shutil
import zipfile
from pathlib import Path

import pytest

from tests.live.test_live_tiles import Evening
from turbo.commands.cli import main
from turbo.game.dice import SPECIAL, Face, parse_hand
from turbo.game.editions import edition
from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.game.naming import name
from turbo.game.record import Record
from turbo.live.inputs import Answered
from turbo.storage.history import judge_tile_record
from turbo.tiles.match import TileMatch
from turbo.tiles.rows import TileLayout
from turbo.tiles.score import counted
from turbo.tiles.speech import tile_message
from turbo.twin.tile_acting import IN_SIGHT
from turbo.twin.tile_drawing import TileLook, tile_texture
from web.texts import text


def full_table(tiles: int) -> str:
    """So many tiles in runs of one colour, each tile at most twice."""
    box = [f"{ink}{number}" for ink in "krbo" for number in range(1, 14)] * 2
    return " ".join(box[:tiles])


@pytest.mark.parametrize(
    "said", [("table", "Ann", "Bob", "Cid"), ("Cid", "Bob", "table", "Ann"), ("Ann", "table")]
)
def test_the_pool_is_counted_when_all_has_been_said(said: tuple[str, ...]) -> None:
    words = {
        "table": f"begin table {full_table(102)}",
        "Ann": "begin Ann 1 out",
        "Bob": "begin Bob 1 out",
        "Cid": "begin Cid 2 out",
    }
    lines = ["edition original-goliath", "players Ann, Bob, Cid", "round Ann"]
    record = Record.parse("\n".join([*lines, *(words[one] for one in said)]))
    game = judge_tile_record(record).match.game
    assert game is not None and game.pool == 0


def test_a_game_taken_up_with_an_empty_pool_is_blocked_by_passes() -> None:
    begun = [f"begin table {full_table(102)}", "begin Ann 1 out", "begin Bob 1 out"]
    lines = ["edition original-goliath", "players Ann, Bob, Cid", "round Ann", *begun]
    text = "\n".join([*lines, "begin Cid 2 out", "pass", "pass", "pass"])
    refereed = judge_tile_record(Record.parse(text)).judged
    assert [str(one.ruling.verdict) for one in refereed[-3:]] == ["accepted"] * 3
    game = refereed[-1].match.game
    assert game is not None and game.is_over


def test_a_pool_with_tiles_left_is_what_the_box_has_left() -> None:
    text = "edition six\nplayers A, B\nround A\nbegin table b3 b4 b5\nbegin A 10 out\nbegin B 20"
    game = judge_tile_record(Record.parse(text)).match.game
    assert game is not None and game.pool == 160 - 3 - 10 - 20


@pytest.mark.parametrize("number", SPECIAL)
def test_special_jokers_are_drawn(number: int) -> None:
    drawn = {one: tile_texture(Face(None, one), TileLook().printed).tobytes() for one in SPECIAL}
    blank = tile_texture(None, TileLook().printed)
    assert drawn[number] != blank.tobytes()
    assert len(set(drawn.values())) == len(SPECIAL)


@pytest.mark.parametrize("language", Language)
def test_special_jokers_have_names(language: Language) -> None:
    named = {name(Face(None, number), language, "bare") for number in SPECIAL}
    assert len(named) == len(SPECIAL)
    joker = name(Face.parse("r*"), language, "bare").lower()
    assert all(joker in one.lower() for one in named)


@pytest.mark.parametrize("language", Language)
def test_the_mischief_of_tiles_is_named_on_the_page(language: Language) -> None:
    own = {"take-back": "take-back-tiles"}
    named = {str(text(f"mischief.{own.get(one, one)}", language)) for one in IN_SIGHT}
    assert len(named) == len(IN_SIGHT)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language.ENGLISH, "Double joker"),
        (Language.DUTCH, "Dubbele joker"),
        (Language.FRENCH, "Joker double"),
        (Language.GERMAN, "Doppeljoker"),
    ],
)
def test_a_fault_names_the_special_joker(language: Language, words: str) -> None:
    special = edition("special")
    (fault,) = TileLayout(Layout.parse("*d r3", special=True), special).faults()
    assert tile_message(fault, special, language).startswith(words)


def test_a_joker_of_a_box_with_four_kinds_is_asked_about_once() -> None:
    evening = Evening("special").lies("").press().lies("b10 r* k10").press()
    (question,) = evening.step.questions
    assert [face for face, _ in question.faces] == ["r*", "*d", "*c", "*m"]
    (face,) = parse_hand("r*")
    evening.step = evening.dispatcher.step(Answered(evening.at_s, question.id, face))
    assert evening.acts[-1] == "table b10 r* k10"
    evening.lies("b10 r* k10 | r11 b11 o11").press()
    assert not evening.step.questions


def test_people_read_of_tiles_and_programs_of_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--edition", "original-jumbo", "b3 b4 b5 | r9"]) == 1
    told = capsys.readouterr().out
    assert "lone-tile" in told and "lone-die" not in told
    main(["check", "--edition", "original-jumbo", "--json", "b3 b4 b5 | r9"])
    assert '"lone-die"' in capsys.readouterr().out


def test_show_tells_of_a_match_without_a_finished_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "one.turbo"
    record.write_text("edition original-goliath\nplayers Ann, Bob, Cid\n")
    store = ["--store", str(tmp_path / "m.db")]
    main(["import", str(record), *store])
    capsys.readouterr()
    main(["show", "1", *store])
    told = capsys.readouterr().out
    assert "original-goliath" in told and "Cid" in told


def test_show_says_who_gave_up_and_who_has_won(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "one.turbo"
    won = "round Ann\nplayed out\nrack Bob 3\nrack Cid 4\n"
    record.write_text(f"edition original-goliath\nplayers Ann, Bob, Cid\n{won}resign Bob\n")
    store = ["--store", str(tmp_path / "m.db")]
    main(["import", str(record), *store])
    capsys.readouterr()
    main(["show", "1", *store])
    assert capsys.readouterr().out.endswith("resigned: Bob\nwinner: Ann\n")


def test_hint_knows_editions(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--edition", "original-goliath", "--table", "k4 r4 b4 o4", "--hand", "b3 b5 b6"]
    assert main(["hint", *words, "--lang", "de"]) == 0
    told = capsys.readouterr().out
    assert "Gruppe" in told and "als Reihe legen" in told and "k4 r4 o4" in told


def test_hint_says_where_there_is_no_play(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--edition", "original-jumbo", "--table", "", "--hand", "k9 r9 o9", "--first-meld"]
    main(["hint", *words])
    assert capsys.readouterr().out == "No tile of the rack can be laid.\n"


def test_the_help_and_the_book_speak_of_tiles(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "tiles" in capsys.readouterr().out.split("positional")[0]
    book = (Path(__file__).parents[2] / "docs" / "index.md").read_text(encoding="utf-8")
    assert "editions with tiles" in book and "make demo-tiles" in book


def played(*lines: str, edition: str = "original-goliath", players: str = "A, B, C") -> TileMatch:
    text = "\n".join([f"edition {edition}", f"players {players}", *lines])
    return judge_tile_record(Record.parse(text)).match


def test_one_goes_home_and_the_others_play_on() -> None:
    match = played("round A", "draw", "leave B", "draw", "draw")
    game = match.game
    assert game is not None and not match.is_finished
    assert (match.players[game.turn], game.racks) == ("C", (16, 0, 15))
    assert game.pool == 106 - 16 - 15


def test_who_went_home_pays_and_wins_nothing_more() -> None:
    first = ("round A", "score A 20, B -5, C -15 out", "leave B")
    second = ("round C", "played k10 r10 o10", "draw", "played out", "rack A 12")
    match = played(*first, *second, "end late")
    assert match.results[-1].points == (-12, 0, 12)
    assert (match.totals, match.winner) == ((8, -5, -3), "A")


@pytest.mark.parametrize(
    ("name", "points"), [("original-jumbo", (-7, 0, -23)), ("original-french", (16, 0, -16))]
)
def test_a_blocked_game_without_who_went_home(name: str, points: tuple[int, ...]) -> None:
    result = counted(edition(name), (7, 0, 23), None, gone=frozenset({1}))
    assert (result.winner, result.points) == (0, points)


def test_the_last_turns_of_an_empty_pool_are_one_fewer() -> None:
    begun = (f"begin table {full_table(60)}", "begin A 14", "begin B 14", "begin C 17")
    match = played("round A", *begun, "draw", "leave B", "penalty 99", edition="original-jumbo")
    assert match.game is not None and match.game.last_turns == 1


def test_the_last_who_is_left_has_won() -> None:
    match = played("round A", "draw", "leave B", "leave C")
    assert (match.is_finished, match.winner) == (True, "A")


def test_nobody_starts_a_game_after_going_home() -> None:
    match = played("leave A", "round A")
    assert match.game is None and match.next_starter == "B"


def test_a_resignation_ends_the_match_as_ever() -> None:
    match = played("round A", "draw", "resign B")
    assert match.is_finished and match.game is None


def test_who_goes_home_is_written_and_read_again() -> None:
    text = "edition six\nplayers A, B, C\nround A\nleave B"
    assert str(Record.parse(text)) == text


def test_evidence_without_a_tape_is_judged_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "refused.zip"
    shutil.copy(Path(__file__).parents[1] / "data" / "kept" / "refused.zip", path)
    assert main(["replay", str(path)]) == 0
    assert "the same 3 rulings" in capsys.readouterr().out
    with zipfile.ZipFile(path) as packed:
        texts = {name: packed.read(name) for name in packed.namelist()}
    other = texts["rulings.json"].replace(b"rejected", b"accepted")
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in (texts | {"rulings.json": other}).items():
            packed.writestr(name, data)
    assert main(["replay", str(path)]) == 1
    assert "DIFFERS, ruling 2" in capsys.readouterr().out
