"""The hall over addresses of the new kind, and at one address alone: broker, page and tables."""

import argparse
import json
import socket
import urllib.request
from pathlib import Path

import pytest

from tools.trials.engines import wait_until
from tools.trials.mqtt_support import Playing
from tools.trials.waiting import free_port
from turbo.commands.hall import Running, _place, add_arguments
from turbo.errors import TurboError
from turbo.mqtt.line import Address
from web.serve import addresses


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


HOSTS = {
    "IPv6": ("::1", "::1"),
    "all of IPv6": ("::", "::1"),
    "one address": ("127.0.0.2", "127.0.0.2"),
    "all": ("0.0.0.0", "127.0.0.1"),
}


@pytest.mark.parametrize(("host", "reached"), HOSTS.values(), ids=HOSTS)
def test_a_table_reaches_the_hall_wherever_it_listens(
    tmp_path: Path, host: str, reached: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if ":" in host and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    port, mqtt_port = free_port(), free_port()
    words = ["--folder", str(tmp_path / "hall"), "--host", host, "--port", str(port)]
    running = Running(parser.parse_args([*words, "--mqtt-port", str(mqtt_port)]))
    running.server.start()
    try:
        wait_until(running.hall.line.connected.is_set, "the hall's own line")
        found = running.door.credential("t7", reached, mqtt_port)
        path = tmp_path / "t7.json"
        path.write_text(json.dumps(found.document()))
        table = Playing(tmp_path / "t7", Address.parse(str(path))).start()
        table.play(5)
        wait_until(lambda: running.hall.database.counts() == (1, 5), "the table's entries")
        shown = f"[{reached}]" if ":" in reached else reached
        with urllib.request.urlopen(f"http://{shown}:{port}/api/hall", timeout=30) as answer:
            assert json.loads(answer.read())["entries"] == 5
        table.close()
    finally:
        running.server.stop()
        running.close()


PLACES = {
    "hall.local": ("hall.local", None),
    "hall.local:1884": ("hall.local", 1884),
    "192.168.1.5": ("192.168.1.5", None),
    "fd00::5": ("fd00::5", None),
    "[fd00::5]:1884": ("fd00::5", 1884),
    "[fd00::5]": ("fd00::5", None),
}


@pytest.mark.parametrize(("text", "place"), PLACES.items())
def test_where_tables_reach_the_broker(text: str, place: tuple[str, int | None]) -> None:
    assert _place(text) == place


@pytest.mark.parametrize("text", ["hall:port", "hall:99999", "[fd00::5", "a@b", "hall/x", ""])
def test_a_place_that_is_none(text: str) -> None:
    with pytest.raises(TurboError, match="expected HOST"):
        _place(text)


def test_an_address_of_the_new_kind_is_read_back() -> None:
    found = Address("fd00::5", 1884, "club", "t7")
    assert Address.parse(found.document()["broker"], hall="club", table="t7") == found
    assert addresses("::1", 8090) == ["http://[::1]:8090/"]
