"""What a store survives, and what it tells: old files, flipped bits, lost tails, other writers."""

import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tools.trials.random_match import RandomMatch
from turbo.app.doctor import Machine, checks
from turbo.errors import TurboError
from turbo.game import referee
from turbo.game.events import (
    BackTo,
    Entry,
    Event,
    HandedOver,
    Noted,
    Passed,
    RoundStarted,
    Ruling,
    Thrown,
    Undone,
)
from turbo.game.layout import Layout
from turbo.game.match import Match, Options
from turbo.game.record import Record, parse_statement
from turbo.people.farewell import forget_person
from turbo.solver import ruling_play
from turbo.storage import schema
from turbo.storage import store_file as keeping
from turbo.storage.answers import rulings
from turbo.storage.files import write_whole
from turbo.storage.history import History, judge_record
from turbo.storage.log_file import log_of
from turbo.storage.salvage import backup, restore
from turbo.storage.session import Session
from turbo.storage.store import CannotKeep, Store, StoreError

DATA = Path(__file__).parents[1] / "data"
NOW = datetime(2026, 11, 15, 20, 15, tzinfo=UTC)
NAMES = ("Ann", "Bob")
HAND = "b3 b4 b5 r1 k2 o7 o8 r* k12"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


def said(text: str) -> Event:
    return parse_statement(text, NAMES).event


def evening(path: Path, *seeds: int) -> None:
    with Store(path) as store:
        for seed in seeds:
            store.import_record(Record.parse(RandomMatch(seed, 0.1).play()), NOW)


# Old files.


def test_a_store_of_the_first_schema_opens_with_what_it_held(path: Path) -> None:
    shutil.copy(DATA / "store_of_schema_1.db", path)
    with Store(path) as store:
        heads = {head.id: head for head in store.matches()}
        assert heads.keys() == {1, 2, 4}, "and the match of two players of one name hides none"
        assert "two players of one name" in store.unreadable()[3]
        assert heads[2].standing.winner == "Bob", "who resigned under the old rules has lost still"
        assert heads[4].options == Options(strict_block=True, simulated=True)
        assert store.history(4).match.round is not None
        told = store.entries(1)
        assert isinstance(told[-1].event, Noted) and isinstance(told[-2].event, Undone)
        assert store.history(1).match.is_finished or store.history(1).match.results
        assert [trouble for trouble in store.check() if "match 3" not in trouble] == []
    assert (path.parent / "matches.db.schema-1").exists(), "the old file stays beside the new one"


def test_an_old_store_that_may_only_be_read_is_read(path: Path, tmp_path: Path) -> None:
    shutil.copy(DATA / "store_of_schema_1.db", path)
    before = path.read_bytes()

    class ReadOnly(Store):
        def _connect(self) -> sqlite3.Connection:
            return keeping._connect(f"{self.path.absolute().as_uri()}?mode=ro&immutable=1")

    with ReadOnly(path) as store:
        assert [head.id for head in store.matches()] == [1, 2, 4]
        with pytest.raises(CannotKeep, match="read-only"):
            store.append(1, Entry(0, Passed()))
    assert path.read_bytes() == before


# Names and ghosts.


def test_equal_names_are_refused_at_birth(path: Path) -> None:
    with Store(path) as store:
        with pytest.raises(TurboError, match="two players are called"):
            store.new_match(("Eva", "Eva"), NOW)
        assert store.matches() == []


def test_a_record_comes_in_whole_or_not_at_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record.parse(RandomMatch(1).play())
    with Store(path) as store:
        with monkeypatch.context() as patch:

            def full(*_: object) -> None:
                raise sqlite3.OperationalError("database or disk is full")

            patch.setattr(schema, "insert_match", _half(full))
            with pytest.raises(StoreError):
                store.import_record(record, NOW)
        assert store.matches() == [], "no ghost of it is left"


def _half(fail: Callable[..., None]) -> Callable[..., None]:
    original = schema.insert_match

    def insert(connection: sqlite3.Connection, *given: Any) -> None:
        original(connection, *given)
        fail()

    return insert


# Rulings stay as they were issued.


