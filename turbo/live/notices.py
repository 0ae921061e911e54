"""What the live table says that is no ruling, in every language.

from turbo.storage.session import Notice
>>> notice_text(Notice("die-missing", ("b3 r*",)))
'The blue 3 and the joker are missing from the table: show them, or put them back.'
"""

from turbo.errors import BadNotation
from turbo.game.dice import parse_hand
from turbo.game.naming import Language, Named
from turbo.i18n.catalogue import SentenceTable
from turbo.storage.session import Notice

NOTICES = SentenceTable("notice.")
"""Every sentence by the key of its notice. `{faces}` is filled with the last value, a hand."""


def notice_text(notice: Notice, language: Language = Language.ENGLISH) -> str:
    """The sentence for a notice. Values that are faces are said as people say them."""
    values = [_said(value, language) for value in notice.values]
    faces = values[-1] if values else ""
    text = NOTICES[notice.key][language].format(*values, faces=faces)
    return text[0].upper() + text[1:]


def _said(value: str, language: Language) -> Named | str:
    """A hand in its notation becomes words; a layout, a name or a count stays as it is."""
    try:
        faces = parse_hand(value)
    except BadNotation:
        faces = ()
    return Named(faces, language) if faces else value
