"""Served for real: waitress, many streams, stopping, and the command that starts it."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
import urllib.request
from argparse import ArgumentParser, Namespace
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tools.trials.waiting import LONG_S
from tools.trials.web_support import OPENING, FakeTable, Site, comes_true
from turbo.commands.cli import main
from turbo.commands.serve import (
    add_arguments,
    keep_score,
    keys_for,
    last_match,
    pictures_beside,
)
from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.editions import PieceKind
from turbo.game.record import parse_event
from turbo.storage.roll_book import Roll, Rolls, rolls_path
from turbo.storage.session import Session
from turbo.storage.store import Store
from web.auth.keys import Door, Keys, Role
from web.serve import Ports, Server, addresses
from web.settings import DEFAULTS, WebSettings

ROOT = Path(__file__).parents[2]


def _get(port: int, path: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=LONG_S) as answer:
        data: bytes = answer.read()
        return data


def test_streams_never_starve_the_rest(tmp_path: Path) -> None:
    """As many streams as there may be, and the site still answers; one more is asked to wait."""
    site = Site(tmp_path, settings=WebSettings(streams=6, threads=2, keep_alive_s=0.2))
    site.start(OPENING)
    server = Server(site.app, Ports("127.0.0.1", 0))
    server.start()
    address = f"http://127.0.0.1:{server.port}/api/events"
    streams = [urllib.request.urlopen(address, timeout=LONG_S) for _ in range(6)]
    for stream in streams:
        assert stream.readline() == b"retry: 1000\n"
    assert json.loads(_get(server.port, "/api/state"))["match_number"] == 1
    with pytest.raises(urllib.error.HTTPError, match="503"):
        urllib.request.urlopen(address, timeout=LONG_S)
    site.say("pass")
    for stream in streams:
        lines = iter(stream.readline, b"")
        assert any(b'"turn":1' in line for line in lines)
        stream.close()
    server.stop()
    assert "web" not in {thread.name for thread in threading.enumerate() if thread.is_alive()}
    with pytest.raises(OSError):
        _get(server.port, "/api/me")


def _workers() -> int:
    return sum(thread.name.startswith("waitress-") for thread in threading.enumerate())


def test_threads_come_and_go_with_streams(tmp_path: Path) -> None:
    site = Site(tmp_path, settings=WebSettings(streams=6, threads=2, keep_alive_s=0.05))
    site.start(OPENING)
    before, server = _workers(), Server(site.app, Ports("127.0.0.1", 0))
    server.start()
    assert _workers() - before == 2
    address = f"http://127.0.0.1:{server.port}/api/events"
    streams = [urllib.request.urlopen(address, timeout=LONG_S) for _ in range(4)]
    for stream in streams:
        assert stream.readline() == b"retry: 1000\n"
    assert _workers() - before == 6
    for stream in streams:
        stream.close()
    assert comes_true(lambda: _workers() - before == 2)
    server.stop()
    assert _workers() == before


def test_a_port_that_is_taken_is_said_so(tmp_path: Path) -> None:
    site = Site(tmp_path)
    server = Server(site.app, Ports("127.0.0.1", 0))
    server.start()
    with pytest.raises(TurboError, match=r"port \d+ is in use; try --port"):
        Ports("127.0.0.1", server.port)
    server.stop()


@pytest.mark.parametrize("words", [["serve"], ["run", "--camera", "twin", "--seconds", "1"]])
def test_where_the_port_is_taken_no_pin_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    """Of what is kept there is only a hash: a PIN that scrolled by is lost, and an old one gone."""
    store = tmp_path / "matches.db"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        at = ["--host", "127.0.0.1", "--port", str(taken.getsockname()[1])]
        assert main([*words, *at, "--store", str(store)]) == 2
    said = capsys.readouterr()
    assert "is in use; try --port" in said.err and "PIN" not in said.out
    assert not Keys.path_beside(store).exists()


def _arguments(*words: str) -> Namespace:
    parser = ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(words)


def test_the_command_prints_the_pin_once_and_the_address(tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    command = [sys.executable, "-m", "turbo", "serve", "--store", str(store)]
    command += ["--host", "127.0.0.1", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    said = []
    for _ in range(2):
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, cwd=ROOT, env=environment, text=True
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        said.append(line)
        if line.startswith("referee PIN"):
            assert "pictures only with a PIN" in process.stdout.readline()
            line = process.stdout.readline()
        address = line
        port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\n", address)[1])  # type: ignore[index]
        assert json.loads(_get(port, "/api/me"))["role"] == "viewer"
        process.terminate()
        process.wait(LONG_S)
        process.stdout.close()
    assert re.match(r"referee PIN: \d{6} ", said[0])
    assert said[1].startswith("http://")


def test_a_viewing_pin_by_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "matches.db"
    keys = keys_for(store, _arguments("--viewing-pin", "4711"))
    assert "referee PIN" in capsys.readouterr().out
    assert Door(keys, DEFAULTS).role_for("4711", "") is Role.VIEWER
    assert not Door(keys_for(store, _arguments("--viewing-pin", "none")), DEFAULTS).has_viewing_pin
    with pytest.raises(TurboError, match="expected a PIN of 4 to 12 digits"):
        keys_for(store, _arguments("--viewing-pin", "secret"))


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8080.5"])
def test_a_port_that_is_none(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        _arguments(f"--port={port}")
    assert "expected a port from 0 to 65535" in capsys.readouterr().err


def test_the_last_match_is_gone_on_with(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        assert last_match(store, None) is None
        session = Session(store)
        session.new_match(("Ann", "Bob"))
        session.new_match(("Eve", "Max"))
        assert last_match(store, None) == 2 and last_match(store, 1) == 1
        with pytest.raises(TurboError, match="there is no match 9 in"):
            last_match(store, 9)


def test_addresses_that_a_person_can_type() -> None:
    assert addresses("127.0.0.1", 80) == ["http://127.0.0.1:80/"]
    assert addresses("0.0.0.0", 8080)[-1] == "http://localhost:8080/"


def test_islands_are_drawn_where_they_lie(tmp_path: Path) -> None:
    site = Site(tmp_path, controls=FakeTable())
    site.start(OPENING)
    assert site.client().state()["shown"]["table"]["places"] == []
    rnd = site.session.history.match.round
    assert rnd is not None
    site.session.show(table=str(rnd.table), places=((1.0, 2.0, 30.0), (6.0, 1.0, 0.0)))
    assert site.client().state()["shown"]["table"]["places"] == [[1.0, 2.0, 30.0], [6.0, 1.0, 0.0]]


def test_a_match_that_has_grown_is_folded_anew(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.import_evening()
    site.start("round Ann")
    client = site.client()
    before = client.get("/api/matches/1").get_json()
    site.store.append(1, site.store.entries(1)[0])
    after = client.get("/api/matches/1").get_json()
    assert len(after["log"]) == len(before["log"]) + 1


def test_pictures_of_throws_are_found_beside_the_store(tmp_path: Path) -> None:
    """`turbo serve` shows the pictures that `turbo run` has kept."""
    store = tmp_path / "matches.turbo.db"
    assert pictures_beside(store) is None
    with closing(Rolls(rolls_path(store))) as rolls:
        roll = Roll(datetime(2026, 11, 15, tzinfo=UTC), (Face.parse("b3"),), (0.99,), "", 1, 2)
        rolls.add(roll, b"\xff\xd8 a picture")
    found = pictures_beside(store)
    assert found is not None
    with closing(found):
        site = Site(tmp_path, pictures=found)
        site.start(OPENING)
        assert site.client().get("/api/matches/1").get_json()["pictures"] == [2]
        answer = site.referee().get("/api/matches/1/pictures/2.jpg")
        assert answer.data == b"\xff\xd8 a picture"
        assert "private" in answer.headers["Cache-Control"]
        assert site.referee().get("/api/matches/1/pictures/3.jpg").status_code == 404


FOUR = ("--edition", "original-goliath", "--players", "Ann,Bob, Cid,Dik van Dam")


def test_a_score_keeper_is_started_for_its_players(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        session = Session(store)
        keep_score(session, _arguments(*FOUR, "--option", "time=90"))
        assert session.tiles.players == ("Ann", "Bob", "Cid", "Dik van Dam")
        assert session.tiles.match.edition.time_s == 90
        keep_score(session, _arguments(*FOUR, "--option", "time=90"))
        keep_score(session, _arguments("--edition", "original-goliath"))
        assert len(store.matches()) == 1, "the same match goes on"
        keep_score(session, _arguments(*FOUR, "--option", "time=off"))
        keep_score(session, _arguments("--edition", "six", "--players", "A,B,C,D,E,F"))
        assert [head.edition for head in store.matches()] == [*["original-goliath"] * 2, "six"]


@pytest.mark.parametrize(
    ("words", "expected"),
    {
        "players alone": (("--players", "A,B"), "expected --edition"),
        "too many": (("--edition", "special", "--players", "A,B,C,D,E"), "2 to 4 players"),
        "an odd time": ((*FOUR, "--option", "time=soon"), "expected seconds"),
        "an empty name": (("--edition", "six", "--players", "A,,B"), "expected a name"),
    }.values(),
)
def test_a_score_keeper_that_cannot_be_is_told_in_one_line(
    tmp_path: Path, words: tuple[str, ...], expected: str
) -> None:
    with (
        Store(tmp_path / "matches.db") as store,
        pytest.raises(TurboError, match=expected),
    ):
        keep_score(Session(store), _arguments(*words))


def test_the_card_of_either_game_is_printed(tmp_path: Path) -> None:
    from turbo.commands.cli import main

    path = tmp_path / "matches.db"
    with Store(path) as store:
        Session(store).new_match(("Ann", "Bob"))
        session = Session(store)
        keep_score(session, _arguments(*FOUR))
        points = 'score Ann 24, Bob -5, Cid -16, "Dik van Dam" -3 out'
        for _ in range(30):
            session.feed(parse_event("round Ann", session.tiles.players, PieceKind.TILE), "Eva")
            session.feed(parse_event(points, session.tiles.players, PieceKind.TILE), "Eva")
    for match in ("1", "2"):
        card = tmp_path / f"{match}.pdf"
        assert main(["card", match, str(card), "--lang", "de", "--store", str(path)]) == 0
        assert card.read_bytes().startswith(b"%PDF")
    text = (tmp_path / "2.pdf").read_bytes()
    assert text.count(b"/Type /Page ") == 2, "thirty games take two pages"
    assert b"(+720)" in text and b"(-480)" in text and b"Punktezettel" in text
    assert main(["card", "9", str(tmp_path / "9.pdf"), "--store", str(path)]) == 2
