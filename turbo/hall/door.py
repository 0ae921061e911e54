"""Who may say what on the broker: one credential a table, with topics of its own.

A hall keeps a folder (`hall.json`, for its owner's eyes only) with a hash of every password and the
key that signs each table's orders. From the same rules come the check of the broker inside
`turbo hall` and the files for mosquitto (`turbo hall mosquitto`): password file, access list,
configuration. A table's password and key leave once, in the credential file that `turbo hall table`
writes for it.

| who | may tell | may hear |
|---|---|---|
| a table | its own entry, state, online, ask, told, event; its discovery | its own kept, order |
| | | and press; hall |
| the hall | kept, order, hall | entry, state, online, ask, told of all |
| a reader (Home Assistant) | press | everything |
"""

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from turbo.errors import TurboError
from turbo.mqtt.line import Address
from turbo.mqtt.messages import ROOT, check_name, kinds
from turbo.storage.files import write_own

if TYPE_CHECKING:
    from turbo.storage.certificates import Signer

ITERATIONS = 101
"""Of the password's hash, as mosquitto itself does it. Passwords are 24 random letters, which
nobody guesses however fast; slow hashes are for what people choose. With 20,000 the broker did
nothing but hash when two hundred tables came back at once, each of which gave up before its turn
and came again: no entry arrived for minutes (`bench.hall --torture`)."""

HALL_USER = "hall"
"""Of the hall itself; no table may be called so."""
CERTIFICATE_DAYS = 3650
"""Ten years: nobody renews certificates of a club's cupboard, and tables would stop one evening."""


def permissions(user: str, hall: str, kind: str) -> Iterator[tuple[str, str]]:
    """What a user may do: pairs of `read` or `write` and a topic."""
    root = f"{ROOT}/{hall}"
    if kind == "table":
        yield from (("write", f"{root}/{user}/{one}") for one in kinds(told_by="table"))
        heard = (*kinds(heard_by="table"), "press")
        yield from (("read", f"{root}/{user}/{one}") for one in heard)
        yield "read", f"{root}/hall"
        yield "write", f"homeassistant/device/turbo_{hall}_{user}/config"
    elif kind == "hall":
        yield from (("write", f"{root}/+/{one}") for one in kinds(told_by="hall"))
        yield "write", f"{root}/hall"
        yield from (("read", f"{root}/+/{one}") for one in kinds(heard_by="hall"))
    else:
        yield "read", f"{root}/#"
        yield "read", "homeassistant/#"
        yield "write", f"{root}/+/press"
        yield "write", "homeassistant/status"


def matches(pattern: str, topic: str) -> bool:
    """Whether a topic, or a filter, lies within a pattern.

    >>> matches("turbo/1/club/+/entry", "turbo/1/club/t7/entry")
    True
    >>> matches("turbo/1/club/t7/kept", "turbo/1/club/+/kept")
    False
    """
    wanted, given = pattern.split("/"), topic.split("/")
    for place, part in enumerate(wanted):
        if part == "#":
            return True
        # Who may hear one level must not subscribe to all of them below a name.
        if place >= len(given) or given[place] == "#":
            return False
        if part != "+" and part != given[place]:
            return False
    # A longer topic is another one.
    return len(wanted) == len(given)


def password_hash(password: str) -> str:
    """As mosquitto keeps it (``$7$``: PBKDF2 with SHA-512)."""
    salt = secrets.token_bytes(12)
    return f"$7${ITERATIONS}${_b64(salt)}${_b64(_derived(password, salt, ITERATIONS))}"


def is_password(password: str, kept: str) -> bool:
    _, _, rounds, salt, expected = kept.split("$")
    derived = _derived(password, base64.b64decode(salt), int(rounds))
    # In the same time however much of it was right.
    return hmac.compare_digest(_b64(derived), expected)


def _derived(password: str, salt: bytes, rounds: int) -> bytes:
    return hashlib.pbkdf2_hmac("sha512", password.encode(), salt, rounds, 64)


def _b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


@dataclass(frozen=True, slots=True)
class User:
    """Somebody with a password. `key` signs a table's orders."""

    kind: str
    password: str
    key: str = ""


