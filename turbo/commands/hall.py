"""`turbo hall`: gather tables, hold a tournament, show it all on one page.

turbo hall                     everything in one process, with a broker and SQLite of its own
turbo hall table t7            a credential for table t7, to carry there on a stick
turbo hall tls hall.local      certificates: from now on the line is encrypted
turbo hall mosquitto FOLDER    password file, access list and configuration for mosquitto
turbo hall --broker mqtts://hall.local --database postgresql://...
turbo hall verify              hold everything that was gathered against the tables' seals
turbo hall refused             what was not taken in, and why
turbo hall demo                eight simulated tables and a Swiss evening of five rounds
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from turbo.commands.common import EDITION, count, number, port
from turbo.data_folder import data_file
from turbo.errors import TurboError

if TYPE_CHECKING:
    from turbo.hall.database import Database
    from turbo.hall.door import BrokerDoor
    from turbo.mqtt.line import Address

PORT = 8090
"""Not that of a table's own page: an organiser's laptop may be table and hall at once."""
MQTT_PORT, MQTTS_PORT = 1883, 8883
"""As registered for MQTT, plain and over TLS: what tables and Home Assistant try by themselves."""


_delay = number("0 to 3600 seconds", lambda value: 0.0 <= value <= 3600.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--folder",
        type=Path,
        default=data_file("TURBO_HALL", "hall"),
        help="where the hall keeps its door and its database (default: %(default)s)",
    )
    add("--name", default="club", help="of a new hall, as it stands in topics")
    add("--host", default="0.0.0.0", help="the address to listen on")
    add("--port", type=port, default=PORT, help="of the page (default: 8090)")
    add("--mqtt-port", type=port, help="of the broker inside (default: 1883, with TLS 8883)")
    add("--broker", metavar="ADDRESS", help="a broker that runs already: mqtt[s]://HOST[:PORT]")
    add("--database", metavar="URL", help="postgresql://... (default: SQLite in the folder)")
    add(
        # No orders then: they are signed with the table's own key, and an open table has none.
        "--open",
        action="store_true",
        help="tables need no credential (and take no orders)",
    )
    add("--delay", type=_delay, default=0.0, help="delay for spectators, in seconds")
    add("--new-pins", action="store_true", help="make new PINs and show them")
    add(
        "--site",
        action="append",
        default=[],
        metavar="NAME",
        help="a name from the public DNS under which the page is reached; more may follow",
    )
    add("--secure-cookie", action="store_true", help="reached by HTTPS only")
    parser.set_defaults(act=serve)
    _add_actions(parser)


def _add_actions(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(metavar="ACTION")

    def action(name: str, act: Callable[[argparse.Namespace], int], words: str) -> Any:
        """How an option is added to it."""
        one = actions.add_parser(name, help=words)
        one.set_defaults(act=act)
        return one.add_argument

    add = action("table", add_table, "write the credential of a table")
    # As it becomes part of a topic, where '/', '+' and '#' have a meaning.
    add("table", help="its name: small letters, digits, '-' and '_'")
    add("--at", metavar="HOST[:PORT]", help="where tables reach the broker")
    add("--out", type=Path, help="the file (default: NAME.json)")
    add = action("reader", add_reader, "a user who hears everything: for Home Assistant")
    add("table", metavar="name")
    add = action("remove", remove_user, "take a table's or reader's credential back")
    add("table", metavar="name")
    add = action("tls", make_tls, "make certificates for the hall's names and addresses")
    add("hosts", nargs="+", metavar="HOST")
    add = action("mosquitto", write_mosquitto, "write the files for a mosquitto broker")
    add("out", type=Path, metavar="FOLDER")
    action("verify", check_seals, "hold what was gathered against the tables' seals")
    add = action("refused", show_refused, "messages that were not taken in, and why")
    add("--whole", action="store_true", help="with the messages themselves")
    add = action("demo", show_demo, "eight simulated tables, an evening at speed")
    add("--pace", type=_delay, default=0.25, help="seconds between two events")
    add("--rounds", type=count, default=5, help="of the tournament (default: 5)")
    add("--once", action="store_true", help="end with the last round")
    add("--tables", type=count, default=8, help="how many (default: 8)")
    add("--edition", **EDITION, help="what is played there")


def run(args: argparse.Namespace) -> int:
    try:
        # Only to see whether the extra is installed.
        import turbo.hall.desk
        import turbo.hall.door  # noqa: F401
    except ImportError as error:
        raise TurboError(f"expected {error.name}: pip install 'turbo-referee[hall]'") from error
    act: Callable[[argparse.Namespace], int] = args.act
    return act(args)


def _door(args: argparse.Namespace) -> "BrokerDoor":
    from turbo.hall.door import BrokerDoor

    return BrokerDoor.open(args.folder, args.name)


def _mqtt_port(args: argparse.Namespace, door: "BrokerDoor") -> int:
    # Once there are certificates nothing is told in the clear any more: no option forgets it.
    return int(args.mqtt_port or (MQTTS_PORT if door.ca else MQTT_PORT))


def add_table(args: argparse.Namespace) -> int:
    from turbo.storage.files import write_own
    from web.network import own_address

    door = _door(args)
    host, port = _place(args.at or own_address())
    found = door.credential(args.table, host, port or _mqtt_port(args, door))
    path = args.out or Path(f"{args.table}.json")
    # It holds a password: for its owner alone, also on a stick.
    write_own(path, json.dumps(found.document(), indent=1) + "\n")
    print(f"{path}: at the table: turbo run --feed {path.name}")
    return 0


def _place(text: str) -> tuple[str, int | None]:
    """HOST or HOST:PORT; an IPv6 address with a port stands in brackets."""
    try:
        # Several colons without brackets are a bare IPv6 address.
        bare = text.count(":") > 1 and not text.startswith("[")
        found = urlsplit(f"//[{text}]" if bare else f"//{text}")
        if found.hostname and not found.path and not found.username:
            return found.hostname, found.port
    except ValueError:
        pass
    raise TurboError(f"expected HOST or HOST:PORT, got {text!r}")


def add_reader(args: argparse.Namespace) -> int:
    password, _ = _door(args).add(args.table, "reader")
    print(f"user {args.table}, password {password}   (shown only now)")
    return 0


def remove_user(args: argparse.Namespace) -> int:
    _door(args).remove(args.table)
    print(f"{args.table} is gone; write mosquitto's files anew if you use it")
    return 0


def make_tls(args: argparse.Namespace) -> int:
    door = _door(args)
    door.certify(args.hosts)
    print(f"{door.tls}: certificates for {', '.join(args.hosts)}; write the tables' files anew")
    return 0


def write_mosquitto(args: argparse.Namespace) -> int:
    door = _door(args)
    for path in door.mosquitto(args.out.absolute(), _mqtt_port(args, door)):
        print(path)
    return 0


def _database(args: argparse.Namespace) -> "Database":
    from turbo.hall.database import Database

    return Database(args.database or str(args.folder / "hall.db"))


def check_seals(args: argparse.Namespace) -> int:
    """0 if all is as the tables told it, else 1 with a line for each match that is not."""
    database = _database(args)
    found = database.verify()
    database.close()
    for line in found.broken:
        print(line)
    what = f"{found.matches} matches, {found.entries} entries, {found.sealed} of them sealed"
    is_whole = f"{len(found.broken)} matches are not as they were told"
    print(f"{what}: {is_whole if found.broken else 'as they were told'}")
    return 1 if found.broken else 0


def show_refused(args: argparse.Namespace) -> int:
    database = _database(args)
    for one in reversed(database.refused()):
        print(f"{one.at:%Y-%m-%d %H:%M:%S} {one.place} {one.kind}, {one.times}x: {one.why}")
        if args.whole:
            print(f"  {one.payload}")
    database.close()
    return 0


def _broker_address(args: argparse.Namespace, door: "BrokerDoor") -> "Address":
    """The hall's own way to a broker that runs already."""
    found = urlsplit(args.broker)
    try:
        port = found.port
    # urlsplit finds a bad port only when it is asked for it.
    except ValueError:
        port = None
    if found.scheme not in ("mqtt", "mqtts") or not found.hostname:
        raise TurboError(f"expected mqtt://HOST or mqtts://HOST, got {args.broker!r}")
    is_tls = found.scheme == "mqtts"
    own = door.own(found.hostname, port or (MQTTS_PORT if is_tls else MQTT_PORT))
    named = {"user": found.username, "password": found.password or ""} if found.username else {}
    return replace(own, tls=is_tls, **named)


