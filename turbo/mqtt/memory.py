"""What a feed remembers over a restart, in a small file beside the store."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path

from turbo.errors import TurboError


class Memory:
    """What a feed remembers over a restart, beside the store: how far the broker has receipted, and
    the last order. Losing it costs telling twice, never an entry, so it is not forced to the disk
    at every step; only orders are, for they must not be heard twice."""

    def __init__(self, path: Path, hall: str) -> None:
        self._hall = hall
        try:
            self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute(
                "CREATE TABLE IF NOT EXISTS kept (hall TEXT, match TEXT, number INTEGER,"
                " PRIMARY KEY (hall, match)) WITHOUT ROWID"
            )
        except sqlite3.Error as error:
            raise TurboError(f"{path}: cannot be used for the feed: {error}") from error

    @staticmethod
    def path_beside(store: Path) -> Path:
        return store.with_name(store.name + ".feed")

    def kept(self) -> dict[str, int]:
        rows = self._file.execute("SELECT match, number FROM kept WHERE hall = ?", (self._hall,))
        # The row without a match is the last order.
        return {match: number for match, number in rows if match}

    def keep(self, kept: Mapping[str, int]) -> None:
        rows = [(self._hall, match, number) for match, number in kept.items()]
        self._write("NORMAL", rows)

    @property
    def last_order(self) -> int:
        sql = "SELECT number FROM kept WHERE hall = ? AND match = ''"
        row = self._file.execute(sql, (self._hall,)).fetchone()
        return int(row[0]) if row else 0

    def heard_order(self, number: int) -> None:
        self._write("FULL", [(self._hall, "", number)])

    def _write(self, synchronous: str, rows: list[tuple[str, str, int]]) -> None:
        try:
            self._file.execute(f"PRAGMA synchronous = {synchronous}")
            self._file.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise TurboError(f"the feed cannot be remembered: {error}") from error

    def close(self) -> None:
        self._file.close()
