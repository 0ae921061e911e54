"""The languages that have a catalogue. A file more in `locale` is a language more."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

LOCALE = Path(__file__).parent / "locale"
OWN_LOCALE = os.environ.get("TURBO_LOCALE")
"""A folder with catalogues of one's own: a language to try, without a change to the program."""

ORDER = ("en", "nl", "fr", "de")
"""Reviewed by people who speak them, in the order in which they came; others follow by name."""


def catalogues() -> dict[str, Path]:
    """Every catalogue by the code of its language."""
    folders = (LOCALE, *([Path(OWN_LOCALE)] if OWN_LOCALE else []))
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.po"))}


FILES = catalogues()


def _found() -> tuple[str, ...]:
    there = sorted(FILES)
    return (*(code for code in ORDER if code in there), *(c for c in there if c not in ORDER))


class _Languages(type):
    def __iter__(cls) -> Iterator["Language"]:
        return iter(_BY_CODE.values())

    def __len__(cls) -> int:
        return len(_BY_CODE)

    def __contains__(cls, code: object) -> bool:
        return code in _BY_CODE


class Language(str, metaclass=_Languages):
    """The code of a language that has a catalogue; any other is refused.

    >>> Language("de") is Language.GERMAN
    True
    >>> Language("xx")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: expected a language (...), got 'xx'
    """

    __slots__ = ()

    ENGLISH: ClassVar["Language"]
    DUTCH: ClassVar["Language"]
    FRENCH: ClassVar["Language"]
    GERMAN: ClassVar["Language"]

    def __new__(cls, code: str) -> "Language":
        if code not in _BY_CODE:
            raise ValueError(f"expected a language ({', '.join(_BY_CODE)}), got {code!r}")
        return _BY_CODE[code]

    def __reduce__(self) -> tuple[type["Language"], tuple[str]]:
        return Language, (str(self),)

    @property
    def value(self) -> str:
        return str(self)


_BY_CODE: dict[str, Language] = {code: str.__new__(Language, code) for code in _found()}

Language.ENGLISH = _BY_CODE["en"]
Language.DUTCH = _BY_CODE["nl"]
Language.FRENCH = _BY_CODE["fr"]
Language.GERMAN = _BY_CODE["de"]
