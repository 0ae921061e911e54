"""The pages: frames without data. Everything they show comes through the API."""

import gzip
import hashlib
import json
from functools import cache
from typing import Any

from flask import Blueprint, Response, current_app, redirect, render_template, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from turbo.game.editions import EDITIONS
from turbo.game.match import CHOICES
from turbo.i18n.catalogue import catalogue
from turbo.i18n.languages import Language
from web import assets, bundles
from web.api.openapi import openapi_document
from web.auth.guard import me_document
from web.context import LANGUAGES, desk, language
from web.match.shown import is_simulated
from web.pages.developers import groups
from web.pages.rules import rules_of
from web.routing import put_frames
from web.setup.ports import STEPS_FOR
from web.texts import texts_for, texts_in

blueprint = Blueprint("pages", __name__)


@cache
def language_names() -> dict[str, str]:
    """Every language in its own words; one that no speaker has read yet says so."""
    found = {}
    for code in Language:
        said = catalogue(code)
        unread = "" if said.is_reviewed else f" ({said['language.unreviewed']})"
        found[str(code)] = f"{said.name}{unread}"
    return found


YEAR_S = 365 * 24 * 3600


SCRIPTS = {
    "live": "match/live.js",
    "tv": "match/tv.js",
    "history": "history/history.js",
    "replay": "history/replay.js",
    "statistics": "statistics/statistics.js",
    "people": "people/people.js",
    "puzzles": "puzzles/puzzles.js",
    "setup": "setup/setup.js",
    "doctor": "setup/doctor.js",
    "rules": "pages/rules.js",
    "developers": "pages/developers.js",
    "camera": "phone/camera.js",
    "trust": "phone/trust.js",
}
"""The script of every page; what it imports comes in the same file."""


def page(name: str, **values: Any) -> Response:
    """A frame, compressed where the browser can read that; who looks is told at once."""
    script, lang, me = SCRIPTS[name], language(), me_document()
    text = render_template(
        f"{name}.html",
        page=name,
        lang=lang,
        languages=language_names(),
        script=assets.address(bundles.BUNDLE + script),
        texts=f"/static/{texts_version()}/texts/{name}/{lang}.json",
        # Known here: what came to light only when the page asks would move all that stands below.
        has_match=desk().session.match_number is not None,
        edition=desk().session.edition,
        seats=_seats(),
        # It stands in the page itself, and somebody's name could end the script there.
        me=json.dumps(me).replace("<", "\\u003c"),
        may_look=me["role"] != "stranger",
        **{"simulated": is_simulated(desk().session.instant), **values},
    )
    return compressed(Response(text, mimetype="text/html"), text.encode())


def _seats() -> int:
    """How many sit at the table: for a page that must not move when it is filled."""
    session = desk().session
    return 2 if session.match_number is None else len(session.log.players)


def compressed(response: Response, data: bytes, packed: bytes | None = None) -> Response:
    # A proxy in between must not give the compressed answer to who cannot read it.
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") > 0:
        # 6: made for each request anew. Files, which are packed once, get all that there is.
        response.set_data(gzip.compress(data, 6, mtime=0) if packed is None else packed)
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.set_data(data)
    return response


@cache
def texts_version() -> str:
    """Texts change with the program, and which of them a page asks for with its scripts."""
    said = repr([assets.version(), *(texts_in(one) for one in Language)])
    return hashlib.sha256(said.encode()).hexdigest()[:12]


