"""The pages on feed and hall: their payloads fit the schemas, their examples run."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.trials.engines import Mosquitto, wait_until
from tools.trials.mqtt_support import Playing, address
from turbo.commands.cli import main
from turbo.commands.hall_demo import SimulatedTable
from turbo.hall.door import BrokerDoor
from turbo.mqtt.feed import Feed
from turbo.mqtt.messages import KINDS, read, schema, write

ROOT = Path(__file__).parents[2]
PAYLOADS = re.findall(r"```json (\w+)\n(.*?)```", (ROOT / "docs/feed.md").read_text(), re.S)


@pytest.mark.parametrize(("kind", "payload"), PAYLOADS, ids=[kind for kind, _ in PAYLOADS])
def test_payloads_on_the_page_fit_their_schema(kind: str, payload: str) -> None:
    assert read(kind, payload.encode(), "t7")["v"] == 1


def test_every_payload_with_a_version_is_shown() -> None:
    """On the page, or in the schema itself, from which the book takes it."""
    shown = {kind for kind, _ in PAYLOADS} | {one for one in KINDS if "examples" in schema(one)}
    assert shown == set(KINDS) - {"event"}
    for kind in KINDS:
        for one in schema(kind).get("examples", ()):
            assert read(kind, write(one), one["table"]) == one


def test_the_example_runs(tmp_path: Path, closing: Callable[[Any], Any]) -> None:
    broker = Mosquitto(tmp_path / "broker").start()
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    table.play(1)
    said = (tmp_path / "said").open("w")
    example = subprocess.Popen(
        [sys.executable, "examples/when_a_round_ends.py", "127.0.0.1", str(broker.port), "club"],
        cwd=ROOT,
        stdout=said,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )

    def step() -> bool:
        table.play(1)
        return "round" in (tmp_path / "said").read_text()

    try:
        wait_until(step, "the example to say that a round is over")
    finally:
        example.kill()
        example.wait()
        said.close()
        broker.stop()
    assert "table t7: round" in (tmp_path / "said").read_text()


# The command


def test_the_command_writes_what_a_table_and_mosquitto_need(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], closing: Callable[[Any], Any]
) -> None:
    hall = ["hall", "--folder", str(tmp_path / "hall")]
    assert main([*hall, "tls", "127.0.0.1"]) == 0
    out = tmp_path / "t7.json"
    assert main([*hall, "table", "t7", "--at", "127.0.0.1:18883", "--out", str(out)]) == 0
    assert "turbo run --feed t7.json" in capsys.readouterr().out
    assert main([*hall, "reader", "home"]) == 0
    assert "user home, password" in capsys.readouterr().out
    assert main([*hall, "mosquitto", str(tmp_path / "mosquitto")]) == 0
    assert "user home" in (tmp_path / "mosquitto/acl").read_text()
    assert main([*hall, "remove", "home"]) == 0
    assert set(BrokerDoor.open(tmp_path / "hall").users) == {"hall", "t7"}
    assert main([*hall, "remove", "home"]) == 2
    table = closing(Playing(tmp_path / "t7", address(1, "t7")))
    from turbo.mqtt.line import Address

    feed = Feed(table.store, table.session, Address.parse(str(out)))
    assert feed.address.tls and feed.address.key and "BEGIN CERTIFICATE" in feed.address.ca
    feed.close()


WRONG = {
    "a broker that is none": ["hall", "--broker", "http://x"],
    "a port that is none": ["hall", "--port", "x"],
    "a table's name": ["hall", "table", "T 7"],
    "a place that is none": ["hall", "table", "t7", "--at", "x:y"],
    "a feed without an address": ["serve", "--home-assistant", "show"],
    "a feed without a table": ["serve", "--feed", "mqtt://localhost/club"],
}


@pytest.mark.parametrize("words", WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_said_in_one_line(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TURBO_HALL", str(tmp_path / "hall"))
    monkeypatch.setenv("TURBO_STORE", str(tmp_path / "matches.db"))
    extra = ["--port", "0", "--host", "127.0.0.1"] if words[0] == "serve" else []
    assert main([*words, *extra]) == 2
    error = capsys.readouterr().err
    assert error.startswith("turbo: expected") or "expected" in error
    assert error.count("\n") == 1


def test_a_table_of_the_demo_calls_the_referee_once_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = SimulatedTable(tmp_path, address(1, "t7"), pace_s=0.0, seed=1)
    table.session.new_match(("Ann", "Bob"))
    called: list[bool] = []
    monkeypatch.setattr(table.feed, "call", called.append)
    table.play_match(1)
    table.store.close()
    assert called == [True, False]
