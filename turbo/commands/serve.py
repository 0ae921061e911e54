"""`turbo serve`: the dashboard over a store without a camera: score by hand, history, replay."""

import argparse
import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from turbo.commands.feed import add_feed, start_feed
from turbo.commands.run_arguments import add_chosen, add_web, options_of, players_of
from turbo.errors import TurboError, writing
from turbo.game.editions import EDITIONS
from turbo.storage.files import OWN, write_whole
from turbo.storage.roll_book import Rolls, rolls_path
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.storage.turn_clock import TurnClock

if TYPE_CHECKING:
    from web.auth.keys import Keys
    from web.settings import WebSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `turbo serve`: how it is reached, and which game is kept."""
    add = parser.add_argument
    add_web(parser)
    add(
        "--edition",
        choices=list(EDITIONS),
        help="keep the score of this edition (default: go on with the last match)",
    )
    add("--players", metavar="A,B,C,D", help="two to six names, clockwise (with --edition)")
    add_chosen(parser)
    add_feed(parser)


def keys_for(store: Path, args: argparse.Namespace) -> "Keys":
    """The keys beside the store as the options want them; a new PIN is printed, once."""
    from web.auth.keys import Keys, open_keys, with_viewing_pin

    keys, pin = open_keys(store, renew=args.new_pin)
    if args.viewing_pin is not None:
        wanted = None if args.viewing_pin == "none" else args.viewing_pin
        keys = with_viewing_pin(keys, wanted)
        # For good, not for this start: the table may be restarted by a power cut.
        keys.save(Keys.path_beside(store))
    # Kept is only its hash: this is the one moment at which it can be shown.
    if pin is not None:
        _tell_pin(pin)
        print(_who_sees(keys, settings_for(args)), flush=True)
    return keys


def _tell_pin(pin: str) -> None:
    """A service has no screen: its PIN is kept where only its user and root can read it, if that
    is wished for, and not said to a journal that others read."""
    named = os.environ.get("TURBO_PIN_FILE")
    if not named:
        print(f"referee PIN: {pin}   (shown only now; --new-pin makes another)", flush=True)
        return
    with writing(named):
        # A new file in the place of an old one: that may have been open to others.
        write_whole(Path(named), f"{pin}\n".encode("ascii"), OWN)
    print(f"referee PIN: in {named}   (--new-pin makes another)", flush=True)


def _who_sees(keys: "Keys", settings: "WebSettings") -> str:
    """To whom the table is open, said when it is opened first."""
    place, how = "on this network", ", unencrypted"
    # What leaves no machine is read by nobody on its way.
    if settings.is_alone:
        place, how = "at this machine", ""
    who = f"{'who has the viewing PIN' if keys.viewing else 'everybody'} {place}"
    if settings.open_pictures:
        return f"score, table and pictures are shown to {who}{how}"
    return (
        f"score and table are shown to {who}{how}; pictures only with a PIN"
        " (--open-pictures shows them too)"
    )


def settings_for(args: argparse.Namespace) -> "WebSettings":
    from web.auth.hosts import is_own
    from web.settings import DEFAULTS

    # In the DNS case says nothing, and a dot at the end only that the name is whole.
    names = tuple(name.lower().rstrip(".") for name in args.name)
    return replace(
        DEFAULTS,
        secure_cookie=args.secure_cookie,
        open_pictures=args.open_pictures,
        names=names,
        webhooks=args.webhooks,
        is_alone=is_own(args.host),
    )


def last_match(store: Store, wanted: int | None) -> int | None:
    """The match that was asked for, else the newest one, else none."""
    known = [head.id for head in store.matches()]
    if wanted is not None and wanted not in known:
        raise TurboError(f"there is no match {wanted} in {store.path} (see 'turbo matches')")
    # Also a finished one: without a camera the page is as often opened to read as to play.
    return wanted if wanted is not None else (known[-1] if known else None)


def keep_score(session: Session, args: argparse.Namespace) -> None:
    """Go on with the open match where it is the one that is asked for; else start it."""
    if args.edition is None:
        if args.players or args.option:
            raise TurboError("expected --edition with --players or --option")
        return
    options = options_of(args, simulated=False)
    names = players_of(args.players, options.edition)
    log = session.instant.log
    if log is not None and not log.match.is_finished:
        same = (log.players, log.options) == (names, options)
        # Without names it is the wish to go on: a service that starts again begins no new match.
        if same or (args.players is None and log.options.edition.name == args.edition):
            return
    session.new_match(names, options)


def pictures_beside(store: Path) -> Rolls | None:
    """The pictures of throws that a live table has kept beside this store, if it has."""
    path = rolls_path(store)
    return Rolls(path) if path.exists() else None


def run(args: argparse.Namespace) -> int:
    from turbo.app.rolling import roll_words
    from turbo.app.screen_seats import ScreenSeats
    from turbo.commands.run_web import say_where
    from turbo.solver import best_play, ruling_play
    from turbo.storage.store import default_store
    from web.app import create_app
    from web.serve import Ports, Server

    path = Path(getattr(args, "store", None) or default_store())
    with Store(path) as store, closing(Ports(args.host, args.port)) as ports:
        session = Session(store, last_match(store, args.match), find_play=ruling_play)
        keys = keys_for(path, args)
        seats = ScreenSeats(session)
        app = create_app(
            session,
            store,
            settings_for(args),
            keys=keys,
            seats=seats,
            pictures=pictures_beside(path),
            # Whoever asks for a hint waits for seconds; rulings are bounded by work.
            search=best_play,
        )
        keep_score(session, args)
        clock = TurnClock(session)
        clock.start()
        stop_feed = start_feed(args, store, session)
        try:
            server = Server(app, ports)
            say_where(app, args.host, server)
            print(roll_words(), flush=True)
            server.run()
        finally:
            # The log is the outbox: what the clock still feeds is told at the next start.
            stop_feed()
            clock.stop()
            seats.close()
    return 0
