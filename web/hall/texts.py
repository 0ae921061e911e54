"""Every text of the hall's pages: those of the table's page, and its own."""

from typing import Any

from turbo.i18n.languages import Language
from turbo.i18n.messages import Sentence
from web.texts import PROGRAM, PageTable, texts_in

ALL = PageTable(tuple(one for one in PROGRAM if not one.startswith("hall")))


def hall_text(key: str, language: Language | str = Language.ENGLISH) -> Sentence:
    return ALL[key][Language(language)]


def hall_texts_in(language: str) -> dict[str, Any] | None:
    """All texts in a language; None if it is none of ours."""
    return texts_in(language, ALL)
