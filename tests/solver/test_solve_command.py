"""`turbo solve` and `turbo hint` as others build on them."""

import argparse
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from turbo.commands import solve as command
from turbo.errors import TurboError

FIGURE_2 = ["--table", "b3 b4 b5", "--hand", "r3 k3 o9"]


def solve(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_solve(parser)
    return command.solve(parser.parse_args(arguments))


def tell(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_hint(parser)
    return command.hint(parser.parse_args(arguments))


def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(*FIGURE_2, "--json") == 0
    answer = printed(capsys)
    assert answer["played"] == ["r3", "k3"]
    assert answer["proved"] is True
    assert sorted(answer["layout"].replace("/", " ").replace(".", " ").split()) == [
        "b3", "b4", "b5", "k3", "r3"
    ]  # fmt: skip


def test_no_play_leaves_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve("--table", "b3 b4 b5", "--hand", "o9", "--json") == 0
    assert printed(capsys) == {"played": [], "layout": "b3 b4 b5", "proved": True}


def test_an_empty_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve("--table", "", "--hand", "o9 k9 r9", "--json") == 0
    assert printed(capsys) == {"played": ["o9", "k9", "r9"], "layout": "k9 r9 o9", "proved": True}


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve("--table", "b3 b4 b5", "--hand", "b6") == 0
    assert capsys.readouterr().out == "play b6\nb3 b4 b5 b6\n"
    assert solve("--table", "b3 b4 b5", "--hand", "o9") == 0
    assert capsys.readouterr().out == "no play\n"


def test_any_stops_at_the_first_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve("--table", "b3 b4 b5", "--hand", "b6 b7 r3 k3", "--any", "--json") == 0
    assert len(printed(capsys)["played"]) == 1


LINES: list[tuple[str, str, dict[str, Any]]] = [
    ("a position", '{"id": 1, "table": "b3 b4 b5", "hand": "b6"}', {"id": 1, "played": ["b6"]}),
    ("an id of any kind", '{"id": "x", "table": "", "hand": ""}', {"id": "x", "played": []}),
    ("no id", '{"table": "", "hand": ""}', {"id": None, "played": []}),
    (
        "an illegal table",
        '{"id": 2, "table": "b3 b4", "hand": "b5"}',
        {"id": 2, "error": "expected a legal table, this one has: touching"},
    ),
    (
        "an unread face",
        '{"id": 3, "table": "", "hand": "?"}',
        {"id": 3, "error": "expected a table and a hand without unread faces"},
    ),
    (
        "no face",
        '{"id": 4, "table": "", "hand": "b14"}',
        {
            "id": 4,
            "error": "hand: line 1, column 1: expected a face such as b3, k13, r* or ?, got 'b14'",
        },
    ),
    ("no hand", '{"id": 5, "table": ""}', {"id": 5, "error": 'expected "hand" as text, got None'}),
    ("no object", "[1]", {"id": None, "error": 'expected an object {"id", "table", "hand"}'}),
]


@pytest.mark.parametrize(("line", "expected"), [r[1:] for r in LINES], ids=[r[0] for r in LINES])
def test_jsonl(
    line: str, expected: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "positions.jsonl"
    path.write_text(f"{line}\n\n")
    assert solve("--jsonl", str(path)) == 0
    answer = printed(capsys)
    assert {key: answer[key] for key in expected} == expected


def test_jsonl_answers_every_line_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "positions.jsonl"
    path.write_text("\n".join(["rubbish", *(line for _, line, _ in LINES)]))
    assert solve("--jsonl", str(path)) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["id"] for answer in answers] == [None, *(row[2]["id"] for row in LINES)]
    assert answers[0]["error"].startswith("expected one JSON object a line")


def test_jsonl_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = '{"id": 7, "table": "b3 b4 b5", "hand": "b2"}\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    assert solve("--jsonl", "-") == 0
    assert printed(capsys)["layout"] == "b2 b3 b4 b5"


BAD = [
    ("nothing given", [], "expected --table LAYOUT and --hand HAND"),
    ("no hand", ["--table", "b3 b4 b5"], "expected --table LAYOUT and --hand HAND"),
    ("an illegal table", ["--table", "b3 b4", "--hand", "b5"], "expected a legal table"),
    ("a bad layout", ["--table", "b3 x", "--hand", "b5"], "table: line 1, column 4: expected"),
    ("a bad hand", ["--table", "", "--hand", "x"], "hand: line 1, column 1: expected"),
    ("an unread face", ["--table", "", "--hand", "?"], "without unread faces"),
    ("both ways", ["--jsonl", "-", "--hand", "b3"], "expected either --jsonl FILE or"),
    ("no such file", ["--jsonl", "nowhere.jsonl"], "nowhere.jsonl: cannot be read: No such file"),
]


@pytest.mark.parametrize(("given", "why"), [r[1:] for r in BAD], ids=[r[0] for r in BAD])
def test_bad_input(given: list[str], why: str) -> None:
    with pytest.raises(TurboError, match=why):
        solve(*given)


def test_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert tell("--table", "b3 b4 b5", "--hand", "b6 o9") == 0
    assert capsys.readouterr().out == (
        "1. Add the blue 6 to the blue 3, the blue 4 and the blue 5: a run.\nb3 b4 b5 b6\n"
    )


def test_hint_in_another_language_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert tell("--table", "b3 b4 b5", "--hand", "b6 o9", "--lang", "nl", "--json") == 0
    assert printed(capsys) == {
        "played": ["b6"],
        "layout": "b3 b4 b5 b6",
        "proved": True,
        "steps": ["Leg de blauwe 6 aan bij de blauwe 3, de blauwe 4 en de blauwe 5: een serie."],
    }


def test_hint_without_a_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert tell("--table", "b3 b4 b5", "--hand", "o9", "--lang", "de") == 0
    assert capsys.readouterr().out == "Kein Würfel der Hand kann gespielt werden.\n"
