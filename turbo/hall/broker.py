"""A broker inside the hall's own process, for an evening with nothing installed.

It is amqtt in a thread of its own, with the hall's door in front of it (`turbo.hall.door`). It
keeps nothing: whatever it forgets the tables tell again. How many tables it carries, and when to
take mosquitto instead, is in docs/scale.md.
"""

import asyncio
import logging
import resource
import threading
from dataclasses import dataclass
from functools import partial
from typing import Any

from amqtt.broker import Broker
from amqtt.contexts import Action
from amqtt.plugins.base import BaseAuthPlugin, BaseTopicPlugin
from amqtt.session import Session

from turbo.errors import TurboError
from turbo.hall.door import BrokerDoor
from turbo.mqtt.line import bracketed

LOG = logging.getLogger(__name__)


class DoorPlugin(BaseAuthPlugin):
    """Lets in who has a password."""

    @dataclass
    class Config:
        door: Any = None
        stands_open: bool = False

    async def authenticate(self, *, session: Session) -> bool:
        if session.username is None:
            return bool(self.config.stands_open)
        password = session.password or ""
        # A hash takes milliseconds: other tables go on meanwhile.
        return await asyncio.to_thread(self.config.door.is_user, session.username, password)


class TopicsPlugin(BaseTopicPlugin):
    """To everybody the own topics only."""

    @dataclass
    class Config:
        door: Any = None
        stands_open: bool = False

    async def topic_filtering(
        self,
        *,
        session: Session | None = None,
        topic: str | None = None,
        action: Action | None = None,
    ) -> bool:
        if session is None or topic is None:
            return False
        if session.username is None:
            # Also where it stands open: nobody must not order, receipt, or speak for the hall.
            return bool(self.config.stands_open) and not topic.endswith(
                ("/order", "/kept", "/hall")
            )
        wanted = "write" if action is Action.PUBLISH else "read"
        # What somebody may hear was settled when they subscribed.
        if action is Action.RECEIVE:
            return True
        return bool(self.config.door.may(session.username, wanted, topic))


MOST = 500
"""Connections at once. It was measured with 20 tables: far above that, and an end to a flood."""
MOST_SILENT = 100
"""Of them such as have not said who they are: tables say it at once."""
GREETING_S = 8.0
"""How long they may take for it: a table on bad Wi-Fi needs a second."""
FILES = 16_384
"""Open at once: many systems begin with a thousand, which some hundred silent guests use up."""


class AskedBroker(Broker):
    """Hands what it has retained only to who subscribed to it. amqtt 0.12 gives whoever connects
    everything that any other client has subscribed to, past the door, and then again.

    And waits for nobody: amqtt would wait for ever for the first word of whoever comes, with room
    for so many and no more."""

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)
        # In the order in which they came.
        self._silent: dict[asyncio.Task[Any] | None, asyncio.StreamWriter] = {}

    async def _create_server_instance(
        self, listener_name: str, listener_type: Any, address: Any, port: int, ssl_context: Any
    ) -> asyncio.Server:
        return await asyncio.start_server(
            partial(self.stream_connected, listener_name=listener_name),
            address,
            port,
            reuse_address=True,
            ssl=ssl_context,
            ssl_handshake_timeout=None if ssl_context is None else GREETING_S,
        )

    async def stream_connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, listener_name: str
    ) -> None:
        while len(self._silent) >= MOST_SILENT:
            self._silent.pop(next(iter(self._silent))).transport.abort()
        task = asyncio.current_task()
        self._silent[task] = writer
        late = self._loop.call_later(GREETING_S, self._hang_up, task)
        try:
            await super().stream_connected(reader, writer, listener_name)
        finally:
            late.cancel()
            self._silent.pop(task, None)
            # amqtt leaves those open whose first word was nonsense.
            writer.close()

    def _hang_up(self, task: "asyncio.Task[Any] | None") -> None:
        if (writer := self._silent.pop(task, None)) is not None:
            writer.transport.abort()

    async def _initialize_client_session(self, *words: Any) -> Any:
        found = await super()._initialize_client_session(*words)
        self._silent.pop(asyncio.current_task(), None)
        return found

    async def _publish_retained_messages_for_subscription(
        self, subscription: tuple[str, int], session: Session
    ) -> None:
        holders = self._subscriptions.get(subscription[0], [])
        if any(one is session for one, _ in holders):
            await super()._publish_retained_messages_for_subscription(subscription, session)

    @classmethod
    def _split_bindaddr_port(cls, port_str: str, default_port: int) -> tuple[str | None, int]:
        """Without the brackets that an IPv6 address is written in: sockets know none."""
        host, port = super()._split_bindaddr_port(port_str, default_port)
        return (None if host is None else host.strip("[]")), port


class EmbeddedBroker:
    """Listens from `start` on, until `close`."""

    def __init__(
        self,
        door: BrokerDoor,
        host: str = "0.0.0.0",
        port: int = 1883,
        *,
        stands_open: bool = False,
    ) -> None:
        self.host, self.port = host, port
        options = {"door": door, "stands_open": stands_open}
        listener: dict[str, Any] = {
            "type": "tcp",
            "bind": f"{bracketed(host)}:{port}",
            "max_connections": MOST,
        }
        if door.ca:
            files = {"certfile": door.tls / "hall.pem", "keyfile": door.tls / "hall.key"}
            listener |= {"ssl": True, **{key: str(path) for key, path in files.items()}}
        self._config: dict[str, Any] = {
            "listeners": {"default": listener},
            "plugins": {
                "turbo.hall.broker.DoorPlugin": options,
                "turbo.hall.broker.TopicsPlugin": options,
            },
        }
        self._loop = asyncio.new_event_loop()
        self._broker: Broker | None = None
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)
        # It tells of every client that comes and goes, and of its stumbles with a traceback.
        logging.getLogger("amqtt").setLevel(logging.CRITICAL)
        logging.getLogger("transitions").setLevel(logging.CRITICAL)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        # It stumbles when many clients come at the same moment, and drops one of them, which comes
        # back by itself: no news for whoever runs the hall.
        self._loop.set_exception_handler(lambda _, what: LOG.info("the broker: %s", what))
        self._loop.run_forever()

    def start(self) -> "EmbeddedBroker":
        _allow_files()
        self._thread.start()
        try:
            # Waited for: a port that is taken must end the command, not a thread in silence.
            asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(20)
        except Exception as error:
            raise TurboError(
                f"{self.host}:{self.port}: no broker can listen there: {error}"
            ) from error
        return self

    async def _start(self) -> None:
        self._broker = AskedBroker(self._config, loop=self._loop)
        await self._broker.start()

    def close(self) -> None:
        if self._broker is not None:
            stopping = asyncio.run_coroutine_threadsafe(self._broker.shutdown(), self._loop)
            try:
                # Its end must not hold up the hall's: what it forgets the tables tell again.
                stopping.result(5)
            except Exception:
                LOG.info("the broker did not end in peace")
        # From another thread nothing else of a loop may be touched.
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()


def _allow_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
