"""The table laid out by hand: moved, swapped, added and removed in one change, of what was seen."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tools.trials.web_support import OPENING, FakeTable, Site
from turbo.storage import schema

LAID = "b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9"


@pytest.fixture
def site(tmp_path: Path) -> Site:
    found = Site(tmp_path)
    found.start(OPENING)
    return found


def _arrange(site: Site, layout: str, seen: str | None = None, hands: Any = None) -> Any:
    referee = site.referee()
    seen = referee.state()["seen"] if seen is None else seen
    more = {} if hands is None else {"hands": hands}
    return referee.post("/api/match/arrange", {"layout": layout, "seen": seen, **more})


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


BEFORE = "b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | "
ANN, BOB = ["o7", "o8", "r*", "k12"], ["r12", "b13", "o4", "r5"]

BETWEEN = [
    (
        "from the table back to the hand that laid it",
        "b3 b4 b5 b6 / r3 . . . / k3 . . . | k9 r9 o9",
        [ANN, [*BOB, "b7"]],
        1,
        0,
    ),
    ("whose turn it is lays them", f"{BEFORE}k9 r9 o9 | o7 o8 r*", [["k12"], BOB], 1, 1),
    ("a swap of both", f"{BEFORE}k9 r* o9", [["o7", "o8", "r9", "k12"], None], 2, 0),
    (
        "a misread hand and islands that lie otherwise",
        f"k9 r9 o9 | {BEFORE[:-3]}",
        [["o7", "o8", "r*", "k13"], BOB],
        2,
        0,
    ),
    ("a hand alone", LAID, [["o7", "o8", "r*", "r12"], None], 1, 0),
]


@pytest.mark.parametrize(
    ("name", "layout", "hands", "words", "turn"), BETWEEN, ids=[row[0] for row in BETWEEN]
)
def test_dice_go_between_hand_and_table_in_one_change(
    site: Site, name: str, layout: str, hands: Any, words: int, turn: int
) -> None:
    before = len(site.session.history.entries)
    answer = _arrange(site, layout, hands=hands)
    assert answer.status_code == 200, answer.get_json()
    state = site.client().state()
    assert state["shown"]["table"]["text"] == layout
    for told, shown in zip(hands, state["shown"]["hands"], strict=True):
        assert told is None or sorted(told) == sorted(shown["faces"])
    assert len(site.session.history.entries) == before + words
    assert state["match"]["turn"] == turn and not state["match"]["can_overrule"]


JUDGED = [
    ("as it lies", LAID, [ANN, BOB], True, 0),
    ("a play", f"{BEFORE}k9 r9 o9 | o7 o8 r*", [["k12"], BOB], True, 0),
    ("a play that is no set", f"{BEFORE}k9 r9 o9 | o7 k12", [["o8", "r*"], BOB], False, 1),
    ("what cannot have come about", LAID, [ANN[:3], [*BOB, "k12"]], False, 1),
    ("nobody can read it", f"{BEFORE}k9 ? o9", [ANN, BOB], None, 0),
]


@pytest.mark.parametrize(
    ("name", "layout", "hands", "legal", "words"), JUDGED, ids=[row[0] for row in JUDGED]
)
def test_it_is_judged_before_it_is_kept(
    site: Site, name: str, layout: str, hands: Any, legal: bool | None, words: int
) -> None:
    """Only the layout had been: what the referee then refused was called legal."""
    referee = site.referee()
    asked = {"layout": layout, "hands": hands, "seen": referee.state()["seen"]}
    before = site.session.history
    found = referee.post("/api/match/arrange/judge", asked).get_json()
    assert (found["legal"], len(found["messages"])) == (legal, words)
    assert site.session.history is before


def test_a_table_that_was_corrected_can_lose_a_die_still(site: Site) -> None:
    """The correction told of as many dice as the play: both were told wrongly."""
    assert _arrange(site, f"{BEFORE}o9 r9 k9").status_code == 200
    layout = "b3 b4 b5 b6 / r3 . . . / k3 . . . | o9 r9 k9"
    assert _arrange(site, layout, hands=[ANN, [*BOB, "b7"]]).status_code == 200
    assert site.client().state()["shown"]["table"]["text"] == layout


def test_of_several_words_all_are_kept_or_none(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A power cut between two words leaves no half of a swap."""
    insert, calls = schema.next_hash, iter(range(9))

    def fails(*given: Any) -> str:
        if next(calls):
            raise sqlite3.OperationalError("disk I/O error")
        return insert(*given)

    before = site.session.history
    monkeypatch.setattr(schema, "next_hash", fails)
    answer = _arrange(site, f"{BEFORE}k9 r* o9", hands=[["o7", "o8", "r9", "k12"], None])
    monkeypatch.undo()
    assert answer.status_code == 503
    assert site.session.history == before
    assert len(site.store.entries(1)) == len(before.entries)


REFUSED = [
    ("into another hand", LAID, [ANN[:3], [*BOB, "k12"]], "cannot-lie"),
    ("from the table into the wrong hand", f"{BEFORE}k9 r9", [[*ANN, "o9"], BOB], "cannot-lie"),
    ("out of nothing", LAID, [ANN, [*BOB, "k1"]], "cannot-lie"),
]


@pytest.mark.parametrize(
    ("name", "layout", "hands", "code"), REFUSED, ids=[row[0] for row in REFUSED]
)
def test_what_cannot_have_come_about_is_refused_whole(
    site: Site, name: str, layout: str, hands: Any, code: str
) -> None:
    before = site.session.history
    answer = _arrange(site, layout, hands=hands)
    assert (answer.status_code, answer.get_json()["code"]) == (409, code), answer.get_json()
    assert site.session.history == before


def test_a_rejected_play_is_mended_from_the_hand(site: Site) -> None:
    """Dice that were laid but not accepted are in the hand still; only the others rest there."""
    site.say(f"table {LAID} | o7 o8 k12")
    answer = _arrange(site, f"{LAID} | o7 o8 r*", hands=[["k12"], BOB])
    assert answer.get_json()["ruling"]["verdict"] == "accepted", answer.get_json()


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
    assert "Cleo goes on with the match." in answer.get_json()["title"], "what has changed"
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
