"""The one root of everything this project raises on purpose."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

Value = TypeVar("Value")


class TurboError(Exception):
    """Something that the caller can mend; its text is one line that says what was expected."""


class BadNotation(TurboError, ValueError):
    """Text that cannot be read: where it went wrong and what was expected there."""

    def __init__(self, expected: str, *, line: int = 1, column: int = 1) -> None:
        self.expected = expected
        self.line = line
        self.column = column
        super().__init__(f"line {line}, column {column}: {expected}")


class WrongType(TurboError, TypeError):
    """A value of another kind than was asked for."""


def expect(value: object, kind: type, what: str) -> None:
    """Refuse a value of the wrong kind at the door: deep inside nobody knows what was meant.

    >>> expect("b3", str, "a text")
    >>> expect(3, str, "a text such as 'b3 b4 b5'")
    Traceback (most recent call last):
    turbo.errors.WrongType: expected a text such as 'b3 b4 b5', got int 3
    """
    if not isinstance(value, kind):
        shown = repr(value)
        shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
        raise WrongType(f"expected {what}, got {type(value).__name__} {shown}")


def named(known: Mapping[str, Value], name: str, what: str) -> Value:
    """What has this name, of those that there are.

    >>> named({"day": 1, "dim": 2}, "night", "a light")
    Traceback (most recent call last):
    turbo.errors.TurboError: expected a light: day, dim, got 'night'
    """
    if name not in known:
        raise TurboError(f"expected {what}: {', '.join(known)}, got {name!r}")
    return known[name]


@contextmanager
def reading(path: object) -> Iterator[None]:
    """A file is read: what the system says against it is one line that names the file."""
    with _naming(path, "read"):
        yield


def text_of(path: Path) -> str:
    """What stands in a text file, whatever the machine's own encoding is."""
    try:
        with reading(path):
            return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise TurboError(f"{path}: expected a text file in UTF-8 (byte {error.start})") from error


@contextmanager
def writing(path: object) -> Iterator[None]:
    """The same where it is written."""
    with _naming(path, "written"):
        yield


@contextmanager
def _naming(path: object, done: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        # Those of ours that are both say already what was expected.
        if isinstance(error, TurboError):
            raise
        # An empty name, as of a variable that a script has not set, is to be seen as one.
        named = str(path) or "''"
        raise TurboError(f"{named}: cannot be {done}: {error.strerror or error}") from error