@blueprint.get("/app.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the table on its home screen."""
    icon = {"src": assets.address("pages/icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    found = {
        "name": "Turbo referee",
        "short_name": "Turbo",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f4f0e7",
        "theme_color": "#2f6350",
        "icons": [{**icon, "purpose": "any"}, *(_png(size) for size in (192, 512))],
    }
    return Response(json.dumps(found), mimetype="application/manifest+json")


def _png(size: int) -> dict[str, str]:
    """Without one of these no phone offers to put the page on its home screen."""
    source = assets.address(f"pages/icon-{size}.png")
    return {"src": source, "sizes": f"{size}x{size}", "type": "image/png", "purpose": "maskable"}


@blueprint.get("/worker.js")
def worker() -> Response:
    """At the root, since a worker serves what lies below its own address; asked for again each
    time, since it decides what is not."""
    found = assets.asset("pages/worker.js")
    assert found is not None
    response = Response(found.data, mimetype=found.media)
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/static/<version>/texts/<name>/<chosen>.json")
def texts_file(version: str, name: str, chosen: str) -> Response:
    found = texts_for(SCRIPTS[name], chosen) if name in SCRIPTS else None
    # Kept for a year by browsers: an old address must never get the texts of now.
    if found is None or version != texts_version():
        raise NotFound
    data = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
    response = compressed(Response(mimetype="application/json"), data)
    response.headers["Cache-Control"] = assets.KEPT
    return response


@blueprint.get("/static/<version>/<path:name>")
def static_file(version: str, name: str) -> Response:
    """A file of ours. An old address gets the new file, to be asked for again."""
    found = assets.asset(name) or _joined(name)
    if found is None:
        raise NotFound
    response = Response(mimetype=found.media)
    if found.packed is None:
        response.set_data(found.data)
    else:
        compressed(response, found.data, found.packed)
    is_newest = version == assets.version()
    response.headers["Cache-Control"] = assets.KEPT if is_newest else "no-cache"
    return response


@cache
def _joined(name: str) -> assets.Asset | None:
    data = bundles.served(name)
    return None if data is None else assets.made_of(data, name)


@blueprint.get("/")
def live() -> Response:
    """The open match, whichever game it is."""
    told = ("piece", "players", "time_s", "counts_games")
    editions = [
        {"name": name, **{key: getattr(one, key) for key in told}} for name, one in EDITIONS.items()
    ]
    return page("live", options={one.name: one.default for one in CHOICES}, editions=editions)


@blueprint.get("/tiles")
def tiles() -> BaseResponse:
    """Where the score keeper was before both games had one page."""
    return redirect("/")


@blueprint.get("/tv")
def tv() -> Response:
    """The open match, whichever game it is."""
    return page("tv", overlay=request.args.get("overlay") == "1")


put_frames(
    blueprint, page, {name: f"/{name}" for name in ("history", "statistics", "people", "doctor")}
)


@blueprint.get("/history/<int:number>")
def replay(number: int) -> Response:
    store = desk().store
    # Of the match that is looked at, not of the one that is played.
    simulated = number in store and store.head(number).options.simulated
    return page("replay", number=number, simulated=simulated)


@blueprint.get("/puzzles")
def puzzles() -> Response:
    return page("puzzles", editions=EDITIONS)


@blueprint.get("/setup")
def setup() -> Response:
    piece = desk().session.edition.piece
    return page("setup", steps=STEPS_FOR[piece], piece=piece)


@blueprint.get("/rules")
def rules() -> Response:
    """Of the edition that is played, or of one that was asked for."""
    asked = request.args.get("edition", "")
    edition = EDITIONS.get(asked, desk().session.edition)
    return page("rules", parts=rules_of(edition, Language(language())), chosen=edition.name)


@blueprint.get("/developers")
def developers() -> Response:
    """The API for people who write programs; its document itself is at /api."""
    return page("developers", groups=groups(openapi_document(current_app)))


@blueprint.get("/language/<chosen>")
def choose_language(chosen: str) -> BaseResponse | Response:
    """Remember the language and go back to one of our own pages."""
    back = request.args.get("back", "/")
    # Browsers take //host and /\host for another site: nobody may send people there from here.
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = redirect(back if inside and back.isprintable() else "/")
    if chosen in LANGUAGES:
        response.set_cookie("turbo_lang", chosen, max_age=YEAR_S, samesite="Strict", httponly=True)
    return response
