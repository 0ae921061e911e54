"""Stores that are killed, damaged and filled up, and files that mean harm: what is left of them."""

import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tools.trials.random_match import RandomMatch
from tools.trials.store_writer import Writers
from turbo.errors import TurboError
from turbo.evidence.bundle import load
from turbo.game.events import Passed
from turbo.game.record import Record, parse_statement
from turbo.storage.log_file import log_of
from turbo.storage.salvage import restore
from turbo.storage.session import Session
from turbo.storage.store import CannotKeep, Store, StoreError
from vision.mat.calibration import load_calibration
from vision.reading.own_inks import OwnDice

ROOT = Path(__file__).parents[2]


CORPUS = ROOT / "tests" / "data" / "fuzz"


NOW = datetime(2026, 11, 15, 20, tzinfo=UTC)


NAMES = ("Ann", "Bob")


@dataclass
class Book:
    """What came out: how often, and what should not have."""

    counts: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def note(self, what: str) -> None:
        self.counts[what] += 1

    def wrong(self, what: str) -> None:
        self.broken.append(what)


TILES = """edition original-goliath time=90
players Ann, Bob, Cid, Dik
round Ann
played k10 r10 o10
draw
penalty 3
played 3
option time=off
played 11
rack Bob 23
rack Cid 5
rack Dik r* k3 b6 r11 o1 b2 k4 k7 r8 o9 o13
round Bob
score Ann -6, Bob -11, Cid 22, Dik -5 out
end late
"""


"""A match of tiles that is over: totals beside those of dice."""


def kill_writers(
    book: Book, folder: Path, times: int, chance: random.Random, game: str = "dice"
) -> None:
    """A process writes and says what is kept; it is killed at any instant, over and over again on
    the same store. What it said is there, and at most one entry more."""
    path = folder / f"killed-{game}.db"
    acknowledged = 0
    with Writers(folder) as writers:
        for number in range(times):
            writer = writers.start(path, game)
            writer.wait_until_open()
            time.sleep(chance.uniform(0, 0.03))
            acknowledged = max(acknowledged, writer.kill())
            acknowledged = _after_kill(book, path, acknowledged, number)


def _after_kill(book: Book, path: Path, acknowledged: int, number: int) -> int:
    try:
        with Store(path) as store:
            found = len(store.folded(1).entries) if 1 in store else 0
            told = store.matches()[0].entries if found else 0
    except TurboError as error:
        book.wrong(f"kill {number}: {error}")
        return acknowledged
    book.note("kill: nothing lost" if found >= acknowledged else "kill: LOST")
    if found - acknowledged not in (0, 1) or told != found:
        book.wrong(f"kill {number}: {found} entries, {acknowledged} acknowledged, {told} told")
    return found


def damage_stores(book: Book, folder: Path, times: int, chance: random.Random) -> None:
    """A store with a match that is over and one that is played, as a killed process leaves it: its
    file or its log is cut at any byte, or has a bit flipped. The score of each match is as it was,
    or it is said that something is amiss."""
    made = folder / "made"
    made.mkdir()
    truth = _made_store(made / "m.db")
    for number in range(times):
        case = folder / f"case-{number}"
        shutil.copytree(made, case)
        what = _damaged(case, chance)
        _look(book, case / "m.db", truth, f"{what} (case {number})")
        shutil.rmtree(case)


Truth = dict[int, tuple[tuple[int, ...], int]]


def _made_store(path: Path) -> Truth:
    """Written, copied while it was open, so that its log is not empty."""
    work = path.with_name("work.db")
    with Store(work) as store:
        for seed in (1, 2):
            store.import_record(Record.parse(RandomMatch(seed, 0.1).play()), NOW)
        store.import_record(Record.parse(TILES), NOW)
        store.checkpoint()
        session = Session(store)
        session.new_match(NAMES)
        lines = RandomMatch(3).play().splitlines()[1:60]
        for line in lines:
            session.feed(parse_statement(line, NAMES).event, "Ann")
        truth = {head.id: (head.standing.totals, head.entries) for head in store.matches()}
        shutil.copy(work, path)
        shutil.copy(log_of(work), log_of(path))
    for name in ("", "-wal", "-shm"):
        Path(f"{work}{name}").unlink(missing_ok=True)
    return truth


