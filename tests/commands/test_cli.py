"""The command line that others build on: answers, exit codes, one-line errors."""

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from turbo.commands.cli import command_parser, main
from turbo.commands.listing import COMMANDS
from turbo.game.match import Options
from turbo.storage.store import Store

EVENING = str(Path(__file__).parents[2] / "examples" / "evening.turbo")


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "matches.db"
    monkeypatch.setenv("TURBO_STORE", str(path))
    return path


class Turbo:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        said = self.capsys.readouterr()
        return status, said.out, said.err

    def json(self, *arguments: str) -> Any:
        status, out, err = self(*arguments, "--json")
        assert not err and status in (0, 1)
        assert out.count("\n") == 1
        return json.loads(out)


@pytest.fixture
def turbo(capsys: pytest.CaptureFixture[str]) -> Turbo:
    return Turbo(capsys)


CHECKS = {
    "legal": ("b3 b4 b5", 0, True),
    "nothing on the table": ("", 0, True),
    "not legal": ("b3 b4 b6", 1, False),
    "unread, could be legal": ("b3 ? b5", 1, None),
    "unread, but wrong already": ("b3 ? r5", 1, False),
    "unread and alone": ("?", 1, False),
    "a third of the same face": ("b3 b4 b5 | b3 b4 b5 | b3 b4 b5", 0, True),
    "dice between bars need not hang together": ("b3 b4 b5 . k8 k9 k10", 0, True),
}


@pytest.mark.parametrize(("layout", "status", "legal"), CHECKS.values(), ids=CHECKS.keys())
def test_check(turbo: Turbo, layout: str, status: int, legal: bool | None) -> None:
    assert turbo("check", layout)[0] == status
    assert turbo.json("check", layout)["legal"] is legal


def test_special_jokers_are_typed_where_the_box_has_them(turbo: Turbo) -> None:
    assert turbo("check", "b3 b4 *d", "--edition", "special")[0] == 0
    for edition in ("turbo", "original-goliath"):
        status, _, said = turbo("check", "b3 b4 *d", "--edition", edition)
        assert status == 2 and "expected a face such as" in said and "got '*d'" in said


@pytest.mark.parametrize("edition", ["turbo", "original-goliath"])
def test_an_empty_layout_is_called_so(turbo: Turbo, edition: str) -> None:
    assert turbo("check", "", "--edition", edition) == (0, "nothing to judge\n", "")


def test_turbo_alone_says_what_to_do_first(turbo: Turbo) -> None:
    status, out, err = turbo()
    assert (status, err) == (0, "")
    assert "turbo run --camera twin --new" in out and "table set-up:" in out


@pytest.mark.parametrize(
    "example", [one for command in COMMANDS.values() for one in command.examples]
)
def test_every_example_of_a_help_can_be_typed(example: str) -> None:
    if example.startswith("turbo "):
        words = shlex.split(example.partition(" > ")[0])[1:]
        with suppress(SystemExit):  # a help that is asked for ends the program
            command_parser(words[0]).parse_args(words[1:])


def test_options_may_stand_anywhere(turbo: Turbo, tmp_path: Path, own_store: Path) -> None:
    turbo("import", EVENING)
    out = tmp_path / "out.turbo"
    assert turbo("export", "1", "--store", str(own_store), str(out)) == (0, "", "")
    assert out.read_text().startswith("players")


def test_a_folder_in_place_of_a_file_is_called_so(turbo: Turbo, tmp_path: Path) -> None:
    turbo("import", EVENING)
    status, _, err = turbo("card", "1", str(tmp_path))
    assert status == 2 and err == f"turbo: {tmp_path} is a folder: expected the name of a file\n"


