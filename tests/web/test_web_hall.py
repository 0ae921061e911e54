"""The hall's pages and API: roles, the tournament, the delay, and a look in a real browser."""

import json
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tools.trials.engines import Mosquitto, wait_until
from tools.trials.mqtt_support import Playing, address
from tools.trials.web_support import quick_hash
from turbo.game.digest import sealed
from turbo.game.messages import Language
from turbo.hall.database import Database
from turbo.hall.desk import TournamentDesk
from turbo.hall.gather import Hall, HallTuning
from turbo.hall.seen import SeenTable
from turbo.hall.told import ToldTable
from web.api.heavy import OneAtATime
from web.api.refused import Refused
from web.hall import create_hall_app
from web.hall.documents import Gallery
from web.hall.door import HallDoor, HallRole, Pins
from web.hall.texts import ALL, hall_texts_in
from web.settings import DEFAULTS, WebSettings

ORGANISER, SCORER = "482913", "771204"


@cache
def made(viewing: str | None) -> Pins:
    looks = None if viewing is None else quick_hash(viewing)
    return Pins(quick_hash(ORGANISER), quick_hash(SCORER), secrets.token_hex(32), looks)


@pytest.fixture
def pins() -> Pins:
    return made(None)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """A hall whose broker is not there: the pages work all the same."""
    found = Hall(Database(str(tmp_path / "hall.db")), address(1), tuning=HallTuning(lead_s=0.1))
    yield found
    found.database.close()


@pytest.fixture
def client(hall: Hall, pins: Pins) -> FlaskClient:
    app = create_hall_app(hall, TournamentDesk(hall.database, hall), pins)
    app.testing = True
    return app.test_client()


def signed(client: FlaskClient, pin: str, name: str = "Zoë") -> dict[str, str]:
    answer = client.post("/api/sign-in", json={"pin": pin, "name": name})
    assert answer.status_code == 200
    return {"X-Turbo-Token": answer.get_json()["token"]}


