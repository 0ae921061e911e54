"""What `turbo run` is told on the command line."""

import argparse
from pathlib import Path
from typing import Any

from turbo.commands import common
from turbo.commands.calibrate import field_mm
from turbo.commands.feed import add_feed
from turbo.commands.rolls import add_keeping
from turbo.errors import BadNotation, TurboError
from turbo.game.editions import EDITIONS, Edition
from turbo.game.record import Tag, check_names
from turbo.games import game_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--camera",
        metavar="NAME",
        help="0, 1 ..., /dev/..., pi, auto, phone, a video, a folder of stills, an address,"
        " or twin[:SEED] (default: the one chosen on the page, or 0)",
    )
    add(
        "--board",
        metavar="NAME",
        help="auto, a serial port, pins, pins:mock or twin (default: no board)",
    )
    common.add_edition(parser)
    _add_tiles(parser)
    add(
        "--players",
        metavar="NAME,NAME",
        help="start a match of these players: two, with tiles two to six (default: Ann,Bob)",
    )
    add("--new", action="store_true", help="start a new match")
    add(
        "--machine",
        type=common.number("a level from 1 to 5", lambda level: 1 <= level <= 5, common.whole),
        metavar="LEVEL",
        help="with dice, in a new match: the second player is the machine, 1 to 5 strong; it says"
        " what to throw and to lay for it",
    )
    add(
        "--hand-over",
        choices=("button", "still", "both"),
        help="dice: how a turn ends: by the button, by itself when a legal table lies still, or by"
        " both (default: both, without a board still)",
    )
    add("--calibration", **common.FILE, help="dice: see 'turbo calibrate'")
    add(
        "--corners",
        **common.FILE,
        help='dice, no mat: JSON with "corners" in the picture and "size_mm" of the field',
    )
    add(
        "--dice",
        **common.FILE,
        help="your own dice or tiles, see 'turbo enroll' (default: the usual file, if any)",
    )
    add(
        "--speed",
        type=common.number("a speed from 0 to 1000", lambda speed: 0 <= speed <= 1000),
        default=1.0,
        help="of the twin, 0: as fast as it is seen (default: 1)",
    )
    add("--no-web", action="store_true", help="no dashboard")
    add("--no-pictures", action="store_true", help="keep no pictures of throws")
    add(
        # Only where it is asked for: each bundle holds pictures, and 5 MB of them.
        "--evidence",
        type=Path,
        metavar="FOLDER",
        help="keep a bundle there of every ruling that is not 'accepted' (see 'turbo replay')",
    )
    add("--seconds", type=common.seconds, help="stop after so long")
    add_keeping(parser)
    add_feed(parser)
    add_web(parser)
    _add_secure(parser)


def _add_tiles(parser: argparse.ArgumentParser) -> None:
    """What only the editions with tiles know; their field is found by its corner cards."""
    add = parser.add_argument
    add_chosen(parser)
    add(
        "--field",
        type=field_mm,
        metavar="WxH",
        help="tiles: the field's size in mm between the corner cards (default: measured by them)",
    )
    add(
        "--mischief",
        type=common.share,
        default=0.15,
        metavar="P",
        help="twin, tiles: chance of a foul per turn",
    )


def add_chosen(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="tiles: what the players chose, as in a record: time=90, time=off, rounds=4",
    )


def add_web(parser: argparse.ArgumentParser) -> None:
    """How a site is reached, by whom, and which match it shows."""
    add = parser.add_argument
    # The whole network: the phones of the players are the usual screens.
    add(
        "--host",
        default="0.0.0.0",
        help="the address to listen on: 127.0.0.1 for this machine alone (default: the network)",
    )
    # Above 1024, so that nobody need be root.
    add("--port", type=common.port, default=8080, help="the port (default: %(default)s)")
    add("--match", type=common.match_number, help="the match to go on with (default: the last one)")
    add("--new-pin", action="store_true", help="make a new referee PIN and show it")
    add(
        "--viewing-pin",
        metavar="PIN",
        help="whoever only looks needs this PIN, from now on ('none': anyone may look again)",
    )
    add(
        "--open-pictures",
        action="store_true",
        help="show the camera's picture and pictures of throws without a PIN, to the whole network",
    )
    add(
        "--webhooks",
        # In three steps: an address in the house reaches what no stranger should, a router.
        choices=("off", "public", "home"),
        default="off",
        help="allow webhooks: off, to the internet (public), or also to the home network (home)",
    )
    add(
        "--name",
        action="append",
        default=[],
        help="a name from the public DNS under which the site is reached, such as a proxy's",
    )
    add("--secure-cookie", action="store_true", help="for a site that is reached by HTTPS only")


def _add_secure(parser: argparse.ArgumentParser) -> None:
    """HTTPS beside HTTP: a telephone gives its camera to no other page."""
    add = parser.add_argument
    add(
        "--secure-port",
        type=common.port,
        help="the port of HTTPS (default: 8443, 363 beyond --port)",
    )
    add(
        "--certificate",
        **common.FILE,
        help="your own certificate for HTTPS, PEM (default: one that is made here)",
    )
    add("--certificate-key", **common.FILE, help="its key, PEM")


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
