"""What a tile table says to its players beside rulings, in every language."""

from collections.abc import Mapping

from turbo.game.editions import PieceKind
from turbo.game.messages import Language
from turbo.i18n.catalogue import SentenceTable
from turbo.live.notices import NOTICES, notice_text
from turbo.storage.session import Notice

SENTENCES: Mapping[str, Mapping[Language, str]] = {**NOTICES, **SentenceTable("tile-notice.")}
"""Every sentence by its key; what the camera, the board and the disk have to say is the same at
every table, unless tiles have their own words for it."""


def spoken_word(notice: Notice, piece: PieceKind) -> str:
    """A word of whichever table, in a terminal."""
    return {PieceKind.DIE: notice_text, PieceKind.TILE: tile_word}[piece](notice)


def tile_word(notice: Notice, language: Language = Language.ENGLISH) -> str:
    return SENTENCES[notice.key][language].format(*notice.values)
