"""What must not be lost is forced to the disk, by the real thing: other tests spare it that."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.trials.unforced import FSYNC, Unforced, force_again
from turbo.hall.engine import DatabaseEngine
from turbo.mqtt.memory import Memory
from turbo.storage.files import write_whole
from turbo.storage.roll_book import Rolls
from turbo.storage.store import Store

NORMAL, FULL = 1, 2


@pytest.fixture
def forcing(monkeypatch: pytest.MonkeyPatch) -> None:
    force_again(monkeypatch.setattr)


def level(connection: Any) -> int:
    assert not isinstance(connection, Unforced)
    return int(connection.execute("PRAGMA synchronous").fetchone()[0])


def hall(path: Path) -> DatabaseEngine:
    return DatabaseEngine(f"sqlite:///{path}")


KEPT: dict[str, Callable[[Path], Any]] = {"store": Store, "rolls": Rolls, "hall": hall}


@pytest.mark.parametrize("opened", KEPT.values(), ids=KEPT)
def test_what_is_kept_is_on_the_disk_before_it_is_said_to_be(
    tmp_path: Path, forcing: None, opened: Callable[[Path], Any], closing: Any
) -> None:
    """Also in a file that was there before."""
    for _ in range(2):
        assert level(closing(opened(tmp_path / "kept.db"))._connection) == FULL


def test_an_order_is_not_heard_twice_and_a_receipt_may_be(tmp_path: Path, forcing: None) -> None:
    memory = Memory(tmp_path / "kept.feed", "hall")
    memory.heard_order(3)
    assert level(memory._file) == FULL
    memory.keep({"1": 2})
    assert level(memory._file) == NORMAL
    memory.close()


def test_a_file_that_is_written_whole_is_forced_and_then_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced: list[Path] = []

    def note(file: int) -> None:
        forced.append(Path(os.readlink(f"/proc/self/fd/{file}")))
        FSYNC(file)

    monkeypatch.setattr(os, "fsync", note)
    write_whole(tmp_path / "whole.txt", b"whole")
    assert [one.parent for one in forced] == [tmp_path, tmp_path.parent]
    assert forced[1] == tmp_path


def test_other_tests_spare_the_disk_that(tmp_path: Path) -> None:
    with Store(tmp_path / "kept.db") as store:
        assert isinstance(store._connection, Unforced)
        assert store._connection.execute("PRAGMA synchronous").fetchone() == (0,)
    with pytest.raises(OSError):
        os.fsync(-1)
    assert isinstance(sqlite3.connect(":memory:"), Unforced)
