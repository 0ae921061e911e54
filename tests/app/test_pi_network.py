"""The table on any network: the door on port 80, and a hotspot where there is none."""

import http.client
import os
import subprocess
import threading
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

TOOLS = Path(__file__).parents[2] / "tools/pi"


def loaded(name: str) -> Any:
    spec = spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def door() -> Iterator[int]:
    server = loaded("door").serve(0, 8080)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("host", "path", "to"),
    [
        ("table.local", "/", "http://table.local:8080/"),
        ("TABLE.local:80", "/history?match=3", "http://table.local:8080/history?match=3"),
        ("192.168.1.7", "/setup", "http://192.168.1.7:8080/setup"),
        ("captive.apple.com", "/hotspot-detect.html", "http://127.0.0.1:8080/"),
        ("connectivitycheck.gstatic.com", "/generate_204", "http://127.0.0.1:8080/"),
        ("www.msftconnecttest.com", "/connecttest.txt", "http://127.0.0.1:8080/"),
        ("evil.example", "/api/undo", "http://127.0.0.1:8080/"),
    ],
)
def test_the_door_leads_to_the_page(door: int, host: str, path: str, to: str) -> None:
    asking = http.client.HTTPConnection("127.0.0.1", door, timeout=30)
    asking.request("GET", path, headers={"Host": host})
    answer = asking.getresponse()
    assert (answer.status, answer.getheader("Location")) == (302, to)
    assert answer.getheader("Cache-Control") == "no-store"
    asking.close()


class Network:
    """A Pi with NetworkManager: what it is told is written down, and changes what it answers."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.bin = folder, folder / "bin"
        self.bin.mkdir()
        self.settings = folder / "turbo.conf"
        self.settings.write_text(
            "TURBO_HOTSPOT=on\nTURBO_HOTSPOT_NAME=turbo-table\nTURBO_HOTSPOT_PASSWORD=dice-12345\n"
        )
        for name in ("active", "told", "stations"):
            (folder / name).write_text("")
        self._program("iw", f"cat {folder}/stations")
        self._program(
            "nmcli",
            f"""echo "$*" >> {folder}/told
case "$*" in
*'-f DEVICE,TYPE device') echo wlan0:wifi; echo eth0:ethernet ;;
*'NAME,TYPE,STATE connection show --active') cat {folder}/active ;;
*'NAME connection show --active') cut -d: -f1 {folder}/active ;;
*'connection show turbo-hotspot') [ -e {folder}/profile ] ;;
*'connection add'*) touch {folder}/profile ;;
'connection up turbo-hotspot') echo turbo-hotspot:802-11-wireless:activated > {folder}/active ;;
'connection down turbo-hotspot') : > {folder}/active ;;
esac""",
        )
        text = (TOOLS / "turbo-hotspot.sh").read_text()
        (folder / "hotspot.sh").write_text(text.replace("@SETTINGS@", str(self.settings)))

    def _program(self, name: str, body: str) -> None:
        (self.bin / name).write_text(f"#!/bin/sh\n{body}\n")
        (self.bin / name).chmod(0o755)

    def minute(self) -> str:
        """What NetworkManager is told within one."""
        (self.folder / "told").write_text("")
        env = {"PATH": f"{self.bin}:{os.environ['PATH']}", "RUNTIME_DIRECTORY": str(self.folder)}
        subprocess.run(["sh", str(self.folder / "hotspot.sh")], env=env, check=True)
        return (self.folder / "told").read_text()

    def joins(self, *lines: str) -> None:
        (self.folder / "active").write_text("".join(f"{line}\n" for line in lines))

    @property
    def is_up(self) -> bool:
        return "turbo-hotspot" in (self.folder / "active").read_text()


@pytest.fixture
def network(tmp_path: Path) -> Network:
    return Network(tmp_path)


def test_without_a_network_the_table_makes_one_and_keeps_it(network: Network) -> None:
    network.minute()
    assert network.is_up
    told = (network.folder / "told").read_text()
    assert "ssid turbo-table" in told and "wifi-sec.psk dice-12345" in told
    # After a restart the profile is there still: only the connection is gone.
    network.joins()
    assert "connection add" not in network.minute() and network.is_up


@pytest.mark.parametrize(
    "line", ["home:802-11-wireless:activated", "wired:802-3-ethernet:activated"]
)
def test_where_there_is_a_network_there_is_no_hotspot(network: Network, line: str) -> None:
    network.joins(line)
    assert "connection up" not in network.minute()
    network.joins(line, "turbo-hotspot:802-11-wireless:activated")
    assert "connection down turbo-hotspot" in network.minute()


def test_guests_are_not_thrown_out_and_without_any_the_router_is_looked_for(
    network: Network,
) -> None:
    network.minute()
    (network.folder / "stations").write_text("Station aa:bb (on wlan0)\n")
    for _ in range(15):
        assert "connection down" not in network.minute()
    (network.folder / "stations").write_text("")
    told = [network.minute() for _ in range(11)]
    assert "device connect wlan0" in told[-1] and "connection down" not in "".join(told[:-1])
    # The router is still away: the hotspot is back a minute later.
    network.minute()
    assert network.is_up


def test_it_can_be_switched_off_and_on_for_good(network: Network) -> None:
    network.settings.write_text("TURBO_HOTSPOT=off\n")
    network.minute()
    assert not network.is_up
    network.settings.write_text("TURBO_HOTSPOT=always\nTURBO_HOTSPOT_NAME=t\n")
    network.joins("wired:802-3-ethernet:activated")
    assert "connection up turbo-hotspot" in network.minute()


def test_the_table_is_announced_in_its_network() -> None:
    group = ElementTree.parse(TOOLS / "avahi.xml").getroot()
    assert group.findtext("service/type") == "_http._tcp"
    assert group.findtext("service/port") == "@PORT@"
