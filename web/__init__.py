"""The dashboard: a small Flask site over a session and its store. `create_app` is the only door."""

from web.app import create_app
from web.settings import WebSettings

__all__ = ["WebSettings", "create_app"]