def test_the_module_is_the_command() -> None:
    asked = [sys.executable, "-m", "turbo", "check", "b3 b4 b5"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert told.stdout.startswith("legal")


def test_a_shell_completes_commands_and_options(tmp_path: Path) -> None:
    def completed(line: str) -> list[str]:
        answer = tmp_path / "answer"
        env = os.environ | {
            "_ARGCOMPLETE": "1",
            "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
            "COMP_LINE": line,
            "COMP_POINT": str(len(line)),
            "_ARGCOMPLETE_IFS": "\n",
        }
        subprocess.run([sys.executable, "-m", "turbo"], env=env, check=False)
        return [one.strip() for one in answer.read_text().split("\n")]

    assert completed("turbo ref") == ["referee"]
    assert "--edition" in completed("turbo check --e")


def test_check_gives_sets_with_readings_and_faults_with_cells(turbo: Turbo) -> None:
    answer = turbo.json("check", "b3 r* b5 / . k4 . / . o4 . | r7")
    assert answer == {
        "legal": False,
        "sets": [
            {"kind": "run", "faces": ["b3", "r*", "b5"], "readings": [["b3", "b4", "b5"]]},
            {"kind": "group", "faces": ["r*", "k4", "o4"], "readings": [["b4", "k4", "o4"]]},
        ],
        "faults": [
            {
                "rule": "lone-die",
                "faces": ["r7"],
                "cells": [[1, 0, 0]],
                "message": "The red 7 lies alone: every die on the table must be in a set.",
            }
        ],
    }


def test_a_chain_that_could_be_both_is_a_group_with_all_readings(turbo: Turbo) -> None:
    (found,) = turbo.json("check", "r* b5 k*")["sets"]
    assert found["kind"] == "group"
    assert len(found["readings"]) == 3 * 2 + 2
    assert ["b4", "b5", "b6"] in found["readings"] and ["b6", "b5", "b4"] in found["readings"]


def test_referee_gives_rulings_with_lines_and_the_score(turbo: Turbo, tmp_path: Path) -> None:
    path = tmp_path / "short.turbo"
    path.write_text("players Ann, Bob\n\nround Ann\npass\nscore Bob 12 out\nend we stop\n")
    answer = turbo.json("referee", str(path))
    assert [(one["line"], one["player"], one["verdict"]) for one in answer["rulings"]] == [
        (3, "Ann", "accepted"),
        (4, "Ann", "rejected"),
        (5, "Bob", "accepted"),
    ]
    assert [fault["rule"] for fault in answer["rulings"][1]["faults"]] == ["not-thrown"]
    scores = {"Ann": 0, "Bob": 12}
    assert answer["rounds"] == [{"winner": "Bob", "points": 12, "by": "out", "scores": scores}]
    assert (answer["edition"], answer["wins"]) == ("turbo", {"Ann": 0, "Bob": 1})
    assert answer["totals"] == {"Ann": 0, "Bob": 12}
    assert answer["players"] == ["Ann", "Bob"]


@pytest.mark.parametrize("language", ["en", "nl", "fr", "de"])
def test_referee_prints_every_ruling_and_the_score_card(turbo: Turbo, language: str) -> None:
    status, out, err = turbo("referee", EVENING, "--lang", language)
    assert status == 0 and not err
    assert "thrown-twice" in out and "175" in out
    assert "\x1b" not in out, "colour is for terminals"


def test_follow_shows_the_table(turbo: Turbo) -> None:
    out = turbo("referee", EVENING, "--follow", "0")[1]
    assert "      Ann: " in out and len(out) > len(turbo("referee", EVENING)[1])


def test_advice_names_a_play_that_was_missed(turbo: Turbo, tmp_path: Path) -> None:
    path = tmp_path / "missed.turbo"
    path.write_text("players Ann, Bob\nround Ann\nbegin table b3 b4 b5\nthrow Ann b6 k1\npass\n")
    plain = turbo.json("referee", str(path))["rulings"][-1]
    asked = turbo.json("referee", str(path), "--advice")["rulings"][-1]
    assert plain["advice"] == []
    (advice,) = asked["advice"]
    assert (advice["rule"], advice["faces"]) == ("missed-play", ["b6"])
    assert "b3 b4 b5 b6" in advice["message"] or "b6 b5 b4 b3" in advice["message"]
    assert asked["verdict"] == "accepted"


def test_strict_block_counts_a_turn_as_blank_only_without_a_play(
    turbo: Turbo, tmp_path: Path
) -> None:
    lines = ["players Ann, Bob", "round Ann", "begin table b3 b4 b5"]
    for turn in range(6):
        lines += [
            f"throw {'Ann' if turn % 2 == 0 else 'Bob'} {'b6' if turn == 2 else 'k1'}",
            "pass",
        ]
    path = tmp_path / "block.turbo"
    path.write_text("\n".join(lines))
    assert len(turbo.json("referee", str(path))["rounds"]) == 1
    assert turbo.json("referee", str(path), "--strict-block")["rounds"] == []


def test_import_show_undo_amend_export(turbo: Turbo, tmp_path: Path) -> None:
    assert turbo("matches") == (0, "", "")
    assert turbo.json("import", EVENING)["match"] == 1
    before = turbo.json("show", "1")
    out = tmp_path / "out.turbo"
    assert turbo("export", "1", str(out))[0] == 0
    again = turbo.json("referee", str(out))
    assert {key: again[key] for key in ("rounds", "totals", "winner", "finished")} == {
        key: before[key] for key in ("rounds", "totals", "winner", "finished")
    }
    last = len(turbo.json("show", "1", "--history")["history"])
    assert turbo("undo", "1", "--by", "Bob")[0] == 0
    assert turbo.json("show", "1")["finished"] is False
    assert turbo("undo", "1", str(last + 1))[0] == 0
    assert turbo.json("show", "1") == before
    assert turbo("amend", "1", "1", "round Bob")[0] == 0
    log = turbo.json("show", "1", "--history")["history"]
    assert log[0]["superseded_by"] == last + 3
    assert log[-1]["statement"] == "amend 1 round Bob"
    assert turbo.json("show", "1")["totals"] != before["totals"]
    assert "amended" in turbo("show", "1", "--history")[1]
    assert turbo.json("matches")["matches"][0]["players"] == ["Ann", "Bob"]
    assert "Ann" in turbo("matches")[1]


def test_a_simulated_match_says_so_wherever_it_is_shown(turbo: Turbo, own_store: Path) -> None:
    with Store(own_store) as store:
        store.new_match(("Ann", "Bob"), datetime(2026, 1, 2, tzinfo=UTC), Options(simulated=True))
    assert turbo("matches")[1].rstrip().endswith("SIMULATED")
    assert turbo.json("matches")["matches"][0]["simulated"]
    assert turbo("show", "1")[1].startswith("SIMULATED: ")
    assert "\noption simulated\n" in turbo("export", "1")[1]


def test_an_export_says_which_options_the_match_was_judged_with(turbo: Turbo) -> None:
    turbo("import", EVENING, "--strict")
    assert turbo("export", "1")[1].startswith("players Ann, Bob\noption strict\n")


ERRORS = {
    "unknown command": ["dance"],
    "unknown option": ["check", "b3", "--loud"],
    "bad layout": ["check", "b3 b99"],
    "bad language": ["check", "b3", "--lang", "tlh"],
    "no such record": ["referee", "nowhere.turbo"],
    "a folder as record": ["referee", "."],
    "bad pause": ["referee", EVENING, "--follow", "soon"],
    "no such match": ["show", "99"],
    "a match in words": ["show", "first"],
    "undo without a store": ["undo", "1"],
    "import of rubbish": ["import", __file__],
}


@pytest.mark.parametrize("arguments", ERRORS.values(), ids=ERRORS.keys())
def test_input_that_cannot_be_used_gets_one_line_and_status_2(
    turbo: Turbo, arguments: list[str]
) -> None:
    status, out, err = turbo(*arguments)
    assert status == 2 and not out
    assert err.count("\n") == 1 and err.startswith("turbo: ")


SAID = {
    "a match in words": (["show", "first"], "expected the number of a match"),
    "a card in no folder": (["card", "1", "/proc/card.pdf"], "turbo: /proc/card.pdf: cannot be"),
    "no name": (["referee", ""], "turbo: '': cannot be read"),
    "no film": (["watch", EVENING[:-1]], "expected a video or a folder of pictures, got"),
    "a camera is no film": (["watch", "http://192.0.2.1/"], "expected a video or a folder"),
    "presses in words": (["watch", ".", "--presses", EVENING], "expected seconds of the film"),
    "presses of bytes": (["watch", ".", "--presses", sys.executable], "expected a text file"),
    "a database of no kind": (["hall", "--database", "mysql://x", "verify"], "expected postgresql"),
    "no picture": (["calibrate", "--picture", EVENING[:-1]], "cannot be read: No such file"),
}


@pytest.mark.parametrize(("arguments", "words"), SAID.values(), ids=SAID.keys())
def test_what_was_expected_is_said(turbo: Turbo, arguments: list[str], words: str) -> None:
    turbo("import", EVENING)
    status, out, err = turbo(*arguments)
    assert (status, out) == (2, "")
    assert words in err and err.count("\n") == 1 and "Errno" not in err


def options_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for one in parser._actions:
        if isinstance(one, argparse._SubParsersAction):
            for inner in one.choices.values():
                yield from options_of(inner)
        else:
            yield one


@pytest.mark.parametrize("command", COMMANDS)
def test_whoever_mistypes_a_number_is_told_which_are_meant(command: str) -> None:
    """A bare float takes 'nan', and a bare int says 'invalid int value'."""
    bare = [one.dest for one in options_of(command_parser(command)) if one.type in (int, float)]
    assert bare == []


def test_bytes_that_are_no_text_are_refused(turbo: Turbo, tmp_path: Path) -> None:
    path = tmp_path / "photo.turbo"
    path.write_bytes(b"players \xff\xfe")
    status, _, err = turbo("referee", str(path))
    assert status == 2 and "UTF-8" in err


def test_a_record_comes_through_a_pipe_and_a_closed_pipe_is_no_traceback() -> None:
    turbo = [sys.executable, "-m", "turbo.commands.cli"]
    command = [*turbo, "referee", "-", "--json"]
    read = subprocess.run(command, input=b"players A, B\n", capture_output=True)
    assert json.loads(read.stdout)["players"] == ["A", "B"]
    reading, writing = os.pipe()
    os.close(reading)
    closed = subprocess.run([*turbo, "referee", EVENING], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert b"Traceback" not in closed.stderr
