"""A telephone as the camera of a command: what is served for it, and what a person is told.

`turbo run` serves the telephone's page with its dashboard. The other commands have none: they serve
a site over an empty store for as long as they look, with the PIN and the certificate of the house.
"""

import io
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from turbo.app.arriving import Steady
from turbo.errors import TurboError
from turbo.storage.session import Session
from turbo.storage.store import Store, default_store
from vision.cameras.advice import advice
from vision.cameras.frames import Frame
from vision.cameras.newest import NewestCamera
from vision.cameras.phone import PHONE_SETTINGS, PhoneInbox, PhoneSource
from vision.cameras.source import Facts, Locked
from vision.mat.card_fit import calibrate_cards
from vision.mat.markers import calibrate

if TYPE_CHECKING:
    from flask import Flask

    from web.auth.keys import Keys
    from web.secure.certificates import Certificates
    from web.serve import Ports

SECURE_BEYOND = 363
"""From the port of HTTP to that of HTTPS: 8080 and 8443, which people know."""


def phone_camera(inbox: PhoneInbox) -> NewestCamera:
    inbox.is_wanted = True
    return NewestCamera(PhoneSource(inbox), PHONE_SETTINGS)


def secure_port_beside(port: int) -> int:
    """Any free one beside any free one; and none beyond the last."""
    return port + SECURE_BEYOND if 0 < port <= 65535 - SECURE_BEYOND else 0


def certificates_for(
    store: Path, certificate: Path | None = None, key: Path | None = None
) -> "Certificates":
    """The owner's own where they are named, else the house's beside the store."""
    from web.secure.certificates import Certificates

    if certificate is not None:
        return Certificates.given(certificate, key)
    if key is not None:
        raise TurboError("expected --certificate with --certificate-key")
    return Certificates.of_house(store)


def invitation(address: str, code: str) -> str:
    """What a person at the terminal does: scan, and lean the telephone beside the table."""
    import segno

    joining = f"{address}camera#join={code}"
    drawn = io.StringIO()
    segno.make(joining, error="l").terminal(drawn, border=2, compact=True)
    return (
        f"{drawn.getvalue()}"
        "scan this with the telephone that is to be the camera, or open there and type the PIN:\n"
        f"{address}camera"
    )


HOST = "0.0.0.0"
"""The whole network: the telephone is not this machine."""


class ServedPhone:
    """A camera (`vision.cameras.frames.Camera`) with a site of its own, while it is open."""

    simulated = False
    patience_s = 600.0
    """How long a person may take to find a telephone and to lean it somewhere."""

    def __init__(
        self,
        *,
        store: Path | None = None,
        is_leaned: bool = True,
        ports: "Ports | None" = None,
        say: Callable[[str], None] = lambda text: print(text, flush=True),
    ) -> None:
        """Without `ports` at the usual ones, with keys and certificate from beside the store. One
        that is leaned gives no picture before the mat, or all corner cards, have lain still in
        it."""
        from web.serve import Ports, Server

        store = store or default_store()
        self._closing = ExitStack()
        self.inbox = PhoneInbox()
        self._steady = Steady(calibrate, calibrate_cards) if is_leaned else None
        self._camera = phone_camera(self.inbox)
        self._closing.callback(self._camera.close)
        try:
            ports = ports or Ports(HOST, USUAL_PORT, secure_port_beside(USUAL_PORT))
            self._closing.callback(ports.close)
            certificates = certificates_for(store)
            app = self._site(_keys(store, say))
            self.server = Server(app, ports, certificates)
            self.server.start()
            self._closing.callback(self.server.stop)
            self._invite(app, say)
        except BaseException:
            self.close()
            raise

    def _site(self, keys: "Keys") -> "Flask":
        from web.app import create_app
        from web.phone.ports import Telephone

        # Not the house's own store: a match that is open there goes on without us.
        folder = self._closing.enter_context(tempfile.TemporaryDirectory())
        empty = self._closing.enter_context(Store(Path(folder) / "empty.db"))
        phone = Telephone(self.inbox, advice)
        return create_app(Session(empty), empty, keys=keys, phone=phone)

    def _invite(self, app: "Flask", say: Callable[[str], None]) -> None:
        from web.context import EXTENSION
        from web.serve import addresses

        code = app.extensions[EXTENSION].door.camera_code
        say(invitation(addresses(HOST, self.server.port)[0], code))

    @property
    def locked(self) -> Locked:
        return Locked(refused=self.inbox.told.refused)

    def read(self, timeout_s: float) -> Frame | None:
        frame = self._camera.read(timeout_s)
        if frame is None or self._steady is None:
            return frame
        if not self._steady.look(frame):
            return None
        self._steady = None
        return frame

    def facts(self) -> Facts | None:
        return self._camera.facts()

    def close(self) -> None:
        self._closing.close()


def _keys(store: Path, say: Callable[[str], None]) -> "Keys":
    from web.auth.keys import open_keys

    keys, pin = open_keys(store)
    if pin is not None:
        say(f"referee PIN: {pin}   (shown only now; 'turbo run --new-pin' makes another)")
    return keys


USUAL_PORT = 8080
"""As of `turbo run`: one address is learned."""
