"""A line to a broker: an address, and a client that comes back by itself.

mqtt://HOST[:1883]/HALL/TABLE              in a house where everybody is trusted
mqtts://USER:PASSWORD@HOST[:8883]/HALL/TABLE      with TLS
FILE                                       a credential, as `turbo hall table` writes it
"""

import json
import random
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from turbo.errors import TurboError, reading
from turbo.mqtt.messages import Topics, check_name, write

PORTS = {"mqtt": 1883, "mqtts": 8883}

KEEPALIVE_S = 20
"""A line that was cut without a word is noticed after one and a half times this; the last will is
told then. Half of what home routers keep an idle connection for."""

RETRY_S = (0.2, 5.0)
"""How soon to try again, at first and at most: two hundred tables that try every five seconds are
no load for a broker, and with 15 s the page was up to 27 s late after one had been killed
(`bench.hall`)."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker is, who we are to it, and the hall and table that we speak for."""

    host: str
    port: int
    hall: str
    table: str = ""
    tls: bool = False
    user: str = ""
    password: str = field(default="", repr=False)
    ca: str = ""
    """The certificate (PEM) that the broker's own must come from; empty: whom the system trusts."""
    key: str = field(default="", repr=False)
    """What the hall signs orders with; empty: no orders."""

    def __post_init__(self) -> None:
        check_name(self.hall, "a hall's name")
        if self.table:
            check_name(self.table)
        if not self.host or not 0 < self.port < 65536:
            raise TurboError(f"expected a host and a port from 1 to 65535, got {self.port}")

    @property
    def topics(self) -> Topics:
        return Topics(self.hall, self.table)

    @staticmethod
    def parse(text: str, *, hall: str = "", table: str = "") -> "Address":
        """The address in a text, or in the file that it names."""
        if "://" not in text:
            return _from_file(Path(text))
        try:
            found = urlsplit(text)
            port = found.port
        except ValueError:
            raise _bad(text) from None
        # A credential's address has no names in it: these stand beside it in the file.
        names = [part for part in found.path.split("/") if part] or [hall, table]
        if found.scheme not in PORTS or not found.hostname or len(names) > 2:
            raise _bad(text)
        return Address(
            found.hostname,
            port or PORTS[found.scheme],
            names[0],
            names[1] if len(names) == 2 else "",
            tls=found.scheme == "mqtts",
            # A password may hold '@' or '/', which an address writes as %40 and %2F.
            user=unquote(found.username or ""),
            password=unquote(found.password or ""),
        )

    def document(self) -> dict[str, Any]:
        """As a credential file holds it."""
        scheme = "mqtts" if self.tls else "mqtt"
        return {
            "broker": f"{scheme}://{bracketed(self.host)}:{self.port}",
            "hall": self.hall,
            "table": self.table,
            "user": self.user,
            "password": self.password,
            "key": self.key,
            "ca": self.ca,
        }


def bracketed(host: str) -> str:
    """A host as it stands before a port: the colons of an IPv6 address are none of its own."""
    return f"[{host}]" if ":" in host else host


def _bad(text: str) -> TurboError:
    # A password in an address must not reach a log.
    shown = (
        text if "@" not in text else f"{text.partition('://')[0]}://...@{text.rpartition('@')[2]}"
    )
    return TurboError(f"expected mqtt://HOST/HALL/TABLE, mqtts://... or a file, got {shown!r}")


def _from_file(path: Path) -> Address:
    try:
        with reading(path):
            found = json.loads(path.read_text(encoding="utf-8"))
        at = Address.parse(found["broker"], hall=found["hall"], table=found["table"])
        words = {name: str(found[name]) for name in ("user", "password", "key", "ca")}
    except (ValueError, KeyError, TypeError):
        raise TurboError(f"{path}: expected a table's credential; write it anew") from None
    return Address(at.host, at.port, at.hall, at.table, at.tls, **words)


Heard = Callable[[str, bytes, bool], None]


class FeedLine:
    """A connection that lasts: it subscribes again after every cut, and says when it is there.

    Callbacks come from the line's own thread and must return at once.
    """

    def __init__(
        self,
        address: Address,
        name: str,
        *,
        listens: tuple[str, ...] = (),
        will: tuple[str, dict[str, Any]] | None = None,
        heard: Heard = lambda topic, payload, retained: None,
        joined: Callable[[], None] = lambda: None,
        parted: Callable[[str], None] = lambda why: None,
        receipted: Callable[[int], None] = lambda mid: None,
    ) -> None:
        self.address = address
        self._listens, self._heard = listens, heard
        self._joined, self._parted = joined, parted
        self._wanted = 0
        self.connected = threading.Event()
        # The broker keeps nothing for us: what the hall has is asked for after every cut.
        client = paho.Client(CallbackAPIVersion.VERSION2, client_id=name, clean_session=True)
        if address.user:
            client.username_pw_set(address.user, address.password)
        if address.tls:
            client.tls_set_context(tls_context(address.ca))
        if will is not None:
            # Retained as the birth is, or the birth would stand for ever.
            client.will_set(will[0], write(will[1]), qos=1, retain=True)
        # Not all at the same moment: two hundred tables lose their broker together.
        first, most = (seconds * random.uniform(0.6, 1.4) for seconds in RETRY_S)
        client.reconnect_delay_set(first, most)  # type: ignore[arg-type]
        # The outbox bounds what is under way, and nothing of it may be dropped here: 0 is no limit.
        client.max_inflight_messages_set(100)
        client.max_queued_messages_set(0)
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_connect_fail = lambda *_: parted("the broker cannot be reached, or not trusted")
        client.on_subscribe = self._on_subscribe
        client.on_message = self._on_message
        client.on_publish = lambda *found: receipted(found[2])
        self._client = client

    def open(self) -> None:
        """Begin to try; a broker that is not there yet is no error."""
        self._client.connect_async(self.address.host, self.address.port, KEEPALIVE_S)
        self._client.loop_start()

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def publish(self, topic: str, document: dict[str, Any], *, retain: bool = False) -> int:
        """With QoS 1; the answer is the number that its receipt will have."""
        return self._client.publish(topic, write(document), qos=1, retain=retain).mid

    def _on_connect(self, client: Any, _: Any, __: Any, reason: Any, ___: Any) -> None:
        if reason.is_failure:
            self._parted(f"the broker refuses: {reason}")
            return
        if not self._listens:
            self.connected.set()
            self._joined()
            return
        _, self._wanted = client.subscribe([(topic, 1) for topic in self._listens])

    def _on_subscribe(self, _: Any, __: Any, mid: int, reasons: Any, ___: Any) -> None:
        """Only who listens is there: an answer must not come before it can be heard."""
        if mid != self._wanted:
            return
        # Told, but not given up: what a table tells is worth more than the orders it misses.
        if refused := [reason for reason in reasons if reason.is_failure]:
            self._parted(f"the broker refuses to tell: {refused[0]}")
        self.connected.set()
        self._joined()

    def _on_disconnect(self, _: Any, __: Any, ___: Any, reason: Any, ____: Any) -> None:
        self.connected.clear()
        self._parted(str(reason))

    def _on_message(self, _: Any, __: Any, message: Any) -> None:
        self._heard(message.topic, message.payload, bool(message.retain))


def tls_context(ca: str) -> ssl.SSLContext:
    """Certificates are checked, also the hall's own ones: its credential files bring the root."""
    try:
        context = ssl.create_default_context(cadata=ca or None)
    except ssl.SSLError as error:
        raise TurboError(f"expected a certificate (PEM) in the credential: {error}") from error
    # Older ones are broken; mosquitto of every Debian that we name knows this one.
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context
