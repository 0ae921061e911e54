"""Setting a match right through the API: statements, taps, doubts, undo, overruling."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.examples import examples
from tools.trials.web_support import OPENING, FakeTable, FakeTwin, Site
from turbo.game.dice import Face, hand_text
from turbo.game.events import Act, Amended, BackTo, Entry, Event, Passed, RoundStarted, Undone
from turbo.game.layout import Layout
from turbo.storage.folding import effective
from turbo.storage.session import DieNumbers, LiveView, Notice, Question
from web.match import dice_put_right
from web.match.corrections import Place, correction, likely_faces, with_face
from web.match.shown import Shown, shown_with


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = Site(tmp_path)
    site.start(OPENING)
    return site


def test_starting_a_match_with_names_options_and_starter(tmp_path: Path) -> None:
    site = Site(tmp_path)
    referee = site.referee()
    assert referee.state()["match"] is None
    body = {"players": ["Ada", "Ben"], "starter": "Ben", "options": {"strict": True, "rounds": 3}}
    assert referee.post("/api/matches", body).get_json() == {"match": 1}
    first, _ = referee.get("/api/matches/1?lang=en").get_json()["log"]
    assert first["by"] == "Cleo" and first["sentence"] == "Cleo starts the match." and first["at"]
    match = referee.state()["match"]
    assert match["players"] == ["Ada", "Ben"] and match["turn"] == 1
    assert match["options"]["strict"] and len(match["card"]) == 3


BAD_STARTS: list[tuple[str, dict[str, Any]]] = [
    ("one name twice", {"players": ["Ann", "Ann"]}),
    ("a name with two blanks", {"players": ["Ann  B", "Bob"]}),
    ("a name of a statement", {"players": ["table", "Bob"]}),
    ("a stranger starts", {"players": ["Ann", "Bob"], "starter": "Zoe"}),
    ("three players", {"players": ["Ann", "Bob", "Cid"]}),
    ("no round", {"players": ["Ann", "Bob"], "options": {"rounds": 0}}),
]


@pytest.mark.parametrize(("name", "body"), BAD_STARTS, ids=[row[0] for row in BAD_STARTS])
def test_a_match_that_cannot_be(site: Site, name: str, body: dict[str, Any]) -> None:
    before = len(site.store.matches())
    assert site.referee().post("/api/matches", body).status_code == 400, name
    assert len(site.store.matches()) == before


def test_a_statement_is_judged_kept_and_signed(site: Site) -> None:
    referee = site.referee()
    table = "table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8 r*"
    ruling = referee.post("/api/match/statements", {"statement": table}).get_json()["ruling"]
    assert ruling["verdict"] == "accepted" and ruling["by"] == "Cleo"
    assert ruling["sentence"] == "Ann lays the orange 7, the orange 8 and the joker."
    joker = next(die for die in referee.state()["shown"]["table"]["dice"] if die["face"] == "r*")
    assert joker["stands"] == ["o6", "o9"] or joker["stands"] == ["o9"]


def test_a_fault_is_marked_with_its_cells_and_its_sentence(site: Site) -> None:
    site.say("table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8 k12")
    state = site.client().state()
    assert state["shown"]["source"] == "rejected"
    (fault,) = state["shown"]["table"]["faults"]
    assert fault["rule"] == "not-a-set" and fault["cells"] == [[2, 0, 0], [2, 0, 1], [2, 0, 2]]
    assert fault["message"] in {one["message"] for one in state["ruling"]["faults"]}
    assert state["shown"]["hands"][0]["laid"] == [0, 1, 3]


def test_a_misread_die_on_a_rejected_table_is_set_right(site: Site) -> None:
    site.say("table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8 k12")
    referee = site.referee()
    answer = referee.correct("set", **referee.tapped(cell=[2, 0, 2]), face="r*")
    ruling = answer.get_json()["ruling"]
    assert ruling["verdict"] == "accepted"
    assert ruling["statement"].startswith("correct table")
    assert site.session.history.match.round is not None
    assert "o7 o8 r*" in str(site.session.history.match.round.table)


def test_a_die_of_a_hand_is_set_right(site: Site) -> None:
    referee = site.referee()
    referee.correct("set", **referee.tapped(index=3), face="k13")
    assert site.session.history.match.round is not None
    assert hand_text(site.session.history.match.round.hands[0] or ()) == "o7 o8 r* k13"
    assert site.session.history.entries[-1].by == "Cleo"


def test_no_such_die_never_throws_out_the_throw(tmp_path: Path) -> None:
    """A hand of eight would make the throw a fault and hide the hand: it is refused with why."""
    site = Site(tmp_path)
    site.start("round Ann\nthrow Ann b3 b4 b5 r3 k3 o7 o8 r* k12\npass")
    site.say("throw Bob b6 k9 r9 o9 r12 b13 o4 r5 b7")
    referee = site.referee()
    before = site.session.history
    answer = referee.correct("remove", **referee.tapped(hand=1))
    assert answer.status_code == 409 and "all 9 dice" in answer.get_json()["title"]
    assert site.session.history == before
    assert len(site.client().state()["shown"]["hands"][1]["faces"]) == 9


def test_no_such_die_never_undoes_a_correction(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start("round Ann\nthrow Ann b3 b4 b5 r3 k3 o7 o8 r* k12")
    site.say("correct Ann b3 b4 b5 r3 k3 o7 o8 r* k13", by="Cleo")
    referee = site.referee()
    assert referee.correct("remove", **referee.tapped()).get_json()["code"] == "harms"
    assert site.client().state()["shown"]["hands"][0]["faces"][-1] == "k13"


def test_a_die_too_few_in_a_throw_is_added_by_amending_the_throw(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start("round Ann\nthrow Ann b3 b4 b5 r3 k3 o7 o8 r*")
    assert site.client().state()["ruling"]["verdict"] == "rejected"
    site.session.show(hands=(("b3", "b4", "b5", "r3", "k3", "o7", "o8", "r*"), ()), table="b1")
    answer = site.referee().correct("add", player="Ann", index=8, face="k1").get_json()
    assert answer["ruling"]["verdict"] == "accepted"
    amendment = site.session.history.entries[-1].event
    assert isinstance(amendment, Amended) and amendment.entry == 2


def test_two_phones_never_overwrite_each_other(site: Site) -> None:
    """Both look at the same table; the second to speak is told who was first, nothing changes."""
    one, other = site.referee(), site.referee()
    tapped = one.tapped(cell=[0, 0, 4])
    seen = tapped["seen"]
    assert one.correct("set", **tapped, face="b8").status_code == 200
    then = site.session.history
    answer = other.correct("set", **tapped, face="b9")
    assert answer.status_code == 409 and answer.get_json()["code"] == "changed"
    assert "Cleo was first" in answer.get_json()["title"]
    for path, more in (("undo", {"entry": 6}), ("redo", {}), ("overrule", {"reason": "x"})):
        answer = other.post(f"/api/match/{path}", {**more, "seen": seen})
        assert (answer.status_code, answer.get_json()["code"]) == (409, "changed"), path
    assert site.session.history == then


def test_redo_takes_back_the_last_undo_and_no_more(site: Site) -> None:
    referee = site.referee()
    assert not referee.state()["can_redo"]
    assert referee.post("/api/match/redo", {}).get_json()["code"] == "nothing-to-redo"
    at_first = str(site.session.history.record())
    for entry in (6, 5):
        assert referee.post("/api/match/undo", {"entry": entry}).status_code == 200
    after_two = str(site.session.history.record())
    assert referee.state()["can_redo"]
    assert referee.post("/api/match/redo", {}).status_code == 200
    assert str(site.session.history.record()) not in (at_first, after_two)
    assert referee.post("/api/match/redo", {}).status_code == 200
    assert str(site.session.history.record()) == at_first
    assert not referee.state()["can_redo"]
    referee.post("/api/match/undo", {"entry": 6})
    site.say("throw Ann o7 o8 r* k11")
    assert not referee.state()["can_redo"], "something was said since"


def test_a_preview_tells_what_undo_changes_and_keeps_nothing(site: Site) -> None:
    referee, before = site.referee(), site.session.history
    body = {"change": "undo", "entry": 3, "back_to": True}
    found = referee.post("/api/match/preview", body).get_json()
    assert [one["entry"] for one in found["changed"]] == [3, 4, 5, 6]
    assert (found["before"]["turn"], found["after"]["turn"]) == ("Ann plays", "Ann plays")
    assert site.session.history == before
    body = {"change": "undo", "entry": 99}
    assert referee.post("/api/match/preview", body).status_code == 400


def test_adding_and_removing_dice_of_the_table_amends_the_play(site: Site) -> None:
    referee = site.referee()
    answer = referee.correct("add", cell=[0, 0, 5], face="b8")
    assert answer.get_json()["ruling"]["player"]
    amended = site.session.history.entries[-1].event
    assert isinstance(amended, Amended) and amended.entry == 5
    referee.post("/api/match/undo", {"entry": site.session.history.entries[-1].number})
    assert site.session.history.match.round is not None
    assert len(site.session.history.match.round.table.dice) == 10


BAD_TAPS: list[tuple[str, dict[str, Any]]] = [
    ("no place", {"action": "set", "face": "b3"}),
    ("two places", {"action": "add", "face": "b3", "cell": [0, 0, 5], "player": "Ann"}),
    ("no face", {"action": "set", "die": -1}),
    ("a face of no die", {"action": "set", "die": -1, "face": "g3"}),
    ("a cell for a die", {"action": "set", "cell": [0, 0, 0], "face": "b3"}),
    ("a die for a free place", {"action": "add", "die": -1, "face": "b3"}),
    ("far away", {"action": "add", "cell": [0, 7, 7], "face": "b3"}),
    ("no such island", {"action": "add", "cell": [9, 0, 0], "face": "b3"}),
    ("below zero", {"action": "add", "cell": [-1, 0, 0], "face": "b3"}),
    ("a stranger", {"action": "add", "player": "Zoe", "index": 0, "face": "b3"}),
]


@pytest.mark.parametrize(("name", "body"), BAD_TAPS, ids=[row[0] for row in BAD_TAPS])
def test_a_tap_that_means_nothing_changes_nothing(
    site: Site, name: str, body: dict[str, Any]
) -> None:
    before = site.session.history.entries
    assert site.referee().correct(**body).status_code == 400, name
    assert site.session.history.entries == before


def test_a_doubtful_throw_asks_and_the_answer_completes_it(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start("round Ann\nthrow Ann b3 b4 b5 ? k3 o7 ? r* k12")
    referee = site.referee()
    asked = referee.state()["questions"]
    assert [(one["id"], one["player"], one["place"]) for one in asked] == [
        (-1, "Ann", 3),
        (-2, "Ann", 6),
    ]
    answer = referee.post("/api/questions/-1", {"face": "k9"}).get_json()
    assert answer["ruling"]["verdict"] == "unsure"
    assert [one["place"] for one in referee.state()["questions"]] == [6]
    answer = referee.post("/api/questions/-1", {"face": "o8"}).get_json()
    assert answer["ruling"]["verdict"] == "accepted"
    assert referee.state()["questions"] == []
    assert site.session.history.match.phase.name == "TO_PLAY"
    assert referee.post("/api/questions/-1", {"face": "o8"}).status_code == 404


def test_a_doubtful_table_asks_too(site: Site) -> None:
    site.say("table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8 ?")
    referee = site.referee()
    assert referee.state()["questions"][0]["place"] == 12
    answer = referee.post("/api/questions/-1", {"face": "r*"}).get_json()
    assert answer["ruling"]["verdict"] == "accepted"


def test_a_live_question_goes_to_the_table(tmp_path: Path) -> None:
    table = FakeTable()
    site = Site(tmp_path, controls=table)
    site.start(OPENING)
    site.session.show(questions=(Question(7, None, 2, (("k6", 0.6), ("k9", 0.4))),))
    referee = site.referee()
    assert referee.state()["questions"][0]["faces"][0] == {"face": "k6", "confidence": 0.6}
    assert referee.post("/api/questions/7", {"face": "k9"}).status_code == 200
    assert table.asked == [("set_face", 7, "?", "k9", "Cleo")]
    table.gone.add(7)
    answer = referee.post("/api/questions/7", {"face": "k9"})
    assert (answer.status_code, answer.get_json()["code"]) == (404, "question")


def test_a_table_that_was_bared_again_is_drawn_bare(tmp_path: Path) -> None:
    """A rejected table lies there until its dice are taken back into the hand."""
    site = Site(tmp_path, controls=FakeTable())
    site.start("round Ann\nthrow Ann b3 b4 b5 r3 k3 o7 o8 r* k12\ntable b3 b4 k12")
    hand = ("b3", "b4", "b5", "r3", "k3", "o7", "o8", "r*", "k12")
    rows = [
        ({}, "rejected", 3),
        ({"table": "b3 b4 k12", "hands": (hand[2:8], ()), "settled": True}, "rejected", 3),
        ({"table": "", "hands": (hand, ()), "settled": False}, "rejected", 3),
        ({"table": "", "hands": (hand, ()), "settled": True}, "live", 0),
    ]
    for fields, source, dice in rows:
        site.session.show(**fields)
        shown = site.client().state()["shown"]
        assert (shown["source"], len(shown["table"]["dice"])) == (source, dice), fields


def test_the_live_table_is_shown_and_corrected_through_the_camera(tmp_path: Path) -> None:
    table = FakeTable()
    site = Site(tmp_path, controls=table)
    site.start(OPENING)
    live = "b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8"
    numbers = DieNumbers(tuple(range(21, 33)), ((41, 42), ()))
    site.session.show(table=live, hands=(("r*", "k12"), ()), numbers=numbers, simulated=True)
    referee = site.referee()
    state = referee.state()
    assert state["simulated"] and state["shown"]["source"] == "live"
    assert state["shown"]["hands"][0]["faces"] == ["r*", "k12"]
    assert state["shown"]["hands"][0]["ids"] == [41, 42]
    referee.correct("set", **referee.tapped(cell=[2, 0, 1]), face="o9")
    assert table.asked == [("set_face", 32, "o8", "o9", "Cleo")]


MEANWHILE: list[tuple[str, dict[str, Any], int, str]] = [
    ("nothing", {}, 200, ""),
    ("it lies in another place", {"faces": "k12 o8 r*", "ids": (43, 42, 41)}, 200, ""),
    ("another die came", {"faces": "r* o8 k12 b1", "ids": (41, 42, 43, 44)}, 200, ""),
    ("another lies in its place", {"faces": "r* o8 k12", "ids": (41, 44, 43)}, 409, "die-gone"),
    ("it was taken away", {"faces": "r* k12", "ids": (41, 43)}, 409, "die-gone"),
    ("it was turned", {"faces": "r* b2 k12", "ids": (41, 42, 43)}, 409, "die-other"),
]
"""What became of a hand `r* o8 k12`, of which the second die is tapped."""


@pytest.mark.parametrize("row", MEANWHILE, ids=[row[0] for row in MEANWHILE])
def test_a_late_tap_means_the_die_that_was_tapped_or_none(
    tmp_path: Path, row: tuple[str, dict[str, Any], int, str]
) -> None:
    """Dice settle while a person chooses a face. By place the word would fall on another die."""
    _, then, status, code = row
    table = FakeTable()
    site = Site(tmp_path, controls=table)
    site.start(OPENING)
    _show_hand(site, "r* o8 k12", (41, 42, 43))
    referee = site.referee()
    tapped = referee.tapped(index=1)
    _show_hand(site, then.get("faces", "r* o8 k12"), then.get("ids", (41, 42, 43)))
    answer = referee.correct("set", **tapped, face="o9")
    assert (answer.status_code, answer.get_json().get("code", "")) == (status, code)
    assert table.asked == ([("set_face", 42, "o8", "o9", "Cleo")] if status == 200 else [])


def _show_hand(site: Site, faces: str, ids: tuple[int, ...]) -> None:
    numbers = DieNumbers((51,), (ids, ()))
    site.session.show(table="b1", hands=(tuple(faces.split()), ()), numbers=numbers)


def test_a_die_that_leaves_between_look_and_word_is_refused(tmp_path: Path) -> None:
    """The live table has the last word: it knows best what lies there."""
    table = FakeTable(gone={42})
    site = Site(tmp_path, controls=table)
    site.start(OPENING)
    _show_hand(site, "r* o8 k12", (41, 42, 43))
    referee = site.referee()
    answer = referee.correct("set", **referee.tapped(index=1), face="o9")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "die-gone")


def test_a_number_of_another_run_names_no_die(tmp_path: Path) -> None:
    """Dice are numbered anew at every start: a page that slept through one is told to look."""
    site = Site(tmp_path, controls=FakeTable())
    site.start(OPENING)
    _show_hand(site, "r* o8 k12", (41, 42, 43))
    tapped = site.referee().tapped(index=1)
    again = Site(tmp_path, controls=FakeTable())
    _show_hand(again, "r* o8 k12", (41, 42, 43))
    answer = again.referee().correct("set", **tapped, face="o9")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "changed")


@pytest.mark.parametrize("action", ["remove", "add"])
def test_a_die_more_or_less_needs_the_very_table_that_was_seen(site: Site, action: str) -> None:
    referee = site.referee()
    tapped = referee.tapped(cell=[0, 0, 4])
    where = {"die": tapped["die"]} if action == "remove" else {"cell": [0, 0, 5], "face": "b8"}
    site.say("pass")
    answer = referee.correct(action, **where, seen=tapped["seen"])
    assert (answer.status_code, answer.get_json()["code"]) == (409, "changed")


def test_what_the_live_table_tells_between_look_and_word_is_not_overwritten(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A correction is computed from the history that was looked at: it counts there or nowhere."""
    referee = site.referee()
    tapped = referee.tapped(index=3)
    computed = correction

    def slow(*of: Any) -> Any:
        found = computed(*of)
        site.say("pass", by="table")
        return found

    monkeypatch.setattr(dice_put_right, "correction", slow)
    answer = referee.correct("set", **tapped, face="k13")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "changed")
    assert site.session.history.entries[-1].by == "table"


