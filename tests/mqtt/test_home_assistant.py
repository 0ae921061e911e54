"""What Home Assistant is told, held against the fields that it takes; and a client that lives
through birth, will and a broker that is killed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from tests.live.test_live_tiles_full_disk import Filling
from tools.trials.engines import Mosquitto, Wire, wait_until
from tools.trials.mqtt_support import Playing, Told, address
from turbo.errors import TurboError
from turbo.game.messages import Language
from turbo.hall.seen import SeenTable
from turbo.mqtt.home_assistant import PRESSES, WORDS, HomeAssistant
from turbo.mqtt.messages import Topics, read, write

FIELDS = json.loads((Path(__file__).parents[1] / "data/home_assistant_discovery.json").read_text())
TOPICS = Topics("club", "t7")


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("buttons", [True, False])
def test_the_discovery_fits_what_home_assistant_takes(language: Language, buttons: bool) -> None:
    found = HomeAssistant(buttons=buttons, language=language, has_board=True).discovery(TOPICS)
    jsonschema_rs.validate(FIELDS, found)
    ids = [one["unique_id"] for one in found["components"].values()]
    assert len(set(ids)) == len(ids)
    pressed = {one.get("payload_press") for one in found["components"].values()} - {None}
    assert pressed == (set(PRESSES) if buttons else set())


@pytest.mark.parametrize(
    "broken",
    [
        {"device": {"name": "no identifier"}},
        {"components": {"x": {"platform": "sensor", "unique_id": "x", "name": "X"}}},
        {"origin": {}},
    ],
)
def test_the_fields_refuse_what_home_assistant_would(broken: dict[str, Any]) -> None:
    found = HomeAssistant().discovery(TOPICS) | broken
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(FIELDS, found)


def test_every_word_has_four_languages() -> None:
    assert all(set(words) == set(Language) for words in WORDS.values())


def rendered(discovery: dict[str, Any], state: dict[str, Any]) -> dict[str, str]:
    """Every component's value as Home Assistant's own kind of template makes it."""
    environment = ImmutableSandboxedEnvironment()
    return {
        key: environment.from_string(one["value_template"]).render(value_json=state)
        for key, one in discovery["components"].items()
        if "value_template" in one
    }


def test_the_templates_read_a_real_state(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    home = HomeAssistant(has_board=True)
    told = closing(Told(broker.port, "#"))
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7"), home=home).start())
    wait_until(lambda: told.last("state"), "the empty table")
    empty = rendered(home.discovery(TOPICS), told.last("state"))
    assert empty["turn"] == "none" and empty["phase"] == "none" and empty["score_1"] == "0"
    table.play(len(table.events))
    wait_until(lambda: (told.last("state") or {}).get("finished"), "the end")
    found = rendered(home.discovery(TOPICS), told.last("state"))
    totals = table.session.history.match.totals
    assert (found["score_1"], found["score_2"]) == tuple(str(one) for one in totals)
    assert found["phase"] == "over" and found["doubt"] == "OFF" and found["camera"] == "None"
    for key, one in home.discovery(TOPICS)["components"].items():
        if "options" in one:
            assert found[key] in one["options"]


def test_events_for_automations_are_told_once_and_fit(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    told = closing(Told(broker.port))
    table = closing(
        Playing(tmp_path / "t7", address(broker.port, "t7"), home=HomeAssistant()).start()
    )
    table.play(1)
    wait_until(lambda: (told.last("state") or {}).get("entries") == 1, "the first entry")
    table.play(len(table.events))
    wait_until(
        lambda: any(one["event_type"] == "match_ended" for one in told.of("event")), "the end"
    )
    found = [read("event", write(one)) for one in told.of("event")]
    kinds = [one["event_type"] for one in found]
    results = table.session.history.match.results
    assert kinds.count("round_ended") == len(results) == 6
    assert [one["points"] for one in found if one["event_type"] == "round_ended"] == [
        result.points for result in results
    ]
    assert all(not retained for topic, _, retained in told.heard if topic.endswith("/event"))


def test_a_client_lives_through_birth_will_and_a_broker_that_is_killed(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    """A broker that is killed forgets what it retained: the table introduces itself again."""
    wire = closing(Wire(broker.port))
    home = HomeAssistant()
    table = closing(Playing(tmp_path / "t7", address(wire.port, "t7"), home=home).start())
    table.play(5)
    client = closing(Told(broker.port, "#"))
    wait_until(lambda: client.last("config") and client.last("state"), "discovery and state")
    jsonschema_rs.validate(FIELDS, client.last("config"))
    assert client.last("online")["online"] is True
    wire.cut()
    wait_until(lambda: client.last("online")["online"] is False, "the will")
    wire.mend()
    wait_until(lambda: client.last("online")["online"] is True, "the second birth")
    client.heard.clear()
    broker.kill()
    table.play(5)
    broker.start()
    wait_until(lambda: client.last("config"), "the discovery anew")
    wait_until(lambda: (client.last("state") or {}).get("entries") == 10, "the state anew")
    assert client.last("online")["online"] is True


def test_buttons_press_only_what_is_allowed(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    home = HomeAssistant(buttons=True)
    told = closing(Told(broker.port))
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7"), home=home).start())
    table.play(3)
    wait_until(lambda: told.last("state"), "the state")
    press = TOPICS.of("press")
    told.line._client.publish(press, "delete everything", qos=1)
    wait_until(lambda: table.feed and table.feed.refused, "the refusal")
    told.line._client.publish(press, "pause", qos=1)
    wait_until(lambda: told.last("state")["paused"], "the pause")
    assert table.session.history.entries[-1].by == "home assistant"
    told.line._client.publish(press, "resume", qos=1)
    wait_until(lambda: not told.last("state")["paused"], "going on")
    told.line._client.publish(press, "referee", qos=1)
    wait_until(lambda: told.last("state")["called"], "the call")
    assert table.session.view.called, "and the table's own page says so"


def test_a_button_pauses_a_table_with_tiles(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    """In a pause nobody hands over, however often the button at the table is pressed, and it is no
    part of anybody's time; each of three has a score in the house."""
    told = closing(Told(broker.port, "#"))
    table = Playing(tmp_path / "t7", address(broker.port, "t7"), home=HomeAssistant(buttons=True))
    watched = Filling(table.store)
    table.session = watched.session
    closing(table.start())

    def handed_over() -> list[str]:
        watched.runner.press()
        watched.rest(3.0)
        lines = watched.session.tiles.record_text().splitlines()
        return [line.partition(" @")[0] for line in lines[2:]]

    watched.rest(2.0)
    assert handed_over() == ["round Ann"]
    wait_until(lambda: (told.last("state") or {}).get("turn") == "Ann", "the game")
    told.line._client.publish(TOPICS.of("press"), "pause", qos=1)
    wait_until(lambda: told.last("state")["paused"], "the pause")
    watched.rest(90.0)
    assert handed_over() == ["round Ann", "pause"]
    told.line._client.publish(TOPICS.of("press"), "resume", qos=1)
    wait_until(lambda: not told.last("state")["paused"], "going on")
    assert handed_over() == ["round Ann", "pause", "resume", "draw"]
    wait_until(lambda: told.last("state")["turn"] == "Bob", "the next turn")
    assert [one.by for one in watched.session.tiles.entries][1:3] == ["home assistant"] * 2
    assert "late" not in watched.late()
    found = rendered(told.last("config"), told.last("state"))
    assert found["score_3"] == "0" and "score_4" not in found and found["paused"] == "OFF"


def test_a_call_from_the_tables_page_reaches_the_hall(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    told = closing(Told(broker.port))
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    table.play(3)
    wait_until(lambda: told.last("state"), "the state")
    assert table.session.view.called is False, "there is somebody to call"
    table.session.show(called=True)
    wait_until(lambda: told.last("state")["called"], "the call")
    assert SeenTable("t7", told.last("state"), online=True).need == "protest"
    table.session.show(called=False)
    wait_until(lambda: not told.last("state")["called"], "that it was heard")


def test_without_being_asked_for_nothing_is_said_to_home_assistant(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    told = closing(Told(broker.port, "#"))
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    table.play(20)
    wait_until(lambda: (told.last("state") or {}).get("entries") == 20, "the state")
    assert not told.of("config") and not told.of("event")
    told.line._client.publish(TOPICS.of("press"), "pause", qos=1).wait_for_publish(10)
    table.play(1)
    wait_until(lambda: (told.last("state") or {}).get("entries") == 21, "the next state")
    assert not table.session.paused


def test_a_press_of_nothing_is_refused() -> None:
    with pytest.raises(TurboError, match="expected one of pause"):
        HomeAssistant(buttons=True).pressed("x", b"\xff")
