"""The one thing that is said now: the cause, with what follows from it folded behind it."""

import re
from pathlib import Path

import pytest

from tools.trials.web_support import OPENING, Site
from turbo.game.messages import Language
from turbo.storage.session import Notice
from web.match.moment import moment_document
from web.match.sentences import notice_sentence

DEED = [
    Notice("restore-table", ("b3 b4 b5",)),
    Notice("too-many-dice", ("19", "18")),
    Notice("die-missing", ("b5",)),
    Notice("hand-changed", ("Ann", "9", "8")),
    Notice("die-added", ("r8",)),
    Notice("restore-hand", ("Ann", "b3 b4")),
    Notice("table-die-turned", ("b5", "r8")),
]
"""One die turned over by a sleeve: what the table had said of it, all at once."""


def told(notices: list[Notice], language: Language) -> list[tuple[str, str]]:
    return [(one.key, notice_sentence(one, language)) for one in notices]


@pytest.mark.parametrize("language", Language)
def test_seven_notices_for_one_deed_are_one_cause(language: Language) -> None:
    found = moment_document(told(DEED, language), None, None, language)
    alone = moment_document(told(DEED[-1:], language), None, None, language)
    assert found["sentence"] == alone["sentence"]
    assert isinstance(found["folded"], list) and len(found["folded"]) == len(DEED) - 1
    assert found["sentence"] not in found["folded"]
    assert found["told"] == f"{found['title']} {found['sentence']}", "and one is read aloud"


ORDER = [
    ("a lost camera explains everything", "camera-lost", ["die-missing", "out-of-step"]),
    ("a question before a fault", "out-of-step", ["die-missing", "restore-table"]),
    ("a turned die explains the rest", "table-die-turned", ["die-missing", "restore-table"]),
]


@pytest.mark.parametrize(("first", "others"), [row[1:] for row in ORDER], ids=[r[0] for r in ORDER])
def test_what_weighs_most_is_told_first(first: str, others: list[str]) -> None:
    values = {"table-die-turned": ("b5", "r8"), "die-missing": ("b5",), "restore-table": ("b3",)}
    notices = [Notice(key, values.get(key, ())) for key in [*others, first]]
    english = Language.ENGLISH
    assert moment_document(told(notices, english), None, None, english)["key"] == first


def test_the_page_is_told_one_thing_of_seven(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start(OPENING)
    site.session.show(notices=tuple(DEED))
    state = site.client().state()
    assert len(state["moment"]["folded"]) == 6 and len(state["notices"]) == 7
    site.store.close()


WEB = Path(__file__).parents[2] / "web"
BOXES = re.compile("[\u23e9-\u23fa\U0001f300-\U0001faff]")
"""Signs of players and pictures: a font that lacks them shows a box. Shapes are drawn instead."""


def test_no_sign_stands_on_a_page_that_a_font_may_lack() -> None:
    files = [one for end in ("js", "html", "py", "css") for one in WEB.rglob(f"*.{end}")]
    assert len(files) > 100
    found = [one.name for one in files if BOXES.search(one.read_text(encoding="utf-8"))]
    assert found == []