def test_undoing_one_entry_and_going_back_to_a_point(site: Site) -> None:
    referee = site.referee()
    site.say("pass")
    referee.post("/api/match/undo", {"entry": 7})
    assert site.session.history.match.phase.name == "TO_PLAY"
    referee.post("/api/match/undo", {"entry": 4, "back_to": True})
    rnd = site.session.history.match.round
    assert rnd is not None and len(rnd.table.dice) == 5 and rnd.turn == 1
    assert len(site.session.history.entries) == 9, "one entry however far, and nothing is deleted"
    assert site.store.entries(1)[-1].event == BackTo(4)


def test_overruling_with_a_reason(site: Site) -> None:
    site.say("table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8")
    referee = site.referee()
    assert referee.state()["match"]["can_overrule"]
    answer = referee.post("/api/match/overrule", {"reason": "  agreed # by both "}).get_json()
    assert answer["ruling"]["sentence"] == "Accepted all the same: agreed by both."
    assert not referee.state()["match"]["can_overrule"]


def test_amending_an_earlier_entry_judges_everything_again(site: Site) -> None:
    body = {"entry": 2, "statement": "throw Ann b3 b4 b5 r3 o3 o7 o8 r* k12"}
    assert site.referee().post("/api/match/amend", body).status_code == 200
    verdicts = [str(one.ruling.verdict) for one in site.session.history.judged]
    assert verdicts[2] == "rejected"


