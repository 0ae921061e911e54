"""What may not be done, or not now: in English for programs, and by a key for people."""

from typing import TypeVar

from turbo.errors import BadNotation, TurboError
from turbo.game.messages import Language
from turbo.i18n.messages import fill
from turbo.storage.store import StoreError
from web.texts import text

OTHER = "other"
Found = TypeVar("Found")


class Refused(TurboError):
    """The request may not do this, or not now; with the status that says so, and the key of the
    sentence (`refused.KEY` in `web.api.texts`) that a person is told."""

    def __init__(self, status: int, expected: str, key: str = OTHER, **values: object) -> None:
        self.status, self.key, self.values = status, key, values
        super().__init__(expected)


def needed(found: Found | None, status: int, expected: str, key: str = OTHER) -> Found:
    """What was found; refused where there is nothing."""
    if found is None:
        raise Refused(status, expected, key)
    return found


def key_of(error: TurboError) -> str:
    """Errors of the core have no key of their own: what kind they are must do."""
    if isinstance(error, Refused):
        return error.key
    if isinstance(error, StoreError):
        return "disk"
    return "notation" if isinstance(error, BadNotation) else OTHER


def sentence(key: str, language: Language, **values: object) -> str:
    return fill(text(f"refused.{key}", language), language, **values)
