"""Where people at a tile table lay their rows: from a layout as written to tiles as they lie.

Rows have places in four columns, close above each other, as a full table has them. A row that goes
on keeps its place, and a tile that nobody touched lies to the hair as it lay.
"""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.layout import Layout
from turbo.game.sets import Faces
from turbo.tiles.rows import kind_of
from turbo.twin.tile_drawing import PlacedTile
from vision.mat.card_fit import TileSize


@dataclass(frozen=True, slots=True)
class StageTuning:
    """How rows lie, in millimetres and degrees; by eye beside photographs of such tables."""

    columns: int = 4
    """With eleven rows room for 44 short sets: a whole box of 106 tiles makes fewer."""
    rows: int = 11
    column_mm: float = 186.0
    """Six tiles and a gap that parts two sets: half a tile and more."""
    row_mm: float = 49.0
    """A tile's length and a third of it: people leave no more room than they need."""
    gap_mm: float = 0.5
    """Between neighbours in the mean."""
    loose_mm: float = 0.4
    turned_deg: float = 1.2
    """Deviations of a tile within its row."""
    row_turned_deg: float = 1.0


@dataclass(slots=True)
class _Row:
    slot: int
    """The first of the places it takes, counted along the rows of places."""
    faces: tuple[Face, ...]
    tiles: tuple[PlacedTile, ...]
    turn_deg: float


@dataclass(slots=True)
class TileStage:
    """The rows on the table now."""

    chance: random.Random
    size: TileSize = field(default_factory=TileSize)
    tuning: StageTuning = field(default_factory=StageTuning)
    rows: list[_Row] = field(default_factory=list)

    @property
    def tiles(self) -> tuple[PlacedTile, ...]:
        return tuple(tile for row in self.rows for tile in row.tiles)

    def lay(self, layout: Layout, beside: Sequence[Faces] = (), seat: int = 0) -> None:
        """Rearrange to this layout, with more rows beside it that belong to no set: what each row
        has in common with one that lies there decides which it is."""
        wanted = [tuple(f for f in row if f) for island in layout.islands for row in island]
        placed: list[tuple[Faces, _Row | None]] = []
        left, others = list(self.rows), []
        for faces in (*wanted, *map(tuple, beside)):
            old = next((row for row in left if row.faces == faces), None)
            if old is None:
                others.append(faces)
            else:
                left.remove(old)
                placed.append((faces, old))
        for faces in sorted(others, key=len, reverse=True):
            old = max(left, key=lambda row: _common(row.faces, faces), default=None)
            if old is None or faces not in wanted or not _common(old.faces, faces):
                placed.append((faces, None))
            else:
                left.remove(old)
                placed.append((faces, old))
        self.rows = self._rows(placed, seat)

    def clear(self) -> None:
        self.rows = []

    def _rows(self, placed: list[tuple[Faces, _Row | None]], seat: int) -> list[_Row]:
        """Those that fit where they were first, then the others where there is room."""
        found: list[_Row] = []
        taken: set[int] = set()
        waiting = []
        for faces, old in placed:
            places = None if old is None else self._places(old.slot, len(faces))
            if old is None or places is None or taken & set(places):
                waiting.append(faces)
                continue
            taken |= set(places)
            found.append(self._laid(faces, old.slot, old.turn_deg, old))
        for faces in waiting:
            slot = self._free(len(faces), taken)
            taken |= set(self._places(slot, len(faces)) or ())
            turn = 180.0 if seat % 4 in (1, 2) else 0.0
            turn += self.chance.gauss(0.0, self.tuning.row_turned_deg)
            found.append(self._laid(faces, slot, turn, None))
        return found

    def _places(self, slot: int, count: int) -> list[int] | None:
        """The places that a row takes from here on; None where it would leave the field."""
        many = _places_for(count)
        column = slot % self.tuning.columns
        return None if column + many > self.tuning.columns else list(range(slot, slot + many))

    def _free(self, count: int, taken: set[int]) -> int:
        slots = list(range(self.tuning.columns * self.tuning.rows))
        # Anywhere: at a real table sets do not fill up row by row.
        self.chance.shuffle(slots)
        for slot in slots:
            places = self._places(slot, count)
            if places is not None and not taken & set(places):
                return slot
        raise TurboError(f"expected room for a row of {count} tiles on the twin's table")

    def _laid(self, faces: Faces, slot: int, turn_deg: float, old: _Row | None) -> _Row:
        tiles = []
        if old is not None and _places_for(len(old.faces)) != _places_for(len(faces)):
            old = None
        wide = _places_for(len(faces)) * self.tuning.column_mm
        for place, face in enumerate(faces):
            lay = old.tiles[place] if old is not None and place < len(old.tiles) else None
            if lay is None or lay.face != face:
                lay = self._tile(face, slot, place, turn_deg, wide)
            tiles.append(lay)
        return _Row(slot, faces, tuple(tiles), turn_deg)

    def _tile(
        self, face: Face, slot: int, place: int, turn_deg: float, wide_mm: float
    ) -> PlacedTile:
        tuning, chance = self.tuning, self.chance
        down, across = divmod(slot, tuning.columns)
        pitch = self.size.wide_mm + tuning.gap_mm
        is_turned = abs(turn_deg) > 90.0
        along = place * pitch + self.size.wide_mm / 2
        left = (across - tuning.columns / 2) * tuning.column_mm
        top = ((tuning.rows - 1) / 2 - down) * tuning.row_mm
        lean = math.radians(turn_deg - (180.0 if is_turned else 0.0))
        if is_turned:  # it begins at the right for who looks from below
            along = wide_mm - 20.0 - along
        x, y = left + along, top - math.sin(lean) * along
        return PlacedTile(
            face,
            x + chance.gauss(0.0, tuning.loose_mm),
            y + chance.gauss(0.0, tuning.loose_mm),
            turn_deg + chance.gauss(0.0, tuning.turned_deg),
        )


def _places_for(count: int) -> int:
    return 1 if count <= 6 else 2 if count <= 13 else 3


def _common(one: Sequence[Face], other: Sequence[Face]) -> int:
    return (Counter(map(kind_of, one)) & Counter(map(kind_of, other))).total()