def test_the_halls_referee_is_called_and_was_there(site: Site) -> None:
    site.start(OPENING)
    referee = site.referee()
    refused = referee.post("/api/match/call", {"called": True})
    assert (refused.status_code, refused.get_json()["code"]) == (409, "no-hall")
    assert referee.state()["called"] is None
    site.session.show(called=False)  # as the feed does that leads to a hall
    assert site.client().post("/api/match/call", {"called": True}).status_code == 401
    for called in (True, False):
        assert referee.post("/api/match/call", {"called": called}).status_code == 200
        assert referee.state()["called"] is called


def test_who_resigns_leaves_the_round_that_was_played(site: Site) -> None:
    """Not the one before with its table, and the winner is whose card is lit."""
    for statement in ("score Ann 10 out", "round Bob", "score Bob 4 out", *OPENING.splitlines()):
        site.say(statement)
    before = site.client().state()
    site.say("resign Ann")
    now = site.client().state()
    assert (now["match"]["round"], now["match"]["winner"], now["match"]["turn"]) == (3, "Bob", None)
    assert now["shown"]["table"]["text"] == before["shown"]["table"]["text"]
    hands = [[one["faces"] for one in state["shown"]["hands"]] for state in (before, now)]
    assert hands[0] == hands[1] and now["moment"]["level"] == "match"


