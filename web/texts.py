"""Every text of the page, in English, Dutch, French and German. The words of the game itself come
from `turbo.game.messages`, where they stand once."""

from turbo.game.messages import WORDS, Language
from web.api.texts import ERRORS
from web.enrolment.texts import LESSONS
from web.history.texts import HISTORY
from web.match.texts import LIVE
from web.match.texts_desk import DESK
from web.match.texts_twin import TWIN
from web.pages.texts import FRAME
from web.pages.texts_rules import RULES
from web.pages.texts_tile_rules import TILE_RULES
from web.pages.titles import PAGES
from web.setup.texts import SETUP
from web.setup.texts_health import HEALTH
from web.statistics.texts import STATISTICS
from web.texts_table import Texts
from web.tiles.texts import TILES

TEXTS: Texts = {
    **FRAME,
    **LIVE,
    **DESK,
    **TWIN,
    **PAGES,
    **HISTORY,
    **STATISTICS,
    **SETUP,
    **HEALTH,
    **LESSONS,
    **RULES,
    **TILE_RULES,
    **TILES,
    **ERRORS,
    **{f"word.{key}": said for key, said in WORDS.items()},
}


def text(key: str, language: Language | str = Language.ENGLISH) -> str:
    return TEXTS[key][Language(language)]


def texts_in(language: str) -> dict[str, str] | None:
    """All texts in a language; None if it is none of ours."""
    if language not in tuple(Language):
        return None
    return {key: said[Language(language)] for key, said in TEXTS.items()}