@dataclass(slots=True)
class BrokerDoor:
    """The users of one hall, in its folder."""

    folder: Path
    hall: str
    users: dict[str, User] = field(default_factory=dict)
    secret: str = field(default="", repr=False)
    """The hall's own password."""

    @property
    def path(self) -> Path:
        return self.folder / "hall.json"

    @staticmethod
    def open(folder: Path, hall: str = "club") -> "BrokerDoor":
        """The door of a folder; where there is none yet it is made."""
        try:
            found = json.loads((folder / "hall.json").read_text(encoding="utf-8"))
            users = {name: User(**one) for name, one in found["users"].items()}
            return BrokerDoor(folder, check_name(found["hall"]), users, found["secret"])
        except FileNotFoundError:
            secret = secrets.token_urlsafe(18)
            door = BrokerDoor(folder, check_name(hall, "a hall's name"), secret=secret)
            door.users[HALL_USER] = User("hall", password_hash(secret))
            door.save()
            return door
        except OSError as error:
            raise TurboError(f"{folder}: cannot be read: {error.strerror}") from error
        except (ValueError, KeyError, TypeError, AttributeError):
            raise TurboError(f"{folder / 'hall.json'}: expected a hall's door") from None

    def save(self) -> None:
        users = {
            name: {"kind": one.kind, "password": one.password, "key": one.key}
            for name, one in self.users.items()
        }
        document = {"hall": self.hall, "secret": self.secret, "users": users}
        write_own(self.path, json.dumps(document, indent=1))

    def add(self, name: str, kind: str = "table") -> tuple[str, User]:
        """A new user, or a new password for an old one; the password is not kept."""
        # It would take the place of the hall's own user, who could not come in any more.
        if name == HALL_USER:
            raise TurboError("expected another name: 'hall' is the hall itself")
        # 18 bytes are the 24 letters that no guessing reaches, and need no slow hash.
        password, key = secrets.token_urlsafe(18), secrets.token_hex(32) if kind == "table" else ""
        user = User(kind, password_hash(password), key)
        self.users[check_name(name)] = user
        self.save()
        return password, user

    def remove(self, name: str) -> None:
        if name == HALL_USER or name not in self.users:
            raise TurboError(f"expected a table or reader of this hall, got {name!r}")
        del self.users[name]
        self.save()

    def key(self, table: str) -> str | None:
        user = self.users.get(table)
        # A reader has none: it presses, and gives no orders.
        return user.key if user is not None and user.key else None

    def credential(self, name: str, host: str, port: int) -> Address:
        """What a table needs, with a new password."""
        password, user = self.add(name)
        ca = self.ca
        return Address(host, port, self.hall, name, bool(ca), name, password, ca, user.key)

    def own(self, host: str, port: int) -> Address:
        """The hall's own way to its broker."""
        ca = self.ca
        return Address(host, port, self.hall, "", bool(ca), HALL_USER, self.secret, ca)

    def is_user(self, name: str, password: str) -> bool:
        user = self.users.get(name)
        return user is not None and is_password(password, user.password)

    def may(self, name: str, action: str, topic: str) -> bool:
        user = self.users.get(name)
        return user is not None and any(
            action == allowed and matches(pattern, topic)
            for allowed, pattern in permissions(name, self.hall, user.kind)
        )

    # TLS

    @property
    def tls(self) -> Path:
        return self.folder / "tls"

    @property
    def ca(self) -> str:
        """The certificate that everything here comes from; empty without TLS."""
        try:
            return (self.tls / "ca.pem").read_text()
        # Before `turbo hall tls` there is none, and everything is told in the clear.
        except OSError:
            return ""

    def certify(self, hosts: list[str]) -> None:
        """A root of our own, and a certificate for the hall's names and addresses."""
        from turbo.storage.certificates import Signer, authority, certified

        # An hour back: a Pi without a clock of its own may be slow.
        since = datetime.now(UTC) - timedelta(hours=1)
        until = since + timedelta(days=CERTIFICATE_DAYS)
        # Another root would shut out every table that trusts this one.
        root = Signer.load(self.tls / "ca.pem", self.tls / "ca.key")
        if root is None:
            root = authority("Turbo hall", since, until)
            self._keep("ca", root)
        self._keep("hall", certified(root, hosts, since, until))

    def _keep(self, name: str, made: "Signer") -> None:
        write_own(self.tls / f"{name}.key", made.key_pem)
        write_own(self.tls / f"{name}.pem", made.certificate_pem)

    # mosquitto

    def mosquitto(self, folder: Path, port: int) -> list[Path]:
        """The three files that make a mosquitto of Debian's package ours."""
        folder.mkdir(parents=True, exist_ok=True)
        passwords = "".join(f"{name}:{one.password}\n" for name, one in sorted(self.users.items()))
        write_own(folder / "passwords", passwords)
        write_own(folder / "acl", self.access_list())
        settings = {
            "listener": str(port),
            "allow_anonymous": "false",
            "password_file": str(folder / "passwords"),
            "acl_file": str(folder / "acl"),
            # The default of 1,000 drops what a hall that restarts has missed; tables would tell
            # it again, but only after asking.
            "max_queued_messages": "0",
            # Far above any entry; a table that went mad cannot fill the broker's memory.
            "message_size_limit": "131072",
        }
        if self.ca:
            settings |= {
                "cafile": str(self.tls / "ca.pem"),
                "certfile": str(self.tls / "hall.pem"),
                "keyfile": str(self.tls / "hall.key"),
            }
        text = "".join(f"{key} {value}\n" for key, value in settings.items())
        write_own(folder / "mosquitto.conf", f"# written by turbo hall mosquitto\n{text}")
        return [folder / name for name in ("passwords", "acl", "mosquitto.conf")]

    def access_list(self) -> str:
        parts = ["# written by turbo hall mosquitto\n"]
        for name, user in sorted(self.users.items()):
            lines = [
                f"topic {may} {topic}\n" for may, topic in permissions(name, self.hall, user.kind)
            ]
            parts.append(f"\nuser {name}\n{''.join(lines)}")
        return "".join(parts)
