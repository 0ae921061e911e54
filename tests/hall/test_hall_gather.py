"""The hall against a real broker, on SQLite and on a real PostgreSQL: 0 lost, 0 doubled."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tools.trials.engines import Mosquitto, Postgres, Wire, wait_until
from tools.trials.mqtt_support import Playing, Told, address
from turbo.errors import TurboError
from turbo.game.events import RoundStarted
from turbo.hall.database import Database
from turbo.hall.gather import Hall, HallTuning
from turbo.hall.seen import SeenTable
from turbo.hall.told import ToldTable as Row
from turbo.mqtt.messages import Topics, write

QUICK = HallTuning(retry_s=0.05, lead_s=0.1)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """Not in pytest's own folder: another run of pytest shuts that to the user of the database."""
    with tempfile.TemporaryDirectory(prefix="turbo-postgres-") as folder:
        found = Postgres(Path(folder)).start()
        yield found
        found.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "hall.db")
    return empty(request.getfixturevalue("postgres"))


def empty(postgres: Postgres) -> str:
    import psycopg

    with psycopg.connect(postgres.url, autocommit=True) as found:
        found.execute("DROP SCHEMA public CASCADE")
        found.execute("CREATE SCHEMA public")
    return postgres.url


def hall_at(database: str, port: int, **more: Any) -> Hall:
    found = Hall(Database(database), address(port), tuning=QUICK, **more)
    found.start()
    return found


def kept(hall: Hall, table: Playing, place: str = "t7") -> bool:
    """Whether the hall has the table's whole log, entry for entry."""
    matches = hall.database.matches(place=place)
    if len(matches) != len(table.store.matches()) or any(
        match.entries != head.entries
        for match, head in zip(
            sorted(matches, key=lambda one: one.created), table.store.matches(), strict=True
        )
    ):
        return False
    ordered = sorted(matches, key=lambda one: one.created)
    return all(
        hall.database.entries(place, match.match) == table.store.entries(head.id)
        for match, head in zip(ordered, table.store.matches(), strict=True)
    )


