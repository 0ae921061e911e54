"""One guard for both sites: whatever the table's door stands, the hall's stands too."""

import json
import logging
import secrets
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tools.trials.mqtt_support import address
from tools.trials.web_support import OPENING, PIN, Site, quick_hash
from turbo.hall.database import Database
from turbo.hall.desk import TournamentDesk
from turbo.hall.gather import Hall
from web.auth.keys import Door, Keys, Role, Scope, Token, hashed
from web.auth.places import Places, TooManyStreams
from web.auth.tries import TooManyTries
from web.hall import create_hall_app
from web.hall.door import Pins
from web.serve import Ports, Server
from web.settings import DEFAULTS, WebSettings

SCORER, VIEWING = "771204", "4711"


@dataclass
class OneSite:
    """Either of them: its app, its highest role, and the name of its cookie."""

    app: Flask
    role: str
    cookie: str

    def client(self) -> FlaskClient:
        return self.app.test_client()


Made = Callable[..., OneSite]


@pytest.fixture(params=["table", "hall"])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Made]:
    """Makes the site anew at each call, as a restart does."""
    databases: list[Database] = []
    secret = secrets.token_hex(32)
    pins = Pins(quick_hash(PIN), quick_hash(SCORER), secret, quick_hash(VIEWING))

    def table(settings: WebSettings = DEFAULTS) -> OneSite:
        site = Site(tmp_path / secrets.token_hex(4), settings=settings)
        site.start(OPENING)
        return OneSite(site.app, "referee", "turbo")

    def hall(settings: WebSettings = DEFAULTS) -> OneSite:
        databases.append(Database(str(tmp_path / "hall.db")))
        found = Hall(databases[-1], address(1))
        app = create_hall_app(found, TournamentDesk(databases[-1], found), pins, settings)
        return OneSite(app, "organiser", "turbo_hall")

    yield {"table": table, "hall": hall}[request.param]
    for one in databases:
        one.close()


def sign_in(client: FlaskClient, pin: str = PIN, **more: Any) -> Any:
    return client.post("/api/sign-in", json={"pin": pin}, **more)


HOSTS = {
    "evil.example": False,
    "evil.example:8090": False,
    "192.168.1.5:8090": True,
    "hall.local": True,
    "localhost": True,
    "[::1]:8090": True,
}


@pytest.mark.parametrize(("host", "ours"), HOSTS.items())
def test_a_foreign_name_is_told_nothing(made: Made, host: str, ours: bool) -> None:
    client = made().client()
    for path in ("/", "/api/me", "/api/nothing"):
        assert (client.get(path, headers={"Host": host}).status_code != 421) is ours
    answer = sign_in(client, headers={"Host": host, "Origin": f"http://{host}"})
    assert answer.status_code == (200 if ours else 421)


def test_a_name_that_was_named_is_ours(made: Made) -> None:
    client = made(replace(DEFAULTS, names=("evil.example",))).client()
    assert client.get("/api/me", headers={"Host": "evil.example"}).status_code == 200


def test_a_cookie_that_was_signed_out_opens_nothing(made: Made) -> None:
    site = made()
    client, thief = site.client(), site.client()
    assert sign_in(client).status_code == 200
    cookie = client.get_cookie(site.cookie)
    assert cookie is not None
    thief.set_cookie(site.cookie, cookie.value)
    assert thief.get("/api/me").get_json()["role"] == site.role
    assert client.post("/api/sign-out", json={}).status_code == 200
    assert thief.get("/api/me").get_json()["role"] != site.role


def test_a_session_that_ended_at_one_hall_has_ended_at_the_other(tmp_path: Path) -> None:
    pins = Pins(quick_hash(PIN), quick_hash(SCORER), secrets.token_hex(32))
    clients, databases = [], []
    for _ in range(2):
        databases.append(Database(str(tmp_path / "hall.db")))
        hall = Hall(databases[-1], address(1))
        app = create_hall_app(hall, TournamentDesk(databases[-1], hall), pins)
        clients.append(app.test_client())
    sign_in(clients[0])
    cookie = clients[0].get_cookie("turbo_hall")
    assert cookie is not None
    clients[0].post("/api/sign-out", json={})
    clients[1].set_cookie("turbo_hall", cookie.value)
    assert clients[1].get("/api/me").get_json()["role"] == "viewer"
    for one in databases:
        one.close()


def from_address(number: str) -> dict[str, Any]:
    return {"environ_base": {"REMOTE_ADDR": number}}


def test_a_crowd_of_wrong_pins_locks_out_nobody_who_was_let_in(
    made: Made, caplog: pytest.LogCaptureFixture
) -> None:
    site = made()
    client = site.client()
    assert sign_in(client, **from_address("10.0.0.1")).status_code == 200
    with caplog.at_level(logging.WARNING):
        for crowd in range(8):
            for _ in range(5):
                sign_in(site.client(), "000000", **from_address(f"10.0.1.{crowd}"))
    assert "wrong PIN from 10.0.1.0" in caplog.text and "000000" not in caplog.text
    assert sign_in(site.client(), **from_address("10.0.0.77")).status_code == 429
    assert sign_in(client, **from_address("10.0.0.1")).status_code == 200


