"""HTTPS beside HTTP: the house's own authority, what it may speak for, and the front."""

import contextlib
import http.client
import json
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from cryptography import x509

from tools.trials.waiting import LONG_S
from tools.trials.web_support import PIN, Site, comes_true
from turbo.errors import TurboError
from turbo.storage.certificates import Signer
from web.network import MachineNames, is_of_a_house
from web.secure.authority import HouseCertificate, certified_for
from web.secure.certificates import Certificates
from web.secure.front import MOST, MOST_OF_ONE, TlsFront
from web.secure.house import ASKED_S, HouseFiles, HouseKeeper
from web.serve import Ports, Server, addresses

NAMES = MachineNames(("localhost", "kitchen.local"), ("127.0.0.1", "192.168.1.7"))
MOVED = MachineNames(("localhost", "kitchen.local"), ("127.0.0.1", "192.168.1.8"))
NOW = datetime(2026, 11, 17, tzinfo=UTC)


class Served:
    """A site over HTTP and HTTPS."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names = NAMES
        self.site = Site(folder)
        self.certificates = Certificates.of_house(folder / "matches.db", lambda: self.names)
        self.server = Server(self.site.app, Ports("127.0.0.1", 0, 0), self.certificates)
        self.server.start()

    def trusting(self) -> ssl.SSLContext:
        """As a telephone that was told to trust the authority."""
        assert self.certificates.authority is not None
        context = ssl.create_default_context()
        context.load_verify_locations(cadata=self.certificates.authority())
        return context

    def connection(
        self, context: ssl.SSLContext | None = None, source: str = "127.0.0.1"
    ) -> http.client.HTTPSConnection:
        return http.client.HTTPSConnection(
            "localhost",
            self.server.secure_port,
            timeout=LONG_S,
            context=context or self.trusting(),
            source_address=(source, 0),
        )

    def post(self, path: str, body: Any, source: str = "127.0.0.1") -> int:
        with closing(self.connection(source=source)) as line:
            line.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            return line.getresponse().status


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    found = Served(tmp_path_factory.mktemp("secure"))
    yield found
    found.server.stop()


def test_who_trusts_the_authority_gets_the_site(served: Served) -> None:
    with closing(served.connection()) as line:
        for _ in range(2):  # over one line: the front keeps it
            line.request("GET", "/api/me")
            answer = line.getresponse()
            assert answer.status == 200
            assert json.load(answer)["role"] == "viewer"


def test_who_does_not_trust_it_gets_nothing(served: Served) -> None:
    with (
        closing(served.connection(ssl.create_default_context())) as line,
        pytest.raises(ssl.SSLCertVerificationError),
    ):
        line.request("GET", "/api/me")


def test_a_page_over_https_knows_its_own_address(served: Served) -> None:
    with closing(served.connection()) as line:
        line.request("GET", "/api/setup/address", headers={"Host": "kitchen.local:8443"})
        assert json.load(line.getresponse())["address"] == "https://kitchen.local:8443/"


def test_wrong_pins_are_counted_by_who_really_came(served: Served) -> None:
    """Not by the front's own address: five wrong ones of one house guest lock nobody else out."""
    wrong = {"pin": "000000"}
    tries = [served.post("/api/sign-in", wrong, "127.0.0.9") for _ in range(6)]
    assert tries == [401] * 5 + [429]
    assert served.post("/api/sign-in", {"pin": PIN}, "127.0.0.8") == 200


def test_who_says_nothing_keeps_nobody_out(served: Served) -> None:
    """Not even as many as there is room for: a hundred and twenty shut HTTPS for eight seconds."""
    silent = [
        socket.create_connection(("127.0.0.1", served.server.secure_port)) for _ in range(MOST + 9)
    ]
    try:
        for _ in range(3):
            with closing(served.connection()) as line:
                line.request("GET", "/api/me")
                assert line.getresponse().status == 200
    finally:
        for one in silent:
            one.close()


def test_a_guest_with_many_addresses_is_one_guest(served: Served) -> None:
    """Whoever has an IPv6 network has more addresses than there is room."""
    front = TlsFront(socket.socket(), ssl.create_default_context(), ("127.0.0.1", 1))
    front._open["2001:db8::/64"] = MOST_OF_ONE
    assert not front._has_room("2001:db8::5") and front._has_room("2001:db8:0:1::5")
    front._open["::/64"] = MOST_OF_ONE
    assert front._has_room("::1")  # this machine itself
    front._bound.close()
    front._loop.close()


