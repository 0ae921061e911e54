"""The texts of the page: its part of the catalogues, as data for the browser."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from turbo.i18n.catalogue import InEach, SentenceTable, catalogue
from turbo.i18n.languages import Language
from turbo.i18n.messages import Sentence
from web.bundles import asked_texts

PROGRAM = (
    "cli.",
    "checkup.",
    *(f"face.{case}." for case in ("nom", "acc", "dat", "of", "to", "a")),
    "hall.",
    "hallword.",
    "step.",
    "home.",
    "notice.",
    "partner.",
    "play.",
    "reason.",
    "ruling.",
    "side.",
    "tile-notice.",
    "tile-ruling.",
    "tile-word.",
)
"""What the server says itself: the browser is sent the sentence, not its parts."""


class PageTable(SentenceTable):
    """The messages that a page needs: all but those of some rooms."""

    def __init__(self, but: tuple[str, ...]) -> None:
        super().__init__("")
        self.but = but

    def __getitem__(self, key: str) -> InEach:
        if key.startswith(self.but):
            raise KeyError(key)
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[str]:
        return (key for key in super().__iter__() if not key.startswith(self.but))


TEXTS = PageTable(PROGRAM)

ERRORS = SentenceTable("refused.")


def text(key: str, language: Language | str = Language.ENGLISH) -> Sentence:
    return TEXTS[key][Language(language)]


def texts_in(language: str, table: PageTable = TEXTS) -> dict[str, Any] | None:
    """All texts in a language, and how it counts; None if it is none of ours."""
    if language not in tuple(Language):
        return None
    said = catalogue(language)
    digits: Mapping[str, Any] = {"": said.plural_digits()}
    return {**digits, **{key: _document(said[key]) for key in table if key in said}}


def texts_for(script: str, language: str) -> dict[str, Any] | None:
    """The texts that a page's scripts may ask for: a sentence costs the page that says it, and no
    other."""
    whole = texts_in(language)
    if whole is None:
        return None
    keys, beginnings = asked_texts(script)
    found = {
        key: message
        for key, message in whole.items()
        # A sentence about tiles stands beside the one about dice.
        if key.removesuffix("-tiles") in keys or key in keys or key.startswith(beginnings)
    }
    waiting = list(found.values())
    while waiting:
        for key in _OTHER.findall(json.dumps(waiting.pop())):
            if key not in found:
                found[key] = whole[key]
                waiting.append(whole[key])
    return {"": whole[""], **found}


_OTHER = re.compile(r"\{@([\w.-]+)\}")
"""A message within a message."""


def _document(message: Sentence) -> Any:
    if len(message.forms) == 1:
        return str(message)
    return {"by": message.by, "forms": list(message.forms)}