class Running:
    """Broker, database, hall, desk and page, put together; closed in the other order."""

    def __init__(self, args: argparse.Namespace) -> None:
        from turbo.hall.desk import TournamentDesk
        from turbo.hall.gather import Hall
        from web.hall import create_hall_app
        from web.hall.door import Pins
        from web.serve import Ports, Server
        from web.settings import DEFAULTS

        self._closing: list[Callable[[], None]] = []
        self.door = _door(args)
        database = _database(args)
        # Before the hall, which asks it to conclude matches; its own hall comes after, in a circle.
        self.desk = TournamentDesk(database)
        address = self._broker(args)
        self.hall = Hall(database, address, keys=self.door.key, kept=self.desk.conclude)
        self.desk.hall = self.hall
        # Before PINs are made and the hall gathers: where the port is taken, nothing has begun.
        ports = Ports(args.host, args.port)
        self._closing.append(ports.close)
        # Kept as hashes: shown when they are made, and never again.
        pins, shown = Pins.open(args.folder, renew=args.new_pins)
        if shown is not None:
            print(f"organiser PIN: {shown[0]}, scorer PIN: {shown[1]}   (shown only now)")
        settings = replace(
            DEFAULTS,
            secure_cookie=args.secure_cookie,
            names=tuple(name.lower().rstrip(".") for name in args.site),
        )
        app = create_hall_app(self.hall, self.desk, pins, settings, delay_s=args.delay)
        self.server = Server(app, ports)
        self.hall.start()
        # The last to be opened and the first to be closed: until then it still speaks to the
        # broker.
        self._closing.append(self.hall.close)

    def _broker(self, args: argparse.Namespace) -> "Address":
        if args.broker is not None:
            found = _broker_address(args, self.door)
            self.mqtt_port = found.port
            return found
        from turbo.hall.broker import EmbeddedBroker

        port = _mqtt_port(args, self.door)
        broker = EmbeddedBroker(self.door, args.host, port, stands_open=args.open).start()
        self._closing.append(broker.close)
        self.mqtt_port = port
        # Where it listens: it may be one address alone, or all of the new kind.
        here = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(args.host, args.host)
        own = self.door.own(here, port)
        # Within one machine the name in the certificate need not be its own.
        return replace(own, host=_certified_host(self.door)) if self.door.ca else own

    def close(self) -> None:
        while self._closing:
            self._closing.pop()()


def _certified_host(door: "BrokerDoor") -> str:
    """A name of the hall's certificate that is this machine."""
    from cryptography import x509

    certificate = x509.load_pem_x509_certificate((door.tls / "hall.pem").read_bytes())
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    found = [str(one.value) for one in names]
    # One that surely means this machine, if it was certified; else the first name that was given.
    return next((one for one in found if one in ("127.0.0.1", "localhost", "::1")), found[0])


def serve(args: argparse.Namespace) -> int:
    from web.serve import addresses

    running = Running(args)
    for address in addresses(args.host, running.server.port):
        print(address, flush=True)
    try:
        running.server.run()
    finally:
        running.close()
    return 0


def show_demo(args: argparse.Namespace) -> int:
    from turbo.commands.hall_demo import Demo

    demo: Any = Demo(args)
    demo.run()
    return 0 if demo.is_equal else 1
