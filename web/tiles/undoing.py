"""What can be taken back: the last thing that counts, however it came there."""

from turbo.storage.history import TileHistory


def last_entry(history: TileHistory) -> int | None:
    return history.judged[-1].effective.entry.number if history.judged else None
