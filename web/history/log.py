"""The log of a match for people: every entry with who and when, in words where nothing is ruled."""

from typing import Any

from turbo.game.events import Amended, BackTo, Entry, Noted, Undone
from turbo.game.messages import Language
from turbo.game.reasons import reason_text
from turbo.game.record import statement_text
from turbo.i18n.messages import fill
from turbo.storage.answers import log_json
from turbo.storage.store import AnyHistory
from web.match.sentences import author
from web.texts import text


def log_document(history: AnyHistory, language: Language) -> list[dict[str, Any]]:
    return [
        {
            **told,
            "sentence": entry_sentence(entry, language),
            "why": [reason_text(reason, language) for reason in entry.why],
        }
        for told, entry in zip(log_json(history), history.entries, strict=True)
    ]


def entry_sentence(entry: Entry, language: Language) -> str:
    """What somebody did to the log; an event stands as it was written, its ruling has words."""
    who = author(entry.by, language)
    match entry.event:
        case Noted(what):
            return fill(text(f"noted.{what}", language), language, who=who)
        case Undone(number):
            return fill(text("log.undid", language), language, who=who, entry=number)
        case BackTo(number):
            return fill(text("log.went-back", language), language, who=who, entry=number)
        case Amended(number, event):
            instead = statement_text(event)
            return fill(
                text("log.instead", language), language, who=who, entry=number, said=instead
            )
        case event:
            return statement_text(event)
