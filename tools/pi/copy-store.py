"""Copies a store of matches as it is at this moment, also while others write.

With the system's own Python and nothing else: it must not matter which release wrote the store."""

import os
import sqlite3
import sys

if __name__ == "__main__":
    source, target = sys.argv[1:]
    # Nobody else's business: names and evenings of people are in it.
    os.umask(0o077)
    half = f"{target}.half"
    with (
        sqlite3.connect(half) as copy,
        sqlite3.connect(f"file:{source}?mode=ro", uri=True) as store,
    ):
        store.backup(copy)
    copy.close()
    store.close()
    os.replace(half, target)
