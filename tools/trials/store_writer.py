"""A process that writes entries to a store for ever and says what was acknowledged, to be killed at
any instant.

Most of what such a process costs is loading the program. One does it once, and each writer is a
fork of it: a process of its own, with its own connection and its own death.
"""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from turbo.game.events import Entry, Passed
from turbo.game.match import DEFAULTS
from turbo.game.tile_options import TileOptions
from turbo.storage.store import AnyOptions, Store

ROOT = Path(__file__).parents[2]

GAMES: dict[str, tuple[tuple[str, ...], AnyOptions]] = {
    "dice": (("Ann", "Bob"), DEFAULTS),
    "tiles": (("Ann", "Bob", "Cid", "Dik"), TileOptions("original-jumbo")),
}


class Writer:
    """One that writes now."""

    def __init__(self, pid: int, said: IO[str]) -> None:
        self.pid, self.said, self.last = pid, said, "open"

    def wait_until_open(self, entries: int = 0) -> None:
        """And until so many entries were acknowledged."""
        for _ in range(1 + entries):
            self.last = self.said.readline()

    def kill(self) -> int:
        """As a power cut would; the number of the last entry that it had acknowledged, or 0."""
        os.kill(self.pid, signal.SIGKILL)
        # The end of what it says is the end of the process: the kernel has closed its files.
        *_, last = self.last, *self.said.read().splitlines()
        self.said.close()
        return 0 if last.strip() == "open" else int(last)


class Writers:
    """Makes writers."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.made = folder, 0
        self._model = subprocess.Popen(
            [sys.executable, "-m", "tools.trials.store_writer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )

    def __enter__(self) -> "Writers":
        return self

    def __exit__(self, *_: object) -> None:
        self._model.communicate()

    def start(self, path: Path, game: str = "dice") -> Writer:
        assert self._model.stdin is not None and self._model.stdout is not None
        self.made += 1
        # With the game: writers of both may have one folder, one after the other.
        pipe = self.folder / f"said-{game}-{self.made}"
        os.mkfifo(pipe)
        print(path, game, pipe, sep="\t", file=self._model.stdin, flush=True)
        pid = int(self._model.stdout.readline())
        return Writer(pid, pipe.open(encoding="ascii"))


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the dead
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            write(*line.rstrip("\n").split("\t"))
        print(pid, flush=True)


def write(path: str, game: str, pipe: str) -> Any:
    names, options = GAMES[game]
    with open(pipe, "w", encoding="ascii") as said, Store(path) as store:
        heads = store.matches()
        now = datetime.now(UTC)
        match = heads[0].id if heads else store.new_match(names, now, options)
        print("open", file=said, flush=True)
        while True:
            entry = store.append(match, Entry(0, Passed(), now, "writer"))
            print(entry.number, file=said, flush=True)


if __name__ == "__main__":
    main()