def test_reading_judges_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(path, 1, 2, 3)
    with Store(path) as store:
        session = Session(store, 1)
        session.change(BackTo(30), "Cleo")
        session.change(Undone(len(session.history.entries)), "Cleo")
        expected = [store.history(number) for number in (1, 2, 3)]

    def judge(*_: object) -> Ruling:
        raise AssertionError("judged again")

    monkeypatch.setattr(referee, "judge", judge)
    with Store(path) as store:
        assert [store.history(number) for number in (1, 2, 3)] == expected
        assert [head.standing.totals for head in store.matches()] == [
            one.match.totals for one in expected
        ]


def test_what_a_change_made_of_earlier_rulings_is_kept_as_well(path: Path) -> None:
    with Store(path) as store:
        session = Session(store)
        session.new_match(NAMES)
        for text in ("round Ann", f"throw Ann {HAND}", "table b3 b4 b5", "throw Bob b3"):
            session.feed(said(text), "Ann")
        session.change(Undone(2), "Bob")
        assert store.history(1) == session.history
        session.change(Undone(5), "Bob")
        assert store.history(1) == session.history
    with Store(path) as store:
        verdicts = [str(one.ruling.verdict) for one in store.history(1).judged]
        assert verdicts == ["accepted", "accepted", "accepted", "rejected"]


def test_a_search_that_found_something_is_found_again_without_searching(path: Path) -> None:
    with Store(path) as store:
        session = Session(store, find_play=ruling_play)
        session.new_match(NAMES, Options(advice=True, strict_block=True))
        for text in ("round Ann", f"throw Ann {HAND}", "pass"):
            session.feed(said(text), "Ann")
        kept = session.history.judged[-1].ruling
        assert kept.proved is True and not kept.counts_blank

    def search(*_: object) -> object:
        raise AssertionError("searched again")

    with Store(path) as store:
        again = store.history(1, search)  # type: ignore[arg-type]
        assert again.judged[-1].ruling == kept


def test_going_back_is_one_entry_one_commit_and_one_waking(path: Path) -> None:
    with Store(path) as store:
        session = Session(store)
        session.new_match(NAMES)
        session.feed(RoundStarted("Ann"), "Ann")
        for _ in range(117):
            session.feed(Passed(), "Ann")
        before = session.version
        session.change(BackTo(1), "Ann")
        assert session.version == before + 1
        assert len(store.entries(1)) == 119
        assert session.history.match == Match(NAMES)


def test_exports_of_the_store_come_back_byte_for_byte(path: Path) -> None:
    with Store(path) as store:
        session = Session(store, now=lambda: NOW)
        session.new_match(("Ann Lee", "Bob"), Options(advice=True, rounds=2))
        session.feed(RoundStarted("Ann Lee"), "Cleo")
        session.pause(True, "Cleo")
        first = session.history.record_text()
        number = store.import_record(Record.parse(first), NOW)
        assert store.history(number).record_text() == first
        told = [one.ruling for one in rulings(store.history(number))]
        assert told == [one.ruling for one in rulings(session.history)]


# Another writer, and looking while somebody searches.


def test_what_somebody_else_wrote_meanwhile_counts_first(path: Path) -> None:
    with Store(path) as store, Store(path) as other:
        session = Session(store)
        session.new_match(NAMES)
        other.append(1, Entry(0, RoundStarted("Ann"), NOW, "elsewhere"))
        ruling = session.feed(said(f"throw Ann {HAND}"), "Ann")
        assert str(ruling.verdict) == "accepted", "judged on what the other one wrote"
        assert store.history(1) == session.history
        assert [entry.number for entry in store.entries(1)] == [1, 2]


def test_nobody_who_looks_waits_for_a_search(path: Path) -> None:
    searching, go_on = threading.Event(), threading.Event()

    def search(table: Layout, hand: object) -> object:
        searching.set()
        assert go_on.wait(60)
        return ruling_play(table, hand)  # type: ignore[arg-type]

    with Store(path) as store:
        session = Session(store, find_play=search)  # type: ignore[arg-type]
        session.new_match(NAMES, Options(advice=True))
        session.feed(RoundStarted("Ann"), "Ann")
        session.feed(said(f"throw Ann {HAND}"), "Ann")
        feeding = threading.Thread(target=session.feed, args=(Passed(), "Ann"))
        feeding.start()
        assert searching.wait(60)
        seen: list[int] = []

        def look() -> None:
            session.show(table="b3")
            seen.append(session.wait(0, 0.0))
            seen.append(len(session.history.entries))

        looking = threading.Thread(target=look)
        looking.start()
        looking.join(60)
        assert not looking.is_alive() and seen[1] == 2
        go_on.set()
        feeding.join()


