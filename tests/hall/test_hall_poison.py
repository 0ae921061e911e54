"""One bad message stops nobody: whatever a table tells, the hall gathers the others."""

import json
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tools.trials.engines import Mosquitto, Postgres, wait_until
from tools.trials.fuzz_messages import Fuzzer
from tools.trials.mqtt_support import HEAD, Playing, address, state
from tools.trials.waiting import free_port
from turbo.errors import TurboError
from turbo.game.events import Note
from turbo.game.match import Options
from turbo.hall.database import Database
from turbo.hall.desk import TournamentDesk
from turbo.hall.engine import DatabaseError, NotTaken
from turbo.hall.gather import Hall, HallTuning
from turbo.hall.inbox import Inbox
from turbo.hall.refusals import RefusedMessage
from turbo.hall.told import ToldTable
from turbo.mqtt.line import FeedLine
from turbo.mqtt.messages import BadMessage, match_id, read, schema

QUICK = HallTuning(retry_s=0.05, lead_s=0.1)


def entry(number: int = 1, table: str = "bad", **more: Any) -> dict[str, Any]:
    head = {**HEAD, "players": ["Ann", "Bob"], "options": {}, **more.pop("match", {})}
    event = {"statement": "round Ann"}
    known = {"v": 1, "table": table, "match": head, "number": number}
    return {**known, "at": None, "by": "", "event": event, **more}


POISON: dict[str, list[tuple[str, Any]]] = {
    "a key that is half a letter": [("entry", {**entry(), "\ud800": 1})],
    "an author that is half a letter": [("entry", entry(by="\udfff"))],
    "an author with a NUL": [("entry", entry(by="a\0b"))],
    "a player with a NUL": [("entry", entry(match={"players": ["A\0", "Bob"]}))],
    "an event that is none": [("entry", entry(event={"x": 1})), ("state", state())],
    "a statement that is none": [
        ("entry", entry(event={"statement": "explode"})),
        ("state", state()),
    ],
    "options of a newer table": [("entry", entry(match={"options": {"foo": 1}}))],
    "a note of a newer table": [("entry", entry(event={"note": "sealed"}))],
    "a second 60": [("entry", entry(match={"created": "2026-12-31T23:59:60Z"}))],
    "a small z": [("entry", entry(match={"created": "2026-12-31T23:59:59z"}))],
    "the year 0": [("entry", entry(match={"created": "0000-01-01T00:00:00Z"}))],
    "three players": [("entry", entry(match={"players": ["Ann", "Bob", "Cy"]}))],
    "one player twice": [("entry", entry(match={"players": ["Ann", "Ann"]}))],
    "a hand that is none": [("entry", entry(event={"statement": "pass", "hand": "zz9"}))],
    "a state with half a letter": [("state", state(turn="\ud800"))],
    "a state of another version": [("state", state(v=2))],
    "a state with one more key": [("state", state(mood="fine"))],
    "no number": [("entry", entry(number=float("nan")))],  # type: ignore[arg-type]
    "a thousand brackets": [("entry", "[" * 5000)],
    "bytes": [("state", b"\xff\xfe\x00")],
    "UTF-16": [("state", json.dumps(state()).encode("utf-16"))],
}


class Stranger(FeedLine):
    """Somebody who tells whatever it likes, retained too."""

    def say(self, kind: str, what: Any, table: str = "bad") -> None:
        payload = what if isinstance(what, bytes | str) else json.dumps(what)
        topic = f"turbo/1/club/{table}/{kind}"
        self._client.publish(topic, payload, qos=1, retain=kind == "state").wait_for_publish(20)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="turbo-postgres-") as folder:
        found = Postgres(Path(folder)).start()
        yield found
        found.stop()


@pytest.fixture(scope="module")
def broker() -> Iterator[Mosquitto]:
    with tempfile.TemporaryDirectory(prefix="turbo-mosquitto-") as folder:
        found = Mosquitto(Path(folder)).start()
        yield found
        found.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "hall.db")
    import psycopg

    url = str(request.getfixturevalue("postgres").url)
    with psycopg.connect(url, autocommit=True) as found:
        found.execute("DROP SCHEMA public CASCADE")
        found.execute("CREATE SCHEMA public")
    return url


@pytest.fixture
def hall(database: str, broker: Mosquitto) -> Iterator[Hall]:
    kept = Database(database)
    desk = TournamentDesk(kept)
    found = Hall(kept, address(broker.port), tuning=QUICK, kept=desk.conclude)
    desk.hall = found
    found.start()
    wait_until(lambda: found.leads and found.line.connected.is_set(), "the hall")
    yield found
    found.close()


