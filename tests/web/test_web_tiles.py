"""The score keeper through its API: a game of four turn by turn, who may say it, looking back."""

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.trials.web_support import Client, Site
from turbo.game.editions import EDITIONS, PieceKind
from turbo.game.events import Drawn, RoundStarted
from turbo.game.messages import Language
from turbo.game.tile_options import TileOptions
from turbo.i18n.catalogue import say
from turbo.storage.history import AnyHistory
from turbo.storage.turn_clock import TurnClock
from web.api.operations import check
from web.api.schemas import HISTORY, STATE, STEP
from web.match import open_match
from web.texts import TEXTS

FOUR = ["Ann", "Bob", "Cid", "Dik van Dam"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    found = Site(tmp_path)
    yield found
    found.store.close()


class Keeper:
    """Somebody with the PIN who keeps the score."""

    def __init__(self, site: Site, edition: str = "original-goliath", **options: str) -> None:
        self.site = site
        self.client: Client = site.referee()
        body = {"edition": edition, "players": FOUR, "options": options}
        assert self.client.post("/api/matches", body).status_code == 200

    @property
    def match(self) -> dict[str, Any]:
        return dict(self.state["match"])

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get("/api/state").get_json()
        return found

    @property
    def counts(self) -> list[int | None]:
        """How many tiles everybody has."""
        return [one["count"] for one in self.state["shown"]["hands"]]

    def say(self, *statements: str) -> list[str]:
        return [self.ruled(one)["verdict"] for one in statements]

    def ruled(self, statement: str) -> dict[str, Any]:
        answer = self.client.post("/api/match/statements", {"statement": statement})
        assert answer.status_code == 200, answer.get_json()
        found: dict[str, Any] = answer.get_json()["ruling"]
        return found


def test_a_game_of_four_from_the_first_turn_to_the_standing(site: Site) -> None:
    keeper = Keeper(site)
    assert keeper.match["phase"] == "between_rounds" and keeper.match["next_starter"] == "Ann"
    turns = ["round Ann", "played k10 r10 o10", "draw", "played", "penalty 3", "played 11"]
    assert keeper.say(*turns) == ["accepted"] * 6
    assert keeper.match["phase"] == "to_count" and keeper.match["tiles"]["out"] == 0
    assert keeper.say("rack Bob 5", "rack Cid r* b6") == ["accepted", "accepted"]
    last = keeper.ruled('rack "Dik van Dam" 3')
    assert last["ending"] == "Ann wins the game."
    match = keeper.match
    points = [39, -5, -31, -3]
    assert match["totals"] == points
    assert match["card"] == [{"winner": 0, "by": "out", "white": points, "grey": points}]
    hands = keeper.state["shown"]["hands"]
    assert [one["points"] for one in hands] == [0, 5, 31, 3], "what was left on the racks"
    assert hands[2]["faces"] == ["r*", "b6"]
    assert match["next_starter"] == "Bob"
    keeper.say("round Bob", 'score Ann -6, Bob -11, Cid 22, "Dik van Dam" -5 out', "end late")
    assert keeper.match["winner"] == "Ann" and keeper.match["finished"]


def test_the_documents_are_as_they_are_described(site: Site) -> None:
    keeper = Keeper(site, "special")
    check(keeper.state, STATE)
    keeper.say("round Ann", "played *d k3 k4", "played k9 r9 o9", "table ? k1")
    check(keeper.state, STATE)
    number = site.session.match_number
    check(keeper.client.get(f"/api/matches/{number}").get_json(), HISTORY)
    for step in keeper.client.get(f"/api/matches/{number}/steps").get_json()["steps"]:
        check(step, STEP)


def test_what_is_refused_is_told_in_words_and_may_be_accepted_all_the_same(site: Site) -> None:
    keeper = Keeper(site)
    keeper.say("round Ann")
    refused = keeper.ruled("played k9 r9 o9")
    assert refused["verdict"] == "rejected"
    (told,) = refused["faults"]
    assert "30" in told["message"] and "27" in told["message"]
    assert keeper.match["can_overrule"] and keeper.match["turn"] == 0
    assert keeper.ruled("overrule we agreed")["verdict"] == "accepted"
    assert keeper.match["turn"] == 1


@pytest.mark.parametrize(
    ("body", "status"),
    {
        "five of four": ({"edition": "special", "players": [*FOUR, "Eva"]}, 400),
        "equal names": ({"edition": "six", "players": ["Ann", "Ann"]}, 400),
        "a stranger starts": ({"edition": "six", "players": FOUR, "starter": "Eva"}, 400),
        "an odd time": ({"edition": "six", "players": FOUR, "options": {"time": "-3"}}, 400),
        "dice for four": ({"edition": "turbo", "players": FOUR}, 400),
        "time for dice": ({"players": FOUR[:2], "options": {"time": "60"}}, 400),
        "strict tiles": ({"edition": "six", "players": FOUR, "options": {"strict": True}}, 400),
        "six of six": ({"edition": "six", "players": [*FOUR, "Eva", "Fay"]}, 200),
    }.values(),
)
def test_a_match_that_cannot_be_is_refused(site: Site, body: dict[str, Any], status: int) -> None:
    answer = site.referee().post("/api/matches", body)
    assert answer.status_code == status, answer.get_json()
    assert len(site.store.matches()) == (status == 200)


def test_whoever_has_no_pin_only_looks(site: Site) -> None:
    Keeper(site).say("round Ann")
    viewer = site.client()
    assert viewer.get("/api/state").get_json()["match"]["turn"] == 0
    for path, body in {
        "/api/match/statements": {"statement": "draw"},
        "/api/matches": {"edition": "six", "players": FOUR},
        "/api/match/undo": {},
        "/api/match/amend": {"entry": 2, "statement": "draw"},
        "/api/match/pause": {"paused": True},
    }.items():
        assert viewer.post(path, body).status_code == 401, path


def test_two_who_press_at_once_do_not_take_two_turns(site: Site) -> None:
    keeper = Keeper(site)
    keeper.say("round Ann")
    seen = keeper.state["seen"]
    answers: list[int] = []
    clients = [site.referee() for _ in range(6)]

    def press(client: Client) -> None:
        body = {"statement": "draw", "seen": seen}
        answers.append(client.post("/api/match/statements", body).status_code)

    threads = [threading.Thread(target=press, args=(one,)) for one in clients]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(answers) == [200, 409, 409, 409, 409, 409]
    assert keeper.match["turn"] == 1
    told = clients[0].post("/api/match/statements", {"statement": "draw", "seen": seen})
    assert "Cleo" in told.get_data(as_text=True)


def test_what_is_said_between_look_and_undo_is_not_taken_for_seen(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = Keeper(site)
    keeper.say("round Ann", "draw")

    def slow(history: AnyHistory) -> int:
        site.session.feed(Drawn(), "table")
        return history.judged[-1].effective.entry.number

    monkeypatch.setattr(open_match, "_last", slow)
    answer = keeper.client.post("/api/match/undo", {"seen": keeper.state["seen"]})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "changed")
    assert site.session.tiles.entries[-1].by == "table"


def test_what_was_taken_back_is_done_again(site: Site) -> None:
    keeper = Keeper(site)
    post = keeper.client.post
    keeper.say("round Ann", "draw")
    assert post("/api/match/redo", {}).get_json()["code"] == "nothing-to-redo"
    assert post("/api/match/undo", {}).status_code == 200
    assert keeper.match["turn"] == 0 and keeper.state["can_redo"]
    assert post("/api/match/redo", {}).status_code == 200
    assert keeper.match["turn"] == 1 and not keeper.state["can_redo"]


def test_without_a_camera_nothing_is_asked(site: Site) -> None:
    keeper = Keeper(site)
    assert not keeper.state["has_controls"]
    answer = keeper.client.post("/api/questions/7", {"face": "b12"})
    assert (answer.status_code, answer.get_json()["code"]) == (404, "question")


def test_undo_takes_back_the_last_thing_that_counts(site: Site) -> None:
    keeper = Keeper(site)
    keeper.say("round Ann", "draw", "penalty 3")
    post = keeper.client.post
    assert post("/api/match/undo", {"seen": "1-2"}).status_code == 409
    assert post("/api/match/undo", {"seen": keeper.state["seen"]}).status_code == 200
    assert keeper.match["turn"] == 1 and keeper.counts[1] == 14
    assert post("/api/match/undo", {}).status_code == 200 and keeper.match["turn"] == 0
    assert post("/api/match/undo", {"entry": 2, "back_to": True}).status_code == 200
    assert keeper.match["phase"] == "between_rounds" and keeper.state["ruling"] is None
    assert post("/api/match/undo", {}).status_code == 409
    assert post("/api/match/amend", {"entry": 99, "statement": "draw"}).status_code == 400


def test_an_entry_is_amended_and_what_follows_judged_again(site: Site) -> None:
    keeper = Keeper(site)
    keeper.say("round Ann", "draw", "draw")
    body = {"entry": 3, "statement": "penalty 3"}
    assert keeper.client.post("/api/match/amend", body).status_code == 200
    assert keeper.counts[0] == 17


def test_the_clock_is_told_and_stands_while_the_match_rests(site: Site) -> None:
    keeper = Keeper(site, time="90")
    assert keeper.state["deadline"] is None
    keeper.say("round Ann")
    assert keeper.state["deadline"] is not None and keeper.match["tiles"]["time_s"] == 90
    keeper.client.post("/api/match/pause", {"paused": True})
    assert keeper.state["deadline"] is None and keeper.state["paused"]
    keeper.client.post("/api/match/pause", {"paused": False})
    keeper.say("option time=off")
    assert keeper.state["deadline"] is None and keeper.match["tiles"]["time_s"] is None
    assert "now" in keeper.client.get("/api/clock").get_json()


def test_what_the_clock_says_is_told_as_its_own(site: Site) -> None:
    keeper = Keeper(site, time="5")
    clock = TurnClock(site.session)
    clock.look()
    keeper.say("round Ann")
    clock.look()  # the clock of this site goes on by ten seconds at every look
    assert keeper.state["ruling"]["by"] == "clock" and keeper.match["turn"] == 1


def test_a_layout_is_judged_by_the_edition(site: Site) -> None:
    viewer = site.client()
    body = {"edition": "original-jumbo", "layout": "k10 r10 o10 | b3 r* b5"}
    found = viewer.post("/api/check", body).get_json()
    assert found["faults"] == [] and [one["kind"] for one in found["sets"]] == ["group", "run"]
    assert found["piece"] == "tile" and found["dice"][4]["stands"] == ["b4"]
    answer = viewer.post("/api/check?lang=de", {**body, "layout": "k10 r10 o11"}).get_json()
    assert "Gruppe" in answer["faults"][0]["message"]
    assert viewer.post("/api/check", {**body, "layout": "x9"}).status_code == 400
    assert viewer.post("/api/check", {"layout": "*d k3 k4"}).status_code == 400, "no die shows it"


@pytest.mark.parametrize("language", list(Language))
def test_every_language_tells_every_act(site: Site, language: Language) -> None:
    keeper = Keeper(site, "original-jumbo")
    keeper.say(
        "round Ann", "redeal Ann b3 b3 r8 r8 o10 o10", "played k10 r10 o10", "draw", "penalty 3",
        "return k10", "played", "played 2", "correct Ann 5", "option time=90", "option time=off",
        "table k1 k2 k3", "pass", "overrule so", "played out", "rack Bob 4", "rack Ann k1",
        'rack "Dik van Dam" 4', "rack Ann 4", "rack Cid 3", "round Ann", "resign Bob",
    )  # fmt: skip
    number = site.session.match_number
    match = keeper.client.get(f"/api/matches/{number}?lang={language}").get_json()
    for one in match["rulings"]:
        assert one["sentence"] and "{" not in one["sentence"] + (one["ending"] or ""), one
        assert all(said["message"] and "{" not in said["message"] for said in one["faults"])
    if language is not Language.ENGLISH:
        english = keeper.client.get(f"/api/matches/{number}?lang=en").get_json()["rulings"]
        assert not {a["sentence"] for a in match["rulings"]} & {a["sentence"] for a in english}


def test_every_edition_has_a_name_in_every_language() -> None:
    for name, one in EDITIONS.items():
        if not one.is_thrown:
            assert set(TEXTS[f"tiles.edition.{name}"]) == set(Language)


def test_the_page_is_told_what_every_box_holds(site: Site) -> None:
    """A new edition is one more value: no page has a list of its own."""
    told = re.search("data-editions='(.*?)'", site.client().get("/").text)
    assert told is not None
    found = {one["name"]: (one["players"], one["time_s"]) for one in json.loads(told[1])}
    assert found == {name: (list(one.players), one.time_s) for name, one in EDITIONS.items()}
    keeper = Keeper(site, "special")
    assert keeper.state["match"]["tiles"]["jokers"] == ["*d", "*c", "*m"]
    assert Keeper(site, "six").state["match"]["tiles"]["jokers"] == []


def test_the_pages_of_both_games_are_the_same(site: Site) -> None:
    client = site.client()
    Keeper(site)
    assert b'data-page="live"' in client.get("/").data
    assert b'data-page="replay"' in client.get("/history/1").data
    assert client.get("/tiles").status_code == 302, "where the score keeper was"


def test_lists_exports_and_card_know_both_games(site: Site) -> None:
    keeper = Keeper(site)
    keeper.say("round Ann", 'score Ann -6, Bob -11, Cid 22, "Dik van Dam" -5 out')
    get = keeper.client.get
    (head,) = get("/api/matches").get_json()["matches"]
    assert head["edition"] == "original-goliath" and head["totals"] == [-6, -11, 22, -5]
    assert head["of"] is None and head["is_open"]
    assert get("/api/matches/1/match.turbo").data.startswith(b"edition original-goliath\n")
    assert get("/api/matches/1/match.json").get_json()["wins"]["Cid"] == 1
    assert b"score Ann -6" in get("/api/matches/1/match.csv").data
    assert get("/api/matches/1").get_json()["match"]["totals"] == [-6, -11, 22, -5]
    assert get("/api/matches/1/throws.csv").status_code == 404, "what is made for dice says so"
    assert get("/api/matches/1/card.pdf").data.startswith(b"%PDF")
    assert get("/api/statistics").get_json()["matches"] == 0
    site.session.new_match(("Ann", "Bob"))
    assert keeper.client.post("/api/match/open", {"match": 1}).status_code == 200
    assert site.session.plays(PieceKind.TILE)


def test_a_record_of_tiles_is_taken_over(site: Site) -> None:
    referee = site.referee()
    record = "edition six\nplayers Ann, Bob, Cid, Dik, Eva, Fay\nround Ann\ndraw\n"
    assert referee.post("/api/matches/import", {"record": record}).get_json() == {"match": 1}
    assert site.store.head(1).edition == "six"


def test_statistics_count_games_racks_penalties_and_first_melds(site: Site) -> None:
    keeper = Keeper(site)
    keeper.say(
        "round Ann", "draw", "penalty 3", "played k10 r10 o10", "draw",
        "played 3", "draw", "played 11", "rack Ann 10", "rack Bob 5", 'rack "Dik van Dam" 3',
        "round Bob", 'score Ann -6, Bob -11, Cid 22, "Dik van Dam" -5 out',
    )  # fmt: skip
    people = keeper.client.get("/api/statistics").get_json()["tiles"]["people"]
    told = {one["name"]: one for one in people}
    assert [told[name]["games"] for name in FOUR] == [2, 2, 2, 2]
    assert told["Cid"]["wins"] == 2 and told["Cid"]["average_rack"] == 0
    assert told["Ann"]["average_rack"] == 8 and told["Ann"]["average_meld"] == 2
    assert (told["Bob"]["penalties"], told["Bob"]["penalty_tiles"]) == (1, 3)
    assert told["Cid"]["average_meld"] == 1 and told["Bob"]["average_meld"] is None
    one = keeper.client.get("/api/statistics?match=1").get_json()["tiles"]
    assert one["people"] == people and one["matches"] == 1
    assert keeper.client.get("/api/statistics?match=9").status_code == 404


def test_simulated_games_never_count_among_real_ones(site: Site) -> None:
    """Alone they are counted; beside a single real match they are not."""
    for simulated, counted in ((True, 1), (False, 1), (False, 2)):
        site.session.new_match(("Ann", "Bob"), TileOptions("original-jumbo", (), simulated), "Ann")
        site.session.feed(RoundStarted("Ann"), "Ann")
        assert site.client().get("/api/statistics").get_json()["tiles"]["matches"] == counted


@pytest.mark.parametrize(
    ("statement", "legal", "words"),
    [
        ("played k9 r9 o9", False, "worth 30"),
        ("played k10 r10 o10", True, ""),
        ("table k10 r10 o10", True, ""),
        ("played k10 r10 o11", False, "nor a run"),
    ],
)
def test_a_turn_is_judged_before_it_is_said(
    site: Site, statement: str, legal: bool, words: str
) -> None:
    keeper = Keeper(site)
    keeper.say("round Ann")
    before = keeper.state["seen"]
    found = keeper.client.post("/api/match/judge", {"statement": statement}).get_json()
    assert found["legal"] is legal and words in " ".join(found["messages"])
    assert keeper.state["seen"] == before


def test_a_whole_table_that_lacks_tiles_is_not_called_legal(site: Site) -> None:
    keeper = Keeper(site)
    keeper.say("round Ann", "played k10 r10 o10", "draw", "draw", "draw")
    asked = {"statement": "table b3 b4 b5"}
    found = keeper.client.post("/api/match/judge", asked).get_json()
    assert found["legal"] is False and "missing from the table" in found["messages"][0]


def test_what_somebody_wanted_to_lay_is_shown(site: Site) -> None:
    keeper = Keeper(site)
    keeper.say("round Ann")
    keeper.ruled("played k9 r9 o9")
    shown = keeper.state["shown"]
    assert (shown["source"], shown["table"]["text"]) == ("rejected", "k9 r9 o9")
    keeper.ruled("played k10 r10 o10")
    assert keeper.state["shown"]["table"]["text"] == "k10 r10 o10"
    assert keeper.ruled("table k10 r10 o10 | b3")["sentence"] == "Bob wanted to lay blue 3."
    # Nothing new lies there, and perhaps nothing at all.
    assert keeper.ruled("table")["sentence"] == "Bob hands over the table."


def test_a_hint_is_found_for_the_rack_that_is_told(site: Site) -> None:
    keeper = Keeper(site)
    keeper.say("round Ann", "played k10 r10 o10")
    get = keeper.client.get
    assert get("/api/match/hint").status_code == 409, "nobody knows what Bob holds"
    found = get("/api/match/hint?hand=b10 b11 b12 k1").get_json()
    assert sorted(found["played"]) == ["b10", "b11", "b12"] and found["proved"] and found["steps"]
    assert found["layout"]["piece"] == "tile" and len(found["added"]) == 3
    assert get("/api/match/hint?hand=b4 b5 b6").get_json()["played"] == [], "no 30, no first meld"
    assert site.client().get("/api/matches/1/hints/4").status_code == 404
    keeper.say("draw")
    past = site.client().get("/api/matches/1/hints/4?hand=b10 b11 b12").get_json()
    assert sorted(past["played"]) == ["b10", "b11", "b12"]


def test_one_of_four_goes_home(site: Site) -> None:
    keeper = Keeper(site)
    keeper.say("round Ann", "draw", "leave Bob")
    match = keeper.match
    assert not match["finished"] and match["players"][match["turn"]] == "Cid"
    assert match["tiles"]["gone"] == [1]


WORDS_OF_DICE = {one: say("count.dice", one, count=2)[1:] for one in Language} | {"nl": "gooi"}
"""A Dutch die is a *steen*, and so is a tile: there the throwing gives it away."""


@pytest.mark.sampled(5)
@pytest.mark.parametrize("edition", [name for name, one in EDITIONS.items() if not one.is_thrown])
@pytest.mark.parametrize("language", list(Language))
def test_rules_and_set_up_of_a_tile_table_speak_of_tiles(
    site: Site, edition: str, language: Language
) -> None:
    Keeper(site, edition)
    client = site.client()
    client.get(f"/language/{language}")
    for page in ("/rules", "/setup"):
        told = client.get(page).get_data(as_text=True)
        main = told[told.index("<main") : told.index("</main>")]
        assert WORDS_OF_DICE[language] not in main, page
        assert "{" not in main, page


def test_the_rules_say_what_the_edition_says(site: Site) -> None:
    client = site.client()
    told = client.get("/rules?edition=original-jumbo").get_data(as_text=True)
    assert "60 seconds" in told and "costs one more" in told and "rack is 30" in told
    assert "rack is 25" in client.get("/rules?edition=six").get_data(as_text=True)
    assert "nine dice" in client.get("/rules").get_data(as_text=True)


def test_corner_cards_are_printed_from_the_page(site: Site) -> None:
    found = site.client().get("/api/setup/cards.pdf?paper=a4")
    assert found.mimetype == "application/pdf" and found.get_data().startswith(b"%PDF")


def test_addresses_of_the_time_when_tiles_had_their_own_lead_to_the_joined_ones(site: Site) -> None:
    client = site.referee()
    new = {"edition": "original-goliath", "players": FOUR, "starter": "Ann"}
    assert client.post("/api/tiles/matches", new).get_json() == {"match": 1}
    for way, body in (
        ("statements", {"statement": "draw"}),
        ("undo", {}),
        ("redo", {}),
        ("amend", {"entry": 2, "statement": "played k10 r10 o10"}),
        ("pause", {"paused": True}),
        ("check", {"edition": "six", "layout": "k10 r10 o10"}),
    ):
        assert client.post(f"/api/v1/tiles/{way}", body).status_code == 200, way
    for way in ("matches/1", "statistics?match=1", "clock"):
        assert client.get(f"/api/tiles/{way}").status_code == 200, way
    assert client.post("/api/tiles/questions/3", {"face": "b3"}).status_code == 404
    assert client.get("/api/tiles/nothing").status_code == 404
