"""Somebody is deleted for good: the name from the matches, the throws and the colours, and every
picture of matches in which that person sat.

What was given away before cannot be called back: backups, exports, prints, and what other programs
were told. Files beside the store that still hold the name are named.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from turbo.errors import TurboError
from turbo.people.colours import Colours
from turbo.storage.roll_book import Rolls, forget_evidence, rolls_path
from turbo.storage.sqlite_file import bytes_of
from turbo.storage.store import Store


@dataclass(frozen=True, slots=True)
class Farewell:
    """What was done: the name that stands there now, the matches, how many pictures were deleted,
    the files that still hold the name, and what went wrong."""

    alias: str
    matches: tuple[int, ...]
    pictures: int
    remains: tuple[Path, ...]
    troubles: tuple[str, ...] = ()


def forget_person(store: Store, name: str) -> Farewell:
    """Delete a person. Somebody whom nobody knows is a `TurboError`."""
    played = [head.id for head in store.matches() if name in head.players]
    if not played:
        raise TurboError(f"expected the name of somebody who has played, got {name!r}")
    done = store.forget(name)
    # Evidence is pictures of the table with the record of the match.
    pictures = sum(forget_evidence(store.path, match) for match in played)
    if (book := rolls_path(store.path)).exists():
        with Rolls(book) as rolls:
            pictures += sum(rolls.forget(match=match) for match in played)
            rolls.forget_person(name, done.alias)
    Colours(store.path).forget(name)
    return Farewell(
        done.alias, tuple(played), pictures, tuple(_remains(store.path, name)), done.troubles
    )


def _remains(store: Path, name: str) -> list[Path]:
    """Files of this store that hold the name all the same, such as the copy of an older version."""
    written = (name.encode(), json.dumps(name)[1:-1].encode())
    # Not the shared memory: it holds numbers of pages alone, and the locks of who has the log.
    beside = [
        path
        for path in store.parent.glob(f"{store.stem}*")
        if path.is_file() and not path.name.endswith("-shm")
    ]
    return [path for path in sorted(beside) if any(one in bytes_of(path) for one in written)]