def test_pausing_and_ending(site: Site) -> None:
    referee = site.referee()
    referee.post("/api/match/pause", {"paused": True})
    assert referee.state()["paused"]
    referee.post("/api/match/statements", {"statement": "resign Bob"})
    assert referee.state()["match"]["winner"] == "Ann"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["Cleo pauses the match.", "Cleo goes on with the match."]),
        ("nl", ["Cleo pauzeert de wedstrijd.", "Cleo gaat verder met de wedstrijd."]),
        ("fr", ["Cleo met le match en pause.", "Cleo reprend le match."]),
        ("de", ["Cleo hält das Match an.", "Cleo setzt das Match fort."]),
    ],
)
def test_a_pause_stands_in_the_history_with_who_and_when(
    site: Site, lang: str, words: list[str]
) -> None:
    referee = site.referee()
    before = referee.get("/api/matches/1/match.turbo").get_data(as_text=True)
    for paused in (True, True, False):
        assert referee.post("/api/match/pause", {"paused": paused}).status_code == 200
    log = referee.get(f"/api/matches/1?lang={lang}").get_json()["log"]
    assert [one["sentence"] for one in log[-2:]] == words
    assert [one["statement"] for one in log[-2:]] == ["pause", "resume"]
    assert all(one["by"] == "Cleo" and one["at"] for one in log[-2:])
    after = referee.get("/api/matches/1/match.turbo").get_data(as_text=True)
    # The last line is the digest of those above it.
    told = after.splitlines()[len(before.splitlines()) - 1 : -1]
    assert [line.partition(" @")[0] for line in told] == ["pause", "resume"]


