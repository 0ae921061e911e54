"""`turbo twin`, which says loudly that all of it is simulated."""

import argparse
import json
from pathlib import Path

import cv2
import pytest

from turbo.app.parts import BANNER
from turbo.commands.twin import add_arguments, run
from turbo.errors import TurboError
from turbo.game.record import Record
from turbo.twin.mischief import MISCHIEF
from turbo.twin.options import KEYS


def _run(*argv: str) -> int:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args(argv))


def test_a_match_is_told_and_written_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.turbo"
    status = _run("--seed", "3", "--skill", "simple", "--mischief", "0.3", "--record", str(path))
    text = capsys.readouterr().out
    assert status == 0 and text.startswith(BANNER)
    assert text.count("\nround ") == 6 and "-> rejected: " in text
    assert text.rstrip().endswith("simulation finished; score as expected")
    assert Record.parse(path.read_text()).players == ("Ann", "Bob")
    assert "SIMULATED" in path.read_text()


def test_many_matches_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("--matches", "4", "--skill", "simple", "--mischief", "0.2") == 0
    text = capsys.readouterr().out
    assert "4 matches" in text and "equal to the ledger: 4;" in text and "not so: 0" in text


def test_every_mischief_and_every_option_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("--list") == 0
    lines = capsys.readouterr().out.splitlines()
    names = [*MISCHIEF, *(f"--with {key}=" for key in KEYS)]
    assert all(line.startswith(name) for line, name in zip(lines, names, strict=True))


def test_looks_without_pictures_are_refused() -> None:
    with pytest.raises(TurboError, match="--frames"):
        _run("--with", "people=brisk")


def test_frames_come_with_their_truth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Seed 12: a round of few throws, on every machine; what a throw costs is its mechanics.
    argv = ["--seed", "12", "--rate", "1", "--size", "320x240", "--skill", "simple"]
    assert _run("--frames", str(tmp_path / "out"), *argv) == 0
    assert capsys.readouterr().out.startswith(BANNER)
    stills = sorted((tmp_path / "out").glob("still_*.json"))
    assert len(stills) > 5
    truth = json.loads(stills[3].read_text())
    assert truth["simulated"] is True and not truth["hands_in_view"]
    still = cv2.imread(str(tmp_path / "out" / truth["image"]))
    assert still is not None and still.shape == (240, 320, 3)
    assert all(len(die["quad"]) == 4 for die in truth["dice"]) and truth["dice"]
    ledger = json.loads((tmp_path / "out" / "ledger.json").read_text())
    assert len(ledger["results"]) == 1
    film = cv2.VideoCapture(str(tmp_path / "out" / "film.avi"))
    assert film.read()[0]
    film.release()


BAD = [
    ("many with tiles", ("--edition", "six", "--matches", "2"), "--matches: expected dice"),
    (
        "dice's mischief with tiles",
        ("--edition", "six", "--act", "turn-die"),
        "--act: expected dice",
    ),
    ("an unknown act", ("--act", "dance"), "expected a mischief"),
    ("a folder for a record", ("--skill", "simple", "--record", "/"), "--record: /:"),
    ("a record of many", ("--matches", "2", "--record", "x"), "expected a single match"),
    ("an unknown light", ("--frames", "out", "--light", "moon"), "expected a light"),
    ("an unknown surface", ("--frames", "out", "--surface", "ice"), "expected a surface: wood"),
]


@pytest.mark.parametrize(("argv", "text"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_what_cannot_be_used_is_said_in_a_line(argv: tuple[str, ...], text: str) -> None:
    with pytest.raises(TurboError, match=text) as caught:
        _run(*argv)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "argv", [("--seed", "x"), ("--mischief", "2"), ("--rate", "0"), ("--size", "9")]
)
def test_what_argparse_refuses(argv: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        _run(*argv)
    assert "expected" in capsys.readouterr().err
