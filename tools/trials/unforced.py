"""Nothing is forced to the disk where no power fails: killed or not, what a process has written is
there for the next one.

Half of the time of a test that keeps a match it waited for the disk. That the program does force
what must not be lost is asked where the real thing is put back (`tests/storage/test_forced.py`).
"""

import os
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any

CONNECT, FSYNC = sqlite3.connect, os.fsync
"""The real ones."""


class Unforced(sqlite3.Connection):
    """Says that nothing is to be forced before the first page is written, and whenever the program
    says otherwise."""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql.startswith("PRAGMA synchronous = "):
            return super().execute("PRAGMA synchronous = OFF")
        if sql.startswith("PRAGMA journal_mode = "):
            super().execute("PRAGMA synchronous = OFF")
        return super().execute(sql, *values)


def force_nothing(put: Callable[[object, str, object], None]) -> None:
    """For all of this process: `put` is `setattr`, or one that takes back what it has done."""
    put(sqlite3, "connect", partial(CONNECT, factory=Unforced))
    put(os, "fsync", _left)


def force_again(put: Callable[[object, str, object], None]) -> None:
    put(sqlite3, "connect", CONNECT)
    put(os, "fsync", FSYNC)


def _left(file: int) -> None:
    """As the real one, which does not take what is no open file."""
    os.fstat(file)