def test_a_pause_is_not_taken_back_and_outlives_what_is(site: Site) -> None:
    referee = site.referee()
    referee.post("/api/match/pause", {"paused": True})
    number = len(site.session.history.entries)
    assert referee.post("/api/match/undo", {"entry": number}).status_code == 400
    assert referee.post("/api/match/undo", {"entry": 2, "back_to": True}).status_code == 200
    assert referee.state()["paused"] and len(site.session.history.judged) == 1


def test_paused_time_belongs_to_no_turn(site: Site) -> None:
    """The clock of this site goes on by ten seconds with every entry."""
    referee = site.referee()
    began = referee.state()["turn_since"]
    for paused in (True, False):
        referee.post("/api/match/pause", {"paused": paused})
    later = datetime.fromisoformat(referee.state()["turn_since"])
    assert later - datetime.fromisoformat(began) == timedelta(seconds=10)
    site.say("pass")
    (turns,) = [
        one["turn_s"]["each"]
        for one in referee.get("/api/statistics").get_json()["players"]
        if one["name"] == "Ann"
    ]
    assert turns[-1] == 30


def test_without_a_match_changes_are_refused(tmp_path: Path) -> None:
    referee = Site(tmp_path).referee()
    for path, body in [
        ("/api/match/statements", {"statement": "pass"}),
        ("/api/match/undo", {"entry": 1}),
        ("/api/match/dice", {"action": "set", "die": 1, "face": "b3", "seen": "0"}),
        ("/api/match/likely", {"player": "Ann", "index": 0}),
        ("/api/questions/1", {"face": "b3"}),
    ]:
        assert referee.post(path, body).status_code == 409, path


