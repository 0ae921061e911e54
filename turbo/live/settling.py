"""When to believe: frames become a table that lies still, or one that is being disturbed.

A table is confirmed when every die lies still and the frames agree on its face; a die on which they
do not agree delays that a little and is then unread. A die that moves, comes or goes and a hand in
the picture unsettle at once. No OpenCV here.
"""

import math
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from turbo.game.dice import UNREAD, Face
from turbo.game.observation import Doubt, Observation, SeenDie
from turbo.live.arrangement import Spot, same_arrangement
from turbo.live.cocked import LeanTuning, may_lie_flat, supposed
from turbo.live.covering import CoverTuning, TrackedTable, best_face, covered
from turbo.live.occlusion import StandingOccluder
from turbo.live.snapshot import Cause, RestingDie, Snapshot, TableDisturbed
from turbo.live.tracking import Detection, Track, Tracker, TrackTuning
from vision.mat.occluders import Occluder
from vision.mat.plan import Matrix, Plan, Zone


@dataclass(frozen=True, slots=True)
class SettleTuning:
    """When a reading is believed: at 10 frames a second the ruling must be there 0.7 s after the
    last die came to lie, of which 0.5 s are spent here."""

    frames: int = 4
    """Frames in which every die lies still and that together are sure of its face."""
    still_s: float = 0.25
    """The least time for that, at any rate of frames: a rolling die stands still for 0.1 s when it
    tips back."""
    slow_s: float = 1.0
    """Where pictures come slowly, two so far apart say as much as four: on a busy computer with two
    a second, four would take as long as people wait before they play."""
    doubtful_s: float = 0.5
    """A die that lies still for so long and is not read for sure is unread, until it is: the rest
    of the table is not kept waiting for it. Of 23 throws of the twin three had such a die; none of
    these was read for sure in 0.7 s more, and all others were read within this time."""
    uncovered_s: float = 0.3
    """The same since a hand was in the picture: it may have hidden a part of the die, and a hand is
    told for 0.2 s longer than it covers anything."""
    sure: float = 0.9
    """A face of less confidence is unread."""
    zone_slack: float = 0.3
    """Edges by which a die must have moved before it can be in another zone: a die that lies on a
    line does not change sides by itself."""
    taken_s: float = 1.0
    """A place that lies open and bare for so long under a hand: its die is not just lifted."""
    stood_s: float = 0.3
    """Something that had stood for so long when others came to light has not let them go: whoever
    sets it down is still there for longer than that."""
    bumped: float = 0.15
    """Edges by which all dice must have moved together for it to be the camera that moved."""
    bump_match: float = 0.35
    """Edges by which a die may be off when all dice are said to lie as before a bump."""
    bumped_part: float = 0.8
    """The part of the dice that must have moved before a bump is looked for."""
    scale_dice: int = 3
    """Without a mat: dice that must be seen at once before the scale is taken from them."""
    track: TrackTuning = field(default_factory=TrackTuning)
    lean: LeanTuning = field(default_factory=LeanTuning)


__all__ = ["Cause", "RestingDie", "Settler", "Settling", "Snapshot", "TableDisturbed"]

Settling = Snapshot | TableDisturbed


