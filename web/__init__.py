"""The dashboard: a small Flask site over a session and its store. `create_app` is the only door."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from web.app import create_app
    from web.settings import WebSettings

_HOMES = {"create_app": "web.app", "WebSettings": "web.settings"}
"""Loaded when first asked for: who makes a certificate needs no site."""

__all__ = ["WebSettings", "create_app"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'web' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