def test_the_twin_can_be_steered(tmp_path: Path) -> None:
    twin = FakeTwin()
    site = Site(tmp_path, twin=twin)
    referee = site.referee()
    assert referee.state()["twin"]["mischief"] == ["turn-die"]
    answer = referee.post("/api/twin", {"speed": 4, "paused": True, "mischief": "turn-die"})
    assert answer.get_json()["speed"] == 4 and twin.done == ["turn-die"]
    assert referee.post("/api/twin", {"mischief": "burn-it"}).status_code == 400
    assert Site(tmp_path).referee().post("/api/twin", {}).status_code == 409


def test_setting_up_goes_through_the_port(tmp_path: Path) -> None:
    table = FakeTable()
    referee = Site(tmp_path, controls=table).referee()
    corners = [[0, 0], [9, 0], [9, 9], [0, 9]]
    assert referee.post("/api/setup/corners", {"corners": corners}).status_code == 200
    assert referee.post("/api/setup/actions", {"action": "swap-seats"}).status_code == 200
    refused = referee.post("/api/setup/actions", {"action": "recalibrate"})
    assert refused.get_json()["detail"] == "expected the mat in the picture"
    assert [one[0] for one in table.asked] == ["set_corners", "swap_seats"]
    assert referee.post("/api/setup/decide", {"choice": "store"}).status_code == 200
    assert referee.post("/api/setup/begin", {"starter": "Ann"}).status_code == 409
    assert table.asked[-1] == ("decide", "store", "Cleo")