def test_the_hall_has_what_the_table_has(
    database: str, broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    hall = closing(hall_at(database, broker.port))
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    table.play(60)
    table.new_match()
    table.play(10)
    wait_until(lambda: kept(hall, table), "both matches")
    assert hall.database.counts() == (2, 70)
    found = hall.database.matches("ann bob")[0]
    history = hall.database.history("t7", found.match)
    assert history.match.players == ("Ann", "Bob")
    wait_until(lambda: hall.tables() and hall.tables()[0].online, "the table's state")
    assert table.feed is not None
    wait_until(lambda: table.feed.outbox.is_empty, "the hall's word")


def test_nothing_is_lost_or_doubled_whoever_is_killed(
    postgres: Postgres, broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    """The small version of `make torture-hall`: broker, database and hall each killed, and the
    wire cut, while three tables play on."""
    url = empty(postgres)
    wire = closing(Wire(broker.port))
    tables = [
        closing(Playing(tmp_path / f"t{n}", address(wire.port, f"t{n}"), seed=n).start())
        for n in range(3)
    ]
    hall = hall_at(url, broker.port)

    def play() -> None:
        for table in tables:
            table.play(25)

    play()
    broker.kill()
    play()
    broker.start()
    play()
    postgres.kill()
    play()
    postgres.start()
    hall.close()
    play()
    hall = closing(hall_at(url, broker.port))
    wire.cut()
    play()
    wire.mend()
    for number, table in enumerate(tables):
        assert table.entries == 150
        wait_until(partial(kept, hall, table, f"t{number}"), f"table {number}")
    assert hall.database.counts() == (3, 450)


def test_a_restored_database_is_told_again(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    """Yesterday's copy: the hall has less than it said it had."""
    hall = hall_at(str(tmp_path / "hall.db"), broker.port)
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    table.play(20)
    wait_until(lambda: kept(hall, table), "twenty entries")
    hall.close()
    with sqlite3.connect(tmp_path / "hall.db") as file:
        file.execute("DELETE FROM entries WHERE number > 8")
        file.execute("UPDATE matches SET entries = 8")
    file.close()
    hall = closing(hall_at(str(tmp_path / "hall.db"), broker.port))
    wait_until(lambda: kept(hall, table), "all of it again")


def test_of_two_halls_one_gathers_and_the_other_takes_over(
    postgres: Postgres, broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    url = empty(postgres)
    first = hall_at(url, broker.port)
    wait_until(lambda: first.leads, "the first to lead")
    second = closing(hall_at(url, broker.port))
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    table.play(20)
    wait_until(lambda: kept(second, table), "the second to read what the first keeps")
    wait_until(lambda: second.tables() and second.tables()[0].online, "states at the second")
    assert not second.leads
    first.close()
    table.play(20)
    wait_until(lambda: second.leads, "the second to lead")
    wait_until(lambda: kept(second, table), "what came in between")


def test_halls_in_schemas_of_one_server_do_not_stand_in_each_other_s_way(
    postgres: Postgres,
) -> None:
    import psycopg

    url = empty(postgres)
    with psycopg.connect(url, autocommit=True) as found:
        for name in ("north", "south"):
            found.execute(f"DROP SCHEMA IF EXISTS {name} CASCADE")
            found.execute(f"CREATE SCHEMA {name}")
    halls = [Database(f"{url}?options=-csearch_path%3D{name}") for name in ("north", "south")]
    second = Database(f"{url}?options=-csearch_path%3Dnorth")
    assert [one.leads() for one in (*halls, second)] == [True, True, False]
    halls[0].keep([Row.of(entry(1))])
    assert halls[0].counts() == second.counts() == (1, 1)
    assert halls[1].counts() == (0, 0)
    for one in (*halls, second):
        one.close()


# What is refused

HEAD = {"id": "20261116-1-0123456789ab", "created": "2026-11-16T20:00:00+00:00"}


def entry(number: int = 1, table: str = "t7", **more: Any) -> dict[str, Any]:
    return {
        "v": 1,
        "table": table,
        "match": {**HEAD, "players": ["Ann", "Bob"], "options": {}},
        "number": number,
        "at": None,
        "by": "",
        "event": {"statement": "round Ann"},
        **more,
    }


REFUSED: dict[str, tuple[str, dict[str, Any], str]] = {
    "an old version": ("t7", entry(2, v=0), "expected version 1, got 0"),
    "another table's name": ("t8", entry(2), "expected to hear of table 't8'"),
    "no entry at all": ("t7", {"v": 1}, "entry"),
    "an entry told otherwise than before": (
        "t7",
        entry(1, event={"statement": "round Bob"}),
        "what was told before",
    ),
}


@pytest.mark.parametrize(("table", "foreign", "why"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_foreign_is_refused_told_and_changes_nothing(
    broker: Mosquitto,
    tmp_path: Path,
    closing: Callable[[Any], Any],
    table: str,
    foreign: dict[str, Any],
    why: str,
) -> None:
    hall = closing(hall_at(str(tmp_path / "hall.db"), broker.port))
    told = closing(Told(broker.port))
    # A table would tell it again until the hall has it: here it is told once.
    wait_until(lambda: told.last("hall"), "the hall's birth")
    told.line.publish(Topics("club", "t7").of("entry"), entry(1))
    wait_until(lambda: hall.database.counts() == (1, 1), "the first entry")
    told.line.publish(Topics("club", table).of("entry"), foreign)
    wait_until(hall.refusals.newest, "the refusal")
    assert why in hall.refusals.newest()[0].why
    assert hall.database.counts() == (1, 1)
    assert hall.database.entries("t7", HEAD["id"])[0].event == RoundStarted("Ann")


def test_an_entry_after_a_gap_waits_until_the_gap_is_told(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "hall.db"))
    taken = database.keep([Row.of(entry(1)), Row.of(entry(3))])
    assert taken.have == {("t7", HEAD["id"]): 1} and not taken.refused
    taken = database.keep([Row.of(entry(n)) for n in (1, 2, 3)])
    assert taken.have == {("t7", HEAD["id"]): 3}
    database.close()


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    Database(str(tmp_path / "hall.db")).close()
    with sqlite3.connect(tmp_path / "hall.db") as file:
        file.execute("UPDATE hall SET version = 99")
    file.close()
    with pytest.raises(TurboError, match="newer version"):
        Database(str(tmp_path / "hall.db"))


def test_names_are_found_whatever_stands_in_them(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "hall.db"))
    odd = {**HEAD, "players": ["Zoë_1", "100%"], "options": {}}
    database.keep([Row.of(entry(1, match=odd, event={"statement": "round Zoë_1"}))])
    assert len(database.matches("zoë")) == 1
    assert len(database.matches("zoë_1 100%")) == 1
    assert not database.matches("z_ë")
    assert not database.matches("%ann%")
    database.close()


# Who needs a referee

STATE: dict[str, Any] = {
    "called": False,
    "questions": 0,
    "camera": True,
    "notices": [],
    "ruling": None,
}
NEEDS: dict[str, tuple[dict[str, Any], bool, str | None]] = {
    "nothing": ({}, True, None),
    "a protest before a question": ({"called": True, "questions": 2}, True, "protest"),
    "an open question": ({"questions": 1}, True, "question"),
    "a camera that is gone": ({"camera": False}, True, "trouble"),
    "a table out of step": ({"notices": ["out-of-step"]}, True, "trouble"),
    "a table that is only typed": ({"camera": None}, True, None),
    "a play that was rejected": ({"ruling": {"verdict": "rejected"}}, True, "rejected"),
    "a table that is gone": ({"questions": 1}, False, "offline"),
}


@pytest.mark.parametrize(("state", "online", "need"), NEEDS.values(), ids=NEEDS.keys())
def test_who_needs_a_referee(state: dict[str, Any], online: bool, need: str | None) -> None:
    assert SeenTable("t7", {**STATE, **state}, online).need == need


def test_a_word_of_the_hall_that_is_none_is_refused_by_the_table(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    told = closing(Told(broker.port))
    wait_until(lambda: told.last("online"), "the birth")
    told.line.publish(Topics("club", "t7").of("kept"), {"v": 3, "matches": {}})
    wait_until(lambda: table.feed and table.feed.refused, "the refusal")
    assert "expected version 1" in table.feed.refused[0]
    assert write({"ü": 1}) == '{"ü":1}'.encode()


def test_of_two_matches_that_come_at_once_the_later_one_is_shown(tmp_path: Path) -> None:
    hall = Hall(Database(str(tmp_path / "hall.db")), address(1), tuning=QUICK)
    hall._note_kept("t7", {"20261117-9-ab12": 40, "20261117-10-cd34": 3})
    (seen,) = hall.tables()
    assert (seen.match, seen.kept) == ("20261117-10-cd34", 3)
    hall.database.close()
