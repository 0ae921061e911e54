"""Players over the web: profiles with their best throw, colours, and somebody deleted for good."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tools.trials.web_support import OPENING, Site
from turbo.game.record import Record
from turbo.storage.forgetting import is_alias

NOW = datetime(2026, 11, 15, 20, tzinfo=UTC)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    found = Site(tmp_path)
    found.import_evening()
    return found


def play(site: Site, text: str) -> int:
    return site.store.import_record(Record.parse(text), NOW)


def named(site: Site, name: str) -> dict[str, object]:
    told = site.client().get("/api/people").get_json()
    found: dict[str, object] = next(one for one in told["dice"] if one["name"] == name)
    return found


def test_everybody_is_told_with_their_best_throw(site: Site) -> None:
    history = site.store.history(1)
    for name in history.players:
        one = named(site, name)
        assert one["won"] + one["drawn"] + one["lost"] == 1  # type: ignore[operator]
        best = one["best"]
        assert isinstance(best, dict) and best["match"] == 1
        judged = {each.effective.entry.number: each for each in history.judged}[best["entry"]]
        assert judged.ruling.player == name and 3 <= best["laid"] <= len(best["hand"])


def test_matches_against_the_machine_make_nobody_better(site: Site) -> None:
    play(site, "players Ann, Robot\ntag machine 5 Robot\nround Ann\nscore Ann 200 out\nend late")
    told = site.client().get("/api/people").get_json()
    assert "Robot" not in {
        one["name"] for part in ("dice", "tiles", "others") for one in told[part]
    }


def test_who_has_finished_nothing_is_known_all_the_same(site: Site) -> None:
    play(site, "players Eva, Fay\nround Eva")
    told = site.client().get("/api/people").get_json()
    assert [one["name"] for one in told["others"]] == ["Eva", "Fay"]


def test_a_colour_is_chosen_by_the_referee_alone(site: Site) -> None:
    name = site.store.history(1).players[0]
    body = {"name": name, "colour": "violet"}
    assert site.client().post("/api/people/colour", body).status_code == 401
    referee = site.referee()
    assert referee.post("/api/people/colour", body).status_code == 200
    assert named(site, name)["colour"] == "violet"
    assert referee.post("/api/people/colour", {**body, "colour": "infrared"}).status_code == 400
    assert referee.post("/api/people/colour", {**body, "name": "Nobody"}).status_code == 400


def test_somebody_is_deleted_for_good(site: Site) -> None:
    first, second = site.store.history(1).players
    site.session.open_match(1)
    client, referee = site.client(), site.referee()
    for path in ("/api/statistics", "/api/matches/1", "/api/people", "/api/state"):
        assert first in client.get(path).get_data(as_text=True), path
    assert client.post("/api/people/forget", {"name": first}).status_code == 401
    done = referee.post("/api/people/forget", {"name": first}).get_json()
    assert done["matches"] == 1 and done["remains"] == done["troubles"] == []
    # What was counted, folded and shown before is forgotten, too.
    for path in ("/api/statistics", "/api/matches/1", "/api/people", "/api/state", "/api/matches"):
        said = client.get(path).get_data(as_text=True)
        assert first not in said, path
    assert is_alias(site.session.log.players[0])
    assert named(site, second)["best"] is not None
    assert referee.post("/api/people/forget", {"name": first}).status_code == 400


def test_who_plays_now_is_not_deleted(site: Site) -> None:
    site.start(OPENING)
    answer = site.referee().post("/api/people/forget", {"name": "Ann"})
    assert answer.status_code == 409 and site.session.log.players == ("Ann", "Bob")
