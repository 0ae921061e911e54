"""One credential a table with topics of its own: on a real mosquitto and on the broker inside."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.trials.engines import Mosquitto, wait_until
from tools.trials.mqtt_support import Playing, Told
from tools.trials.waiting import LONG_S, free_port
from turbo.errors import TurboError
from turbo.hall.broker import EmbeddedBroker
from turbo.hall.database import Database
from turbo.hall.door import BrokerDoor, is_password, matches, password_hash
from turbo.hall.gather import Hall, HallTuning
from turbo.mqtt.line import Address, FeedLine
from turbo.mqtt.messages import Topics


class Guarded:
    """A broker with a hall's door, of either kind, with TLS or without."""

    def __init__(self, kind: str, folder: Path, *, tls: bool) -> None:
        self.port = free_port()
        self.door = BrokerDoor.open(folder / "hall")
        if tls:
            self.door.certify(["localhost", "127.0.0.1"])
        self.t7 = self.door.credential("t7", "127.0.0.1", self.port)
        self.t8 = self.door.credential("t8", "127.0.0.1", self.port)
        password, _ = self.door.add("reader", "reader")
        ca = self.door.ca
        self.reader = Address("127.0.0.1", self.port, "club", "", tls, "reader", password, ca)
        if kind == "mosquitto":
            self.door.mosquitto(folder / "mosquitto", self.port)
            settings = (folder / "mosquitto/mosquitto.conf").read_text() + "user root\n"
            self.broker: Any = Mosquitto(folder / "run", settings, self.port).start()
            self.close = self.broker.stop
        else:
            self.broker = EmbeddedBroker(self.door, "127.0.0.1", self.port).start()
            self.close = self.broker.close


