"""The write-ahead log beside a store, looked at from outside: what SQLite will not take from it.

SQLite reads the log up to the first page whose checksum is wrong, and drops the rest without a
word: right for a power cut, which tears the last write that nobody was promised, and wrong for a
disk that lost a bit in the middle. Both leave pages behind the point up to which it read; here they
are counted, and put aside before they are written over.
"""

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from turbo.storage.files import OWN, write_whole

HEADER = 32
"""Bytes at the beginning of a log; 24 before every page in it."""
FRAME = 24


def log_of(store: Path) -> Path:
    return Path(f"{store}-wal")


def frames(log: bytes, page_size: int) -> Iterator[tuple[int, bytes]]:
    """The pages of the newest generation of a log, each with its number, whatever their
    checksums: a log is begun anew from its start with another salt, and what lies behind it is
    older."""
    places = range(HEADER, len(log) - FRAME - page_size + 1, FRAME + page_size)
    # Every frame repeats the salt: where the header cannot be believed, the first frame can.
    salt = log[16:24] if _is_whole(log[:HEADER]) else log[HEADER + 8 : HEADER + 16]
    # Behind the last of them lie pages of an older generation, which are in the file already.
    own = [at for at in places if log[at + 8 : at + 16] == salt]
    for at in places:
        if own and at <= own[-1]:  # one in between whose salt is another is a damaged one
            (page,) = struct.unpack(">I", log[at : at + 4])
            yield page, log[at + FRAME : at + FRAME + page_size]


def _is_whole(header: bytes) -> bool:
    """Whether the checksum of a log's header is right."""
    # The lowest bit of the magic number says in which byte order the sums were made.
    order = ">" if header[3] & 1 else "<"
    one = other = 0
    words = struct.unpack(f"{order}6I", header[:24])
    for low, high in zip(words[::2], words[1::2], strict=True):
        one = (one + low + other) & 0xFFFFFFFF
        other = (other + high + one) & 0xFFFFFFFF
    return struct.unpack(">II", header[24:32]) == (one, other)


def left_behind(store: Path, connection: sqlite3.Connection) -> list[str]:
    """A sentence if the log holds more than was taken from it; what it holds is put aside. The log
    is read before SQLite is asked, so that a page which another process adds is no trouble."""
    log = b""
    with suppress(OSError):
        log = log_of(store).read_bytes()
    # A header alone is what SQLite leaves when all of it was brought into the file.
    if len(log) <= HEADER:
        return []
    size = int(connection.execute("PRAGMA page_size").fetchone()[0])
    found = list(frames(log, size))
    # The second column is how many pages SQLite found whole, -1 where there is no log.
    # PASSIVE waits for nobody: another program may be reading.
    taken = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
    left = found[max(0, taken) :]
    if not left:
        return []
    aside = store.with_name(f"{store.name}-wal.left-behind")
    with suppress(OSError):
        # The first one is kept: a later log has been written into since.
        if not aside.exists():
            write_whole(aside, log, OWN)
    return [
        f"{store}: what was written last was not whole on the disk, as after a power cut or on a"
        f" failing card ({len(left)} pages, in {aside.name}): look at the last entries;"
        f" 'turbo restore {store}' saves what can be"
    ]
