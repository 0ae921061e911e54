"""What every part of the site works with, kept in one place of the Flask app."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from flask import current_app, g, request

from turbo.game.messages import Language
from turbo.storage.session import Session
from turbo.storage.store import Store
from web.api.heavy import OneAtATime
from web.api.operations import one_of
from web.api.refused import needed
from web.auth.keys import Door
from web.enrolment.ports import TableLessons
from web.history.shelf import Shelf
from web.hooks.sender import Telling
from web.match.hints import Hints
from web.match.sse import Hub
from web.phone.ports import Telephone
from web.ports import TableControls, TableEvidence, TableSeats, ThrowPictures, TwinControls
from web.settings import WebSettings
from web.setup.ports import TableSetup
from web.statistics.tallies import Tallies

Part = TypeVar("Part")

EXTENSION, SECURED = "turbo", "turbo-secured"


@dataclass(frozen=True, slots=True)
class Secured:
    """The port of HTTPS, and the authority to trust where it is the house's own."""

    port: int
    authority: Callable[[], bytes] | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """The session and everything around it."""

    session: Session
    store: Store
    settings: WebSettings
    door: Door
    hub: Hub
    hints: Hints
    shelf: Shelf
    tallies: Tallies
    controls: TableControls | None = None
    twin: TwinControls | None = None
    seats: TableSeats | None = None
    pictures: ThrowPictures | None = None
    evidence: TableEvidence | None = None
    lessons: TableLessons | None = None
    setup: TableSetup | None = None
    telling: Telling | None = None
    heavy: OneAtATime = field(default_factory=OneAtATime)
    phone: Telephone | None = None

    @property
    def telephone(self) -> Telephone | None:
        """The telephone that the table looks through; None while it has another camera."""
        return self.phone if self.phone is not None and self.phone.inbox.is_wanted else None


def desk() -> Desk:
    return cast(Desk, current_app.extensions[EXTENSION])


def at_table(part: Part | None) -> Part:
    """What a table with a camera offers, where there is one."""
    return needed(part, 409, "expected a live table: there is no camera", "no-table")


def secured() -> Secured | None:
    """How the site is reached over HTTPS; None where it is not."""
    return cast("Secured | None", current_app.extensions.get(SECURED))


def who() -> str:
    """The name under which a change is written down."""
    return cast(str, g.get("name") or "referee")


LANGUAGES = [str(language) for language in Language]
LANG = {"lang": one_of(*LANGUAGES)}
"""In the query of whatever is answered in words."""


def language() -> Language:
    """The language asked for, else the one that the browser likes best, else English."""
    chosen = request.args.get("lang") or request.cookies.get("turbo_lang") or ""
    if chosen in LANGUAGES:
        return Language(chosen)
    return Language(request.accept_languages.best_match(LANGUAGES, "en") or "en")
