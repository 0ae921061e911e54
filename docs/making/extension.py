"""What Sphinx calls: pages and pictures are made before it reads, links are fitted, and `says`
quotes the program in the language of the page."""

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from docs.making import made
from docs.making.links import for_the_book
from docs.making.quoting import UnknownWords, quoted


class Says(SphinxRole):
    """``{says}`who-starts` `` is the sentence that the referee says, in the page's language."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        language = self.env.docname.rpartition("/")[2]
        try:
            said = quoted(self.text, language)
        except UnknownWords as error:
            return [], [self.inliner.reporter.warning(str(error), line=self.lineno)]
        return [nodes.emphasis(self.rawtext, said)], []


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_role("says", Says())
    app.connect("builder-inited", lambda app: made.write_all(Path(app.srcdir)))
    app.connect("source-read", _fit_links)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


def _fit_links(app: Sphinx, docname: str, source: list[str]) -> None:
    if not docname.startswith("made/"):
        source[0] = for_the_book(source[0], Path("docs") / f"{docname}.md", f"{docname}.md")
