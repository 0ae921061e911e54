"""A sealed hall: what a table has sealed is held against its seals on arrival, and ever after."""

import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.trials.engines import Mosquitto, wait_until
from tools.trials.mqtt_support import Playing, address
from turbo.commands.cli import main
from turbo.commands.hall_demo import named
from turbo.hall.database import Database
from turbo.hall.gather import Hall, HallTuning
from turbo.hall.told import ToldTable
from turbo.mqtt.messages import entry_document, read, write
from turbo.mqtt.outbox import Outbox
from turbo.storage.store import Store
from turbo.twin.event_match import events_match

PLAYERS = ("Zoë", "Bob de Wit")


def log_of(store: Store, match: int, table: str = "t7") -> list[dict[str, Any]]:
    """A match as its table tells it."""
    head = store.head(match)
    return [
        read("entry", write(entry_document(table, head, one, store.seal(match, one.number))))
        for one in store.entries(match)
    ]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    table = Playing(tmp_path_factory.mktemp("t7"), address(1, "t7"))
    table.session.new_match(PLAYERS, by="ünï")
    for event in list(events_match(3).events)[:40]:
        table.session.feed(named(event, PLAYERS), "camera")
    found = log_of(table.store, 1)
    table.close()
    return found


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    (tmp_path / "hall").mkdir()
    found = Database(str(tmp_path / "hall" / "hall.db"))
    yield found
    found.close()


def keep(database: Database, log: list[dict[str, Any]]) -> list[str]:
    taken = database.keep([ToldTable.of(one) for one in log])
    return [why for _, why in taken.refused]


def test_the_chain_of_the_table_is_the_chain_of_the_hall(
    database: Database, log: list[dict[str, Any]]
) -> None:
    assert keep(database, log) == []
    # Told again it is the same, and sealed or not it is what was said that counts.
    assert keep(database, log) == []
    report = database.verify()
    assert (report.matches, report.entries, report.sealed) == (1, len(log), len(log))
    assert report.broken == ()


def changed(log: list[dict[str, Any]], number: int, **more: Any) -> list[dict[str, Any]]:
    found = copy.deepcopy(log)
    found[number - 1] |= more
    return found


def without_seal(log: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    found = copy.deepcopy(log)
    del found[number - 1]["seal"]
    return found


ON_THE_WAY: dict[str, Callable[[list[dict[str, Any]]], list[dict[str, Any]]]] = {
    "another time": lambda log: changed(log, 9, at="2026-11-16T20:00:00+00:00"),
    "another author": lambda log: changed(log, 9, by="somebody"),
    "another event": lambda log: changed(log, 9, event={"statement": "pass"}),
    "an entry left out": lambda log: [
        *log[:8],
        *({**one, "number": one["number"] - 1} for one in log[9:]),
    ],
    "an entry doubled": lambda log: [*log[:8], {**log[7], "number": 9}, *log[9:]],
    "the seal left out": lambda log: without_seal(log, 9),
}


@pytest.mark.parametrize("change", ON_THE_WAY.values(), ids=ON_THE_WAY)
def test_what_was_changed_on_its_way_is_refused(
    database: Database,
    log: list[dict[str, Any]],
    change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]],
) -> None:
    refused = keep(database, change(log))
    assert refused and "entry 9" in refused[0] and "sealed" in refused[0]
    assert database.counts() == (1, 8)
    # The table tells it again as it was: nothing is lost by it.
    assert keep(database, log) == []
    assert database.counts() == (1, len(log))


def test_other_players_than_the_sealed_ones_are_refused(
    database: Database, log: list[dict[str, Any]]
) -> None:
    other = copy.deepcopy(log[:1])
    other[0]["match"]["players"] = ["Eve", "Bob de Wit"]
    assert keep(database, other)
    assert database.counts() == (0, 0)


IN_THE_DATABASE = {
    "an event changed": (
        "UPDATE entries SET event = (SELECT event FROM entries WHERE number = 3) WHERE number = 9",
        "entry 9 was changed",
    ),
    "an author changed": ("UPDATE entries SET by = 'x' WHERE number = 1", "entry 1 was changed"),
    "rulings changed": ("UPDATE entries SET rulings = NULL WHERE number = 9", "entry 9"),
    "an entry missing": ("DELETE FROM entries WHERE number = 9", "entry 9 is missing"),
    "the end missing": ("DELETE FROM entries WHERE number > 38", "its end"),
    "the end missing, and told so": (
        "DELETE FROM entries WHERE number > 38; UPDATE matches SET entries = 38",
        "its end",
    ),
    "an entry doubled": (
        "INSERT INTO entries SELECT place, match, 41, at, by, event, rulings, hash FROM entries"
        " WHERE number = 40; UPDATE matches SET entries = 41",
        "entry 41 was changed",
    ),
    "a seal missing": ("UPDATE entries SET hash = NULL WHERE number = 9", "lost its seal"),
    "other players": ('UPDATE matches SET players = \'["Eve", "Bob"]\'', "players"),
    "a head that is none": ("UPDATE matches SET head = '7'", "t7"),
}


@pytest.mark.parametrize(("sql", "found"), IN_THE_DATABASE.values(), ids=IN_THE_DATABASE)
def test_what_was_changed_in_the_database_is_found_by_a_command(
    database: Database,
    log: list[dict[str, Any]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    sql: str,
    found: str,
) -> None:
    keep(database, log[:40])
    keep(database, [{**one, "table": "t8"} for one in log[:40]])
    words = ["hall", "--folder", str(tmp_path / "hall"), "verify"]
    assert main(words) == 0
    assert "2 matches, 80 entries, 80 of them sealed: as they were told" in capsys.readouterr().out
    with database._turn() as run:
        for one in sql.split("; "):
            run(f"{one}{' AND' if ' WHERE ' in one else ' WHERE'} place = 't7'")
    assert main(words) == 1
    told = capsys.readouterr()
    assert found in told.out and "t8" not in told.out


def test_a_table_over_the_line_is_sealed(tmp_path: Path, broker: Mosquitto) -> None:
    hall = Hall(
        Database(str(tmp_path / "hall.db")), address(broker.port), tuning=HallTuning(lead_s=0.1)
    )
    hall.start()
    table = Playing(tmp_path / "t7", address(broker.port, "t7")).start()
    table.play(50)
    wait_until(lambda: hall.database.counts() == (1, 50), "the table")
    report = hall.database.verify()
    assert (report.sealed, report.broken) == (50, ())
    assert len(hall.database.matches()) == 1
    rows = hall.database._run("SELECT hash FROM entries ORDER BY number")
    assert [row[0] for row in rows] == [(table.store.seal(1, n) or ("",))[0] for n in range(1, 51)]
    table.close()
    hall.close()


def test_what_a_hall_refuses_is_told_one_entry_at_a_time() -> None:
    """A table that is newer than its hall: 400 entries every three seconds were told."""
    box = Outbox(has_hall=True)
    box.grew("m", 300)
    for match, number in list(box.due(400)):
        box.tell(match, number)
    box.ask(["m"])
    box.hall_has("m", 0, answer=True)
    assert list(box.due(400)) == [("m", 1)]
    box.tell("m", 1)
    assert list(box.due(400)) == []
    box.hall_has("m", 1, answer=False)
    assert len(list(box.due(400))) == 299
