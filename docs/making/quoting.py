"""Sentences of the program for the book: what it says is quoted, never written again.

>>> quoted("who-starts", "nl")
'Wie begint? Druk op een knop, of gooi in je eigen vak.'
>>> quoted("word.run", "de"), quoted("do-they-touch; b3 b4", "en")
('Serie', 'The blue 3 and the blue 4: do these dice touch? Push them together or clearly apart.')
"""

import re

from turbo.errors import TurboError
from turbo.game.messages import MESSAGES, Language
from turbo.live.notices import NOTICES, notice_text
from turbo.storage.session import Notice
from web.texts import TEXTS


class UnknownWords(TurboError, KeyError):
    """The book quotes what the program does not say."""

    def __str__(self) -> str:
        return str(self.args[0])


def quoted(said: str, language: str) -> str:
    """A notice with its values behind semicolons, a ruling's sentence, or a text of the dashboard,
    by its key. What would be filled in elsewhere stands as three dots."""
    key, *values = (part.strip() for part in said.split(";"))
    tongue = Language(language) if language in tuple(Language) else Language.ENGLISH
    if key in NOTICES:
        return notice_text(Notice(key, tuple(values)), tongue)
    for table in (MESSAGES, TEXTS):
        if key in table:
            return _plain(table[key][tongue])
    raise UnknownWords(f"expected the key of a sentence that the program says, got {key!r}")


def _plain(text: str) -> str:
    return re.sub(r"\{[^}]*\}", "…", text)