class Settler:
    """Turns observations into confirmed tables. Tells a change once, and nothing else."""

    def __init__(self, plan: Plan, tuning: SettleTuning | None = None) -> None:
        self.tuning = tuning or SettleTuning()
        self.tracker = Tracker(plan, self.tuning.track)
        self._zones: dict[int, tuple[float, float, Zone]] = {}
        self._confirmed: Snapshot | None = None
        self._previous: Snapshot | None = None
        self._last: Snapshot | None = None
        self._disturbed = True
        self._scaled = self._hand = False
        self._hand_s = -math.inf
        """When a hand was seen last."""
        self._things: tuple[Occluder, ...] = ()
        self._known: list[tuple[int, Face, bool, tuple[Doubt, ...]]] = []
        self._left: set[int] = set()
        """Dice that were believed and whose place was seen bare since,"""
        self._bare_s: dict[int, float] = {}
        """and since when it is bare, as far as it can be seen now."""
        self._lifted: set[int] = set()
        """Dice whose place was bare for long: they are not just moved a little."""
        self._taken: tuple[int, ...] = ()

    @property
    def plan(self) -> Plan:
        return self.tracker.plan

    @property
    def is_settled(self) -> bool:
        return not self._disturbed

    @property
    def is_as_before(self) -> bool:
        """Whether the last picture shows the table that was confirmed: not even one die blinks."""
        seen = (track.missed == 0 for track in self.tracker.tracks.values())
        return self.is_settled and self.tracker.is_steady and all(seen)

    def replan(self, plan: Plan) -> None:
        """Look at the table under another plan: everything is seen anew."""
        self.tracker = Tracker(plan, self.tuning.track, next_id=self.tracker.next_id)
        self._zones, self._last, self._disturbed = {}, None, True

    def relocate(self, plan: Plan, *, is_confirmed: bool = True) -> None:
        """The camera was bumped and found again by the mat: the dice that lay there before are
        waited for where they lay, and are the same ones if they lie there still. `is_believed`: a
        table was confirmed for the first time since the bump."""
        # The table that was just believed was seen by the old plan: the one before it is right.
        before = (self._previous if is_confirmed else None) or self._confirmed
        gone = {} if before is None else {die.id: _remembered(die) for die in before.dice}
        self.tracker = Tracker(plan, self.tuning.track, gone=gone, next_id=self.tracker.next_id)
        self._last, self._disturbed = None, True

    def lose_sight(self, at_s: float) -> TableDisturbed | None:
        """Nothing can be seen: what lies there must be believed anew."""
        return self._disturb(at_s, Cause.GONE, is_news=False)

    def step(
        self,
        at_s: float,
        seen: Observation,
        *,
        hand: bool = False,
        things: tuple[Occluder, ...] = (),
    ) -> Settling | None:
        """What this frame changes; None where it changes nothing. `hand`: something moves over the
        mat, whether or not its outline is among the things that hide a part of the table."""
        # Before anything is followed: millimetres of another scale would move every die.
        self._find_scale(seen)
        self.tracker.update(at_s, seen)
        self._things = things
        self._note_bare(at_s)
        hand = hand or any(thing.disturbs for thing in things)
        had_hand, self._hand = self._hand, hand
        self._hand_s = at_s if hand else self._hand_s
        cause = Cause.HAND if hand else self._cause()
        # A hand that goes is told like one that comes, even where nothing moved under it.
        if cause is None and had_hand and self._disturbed:
            cause = Cause.MOVED
        if cause is not None:
            taken, self._taken = self._taken, self._gone_for_long(at_s)
            is_more = len(self._taken) > len(taken)
            return self._disturb(at_s, cause, is_news=had_hand != hand or is_more)
        if not self._can_confirm(at_s) or self._is_known():
            return None
        return self._confirm(at_s)

    def _note_bare(self, at_s: float) -> None:
        """A die whose place lies open and bare has left it, whatever is put there afterwards: a cup
        is often set down where the dice lay that were thrown from it."""
        before = () if self._confirmed is None else self._confirmed.dice
        lying = {track.id for track in self.tracker.lying}
        missing = [die for die in before if die.id not in lying]
        hidden = self._hidden() if missing else ()
        self._left = (self._left & {die.id for die in missing}) | {
            die.id
            for die in missing
            if not any(one.hides((die.x_mm, die.y_mm), self.plan.edge_mm) for one in hidden)
        }
        self._bare_s = {id_: self._bare_s.get(id_, at_s) for id_ in self._left}
        self._note_lifted([d for d in missing if self._is_bare_for_long(d, at_s)])

    def _note_lifted(self, dice: Iterable[RestingDie]) -> None:
        self._lifted = (self._lifted & self.tracker.gone.keys()) | {die.id for die in dice}

    def _is_bare_for_long(self, die: RestingDie, at_s: float) -> bool:
        return at_s - self._bare_s.get(die.id, at_s) >= self.tuning.taken_s and self._is_bare(die)

    def _is_bare(self, die: RestingDie) -> bool:
        """Whether its place was seen open, and no other has come to lie there."""
        tracks = self.tracker.tracks.values()
        near = (math.hypot(t.last.x_mm - die.x_mm, t.last.y_mm - die.y_mm) for t in tracks)
        return die.id in self._left and all(apart > self.plan.edge_mm for apart in near)

    def _gone_for_long(self, at_s: float) -> tuple[int, ...]:
        """Dice that somebody has taken up; none where one came to light elsewhere: it may be one of
        these, that was only moved."""
        before = () if self._confirmed is None else self._confirmed.dice
        places = [(die.x_mm, die.y_mm) for die in before]
        tracks = [(one.last.x_mm, one.last.y_mm) for one in self.tracker.tracks.values()]
        near_mm = self.plan.edge_mm
        # One new place is enough: nobody can say which of the missing dice it is.
        if any(all(math.dist(one, place) > near_mm for place in places) for one in tracks):
            return ()
        return tuple(die.id for die in before if self._is_bare_for_long(die, at_s))

    def _kept(self) -> tuple[RestingDie, ...]:
        """Dice that lie behind something, as they lay before it stood there."""
        before = self._confirmed
        if before is None or not self._things:
            return ()
        seen = TrackedTable(
            lying={track.id: track for track in self.tracker.lying},
            gone=self.tracker.gone,
            bare=frozenset(self._left),
            things=self._hidden(),
        )
        apart_mm = self.plan.edge_mm * self.tuning.track.apart
        return covered(before, seen, CoverTuning(self.plan.edge_mm, apart_mm, self.tuning.stood_s))

    def _hidden(self) -> tuple[StandingOccluder, ...]:
        return tuple(StandingOccluder(thing.outline_mm, thing.since_s) for thing in self._things)

    def _standing(self, kept: tuple[RestingDie, ...]) -> Iterator[StandingOccluder]:
        """What stands there, with all that is known of it. A cup that stands half in the picture
        comes in over its edge as an arm does, but nobody puts it down on dice."""
        margin_mm, places = self.plan.edge_mm / 2, [(die.x_mm, die.y_mm) for die in kept]
        for thing, one in zip(self._things, self._hidden(), strict=True):
            is_arm = thing.side is not None and any(one.hides(spot, margin_mm) for spot in places)
            yield replace(self._judged(one), is_arm=is_arm)

    def _judged(self, one: StandingOccluder) -> StandingOccluder:
        """Whether a die on the mat may be out of sight under it: by places half a die apart."""
        step_mm = self.plan.edge_mm / 2
        xs, ys = zip(*one.outline, strict=True)
        left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
        wide, high = (int(length / step_mm) for length in (right - left, bottom - top))
        # Half a die apart: a die that lies wholly between two such places would be smaller than
        # that.
        places = product(range(1, wide + 1), range(1, high + 1))
        spots = ((left + step_mm * i, top + step_mm * k) for i, k in places)
        under = (spot for spot in spots if self.plan.zone_of(*spot) is not Zone.OUTSIDE)
        return replace(one, covers=any(one.hides(spot) for spot in under))

    def _is_known(self) -> bool:
        """Whether this table was told already; a die in another zone has moved before that."""
        known, self._known = self._known, [self._emitted(track) for track in self.tracker.lying]
        return self._last is not None and known == self._known

    def _emitted(self, track: Track) -> tuple[int, Face, bool, tuple[Doubt, ...]]:
        """What makes one confirmed table another one."""
        return track.id, track.face, track.confidence >= self.tuning.sure, track.doubts

    def _find_scale(self, seen: Observation) -> None:
        """Without a mat the first few dice say how large a millimetre is."""
        if self.plan.is_presumed and not self._scaled and len(seen.dice) >= self.tuning.scale_dice:
            self._scaled = True
            self.replan(self.plan.scaled_to(seen))

    def _cause(self) -> Cause | None:
        """Why the table is not the one that was believed; a die may blink for a frame."""
        if self._last is None:
            return None
        known = {die.id for die in self._last.dice} - {die.id for die in self._kept()}
        lying = {track.id: track for track in self.tracker.lying}
        if known - lying.keys():
            return Cause.GONE
        if lying.keys() - known:
            return Cause.NEW
        # One that blinks has not moved: its place is that of the frame before.
        if any(track.rested < 2 for track in lying.values() if track.missed == 0):
            return Cause.MOVED
        return None

    def _disturb(self, at_s: float, cause: Cause, *, is_news: bool) -> TableDisturbed | None:
        """Told once, and again when a hand comes or goes."""
        was, self._disturbed, self._last = self._disturbed, True, None
        # Two hands at once: nobody can say whose it was.
        sides = {thing.side for thing in self._things if thing.disturbs} - {None}
        side = sides.pop() if cause is Cause.HAND and len(sides) == 1 else None
        return None if was and not is_news else TableDisturbed(at_s, cause, side, self._taken)

    def _can_confirm(self, at_s: float) -> bool:
        return self.tracker.is_steady and all(
            self._is_sure(track, at_s) for track in self.tracker.lying
        )

    def _is_sure(self, track: Track, at_s: float) -> bool:
        still_s = at_s - track.since_s
        is_still = track.rested >= self.tuning.frames and still_s >= self.tuning.still_s
        if not is_still and (track.rested < 2 or still_s < self.tuning.slow_s):
            return False
        if track.confidence >= self.tuning.sure:
            return True
        is_uncovered = at_s - self._hand_s >= self.tuning.uncovered_s
        return is_uncovered and still_s >= self.tuning.doubtful_s

    def _confirm(self, at_s: float) -> Snapshot:
        # A table that was only read better has not moved.
        bump_mm = self._undo_bump() if self._disturbed else 0.0
        kept = self._kept()
        seen = tuple(self._die(track) for track in self.tracker.lying)
        left = tuple((id_, track.seen_s) for id_, track in self.tracker.gone.items())
        # Whatever is put down on the mat or lifted from it moves over it first, so that a table is
        # believed anew: nothing else has to tell of furniture that changes.
        # At rest a bare place is no die under a hand.
        before = () if self._confirmed is None else self._confirmed.dice
        self._note_lifted(die for die in before if self._is_bare(die))
        lifted, standing = frozenset(self._lifted), tuple(self._standing(kept))
        now = Snapshot(at_s, seen, left, lifted, bump_mm, standing, kept)
        # For a bump that is found only when this table was confirmed already.
        self._previous = self._confirmed
        self._last, self._confirmed, self._disturbed = now, now, False
        self._taken = ()
        return now

    def _die(self, track: Track) -> RestingDie:
        middle = track.middle()
        zone = self._zone(track.id, middle.x_mm, middle.y_mm)
        sure = not track.doubts and track.confidence >= self.tuning.sure
        others = self.tracker.tracks.values()
        sure = sure or may_lie_flat(track, others, self.plan, self.tuning.lean)
        return RestingDie(
            track.id,
            middle.x_mm,
            middle.y_mm,
            middle.turn_deg,
            zone,
            track.face if sure else UNREAD,
            track.readings,
            track.doubts,
            middle.corners_mm,
            middle.seen.corners_px,
            track.since_s,
            supposed(track.readings, self.tuning.lean),
        )

    def _zone(self, id_: int, x_mm: float, y_mm: float) -> Zone:
        known = self._zones.get(id_)
        slack = self.tuning.zone_slack * self.plan.edge_mm
        if known is not None and math.hypot(x_mm - known[0], y_mm - known[1]) <= slack:
            return known[2]
        zone = self.plan.zone_of(x_mm, y_mm)
        self._zones[id_] = (x_mm, y_mm, zone)
        # Numbers are given once and grow all evening: only those that lie there are kept.
        if len(self._zones) > 4 * self.tuning.track.remembered:
            lying = self.tracker.tracks
            self._zones = {key: value for key, value in self._zones.items() if key in lying}
        return zone

    def _undo_bump(self) -> float:
        """If all dice lie as before, but elsewhere in the picture, the plan follows the camera."""
        if self._confirmed is None:
            return 0.0
        old = self._confirmed.dice
        tracks = self.tracker.lying
        if len(old) != len(tracks) or not self._have_moved(tracks):
            return 0.0
        spots = [(t.middle().x_mm, t.middle().y_mm, t.face) for t in tracks]
        was: list[Spot] = [(d.x_mm, d.y_mm, best_face(d)) for d in old]
        found = same_arrangement(was, spots, self.tuning.bump_match * self.plan.edge_mm)
        if found is None:
            return 0.0
        matrix, pairs = found
        shift_mm = max(math.dist(spots[new][:2], was[i][:2]) for new, i in pairs.items())
        self._follow_camera(matrix, {tracks[n].id: old[i].id for n, i in pairs.items()})
        return shift_mm

    def _have_moved(self, tracks: list[Track]) -> bool:
        assert self._confirmed is not None
        slack = self.tuning.bumped * self.plan.edge_mm
        places = {die.id: (die.x_mm, die.y_mm) for die in self._confirmed.dice}
        moved = [
            t
            for t in tracks
            if t.id not in places
            or math.dist(places[t.id], (t.middle().x_mm, t.middle().y_mm)) > slack
        ]
        # Who takes up a set moves three; a camera moves nearly all.
        return len(moved) >= max(4, self.tuning.bumped_part * len(tracks))

    def _follow_camera(self, matrix: Matrix, names: dict[int, int]) -> None:
        self.tracker.replan(self.plan.moved(matrix), matrix)
        # By way of numbers that no die has: two dice may have to change names with each other.
        fresh = {now: -before for now, before in names.items()}
        self.tracker.rename(fresh)
        self.tracker.rename({-before: before for before in names.values()})


def _remembered(die: RestingDie) -> Track:
    seen = SeenDie(die.corners_px, die.readings, None, die.doubts)
    detection = Detection(die.x_mm, die.y_mm, die.turn_deg, die.corners_mm, seen)
    return Track(die.id, deque([detection]), die.since_s, die.since_s, readings=die.readings)
