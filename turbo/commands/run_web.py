"""How a watched table is served: HTTP, HTTPS beside it, and what the terminal says of it."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from turbo.errors import TurboError

if TYPE_CHECKING:
    from flask import Flask

    from web.secure.certificates import Certificates
    from web.serve import Ports, Server


def taken_ports(
    args: argparse.Namespace, store: Path, *, is_secure: bool
) -> "tuple[Ports, Certificates | None]":
    """The ports that were asked for. Only who looks through a telephone cannot do without HTTPS:
    for others a port that is taken is no reason to stop."""
    from turbo.app.telephone import certificates_for, secure_port_beside
    from web.serve import Ports

    if not is_secure:
        return Ports(args.host, args.port), None
    port = args.secure_port
    wanted = secure_port_beside(args.port) if port is None else port
    try:
        certificates = certificates_for(store, args.certificate, args.certificate_key)
        return Ports(args.host, args.port, wanted), certificates
    except TurboError as error:
        if args.camera == "phone" or port is not None or args.certificate is not None:
            raise
        print(f"turbo: no HTTPS, and so no telephone as the camera: {error}", flush=True)
        return Ports(args.host, args.port), None


def say_where(app: "Flask", host: str, server: "Server") -> None:
    """The addresses; for whoever reads the terminal one that is signed in already, as the PIN is
    told there and nowhere else; and the code where a telephone is waited for."""
    from turbo.app.telephone import invitation
    from web.context import EXTENSION
    from web.serve import addresses

    found = addresses(host, server.port)
    for address in found:
        print(address, flush=True)
    desk = app.extensions[EXTENSION]
    # A service's journal is read by others than its owner.
    if sys.stdout.isatty():
        minutes = round(desk.settings.invitation_s / 60)
        own = f"{found[0]}#referee={desk.door.invite()}"
        print(f"signed in already, once, within {minutes} minutes: {own}", flush=True)
    if desk.telephone is not None:
        print(invitation(found[0], desk.door.camera_code), flush=True)
