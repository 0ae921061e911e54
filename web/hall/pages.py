"""The hall's pages: frames without data. Everything that they show comes through the API."""

from typing import Any

from flask import Blueprint, render_template

from turbo.game.editions import EDITIONS
from web.context import language
from web.pages.views import choose_language, language_names
from web.routing import put_frames

blueprint = Blueprint(
    "hall_pages",
    __name__,
    template_folder="templates",
    static_folder="static",
    static_url_path="/hall",
)


PAGES = dict(tables="/", projector="/projector", tournament="/tournament", matches="/history")


def _page(name: str) -> str:
    values: dict[str, Any] = {"page": name, "lang": language(), "languages": language_names()}
    values["editions"] = list(EDITIONS)
    return render_template(f"hall/{name}.html", **values)


put_frames(blueprint, _page, PAGES)
blueprint.get("/language/<chosen>")(choose_language)