def test_notices_are_said_in_the_language_of_the_page(site: Site) -> None:
    site.session.show(notices=(Notice("die-missing", ("b3 r*",)), Notice("who knows", ("0",))))
    state = site.client().get("/api/state?lang=nl").get_json()
    first, second = state["notices"]
    assert first.startswith("De blauwe 3 en de joker") and second == "who knows 0"
    assert state["notice_keys"] == ["die-missing", "who knows"]


LIKELY = [
    ("a six is a nine", "k6 b2 b3", (0, 0, 0), "k9"),
    ("what makes the run whole", "b3 b4 b9", (0, 0, 2), "b5"),
    ("what makes the group whole", "k8 r8 k5", (0, 0, 2), "o8"),
]


@pytest.mark.parametrize(("name", "table", "cell", "face"), LIKELY, ids=[row[0] for row in LIKELY])
def test_likely_faces_come_first(
    name: str, table: str, cell: tuple[int, int, int], face: str
) -> None:
    now = Shown("rejected", Layout.parse(table), (None, None))
    found = [str(one) for one in likely_faces(now, Place(cell=cell))]
    assert face in found[:3], (name, found[:3])
    assert len(found) == len(set(found)) == 55


def test_what_the_camera_named_comes_before_everything() -> None:
    now = Shown("match", Layout.parse("b3 b4 b9"), (None, None))
    known = (Face.parse("o1"), Face.parse("k13"))
    assert tuple(likely_faces(now, Place(cell=(0, 0, 2)), known)[:2]) == known


CHANGES = [
    ("another face", "b3 b4 / . b5", (0, 1, 1), "k9", "b3 b4 / . k9"),
    ("removed", "b3 b4 / . b5", (0, 1, 1), None, "b3 b4"),
    ("added right", "b3 b4", (0, 0, 2), "b5", "b3 b4 b5"),
    ("added left", "b3 b4", (0, 0, -1), "b2", "b2 b3 b4"),
    ("added above", "b3 b4", (0, -1, 0), "b2", "b2 . / b3 b4"),
    ("a new island", "b3 b4", (1, 0, 0), "k1", "b3 b4 | k1"),
    ("the last of an island", "b3 | k1", (1, 0, 0), None, "b3"),
]


@pytest.mark.parametrize(
    ("name", "table", "cell", "face", "after"), CHANGES, ids=[row[0] for row in CHANGES]
)
def test_one_cell_of_a_layout_changes(
    name: str, table: str, cell: tuple[int, int, int], face: str | None, after: str
) -> None:
    changed = with_face(Layout.parse(table), cell, None if face is None else Face.parse(face))
    assert str(changed) == after, name


@st.composite
def _logs(draw: st.DrawFn) -> tuple[list[Entry], int]:
    """Logs with plain entries, takings back and amendments of any earlier entry."""
    entries: list[Entry] = []
    for number in range(1, draw(st.integers(2, 14)) + 1):
        plain_events: list[Event] = [Passed("Ann"), Passed("Bob"), RoundStarted("Ann")]
        event: Event | Undone | Amended = draw(st.sampled_from(plain_events))
        if number > 1 and draw(st.booleans()):
            target = draw(st.integers(1, number - 1))
            plain = not isinstance(entries[target - 1].event, Undone | Amended)
            if plain and draw(st.booleans()):
                event = Amended(target, Passed("Bob"))
            else:
                event = Undone(target)
        entries.append(Entry(number, event))
    return entries, draw(st.integers(1, len(entries)))


@examples(400)
@given(_logs())
def test_going_back_gives_the_match_as_it_was(case: tuple[list[Entry], int]) -> None:
    entries, point = case
    grown = [*entries, Entry(len(entries) + 1, BackTo(point))]

    def events(log: list[Entry]) -> list[tuple[int, Event | Act]]:
        return [(one.entry.number, one.event) for one in effective(log)]

    assert events(grown) == events(entries[: point - 1])
    again = [*grown, Entry(len(grown) + 1, Undone(len(grown)))]
    assert events(again) == events(entries), "going back can be taken back"


def test_a_camera_that_sees_rubbish_does_not_hide_the_match(site: Site) -> None:
    told = shown_with(site.session.history, LiveView(table="| | rubbish", hands=(("x",), ())))
    assert told.source == "match" and len(told.table.dice) == 10
