"""When to look, and when to believe: frames become a table that lies still. No OpenCV here.

A quick look at every picture tells whether anything moves. Only when nothing has moved for a while
are the tiles read, and a table is confirmed when several looks agree on where they lie. While hands
are in sight nothing is read and nothing is confirmed.
"""

import math
from dataclasses import dataclass, field, replace

from turbo.game.dice import UNREAD
from turbo.game.observation import Observation, SeenDie
from turbo.live.occlusion import StandingOccluder
from turbo.live.tiles.laid import Laid, LaidTile, flattened, recognised
from turbo.live.tracking import TrackTuning, fuse
from vision.mat.occluders import Occluder
from vision.mat.plan import Plan, Zone


@dataclass(frozen=True, slots=True)
class TileSettleTuning:
    """Times in seconds, lengths in widths of a tile; found on the twin at 10 pictures a second."""

    quiet_s: float = 0.4
    """Nothing moves for so long before anything is read: a hand that lays tile after tile pauses
    for less than this over the table, and reading while it does would be thrown away."""
    looks: int = 3
    """Looks that agree on every place."""
    again_s: float = 2.0
    """A table that was confirmed is looked at again so often: nothing moved, so nothing is new."""
    doubtful_s: float = 1.5
    """A tile that is not read for sure after so long is unread: people are asked about it."""
    sure: float = 0.9
    """A face of less confidence is unread."""
    still: float = 0.15
    """How far a tile at rest may seem to move between two looks."""
    size: float = 1.5
    """A face is at most so many times as wide as a tile's, and no less than its inverse: a card's
    marker and printing on a table cloth are none."""
    rests_s: float = 6.0
    """What has come and stands in the field for less than this may be a hand that rests; after it,
    a mug: only tiles that it hides are waited for."""
    together: float = 0.6
    """Two faces nearer than this are one tile, seen twice: two cannot lie so near."""
    track: TrackTuning = field(default_factory=TrackTuning)


@dataclass(frozen=True, slots=True)
class TilesSettled:
    """Everything lies still, and nobody's hands are in the way."""

    at_s: float
    tiles: Laid
    is_hidden: bool = False
    """Something stands in the field, under which tiles may lie."""


@dataclass(frozen=True, slots=True)
class TilesDisturbed:
    at_s: float


Settled = TilesSettled | TilesDisturbed