# Damage is told.


def test_a_changed_row_is_told_and_hides_no_other_match(path: Path) -> None:
    evening(path, 1, 2, 3)
    raw = sqlite3.connect(path)
    raw.execute("DROP TRIGGER entries_stay")
    raw.execute("UPDATE entries SET event = replace(event, 'b3', 'b4') WHERE match = 2")
    raw.commit()
    raw.close()
    with Store(path) as store:
        assert len(store.matches()) == 3
        with pytest.raises(StoreError, match="match 2 cannot be read: entry"):
            store.history(2)
        assert store.history(1).match.is_finished and store.history(3).match.is_finished
        assert len(store.check()) == 1


TAMPERED = {
    "a standing": "UPDATE matches SET standing = standing || ' ' WHERE id = 1",
    "a name": """UPDATE matches SET players = '["Eve", "Bob"]' WHERE id = 1""",
    "an option": "UPDATE matches SET options = replace(options, 'false', 'true') WHERE id = 1",
    "the number of entries": "UPDATE matches SET entries = entries - 1 WHERE id = 1",
}


@pytest.mark.parametrize("sql", TAMPERED.values(), ids=TAMPERED.keys())
def test_a_changed_match_is_told(path: Path, sql: str) -> None:
    evening(path, 4, 5)
    raw = sqlite3.connect(path)
    raw.execute(sql)
    raw.commit()
    raw.close()
    with Store(path) as store:
        assert [head.id for head in store.matches()] == [2]
        assert "match 1 cannot be read" in store.unreadable()[1]


def test_a_lost_tail_is_told(path: Path) -> None:
    evening(path, 6)
    raw = sqlite3.connect(path)
    raw.execute("DROP TRIGGER entries_are_kept")
    raw.execute("DELETE FROM entries WHERE number > 40")
    raw.commit()
    raw.close()
    with Store(path) as store, pytest.raises(StoreError, match="at its end are missing"):
        store.history(1)
    saved, aside = restore(path, path)
    assert saved.entries == 40 and "40 of" in saved.lost[0]
    assert aside is not None and aside.exists()
    with Store(path) as store:
        assert store.check() == []


def log_of_a_killed_writer(path: Path, folder: Path) -> Path:
    """A store and its log as a process leaves them that was killed: copied while it is open."""
    copy = folder / "killed.db"
    with Store(path) as store:
        match = store.new_match(NAMES, NOW)
        for _ in range(12):
            store.append(match, Entry(0, Passed(), NOW, "Ann"))
        shutil.copy(path, copy)
        shutil.copy(log_of(path), log_of(copy))
    return copy


@pytest.mark.parametrize("seed", range(12))
def test_a_flipped_bit_in_the_log_is_told_and_what_follows_is_saved(
    path: Path, tmp_path: Path, seed: int
) -> None:
    copy = log_of_a_killed_writer(path, tmp_path)
    chance = random.Random(seed)
    data = bytearray(log_of(copy).read_bytes())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    log_of(copy).write_bytes(data)
    saved = tmp_path / "saved.db"
    shutil.copy(copy, saved)
    shutil.copy(log_of(copy), log_of(saved))
    try:
        with Store(copy, create=False) as store:
            found = sum(head.entries for head in store.matches())
            assert found == 12 or store.troubles or store.unreadable()
    except StoreError as error:
        assert "damaged" in str(error) or "no database" in str(error)
    again, _ = restore(saved, saved)
    assert again.entries >= 11 or again.lost, "one page at most is not whole"


# Copies.


def test_a_copied_file_is_whole_after_each_round(path: Path, tmp_path: Path) -> None:
    with Store(path) as store:
        session = Session(store)
        session.new_match(NAMES)
        session.feed(RoundStarted("Ann"), "Ann")
        session.feed(said("score Ann 20 out"), "Ann")
        copy = tmp_path / "copy.db"
        shutil.copy(path, copy)
        with Store(copy) as copied:
            assert copied.matches()[0].standing.totals == (20, 0)


