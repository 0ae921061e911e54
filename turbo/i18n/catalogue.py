"""Catalogues as gettext writes them (`.po`), read when a language is first spoken.

>>> catalogue("nl")["word.run"]
'serie'
>>> catalogue("en")["count.dice"].format(count=1)
'1 die'
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import NamedTuple

from turbo.i18n.languages import FILES, Language
from turbo.i18n.messages import Manner, Sentence

_PLURALS = re.compile(r"Plural-Forms:.*plural=([^;\n]+)")
_KEY = re.compile(r'^msgctxt "(.*)"$', re.MULTILINE)


class PoEntry(NamedTuple):
    """One message of a file: its notes, its key, the English and the other forms."""

    notes: tuple[str, ...]
    flags: tuple[str, ...]
    key: str
    source: tuple[str, ...]
    forms: tuple[str, ...]

    def note(self, word: str) -> str:
        """What a note of the form `word: ...` says."""
        return next((n[len(word) + 2 :] for n in self.notes if n.startswith(f"{word}: ")), "")


def read_po(path: Path) -> Iterator[PoEntry]:
    """Every message of a catalogue; the first, without a key, is its header."""
    return map(_entry, _blocks(path))


def _blocks(path: Path) -> list[str]:
    return [one for one in path.read_text(encoding="utf-8").split("\n\n") if "msgid" in one]


def _key(block: str) -> str:
    found = _KEY.search(block)
    return found[1] if found else ""


def _entry(block: str) -> PoEntry:
    notes, flags, fields = list[str](), list[str](), dict[str, str]()
    name = ""
    for line in block.splitlines():
        if line.startswith("#."):
            notes.append(line[2:].strip())
        elif line.startswith("#,"):
            flags += [one.strip() for one in line[2:].split(",")]
        elif line.startswith("msg"):
            name, _, rest = line.partition(" ")
            fields[name] = _text(rest)
        elif line.startswith('"'):
            fields[name] += _text(line)
    source = [fields[one] for one in ("msgid", "msgid_plural") if one in fields]
    forms = [text for one, text in fields.items() if one.startswith("msgstr")]
    return PoEntry(
        tuple(notes), tuple(flags), fields.get("msgctxt", ""), tuple(source), tuple(forms)
    )


def _text(quoted: str) -> str:
    # Most texts have nothing to unescape, and there are a thousand of them at each start.
    return quoted[1:-1] if "\\" not in quoted else str(ast.literal_eval(quoted))


class Catalogue(Mapping[str, Sentence]):
    """All messages of one language by key. What a translation leaves empty is not in it.

    A command says a few of a thousand sentences: each is read from its block when it is first said.
    """

    def __init__(self, language: Language) -> None:
        header, *blocks = _blocks(FILES[language])
        self.language = language
        self.header = _entry(header).forms[0]
        rule = _PLURALS.search(self.header)
        self._manner = Manner(c2py(rule[1] if rule else "n != 1"), self.__getitem__)
        self._blocks = {_key(block): block for block in blocks}
        self._read: dict[str, Sentence | None] = {}

    def __getitem__(self, key: str) -> Sentence:
        if key not in self._read:
            self._read[key] = self._sentence(_entry(self._blocks[key]))
        found = self._read[key]
        if found is None:
            raise KeyError(key)
        return found

    def _sentence(self, entry: PoEntry) -> Sentence | None:
        if not all(entry.forms) and self.language != Language.ENGLISH:
            return None
        forms = entry.forms if all(entry.forms) else entry.source
        order = tuple(name.strip() for name in entry.note("values").split(",") if name)
        return Sentence.of(forms, self._manner, entry.note("by"), order)

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._blocks if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def name(self) -> str:
        """The language in its own words."""
        return _header_line(self.header, "X-Name") or str(self.language)

    @property
    def is_reviewed(self) -> bool:
        """Whether somebody who speaks it has read it."""
        return _header_line(self.header, "X-Reviewed") == "yes"

    def plural_digits(self) -> str:
        """Which form 0, 1, 2, ... 199 ask for: numbers beyond repeat the second hundred."""
        return "".join(str(self._manner.plural(count)) for count in range(200))


def _header_line(header: str, name: str) -> str:
    found = re.search(rf"^{name}: (.*)$", header, re.MULTILINE)
    return found[1] if found else ""


def catalogue(language: Language | str) -> Catalogue:
    return _of(Language(language))


# By the language and not by what was asked: to a cache 'en' and English would be two.
@cache
def _of(language: Language) -> Catalogue:
    return Catalogue(language)


def say(key: str, language: Language | str = "en", /, *values: object, **named: object) -> str:
    """A sentence by its key, filled."""
    return catalogue(language)[key].format(*values, **named)


class InEach(Mapping[Language, Sentence]):
    """One message in every language."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __getitem__(self, language: Language) -> Sentence:
        return catalogue(language)[self.key]

    def __iter__(self) -> Iterator[Language]:
        return (one for one in Language if self.key in catalogue(one))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class SentenceTable(Mapping[str, InEach]):
    """The messages whose keys begin alike, by what follows them."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix

    def __getitem__(self, key: str) -> InEach:
        if f"{self.prefix}{key}" not in catalogue(Language.ENGLISH):
            raise KeyError(key)
        return InEach(f"{self.prefix}{key}")

    def __iter__(self) -> Iterator[str]:
        keys = catalogue(Language.ENGLISH)
        return (key.removeprefix(self.prefix) for key in keys if key.startswith(self.prefix))

    def __len__(self) -> int:
        return sum(1 for _ in self)
