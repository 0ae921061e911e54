"""Where this machine is on its network, and under which names."""

import fcntl
import ipaddress
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from struct import pack

HOUSE_NAMES = (
    # None of these is given out in the public DNS; the last is what a common router calls its
    # house.
    *(".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".intranet"),
    ".fritz.box",
)

HOUSE_NETWORKS = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    # What some providers and networks between friends' houses give.
    "100.64.0.0/10",
    *("::1/128", "fc00::/7", "fe80::/10"),
)
"""Addresses that mean another machine in every house."""

_ADDRESS_OF_INTERFACE = 0x8915
"""SIOCGIFADDR of Linux."""


def own_address() -> str:
    """The address that this machine has on its network. Nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # An address that is nobody's (RFC 5737): UDP only chooses which way it would go.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "localhost"


@dataclass(frozen=True, slots=True)
class MachineNames:
    """Under which names and addresses this machine is reached: those of a house, and the one that
    is printed for telephones, whatever it is (a campus gives public ones). The last of the hosts is
    what it is called in the house (mDNS)."""

    hosts: tuple[str, ...]
    addresses: tuple[str, ...]

    @staticmethod
    def now() -> "MachineNames":
        name = socket.gethostname().lower()
        given = (name,) if name.endswith(HOUSE_NAMES) else ()
        local = f"{name.partition('.')[0] or 'turbo'}.local"
        hosts = dict.fromkeys(("localhost", *given, local))
        found, printed = {one for one in _addresses() if is_of_a_house(one)}, own_address()
        own = () if printed == "localhost" else (printed,)
        return MachineNames(tuple(hosts), tuple(sorted({"127.0.0.1", *found, *own})))

    @property
    def public(self) -> tuple[str, ...]:
        """Those of the addresses that are of no house."""
        return tuple(one for one in self.addresses if not is_of_a_house(one))


def is_of_a_house(address: str) -> bool:
    try:
        one = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(one in ipaddress.ip_network(network) for network in HOUSE_NETWORKS)


def _addresses() -> Iterator[str]:
    """Of every interface, also of those that lead nowhere further, such as a hotspot's."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                asked = pack("256s", name.encode())
                found = fcntl.ioctl(probe.fileno(), _ADDRESS_OF_INTERFACE, asked)
            except OSError:  # it is down, or speaks IPv6 alone
                continue
            yield socket.inet_ntoa(found[20:24])
    try:
        lines = Path("/proc/net/if_inet6").read_text(encoding="ascii").splitlines()
    except OSError:
        return
    for line in lines:
        yield str(ipaddress.ip_address(bytes.fromhex(line.split()[0])))
