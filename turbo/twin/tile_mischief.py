"""What people do wrong at a tile table: each act with its name, and the rule that the referee is
expected to name. What cannot be done at the moment is None, and another one comes.

Acts over the table are handed over, rejected, and put right again: the honest turn follows.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise, permutations

from turbo.game import events
from turbo.game.dice import CHANGE, DOUBLE, JOKER, MIRROR, NUMBERS, Face, without
from turbo.game.editions import Meld
from turbo.game.layout import Layout, Rule
from turbo.game.sets import Faces
from turbo.twin.tile_ledger import TileLedger


@dataclass(frozen=True, slots=True)
class Misdeed:
    """What was told to the referee, and a rule that the answer must name."""

    act: events.Act
    rule: Rule
    table: Layout | None = None
    """How the table lies meanwhile; None: as before."""


@dataclass(slots=True)
class TileScene:
    """The table as somebody finds it who is up to something."""

    ledger: TileLedger
    chance: random.Random

    @property
    def rows(self) -> list[Faces]:
        table = self.ledger.table
        return [tuple(f for f in row if f) for island in table.islands for row in island]

    @property
    def rack(self) -> Faces:
        return self.ledger.rack

    @property
    def tiles(self) -> Faces:
        """The numbered ones of the rack."""
        return tuple(face for face in self.rack if face.number in NUMBERS)

    @property
    def is_melded(self) -> bool:
        return self.ledger.melded[self.ledger.turn]

    def places(self) -> list[int]:
        """The rows in any order."""
        return self.chance.sample(range(len(self.rows)), len(self.rows))


def laid(rows: list[Faces], rule: Rule) -> Misdeed:
    layout = Layout(tuple((row,) for row in rows if row))
    return Misdeed(events.HandedOver(layout), rule, layout)


def _instead(rows: list[Faces], place: int, *new: Faces) -> list[Faces]:
    return [*rows[:place], *new, *rows[place + 1 :]]


# Tiles laid that make no set.


def lone_tile(scene: TileScene) -> Misdeed | None:
    return laid([*scene.rows, scene.rack[:1]], Rule.LONE_DIE)


def pair(scene: TileScene) -> Misdeed | None:
    return laid([*scene.rows, scene.rack[:2]], Rule.TOUCHING) if len(scene.rack) > 1 else None


def _three(scene: TileScene, is_wanted: Callable[[Faces], bool]) -> Misdeed | None:
    """Three numbered tiles of the rack, in order, that fulfil the condition: by place and not by
    face, since a rack may hold both copies of a tile."""
    tiles = scene.chance.sample(scene.tiles, len(scene.tiles))
    for row in permutations(tiles, 3):
        if is_wanted(row):
            return laid([*scene.rows, row], Rule.NOT_A_SET)
    return None


def _steps(row: Faces) -> tuple[int, ...]:
    return tuple(b - a for a, b in pairwise(face.number or 0 for face in row))


def _colours(row: Faces) -> int:
    return len({face.colour for face in row})


def colours_mixed(scene: TileScene) -> Misdeed | None:
    """A run of two colours."""
    return _three(scene, lambda row: _steps(row) == (1, 1) and _colours(row) > 1)


def gap(scene: TileScene) -> Misdeed | None:
    return _three(scene, lambda row: _steps(row) == (1, 2) and _colours(row) == 1)


def colour_twice(scene: TileScene) -> Misdeed | None:
    return _three(scene, lambda row: _steps(row) == (0, 0) and _colours(row) < 3)


def around_the_corner(scene: TileScene) -> Misdeed | None:
    """12, 13 and 1: nothing follows 13."""
    corner = [12, 13, 1]
    return _three(scene, lambda row: _colours(row) == 1 and [f.number for f in row] == corner)


def anything(scene: TileScene) -> Misdeed | None:
    """Three tiles that have nothing in common."""
    return _three(scene, lambda row: _colours(row) == 3 and min(map(abs, _steps(row))) > 1)


def fifth_in_group(scene: TileScene) -> Misdeed | None:
    rows = scene.rows
    for place in scene.places():
        row = rows[place]
        if len(row) == 4 and len({f.number for f in row}) == 1 and scene.tiles:
            return laid(_instead(rows, place, (*row, scene.tiles[0])), Rule.NOT_A_SET)
    return None


# Tiles of the table that are gone, swapped, or left over.


def take_back(scene: TileScene) -> Misdeed | None:
    rows = scene.rows
    for place in scene.places():
        # From an end: out of the middle two rows would be left, which is another fault.
        at = scene.chance.choice((0, len(rows[place]) - 1))
        kept = rows[place][:at] + rows[place][at + 1 :]
        return laid(_instead(rows, place, kept), Rule.DIE_REMOVED)
    return None


def swap(scene: TileScene) -> Misdeed | None:
    """A table tile goes to the rack, an own one lies in its place."""
    rows = scene.rows
    for place in scene.places():
        for at in range(len(rows[place])):
            other = next((f for f in scene.tiles if f != rows[place][at]), None)
            # No joker: to take one has rules of its own.
            if other is not None and rows[place][at].number in NUMBERS:
                row = (*rows[place][:at], other, *rows[place][at + 1 :])
                return laid(_instead(rows, place, row), Rule.DIE_REMOVED)
    return None


def _freed(scene: TileScene) -> tuple[list[Faces], Face] | None:
    """The rows without one of their jokers, and that."""
    for place in scene.places():
        row = scene.rows[place]
        joker = next((f for f in row if f.number == JOKER), None)
        if joker is not None:
            return _instead(scene.rows, place, without(row, [joker])), joker
    return None


def keep_joker(scene: TileScene) -> Misdeed | None:
    """The joker is taken to the rack."""
    found = _freed(scene)
    return None if found is None else laid(found[0], Rule.DIE_REMOVED)


def loose_joker(scene: TileScene) -> Misdeed | None:
    """A joker is freed and not laid again."""
    found = _freed(scene)
    return None if found is None else laid([*found[0], (found[1],)], Rule.LONE_DIE)


def split_badly(scene: TileScene) -> Misdeed | None:
    """A set is parted, and two tiles are left."""
    rows = scene.rows
    for place in scene.places():
        if len(rows[place]) > 3:
            parts = rows[place][:-2], rows[place][-2:]
            return laid(_instead(rows, place, *parts), Rule.TOUCHING)
    return None


def rearrange_only(scene: TileScene) -> Misdeed | None:
    """Nothing of the own is laid: the rows only lie in another order."""
    return laid(scene.rows[::-1], Rule.NO_HAND_DIE) if scene.rows else None


def third_copy(scene: TileScene) -> Misdeed | None:
    """A tile more than the box holds, from somebody's pocket."""
    rows, edition = scene.rows, scene.ledger.edition
    lying = [face for row in rows for face in row if face.number in NUMBERS]
    for face in scene.chance.sample(lying, len(lying)):
        # Only where all copies lie there: one in a rack would prove nothing.
        if lying.count(face) == edition.copies:
            return laid([*rows, (face, *scene.tiles[:2])], Rule.NOT_IN_BOX)
    return None


