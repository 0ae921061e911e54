"""The table laid out by hand: moved, swapped, added and removed in one change, of what was seen."""

from pathlib import Path
from typing import Any

import pytest

from tests.web_support import OPENING, FakeTable, Site

LAID = "b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    found = Site(tmp_path)
    found.start(OPENING)
    return found


def _arrange(site: Site, layout: str, seen: str | None = None) -> Any:
    referee = site.referee()
    seen = referee.state()["seen"] if seen is None else seen
    return referee.post("/api/match/arrange", {"layout": layout, "seen": seen})


ROWS = [
    ("dice that changed places", "b3 b4 b5 b6 b7 / k3 . . . . / r3 . . . . | o9 r9 k9"),
    ("islands that lie otherwise", "k9 r9 o9 | b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . ."),
    ("a die fewer", "b3 b4 b5 b6 / r3 . . . / k3 . . . | k9 r9 o9"),
]


@pytest.mark.parametrize(("name", "layout"), ROWS, ids=[row[0] for row in ROWS])
def test_one_change_takes_all_of_it(site: Site, name: str, layout: str) -> None:
    before = len(site.session.history.entries)
    assert _arrange(site, layout).status_code == 200, name
    assert len(site.session.history.entries) == before + 1
    assert site.client().state()["shown"]["table"]["text"] == layout


def test_a_change_that_would_undo_what_was_accepted_is_refused(site: Site) -> None:
    before = site.session.history
    answer = _arrange(site, "b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 b9")
    assert answer.status_code == 409 and answer.get_json()["code"] == "harms"
    assert site.session.history == before


def test_dice_are_moved_swapped_and_turned_in_one_change(site: Site) -> None:
    answer = _arrange(site, "k9 r9 o9 | b3 b4 b5 b6 b7 / k3 . . . . / r3 . . . .")
    assert answer.get_json()["ruling"]["verdict"] == "accepted"


def test_who_was_second_is_told_and_nothing_is_changed(site: Site) -> None:
    seen = site.client().state()["seen"]
    site.referee().post("/api/match/pause", {"paused": True})
    site.referee().post("/api/match/pause", {"paused": False})
    before = site.session.history
    answer = _arrange(site, LAID, seen)
    assert answer.status_code == 409 and answer.get_json()["code"] == "changed"
    assert site.session.history == before


def test_a_rejected_table_that_was_read_wrongly_is_judged_again(site: Site) -> None:
    site.say("table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8 | r*")
    assert site.client().state()["ruling"]["verdict"] == "rejected"
    legal = "b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8 r*"
    _arrange(site, legal)
    judged = site.session.history.judged[-1]
    assert judged.ruling.verdict == "accepted" and str(judged.event.layout) == legal  # type: ignore[union-attr]


def test_what_is_no_layout_is_said_in_a_line(site: Site) -> None:
    answer = _arrange(site, "b99")
    assert answer.status_code == 400 and "expected" in answer.get_json()["detail"]


def test_the_sheet_shows_the_cameras_own_picture_of_the_die(tmp_path: Path) -> None:
    site = Site(tmp_path, controls=FakeTable(crops={7: b"\xff\xd8die"}))
    assert site.client().get("/api/match/dice/7.jpg").status_code == 401
    referee = site.referee()
    assert referee.get("/api/match/dice/7.jpg").data == b"\xff\xd8die"
    assert referee.get("/api/match/dice/8.jpg").status_code == 404
