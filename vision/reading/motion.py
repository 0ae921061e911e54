"""What is in the picture beside the table and its dice, and what of it moves: a cheap look at
every frame.

Every picture is compared with the bare table. Whatever differs in one large piece and is no shadow
is a thing: a hand, a sleeve, a cup, a phone. Nobody needs to know which: what moves over the mat
is taken for a hand and disturbs; what has stood still for a second is furniture, hides what is
under it and disturbs nothing. A shadow darkens all three colours alike and
is no thing. What was there from the first and has been taken away is no thing either, though the
picture differs there: the outline is the bare table's then, and not the picture's.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.game.observation import Observation
from vision.mat.occluders import Occluder
from vision.mat.plan import Plan, Zone
from vision.pictures.pixels import is_grey, shrunk_to_width

Image = NDArray[np.uint8]
Small = NDArray[np.float32]
Mask = NDArray[np.uint8]

MAT_BLOCK = 4
"""Pixels of the small picture that are on the mat or beside it together: a fifth of a hand."""

_GAP = np.ones((3, 3), np.uint8)
"""A line of the mat under a hand may look as it did: gaps of two pixels do not part a hand."""

_NEAR = (7, 7)
"""What lies at an outline: as much as a die covers."""

_AROUND = (21, 21)
"""How far the outline's parts speak for what lies between them: half a cup."""

OWN = 0.35
"""The most of a thing's own outline that may be sharper on the bare table: of cups and arms beside
a place that something had left 0 to 0.25 was, of such places 0.6 and more."""

_RIM = np.ones((5, 5), np.uint8)
"""Around a thing two pixels are half its own. Taken for the bare table they would be its outline:
the thing itself is told as a place that something has left then, and what it hides as missing."""


@dataclass(frozen=True, slots=True)
class MotionTuning:
    """What counts as a thing, as moving, as a shadow and as darkness; grey levels from 0 to 255,
    shares of the picture."""

    width_px: int = 160
    """The picture is looked at in this width: a finger has three pixels then."""
    changed: float = 22.0
    """A pixel differs when it is this much lighter or darker than at rest, in full light: skin on
    any mat differs by 30 and more there. In less light everything differs by less."""
    full_light: float = 200.0
    """The brightest tenth of a picture in full light; a dim lamp gives half of it."""
    changed_least: float = 9.0
    """However dim it is: noise reaches 8 after shrinking."""
    stirred: float = 0.5
    """The part of `changed` by which a pixel differs from what it was when something moves there:
    a hand's own skin differs less from place to place than it does from the mat, and a film that
    was packed flickers by up to 4 levels."""
    hand_share: float = 0.005
    """The least share of the picture that lies on the mat: a die covers 0.13 %, the tips of three
    fingers over its rim 0.7 %."""
    thing_share: float = 0.006
    """The least share of a thing that does not reach the edge: four and a half dice, a third of a
    small cup. Anything less hides no more than two dice."""
    arm: float = 0.075
    """How much of the picture's edge an arm covers at least in one piece, in widths of the picture:
    32 mm of an A3 mat. A die that rolled there covers half of it, and may touch others and their
    shadows, which reach the edge elsewhere."""
    all_share: float = 0.6
    """When this much differs, it is the light or the camera and not a hand."""
    moving: float = 0.002
    """The share that must differ from the frame before for something to be moving."""
    stands_s: float = 1.0
    """What has stood still for so long is furniture. A hand that holds still to think moves a
    little within a second; a cup is let go within it."""
    ghost_s: float = 0.15
    """A place that something has left is told after so long, two pictures at 10 a second: while it
    moves its outline is blurred."""
    still_part: float = 0.97
    """The part of a thing in which nothing may have moved for that: its rim mixes with whatever
    passes behind it."""
    shadow: tuple[float, float] = (0.5, 0.98)
    """What a shadow leaves of the light: under an arm half of it, less only right beside it."""
    shadow_tint: float = 0.05
    """How much more it may leave of one colour than of another: light that comes round an arm has
    another tint, by 2 to 4 parts of a hundred in films; skin and wood differ by 10 and more."""
    follow: float = 0.05
    """How fast the bare table follows the light where nothing lies, a frame: a lamp that warms up
    is followed, and a die is told anyway."""
    around_die: float = 0.5
    """Widths of a die around its face that belong to it: its sides and its own shadow."""
    dark: float = 14.0
    """A picture whose brightest tenth is below this shows nothing."""
    burnt: float = 250.0
    """A pixel of which every colour reaches this shows nothing any more,"""
    burnt_share: float = 0.3
    """and so much of the picture is too much: a white mat and its dice are one then. In good light
    paper has 200 to 235."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What one look tells."""

    dark: bool = False
    moving: bool = False
    light: float = 0.0
    """Brightness of the brightest tenth, 0 to 255."""
    bright: bool = False
    """So much of it is burnt out that dice cannot be read."""
    grey: bool = False
    """There is no colour in it: orange and black look alike."""


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """A part of the picture that differs from the bare table."""

    mask: NDArray[np.bool_]
    is_arm: bool
    """It reaches the picture's edge as widely as an arm does."""
    edge: tuple[float, float] | None
    """The middle of where it does: column and row."""
    still_s: float


