"""How commands read match records: from a file or from standard input, of either game."""

import argparse
import sys
from contextlib import nullcontext

from turbo.errors import TurboError, reading
from turbo.game.editions import TURBO
from turbo.game.match import CHOICES, Options
from turbo.game.record import Record, names_edition

MOST_RECORD_BYTES = 10_000_000
"""Of a record: a match has 20 kB. What is larger is no record, whatever it is called."""


def chosen_options(args: argparse.Namespace) -> Options:
    return Options(**{one.name: getattr(args, one.name) for one in CHOICES})


def read_text(path: str) -> str:
    """A text file, or standard input for ``-``."""
    with reading(path), nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as file:
        # One byte more than may be: a stream does not tell its size beforehand, and may have no
        # end.
        data = file.read(MOST_RECORD_BYTES + 1)
    if len(data) > MOST_RECORD_BYTES:
        raise TurboError(f"{path}: expected a record, got more than {MOST_RECORD_BYTES} bytes")
    try:
        # By name: the machine's own encoding would read the same record otherwise elsewhere.
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TurboError(f"{path}: expected a text file in UTF-8 (byte {error.start})") from error


def read_record(path: str, edition: str | None = None) -> Record:
    """A record of either game. One that names no edition is one of dice, unless it is said to be of
    another: old files of tiles may have none."""
    text = read_text(path)
    if edition is not None and edition != TURBO.name and not names_edition(text):
        text = f"edition {edition}\n{text}"
    try:
        return Record.parse(text)
    except ValueError as error:
        raise TurboError(f"{path}: {error}") from error
