"""What both sites are made of: an app, and addresses that are told apart at once."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from flask import Blueprint, Flask
from werkzeug.routing import Rule

from web.api.operations import versioned
from web.settings import WebSettings


class AskedRule(Rule):
    """A rule that works out how its address is put together when somebody wants to know it. The
    pages write their addresses themselves, and for all of them that took three quarters of the time
    in which an app is made."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        put_together, built = super()._compile_builder, list[Callable[..., tuple[str, str]]]()

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            if not built:
                built.append(put_together(append_unknown))
            return built[0](rule, **values)

        return build


class _Versioned:
    """An address of the API without a version is the first version's."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        environ["PATH_INFO"] = versioned(environ.get("PATH_INFO", ""))
        return self._app(environ, start_response)


def bare_app(cookie: str, secret: str, settings: WebSettings, **more: Any) -> Flask:
    """An app without views; a session of it is kept in the cookie of this name."""
    app = Flask("web", **more)
    app.url_rule_class = AskedRule
    app.config.update(
        SECRET_KEY=secret,
        MAX_CONTENT_LENGTH=settings.largest_request,
        PERMANENT_SESSION_LIFETIME=timedelta(hours=settings.session_hours),
        SESSION_COOKIE_NAME=cookie,
        # No script reads it, and no request that another site makes a browser send carries it.
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_SECURE=settings.secure_cookie,
    )
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.wsgi_app = _Versioned(app.wsgi_app)  # type: ignore[method-assign]
    return app


def put_frames(blueprint: Blueprint, page: Callable[[str], Any], paths: Mapping[str, str]) -> None:
    """Every page that is a frame and nothing else, by its name, under its address."""

    def view_of(name: str) -> Callable[[], Any]:
        def view() -> Any:
            return page(name)

        # The book calls a page by it.
        view.__name__ = name
        return view

    for name, path in paths.items():
        blueprint.add_url_rule(path, name, view_of(name))
