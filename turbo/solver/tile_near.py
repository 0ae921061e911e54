"""An arrangement of tiles that leaves as many sets as they lay as it can find.

Which sets cannot stay is found by halves: if all of a part can stay they do, else each half of it
is asked after the other. What stays is never taken up again, so a set that does not stay is really
in the way of those before it.
"""

from collections.abc import Sequence

from turbo.solver.tile_engine import EFFORT, Codes, Stock, Work, WorkSpent, lay


def near(old: Sequence[Codes], tiles: Stock) -> tuple[list[int], list[Codes]] | None:
    """All these tiles in sets: the places of the old sets that stay, and what lies beside them.
    None if these tiles cannot lie in sets at all; `WorkSpent` if nobody knows."""
    found = lay(tiles, Stock(), Work())
    return None if found is None else nearer(old, tiles, found)


def nearer(old: Sequence[Codes], tiles: Stock, found: list[Codes]) -> tuple[list[int], list[Codes]]:
    """The same, where one way to lay all of them is known already."""
    search = _Search(old, tiles)
    left = list(found)
    for place, codes in enumerate(old):
        # What the first arrangement leaves as it was needs no question.
        same = next((one for one in left if sorted(one) == sorted(codes)), None)
        if same is not None:
            left.remove(same)
            search.keep([place])
    search.rest = left
    search.try_all([place for place in range(len(old)) if place not in search.kept])
    return sorted(search.kept), search.rest


class _Search:
    def __init__(self, old: Sequence[Codes], tiles: Stock) -> None:
        self.old, self.tiles = [Stock.of_codes(codes) for codes in old], tiles
        self.kept: list[int] = []
        self.rest: list[Codes] = []

    def keep(self, places: Sequence[int]) -> None:
        for place in places:
            self.tiles = self.tiles - self.old[place]
        self.kept += places

    def try_all(self, places: Sequence[int]) -> None:
        """Keep all of these, or as many as there is a way for."""
        if not places or self._stay(places):
            return
        if len(places) > 1:
            # By halves: where most sets can stay, few questions find those that cannot.
            half = len(places) // 2
            self.try_all(places[:half])
            self.try_all(places[half:])

    def _stay(self, places: Sequence[int]) -> bool:
        """Whether these can lie there beside those that are kept, and then they do."""
        tiles = self.tiles
        for place in places:
            if not tiles.holds(self.old[place]):
                return False
            tiles = tiles - self.old[place]
        rest = _sets(tiles)
        if rest is None:
            return False
        self.rest = rest
        self.keep(places)
        return True


def _sets(tiles: Stock) -> list[Codes] | None:
    try:
        # Little work for each: not to know costs a set that is laid anew, and no more.
        return lay(tiles, Stock(), Work(EFFORT.tidy))
    except WorkSpent:
        return None