@pytest.fixture
def stranger(broker: Mosquitto) -> Iterator[Stranger]:
    found = Stranger(address(broker.port), "stranger")
    found.open()
    assert found.connected.wait(20)
    yield found
    for kind in ("state", "online"):
        found.say(kind, b"")
    found.close()


def has(hall: Hall, entries: int) -> bool:
    return hall.database.counts() == (1, entries)


def has_refused(hall: Hall, count: int) -> bool:
    return hall.counts.refused >= count


def test_each_message_stands_alone(hall: Hall, stranger: Stranger) -> None:
    """Every kind of poison once, each followed by a good entry of another table."""
    for good, (name, told) in enumerate(POISON.items(), 1):
        before = hall.counts.refused
        for kind, what in told:
            stranger.say(kind, what)
        stranger.say("entry", entry(good, "good"), "good")
        wait_until(partial(has, hall, good), f"{name}: the others")
        wait_until(partial(has_refused, hall, before + 1), f"{name}: the refusal")
    assert {one.place for one in hall.refusals.newest()} == {"bad"}
    assert hall.counts.stumbled == 0
    wait_until(lambda: len(hall.database.refused()) == len(hall.refusals.newest()), "laid aside")
    assert any("foo" in one.payload for one in hall.database.refused())


def test_a_retained_poison_is_met_again_and_stops_nothing(
    database: str, broker: Mosquitto, stranger: Stranger, tmp_path: Path
) -> None:
    """What killed a hall after every restart: the broker hands it over first of all."""
    stranger.say("state", state(turn="\ud800"))
    table = Playing(tmp_path / "t7", address(broker.port, "t7")).start()
    for count in (10, 20):
        hall = Hall(Database(database), address(broker.port), tuning=QUICK)
        hall.start()
        table.play(10)
        wait_until(partial(has, hall, count), "the table")
        wait_until(hall.refusals.newest, "the refusal")
        assert hall.refusals.newest()[0].place == "bad"
        hall.close()
    table.close()


def test_the_command_starts_among_poison_names_the_table_and_gathers_the_rest(
    broker: Mosquitto, stranger: Stranger, tmp_path: Path
) -> None:
    """As docs/hall.md shows it: what was said, and what is asked for afterwards."""
    stranger.say("state", state(turn="\ud800"))
    table = Playing(tmp_path / "t7", address(broker.port, "t7")).start()
    table.play(10)
    folder, said, port = tmp_path / "hall", tmp_path / "said", free_port()
    words = [sys.executable, "-m", "turbo.commands.cli", "hall", "--folder", str(folder)]
    where = ["--broker", f"mqtt://127.0.0.1:{broker.port}", "--port", str(port)]
    with said.open("wb") as file:
        hall = subprocess.Popen([*words, *where], stdout=file, stderr=file)
    matches = [match_id(head) for head in table.store.matches()]

    def is_gathered() -> bool:
        assert hall.poll() is None, said.read_text()
        if "organiser PIN" not in said.read_text():
            return False
        database = Database(str(folder / "hall.db"))
        kept = database.have("t7", matches)
        database.close()
        return [*kept.values()] == [10]

    try:
        wait_until(is_gathered, "the entries of the honest table")
        wait_until(lambda: "refused: bad state" in said.read_text(), "the table's name")
    finally:
        hall.terminate()
        hall.wait()
        table.close()
    assert "Traceback" not in said.read_text()
    asked = subprocess.run([*words, "refused"], capture_output=True, text=True, check=True).stdout
    assert re.search("bad state, [0-9]+x: expected text without NUL", asked)
    sealed = subprocess.run([*words, "verify"], capture_output=True, text=True, check=True).stdout
    assert "as they were told" in sealed


