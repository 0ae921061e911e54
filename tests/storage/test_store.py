"""The store on a real disk: nothing acknowledged is lost, nothing foreign is touched."""

import hashlib
import os
import random
import resource
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tests.support.examples import examples
from tools.trials.random_match import RandomMatch
from tools.trials.store_writer import Writers
from tools.trials.strategies import NAMES, beginnings, events, hands
from turbo.game.dice import parse_hand
from turbo.game.events import (
    Amended,
    Entry,
    HandedOver,
    Logged,
    Note,
    Noted,
    Passed,
    Thrown,
    Undone,
)
from turbo.game.layout import Layout
from turbo.game.match import Options
from turbo.game.record import Record
from turbo.storage.history import History, judge_record
from turbo.storage.store import APPLICATION_ID, Store, StoreError

NOW = datetime(2026, 11, 15, 20, 15, tzinfo=UTC)
ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


def filled(path: Path, seed: int = 1) -> Record:
    record = Record.parse(RandomMatch(seed).play())
    with Store(path) as store:
        store.import_record(record, NOW)
    return record


def test_several_matches_live_in_one_file(path: Path) -> None:
    records = [filled(path, seed) for seed in range(3)]
    with Store(path, create=False) as store:
        assert [head.id for head in store.matches()] == [1, 2, 3]
        for number, record in enumerate(records, 1):
            assert store.history(number).match == judge_record(record).match


live = st.one_of(
    events,
    beginnings,
    st.builds(Thrown, st.just("Ann"), hands, st.none() | hands),
    st.builds(HandedOver, st.just(Layout()), st.none() | st.just("Bob"), st.none() | hands),
    st.builds(Passed, st.none() | st.just("Bob"), st.none() | hands),
)
logged = (
    live
    | st.builds(Noted, st.sampled_from(Note))
    | st.builds(Undone, st.integers(1, 9))
    | st.builds(Amended, st.integers(1, 9), live)
)


@examples(40, HealthCheck.function_scoped_fixture)
@given(st.lists(logged, max_size=10))
def test_what_is_stored_comes_back_as_it_was(tmp_path: Path, log: list[Logged]) -> None:
    with Store(tmp_path / "all.db") as store:
        match = store.new_match(NAMES, NOW, Options(strict=True))
        kept = [store.append(match, Entry(0, event, NOW, "Ann")) for event in log]
        assert store.entries(match) == kept
        assert store.head(match).options == Options(strict=True)
        assert store.history(match) == History.of(NAMES, kept, Options(strict=True), at=NOW)


def test_the_newest_matches_are_read_without_the_others(path: Path) -> None:
    """A list of a hundred costs the same in a store of ten thousand: rows that nobody asked for
    are not read, so one among them that is damaged is not even noticed."""
    with Store(path) as store:
        for _ in range(60):
            store.new_match(NAMES, NOW)
        assert [head.id for head in store.newest(3)] == [60, 59, 58]
        assert [head.id for head in store.newest(3, before=3)] == [2, 1]
        assert store.newest(3, before=1) == [] and len(store.newest(1, before=1 << 70)) == 1
        assert store.newest(60) == store.matches()[::-1]
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE matches SET players = 'rubbish' WHERE id = 7")
    connection.close()
    with Store(path) as store:
        assert len(store.newest(50)) == 50 and not store._unreadable
        assert [head.id for head in store.newest(3, before=9)] == [8, 6]


def test_entries_are_numbered_from_one_in_each_match(path: Path) -> None:
    with Store(path) as store:
        for match in (store.new_match(NAMES, NOW), store.new_match(NAMES, NOW)):
            numbers = [store.append(match, Entry(0, Passed())).number for _ in range(3)]
            assert numbers == [1, 2, 3]


def test_several_entries_are_added_all_or_none(path: Path) -> None:
    with Store(path) as store:
        match = store.new_match(NAMES, NOW)
        bad = Entry(0, Passed(), NOW, by="not text: \udcff")
        with pytest.raises(StoreError):
            store.append_all(match, [Entry(0, Passed()), bad])
        assert store.entries(match) == []


