"""Who may ask under which name, how often, and from where: each was open once."""

import logging
import socket
import urllib.request
from argparse import ArgumentParser, Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools.trials.web_support import OPENING, PIN, VIEWING_PIN, FakePictures, Site, comes_true, keys
from turbo.commands.serve import add_arguments, keys_for, settings_for
from turbo.game import referee
from web.auth.hosts import is_ours
from web.auth.keys import Door, Keys, Role
from web.auth.places import TooManyStreams
from web.auth.tries import TooManyTries, neighbourhood
from web.serve import Ports, Server
from web.settings import DEFAULTS, WebSettings

HOSTS = [
    ("an address", "192.168.1.20:8080", True),
    ("an address of the new kind", "[fe80::1]:8080", True),
    ("this machine", "localhost", True),
    ("a name in the house", "turbo:8080", True),
    ("mDNS", "turbo.local", True),
    ("a router's name", "pi.fritz.box:8080", True),
    ("a foreign site that points here", "evil.example", False),
    ("the same with a port", "evil.example:8080", False),
    ("a name that ends alike", "evil-local.example", False),
    ("a name that was allowed", "turbo.example.org", True),
]


@pytest.mark.parametrize(("name", "host", "ours"), HOSTS, ids=[row[0] for row in HOSTS])
def test_only_names_that_nobody_else_can_give_us(
    tmp_path: Path, name: str, host: str, ours: bool
) -> None:
    """DNS rebinding: state, picture, sign-in and pages answer to no foreign name."""
    assert is_ours(host, ("turbo.example.org",)) is ours
    site = Site(tmp_path, settings=WebSettings(names=("turbo.example.org",)))
    site.start(OPENING)
    for path in ("/", "/api/state", "/api/picture.jpg", "/api/me", "/nowhere"):
        answer = site.client().get(path, headers={"Host": host})
        assert (answer.status_code != 421) is ours, path
    body = {"pin": PIN}
    headers = {"Host": host, "Origin": f"http://{host}"}
    answer = site.client().client.post("/api/sign-in", json=body, headers=headers)
    assert answer.status_code == (200 if ours else 421)


def test_signing_out_ends_the_session_itself(tmp_path: Path) -> None:
    """A cookie that somebody copied before opens nothing afterwards, also after a restart."""
    site = Site(tmp_path)
    site.start(OPENING)
    referee = site.referee()
    cookie = referee.client.get_cookie("turbo")
    assert cookie is not None
    thief = site.client()
    thief.client.set_cookie("turbo", cookie.value)
    assert thief.get("/api/me").get_json()["role"] == "referee"
    referee.post("/api/sign-out", {})
    assert thief.get("/api/me").get_json()["role"] == "viewer"
    kept = Keys.load(Keys.path_beside(site.store.path))
    assert kept is not None and len(kept.ended) == 1
    again = Door(kept, DEFAULTS)
    assert again.has_ended(kept.ended[0][0])


def _arguments(*words: str) -> Namespace:
    parser = ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(words)


def test_a_new_referee_pin_keeps_the_viewing_pin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "matches.db"
    before = keys_for(store, _arguments("--viewing-pin", "4711"))
    after = keys_for(store, _arguments("--new-pin"))
    assert after.viewing == before.viewing is not None
    assert after.referee != before.referee and after.secret != before.secret
    assert Door(after, DEFAULTS).role_for("4711", "") is Role.VIEWER
    assert "pictures only with a PIN" in capsys.readouterr().out


