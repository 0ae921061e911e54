"""Writes entries to a store for ever and says on standard output what was acknowledged.

Run by the tests as a process of its own, to be killed at any instant.
"""

import sys
from datetime import UTC, datetime

from turbo.game.events import Entry, Passed
from turbo.keeping.store import Store


def main(path: str) -> None:
    with Store(path) as store:
        heads = store.matches()
        now = datetime.now(UTC)
        match = heads[0].id if heads else store.new_match(("Ann", "Bob"), now)
        print("open", flush=True)
        while True:
            entry = store.append(match, Entry(0, Passed(), now, "writer"))
            print(entry.number, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