class TileSettler:
    """Turns looks into confirmed tables. Tells a change once, and nothing else."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.tuning = plan, TileSettleTuning()
        self.confirmed: TilesSettled | None = None
        """The last table that was confirmed, also while it is disturbed."""
        self.is_settled = self.is_as_before = False
        self.next_id = 1
        self._quiet_s, self._looked_s = math.inf, -math.inf
        self._begin()

    def _begin(self) -> None:
        """Looks at a table that may have changed."""
        self._resting: list[_Resting] = []
        self._count = 0
        self._since_s = math.inf

    def replan(self, plan: Plan) -> None:
        """The camera or a card was moved: places are counted anew, and looked at anew."""
        self.plan, self.confirmed, self.is_settled = plan, None, False
        self._begin()

    def lose_sight(self, at_s: float) -> TilesDisturbed | None:
        # Also where nothing was confirmed yet: looks before a hand tell nothing of what it leaves.
        was, self.is_settled = self.is_settled, False
        self._begin()
        return TilesDisturbed(at_s) if was else None

    def step(
        self,
        at_s: float,
        seen: Observation,
        *,
        hand: bool = False,
        things: tuple[Occluder, ...] = (),
    ) -> Settled | None:
        """Once a picture. What was seen counts where `wants_look` said so before."""
        if hand:
            self._quiet_s = math.inf
            return self.lose_sight(at_s)
        # Since the first quiet picture, not the last: time goes on while nothing happens.
        self._quiet_s = min(self._quiet_s, at_s)
        return self._look(at_s, seen, things) if self.wants_look(at_s) else None

    def wants_look(self, at_s: float) -> bool:
        # Reading is what costs: a table that lies still is not read at every picture.
        if self.is_settled and at_s - self._looked_s < self.tuning.again_s:
            return False
        return at_s - self._quiet_s >= self.tuning.quiet_s

    def _look(self, at_s: float, seen: Observation, things: tuple[Occluder, ...]) -> Settled | None:
        """What a picture in which nothing moves tells."""
        self._looked_s = at_s
        if self._is_covered(at_s, things):
            return self.lose_sight(at_s)
        tiles = self._tiles(seen)
        pairs = self._pairs(tiles)
        if pairs is None:
            self._begin()
            self._since_s = at_s
            self._resting = [_Resting(tile, []) for tile, _ in tiles]
            pairs = list(range(len(tiles)))
        self._count += 1
        for (_, die), index in zip(tiles, pairs, strict=True):
            self._resting[index].take(die)
        return self._confirm(at_s, is_hidden=any(map(self._is_in_field, things)))

    def _tiles(self, seen: Observation) -> list[tuple[LaidTile, SeenDie]]:
        """Those of a tile's size in the field, each once: the surer of two in one place."""
        found: list[tuple[LaidTile, SeenDie]] = []
        reach = self.tuning.together * self.plan.edge_mm
        # The surer first: of two in one place it is the one that stays.
        for die in sorted(seen.dice, key=lambda die: -die.confidence):
            flat = flattened(die, self.plan)
            corners, turn = flat.corners_px, flat.rotation_deg or 0.0
            tile = LaidTile(0, corners, turn, UNREAD, die.readings, die.corners_px)
            is_new = all(math.dist(tile.place, other.place) > reach for other, _ in found)
            if is_new and self._is_tile(tile):
                found.append((tile, die))
        return found

    def _is_tile(self, tile: LaidTile) -> bool:
        part = tile.width_mm / self.plan.edge_mm
        has_size = 1 / self.tuning.size <= part <= self.tuning.size
        return has_size and self.plan.zone_of(*tile.place) is Zone.TABLE

    def _pairs(self, tiles: list[tuple[LaidTile, SeenDie]]) -> list[int] | None:
        """Which tile at rest each one is; None where they do not lie as they lay."""
        left = dict(enumerate(self._resting))
        # A tile that came or went makes another table: looks at it are counted from the first.
        if self._count == 0 or len(tiles) != len(left):
            return None
        reach, pairs = self.tuning.still * self.plan.edge_mm, []
        for tile, _ in tiles:
            place = tile.place
            near = min(left, key=lambda at: math.dist(left[at].tile.place, place))
            if math.dist(left[near].tile.place, place) > reach:
                return None
            pairs.append(near)
            del left[near]
        return pairs

    def _is_covered(self, at_s: float, things: tuple[Occluder, ...]) -> bool:
        """Whether a hand is in sight, or something stands on tiles that were believed."""
        known = () if self.confirmed is None else self.confirmed.tiles
        for thing in things:
            in_field = self._is_in_field(thing)
            is_young = at_s - thing.since_s < self.tuning.rests_s
            # What hides a tile that was believed hides it however long it has stood there.
            standing = StandingOccluder(thing.outline_mm, thing.since_s)
            hides = any(standing.hides(tile.place) for tile in known)
            if hides or (in_field and (thing.disturbs or is_young)):
                return True
        return False

    def _is_in_field(self, thing: Occluder) -> bool:
        return any(self.plan.zone_of(*place) is Zone.TABLE for place in thing.outline_mm)

    def _confirm(self, at_s: float, *, is_hidden: bool) -> TilesSettled | None:
        if self._count < self.tuning.looks:
            return None
        fused = [resting.fused(self.tuning) for resting in self._resting]
        is_sure = all(not tile.face.is_unread for tile in fused)
        if not is_sure and at_s - self._since_s < self.tuning.doubtful_s:
            return None
        now = TilesSettled(at_s, self._numbered(tuple(fused)), is_hidden)
        if self.is_settled and self.confirmed is not None and _same(now, self.confirmed):
            return None
        self.confirmed, self.is_settled = now, True
        return self.confirmed

    def _numbered(self, tiles: Laid) -> Laid:
        """Numbers of their own; a tile that lies where one lay keeps its number."""
        known, numbered = () if self.confirmed is None else self.confirmed.tiles, []
        for tile in recognised(tiles, known):
            # Only what is new gets one, however often the rest is looked at: by its number evidence
            # that is read again finds the same tile. And none is used twice: an answer that comes
            # late must not name another.
            is_new = not tile.id
            numbered.append(replace(tile, id=self.next_id) if is_new else tile)
            self.next_id += is_new
        return tuple(numbered)


@dataclass(slots=True)
class _Resting:
    """A tile at rest and the looks at it, each once."""

    tile: LaidTile
    looks: list[SeenDie]

    def take(self, die: SeenDie) -> None:
        # A look counts once: the same one told again makes nobody surer.
        is_repeated = self.looks and die.look is not None and self.looks[-1].look == die.look
        if not is_repeated:
            self.looks.append(die)

    def fused(self, tuning: TileSettleTuning) -> LaidTile:
        readings = fuse(self.looks[-tuning.track.window :], tuning.track)
        # Of all looks: a tile that leaned once in a still table leans, whatever the last look says.
        doubts = {doubt for die in self.looks for doubt in die.doubts}
        is_sure = readings and readings[0].confidence >= tuning.sure and not doubts
        face = readings[0].face if is_sure else UNREAD
        return replace(self.tile, face=face, readings=readings)


def _same(one: TilesSettled, other: TilesSettled) -> bool:
    faces = {tile.id: tile.face for tile in one.tiles}
    has_faces = faces == {tile.id: tile.face for tile in other.tiles}
    return has_faces and one.is_hidden == other.is_hidden