def test_the_door_behind_the_front_opens_to_nobody_else(served: Served) -> None:
    """Whoever finds it on this machine could else say nothing wrong, but come from nowhere."""
    front = served.server._front
    assert front is not None
    # Hung up before or after it was read: either way nobody answers.
    with socket.create_connection(front._inner) as line, contextlib.suppress(ConnectionError):
        line.sendall(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(100) == b""


def test_a_new_address_is_certified_while_it_runs(served: Served) -> None:
    served.names = MOVED
    served.certificates.refresh()

    def certified() -> str:
        with (
            socket.create_connection(("127.0.0.1", served.server.secure_port)) as line,
            served.trusting().wrap_socket(line, server_hostname="kitchen.local") as secure,
        ):
            return str(secure.getpeercert())

    assert comes_true(lambda: "192.168.1.8" in certified())


def test_files_are_the_owners_and_the_authority_stays(tmp_path: Path) -> None:
    house = HouseCertificate(tmp_path / "m.db")
    assert house.renew(NAMES, NOW)
    authority, own = house.authority_der(), house.path.read_bytes()
    assert not house.renew(NAMES, NOW)
    assert not HouseCertificate(tmp_path / "m.db").renew(NAMES, NOW)
    assert house.renew(MOVED, NOW)
    assert house.renew(MOVED, NOW + timedelta(days=380)), "it ends soon"
    assert house.authority_der() == authority, "telephones trust it: it must not change"
    assert house.path.read_bytes() != own
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_a_running_site_asks_when_names_or_the_clock_have_moved(tmp_path: Path) -> None:
    at_s = [1e9]
    keeper = HouseKeeper(HouseFiles(tmp_path / "m.db"), lambda: at_s[0])
    assert keeper.renew(NAMES) and not keeper.renew(NAMES)
    assert keeper.renew(MOVED)
    for moved_s in (ASKED_S, -ASKED_S):
        at_s[0] += moved_s
        assert keeper.renew(MOVED) and not keeper.renew(MOVED)


def test_what_is_no_certificate_is_said(tmp_path: Path) -> None:
    files = HouseFiles(tmp_path / "m.db")
    files.authority_path.write_text("none", encoding="ascii")
    with pytest.raises(TurboError, match=r"m\.db\.authority: expected a certificate"):
        HouseKeeper(files).renew(NAMES)
    with pytest.raises(TurboError, match="expected the house's authority"):
        files.authority_der()


def test_a_clock_that_was_wrong_at_first_is_put_right(tmp_path: Path) -> None:
    """A Pi without a network begins in the past; what it made then is good for no telephone."""
    house = HouseCertificate(tmp_path / "m.db")
    house.renew(NAMES, datetime(2023, 5, 1, tzinfo=UTC))
    authority = house.authority_der()
    assert house.renew(NAMES, NOW)
    assert house.authority_der() == authority


@pytest.mark.parametrize("host, is_good", [("kitchen.local", True), ("bank.example", False)])
def test_the_authority_speaks_for_houses_alone(tmp_path: Path, host: str, is_good: bool) -> None:
    """A stolen one must be worth nothing for the sites of others."""
    house = HouseCertificate(tmp_path / "m.db")
    house.renew(NAMES)
    (tmp_path / "authority.pem").write_text(
        ssl.DER_cert_to_PEM_cert(house.authority_der()), encoding="ascii"
    )
    authority = Signer.load(tmp_path / "m.db.authority")
    assert authority is not None
    forged = certified_for(authority, MachineNames((host,), ()), datetime.now(UTC))
    (tmp_path / "forged.pem").write_text(forged.pem(), encoding="ascii")
    found = subprocess.run(
        ["openssl", "verify", "-CAfile", "authority.pem", "forged.pem"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (found.returncode == 0) is is_good, found.stdout + found.stderr


@pytest.mark.parametrize("address, is_good", [("203.0.113.9", True), ("203.0.113.10", False)])
def test_a_public_address_is_certified_and_no_other(
    tmp_path: Path, address: str, is_good: bool
) -> None:
    """A campus network gives such addresses: what is printed for the telephone must be trusted."""
    house = HouseCertificate(tmp_path / "m.db")
    house.renew(NAMES)
    at_home = house.authority_der()
    public = MachineNames(NAMES.hosts, (*NAMES.addresses, "203.0.113.9"))
    assert house.renew(public) and house.authority_der() != at_home
    there = house.authority_der()
    assert house.renew(NAMES) and house.authority_der() == there, "it will do at home, too"
    (tmp_path / "authority.pem").write_text(ssl.DER_cert_to_PEM_cert(there), encoding="ascii")
    authority = Signer.load(tmp_path / "m.db.authority")
    assert authority is not None
    made = certified_for(authority, MachineNames(NAMES.hosts, (address,)), datetime.now(UTC))
    (tmp_path / "made.pem").write_text(made.pem(), encoding="ascii")
    found = subprocess.run(
        ["openssl", "verify", "-CAfile", "authority.pem", "-verify_ip", address, "made.pem"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (found.returncode == 0) is is_good, found.stdout + found.stderr


def test_what_is_printed_for_a_telephone_is_certified() -> None:
    printed = urlsplit(addresses("0.0.0.0", 8080)[0]).hostname
    names = MachineNames.now()
    assert printed in (*names.hosts, *names.addresses)


def test_addresses_of_a_house() -> None:
    assert is_of_a_house("192.168.1.7") and is_of_a_house("fe80::1")
    assert not is_of_a_house("8.8.8.8") and not is_of_a_house("localhost")
    names = MachineNames.now()
    assert names.hosts[0] == "localhost" and names.hosts[-1].endswith(".local")
    assert "127.0.0.1" in names.addresses


def test_own_certificates_are_used_as_they_are(tmp_path: Path) -> None:
    house = HouseCertificate(tmp_path / "m.db")
    house.renew(NAMES)
    given = Certificates.given(house.path)
    assert given.authority is None, "nobody need trust us: the owner knows theirs"
    given.refresh()
    with pytest.raises(TurboError, match="expected a certificate and its key"):
        Certificates.given(tmp_path / "none.pem")


def test_a_telephone_reads_what_it_is_to_trust(tmp_path: Path) -> None:
    house = HouseCertificate(tmp_path / "m.db")
    house.renew(NAMES)
    found = x509.load_der_x509_certificate(house.authority_der())
    assert found.subject.rfc4514_string() == "CN=Turbo referee kitchen"
    lasts = Signer.load(house.path)
    assert lasts is not None
    days = lasts.certificate.not_valid_after_utc - lasts.certificate.not_valid_before_utc
    assert days <= timedelta(days=398), "telephones refuse more than 825, some soon more than this"
