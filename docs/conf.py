"""How Sphinx makes the book. `make docs` builds it, without the network and without a warning."""

import sys
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

project = "Turbo referee"
copyright = "the Turbo referee contributors, MIT licence"
version = release = metadata.version("turbo-referee")
language = "en"

extensions = ["myst_parser", "docs.making.extension"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["making", "library/recipes", "_static", "hardware"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
"""Links such as hardware.md#light work here as they do where the files are read."""

html_theme = "furo"
html_title = f"Turbo referee {release}"
html_static_path = ["_static"]
html_css_files = ["book.css"]
html_copy_source = html_show_sourcelink = False
html_show_sphinx = False
html_theme_options: dict[str, object] = {"footer_icons": []}

nitpicky = True
# A page names files of the repository that are no page: they are shown by their path.
suppress_warnings: list[str] = []
