"""Files that are whole or not there: written beside, synchronised, and put in place in one step.

What is kept of people (matches, pictures, secrets) is for the owner's eyes: mode 0600. A file that
somebody asks for gets the usual mode.
"""

import contextlib
import csv
import io
import itertools
import os
import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from turbo.errors import TurboError, writing

OWN = 0o600
"""Read and written by the owner only."""


def write_whole(path: Path, data: bytes, mode: int | None = None) -> None:
    """The file has the old content or the new, whatever happens meanwhile; `OSError` if neither
    could be written. A mode of None is the usual one; a file that is there keeps its own."""
    if path.is_dir():
        raise TurboError(f"{path} is a folder: expected the name of a file")
    # A pipe or a device: it is written to, and nothing may take its place.
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    # In the same folder: only within one file system a renaming is one step.
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # Before it is put in place: a secret must not be open for the moment in between.
        beside.chmod(_mode(path) if mode is None else mode)
        put_in_place(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    with contextlib.suppress(OSError):
        return path.stat().st_mode & 0o777
    # The mask can only be asked for by setting it.
    usual = os.umask(0)
    os.umask(usual)
    return 0o666 & ~usual


def put_in_place(beside: Path, path: Path) -> None:
    """Rename, and make the renaming itself survive a power cut."""
    os.replace(beside, path)
    # A new name is an entry of the folder, which is a file of its own to the disk.
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_text(path: Path, text: str) -> None:
    """Somebody asked for this file; what is wrong is said in one line."""
    with writing(path):
        write_whole(path, text.encode())


def write_own(path: Path, text: str) -> None:
    """A secret: for the owner's eyes only, from its first byte on."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode(), OWN)


def free_beside(path: Path, word: str) -> Path:
    """The first name that is free: NAME.WORD-1, NAME.WORD-2 ... Nothing that was put aside is ever
    written over, as it might be by a time."""
    names = (path.with_name(f"{path.name}.{word}-{number}") for number in itertools.count(1))
    return next(name for name in names if not name.exists())


def make_own(path: Path) -> None:
    """A new file that is the owner's from its first byte; one that is there is left to its own."""
    with contextlib.suppress(FileExistsError):
        # Before SQLite, which would make it with the usual mode, and others could open it before we
        # close it.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWN))


def close_to_others(path: Path) -> None:
    """Files of earlier versions could be read by everybody on the machine. What we may not write
    is somebody else's to decide."""
    with contextlib.suppress(OSError):
        found = path.stat()
        # Root may write everywhere: what belongs to somebody else is not root's to shut.
        is_ours = found.st_uid == os.geteuid() and found.st_mode & 0o200
        if is_ours and found.st_mode & 0o077:
            path.chmod(OWN)


def csv_text(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """As RFC 4180 has it, which every spreadsheet reads."""
    data = io.StringIO()
    writer = csv.writer(data)
    writer.writerow(heads)
    writer.writerows(map(_harmless, row) for row in rows)
    return data.getvalue()


def _harmless(cell: Any) -> Any:
    """A name that begins like a formula must not become one in a spreadsheet."""
    # A difference of -12 is a number, and '3+' of a cross table no formula.
    is_plain = not isinstance(cell, str) or re.fullmatch(r"[-+=@]?|[+-]?\d+(\.\d+)?", cell)
    return cell if is_plain or cell[0] not in "=+-@\t\r" else f"'{cell}"