def test_somebody_at_the_same_address_locks_out_nobody_who_was_let_in(made: Made) -> None:
    """Behind a proxy, or one wireless router, all have one address."""
    site = made()
    client, other = site.client(), site.client()
    assert sign_in(client, **from_address("10.0.0.1")).status_code == 200
    codes = [
        sign_in(other, "000000", **from_address("10.0.0.1")).status_code
        for _ in range(DEFAULTS.pin_tries + 1)
    ]
    assert codes[-1] == 429
    assert sign_in(client, **from_address("10.0.0.1")).status_code == 200
    # But who was let in once does not guess for ever either.
    codes = [
        sign_in(client, "000000", **from_address("10.0.0.1")).status_code
        for _ in range(DEFAULTS.pin_tries + 1)
    ]
    assert codes[-1] == 429


def test_a_device_that_nobody_signed_is_none(made: Made) -> None:
    site = made()
    for number in range(DEFAULTS.pin_tries + 1):
        client = site.client()
        client.set_cookie(f"{site.cookie}_device", f"made-up-{number}")
        answer = sign_in(client, "000000", **from_address("10.0.0.1"))
    assert answer.status_code == 429


ODD: dict[str, tuple[str, Any]] = {
    "half a letter": ("application/json", '{"pin": "\\ud800"}'),
    "a NUL": ("application/json", '{"pin": "1\\u0000"}'),
    "a name of half a letter": ("application/json", '{"pin": "1", "name": "\\udfff"}'),
    "a book": ("application/json", '{"pin": "%s"}' % ("1" * 10_000)),
    "a number": ("application/json", '{"pin": 1}'),
    "brackets": ("application/json", "[" * 50_000),
    "no JSON": ("application/json", "pin"),
    "a form": ("application/x-www-form-urlencoded", "pin=1"),
}


@pytest.mark.parametrize(("media", "body"), ODD.values(), ids=ODD)
def test_an_odd_body_is_refused_in_one_line(made: Made, media: str, body: str) -> None:
    answer = made().client().post("/api/sign-in", data=body, content_type=media)
    assert answer.status_code in (400, 415)
    assert answer.get_json()["title"]


@pytest.mark.parametrize("origin", ["http://evil.example", "http://[::1", "null", "http://x:99999"])
def test_another_origin_changes_nothing(made: Made, origin: str) -> None:
    assert sign_in(made().client(), headers={"Origin": origin}).status_code == 403


def test_a_mistake_of_ours_is_told_as_one(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    site = made()

    def broken() -> Any:
        raise RuntimeError("secret")

    endpoint = "hall.me" if site.role == "organiser" else "auth.me"
    broken.operation = getattr(  # type: ignore[attr-defined]
        site.app.view_functions[endpoint], "operation", None
    )
    monkeypatch.setitem(site.app.view_functions, endpoint, broken)
    answer = site.client().get("/api/me")
    assert answer.status_code == 500 and "secret" not in answer.text
    assert answer.get_json()["code"] == "ours"


# Keys of programs


def test_a_key_that_is_too_old_locks_nobody_out_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    old = Token("kitchen", Scope.LOOK, hashed("old"), 1.0)
    keys = Keys(quick_hash(PIN), "secret", tokens=(old,))
    door = Door(keys, DEFAULTS, lambda: 0.0)
    with caplog.at_level(logging.WARNING):
        for _ in range(DEFAULTS.pin_tries):
            assert door.token("old", "10.0.0.1") is None
        with pytest.raises(TooManyTries):
            door.token("old", "10.0.0.1")
    assert door.role_for(PIN, "10.0.0.1") is Role.REFEREE
    assert caplog.text.count("kitchen") == 1


# Who watches


def test_places_are_counted_for_both_sites() -> None:
    places = Places(WebSettings(streams=5, streams_per_address=2))
    for _ in range(2):
        places.enter("10.0.0.1")
    with pytest.raises(TooManyStreams):
        places.enter("10.0.0.1")
    # An IPv6 host may take any of its network's addresses.
    for last in ("1", "2"):
        places.enter(f"2001:db8::{last}")
    with pytest.raises(TooManyStreams):
        places.enter("2001:db8::3")
    places.leave("10.0.0.1")
    places.enter("10.0.0.1")


def test_a_stream_that_is_refused_keeps_no_connection(made: Made) -> None:
    site = made(replace(DEFAULTS, streams=1))
    server = Server(site.app, Ports("127.0.0.1", 0))
    server.start()
    sign = HTTPConnection("127.0.0.1", server.port, timeout=20)
    body = json.dumps({"pin": PIN})
    sign.request("POST", "/api/sign-in", body, {"Content-Type": "application/json"})
    answer = sign.getresponse()
    cookies = answer.headers.get_all("Set-Cookie") or []
    cookie = "; ".join(one.partition(";")[0] for one in cookies)
    answer.read()
    watching = HTTPConnection("127.0.0.1", server.port, timeout=20)
    watching.request("GET", "/api/events", headers={"Cookie": cookie})
    # Its socket is the answer's: whoever drops the answer has gone, and their place is free.
    watched = watching.getresponse()
    assert watched.status == 200
    refused = HTTPConnection("127.0.0.1", server.port, timeout=20)
    refused.request("GET", "/api/events", headers={"Cookie": cookie})
    answer = refused.getresponse()
    assert answer.status == 503 and answer.getheader("Connection") == "close"
    answer.read()
    for one in (watched, watching, refused, sign):
        one.close()
    stopping = threading.Thread(target=server.stop)
    stopping.start()
    stopping.join()
