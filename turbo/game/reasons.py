"""Why an event was emitted: what spoke for it, kept with its entry, in words where people ask.

>>> reason_text(Reason("still", ("1.8",)))
'The table was legal and lay still for 1.8 s.'

Nothing of the live table is needed to read them: a log is shown where no table is watched.
"""

from turbo.game.events import Reason
from turbo.i18n.catalogue import SentenceTable
from turbo.i18n.languages import Language

REASONS = SentenceTable("reason.")
"""Every reason by its key."""


def reason_text(reason: Reason, language: Language = Language.ENGLISH) -> str:
    """The sentence for a reason; one of another version is told by its key."""
    if reason.key not in REASONS:
        return " ".join((reason.key, *reason.values))
    return REASONS[reason.key][language].format(*reason.values)


def seconds(span_s: float) -> str:
    """A time as people say it."""
    return f"{span_s:.1f}"


def percent(part: float) -> str:
    """A chance as people say it."""
    return f"{100 * part:.1f}"