def founded(client: FlaskClient, players: int = 4) -> dict[str, str]:
    headers = signed(client, ORGANISER)
    happenings: list[dict[str, Any]] = [{"kind": "founded", "name": "Autumn Open", "rounds": 3}]
    happenings += [
        {"kind": "entered", "player": n, "name": f"Player {n}"} for n in range(1, players + 1)
    ]
    happenings += [{"kind": "table-opened", "table": f"t{n}"} for n in range(1, players // 2 + 1)]
    for one in happenings:
        answer = client.post("/api/tournament", json=one, headers=headers)
        assert answer.status_code == 200, answer.get_json()
    return headers


# Doors

NEEDS = {
    ("GET", "/api/me"): HallRole.STRANGER,
    ("POST", "/api/sign-in"): HallRole.STRANGER,
    ("POST", "/api/sign-out"): HallRole.STRANGER,
    ("GET", "/api/texts/nl"): HallRole.STRANGER,
    ("GET", "/api/hall"): HallRole.VIEWER,
    ("GET", "/api/events?once=true"): HallRole.VIEWER,
    ("GET", "/api/tournament"): HallRole.VIEWER,
    ("GET", "/api/matches"): HallRole.VIEWER,
    ("GET", "/api/matches/t1/x.turbo"): HallRole.VIEWER,
    ("GET", "/api/export/standings.csv"): HallRole.VIEWER,
    ("GET", "/api/papers/standings.pdf"): HallRole.VIEWER,
    ("POST", "/api/tournament"): HallRole.SCORER,
    ("GET", "/api/export/records.zip"): HallRole.SCORER,
    ("POST", "/api/tournament/draw"): HallRole.ORGANISER,
    ("POST", "/api/tournament/begin"): HallRole.ORGANISER,
    ("POST", "/api/tables/t1/order"): HallRole.ORGANISER,
    ("POST", "/api/delay"): HallRole.ORGANISER,
    ("GET", "/api/audit"): HallRole.ORGANISER,
    ("GET", "/api/refused"): HallRole.ORGANISER,
    ("POST", "/api/matches/t1/x/aside"): HallRole.ORGANISER,
    ("POST", "/api/seals"): HallRole.ORGANISER,
}


@pytest.mark.parametrize(("way", "least"), NEEDS.items(), ids=[" ".join(way) for way in NEEDS])
@pytest.mark.parametrize("role", [HallRole.STRANGER, HallRole.VIEWER, HallRole.SCORER])
def test_everybody_may_do_their_own_and_no_more(
    hall: Hall, way: tuple[str, str], least: HallRole, role: HallRole
) -> None:
    viewing = "123456" if role is HallRole.STRANGER else None
    app = create_hall_app(hall, TournamentDesk(hall.database, hall), made(viewing))
    client = app.test_client()
    headers = signed(client, SCORER) if role is HallRole.SCORER else {}
    method, path = way
    answer = client.open(
        path, method=method, json={} if method == "POST" else None, headers=headers
    )
    refused = answer.status_code == 401 and answer.get_json()["code"] != "wrong-pin"
    assert refused is (role < least)


def test_every_operation_says_who_may_use_it(client: FlaskClient) -> None:
    known = {path.partition("?")[0].split("/")[2] for _, path in NEEDS}
    rules = client.application.url_map.iter_rules()
    names = {rule.rule.split("/")[3] for rule in rules if rule.rule.startswith("/api/v1/")}
    assert names == known


SCORERS: dict[str, tuple[dict[str, Any], int]] = {
    "give a result": ({"kind": "result", "round": 1, "table": "t1", "scores": [1, 2]}, 200),
    "forfeit": ({"kind": "forfeited", "round": 1, "table": "t1", "player": 1}, 200),
    "enter a player": ({"kind": "entered", "player": 9, "name": "Eve"}, 401),
    "pair": ({"kind": "paired", "round": 2, "boards": []}, 401),
    "take the founding back": ({"kind": "taken-back", "entry": 1}, 401),
    "amend the founding by a result": (
        {
            "kind": "amended",
            "entry": 1,
            "happening": {"kind": "result", "round": 1, "table": "t1", "scores": [1, 2]},
        },
        401,
    ),
}


@pytest.mark.parametrize(("happening", "status"), SCORERS.values(), ids=SCORERS.keys())
def test_what_a_scorer_may_write(
    client: FlaskClient, happening: dict[str, Any], status: int
) -> None:
    headers = founded(client)
    assert client.post("/api/tournament/draw", json={}, headers=headers).status_code == 200
    found = client.get("/api/tournament").get_json()["tournament"]["rounds"][0]["boards"][0]
    if "player" in happening and happening["kind"] == "forfeited":
        happening = {**happening, "player": found["players"][0]["id"]}
    headers = signed(client, SCORER, "Sam")
    answer = client.post("/api/tournament", json=happening, headers=headers)
    assert answer.status_code == status, answer.get_json()


def test_a_change_needs_the_token_and_the_own_site(client: FlaskClient) -> None:
    headers = signed(client, ORGANISER)
    body = {"kind": "founded", "name": "X"}
    assert client.post("/api/tournament", json=body).status_code == 403
    other = {**headers, "Origin": "http://elsewhere.example"}
    assert client.post("/api/tournament", json=body, headers=other).status_code == 403
    assert client.post("/api/tournament", json=body, headers=headers).status_code == 200


def test_too_many_wrong_pins_must_wait(pins: Pins) -> None:
    now = [0.0]
    door = HallDoor(pins, WebSettings(pin_tries=2), lambda: now[0])
    assert door.role_for("000000", "a") is None and door.role_for("000001", "a") is None
    with pytest.raises(Exception, match="too many wrong PINs"):
        door.role_for(ORGANISER, "a")
    assert door.role_for(ORGANISER, "b") is HallRole.ORGANISER
    now[0] = 61
    assert door.role_for(SCORER, "a") is HallRole.SCORER


def test_pins_are_kept_and_renewed(tmp_path: Path) -> None:
    pins, shown = Pins.open(tmp_path)
    assert shown is not None and shown[0] != shown[1]
    again, none = Pins.open(tmp_path)
    assert again == pins and none is None
    assert HallDoor(again, DEFAULTS).role_for(shown[1], "a") is HallRole.SCORER
    assert min(int(one.split(":")[1]) for one in (pins.organiser, pins.scorer)) >= 2**15, "slow"
    assert Pins.open(tmp_path, renew=True)[1] != shown
    assert (tmp_path / "hall.pins").stat().st_mode & 0o077 == 0


BAD: dict[str, tuple[Any, int]] = {
    "no object": ([1], 400),
    "no kind": ({}, 400),
    "another kind": ({"kind": "exploded"}, 400),
    "what cannot happen now": ({"kind": "withdrew", "player": 1}, 400),
}


@pytest.mark.parametrize(("body", "status"), BAD.values(), ids=BAD.keys())
def test_what_cannot_be_used_is_refused_in_the_reader_s_language(
    client: FlaskClient, body: Any, status: int
) -> None:
    headers = signed(client, ORGANISER)
    answer = client.post("/api/tournament?lang=de", json=body, headers=headers)
    assert answer.status_code == status
    assert "expected" in answer.get_json()["detail"]
    assert answer.get_json()["title"].startswith(("Das geht nicht", "Die Anfrage"))


# The tournament over the API


def test_an_evening_over_the_api(client: FlaskClient) -> None:
    headers = founded(client)
    for _ in range(3):
        assert client.post("/api/tournament/draw", json={}, headers=headers).status_code == 200
        assert client.post("/api/tournament/begin", json={}, headers=headers).status_code == 200
        found = client.get("/api/tournament").get_json()["tournament"]
        assert found["remaining_s"] > 0
        number = found["rounds"][-1]["round"]
        for board in found["rounds"][-1]["boards"]:
            result = {"kind": "result", "round": number, "table": board["table"]}
            body = {**result, "scores": [100, 40]}
            assert client.post("/api/tournament", json=body, headers=headers).status_code == 200
    found = client.get("/api/tournament").get_json()["tournament"]
    assert found["finished"] and found["standings"][0]["place"] == 1
    assert len(client.get("/api/audit", headers=headers).get_json()["audit"]) > 15
    for name in ("standings.csv", "pairings.csv", "cross.csv", "tournament.json", "records.zip"):
        assert client.get(f"/api/export/{name}").status_code == 200
    for name in ("pairings", "sheets", "standings", "cross"):
        assert client.get(f"/api/papers/{name}.pdf?lang=fr").data.startswith(b"%PDF")


def test_without_a_tournament_there_is_nothing_to_export(client: FlaskClient) -> None:
    assert client.get("/api/tournament").get_json() == {"tournament": None}
    assert client.get("/api/export/standings.csv").status_code == 400
    assert client.get("/api/export/other.csv").status_code == 404
    assert client.get("/api/papers/other.pdf").status_code == 404


@pytest.mark.parametrize("path", ["/", "/tournament", "/history", "/projector"])
@pytest.mark.parametrize("language", Language)
def test_pages_in_every_language(client: FlaskClient, path: str, language: Language) -> None:
    page = client.get(f"{path}?lang={language}")
    assert page.status_code == 200 and f'lang="{language}"' in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]


def test_every_text_has_four_languages() -> None:
    assert all(set(said) == set(Language) for said in ALL.values())
    assert hall_texts_in("xx") is None


# What one message did to everybody


def told(table: str, **more: Any) -> ToldTable:
    head = {"id": "20261116-1-0123456789ab", "created": "2026-11-16T20:00:00+00:00"}
    match = {**head, "players": ["Ann", "Bob"], "options": {}}
    event = {"statement": "round Ann"}
    known = {"table": table, "match": match, "number": 1, "at": None, "by": "", "event": event}
    return ToldTable.of({**known, **more})


def test_a_match_that_cannot_be_read_is_told_and_can_be_set_aside(
    client: FlaskClient, hall: Hall
) -> None:
    hall.database.keep([told("good"), told("bad")])
    with hall.database._turn() as run:
        run("UPDATE matches SET created = '0000-01-01T00:00:00Z' WHERE place = 'bad'")
    found = {one["table"]: one for one in client.get("/api/matches").get_json()["matches"]}
    assert found["bad"]["trouble"] and found["good"]["players"] == ["Ann", "Bob"]
    headers = signed(client, ORGANISER)
    path = "/api/matches/bad/20261116-1-0123456789ab/aside"
    assert client.post(path, json={"aside": 1}, headers=headers).status_code == 400
    assert client.post(path, json={"aside": True}, headers=headers).status_code == 200
    assert len(client.get("/api/matches").get_json()["matches"]) == 1
    aside = client.get("/api/matches?aside=true").get_json()["matches"]
    assert [bool(one["aside"]) for one in sorted(aside, key=lambda one: one["table"])] == [
        True,
        False,
    ]
    assert client.post(path, json={"aside": False}, headers=headers).status_code == 200
    assert len(client.get("/api/matches").get_json()["matches"]) == 2


def test_what_was_refused_is_on_the_page_with_its_table(client: FlaskClient, hall: Hall) -> None:
    for _ in range(3):
        hall.refuse("expected JSON", "t9", "entry", b"\xff\0{")
    hall.database.lay_aside(hall.refusals.to_lay_aside())
    (one,) = client.get("/api/hall").get_json()["refused"]
    assert (one["table"], one["kind"], one["times"]) == ("t9", "entry", 3)
    assert "payload" not in one
    headers = signed(client, ORGANISER)
    (one,) = client.get("/api/refused", headers=headers).get_json()["refused"]
    assert one["times"] == 3 and one["payload"] == "\\xff\\0{"


def test_seals_are_checked_on_the_page(playing: tuple[Playing, Hall, Any]) -> None:
    _, hall, app = playing
    client = app.test_client()
    headers = signed(client, ORGANISER)
    found = client.post("/api/seals", json={}, headers=headers).get_json()
    assert found == {"matches": 1, "entries": 30, "sealed": 30, "broken": []}
    with hall.database._turn() as run:
        run("UPDATE entries SET by = 'x' WHERE number = 7")
    found = client.post("/api/seals", json={}, headers=headers).get_json()
    assert len(found["broken"]) == 1 and "entry 7 was changed" in found["broken"][0]


def test_heavy_answers_come_one_at_a_time() -> None:
    heavy = OneAtATime(waiting=1, wait_s=0.05)
    with heavy.turn():
        with pytest.raises(Refused, match="heavy"), heavy.turn():
            pass
        first, inside = threading.Event(), threading.Event()

        def waits() -> None:
            first.set()
            with suppress(Refused), OneAtATime.turn(heavy):
                inside.set()

        thread = threading.Thread(target=waits)
        thread.start()
        first.wait()
        thread.join()
        assert not inside.is_set()
    with heavy.turn():
        pass


@pytest.mark.parametrize("page", ["99999999999999999999999", "-1", "x", "1.5", "٣"])
def test_a_page_that_is_none_is_refused(client: FlaskClient, page: str) -> None:
    assert client.get(f"/api/matches?page={page}").status_code == 400


# Late for who only looks


def seen(layout: str, version: int) -> SeenTable:
    state = {"layout": layout}
    return SeenTable("t7", state, True, version=version)


def test_who_only_looks_sees_the_hall_as_it_was(hall: Hall) -> None:
    now = [100.0]
    gallery = Gallery(hall, 30.0, lambda: now[0])
    hall._seen["t7"], hall._version = seen("b3 b4 b5", 1), 1
    gallery.look()
    assert gallery.since(-1) == []
    now[0] = 120
    hall._seen["t7"], hall._version = seen("b3 b4 b5 b6", 2), 2
    assert gallery.since(-1) == []
    now[0] = 130
    assert [one.state for one in gallery.since(-1)] == [{"layout": "b3 b4 b5"}]
    now[0] = 151
    assert [one.state for one in gallery.since(1)] == [{"layout": "b3 b4 b5 b6"}]


# With a table that plays


@pytest.fixture
def playing(tmp_path: Path, pins: Pins) -> Iterator[tuple[Playing, Hall, Any]]:
    broker = Mosquitto(tmp_path / "broker").start()
    database = Database(str(tmp_path / "hall.db"))
    desk = TournamentDesk(database)
    hall = Hall(database, address(broker.port), kept=desk.conclude, tuning=HallTuning(lead_s=0.1))
    desk.hall = hall
    hall.start()
    table = Playing(tmp_path / "t7", address(broker.port, "t7")).start()
    table.play(30)
    wait_until(lambda: hall.tables() and hall.tables()[0].kept == 30, "the table")
    # The first state that a table tells may be that of the moment before its match.
    wait_until(lambda: (hall.tables()[0].state or {}).get("players"), "its state with players")
    yield table, hall, create_hall_app(hall, desk, pins)
    table.close()
    hall.close()
    broker.stop()


def test_what_a_table_does_is_on_the_stream(playing: tuple[Playing, Hall, Any]) -> None:
    table, _, app = playing
    client = app.test_client()
    events = client.get("/api/events?once=true").data.decode()
    data = json.loads(events.partition("data: ")[2].partition("\n")[0])
    assert data["all"] and data["tables"][0]["state"]["players"] == ["Ann", "Bob"]
    match = client.get("/api/matches?words=ann").get_json()["matches"][0]
    record = client.get(f"/api/matches/t7/{match['match']}.turbo")
    # When a match was made is the table's own affair: the feed tells what happened in it.
    made, told = table.session.history.record_text().split("\n", 1)
    assert record.data.decode() == sealed(f"{made.partition(' @')[0]}\n{told}")
    assert client.get("/api/matches?words=nobody").get_json()["matches"] == []


def test_a_record_in_play_is_not_shown_to_whom_the_board_comes_late(
    playing: tuple[Playing, Hall, Any],
) -> None:
    _, _, app = playing
    client = app.test_client()
    match = client.get("/api/matches").get_json()["matches"][0]["match"]
    signed_in = app.test_client()
    headers = signed(signed_in, ORGANISER)
    body = {"seconds": 60}
    assert signed_in.post("/api/delay", json=body, headers=headers).status_code == 200
    assert client.get(f"/api/matches/t7/{match}.turbo").status_code == 401
    assert signed_in.get(f"/api/matches/t7/{match}.turbo").status_code == 200
    wrong = signed_in.post("/api/delay", json={"seconds": -1}, headers=headers)
    assert wrong.status_code == 400


def test_an_order_to_a_table_without_a_key_is_refused(playing: tuple[Playing, Hall, Any]) -> None:
    _, _, app = playing
    client = app.test_client()
    headers = signed(client, ORGANISER)
    answer = client.post("/api/tables/t7/order", json={"do": "pause"}, headers=headers)
    assert answer.status_code == 400 and "key" in answer.get_json()["detail"]


def test_too_many_who_watch_are_asked_to_come_back(hall: Hall, pins: Pins) -> None:
    few = WebSettings(streams=0)
    app = create_hall_app(hall, TournamentDesk(hall.database, hall), pins, few)
    assert app.test_client().get("/api/events").status_code == 503
    assert DEFAULTS.streams > 100


def test_the_settings_of_the_page_are_those_of_the_dashboard(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "UTC")
    kept: Callable[[str], Any] = client.application.config.get
    assert kept("SESSION_COOKIE_HTTPONLY") is True
    assert kept("SESSION_COOKIE_SAMESITE") == "Strict"
