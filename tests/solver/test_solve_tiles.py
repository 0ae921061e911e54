"""`turbo solve --edition` as others build on it."""

import io
import json
import sys
from typing import Any

import pytest

from tests.solver.test_solve_command import printed, solve
from turbo.commands.solve import SAID
from turbo.errors import TurboError
from turbo.game.messages import Language

MELD = ["--table", "b4 b5 b6", "--hand", "b3 k10 r10 o10"]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve("--edition", "original-jumbo", *MELD, "--json") == 0
    assert printed(capsys) == {
        "played": ["b3", "k10", "r10", "o10"],
        "layout": "b3 b4 b5 b6 | k10 r10 o10",
        "proved": True,
    }


@pytest.mark.parametrize(("name", "tiles"), [("original-jumbo", 3), ("original-goliath", 4)])
def test_a_first_meld(name: str, tiles: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert solve("--edition", name, *MELD, "--first-meld", "--json") == 0
    assert len(printed(capsys)["played"]) == tiles


def test_the_joker_costs_what_the_edition_says(capsys: pytest.CaptureFixture[str]) -> None:
    """Of five pieces four make a group: the joker costs more than the tile that is left."""
    assert solve("--edition", "six", "--table", "", "--hand", "r12 k12 b12 o12 r*", "--json") == 0
    played = printed(capsys)["played"]
    assert len(played) == 4 and "r*" in played


@pytest.mark.parametrize("language", list(Language))
def test_words(language: Language, capsys: pytest.CaptureFixture[str]) -> None:
    assert all(language in texts for texts in SAID.values())
    solve("--edition", "six", "--table", "b3 b4 b5", "--hand", "o9", "--lang", str(language))
    assert capsys.readouterr().out == SAID["no-play"][language] + "\n"
    solve("--edition", "special", "--table", "", "--hand", "*d", "--lang", str(language))
    assert SAID["not-proved"][language] in capsys.readouterr().out


LINES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "an edition, melded",
        {"table": "b4 b5 b6", "hand": "b3", "edition": "original-jumbo", "melded": True},
        {"played": ["b3"], "layout": "b3 b4 b5 b6", "proved": True},
    ),
    (
        "not melded",
        {"table": "b4 b5 b6", "hand": "b3", "edition": "original-jumbo", "melded": False},
        {"played": [], "layout": "b4 b5 b6", "proved": True},
    ),
    (
        "the edition of the command",
        {"table": "b4 b5 b6", "hand": "b3 b3 b3"},
        {"played": ["b3"], "layout": "b3 b4 b5 b6", "proved": True},
    ),
    (
        "dice",
        {"table": "b4 b5 b6", "hand": "b3", "edition": "turbo"},
        {"played": ["b3"], "layout": "b3 b4 b5 b6", "proved": True},
    ),
    (
        "no such edition",
        {"table": "", "hand": "", "edition": "chess"},
        {"error": 'expected "edition" as one of turbo, original-jumbo'},
    ),
    (
        "odd melded",
        {"table": "", "hand": "", "melded": "no"},
        {"error": "expected \"melded\" as true or false, got 'no'"},
    ),
    (
        "more than the box holds",
        {"table": "", "hand": "b3 b3 b3", "edition": "special"},
        {"error": "expected at most 2 of b3 in special, got 3"},
    ),
    (
        "special jokers are in one box alone",
        {"table": "", "hand": "*d", "edition": "six"},
        {"error": "hand: line 1, column 1: expected a face"},
    ),
]


@pytest.mark.parametrize(("asked", "answer"), [row[1:] for row in LINES], ids=[r[0] for r in LINES])
def test_jsonl(
    asked: dict[str, Any],
    answer: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = json.dumps({"id": 7, **asked}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
    assert solve("--edition", "six", "--jsonl", "-") == 0
    said = printed(capsys)
    assert said.pop("id") == 7
    if "error" in answer:
        assert said["error"].startswith(answer["error"])
    else:
        assert said == answer


def test_putting_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    order = ["--edition", "six", "--table", "b3 b4 b5 | k8 r8 o8", "--order"]
    assert solve(*order, "o8 k8 b4 b3 r8 b5", "--json") == 0
    assert printed(capsys) == {"layout": "b3 b4 b5 | k8 r8 o8"}
    assert solve(*order, "o8 k8 b4 b3 r8", "--json") == 0
    assert printed(capsys) == {"layout": None}
    assert solve(*order, "o8", "--lang", "nl") == 0
    assert capsys.readouterr().out == SAID["no-order"][Language.DUTCH] + "\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--edition", "turbo", "--table", "", "--order", "b3"],
        ["--edition", "six", "--order", "b3"],
        ["--edition", "six", "--table", "b3 ?", "--order", "b3"],
        ["--edition", "six", "--table", "", "--order", "b3", "--jsonl", "-"],
        ["--edition", "six", "--table", "b3 b4", "--hand", "b5"],
        ["--edition", "six", "--table", "b3 b4 b5"],
    ],
)
def test_what_cannot_be_asked_is_told_in_one_line(arguments: list[str]) -> None:
    with pytest.raises(TurboError, match=r"^expected[^\n]*$"):
        solve(*arguments)
