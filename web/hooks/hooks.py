"""Who is told: addresses that the referee named, each with a secret that signs what is sent.

Off by default. A table that tells is a machine inside a house that calls addresses which somebody
typed into a page, so it calls nothing in the house itself unless it was started so
(`--webhooks home`): else whoever has the PIN could knock on every door behind the router.
"""

import hashlib
import hmac
import ipaddress
import json
import secrets
import socket
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from turbo.errors import TurboError
from turbo.storage.files import write_own

MOST = 8
"""Addresses at once: a house tells a few."""

KINDS = ("ruling", "moment")


class Reach(StrEnum):
    """How far a table may call."""

    OFF = "off"
    PUBLIC = "public"
    HOME = "home"


@dataclass(frozen=True, slots=True)
class Hook:
    """An address, what it is told, and the secret that both sides know."""

    id: str
    address: str
    kinds: tuple[str, ...]
    secret: str

    def __post_init__(self) -> None:
        # A password in an address would be shown to every referee who looks at the list.
        found = _split(self.address)
        if found.scheme not in ("http", "https") or not found.hostname or found.username:
            raise TurboError(EXPECTED)
        if not self.kinds or not set(self.kinds) <= set(KINDS):
            raise TurboError(f"expected some of {', '.join(KINDS)}")


EXPECTED = "expected an address such as https://example.org/turbo"


def _split(address: str) -> SplitResult:
    try:
        found = urlsplit(address)
        # A port is looked at only when it is asked for, and may be none: 99999, or -1.
        if found.port == 0 or not (found.hostname or "").encode("idna"):
            raise TurboError(EXPECTED)
    except (ValueError, UnicodeError):
        raise TurboError(EXPECTED) from None
    return found


def places_of(address: str, reach: Reach) -> list[tuple[str, int]]:
    """Where an address leads, as numbers, so that what was looked at is what is called. One that
    leads into the house is refused where that was not asked for."""
    found = _split(address)
    port = found.port or (443 if found.scheme == "https" else 80)
    try:
        answers = socket.getaddrinfo(found.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise TurboError(f"{found.hostname}: cannot be found") from error
    numbers = list(dict.fromkeys(str(one[4][0]) for one in answers))
    if reach is not Reach.HOME and not all(_is_public(one) for one in numbers):
        raise TurboError(f"{found.hostname}: expected an address outside of this house")
    return [(number, port) for number in numbers]


NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
OF_OLD = ipaddress.IPv6Network("::/96")
OWN_NAT64 = ipaddress.IPv6Network("64:ff9b:1::/48")


def _is_public(number: str) -> bool:
    # An IPv6 address of the own link has its interface behind a '%'.
    found = ipaddress.ip_address(number.partition("%")[0])
    inner = _inner(found)
    # Multicast counts as global, and reaches everything in the house that listens.
    told: Sequence[ipaddress.IPv4Address | ipaddress.IPv6Address] = inner or [found]
    return all(one.is_global and not one.is_multicast for one in told)


def _inner(found: ipaddress.IPv4Address | ipaddress.IPv6Address) -> list[ipaddress.IPv4Address]:
    """The addresses of the old kind that one of the new kind leads to: ::ffff:192.168.1.1, and
    2002:c0a8:101:: and 64:ff9b::c0a8:101, are the router in other dresses."""
    if not isinstance(found, ipaddress.IPv6Address):
        return []
    if found in OWN_NAT64:
        # How a house's own prefix is cut only the house knows: it counts as inside.
        return [ipaddress.IPv4Address("127.0.0.1")]
    last = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    inside = [found.ipv4_mapped, found.sixtofour, *(found.teredo or ())]
    inside += [last] if found in NAT64 or found in OF_OLD else []
    return [one for one in inside if one is not None]


def signature(secret: str, at_s: int, body: bytes) -> str:
    """Over the time as well, so that nobody can send an old word again."""
    digest = hmac.new(secret.encode(), f"{at_s}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at_s},v1={digest}"


class Hooks:
    """The addresses of a table, in a file that only its owner can read."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        self.all: tuple[Hook, ...] = self._load()

    @staticmethod
    def path_beside(store: Path) -> Path:
        return store.with_name(store.name + ".hooks")

    def _load(self) -> tuple[Hook, ...]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            return tuple(
                Hook(one["id"], one["address"], tuple(one["kinds"]), one["secret"]) for one in found
            )
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, KeyError, TypeError, TurboError) as error:
            raise TurboError(f"{self._path}: expected the table's hooks; delete it") from error

    def add(self, address: str, kinds: tuple[str, ...]) -> Hook:
        hook = Hook(secrets.token_hex(6), address, kinds, secrets.token_urlsafe(32))
        with self._lock:
            if len(self.all) >= MOST:
                raise TurboError(f"expected at most {MOST} addresses: remove one")
            self._keep((*self.all, hook))
        return hook

    def remove(self, number: str) -> bool:
        with self._lock:
            left = tuple(one for one in self.all if one.id != number)
            was_there = len(left) < len(self.all)
            self._keep(left)
            return was_there

    def _keep(self, hooks: tuple[Hook, ...]) -> None:
        # Written first: a full disk leaves those that are told as they were, here and after a
        # restart.
        write_own(self._path, json.dumps([asdict(one) for one in hooks]))
        self.all = hooks
