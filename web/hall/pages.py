"""The hall's pages: frames without data. Everything that they show comes through the API."""

from typing import Any

from flask import Blueprint, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from web.context import LANGUAGES, language
from web.pages.views import YEAR_S, language_names

blueprint = Blueprint(
    "hall_pages",
    __name__,
    template_folder="templates",
    static_folder="static",
    static_url_path="/hall",
)


def _page(name: str) -> str:
    values: dict[str, Any] = {"page": name, "lang": language(), "languages": language_names()}
    return render_template(f"hall/{name}.html", **values)


@blueprint.get("/")
def tables() -> str:
    return _page("tables")


@blueprint.get("/projector")
def projector() -> str:
    return _page("projector")


@blueprint.get("/tournament")
def tournament() -> str:
    return _page("tournament")


@blueprint.get("/history")
def history() -> str:
    return _page("matches")


@blueprint.get("/language/<chosen>")
def choose_language(chosen: str) -> BaseResponse:
    """Remember the language and go back to one of our own pages."""
    back = request.args.get("back", "/")
    # Browsers take //host and /\host for another site: nobody may send people there from here.
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = redirect(back if inside and back.isprintable() else "/")
    if chosen in LANGUAGES:
        response.set_cookie("turbo_lang", chosen, max_age=YEAR_S, samesite="Strict", httponly=True)
    return response