@pytest.fixture(params=["mosquitto", "embedded"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["plain", "tls"])
def guarded(
    request: pytest.FixtureRequest, kind: str, tmp_path: Path, closing: Callable[[Any], Any]
) -> Guarded:
    found: Guarded = closing(Guarded(kind, tmp_path, tls=request.param == "tls"))
    return found


def test_a_table_with_its_credential_reaches_the_hall(
    guarded: Guarded, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    own = guarded.door.own("127.0.0.1", guarded.port)
    hall = Hall(
        Database(str(tmp_path / "hall.db")), own, keys=guarded.door.key, tuning=HallTuning()
    )
    hall.start()
    closing(hall)
    table = closing(Playing(tmp_path / "t7", guarded.t7).start())
    table.play(20)
    wait_until(lambda: hall.database.counts() == (1, 20), "twenty entries")
    wait_until(lambda: table.feed.outbox.is_empty, "the hall's word")
    number = hall.order("t7", "pause", "Zoë")
    wait_until(lambda: number in hall.told, "the answer")
    assert hall.told[number]["done"] is True and table.session.paused


@pytest.mark.parametrize("word", [b"", b"GET / HTTP/1.1\r\n\r\n"], ids=["nothing", "nonsense"])
def test_who_does_not_say_who_they_are_keeps_no_table_out(
    word: bytes, tmp_path: Path, closing: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """amqtt waits for ever for the first word of as many as it has room for."""
    monkeypatch.setattr("turbo.hall.broker.MOST", 8)
    monkeypatch.setattr("turbo.hall.broker.MOST_SILENT", 4, raising=False)
    monkeypatch.setattr("turbo.hall.broker.GREETING_S", 900.0, raising=False)
    guarded = closing(Guarded("embedded", tmp_path, tls=False))
    for _ in range(30):
        silent = closing(socket.create_connection(("127.0.0.1", guarded.port)))
        silent.sendall(word)
    table = closing(FeedLine(guarded.t8, "t8"))
    table.open()
    assert table.connected.wait(LONG_S)


def test_what_is_retained_reaches_who_asked_for_it_once(
    kind: str, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    """amqtt handed everything that the hall had subscribed to to every table that connected."""
    guarded = closing(Guarded(kind, tmp_path, tls=False))
    reader = closing(Told(guarded.port, "turbo/1/club/+/state", address=guarded.reader))
    table = closing(FeedLine(guarded.t8, "t8"))
    table.open()
    assert table.connected.wait(20)
    table.publish(guarded.t8.topics.of("state"), {"n": 1}, retain=True)
    wait_until(lambda: reader.of("state"), "the state")
    assert len(reader.of("state")) == 1
    nosy = closing(Told(guarded.port, guarded.t7.topics.of("kept"), address=guarded.t7))
    late = closing(Told(guarded.port, "turbo/1/club/t8/state", address=guarded.reader))
    wait_until(lambda: late.of("state"), "the state again")
    # Something that comes after whatever was on its way.
    table.publish(guarded.t8.topics.of("state"), {"n": 2}, retain=True)
    wait_until(lambda: len(late.of("state")) == 2, "the next state")
    assert late.of("state") == [{"n": 1}, {"n": 2}]
    assert nosy.heard == []


def test_a_table_tells_and_hears_of_no_other(
    guarded: Guarded, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    listener = closing(Told(guarded.port, "turbo/1/club/#", address=guarded.reader))
    line = FeedLine(guarded.t7, "stranger", listens=(Topics("club", "t7").of("kept"),))
    line.open()
    closing(line)
    assert line.connected.wait(10)
    line.publish(Topics("club", "t8").of("state"), {"a": "lie"})
    line.publish(Topics("club", "t7").of("order"), {"an": "order"})
    line.publish("turbo/1/club/hall", {"another": "hall"})
    line.publish(Topics("club", "t7").of("told"), {"the": "truth"})
    wait_until(lambda: listener.of("told"), "the truth")
    assert [topic for topic, _, _ in listener.heard] == ["turbo/1/club/t7/told"]


WRONG: dict[str, Callable[[Guarded], Address]] = {
    "another password": lambda g: _with(g.t7, password="guess"),
    "another table's password": lambda g: _with(g.t7, password=g.t8.password),
    "no such user": lambda g: _with(g.t7, user="t9"),
    "nobody": lambda g: _with(g.t7, user="", password=""),
}


def _with(address: Address, **more: str) -> Address:
    from dataclasses import replace

    return replace(address, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
def test_who_has_no_credential_stays_outside(
    kind: str, tmp_path: Path, closing: Callable[[Any], Any], wrong: Callable[[Guarded], Address]
) -> None:
    guarded = closing(Guarded(kind, tmp_path, tls=False))
    told: list[str] = []
    line = FeedLine(wrong(guarded), "stranger", parted=told.append)
    line.open()
    closing(line)
    wait_until(lambda: told, "the refusal")
    assert not line.connected.is_set()


# The client library leaves the socket of a refused handshake to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_broker_with_another_certificate_is_not_believed(
    tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    guarded = closing(Guarded("mosquitto", tmp_path / "one", tls=True))
    other = BrokerDoor.open(tmp_path / "other")
    other.certify(["127.0.0.1"])
    told: list[str] = []
    line = FeedLine(_with(guarded.t7, ca=other.ca), "table", parted=told.append)
    line.open()
    closing(line)
    wait_until(lambda: told, "the distrust")
    trusting = FeedLine(guarded.t7, "trusting")
    trusting.open()
    closing(trusting)
    assert trusting.connected.wait(10)
    assert not line.connected.is_set()


# The door as a value

PATTERNS = {
    ("turbo/1/club/t7/entry", "turbo/1/club/t7/entry"): True,
    ("turbo/1/club/t7/entry", "turbo/1/club/t8/entry"): False,
    ("turbo/1/club/+/entry", "turbo/1/club/t8/entry"): True,
    ("turbo/1/club/#", "turbo/1/club/t8/entry"): True,
    ("turbo/1/club/t7/kept", "turbo/1/club/t7/#"): False,
    ("turbo/1/club/t7/kept", "turbo/1/club/+/kept"): False,
    ("turbo/1/club/t7/kept", "#"): False,
    ("turbo/1/club/t7/kept", "turbo/1/club/t7"): False,
    ("turbo/1/club/t7", "turbo/1/club/t7/kept"): False,
}


@pytest.mark.parametrize(("pattern", "topic"), PATTERNS)
def test_a_pattern_lets_through_no_more_than_it_says(pattern: str, topic: str) -> None:
    assert matches(pattern, topic) is PATTERNS[pattern, topic]


def test_passwords_are_kept_as_hashes_for_the_owner_only(tmp_path: Path) -> None:
    door = BrokerDoor.open(tmp_path)
    password, user = door.add("t7")
    kept = door.path.read_text()
    assert password not in kept and user.key in kept
    assert os.stat(door.path).st_mode & 0o077 == 0
    assert BrokerDoor.open(tmp_path).is_user("t7", password)
    assert is_password("a", password_hash("a")) and not is_password("b", password_hash("a"))


def test_a_door_is_read_back_and_changed(tmp_path: Path) -> None:
    door = BrokerDoor.open(tmp_path, "north")
    door.add("t7")
    door.add("t8")
    door.remove("t7")
    assert set(BrokerDoor.open(tmp_path).users) == {"hall", "t8"}
    assert BrokerDoor.open(tmp_path, "south").hall == "north"
    assert "user t8" in door.access_list() and "user t7" not in door.access_list()


@pytest.mark.parametrize("name", ["hall", "T7", "a/b", "", "x" * 33, "+"])
def test_names_that_no_table_may_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(TurboError, match="expected"):
        BrokerDoor.open(tmp_path).add(name)


def test_a_damaged_door_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "hall.json").write_text("{}")
    with pytest.raises(TurboError, match="expected a hall's door"):
        BrokerDoor.open(tmp_path)
