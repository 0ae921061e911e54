"""The hall's pages: frames without data. Everything that they show comes through the API."""

from typing import Any

from flask import Blueprint, render_template

from web.context import language
from web.pages.views import choose_language, language_names

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


blueprint.get("/language/<chosen>")(choose_language)
