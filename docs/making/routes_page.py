"""Addresses that no OpenAPI document describes: the dashboard's pages, and all of the hall."""

import inspect
from collections.abc import Iterator

from flask import Blueprint, Flask

from web.hall import pages as hall_pages
from web.hall import views as hall_views
from web.hall.door import HallRole
from web.pages import views as pages
from web.phone import pages as phone_pages


def addresses(blueprint: Blueprint) -> Iterator[tuple[str, str, str, str]]:
    """Method, path, who may, and what its view says of itself."""
    app = Flask("book", static_folder=None)
    app.register_blueprint(blueprint)
    rules = (rule for rule in app.url_map.iter_rules() if not rule.endpoint.endswith(".static"))
    for rule in sorted(rules, key=lambda rule: rule.rule):
        view = app.view_functions[rule.endpoint]
        least = getattr(getattr(view, "operation", None), "role", None)
        who = least.word if isinstance(least, HallRole) else ""
        said = (inspect.getdoc(view) or view.__name__.replace("_", " ")).split("\n\n")[0]
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield method, rule.rule, who, " ".join(said.split())


def page() -> str:
    return "\n".join(
        [
            "# Pages, and the hall's addresses",
            "",
            "Read from the sites themselves. What a table answers to programs is",
            "[the API](api.md).",
            "",
            "## Pages of a table",
            "",
            "`/tv?overlay=1` is the big screen with nothing behind it, to lay over a film or a",
            "broadcast.",
            "",
            *_table(pages.blueprint),
            "",
            "## Pages of a telephone that is the camera",
            "",
            *_table(phone_pages.blueprint),
            "",
            "## Pages of the hall",
            "",
            *_table(hall_pages.blueprint),
            "",
            "## What the hall answers",
            "",
            "Who changes something sends the header `X-Turbo-Token` with the token of",
            "`POST /api/sign-in`. `GET /api/events` is a stream of server-sent events.",
            "",
            *_table(hall_views.blueprint),
        ]
    )


def _table(blueprint: Blueprint) -> list[str]:
    rows = [
        f"| {method} | `{path}` | {who} | {said} |"
        for method, path, who, said in addresses(blueprint)
    ]
    return ["| | address | for | what |", "|---|---|---|---|", *rows]
