"""Puzzles over the web: of a day, of a match that is over, answered and printed."""

from pathlib import Path

import pytest

from tools.trials.web_support import OPENING, Site


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("evening"))
    site.import_evening()
    return site


def test_a_day_has_three_levels_and_their_solutions_are_right(evening: Site) -> None:
    client = evening.client()
    told = client.get("/api/puzzles?day=2026-11-18&lang=de").get_json()
    assert [one["level"] for one in told["puzzles"]] == [1, 2, 3]
    assert any("Würfel" in one["sentence"] for one in told["puzzles"])
    for one in told["puzzles"]:
        body = {"goal": one["goal"], "table": one["table"]["text"], "hand": " ".join(one["hand"])}
        right = client.post("/api/puzzles/answer", {**body, "layout": one["solution"]["text"]})
        assert right.get_json()["solved"] and one["steps"]
        wrong = client.post("/api/puzzles/answer", {**body, "layout": one["table"]["text"]})
        assert not wrong.get_json()["solved"] and wrong.get_json()["sentence"]


def test_tiles_have_their_own_in_their_own_words(evening: Site) -> None:
    client = evening.client()
    path = "/api/puzzles?day=2026-11-18&edition=original-jumbo&lang=de"
    told = client.get(path).get_json()["puzzles"]
    assert [one["level"] for one in told] == [1, 2, 3]
    assert {one["goal"] for one in told} == {"lay-all", "free-joker", "first-meld"}
    for one in told:
        assert "Würfel" not in one["sentence"] and one["table"]["piece"] == "tile" and one["steps"]
        body = {"goal": one["goal"], "edition": one["edition"], "table": one["table"]["text"]}
        body["hand"] = " ".join(one["hand"])
        right = client.post("/api/puzzles/answer", {**body, "layout": one["solution"]["text"]})
        assert right.get_json() == {"solved": True, "legal": True, "sentence": "Solved!"}
        wrong = client.post("/api/puzzles/answer", {**body, "layout": one["table"]["text"]})
        assert not wrong.get_json()["legal"] and wrong.get_json()["sentence"]
    printed = client.get(path.replace("puzzles?", "puzzles.pdf?"))
    assert printed.data.count(b"/Type /Page ") == 2 and b"Brett" in printed.data


def test_today_is_the_table_s_own_day(evening: Site) -> None:
    told = evening.client().get("/api/puzzles").get_json()
    assert told["day"] == evening.session.now().date().isoformat()


def test_a_match_that_is_over_leaves_some(evening: Site) -> None:
    told = evening.client().get("/api/matches/1/puzzles").get_json()
    assert told["puzzles"] and all(one["entry"] for one in told["puzzles"])


def test_a_match_that_goes_on_leaves_none(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start(OPENING)
    assert site.referee().get("/api/matches/1/puzzles").status_code == 409


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_they_are_printed_with_their_solutions(evening: Site, lang: str) -> None:
    answer = evening.client().get(f"/api/puzzles.pdf?day=2026-11-18&lang={lang}")
    assert answer.mimetype == "application/pdf" and answer.data.count(b"/Type /Page ") == 2


BAD = [
    ("/api/puzzles?day=yesterday", None),
    ("/api/puzzles.pdf?day=2026-13-01", None),
    ("/api/puzzles?edition=chess", None),
    ("/api/puzzles/answer", {"goal": "lay-all", "table": "x", "hand": "b1", "layout": "b1"}),
    (
        "/api/puzzles/answer",
        {"goal": "first-meld", "table": "b1 b2 b3", "hand": "b4", "layout": "b1 b2 b3 b4"},
    ),
    ("/api/puzzles/answer", {"goal": "win", "table": "b1", "hand": "b1", "layout": "b1"}),
    ("/api/puzzles/answer", {"goal": "lay-all", "table": "b1", "hand": "b1", "layout": "b1"}),
]


@pytest.mark.parametrize(("path", "body"), BAD)
def test_what_cannot_be_meant_is_refused(evening: Site, path: str, body: object) -> None:
    client = evening.client()
    answer = client.get(path) if body is None else client.post(path, body)
    assert answer.status_code == 400
