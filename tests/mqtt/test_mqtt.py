"""The feed against a real broker: everything arrives, in order; what comes in must be signed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tools.trials.engines import Mosquitto, Wire, wait_until
from tools.trials.mqtt_support import Playing, Told, address
from turbo.errors import TurboError
from turbo.game.events import RoundStarted
from turbo.mqtt.line import Address
from turbo.mqtt.messages import (
    KINDS,
    LARGEST,
    BadMessage,
    Topics,
    entry_document,
    match_id,
    read,
    schema,
    signed,
    table_and_kind,
    write,
)
from turbo.mqtt.outbox import Outbox
from turbo.storage.store import entry_from

KEY = "ab" * 32


def numbers(told: Told) -> list[int]:
    return [one["number"] for one in told.of("entry")]


# Over a real broker


def test_every_entry_is_told_in_order_and_reads_back(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    told = closing(Told(broker.port))
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    table.play(30)
    wait_until(lambda: len(told.of("entry")) == 30, "thirty entries")
    assert numbers(told) == list(range(1, 31))
    documents = [read("entry", write(one), "t7") for one in told.of("entry")]
    rows = [(d["number"], d["at"], d["by"], json.dumps(d["event"])) for d in documents]
    assert [entry_from(row, ("Ann", "Bob")) for row in rows] == list(table.session.history.entries)
    assert {one["match"]["id"] for one in documents} == {match_id(table.store.head(1))}


def test_what_happened_while_the_table_was_cut_off_is_told_after(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    told = closing(Told(broker.port))
    wire = closing(Wire(broker.port))
    table = closing(Playing(tmp_path / "t7", address(wire.port, "t7")).start())
    table.play(5)
    wait_until(lambda: len(told.of("entry")) == 5, "five entries")
    wire.cut()
    table.play(20)
    wire.mend()
    wait_until(lambda: set(numbers(told)) == set(range(1, 26)), "all twenty-five")
    assert list(dict.fromkeys(numbers(told))) == list(range(1, 26))


def test_a_table_that_was_switched_off_tells_the_rest_at_the_next_start(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    told = closing(Told(broker.port))
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    table.play(5)
    feed = table.feed
    # Both: before the feed has heard of the match there is nothing that could be missing.
    wait_until(lambda: numbers(told)[-1:] == [5] and feed.outbox.is_empty, "the broker's receipts")
    table.stop()
    table.play(20)
    table.start()
    wait_until(lambda: numbers(told)[-1:] == [25], "the rest")
    assert numbers(told) == list(range(1, 26))


def test_birth_state_and_last_will(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    wire = closing(Wire(broker.port))
    table = closing(Playing(tmp_path / "t7", address(wire.port, "t7")).start())
    table.play(3)
    # The birth goes before the entries: whoever listens from now on is told what is retained.
    outbox = table.feed.outbox
    wait_until(lambda: bool(outbox.length) and outbox.is_empty, "the broker's receipts")
    told = closing(Told(broker.port))
    wait_until(lambda: (told.last("state") or {}).get("entries") == 3, "the state")
    state = read("state", write(told.last("state")), "t7")
    assert state["players"] == ["Ann", "Bob"] and state["round"] == 1
    assert told.last("online")["online"] is True
    assert {retained for topic, _, retained in told.heard if topic.endswith("/online")} == {True}
    wire.cut()
    wait_until(lambda: told.last("online")["online"] is False, "the will")
    assert read("online", write(told.last("online")), "t7")


def test_a_goodbye_is_said(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    told = closing(Told(broker.port))
    wait_until(lambda: told.last("online"), "the birth")
    table.stop()
    wait_until(lambda: told.last("online")["online"] is False, "the goodbye")


def test_the_match_goes_on_without_a_broker(tmp_path: Path, closing: Callable[[Any], Any]) -> None:
    table = closing(Playing(tmp_path / "t7", address(1, "t7")).start())
    table.play(40)
    assert table.entries == 40


# Orders


def order(number: int = 1, key: str = KEY, **more: Any) -> dict[str, Any]:
    found = {"v": 1, "table": "t7", "number": number, "do": "start", "by": "Zoë", **more}
    return signed(found, key)


def test_an_order_starts_a_match_and_is_answered(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7", key=KEY)).start())
    told = closing(Told(broker.port))
    wait_until(lambda: told.last("online"), "the birth")
    topic = Topics("club", "t7").of("order")
    told.line.publish(topic, order(5, players=["Cleo", "Dirk"], rounds=3))
    wait_until(lambda: told.last("told"), "the answer")
    assert told.last("told") == {"v": 1, "table": "t7", "order": 5, "done": True}
    assert table.session.history.players == ("Cleo", "Dirk")
    assert table.session.history.options.rounds == 3
    assert table.session.history.entries[0].by == "Zoë"
    told.line.publish(topic, order(6, do="pause"))
    wait_until(lambda: table.session.paused, "the pause")


FOREIGN: dict[str, tuple[dict[str, Any], str]] = {
    "not signed by the hall": (order(9, key="cd" * 32, players=["A", "B"]), "has signed"),
    "signed for other players": (
        {**order(9, players=["A", "B"]), "players": ["C", "D"]},
        "has signed",
    ),
    "heard before": (order(3, players=["A", "B"]), "a number above 3"),
    "without players": (order(9), "the players"),
    "over a match that is played": (order(9, players=["A", "B"]), "to be finished"),
    "names that no record holds": (order(9, players=["A", "A"]), "two players are called A"),
}


@pytest.mark.parametrize(("foreign", "why"), FOREIGN.values(), ids=FOREIGN.keys())
def test_an_order_that_must_not_be_obeyed_is_refused_and_told(
    broker: Mosquitto,
    tmp_path: Path,
    closing: Callable[[Any], Any],
    foreign: dict[str, Any],
    why: str,
) -> None:
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7", key=KEY)).start())
    told = closing(Told(broker.port))
    wait_until(lambda: told.last("online"), "the birth")
    topic = Topics("club", "t7").of("order")
    told.line.publish(topic, order(3, players=["Cleo", "Dirk"]))
    wait_until(lambda: told.last("told"), "the first answer")
    if "finished" in why:
        table.session.feed(RoundStarted("Cleo"), "camera")
    told.line.publish(topic, foreign)
    wait_until(lambda: len(told.of("told")) == 2, "the second answer")
    assert told.last("told")["done"] is False
    assert why in told.last("told")["why"]
    assert table.session.history.players == ("Cleo", "Dirk")


def test_a_table_without_a_key_obeys_nobody(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    told = closing(Told(broker.port))
    wait_until(lambda: told.last("online"), "the birth")
    told.line.publish(Topics("club", "t7").of("order"), order(players=["Cleo", "Dirk"]))
    wait_until(lambda: told.last("told"), "the answer")
    assert "no key" in told.last("told")["why"]
    assert table.session.match_number is None


# Payloads

HEAD = {"id": "20261116-1-0123456789ab", "created": "2026-11-16T20:00:00+00:00"}
ENTRY: dict[str, Any] = {
    "v": 1,
    "table": "t7",
    "match": {**HEAD, "players": ["Ann", "Bob"], "options": {}},
    "number": 4,
    "at": "2026-11-16T20:01:00+00:00",
    "by": "camera",
    "event": {"statement": "pass"},
}
BAD: dict[str, tuple[bytes, str]] = {
    "no JSON": (b"\xff\xfe", "expected JSON"),
    "no object": (b"[]", "is not of type"),
    "another version": (write({**ENTRY, "v": 2}), "expected version 1, got 2"),
    "no version": (write({k: v for k, v in ENTRY.items() if k != "v"}), "expected version 1"),
    "another table": (write({**ENTRY, "table": "t8"}), "expected to hear of table 't7'"),
    "a number below one": (write({**ENTRY, "number": 0}), "number"),
    "a number that is none": (write({**ENTRY, "number": "4"}), "number"),
    "a field too many": (write({**ENTRY, "admin": True}), "Additional properties"),
    "no event": (write({**ENTRY, "event": {}}), "event"),
    "one player": (
        write({**ENTRY, "match": {**HEAD, "players": ["Ann"], "options": {}}}),
        "players",
    ),
    "a match of another making": (
        write({**ENTRY, "match": {**HEAD, "id": "1", "players": ["A", "B"], "options": {}}}),
        "match/id",
    ),
    "no time": (write({**ENTRY, "at": "yesterday"}), "at"),
    "too long": (b" " * (LARGEST + 1), "bytes"),
    "too deep": (b"[" * 60_000, "expected JSON"),
}


@pytest.mark.parametrize(("payload", "why"), BAD.values(), ids=BAD.keys())
def test_what_does_not_fit_is_refused(payload: bytes, why: str) -> None:
    assert read("entry", write(ENTRY), "t7") == ENTRY
    with pytest.raises(BadMessage, match=why):
        read("entry", payload, "t7")


@pytest.mark.parametrize("kind", KINDS)
def test_every_payload_has_a_schema_that_names_itself(kind: str) -> None:
    assert schema(kind)["$id"] == f"turbo/1/{kind}"
    assert schema(kind)["additionalProperties"] is False


TOPICS = {
    "another hall": "turbo/1/other/t7/entry",
    "another version": "turbo/2/club/t7/entry",
    "too short": "turbo/1/club/t7",
    "too long": "turbo/1/club/t7/entry/more",
}


@pytest.mark.parametrize("topic", TOPICS.values(), ids=TOPICS.keys())
def test_foreign_topics_are_refused(topic: str) -> None:
    assert table_and_kind("turbo/1/club/t7/entry", "club") == ("t7", "entry")
    with pytest.raises(BadMessage):
        table_and_kind(topic, "club")


def test_a_match_has_the_same_name_whenever_it_is_told(tmp_path: Path) -> None:
    one = Playing(tmp_path / "one", address(1, "t7"))
    one.play(3)
    head = one.store.head(1)
    entry = one.store.entries(1)[0]
    assert entry_document("t7", head, entry) == entry_document("t7", head, entry)
    other = Playing(tmp_path / "other", address(1, "t7"))
    other.play(3)
    assert match_id(other.store.head(1)) != match_id(head)
    one.close()
    other.close()


ADDRESSES = {
    "mqtt://hall.local/club/t7": Address("hall.local", 1883, "club", "t7"),
    "mqtts://hall.local/club/t7": Address("hall.local", 8883, "club", "t7", tls=True),
    "mqtts://u:p%40ss@10.0.0.1:9001/club/t7": Address(
        "10.0.0.1", 9001, "club", "t7", tls=True, user="u", password="p@ss"
    ),
    "mqtt://[::1]/club": Address("::1", 1883, "club"),
}


@pytest.mark.parametrize(("text", "expected"), ADDRESSES.items())
def test_an_address_is_read(text: str, expected: Address) -> None:
    assert Address.parse(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "http://hall.local/club/t7",
        "mqtt://hall.local",
        "mqtt:///club/t7",
        "mqtt://hall.local:99999/club/t7",
        "mqtt://hall.local/club/t7/more",
        "mqtt://hall.local/Club/t7",
        "mqtt://hall.local/club/a table",
        "/nowhere/at/all.json",
    ],
)
def test_another_address_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(TurboError) as error:
        Address.parse(text)
    assert "\n" not in str(error.value)


def test_a_password_is_in_no_message() -> None:
    with pytest.raises(TurboError) as error:
        Address.parse("mqtt://user:secret@host")
    assert "secret" not in str(error.value)
    assert "secret" not in repr(Address.parse("mqtt://user:secret@host/club/t7"))


def test_a_credential_reads_back(tmp_path: Path) -> None:
    found = Address("hall.local", 8883, "club", "t7", True, "t7", "pw", "PEM", KEY)
    path = tmp_path / "t7.json"
    path.write_text(json.dumps(found.document()))
    assert Address.parse(str(path)) == found


# The outbox as a value

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("grow"), st.integers(1, 5)),
        st.tuples(st.just("tell"), st.integers(1, 8)),
        st.tuples(st.just("lose"), st.integers(1, 8)),
        st.tuples(st.just("again"), st.just(0)),
        st.tuples(st.just("ask"), st.just(0)),
        st.tuples(st.just("answer"), st.just(0)),
        st.tuples(st.just("forget"), st.integers(0, 3)),
    )
)


@settings(deadline=None)
@given(STEPS)
def test_whatever_the_line_does_the_hall_ends_with_everything_once(
    steps: list[tuple[str, int]],
) -> None:
    """The hall takes in what follows on what it has. Whatever is lost, told twice, answered late or
    forgotten: after some questions in a quiet moment it has all of the log."""
    box, hall, length = Outbox(has_hall=True), 0, 0
    answer: int | None = None
    calm = [step for _ in range(40) for step in (("ask", 0), ("answer", 0), ("tell", 100))]
    for word, count in [("grow", 1), *steps, ("answer", 0), *calm]:
        if word == "grow":
            length += count
            box.grew("m", length)
        elif word in ("tell", "lose"):
            for match, number in list(box.due(4))[:count]:
                box.tell(match, number)
                if word == "tell" and number == hall + 1:
                    hall = number
        elif word == "again":
            box.again()
            answer = None
        elif word == "forget":
            hall = max(0, hall - count)
        elif word == "ask" and answer is None:
            box.ask(["m"])
            answer = hall
        elif word == "answer" and answer is not None:
            box.hall_has("m", answer, answer=True)
            answer = None
        if hall == length and word == "tell" and (word, count) == ("tell", 100):
            box.hall_has("m", hall, answer=False)
    assert hall == length and box.is_empty


def test_a_slow_hall_is_not_told_again_what_is_on_its_way() -> None:
    box = Outbox(has_hall=True)
    box.grew("m", 300)
    for match, number in list(box.due(100)):
        box.tell(match, number)
    box.ask(["m"])
    assert box.unsure() == {}
    box.hall_has("m", 40, answer=False)
    for match, number in list(box.due(100)):
        box.tell(match, number)
    box.hall_has("m", 100, answer=True)
    assert box.told == {"m": 140} and box.kept == {"m": 100}
    box.ask(["m"])
    box.hall_has("m", 120, answer=True)
    assert box.told == {"m": 120}
