"""Templates that are compiled once for all sites of the tests: each has an environment of its own,
and would compile them anew."""

from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache

COMPILED = Path(__file__).parents[2] / "build" / "templates"
"""Also for the processes that browsers look at, and for the next run: by what stands in them."""


def share_templates(app: Flask) -> None:
    COMPILED.mkdir(parents=True, exist_ok=True)
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(COMPILED))