def test_a_message_that_finds_a_mistake_of_ours_stops_no_other(
    hall: Hall, stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = hall._take

    def stumbling(table: str, *more: Any) -> None:
        if table == "bad":
            raise RuntimeError("our mistake")
        taken(table, *more)

    monkeypatch.setattr(hall, "_take", stumbling)
    stranger.say("entry", entry())
    stranger.say("entry", entry(1, "good"), "good")
    wait_until(lambda: hall.database.counts() == (1, 1), "the other table")
    assert "our mistake" in hall.refusals.newest()[0].why
    assert hall.counts.stumbled == 1


def test_a_writer_that_dies_is_noticed_and_goes_on(
    hall: Hall, stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle, died = hall._settle, threading.Event()

    def dying(batch: Any) -> None:
        if batch.told and not died.is_set():
            died.set()
            raise SystemExit("a library gave up")
        settle(batch)

    monkeypatch.setattr(hall, "_settle", dying)
    stranger.say("entry", entry(1, "good"), "good")
    wait_until(died.is_set, "the death")
    stranger.say("entry", entry(1, "good"), "good")
    wait_until(lambda: hall.database.counts() == (1, 1), "the entry told again")
    assert hall.counts.stumbled == 1


def test_who_tells_most_waits_behind_itself() -> None:
    inbox = Inbox(most=100, each=10)
    for number in range(30):
        assert inbox.put("turbo/1/club/loud/entry", b"%d" % number) is (number < 10)
    assert inbox.put("turbo/1/club/calm/ask", b"a") and inbox.put("turbo/1/club/calm/entry", b"b")
    taken = [payload for _, payload in inbox.take(5, wait_s=0)]
    assert taken == [b"0", b"a", b"1", b"b", b"2"]
    assert [payload for _, payload in inbox.take(100, wait_s=0)] == [
        b"%d" % n for n in range(3, 10)
    ]
    assert inbox.take(1, wait_s=0) == []
    full = Inbox(most=1, each=10)
    assert full.put("turbo/1/club/a/entry", b"") and not full.put("turbo/1/club/b/entry", b"")


def test_a_flood_of_refusals_is_counted_and_not_kept(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    aside: list[RefusedMessage] = []
    monkeypatch.setattr(hall.database, "lay_aside", aside.extend)
    for number in range(500):
        hall.refuse(f"reason {number % 250}", "loud", "entry", b"x")
    hall.refuse("another", "calm", "entry", b"y")
    # The hall lays them aside by itself, now and then.
    wait_until(lambda: {one.place for one in aside} == {"loud", "calm"}, "both laid aside")
    assert len({one.what for one in aside}) <= 51
    assert len(hall.refusals.newest()) == QUICK.refused
    assert hall.counts.refused == 501


@pytest.mark.parametrize("seed", range(3))
def test_what_a_fuzzer_makes_up_is_read_or_refused(seed: int) -> None:
    """The small version of `python -m bench.fuzz_hall`."""
    fuzzer, taken = Fuzzer(seed, "h1"), 0
    for _ in range(2000):
        _, kind, payload = fuzzer.message()
        try:
            found = read(kind, payload, "h1")
            taken += kind != "entry" or bool(ToldTable.of(found))
        except BadMessage:
            continue
    assert taken > 50


# Which error of a database is which

NOT_TAKEN = {
    "NUL": entry(by="a\0b"),
    "half a letter": entry(by="\ud800"),
}


@pytest.mark.parametrize("name", NOT_TAKEN)
def test_what_a_database_does_not_take_is_no_database_that_is_away(
    database: str, name: str
) -> None:
    kept = Database(database)
    told = ToldTable.of(entry())
    object.__setattr__(told, "by", NOT_TAKEN[name]["by"])
    if kept.is_postgres or name != "NUL":  # SQLite keeps a NUL as it is
        with pytest.raises(NotTaken):
            kept.keep([told])
    assert kept.keep([ToldTable.of(entry())]).have == {("bad", HEAD["id"]): 1}
    kept.close()


def test_a_full_disk_is_waited_for(tmp_path: Path) -> None:
    """SQLite says so with the same error as for a file that is locked."""
    kept = Database(str(tmp_path / "hall.db"))
    kept._connection.execute("PRAGMA max_page_count = 12")
    with pytest.raises(DatabaseError):
        for number in range(1, 2000):
            kept.keep([ToldTable.of(entry(number, by="x" * 200))])
    kept.close()


def test_of_a_batch_only_the_entry_that_is_not_taken_is_refused(hall: Hall) -> None:
    batch = [ToldTable.of(entry(1, f"t{n}")) for n in range(9)]
    object.__setattr__(batch[4], "by", "\ud800")
    taken = hall._keep(batch)
    assert [one.place for one, _ in taken.refused] == ["t4"]
    assert {place for place, _ in taken.have} == {f"t{n}" for n in range(9) if n != 4}


# One match never hides the others


def test_another_head_for_a_match_that_is_here_is_refused(database: str) -> None:
    kept = Database(database)
    kept.keep([ToldTable.of(entry())])
    other = ToldTable.of(entry(2, match={"players": ["Cy", "Di"]}, event={"statement": "round Cy"}))
    taken = kept.keep([other])
    assert taken.have == {("bad", HEAD["id"]): 1}
    assert "players" in taken.refused[0][1]
    kept.close()


def test_a_match_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    """What an older hall let in stays, and says so itself."""
    path = tmp_path / "hall.db"
    kept = Database(str(path))
    kept.keep([ToldTable.of(entry(1, "good")), ToldTable.of(entry(1, "bad"))])
    with sqlite3.connect(path) as file:
        file.execute("UPDATE matches SET created = '2026-12-31T23:59:60Z' WHERE place = 'bad'")
    file.close()
    found = {one.place: one for one in kept.matches()}
    assert found["bad"].trouble and not found["good"].trouble
    with zipfile.ZipFile(BytesIO(TournamentDesk(kept).records_zip())) as archive:
        assert sorted(archive.namelist()) == [f"good-{HEAD['id']}.turbo", "unreadable.txt"]
        assert b"bad" in archive.read("unreadable.txt")
    kept.set_aside("bad", HEAD["id"], "Zoe")
    assert [one.place for one in kept.matches()] == ["good"]
    assert {one.place for one in kept.matches(aside=True)} == {"good", "bad"}
    kept.set_aside("bad", HEAD["id"], None)
    assert len(kept.matches()) == 2
    with pytest.raises(TurboError, match="expected a match"):
        kept.set_aside("bad", "20261116-2-0123456789ab", "Zoe")
    kept.close()


def test_a_log_that_does_not_fold_is_told_and_hides_no_other(tmp_path: Path) -> None:
    kept = Database(str(tmp_path / "hall.db"))
    kept.keep([ToldTable.of(entry(1, "good")), ToldTable.of(entry())])
    # As an older hall took it in.
    with kept._turn() as run:
        run("UPDATE entries SET event = '{\"x\": 1}' WHERE place = 'bad'")
    with pytest.raises(TurboError, match=r"bad: .* cannot be read"):
        kept.history("bad", HEAD["id"])
    assert kept.history("good", HEAD["id"]).entries
    kept.close()


# The schemas are closed


def test_the_schema_knows_what_a_match_is_played_under() -> None:
    dice = schema("entry")["properties"]["match"]["properties"]["options"]["anyOf"][0]
    assert set(dice["properties"]) == {one.name for one in fields(Options)}
    assert dice["additionalProperties"] is False
    assert set(schema("entry")["properties"]["event"]["properties"]["note"]["enum"]) == set(Note)


@pytest.mark.parametrize("kind", ["entry", "state", "online", "ask", "told", "kept", "order"])
def test_every_object_is_closed(kind: str) -> None:
    assert open_objects(schema(kind)) == []


def open_objects(found: Any, path: str = "") -> list[str]:
    if isinstance(found, list):
        return [one for n, each in enumerate(found) for one in open_objects(each, f"{path}/{n}")]
    if not isinstance(found, dict):
        return []
    own = [path] if found.get("type") == "object" and "additionalProperties" not in found else []
    return own + [one for key, each in found.items() for one in open_objects(each, f"{path}/{key}")]


def test_a_text_that_only_looks_like_an_escape_is_text() -> None:
    told = entry(by=r"back\u0000slash")
    assert read("entry", json.dumps(told).encode())["by"] == r"back\u0000slash"
    with pytest.raises(BadMessage, match="NUL"):
        read("entry", json.dumps(entry(by="\0")).encode())


def test_the_rest_of_the_hall_s_old_database_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    with sqlite3.connect(path) as file:
        for statement in OLD:
            file.execute(statement)
    file.close()
    kept = Database(str(path))
    assert kept.entries("t7", HEAD["id"])[0].number == 1
    assert kept.keep([ToldTable.of(entry(2, "t7"))]).have == {("t7", HEAD["id"]): 2}
    report = kept.verify()
    assert (report.entries, report.sealed, report.broken) == (2, 0, ())
    kept.close()


OLD = (
    "CREATE TABLE hall (version INTEGER NOT NULL)",
    "INSERT INTO hall VALUES (1)",
    "CREATE TABLE matches (place TEXT NOT NULL, match TEXT NOT NULL, created TEXT NOT NULL,"
    " players TEXT NOT NULL, options TEXT NOT NULL, entries INTEGER NOT NULL DEFAULT 0,"
    " summary TEXT, PRIMARY KEY (place, match))",
    "CREATE TABLE entries (place TEXT NOT NULL, match TEXT NOT NULL, number INTEGER NOT NULL,"
    " at TEXT, by TEXT NOT NULL, event TEXT NOT NULL, PRIMARY KEY (place, match, number))",
    f"INSERT INTO matches VALUES ('t7', '{HEAD['id']}', '{HEAD['created']}', '[\"Ann\", \"Bob\"]',"
    " '{}', 1, NULL)",
    f"INSERT INTO entries VALUES ('t7', '{HEAD['id']}', 1, NULL, '', "
    '\'{"statement": "round Ann"}\')',
)
