"""The options of a table that tells what happens: a feed beside `turbo run` and `turbo serve`."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from turbo.errors import TurboError
from turbo.game.messages import Language

if TYPE_CHECKING:
    from turbo.storage.session import Session
    from turbo.storage.store import Store


def add_feed(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--feed",
        metavar="ADDRESS",
        help="tell a broker what happens: mqtt[s]://HOST/HALL/TABLE, or the table's credential"
        " file (see 'turbo hall table', docs/feed.md)",
    )
    add(
        "--home-assistant",
        choices=("show", "buttons"),
        help="with --feed: let Home Assistant find this table; 'buttons': and pause it",
    )
    add(
        "--feed-language",
        choices=[str(one) for one in Language],
        default="en",
        help="of the names that Home Assistant is told (default: en)",
    )


def start_feed(
    args: argparse.Namespace, store: "Store", session: "Session", *, has_board: bool = False
) -> Callable[[], None]:
    """Begin to tell, where that was asked for; the answer ends it."""
    if args.feed is None:
        if args.home_assistant is not None:
            raise TurboError("expected --feed together with --home-assistant")
        # Something to call in any case, so that nobody has to ask whether there is a feed.
        return lambda: None
    try:
        from turbo.mqtt.feed import Feed
        from turbo.mqtt.home_assistant import HomeAssistant
        from turbo.mqtt.line import Address
    except ImportError as error:
        raise TurboError(f"expected {error.name}: pip install 'turbo-referee[feed]'") from error
    home = None
    if args.home_assistant is not None:
        buttons, language = args.home_assistant == "buttons", Language(args.feed_language)
        home = HomeAssistant(buttons=buttons, language=language, has_board=has_board)
    # None is 'not known': a table without a board must not be told as one whose board has failed.
    board = True if has_board else None
    feed = Feed(store, session, Address.parse(args.feed), home=home, board=board)
    feed.start()
    return feed.close
