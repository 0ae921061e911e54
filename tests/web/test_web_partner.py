"""A match against the machine over the web, and a seat at a simulated table."""

from pathlib import Path

import pytest

from tools.trials.web_support import FakeSeats, Site
from turbo.storage.session import Sitting

THROW = "throw Bob b3 b4 b5 r1 k2 o7 o8 r12 k12"


@pytest.fixture
def solo(tmp_path: Path) -> Site:
    site = Site(tmp_path)
    wanted = {"players": ["Ann", "Bob"], "starter": "Bob", "machine": 5}
    assert site.referee().post("/api/matches", wanted).status_code == 200
    return site


def test_the_machine_says_what_to_throw_and_what_to_lay(solo: Site) -> None:
    state = solo.client().state()
    assert (state["partner"]["kind"], state["moment"]["kind"]) == ("throw", "partner")
    assert "Bob" in state["moment"]["told"]
    solo.say(THROW)
    state = solo.client().state()
    assert state["partner"]["faces"] == ["b3", "b4", "b5"]
    assert state["partner"]["layout"]["text"] == "b3 b4 b5" and len(state["partner"]["added"]) == 3
    assert "blue 5" in state["moment"]["sentence"]
    solo.say("table b3 b4 b5")
    state = solo.client().state()
    # Ann's turn: the machine waits, and what was accepted is told.
    assert (state["partner"]["kind"], state["moment"]["kind"]) == (None, "ruling")


def test_what_the_camera_misses_is_said(solo: Site) -> None:
    solo.say(THROW)
    solo.session.show(table="b3 b4", settled=True)
    said = solo.client().state()["moment"]["sentence"]
    assert "blue 5" in said and "blue 4" not in said


def test_two_people_are_told_nothing_of_it(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start("round Ann")
    assert site.client().state()["partner"] is None


def test_there_are_five_levels(tmp_path: Path) -> None:
    site = Site(tmp_path)
    wanted = {"players": ["Ann", "Bob"], "machine": 6}
    assert site.referee().post("/api/matches", wanted).status_code == 400


def test_the_machine_stays_with_the_match(solo: Site) -> None:
    text = solo.client().get("/api/matches/1/match.turbo").get_data(as_text=True)
    assert "tag machine 5 Bob" in text


def test_a_seat_is_taken_played_from_and_left(tmp_path: Path) -> None:
    seats = FakeSeats()
    client = Site(tmp_path, seats=seats).referee()
    mine = client.post("/api/seats/take", {"seat": 0}).get_json()
    assert client.post("/api/seats/here", mine).status_code == 200
    assert client.post("/api/seats/throw", {**mine, "faces": ["b3", "r*"]}).status_code == 200
    assert client.post("/api/seats/lay", {**mine, "layout": "b3 b4 b5 | k8"}).status_code == 200
    assert client.post("/api/seats/lay", {**mine, "layout": None}).status_code == 200
    assert client.post("/api/seats/leave", {"seat": 0}).status_code == 200
    assert seats.asked == [
        ("take", 0, "Cleo"), ("throw", "b3", "r*"),
        ("lay", "b3 b4 b5 | k8"), ("lay", None), ("leave", 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("order", "body", "status", "said"),
    [
        ("take", {"seat": 1}, 409, "Somebody sits there already."),
        ("take", {"seat": 2}, 400, ""),
        ("here", {"sitting": "dead"}, 409, "nothing was heard of this page"),
        ("throw", {"sitting": "dead", "faces": []}, 409, "look at the table again"),
        ("lay", {"sitting": "cafe", "layout": "b3 b44"}, 400, "b44"),
    ],
    ids=["taken", "third seat", "gone", "nobody's sitting", "notation"],
)
def test_what_a_seat_cannot_do_is_told(
    order: str, body: object, status: int, said: str, tmp_path: Path
) -> None:
    answer = Site(tmp_path, seats=FakeSeats()).referee().post(f"/api/seats/{order}", body)
    assert answer.status_code == status and said in answer.get_json()["title"]


def test_a_real_table_has_no_seats_to_take(tmp_path: Path) -> None:
    site = Site(tmp_path)
    assert site.referee().post("/api/seats/take", {"seat": 0}).status_code == 409
    assert site.client().state()["seats"] == []


def test_everybody_sees_who_sits_there(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.session.show(seats=(Sitting("cafe", "Cleo", "throw"), None))
    told = {"sitting": "cafe", "by": "Cleo", "wants": "throw"}
    assert site.client().state()["seats"] == [told, None]
