"""The words of a tournament, in every language: on paper and on the page."""

from turbo.i18n.catalogue import SentenceTable
from turbo.i18n.languages import Language

WORDS = SentenceTable("hallword.")


def word(key: str, language: Language = Language.ENGLISH) -> str:
    return WORDS[key][language]