# Before the first meld.


def too_little(scene: TileScene) -> Misdeed | None:
    """A set of low tiles as a first meld."""
    if scene.is_melded:
        return None
    for row in permutations(scene.tiles, 3):
        is_run = _steps(row) == (1, 1) and _colours(row) == 1
        is_group = _steps(row) == (0, 0) and _colours(row) == 3
        worth = sum(face.number or 0 for face in row)
        # A legal set: only its worth is wrong, so no other rule can be named instead.
        if (is_run or is_group) and worth < scene.ledger.edition.first_meld:
            return laid([*scene.rows, row], Rule.FIRST_MELD)
    return None


def add_before_meld(scene: TileScene) -> Misdeed | None:
    """A tile goes to a set of others before the own first meld."""
    if scene.is_melded:
        return None
    apart = scene.ledger.edition.meld_then is Meld.APART
    for place, row in enumerate(scene.rows):
        for tile in scene.tiles:
            if _steps(row[-2:]) == (1,) and _follows(row[-1], tile) and _is_numbered(row):
                # Where both are allowed in one turn the fault is that the meld is missing.
                rule = Rule.BEFORE_MELD if apart else Rule.FIRST_MELD
                return laid(_instead(scene.rows, place, (*row, tile)), rule)
    return None


def _follows(last: Face, tile: Face) -> bool:
    return tile.colour == last.colour and tile.number == (last.number or 0) + 1


