"""Ends HTTPS and hands what came to the server for HTTP, in this very process.

The server (waitress) knows no encryption, and behind a proxy everybody would come from one address,
by which wrong PINs and open connections are counted. So this front tells the server, for each
connection that it opens to it, whose that really is. One thread, whatever number of telephones.
"""

import asyncio
import contextlib
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path

from turbo.errors import TurboError
from web.auth.hosts import is_here
from web.auth.tries import neighbourhood

HANDSHAKE_S = 8.0
"""How long a client may take to agree on a key: a telephone on bad Wi-Fi needs a second."""

GOODBYE_S = 1.0
"""How long a client may take to part when it is hung up on,"""
STOP_S = 2.0
"""and all of them together."""

MOST = 120
"""Connections at once, and of one address: a hall's telephones watch over HTTP."""
MOST_OF_ONE = 24

PIECE = 65_536
CHECK_S = 60.0
"""How often the machine's addresses are looked at: a router gives a new one now and then."""

Peer = tuple[str, int]


def secure_context(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    load(context, certificate, key)
    return context


def load(context: ssl.SSLContext, certificate: Path, key: Path | None = None) -> None:
    """From the next connection on this certificate."""
    try:
        context.load_cert_chain(certificate, key)
    # An SSLError is an OSError as well, and has no words of its own for a file that is none.
    except (OSError, ValueError) as error:
        cause = error.strerror if isinstance(error, OSError) else str(error)
        raise TurboError(f"{certificate}: expected a certificate and its key: {cause}") from error


class TlsFront:
    """Takes connections from a bound socket, and relays them to the server at `inner`."""

    def __init__(
        self,
        bound: socket.socket,
        context: ssl.SSLContext,
        inner: Peer,
        refresh: Callable[[], None] = lambda: None,
    ) -> None:
        self._bound, self._context, self._inner = bound, context, inner
        self._refresh = refresh
        self._callers: dict[int, Peer] = {}
        self._open: Counter[str] = Counter()
        # Who has not agreed on a key yet, in the order in which they came.
        self._greeting: dict[asyncio.Task[None], None] = {}
        self._loop = asyncio.new_event_loop()
        self._accepting: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name="tls", daemon=True)

    def caller(self, port: int) -> Peer | None:
        """Whose connection comes to the server from that port of this machine; asked once."""
        return self._callers.pop(port, None)

    def start(self) -> None:
        self._bound.setblocking(False)
        self._bound.listen(64)
        self._accepting = self._loop.create_task(self._accept())
        self._thread.start()

    def stop(self) -> None:
        assert self._accepting is not None
        with contextlib.suppress(RuntimeError):  # it is closed already
            self._loop.call_soon_threadsafe(self._accepting.cancel)
        self._thread.join(STOP_S)
        self._bound.close()

    def _run(self) -> None:
        assert self._accepting is not None
        asyncio.set_event_loop(self._loop)
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._accepting)
        self._loop.close()

    async def _accept(self) -> None:
        checking = asyncio.create_task(self._keep_fresh())
        relays = {checking}
        try:
            while True:
                connection, address = await self._loop.sock_accept(self._bound)
                if not self._has_room(address[0]):
                    connection.close()
                    continue
                relay = self._begun(connection, (address[0], address[1]))
                relays.add(relay)
                relay.add_done_callback(relays.discard)
        finally:
            for task in relays:
                task.cancel()
            await asyncio.gather(*relays, return_exceptions=True)

    def _has_room(self, address: str) -> bool:
        if self._open[neighbourhood(address)] >= MOST_OF_ONE and not is_here(address):
            return False
        return self._open.total() < MOST or self._makes_room()

    def _makes_room(self) -> bool:
        """Whoever came and said nothing yet goes first: else they would keep everybody out."""
        for waiting in self._greeting:
            del self._greeting[waiting]
            return waiting.cancel()
        return False

    def _begun(self, connection: socket.socket, peer: Peer) -> asyncio.Task[None]:
        # Counted here, not in the task: many may be accepted before any of their tasks begins.
        place = neighbourhood(peer[0])
        self._open[place] += 1
        relay = asyncio.create_task(self._relay(connection, peer))
        self._greeting[relay] = None

        def ended(_: object) -> None:
            self._greeting.pop(relay, None)
            connection.close()
            self._open[place] -= 1
            # Without the nought a list of all who ever came would grow.
            self._open = +self._open

        relay.add_done_callback(ended)
        return relay

    async def _keep_fresh(self) -> None:
        while True:
            await asyncio.sleep(CHECK_S)
            with contextlib.suppress(TurboError):  # a full disk: the certificate of before holds
                self._refresh()

    async def _relay(self, connection: socket.socket, peer: Peer) -> None:
        # Whoever hangs up, on whichever side and however rudely, is gone: nothing else follows.
        with contextlib.suppress(OSError, ssl.SSLError, TimeoutError):
            await self._pumped(connection, peer)

    async def _pumped(self, connection: socket.socket, peer: Peer) -> None:
        reader = asyncio.StreamReader(PIECE, self._loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=self._loop)
        transport, _ = await self._loop.connect_accepted_socket(
            lambda: protocol,
            connection,
            ssl=self._context,
            ssl_handshake_timeout=HANDSHAKE_S,
            ssl_shutdown_timeout=GOODBYE_S,
        )
        if (task := asyncio.current_task()) is not None:
            self._greeting.pop(task, None)
        writer = asyncio.StreamWriter(transport, protocol, reader, self._loop)
        try:
            inner_reader, inner_writer = await self._connected(peer)
            try:
                await _both(_pump(reader, inner_writer), _pump(inner_reader, writer))
            finally:
                inner_writer.close()
        finally:
            writer.close()
            # Until it is: a loop that ends before leaves connections open.
            await writer.wait_closed()

    async def _connected(self, peer: Peer) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        own = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            own.bind(("127.0.0.1", 0))
            # Before the server can see it: it asks as soon as it accepts.
            self._callers[own.getsockname()[1]] = peer
            own.setblocking(False)
            await self._loop.sock_connect(own, self._inner)
            own.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return await asyncio.open_connection(sock=own, limit=PIECE)
        except BaseException:
            own.close()
            raise


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(PIECE):
        writer.write(data)
        await writer.drain()


async def _both(*pumps: Coroutine[None, None, None]) -> None:
    """Until either is done: half a connection is none."""
    tasks = [asyncio.create_task(pump) for pump in pumps]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