def _damaged(case: Path, chance: random.Random) -> str:
    file = chance.choice((case / "m.db", log_of(case / "m.db")))
    data = bytearray(file.read_bytes())
    at = chance.randrange(len(data))
    if chance.random() < 0.3:
        file.write_bytes(data[:at])
        return f"{file.name} cut at {at}"
    data[at] ^= 1 << chance.randrange(8)
    file.write_bytes(data)
    return f"{file.name} with a bit flipped at {at}"


def _look(book: Book, path: Path, truth: Truth, what: str) -> None:
    saved = path.with_name("saved.db")
    shutil.copy(path, saved)
    shutil.copy(log_of(path), log_of(saved))
    try:
        with Store(path) as store:
            found = {head.id: (head.standing.totals, head.entries) for head in store.matches()}
            words = [*store.troubles, *store.unreadable().values(), *store.check()]
            folded = {one: store.folded(one).match.totals for one in found if _can(store, one)}
        _compare(book, found, folded, truth, words, what)
    except StoreError as error:
        book.note("damage: refused in one line")
        if "\n" in str(error):
            book.wrong(f"{what}: {error}")
    except Exception as error:
        book.wrong(f"{what}: {type(error).__name__}: {error}")
    _save(book, saved, truth, what)


def _can(store: Store, number: int) -> bool:
    try:
        store.folded(number)
    except StoreError:
        return False
    return True


def _compare(
    book: Book,
    found: Truth,
    folded: Mapping[int, tuple[int, ...]],
    truth: Truth,
    words: list[str],
    what: str,
) -> None:
    if found == truth and not words:
        book.note("damage: no difference")
        return
    if not words and "-wal cut" in what and _is_earlier(found, truth):
        # What a log lost at its end looks like a moment earlier, and is one: nobody can tell.
        book.note("damage: a log cut short, the match as it was a moment earlier")
        return
    book.note("damage: told" if words else "damage: WITHOUT A WORD")
    if not words:
        book.wrong(f"{what}: {found} instead of {truth}, without a word")
    for number, totals in folded.items():
        if found[number][1] == truth[number][1] and totals != truth[number][0]:
            book.wrong(f"{what}: match {number} has {totals} instead of {truth[number][0]}")


def _is_earlier(found: Mapping[int, tuple[tuple[int, ...], int]], truth: Truth) -> bool:
    """Matches that were over are whole; the one that was played has a part of its entries."""
    over = all(found.get(number) == truth[number] for number in (1, 2, 3))
    return over and (4 not in found or found[4][1] <= truth[4][1])


def _save(book: Book, path: Path, truth: Truth, what: str) -> None:
    """Whatever can be saved is right."""
    try:
        saved, _ = restore(path, path)
        with Store(path) as store:
            for head in store.matches():
                kept, expected = len(store.entries(head.id)), truth[head.id][1]
                if kept == expected and head.standing.totals != truth[head.id][0]:
                    book.wrong(f"{what}: saved with a wrong score")
                book.counts["saved: entries"] += kept
            book.counts["saved: of entries"] += sum(count for _, count in truth.values())
            book.note("saved: all" if not saved.lost else "saved: in part, and said so")
    except TurboError:
        book.note("saved: nothing, and said so")
    except Exception as error:
        book.wrong(f"{what}, saving: {type(error).__name__}: {error}")


