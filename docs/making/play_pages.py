"""The two pages for people at the table, in every language: one form (`docs/play/form.txt`), filled
from the catalogues, so that a language more is a page more."""

import re
from collections.abc import Iterator
from pathlib import Path

from turbo.i18n.catalogue import catalogue, say
from turbo.i18n.languages import Language

FORM = Path(__file__).parents[1] / "play" / "form.txt"
BLANK = re.compile(r"\{\{([\w.-]+)\}\}")

INDEX = """# Play

Two pages for people at the table. Print them from the browser (they fit two sheets of A4) and lay
them beside the mat.

| | |
|---|---|
{lines}

All sentences come from the program's catalogues, and those in italics are what the screen says.
A language that nobody who speaks it has read yet is marked.

```{{toctree}}
:hidden:

{names}
```
"""


def pages() -> Iterator[tuple[str, str]]:
    """The page of each language, and the page that lists them."""
    for language in Language:
        yield f"made/play/{language}.md", page(language)
    lines = "\n".join(_line(language) for language in Language)
    yield "made/play/index.md", INDEX.format(lines=lines, names="\n".join(Language))


def page(language: Language) -> str:
    def filled(blank: re.Match[str]) -> str:
        key = blank[1]
        return str(language) if key == "language" else say(f"play.page.{key}", language)

    return BLANK.sub(filled, FORM.read_text(encoding="utf-8"))


def _line(language: Language) -> str:
    said = catalogue(language)
    unread = "" if said.is_reviewed else f" ({said['language.unreviewed']})"
    return f"| {said.name} | [{said['play.page.title']}]({language}.md){unread} |"
