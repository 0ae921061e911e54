"""Every text of the page, in English, Dutch, French and German. The words of the game itself come
from `turbo.game.messages`, where they stand once."""

from turbo.game.messages import WORDS, Language
from web.texts_desk import DESK
from web.texts_errors import ERRORS
from web.texts_frame import FRAME
from web.texts_history import HISTORY
from web.texts_lessons import LESSONS
from web.texts_live import LIVE
from web.texts_pages import PAGES
from web.texts_rules import RULES
from web.texts_setup import SETUP
from web.texts_statistics import STATISTICS
from web.texts_table import Texts
from web.texts_twin import TWIN

TEXTS: Texts = {
    **FRAME,
    **LIVE,
    **DESK,
    **TWIN,
    **PAGES,
    **HISTORY,
    **STATISTICS,
    **SETUP,
    **LESSONS,
    **RULES,
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
