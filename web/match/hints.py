"""What could have been played: a search that costs, so it runs one at a time and is remembered."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from turbo.errors import TurboError
from turbo.game.dice import Face, hand_text
from turbo.game.layout import Layout
from turbo.game.referee import FoundPlay

Search = Callable[[Layout, Sequence[Face]], FoundPlay]

REMEMBERED = 64
"""Searches. Undo, preview and redo judge the same turns again: that must not cost anew."""


class Hints:
    """Plays by table and hand."""

    def __init__(self, search: Search | None) -> None:
        self._search = search
        self._one_at_a_time = threading.Lock()
        self._known: OrderedDict[tuple[str, ...], FoundPlay] = OrderedDict()

    @property
    def can_search(self) -> bool:
        return self._search is not None

    @property
    def finder(self) -> Search | None:
        """The search as judging wants it, if there is one."""
        return self.play if self.can_search else None

    def play(
        self, table: Layout, hand: Sequence[Face], own: tuple[str, Search] | None = None
    ) -> FoundPlay:
        """By the search that was plugged in, or by a game's own."""
        of, search = ("", self._search) if own is None else own
        if search is None:
            raise TurboError("expected a search for plays: none is installed")
        key = str(table), hand_text(hand), of
        # A search takes up to a second of one core, and a Pi has the camera to read beside it.
        with self._one_at_a_time:
            if key not in self._known:
                self._known[key] = search(table, hand)
            self._known.move_to_end(key)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
            return self._known[key]