def test_a_backup_is_whole_while_others_write_and_comes_back(path: Path, tmp_path: Path) -> None:
    evening(path, 1, 2)
    target = tmp_path / "stick" / "copy.db"
    with Store(path) as store:
        match = store.new_match(NAMES, NOW)
        store.append(match, Entry(0, RoundStarted("Ann")))
        assert backup(path, target) == 3
    assert [one.name for one in target.parent.iterdir()] == ["copy.db"]
    path.write_bytes(b"rubbish")
    saved, _ = restore(target, path)
    assert (saved.matches, saved.lost) == (3, ())
    with Store(path) as store:
        assert store.history(3).judged[-1].event == RoundStarted("Ann")
        assert (
            store.history(1).match == judge_record(Record.parse(RandomMatch(1, 0.1).play())).match
        )


def looked_at_meanwhile(path: Path) -> int:
    """How many entries another program finds; it is the last one, as far as it knows, if this one
    has given up its locks, and takes the log away."""
    question = "SELECT count(*) FROM entries"
    asked = (
        f"import sqlite3; print(*sqlite3.connect({str(path)!r}).execute({question!r}).fetchone())"
    )
    return int(
        subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True).stdout
    )


BESIDE: dict[str, Callable[[Store], object]] = {
    "it is opened twice": lambda store: Store(store.path).close(),
    "the doctor looks": lambda store: list(checks(Machine(), store.path)),
    "a person is deleted": lambda store: forget_person(store, "Bob"),
}


@pytest.mark.parametrize("look", BESIDE.values(), ids=BESIDE.keys())
def test_the_log_is_nobody_else_s_while_a_table_writes(
    path: Path, look: Callable[[Store], object]
) -> None:
    """Whoever closes a file gives up every lock that the process has on it."""
    evening(path, 1)
    with Store(path) as store:
        session = Session(store)
        session.new_match(("Ann", "Bob"))
        session.feed(said("round Ann"), "Ann")
        look(store)
        looked_at_meanwhile(path)
        assert log_of(path).exists()
        before = looked_at_meanwhile(path)
        session.feed(said("score Ann 7 out"), "Ann")
        assert looked_at_meanwhile(path) == before + 1


def test_files_are_for_the_owner_only(path: Path) -> None:
    evening(path, 1)
    with Store(path):
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
    path.chmod(0o644)
    Store(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600, "files of earlier versions are closed too"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "old.turbo"
    file.write_text("old")
    with pytest.raises(TypeError):
        write_whole(file, "no bytes")  # type: ignore[arg-type]
    assert file.read_text() == "old" and [one.name for one in tmp_path.iterdir()] == ["old.turbo"]
    write_whole(file, b"new")
    assert file.read_text() == "new"


def test_a_held_store_is_told_as_that(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "BUSY_TIMEOUT_S", 0.01)
    evening(path, 1)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with Store(path) as store:
        session = Session(store, 1)
        before = session.history
        with pytest.raises(CannotKeep, match="another program holds it"):
            session.feed(Passed(), "Ann")
        assert session.history is before, "nothing is judged on what could not be kept"
        holder.execute("ROLLBACK")
        session.feed(Passed(), "Ann")
        assert len(session.history.entries) == len(before.entries) + 1
    holder.close()


def test_live_facts_are_kept_with_their_rulings(path: Path) -> None:
    with Store(path) as store:
        session = Session(store)
        session.new_match(NAMES)
        session.feed(RoundStarted("Ann"), "Ann")
        thrown = said(f"throw Ann {HAND}")
        assert isinstance(thrown, Thrown)
        session.feed(replace(thrown, cup=thrown.hand), "camera")
        wrong = HandedOver(Layout.parse("b3 b4 b5"), "Ann", thrown.hand[3:-1])
        assert str(session.feed(wrong, "camera").verdict) == "rejected"
        assert store.history(1) == session.history
        assert History.of(NAMES, store.entries(1), at=session.history.at) == session.history


def test_a_damaged_schema_is_told_and_costs_no_traceback(path: Path) -> None:
    evening(path, 1)
    data = bytearray(path.read_bytes())
    for at in (place for place in range(100, 4096) if data[place : place + 6] == b"CREATE"):
        data[at : at + 6] = b"C\xd5\xd5\xd5\xd5E"
    path.write_bytes(data)
    with pytest.raises(StoreError):
        Store(path)
    with pytest.raises(StoreError, match="nothing in it can be read"):
        restore(path, path)
