"""The hall's pages: frames without data. Everything that they show comes through the API."""

from functools import partial
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


PAGES = {
    "tables": "/",
    "projector": "/projector",
    "tournament": "/tournament",
    "matches": "/history",
}


def _page(name: str) -> str:
    values: dict[str, Any] = {"page": name, "lang": language(), "languages": language_names()}
    return render_template(f"hall/{name}.html", **values)


for _name, _path in PAGES.items():
    blueprint.add_url_rule(f"/{_path}", _name, partial(_page, _name))
blueprint.get("/language/<chosen>")(choose_language)