class Motion:
    """Compares every picture with the bare table. `rest` when a table was believed."""

    def __init__(self, tuning: MotionTuning | None = None, plan: Plan | None = None) -> None:
        self.tuning, self.plan = tuning or MotionTuning(), plan
        self._mat: NDArray[np.bool_] | None = None
        self._mat_plan: Plan | None = None
        self._bare: Small | None = None
        """The table without things, at the light of the first picture."""
        self._now: Small | None = None
        """The last picture, at that same light."""
        self._known: Small | None = None
        """What every pixel showed when it changed last,"""
        self._stirred_s: Small | None = None
        """and when that was, by seconds since the first picture."""
        self._first_s = 0.0
        self._pieces: tuple[_Piece, ...] = ()
        """The large pieces that differ from it now."""
        self._scale, self._at_s = 1.0, 0.0
        self._changed = self.tuning.changed

    def look(self, image: Image, at_s: float) -> Glance:
        small, self._at_s = self._small(image), at_s
        # Of every second pixel: this is done for each picture, and a share needs no more.
        light = _at_part(_most(small)[::2, ::2], 0.9)
        part = min(1.0, light / self.tuning.full_light)
        self._changed = max(self.tuning.changed_least, part * self.tuning.changed)
        if light < self.tuning.dark:
            # In the dark everything differs from the bare table, and nothing of it is a thing.
            self._pieces = ()
            return Glance(dark=True, light=light)
        burnt = float(np.mean(_least(small) >= self.tuning.burnt))
        is_moving = self._follow(small, at_s)
        self._pieces = tuple(self._find(at_s))
        self._clear_ghosts()
        return Glance(
            False,
            is_moving,
            light,
            burnt >= self.tuning.burnt_share,
            is_grey(image),
        )

    def rest(self, seen: Observation | None = None) -> None:
        """The table is believed to lie still as it was seen last: dice that lie elsewhere now are
        no news. Without what was seen, as after a bump, all of the picture is the table."""
        if seen is None or self._bare is None or self._now is None:
            self._bare = None if self._now is None else self._now.copy()
            self._pieces = ()
            return
        hidden = np.zeros(self._bare.shape[:2], np.bool_)
        for piece in self._things(seen):
            hidden |= cv2.dilate(piece.mask.astype(np.uint8), _RIM).astype(np.bool_)
        self._bare[~hidden] = self._now[~hidden]

    def things(self, seen: Observation) -> tuple[Occluder, ...]:
        """What hides a part of the table in the last picture, by outlines in millimetres: all large
        pieces that are not the dice that were seen in it."""
        return tuple(thing for piece in self._things(seen) for thing in self._outlined(piece))

    # One picture.

    def _small(self, image: Image) -> Small:
        self._scale = image.shape[1] / self.tuning.width_px
        return np.asarray(shrunk_to_width(image, self.tuning.width_px), dtype=np.float32)

    def _follow(self, small: Small, at_s: float) -> bool:
        """Take the picture in at the light of the bare table; whether much of it stirs."""
        if self._known is None or self._stirred_s is None or self._known.shape != small.shape:
            self._now, self._known = small, small.copy()
            self._bare = None if self._bare is None else small.copy()
            self._first_s = at_s
            self._stirred_s = np.zeros(small.shape[:2], np.float32)
            return True
        now = _dimmed(small, _gain(small, self._known if self._bare is None else self._bare))
        stirs = _most(_apart(now, self._known)) > self.tuning.stirred * self._changed
        cv2.accumulateWeighted(now, self._known, self.tuning.follow)
        cv2.copyTo(now, stirs.astype(np.uint8), self._known)
        self._stirred_s[stirs] = at_s - self._first_s
        self._now = now
        return float(np.mean(stirs)) > self.tuning.moving

    def _differing(self) -> Mask:
        """Where any of the three colours differs and it is no shadow: skin may be as bright as the
        mat."""
        assert self._now is not None and self._bare is not None
        differs = _most(_apart(self._now, self._bare)) > self._changed
        shadow = self._shadow(self._now, self._bare)
        mask = (differs & ~shadow).astype(np.uint8)
        # Only where nothing is: a mug or a shadow must not sink into the bare table.
        free = (~(differs | shadow)).astype(np.uint8)
        cv2.accumulateWeighted(self._now, self._bare, self.tuning.follow, mask=free)
        return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _GAP), dtype=np.uint8)

    def _shadow(self, now: Small, bare: Small) -> NDArray[np.bool_]:
        # One level added, so that black is not divided by and noise in it is no shadow.
        left = (now + 1.0) / (bare + 1.0)
        low, high = _least(left), _most(left)
        least, most = self.tuning.shadow
        return np.asarray((low >= least) & (high <= most) & (high - low <= self.tuning.shadow_tint))

    def _find(self, at_s: float) -> Iterator[_Piece]:
        if self._bare is None or self._now is None:
            return
        mask = self._differing()
        # All of it at once is a bump or a lamp, which others tell.
        if mask.mean() > self.tuning.all_share or not mask.any():
            return
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        edges = dict(_along_edge(np.asarray(labels, np.int32)))
        least = self.tuning.hand_share * mask.size
        for label in range(1, count):
            if stats[label, cv2.CC_STAT_AREA] >= least:
                yield self._piece(labels == label, edges.get(label), at_s)

    def _piece(
        self, mask: NDArray[np.bool_], edge: tuple[int, float, float] | None, at_s: float
    ) -> _Piece:
        assert self._stirred_s is not None
        stirred_s = _at_part(self._stirred_s[mask], self.tuning.still_part)
        is_arm = edge is not None and edge[0] >= self.tuning.arm * mask.shape[1]
        still_s = at_s - self._first_s - stirred_s
        return _Piece(mask, is_arm, None if edge is None else edge[1:], still_s)

    def _is_hand(self, piece: _Piece) -> bool:
        if piece.still_s >= self.tuning.stands_s:
            return False
        on_mat = int(np.sum(piece.mask & self._on_mat(piece.mask.shape)))
        return on_mat >= self.tuning.hand_share * piece.mask.size

    def _clear_ghosts(self) -> None:
        """What lies still and has no outline of its own is the table that something has uncovered.
        It is nothing at once, and the bare table as soon as it would be furniture."""
        kept = []
        for piece in self._pieces:
            ghost = self._uncovered(piece.mask, piece.still_s)
            if piece.still_s >= self.tuning.stands_s:
                assert self._bare is not None and self._now is not None
                self._bare[ghost] = self._now[ghost]
            rest = piece.mask & ~ghost
            if rest.any():
                kept.append(replace(piece, mask=rest))
        self._pieces = tuple(kept)

    def _uncovered(
        self, mask: NDArray[np.bool_], still_s: float, dice: NDArray[np.bool_] | None = None
    ) -> NDArray[np.bool_]:
        """By most of the outline: what lies within differs more from what lies around it on the
        bare table than in the picture. Single edges say nothing, an arm half hides sharp ones; but
        a large part of it that clearly has an outline of its own is a thing beside that place.
        Where `dice` were taken off the outline is theirs."""
        assert self._bare is not None and self._now is not None
        if still_s < self.tuning.ghost_s:
            return np.zeros_like(mask)
        within = mask.astype(np.float32)
        rim = cv2.dilate(within, _GAP) != cv2.erode(within, _GAP)
        if dice is not None:
            rim &= ~cv2.dilate(dice.astype(np.uint8), _RIM).astype(np.bool_)
        is_left = _step(self._bare, within) > _step(self._now, within)
        if not rim.any() or np.mean(is_left[rim]) <= 0.5:
            return np.zeros_like(mask)
        votes = cv2.blur(np.where(rim, np.where(is_left, 1.0, -1.0), 0.0), _AROUND)
        thing = mask & (votes <= 0)
        own = is_left[rim & thing]
        is_large = own.size > 0 and thing.sum() >= self.tuning.thing_share * mask.size
        return mask & ~thing if is_large and np.mean(own) <= OWN else mask

    # Things.

    def _things(self, seen: Observation) -> Iterator[_Piece]:
        """The pieces without the dice; what is left of one must still be large, and no place that
        something has left beside them: a row of tiles that was pushed along makes one piece with
        where it lay."""
        # Nothing lies there but dice in most pictures: where these are need not be drawn then.
        dice = self._dice(seen) if self._pieces else None
        for piece in self._pieces:
            assert dice is not None
            rest = piece.mask & ~dice
            opened = cv2.morphologyEx(rest.astype(np.uint8), cv2.MORPH_OPEN, _GAP).astype(np.bool_)
            # An arm lies over places that dice have left, and is a thing for all that.
            if not piece.is_arm:
                opened &= ~self._uncovered(opened, piece.still_s, dice)
            least = self.tuning.hand_share if piece.is_arm else self.tuning.thing_share
            if opened.sum() >= least * opened.size:
                yield _Piece(opened, piece.is_arm, piece.edge, piece.still_s)

    def _dice(self, seen: Observation) -> NDArray[np.bool_]:
        assert self._now is not None
        mask = np.zeros(self._now.shape[:2], np.uint8)
        for die in seen.dice:
            corners = np.asarray(die.corners_px, np.float32) / self._scale
            middle = corners.mean(axis=0)
            grown = middle + (corners - middle) * (1 + 2 * self.tuning.around_die)
            cv2.fillConvexPoly(mask, np.round(grown).astype(np.int32), 1)
        return mask.astype(np.bool_)

    def _outlined(self, piece: _Piece) -> Iterator[Occluder]:
        contours, _ = cv2.findContours(
            piece.mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
        )
        stands, is_hand = piece.still_s >= self.tuning.stands_s, self._is_hand(piece)
        side = None if piece.edge is None else side_of(self._to_mm(*piece.edge), self._planned)
        for contour in contours:
            around = cv2.approxPolyDP(contour, 1.0, True).reshape(-1, 2)
            if len(around) >= 3:
                outline = tuple(self._to_mm(x, y) for x, y in around.tolist())
                yield Occluder(outline, self._at_s - piece.still_s, stands, is_hand, side)

    @property
    def _planned(self) -> Plan:
        """Without a plan the picture itself is the table."""
        assert self._now is not None
        high, wide = self._now.shape[:2]
        return self.plan or Plan.whole_picture(round(wide * self._scale), round(high * self._scale))

    def _to_mm(self, column: float, row: float) -> tuple[float, float]:
        x, y = self._planned.to_mm(((column + 0.5) * self._scale, (row + 0.5) * self._scale))
        return round(x, 1), round(y, 1)

    def _on_mat(self, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """Where the zones are in the small picture: a hand that rests beside the mat is none of
        our business."""
        if self._mat is None or self._mat.shape != shape or self._mat_plan is not self.plan:
            self._mat_plan = self.plan
            self._mat = np.ones(shape, dtype=np.bool_)
            for row, column in self._blocks(shape) if self.plan is not None else ():
                block = np.s_[row : row + MAT_BLOCK, column : column + MAT_BLOCK]
                self._mat[block] = self._is_on_mat(row + MAT_BLOCK / 2, column + MAT_BLOCK / 2)
        return self._mat

    @staticmethod
    def _blocks(shape: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for row in range(0, shape[0], MAT_BLOCK):
            yield from ((row, column) for column in range(0, shape[1], MAT_BLOCK))

    def _is_on_mat(self, row: float, column: float) -> bool:
        assert self.plan is not None
        point = (column * self._scale, row * self._scale)
        return self.plan.zone_of(*self.plan.to_mm(point)) is not Zone.OUTSIDE


def _gain(small: Small, before: Small) -> Small:
    """By how much each colour is brighter than before, by most of the picture: exposure and white
    balance drift, and a hand covers less than half."""
    some, others = small[::2, ::2] + 1.0, before[::2, ::2] + 1.0
    shares = np.sort((some / others).reshape(-1, 3).T, axis=1)
    # The median, since what covers less than half of the picture has no say in it.
    half, last = shares.shape[1] // 2, shares.shape[1] - 1
    return np.asarray((shares[:, last - half] + shares[:, half]) / 2, dtype=np.float32)


def _dimmed(small: Small, gain: Small) -> Small:
    # Row by row: by threes it takes ten times as long.
    row = np.tile(gain, small.shape[1])
    return (small.reshape(len(small), -1) / row).reshape(small.shape)


def _at_part(values: Small, part: float) -> float:
    """The value that this part of them does not exceed, as `np.quantile` finds it: sorting takes a
    seventh of its time."""
    ordered = np.sort(values, axis=None)
    place = part * (len(ordered) - 1)
    low, high = ordered[math.floor(place)].item(), ordered[math.ceil(place)].item()
    return float(low + (high - low) * (place - math.floor(place)))


def _apart(one: Small, other: Small) -> Small:
    """By how much each colour of every pixel differs."""
    return np.asarray(cv2.absdiff(one, other), np.float32)


def _most(colours: Small) -> Small:
    """The greatest of the three colours of every pixel: three times as fast as by the last axis."""
    return np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])