def test_to_whom_it_is_open_is_said_at_the_first_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = _arguments("--open-pictures", "--name", "Turbo.Example.org")
    keys_for(tmp_path / "matches.db", arguments)
    assert "pictures are shown to everybody on this network" in capsys.readouterr().out
    assert settings_for(arguments).open_pictures
    assert settings_for(arguments).names == ("turbo.example.org",)
    keys_for(tmp_path / "matches.db", arguments)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "words, said",
    [
        ((), "shown to everybody on this network, unencrypted; pictures only"),
        (("--viewing-pin", "4711"), "to who has the viewing PIN on this network, unencrypted;"),
        (("--host", "127.0.0.1"), "shown to everybody at this machine; pictures only"),
        (("--host", "::1", "--open-pictures"), "pictures are shown to everybody at this machine\n"),
        (("--host", "localhost"), "everybody at this machine;"),
        (("--host", "192.168.1.20"), "everybody on this network, unencrypted;"),
        (("--host", ""), "everybody on this network, unencrypted;"),
    ],
)
def test_it_is_open_as_far_as_its_address_reaches(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    keys_for(tmp_path / "matches.db", _arguments(*words))
    assert said in capsys.readouterr().out


VIEWERS = [
    ("anybody", None, False, 401),
    ("with the viewing PIN", VIEWING_PIN, False, 200),
    ("the referee", PIN, False, 200),
    ("anybody, where pictures are open", None, True, 200),
]


@pytest.mark.parametrize(
    ("name", "pin", "is_open", "status"), VIEWERS, ids=[row[0] for row in VIEWERS]
)
def test_pictures_need_a_pin_unless_somebody_opens_them(
    tmp_path: Path, name: str, pin: str | None, is_open: bool, status: int
) -> None:
    viewing = pin == VIEWING_PIN
    pictures = FakePictures({2: b"\xff\xd8"})
    site = Site(
        tmp_path, viewing=viewing, pictures=pictures, settings=WebSettings(open_pictures=is_open)
    )
    site.start(OPENING)
    site.session.show(picture_jpeg=b"\xff\xd8")
    client = site.client()
    if pin is not None:
        client.sign_in(pin)
    for path in ("/api/picture.jpg", "/api/matches/1/pictures/2.jpg"):
        assert client.get(path).status_code == status, path
    assert client.get("/api/me").get_json()["pictures"] is (status == 200)


NUMBERS = [
    ("/api/matches/1/pictures/" + "9" * 30 + ".jpg", 404),
    ("/api/matches/" + "9" * 30, 404),
    ("/api/matches/" + "9" * 30 + "/match.turbo", 404),
    ("/history/" + "9" * 30, 404),
    ("/api/statistics?match=rubbish", 400),
    ("/api/statistics?match=" + "9" * 30, 400),
    ("/api/statistics?match=-1", 400),
    ("/api/view?picture=x", 400),
    ("/api/events?once=perhaps", 400),
]


@pytest.mark.parametrize(("path", "status"), NUMBERS, ids=[row[0][:40] for row in NUMBERS])
def test_numbers_that_are_nobodys(tmp_path: Path, path: str, status: int) -> None:
    site = Site(tmp_path)
    site.start(OPENING)
    assert site.referee().get(path).status_code == status


def test_wrong_pins_are_logged_with_where_they_came_from(
    caplog: pytest.LogCaptureFixture,
) -> None:
    door = Door(keys(), DEFAULTS)
    with caplog.at_level(logging.WARNING):
        door.role_for("0000", "10.0.0.9")
    assert "wrong PIN from 10.0.0.9" in caplog.text
    assert "0000" not in caplog.text


def test_others_cannot_lock_out_who_was_let_in_before() -> None:
    """Six addresses that guess together had made the honest referee wait as well."""
    door = Door(keys(), DEFAULTS, now_s=lambda: 0.0)
    assert door.role_for(PIN, "10.0.0.1") is Role.REFEREE
    for address in range(6):
        for _ in range(5):
            assert door.role_for("0000", f"10.0.1.{address}") is None
    with pytest.raises(TooManyTries):
        door.role_for(PIN, "10.0.0.77")
    assert door.role_for(PIN, "10.0.0.1") is Role.REFEREE


def test_a_network_of_the_new_kind_counts_as_one() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:2")
    assert neighbourhood("::ffff:10.0.0.1") == "10.0.0.1"
    assert neighbourhood("10.0.0.1") == "10.0.0.1"


def test_one_address_never_takes_all_streams(tmp_path: Path) -> None:
    site = Site(tmp_path, settings=WebSettings(streams=9, streams_per_address=3))
    site.start(OPENING)
    hub = site.app.extensions["turbo"].hub
    greedy = [hub.stream("en", address="10.0.0.5") for _ in range(3)]
    with pytest.raises(TooManyStreams):
        hub.stream("en", address="10.0.0.5")
    other = hub.stream("en", address="10.0.0.6")
    for stream in (*greedy, other):
        next(stream)
        stream.close()
    hub.stream("en", address="10.0.0.5").close()


def test_dripping_connections_of_one_address_keep_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One address holds connections open without ever asking anything; another one still gets
    its answer. Both are this machine here, so 'this machine' is switched off for the test."""
    monkeypatch.setattr("web.serve.is_here", lambda address: False)
    settings = WebSettings(streams=6, connections_per_address=8, threads=2)
    site = Site(tmp_path, settings=settings)
    site.start(OPENING)
    server = Server(site.app, Ports("0.0.0.0", 0))
    server.start()
    dripping = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(40)]
    for one in dripping:
        one.sendall(b"GET / HT")
    channels = server._server.active_channels
    assert comes_true(lambda: len(channels) == 8)
    source = ("127.0.0.2", 0)
    with socket.create_connection(("127.0.0.1", server.port), source_address=source) as honest:
        honest.sendall(b"GET /api/me HTTP/1.1\r\nHost: turbo\r\nConnection: close\r\n\r\n")
        assert honest.recv(1000).startswith(b"HTTP/1.1 200")
    for one in dripping:
        one.close()
    server.stop()
    with pytest.raises(OSError):
        urllib.request.urlopen(f"http://127.0.0.1:{server.port}/api/me", timeout=2)


def test_connections_of_one_network_are_counted_together(tmp_path: Path) -> None:
    """Whoever has an IPv6 network has an address for each connection."""

    class Socket:
        closed = False

        def close(self) -> None:
            self.closed = True

    class Accepting:
        """As waitress is: with so many connections, and one that comes."""

        def __init__(self) -> None:
            self.address, self.connection = "2001:db8::ffff", Socket()
            known = (f"2001:db8::{number:x}" for number in range(64))
            self.active_channels = {one: SimpleNamespace(addr=(one, 1)) for one in known}

        def accept(self) -> Any:
            return self.connection, (self.address, 1)

    server: Any = SimpleNamespace(_desk=SimpleNamespace(settings=DEFAULTS))
    coming = Accepting()
    assert Server._accept(server, coming) is None and coming.connection.closed
    coming.address = "2001:db8:0:1::1"
    assert Server._accept(server, coming) is not None


def test_who_reads_the_history_makes_nobody_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of matches judged every match anew and read all heads for each: a few requests of
    anybody stopped the table."""
    made = Site(tmp_path)
    for _ in range(12):
        made.start(OPENING)
    made.store.close()
    monkeypatch.setattr(referee, "judge", _nobody_judges)
    site = Site(tmp_path)
    read, reads = site.store.matches, list[object]()

    def counted(*which: Any) -> Any:
        reads.append(which)
        return read(*which)

    monkeypatch.setattr(site.store, "matches", counted)
    found = site.client().get("/api/matches")
    assert found.status_code == 200 and len(found.get_json()["matches"]) == 12
    assert len(reads) <= 2


def _nobody_judges(*_: object) -> None:
    raise AssertionError("judged again")
