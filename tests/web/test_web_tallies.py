"""Statistics over many matches: each is counted once, kept, and never folded for an answer."""

import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tools.trials.waiting import wait_until
from tools.trials.web_support import OPENING, Site
from turbo.game.match import Options
from turbo.storage.store import Store
from turbo.twin.event_match import events_match
from web.api.heavy import OneAtATime
from web.statistics.tallies import join_kept, kept_text
from web.statistics.tally import (
    NEWEST_ROUNDS,
    NEWEST_TURNS,
    StatisticsTally,
    _median,
    statistics_document,
)


def played(folder: Path, matches: int, **more: Any) -> Site:
    site = Site(folder)
    for seed in range(matches):
        site.session.new_match(("Ann", "Bob"), Options(**more))
        for event in events_match(seed).events:
            site.session.feed(event, "camera")
    return site


def numbers(site: Site) -> Any:
    """Once all are counted: on a busy machine the first answer comes before that."""
    client = site.client()
    wait_until(lambda: client.get("/api/statistics").get_json()["pending"] == 0)
    return client.get("/api/statistics").get_json()


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The matches that were folded, each time."""
    found: list[int] = []
    folded = Store._folded

    def counting(self: Store, head: Any, *more: Any) -> Any:
        found.append(head.id)
        return folded(self, head, *more)

    monkeypatch.setattr(Store, "_folded", counting)
    return found


def test_a_match_is_folded_once_for_all_answers(tmp_path: Path, folds: list[int]) -> None:
    site = played(tmp_path, 4)
    first = numbers(site)
    assert (first["matches"], first["pending"]) == (4, 0)
    # The open one is at hand.
    assert sorted(folds) == [1, 2, 3]
    assert numbers(site) == first
    assert sorted(folds) == [1, 2, 3]


def test_tallies_outlive_the_program(tmp_path: Path, folds: list[int]) -> None:
    site = played(tmp_path, 4)
    first = numbers(site)
    folds.clear()
    again = Site(tmp_path)
    again.session.open_match(4)
    folds.clear()
    assert numbers(again) == first
    assert folds == []


def test_tiles_are_counted_once_as_dice_are(tmp_path: Path, folds: list[int]) -> None:
    site = Site(tmp_path)
    for _ in range(3):
        site.start("round Ann\nplayed k10 r10 o10\npenalty 3", edition="original-goliath")
    first = numbers(site)["tiles"]
    assert first["matches"] == 3
    ann, bob = first["people"]
    assert (ann["average_meld"], bob["penalties"], bob["penalty_tiles"]) == (1.0, 3, 9)
    folds.clear()
    again = Site(tmp_path)
    again.session.open_match(3)
    folds.clear()
    assert numbers(again)["tiles"] == first and folds == []


def test_kept_or_counted_now_the_answer_is_the_same(tmp_path: Path) -> None:
    """Against one tally over all histories, as it was always made."""
    site = played(tmp_path, 5)
    whole = StatisticsTally()
    for head in site.store.matches():
        whole.add(head.id, site.store.history(head.id))
    found = numbers(site)
    del found["matches"], found["pending"]
    expected = statistics_document(whole)
    assert {key: found[key] for key in ("throws", "players", "points", "fairness", "faces")} == {
        key: expected[key] for key in ("throws", "players", "points", "fairness", "faces")
    }
    assert sorted(map(str, found["faults"])) == sorted(map(str, expected["faults"]))


def test_a_match_that_goes_on_is_counted_anew(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start(OPENING)
    site.session.new_match(("Cy", "Di"))
    before = numbers(site)
    site.session.open_match(1)
    site.say("pass")
    site.session.open_match(2)
    after = numbers(site)
    assert before["matches"] == after["matches"] == 2
    ann = [one for one in after["players"] if one["name"] == "Ann"]
    assert ann and ann[0]["blank"] == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("tally", ["", "[]", '{"v":0}', '{"v":1}', "{"])
def test_a_tally_that_is_none_is_counted_anew(tmp_path: Path, tally: str) -> None:
    site = played(tmp_path, 3)
    first = numbers(site)
    with sqlite3.connect(site.store.path) as raw:
        raw.execute("UPDATE tallies SET tally = ?", (tally,))
    raw.close()
    again = Site(tmp_path)
    again.session.open_match(3)
    assert numbers(again) == first


def test_of_very_many_the_newest_are_told_each(tmp_path: Path) -> None:
    site = played(tmp_path, 1)
    tally, one = StatisticsTally(), StatisticsTally()
    one.add(1, site.store.history(1))
    text = kept_text(one)
    for _ in range(200):
        join_kept(tally, text)
    found = statistics_document(tally)
    assert len(found["points"]) == NEWEST_ROUNDS
    single = {each["name"]: each for each in statistics_document(one)["players"]}
    for each in found["players"]:
        assert each["turn_s"]["count"] == 200 * single[each["name"]]["turn_s"]["count"]
        assert each["turn_s"]["mean"] == single[each["name"]]["turn_s"]["mean"]
        assert each["turn_s"]["median"] == single[each["name"]]["turn_s"]["median"]
        assert len(each["turn_s"]["each"]) <= NEWEST_TURNS


@pytest.mark.parametrize(
    ("turns", "middle"), [([5], 5), ([1, 2], 1.5), ([1, 1, 9], 1), ([1, 2, 2, 9], 2), ([1, 9], 5)]
)
def test_the_middle_turn(turns: list[int], middle: float) -> None:
    assert _median(Counter(turns)) == middle


def test_who_asks_for_many_at_once_is_asked_to_come_back(tmp_path: Path) -> None:
    site = played(tmp_path, 1)
    heavy: OneAtATime = site.app.extensions["turbo"].heavy
    heavy._wait_s = 0.01
    with heavy.turn():
        answer = site.client().get("/api/statistics")
        assert answer.status_code == 503 and int(answer.headers["Retry-After"]) > 0
        assert answer.get_json()["code"] == "busy"
        # The page itself goes on.
        assert site.client().get("/api/match").status_code in (200, 404, 405)
    assert site.client().get("/api/statistics").status_code == 200