def _least(colours: Small) -> Small:
    return np.minimum(np.minimum(colours[..., 0], colours[..., 1]), colours[..., 2])


def _step(picture: Small, within: Small) -> Small:
    """How much the colour changes across an outline, place by place."""
    inner, outer = (
        cv2.blur(picture * part[..., None], _NEAR) / (cv2.blur(part, _NEAR)[..., None] + 1e-6)
        for part in (within, 1.0 - within)
    )
    return _most(np.abs(inner - outer))


def side_of(point_mm: tuple[float, float], plan: Plan) -> int | None:
    """The seat from whose side a hand reaches in there; None where it comes from between them."""
    one, other = (np.mean(zone, axis=0) for zone in plan.hands_mm)
    middle, towards = (one + other) / 2, (one - other) / 2
    part = float(np.dot(np.asarray(point_mm) - middle, towards) / max(np.dot(towards, towards), 1))
    # Half of the way from the middle to a hand: between them, either player may reach in.
    return None if abs(part) < 0.5 else int(part < 0)


@cache
def _edge(high: int, wide: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the picture's edge, once around; each corner twice."""
    rows, columns = np.mgrid[0:high, 0:wide]
    around, down = (
        np.concatenate([part[0], part[:, -1], part[-1, ::-1], part[::-1, 0]])
        for part in (rows, columns)
    )
    return around, down


def _along_edge(labels: NDArray[np.int32]) -> Iterator[tuple[int, tuple[int, float, float]]]:
    """The pieces along the picture's edge, once around: how much of it each covers in its longest
    stretch, and the middle of that."""
    rows, columns = _edge(*labels.shape)
    # From a place where nothing is, so that no stretch is cut in two.
    start = int(np.argmax(labels[rows, columns] == 0))
    edge, xs, ys = (np.roll(part, -start) for part in (labels[rows, columns], columns, rows))
    ends = [*(np.flatnonzero(np.diff(edge)) + 1).tolist(), len(edge)]
    longest: dict[int, tuple[int, float, float]] = {}
    for first, end in pairwise((0, *ends)):
        label, count, middle = int(edge[first]), end - first, (first + end) // 2
        if label and count > longest.get(label, (0, 0.0, 0.0))[0]:
            longest[label] = (count, float(xs[middle]), float(ys[middle]))
    yield from longest.items()
