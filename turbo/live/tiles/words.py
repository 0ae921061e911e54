"""What a tile table says to its players beside rulings, in every language."""

from turbo.game.messages import Language
from turbo.i18n.catalogue import SentenceTable
from turbo.storage.session import Notice

SENTENCES = SentenceTable("tile-notice.")
"""Every sentence by its key."""


def tile_word(notice: Notice, language: Language = Language.ENGLISH) -> str:
    return SENTENCES[notice.key][language].format(*notice.values)
