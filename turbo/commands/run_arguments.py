"""What `turbo run` is told on the command line."""

import argparse
from pathlib import Path
from typing import Any

from turbo.commands.calibrate import size_mm
from turbo.commands.common import add_edition, port
from turbo.commands.feed import add_feed
from turbo.commands.rolls import add_keeping
from turbo.errors import BadNotation, TurboError
from turbo.game.editions import EDITIONS, Edition
from turbo.game.record import Tag, check_names
from turbo.games import game_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--camera",
        metavar="NAME",
        help="0, 1 ..., /dev/..., pi, auto, phone, a video, a folder of stills, an address,"
        " or twin[:SEED] (default: the one chosen on the page, or 0)",
    )
    parser.add_argument(
        "--board",
        metavar="NAME",
        help="auto, a serial port, pins, pins:mock or twin (default: no board)",
    )
    add_edition(parser)
    _add_tiles(parser)
    parser.add_argument(
        "--players",
        metavar="NAME,NAME",
        help="start a match of these players: two, with tiles two to six (default: Ann,Bob)",
    )
    parser.add_argument("--new", action="store_true", help="start a new match")
    parser.add_argument(
        "--machine",
        type=int,
        metavar="LEVEL",
        help="with dice, in a new match: the second player is the machine, 1 to 5 strong; it says"
        " what to throw and to lay for it",
    )
    parser.add_argument(
        "--hand-over",
        choices=("button", "still", "both"),
        help="how a turn ends: by the button, by itself when a legal table lies still, or by both"
        " (default: both, without a board still)",
    )
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="see 'turbo calibrate'")
    parser.add_argument(
        "--corners",
        type=Path,
        metavar="FILE",
        help='no mat: JSON with "corners" in the picture and "size_mm" of the field',
    )
    parser.add_argument(
        "--dice",
        type=Path,
        metavar="FILE",
        help="your own dice or tiles, see 'turbo enroll' (default: the usual file, if any)",
    )
    parser.add_argument(
        "--speed",
        type=float,
        default=1.0,
        help="of the twin, 0: as fast as it is seen (default: 1)",
    )
    parser.add_argument("--no-web", action="store_true", help="no dashboard")
    parser.add_argument("--no-pictures", action="store_true", help="keep no pictures of throws")
    parser.add_argument(
        # Only where it is asked for: each bundle holds pictures, and 5 MB of them.
        "--evidence",
        type=Path,
        metavar="FOLDER",
        help="keep a bundle there of every ruling that is not 'accepted' (see 'turbo replay')",
    )
    parser.add_argument("--seconds", type=float, help="stop after so long")
    add_keeping(parser)
    add_feed(parser)
    add_web(parser)
    _add_secure(parser)


def _add_tiles(parser: argparse.ArgumentParser) -> None:
    """What only the editions with tiles know; their field is found by its corner cards."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="tiles: what the players chose, as in a record: time=90",
    )
    parser.add_argument(
        "--field",
        type=size_mm,
        metavar="WxH",
        help="tiles: the field's size in mm between the corner cards (default: measured by them)",
    )
    parser.add_argument(
        "--mischief",
        type=float,
        default=0.15,
        metavar="P",
        help="twin, tiles: chance of a foul per turn",
    )


def add_web(parser: argparse.ArgumentParser) -> None:
    """How a site is reached, by whom, and which match it shows."""
    # The whole network: the phones of the players are the usual screens.
    parser.add_argument(
        "--host",
        default="0.0.0.0",
        help="the address to listen on: 127.0.0.1 for this machine alone (default: the network)",
    )
    # Above 1024, so that nobody need be root.
    parser.add_argument("--port", type=port, default=8080, help="the port (default: %(default)s)")
    parser.add_argument("--match", type=int, help="the match to go on with (default: the last one)")
    parser.add_argument("--new-pin", action="store_true", help="make a new referee PIN and show it")
    parser.add_argument(
        "--viewing-pin",
        metavar="PIN",
        help="whoever only looks needs this PIN, from now on ('none': anyone may look again)",
    )
    parser.add_argument(
        "--open-pictures",
        action="store_true",
        help="show the camera's picture and pictures of throws without a PIN, to the whole network",
    )
    parser.add_argument(
        "--webhooks",
        # In three steps: an address in the house can reach what no stranger should, a router or a
        # printer.
        choices=("off", "public", "home"),
        default="off",
        help="allow webhooks: off, to the internet (public), or also to the home network (home)",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        help="a name from the public DNS under which the site is reached, such as a proxy's",
    )
    parser.add_argument(
        "--secure-cookie", action="store_true", help="for a site that is reached by HTTPS only"
    )


def _add_secure(parser: argparse.ArgumentParser) -> None:
    """HTTPS beside HTTP: a telephone gives its camera to no other page."""
    parser.add_argument(
        "--secure-port", type=port, help="the port of HTTPS (default: 8443, 363 beyond --port)"
    )
    parser.add_argument(
        "--certificate",
        type=Path,
        metavar="FILE",
        help="your own certificate for HTTPS, PEM (default: one that is made here)",
    )
    parser.add_argument("--certificate-key", type=Path, metavar="FILE", help="its key, PEM")


NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
"""Six, since the largest edition seats six; where fewer play the first of them are taken."""


def players_of(text: str | None, chosen: Edition) -> tuple[str, ...]:
    """As many names as the edition has seats, in the order of play."""
    # All the seats of the edition, not the least that may play: who is fewer says who.
    if text is None:
        return NAMES[: chosen.players[1]]
    names = check_names(tuple(name.strip() for name in text.split(",")))
    chosen.seats(len(names))
    return names


def tags_of(
    args: argparse.Namespace, players: tuple[str, ...], edition: Edition
) -> tuple[Tag, ...]:
    """What a new match is kept with: who of the players is the machine."""
    if args.machine is None:
        return ()
    from turbo.partner.solo import MachineSeat

    if not game_of(edition).has_open_hands:
        raise TurboError("--machine: expected dice, with tiles the racks are hidden")
    return (MachineSeat(players[1], args.machine).tag,)


def options_of(args: argparse.Namespace, *, simulated: bool) -> Any:
    """What the match is played under."""
    pairs = []
    for text in args.option:
        key, is_given, value = text.partition("=")
        if not is_given:
            raise TurboError(f"--option: expected OPTION=VALUE, got {text!r}")
        # On the command line words are joined by '-', in a record and in the code by '_'.
        pairs.append((key.replace("-", "_"), value))
    edition = EDITIONS[args.edition]
    try:
        return game_of(edition).options(edition.name, tuple(pairs), simulated)
    except BadNotation as error:
        # What is typed here has no lines and columns.
        raise TurboError(f"--option: {error.expected}") from error