def bad_disks(book: Book, folder: Path, chance: random.Random) -> None:
    """Full, held, read-only, and a clock that runs backwards."""
    _full_disk(book, folder)
    path = folder / "held.db"
    with Store(path) as store, Store(path) as other:
        session = Session(store)
        session.new_match(NAMES)
        other._connection.execute("BEGIN IMMEDIATE")
        store._connection.execute("PRAGMA busy_timeout = 20")
        before = session.history
        try:
            session.feed(Passed(), "Ann")
            book.wrong("a held store was written")
        except CannotKeep:
            book.note("disk: held, told, nothing judged")
        if session.history is not before:
            book.wrong("judged on what could not be kept")
        other._connection.execute("ROLLBACK")
    _read_only(book, folder)
    times = (NOW - timedelta(hours=chance.uniform(0, 9)) for _ in iter(int, 1))
    with Store(folder / "clock.db") as store:
        session = Session(store, now=lambda: next(times))
        session.new_match(NAMES)
        for line in RandomMatch(5).play().splitlines()[1:]:
            session.feed(parse_statement(line, NAMES).event, "Ann")
        same = store.history(1) == session.history
        book.note("clock: backwards, the order stays" if same else "clock: WRONG")
        if not same or not session.history.match.is_finished:
            book.wrong("a clock that runs backwards changed a match")


def _read_only(book: Book, folder: Path) -> None:
    """A disk that went read-only, as worn cards do: what was kept is shown, nothing more is
    judged, and it goes on when it may be written again."""
    path = folder / "read-only.db"
    with Store(path) as store:
        session = Session(store)
        session.new_match(NAMES)
        session.feed(Passed(), "Ann")
        before = session.history
        store._connection.execute("PRAGMA query_only = ON")
        try:
            session.feed(Passed(), "Ann")
            book.wrong("a read-only store was written")
        except CannotKeep as error:
            told = "read-only" in str(error) and "\n" not in str(error)
            book.note("disk: read-only, told, nothing judged" if told else "disk: NOT TOLD")
        if session.history is not before or store.history(1) != before:
            book.wrong("judged on what could not be kept")
        store._connection.execute("PRAGMA query_only = OFF")
        session.feed(Passed(), "Ann")
        if len(store.entries(1)) != len(before.entries) + 1:
            book.wrong("a store that may be written again does not go on")


_FILL = """
import resource, signal, sys
from datetime import datetime, UTC
from pathlib import Path
from turbo.game.events import Passed
from turbo.storage.session import Session
from turbo.storage.store import CannotKeep, Store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Store(Path(sys.argv[1])) as store:
    session = Session(store)
    session.new_match(("Ann", "Bob"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, resource.RLIM_INFINITY))
    try:
        while True:
            session.feed(Passed(), "Ann")
    except CannotKeep as error:
        assert "full" in str(error), error
    kept = len(session.history.entries)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    session.feed(Passed(), "Ann")
    assert len(store.entries(1)) == kept + 1, "goes on where it was"
    print(kept)
"""


def _full_disk(book: Book, folder: Path) -> None:
    command = [sys.executable, "-c", _FILL, str(folder / "full.db")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        book.wrong(f"full disk: {done.stderr.splitlines()[-1:]}")
    else:
        book.note("disk: full, told, and gone on with room")


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The same with a few bytes changed, cut out, doubled or put in."""
    found = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(found) or 1)
        size = chance.choice((1, 1, 2, 8, 200))
        match chance.randrange(5):
            case 0:
                found[at : at + size] = chance.randbytes(size)
            case 1:
                del found[at : at + size]
            case 2:
                found[at:at] = found[at : at + size]
            case 3:
                found[at:at] = chance.choice((b"\0", b"\xff", b"1e999", b"-", b"[[", b'"', b"\n"))
            case 4 if found:
                found[at % len(found)] ^= 1 << chance.randrange(8)
    return bytes(found)


def _parse_record(path: Path) -> None:
    Record.parse(path.read_bytes().decode("utf-8", errors="replace"))


READERS: dict[str, Callable[[Path], object]] = {
    "record.turbo": _parse_record,
    "evidence.zip": load,
    "calibration.json": load_calibration,
    "dice.txt": OwnDice.load,
}


def mutants(
    name: str, times: int, folder: Path, chance: random.Random
) -> Iterator[tuple[int, BaseException | None]]:
    """What reading each of so many mutants of a file raised."""
    original, path = (CORPUS / name).read_bytes(), folder / name
    for number in range(times):
        path.write_bytes(mutated(original, chance))
        try:
            READERS[name](path)
            yield number, None
        except Exception as error:
            yield number, error
