"""Writes entries to a store for ever and says on standard output what was acknowledged.

Run by the tests as a process of its own, to be killed at any instant:
python -m tests.store_writer STORE [dice|tiles]
"""

import sys
from datetime import UTC, datetime

from turbo.game.events import Entry, Passed
from turbo.game.match import DEFAULTS
from turbo.keeping.store import AnyOptions, Store
from turbo.tiles.options import TileOptions

GAMES: dict[str, tuple[tuple[str, ...], AnyOptions]] = {
    "dice": (("Ann", "Bob"), DEFAULTS),
    "tiles": (("Ann", "Bob", "Cid", "Dik"), TileOptions("original-jumbo")),
}


def main(path: str, game: str = "dice") -> None:
    names, options = GAMES[game]
    with Store(path) as store:
        heads = store.matches()
        now = datetime.now(UTC)
        match = heads[0].id if heads else store.new_match(names, now, options)
        print("open", flush=True)
        while True:
            entry = store.append(match, Entry(0, Passed(), now, "writer"))
            print(entry.number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
