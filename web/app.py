"""`create_app`: the only door to the site."""

from functools import partial
from typing import Any

from flask import Flask
from werkzeug.routing import IntegerConverter

from turbo.game.messages import Language
from turbo.storage.session import Session
from turbo.storage.store import Store
from web.assets import address
from web.auth import guard
from web.auth import views as auth_views
from web.auth.keys import Door, Keys, open_keys
from web.context import EXTENSION, Desk
from web.enrolment import views as enrolment_views
from web.enrolment.ports import TableLessons
from web.history import analysing
from web.history import views as history_views
from web.history.shelf import Shelf
from web.hooks import views as hooks_views
from web.hooks.hooks import Hooks, Reach
from web.hooks.sender import Telling
from web.match import audit, dice_put_right, live, seats
from web.match.documents import state_document
from web.match.hints import Hints, Search
from web.match.sse import Hub
from web.pages import views as pages
from web.people import views as people_views
from web.phone import pages as phone_pages
from web.phone import views as phone_views
from web.phone.ports import Telephone
from web.ports import TableControls, TableEvidence, TableSeats, ThrowPictures, TwinControls
from web.puzzles import views as puzzles_views
from web.routing import bare_app
from web.settings import DEFAULTS, WebSettings
from web.setup import camera_mount
from web.setup import views as setup_views
from web.setup.health import health_document
from web.setup.ports import TableSetup
from web.statistics.tallies import Tallies
from web.texts import text

SETTING_UP = (setup_views, camera_mount, enrolment_views, phone_views)
LOOKING_BACK = (history_views, analysing, audit, people_views, puzzles_views)
# The routes of the open match share one blueprint: who sets dice right has it from `open_match`.
MATCH = (live, dice_put_right, seats)
ROOMS = (auth_views, *MATCH, *LOOKING_BACK, *SETTING_UP, hooks_views, pages, phone_pages)


class _Count(IntegerConverter):
    """A whole number as matches and entries have them; a longer one is nobody's."""

    regex = r"\d{1,9}"


class _Number(IntegerConverter):
    """A whole number that may be below zero."""

    regex = r"-?\d{1,9}"
    num_convert = int

    def __init__(self, map: Any) -> None:
        super().__init__(map, signed=True)


def create_app(
    session: Session,
    store: Store,
    settings: WebSettings = DEFAULTS,
    *,
    keys: Keys | None = None,
    controls: TableControls | None = None,
    twin: TwinControls | None = None,
    seats: TableSeats | None = None,
    pictures: ThrowPictures | None = None,
    evidence: TableEvidence | None = None,
    lessons: TableLessons | None = None,
    setup: TableSetup | None = None,
    search: Search | None = None,
    phone: Telephone | None = None,
) -> Flask:
    """The dashboard over a session and its store. Without `keys` those beside the store are used;
    where there are none yet they are made, and the referee PIN is printed."""
    if keys is None:
        keys, pin = open_keys(store.path)
        if pin is not None:
            print(f"referee PIN: {pin}", flush=True)
    door = Door(keys, settings, path=Keys.path_beside(store.path))

    def make_state(boot: str, language: Language) -> dict[str, Any]:
        opened = door.answers_open
        return state_document(session, boot, language, controls, twin, open_answers=opened)

    hints = Hints(search)
    telling = Telling(Hooks(Hooks.path_beside(store.path)), Reach(settings.webhooks))
    # Without hooks no state is made in English at every change while nobody looks.
    told = telling.look if telling.reach is not Reach.OFF else None
    # Files have addresses with a hash, and are compressed once (`web.assets`): not Flask's way.
    app = bare_app("turbo", keys.secret, settings, static_folder=None)
    app.url_map.converters |= {"int": _Count, "number": _Number}
    app.jinja_env.globals |= {"t": text, "asset": address}
    app.extensions[EXTENSION] = Desk(
        session=session,
        store=store,
        settings=settings,
        door=door,
        hub=Hub(
            session,
            settings,
            make_state,
            lambda: None if setup is None else health_document(setup),
            told,
        ),
        hints=hints,
        shelf=Shelf(store, hints.play),
        tallies=Tallies(store, partial(store.folded, find_play=hints.play)),
        controls=controls,
        twin=twin,
        seats=seats,
        pictures=pictures,
        evidence=evidence,
        lessons=lessons,
        setup=setup,
        telling=telling,
        phone=phone,
    )
    guard.install(app)
    for room in ROOMS:
        app.register_blueprint(room.blueprint)
    return app