def _is_numbered(row: Faces) -> bool:
    return all(face.number in NUMBERS for face in row)


# Special jokers.


def _special(scene: TileScene, kind: int) -> Face | None:
    return next((face for face in scene.rack if face.number == kind), None)


def half_mirrored(scene: TileScene) -> Misdeed | None:
    mirror = _special(scene, MIRROR)
    if mirror is None or len(scene.tiles) < 2:
        return None
    one, other = scene.tiles[:2]
    return laid([*scene.rows, (one, other, mirror)], Rule.NOT_A_SET)


def double_alone(scene: TileScene) -> Misdeed | None:
    """Two pieces are no set, though one of them stands for two."""
    double = _special(scene, DOUBLE)
    if double is None or not scene.tiles:
        return None
    return laid([*scene.rows, (scene.tiles[0], double)], Rule.TOUCHING)


def change_in_group(scene: TileScene) -> Misdeed | None:
    change = _special(scene, CHANGE)
    if change is None:
        return None
    for a, b, _ in permutations(scene.tiles, 3):
        if a.number == b.number:
            return laid([*scene.rows, (a, b, change)], Rule.NOT_A_SET)
    return None


# Said at the wrong time.


def pass_with_tiles_left(scene: TileScene) -> Misdeed | None:
    return Misdeed(events.Passed(), Rule.OUT_OF_ORDER) if scene.ledger.pool else None


def draw_from_nothing(scene: TileScene) -> Misdeed | None:
    return None if scene.ledger.pool else Misdeed(events.Drawn(), Rule.OUT_OF_ORDER)


def show_too_early(scene: TileScene) -> Misdeed | None:
    name = scene.ledger.players[scene.ledger.turn]
    return Misdeed(events.RackShown(name, scene.rack), Rule.OUT_OF_ORDER)


def deal_again(scene: TileScene) -> Misdeed | None:
    """A round is begun while one is open."""
    return Misdeed(events.RoundStarted(scene.ledger.players[0]), Rule.OUT_OF_ORDER)


def ask_for_new_deal(scene: TileScene) -> Misdeed | None:
    """Without the pairs, or where the book knows no new deal."""
    name, wanted = scene.ledger.players[scene.ledger.turn], scene.ledger.edition.redeal_pairs
    rule = Rule.OUT_OF_ORDER if wanted is None else Rule.NO_REDEAL
    return Misdeed(events.Redealt(name, scene.rack[:4]), rule)


MISDEEDS: dict[str, Callable[[TileScene], Misdeed | None]] = {
    act.__name__.replace("_", "-"): act
    for act in (
        *(lone_tile, pair, colours_mixed, gap, colour_twice, around_the_corner, anything),
        *(fifth_in_group, take_back, swap, keep_joker, loose_joker, split_badly, rearrange_only),
        *(third_copy, too_little, add_before_meld, half_mirrored, double_alone, change_in_group),
        *(pass_with_tiles_left, draw_from_nothing, show_too_early, deal_again, ask_for_new_deal),
    )
}
"""Everything that can be done in a turn, by name."""

AT_THE_END = ("rack-short", "rack-foreign", "score-short")
"""What is done when racks are shown: a tile is kept back, one is shown that the box does not hold
any more, or somebody is forgotten in a result from paper."""


def at_the_end(name: str, scene: TileScene, seat: int) -> Misdeed | None:
    ledger = scene.ledger
    player, rack = ledger.players[seat], tuple(ledger.racks[seat])
    if name == "rack-short":
        return Misdeed(events.RackShown(player, rack[:-1]), Rule.HAND_COUNT) if rack else None
    if name == "score-short":
        return Misdeed(events.ScoredAll(((player, -1),), events.Ending.OUT), Rule.HAND_COUNT)
    lying = [f for f in ledger.table.faces if f.number in NUMBERS]
    full = next((f for f in lying if lying.count(f) == ledger.edition.copies), None)
    if full is None or not rack:
        return None
    return Misdeed(events.RackShown(player, (full, *rack[1:])), Rule.NOT_IN_BOX)
