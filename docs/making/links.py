"""Pages of the repository as pages of the book: the same text, with links that hold there.

>>> for_the_book("see [the wire](turbo/board/wire.py)", Path("hardware.md"), "made/hardware.md")
'see the wire (`turbo/board/wire.py`)'
>>> for_the_book("[rules](docs/rules.md#sets)", Path("README.md"), "made/readme.md")
'[rules](../rules.md#sets)'
"""

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

BORROWED = {
    "hardware.md": "made/hardware.md",
    "CONTRIBUTING.md": "made/contributing.md",
    "SECURITY.md": "made/security.md",
    "CHANGELOG.md": "made/changelog.md",
    "THIRD_PARTY.md": "made/third-party.md",
    "vision/models/MODEL_CARD.md": "made/model-card.md",
    "vision/training/README.md": "made/training.md",
}
"""Pages that live elsewhere in the repository, and where the book has them."""

_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
SHOWN = (".svg", ".png", ".webp", ".jpg", ".stl", ".scad")
"""Files that the book carries itself."""


def for_the_book(text: str, origin: Path, place: str) -> str:
    """The text of a page of the repository (`origin`, from its root) for a page of the book."""

    def link(found: re.Match[str]) -> str:
        return _link(found, origin, place)

    return _LINK.sub(link, text)


def _link(found: re.Match[str], origin: Path, place: str) -> str:
    bang, text, target = found.groups()
    path, _, anchor = target.partition("#")
    if ":" in path or not path:
        return found[0]
    named = os.path.normpath(origin.parent / path)
    anchor = f"#{anchor}" if anchor else ""
    inside = BORROWED.get(named, named.removeprefix("docs/"))
    is_page = named in BORROWED or (named.startswith("docs/") and named.endswith(".md"))
    if is_page or (named.startswith("docs/") and named.endswith(SHOWN)):
        return f"{bang}[{text}]({os.path.relpath(inside, Path(place).parent)}{anchor})"
    named_already = text.strip("`") == named
    return f"`{named}`" if named_already else f"{text} (`{named}`)"


def borrowed() -> dict[str, str]:
    """Every borrowed page, by its place in the book."""
    return {
        place: for_the_book((ROOT / origin).read_text(encoding="utf-8"), Path(origin), place)
        for origin, place in BORROWED.items()
    }
