"""What `undo`, `amend`, `backup` and `restore` say, in every language."""

from turbo.i18n.catalogue import SentenceTable
from turbo.i18n.languages import Language

SENTENCES = SentenceTable("cli.")

YES = ("y", "yes", "j", "ja", "o", "oui", "s", "sí", "si", "sì")
"""In each of the languages: who reads Dutch and types j has agreed."""


def said(key: str, language: Language, **values: object) -> str:
    """
    >>> said("entry", Language.GERMAN, entry=7, match=2)
    'Eintrag 7 von Match 2'
    """
    return SENTENCES[key][language].format(**values)