def test_what_another_program_adds_meanwhile_is_no_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A running table adds an entry just after another program has read how many there are."""
    filled(path)
    with Store(path) as table, Store(path, create=False) as reader:
        head_row = Store._head_row

        def read_and_be_late(store: Store, *rest: Any) -> Any:
            found = head_row(store, *rest)
            if store is reader:
                table.append(1, Entry(0, Noted(Note.PAUSE), NOW, "Ann"))
            return found

        monkeypatch.setattr(Store, "_head_row", read_and_be_late)
        before = len(reader.history(1).entries)
        monkeypatch.undo()
        assert len(reader.history(1).entries) == before + 1


def test_entries_can_neither_be_changed_nor_deleted(path: Path) -> None:
    filled(path)
    raw = sqlite3.connect(path)
    for sql in ("UPDATE entries SET by = 'me'", "DELETE FROM entries"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            raw.execute(sql)
    raw.close()


def test_an_unknown_match_is_named(path: Path) -> None:
    filled(path)
    with Store(path) as store:
        with pytest.raises(StoreError, match="there is no match 7 in"):
            store.history(7)
        with pytest.raises(StoreError):
            store.append(7, Entry(0, Passed()))


# Kill the process at any instant.


def test_a_killed_writer_loses_nothing_that_it_acknowledged(path: Path, tmp_path: Path) -> None:
    chance = random.Random(2026)
    acknowledged = 0
    with Writers(tmp_path) as writers:
        for _ in range(30):
            writer = writers.start(path)
            writer.wait_until_open(chance.randrange(4))
            time.sleep(chance.uniform(0, 0.02))
            acknowledged = max(acknowledged, writer.kill())
            with Store(path) as store:
                numbers = [entry.number for entry in store.entries(1)]
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) - acknowledged in (0, 1), "at most the entry in flight is extra"
            acknowledged = len(numbers)
    assert acknowledged > 30, "the writers did write"


def test_a_writer_killed_while_it_makes_the_file_leaves_a_usable_place(tmp_path: Path) -> None:
    with Writers(tmp_path) as writers:
        for number in range(12):
            path = tmp_path / f"{number}.db"
            writer = writers.start(path)
            while not path.exists():
                pass
            time.sleep(number * 0.0007)
            writer.kill()
            with Store(path) as store:
                store.append(store.new_match(NAMES, NOW), Entry(0, Passed()))


# Files that are not ours to touch.


def text_file(path: Path) -> None:
    path.write_text("players Ann, Bob\n")


def damaged(path: Path) -> None:
    filled(path)
    data = bytearray(path.read_bytes())
    for at in range(4096, len(data), 700):
        data[at : at + 200] = b"\xa5" * len(data[at : at + 200])
    path.write_bytes(data)


def cut_off(path: Path) -> None:
    filled(path)
    path.write_bytes(path.read_bytes()[:5000])


def other_database(path: Path) -> None:
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE recipes (name TEXT)")
    raw.commit()
    raw.close()


def newer(path: Path) -> None:
    filled(path)
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA user_version = 99")
    raw.commit()
    raw.close()


def not_folded(path: Path) -> None:
    filled(path)
    raw = sqlite3.connect(path)
    event = '{"statement": "roll"}'
    raw.execute("INSERT INTO entries VALUES (1, 9999, NULL, '', ?, NULL, 'none')", (event,))
    raw.commit()
    raw.close()


UNUSABLE = {
    "a text file": (text_file, "found no database"),
    "a damaged file": (damaged, "damaged"),
    "a file cut off": (cut_off, "damaged"),
    "another program's database": (other_database, "found another database"),
    "a newer schema": (newer, "newer version"),
    "an entry that cannot be read": (not_folded, "match 1 cannot be read"),
}


@pytest.mark.parametrize(("make", "expected"), UNUSABLE.values(), ids=UNUSABLE.keys())
def test_a_file_that_cannot_be_used_is_left_as_it_was(
    path: Path, make: Callable[[Path], None], expected: str
) -> None:
    make(path)
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    with pytest.raises(StoreError, match=expected) as caught, Store(path) as store:
        store.entries(1)
    assert "\n" not in str(caught.value) and str(path) in str(caught.value)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder"):
        Store(tmp_path)
    with pytest.raises(StoreError, match="no such file, so there are no matches yet"):
        Store(tmp_path / "none.db", create=False)
    assert list(tmp_path.iterdir()) == []


def in_child(work: Callable[[], str], *, as_nobody: bool = False) -> str:
    """Do something in a child process, if asked not as root, and bring back what it said."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if as_nobody and os.geteuid() == 0:
                os.setuid(65534)
            said = work()
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        return pipe.read()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that any user can reach, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def test_a_read_only_file_can_be_read_and_says_that_it_cannot_be_written(
    open_folder: Path,
) -> None:
    folder = open_folder / "stick"
    path = folder / "matches.db"
    filled(path)
    before = path.read_bytes()
    path.chmod(0o444)
    folder.chmod(0o555)

    def read_and_write() -> str:
        with Store(path) as store:
            count = len(store.entries(1))
            try:
                store.append(1, Entry(0, Passed()))
            except StoreError as error:
                return f"{count} {error}"
        return "written"

    said = in_child(read_and_write, as_nobody=True)
    folder.chmod(0o755)
    assert said.partition(" ")[0] == str(len(Record.parse(RandomMatch(1).play()).statements))
    assert "cannot be written: the file or its folder is read-only" in said
    assert path.read_bytes() == before


def test_a_full_disk_is_said_and_what_was_acknowledged_stays(path: Path) -> None:
    """The limit on a file's size makes real writes fail, as a full disk does."""

    def fill() -> str:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with Store(path) as store:
            match = store.new_match(NAMES, NOW)
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
            written = 0
            try:
                while True:
                    entry = Entry(0, Thrown("Ann", parse_hand("b3 " * 9)), NOW, "Ann")
                    written = store.append(match, entry).number
            except StoreError as error:
                return f"{written} {error}"

    said = in_child(fill)
    written, _, error = said.partition(" ")
    assert int(written) > 10
    assert "the disk is full or failing" in error
    with Store(path) as store:
        assert len(store.entries(1)) == int(written)


def test_the_file_says_whose_it_is(path: Path) -> None:
    filled(path)
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    raw.close()
