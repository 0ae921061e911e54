"""The pages: frames without data. Everything they show comes through the API."""

from typing import Any

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from web.desk import LANGUAGES, language

blueprint = Blueprint("pages", __name__)

LANGUAGE_NAMES = {"en": "English", "nl": "Nederlands", "fr": "Français", "de": "Deutsch"}

YEAR_S = 365 * 24 * 3600


def _page(name: str, **values: Any) -> str:
    return render_template(
        f"{name}.html", page=name, lang=language(), languages=LANGUAGE_NAMES, **values
    )


@blueprint.get("/")
def live() -> str:
    return _page("live")


@blueprint.get("/tv")
def tv() -> str:
    return _page("tv", overlay=request.args.get("overlay") == "1")


@blueprint.get("/history")
def history() -> str:
    return _page("history")


@blueprint.get("/history/<int:number>")
def replay(number: int) -> str:
    return _page("replay", number=number)


@blueprint.get("/statistics")
def statistics() -> str:
    return _page("statistics")


@blueprint.get("/setup")
def setup() -> str:
    return _page("setup")


@blueprint.get("/rules")
def rules() -> str:
    return _page("rules")


@blueprint.get("/language/<chosen>")
def choose_language(chosen: str) -> BaseResponse | Response:
    """Remember the language and go back to one of our own pages."""
    back = request.args.get("back", "/")
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = redirect(back if inside and back.isprintable() else "/")
    if chosen in LANGUAGES:
        response.set_cookie("turbo_lang", chosen, max_age=YEAR_S, samesite="Strict", httponly=True)
    return response
