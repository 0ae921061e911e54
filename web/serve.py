"""Serving the site with waitress, and stopping it again."""

import contextlib
import errno
import logging
import socket
import threading
from typing import Any, cast

from flask import Flask
from waitress import server as waitress_server
from waitress import wasyncore

from turbo.errors import TurboError
from web.auth.hosts import is_here
from web.auth.tries import neighbourhood
from web.context import EXTENSION, SECURED, Desk, Secured
from web.network import own_address
from web.secure.certificates import Certificates
from web.secure.front import TlsFront

STOP_S = 0.7
"""How long to wait for threads that are in the middle of an answer, and then for the loop: a
service that is stopped is gone within 2 s, and nobody waits for a telephone that reads slowly."""


class Ports:
    """The places that a site is to be served at: taken first, so that what is wrong with them is
    said before a PIN is made that nobody could use."""

    def __init__(self, host: str, port: int, secure_port: int | None = None) -> None:
        self.plain = _bound(host, port)
        try:
            self.secure = None if secure_port is None else _bound(host, secure_port)
        except TurboError:
            self.plain.close()
            raise

    def close(self) -> None:
        """Harmless where a server has closed them already."""
        self.plain.close()
        if self.secure is not None:
            self.secure.close()


class Server:
    """A running site. Every stream has a thread of its own, so threads come and go with streams;
    there are always some more for everything else."""

    def __init__(self, app: Flask, ports: Ports, certificates: Certificates | None = None) -> None:
        """With certificates the same site is served over HTTPS as well, at a port of its own."""
        self._desk = cast(Desk, app.extensions[EXTENSION])
        make: Any = waitress_server.create_server
        self._server: Any = make(app, sockets=[ports.plain], **self._options())
        self._server.accept = lambda: self._accept(self._server)
        self._thread: threading.Thread | None = None
        self._desk.hub.places.staff = self._staff
        self._front: TlsFront | None = None
        if certificates is not None and ports.secure is not None:
            self._secure(app, ports.secure, certificates)
        # A queue is no news: streams that come all at once wait until each has its thread.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)

    def _secure(self, app: Flask, bound: socket.socket, certificates: Certificates) -> None:
        """One more door to the same loop and threads, that only the front comes through."""
        make: Any = waitress_server.create_server
        inner: Any = make(
            app,
            map=self._server._map,
            _dispatcher=self._server.task_dispatcher,
            sockets=[_bound("127.0.0.1", 0)],
            url_scheme="https",
            **self._options(),
        )
        inner.accept = lambda: self._accept_relayed(inner)
        self.secure_port = int(bound.getsockname()[1])
        app.extensions[SECURED] = Secured(self.secure_port, certificates.authority)
        place = ("127.0.0.1", int(inner.effective_port))
        self._front = TlsFront(bound, certificates.context, place, certificates.refresh)

    def _options(self) -> dict[str, Any]:
        settings = self._desk.settings
        return {
            "threads": settings.threads,
            # Who watches has a stream, and fetches pictures beside it; the rest is for who comes
            # and goes.
            "connection_limit": 2 * settings.streams + 100,
            "outbuf_high_watermark": settings.unread_bytes,
            "channel_timeout": 60,
            # select() knows no descriptor above 1023, which so many streams come near to.
            "asyncore_use_poll": True,
            # Which server in which version we run helps only who looks for its holes.
            "ident": None,
            "max_request_body_size": max(settings.largest_request, settings.largest_picture),
            # Anybody can write an address into X-Forwarded-For, and wrong PINs are counted by
            # address.
            "clear_untrusted_proxy_headers": True,
        }

    def _accept_relayed(self, server: Any) -> Any:
        """What the front hands on, under the address of whoever really came."""
        found = type(server).accept(server)
        if found is None:
            return None
        connection, address = found
        caller = None if self._front is None else self._front.caller(address[1])
        if caller is None:  # somebody on this machine found the door: it is none
            connection.close()
            return None
        return connection, caller

    def _accept(self, server: Any) -> Any:
        """A new connection, unless its address has as many as one device needs: who drips bytes
        into hundreds of them must not keep the others out."""
        found = type(server).accept(server)
        if found is None:
            return None
        connection, address = found
        place, channels = neighbourhood(address[0]), server.active_channels.values()
        own = [one for one in channels if neighbourhood(one.addr[0]) == place]
        if len(own) < self._desk.settings.connections_per_address or is_here(address[0]):
            return found
        connection.close()
        return None

    def _staff(self, streams: int) -> None:
        self._server.task_dispatcher.set_thread_count(self._desk.settings.threads + streams)

    @property
    def port(self) -> int:
        return int(self._server.effective_port)

    def run(self) -> None:
        """Serve until somebody stops it."""
        if self._front is not None:
            self._front.start()
        try:
            self._server.run()
        finally:
            self._desk.hub.close()

    def start(self) -> None:
        """Serve in a thread of its own."""
        self._thread = threading.Thread(target=self.run, name="web", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the streams and let their threads go, then close all connections from within the
        server's own loop: what a stream says last needs them."""
        self._desk.hub.close()
        if self._front is not None:
            self._front.stop()
        server, connections = self._server, self._server._map
        server.task_dispatcher.shutdown(timeout=STOP_S)
        with contextlib.suppress(OSError):  # the loop may be quicker and be gone already
            server.trigger.pull_trigger(lambda: wasyncore.close_all(connections, True))
        if self._thread is not None:
            self._thread.join(STOP_S)


def _bound(host: str, port: int) -> socket.socket:
    """A socket at the address."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        bound = socket.socket(family, kind, protocol)
        try:
            # A restart finds its port although connections of before still linger there.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            bound.bind(address)
        except OSError:
            bound.close()
            raise
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise TurboError(f"port {port} is in use; try --port {port + 1}") from error
        raise TurboError(f"{host}:{port}: cannot be served: {error.strerror}") from error
    return bound


def addresses(host: str, port: int) -> list[str]:
    """Where the site can be seen: the first line is what a person should type."""
    if host not in ("0.0.0.0", "::", ""):
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    found = [f"http://{own_address()}:{port}/", f"http://localhost:{port}/"]
    return list(dict.fromkeys(found))
