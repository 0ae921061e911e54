"""Dice followed from frame to frame, and many frames of one die fused into one reading.

A die keeps its number while it is seen to lie or to slide, and gets it back when it is uncovered at
the very place, turn and face it had. What is lifted and laid elsewhere is a new die here: whether
it is the old one is for the rules of the table to tell (`turbo.live`). Evidence about a face is
gathered only while the die lies still, so a die that was turned is read anew. No OpenCV here.
"""

import math
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice

from turbo.game.dice import UNREAD, Face
from turbo.game.observation import Doubt, Observation, Point, Reading, SeenDie
from vision.mat.plan import Matrix, Plan, project

Corners = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class TrackTuning:
    """How dice are followed. Lengths are in edges of a die; found by reasoning from 10 frames a
    second and corner errors of a pixel on a die of 24, and checked by `python -m bench.live`."""

    same_place: float = 0.6
    """A die this near to where one lay is that die, whatever it shows: two cannot lie so near."""
    reach: float = 3.0
    """A die that slides is followed this far from one frame to the next: half a metre a second."""
    still: float = 0.14
    """How far a die at rest may seem to move: three times the error of a centre."""
    back_place: float = 0.3
    """A die that was covered is the same when it comes to light this near to where it was,"""
    back_turn_deg: float = 12.0
    """turned by no more than this, with the face that it had."""
    window: int = 10
    """Frames at rest that are fused: a second. Older frames say nothing new."""
    correlation: float = 0.7
    """How much the errors of frames resemble each other: the same glare lies on the same ink.
    1 would mean that ten frames tell no more than one; measured values lie between 0.5 and 0.9."""
    unlikely: float = 1e-3
    """The least probability that a frame gives to any face."""
    known: float = 0.97
    """A die at rest that is read with more than this is fused again only when a frame differs."""
    size: float = 1.55
    """A face is at most this many times as large as a die's, and no smaller than its inverse; the
    edge of dice that nobody has measured yet is 13 to 20 mm where 16 is presumed."""
    blink: int = 2
    """A die that is missed in fewer frames than this in a row has not gone."""
    confirm: int = 2
    """A die is believed to be there when it was seen in this many frames."""
    gap_s: float = 2.5
    """When nothing was seen for so long, a die is the same only if it lies as one that was covered:
    anything may have been put in its place. A telephone sends a picture a second while nothing
    moves, and a busy computer looks at every second one: no gap."""
    apart: float = 0.85
    """Two faces nearer than this are not of two dice that lie flat: of 27 dice of the twin that did
    not, the next face that was seen lay 0.56 to 0.83 from theirs in 11 cases and farther in the
    others; of dice laid side by side 23 pairs seemed nearer than an edge, none nearer than 0.97."""
    apart_frames: int = 3
    """Frames at rest in which that must be seen of both."""
    together_s: float = 2.0
    """Faces that came within this time are of one throw, and of one die that leans; one that came
    later than that lies on the other."""
    alone_s: float = 1.0
    """A die whose second face was not seen for so long leans no more, or never did: what was seen
    there was a hand's, or its shadow's. Its own look may still tell otherwise."""
    remembered: int = 64
    """Dice that went and may come to light again; the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class Detection:
    """A die in one frame, in millimetres."""

    x_mm: float
    y_mm: float
    turn_deg: float
    """Of the edges, 0 to 90: a square looks the same after a quarter."""
    corners_mm: Corners
    seen: SeenDie

    @staticmethod
    def of(die: SeenDie, plan: Plan) -> "Detection":
        first, second, third, fourth = (plan.to_mm(corner) for corner in die.corners_px)
        x, y = plan.to_mm(die.centre_px)
        turn = math.degrees(math.atan2(second[1] - first[1], second[0] - first[0])) % 90
        return Detection(x, y, turn, (first, second, third, fourth), die)

    @property
    def face(self) -> Face:
        return self.seen.readings[0].face if self.seen.readings else UNREAD

    @property
    def edge_mm(self) -> float:
        """The side of a square as large as the face."""
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = self.corners_mm
        return math.sqrt(abs((x1 - x3) * (y2 - y4) - (y1 - y3) * (x2 - x4)) / 2)

    def moved(self, matrix: Matrix) -> "Detection":
        """The same glimpse with millimetres counted otherwise."""
        x, y = project(matrix, (self.x_mm, self.y_mm))
        first, second, third, fourth = (project(matrix, corner) for corner in self.corners_mm)
        turn = math.degrees(math.atan2(second[1] - first[1], second[0] - first[0])) % 90
        return Detection(x, y, turn, (first, second, third, fourth), self.seen)


def turn_between_deg(one: float, other: float) -> float:
    """How far two squares are turned against each other: at most 45."""
    apart = abs(one - other) % 90
    return min(apart, 90 - apart)


def looks_of(detections: Iterable[Detection]) -> list[SeenDie]:
    """The looks behind them, each once: told twice, one look is still one witness."""
    looks: list[SeenDie] = []
    for detection in detections:
        if detection.seen.look is None or not looks or detection.seen.look != looks[-1].look:
            looks.append(detection.seen)
    return looks


def open_looks_of(detections: Iterable[Detection]) -> list[SeenDie]:
    """Those in which nothing covered it, if there are any: what a hand covers says nothing of the
    face."""
    looks = looks_of(detections)
    return [seen for seen in looks if Doubt.COVERED not in seen.doubts] or looks


@dataclass(slots=True)
class Track:
    """One die as it is followed. `rest` holds the glimpses since it came to lie."""

    id: int
    rest: deque[Detection]
    since_s: float
    """When it came to lie where it lies."""
    seen_s: float
    """When it was seen last."""
    rested: int = 1
    """Frames at rest, also those that the window has dropped and those that were no new look: an
    unchanged picture tells that a die lies still, though nothing more of its face."""
    stood: int = 0
    """Frames since the last look: so long it was the same picture."""
    frames: int = 1
    missed: int = 0
    readings: tuple[Reading, ...] = ()
    before: "Track | None" = None
    """As it was when it was covered: for a glimpse that was none."""
    began_s: float = 0.0
    """When it came to light."""
    badly: Doubt | None = None
    """How it lies, by what is seen beside it: cocked or on another."""
    side_s: float = 0.0
    """When its second face was seen last, where it is cocked by that."""
    on: int | None = None
    """The die that it lies on, by number, where that is how it lies."""

    @property
    def last(self) -> Detection:
        return self.rest[-1]

    @property
    def anchor(self) -> Detection:
        return self.rest[0]

    @property
    def face(self) -> Face:
        return self.readings[0].face if self.readings else UNREAD

    @property
    def confidence(self) -> float:
        return self.readings[0].confidence if self.readings else 0.0

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What more than half of the frames doubt, and what lies too near."""
        if self.badly is None and not any(detection.seen.doubts for detection in self.rest):
            return ()
        doubts = Counter(doubt for detection in self.rest for doubt in detection.seen.doubts)
        most = {doubt for doubt, times in doubts.items() if 2 * times > len(self.rest)}
        return tuple(sorted(most if self.badly is None else {*most, self.badly}))

    def middle(self) -> Detection:
        """Where it lies: the mean of the frames at rest, with the corners as they were last."""
        count = len(self.rest)
        x = sum(detection.x_mm for detection in self.rest) / count
        y = sum(detection.y_mm for detection in self.rest) / count
        return replace(self.last, x_mm=x, y_mm=y)


def fuse(detections: Sequence[SeenDie], tuning: TrackTuning) -> tuple[Reading, ...]:
    """One reading of many frames, best first. Frames that agree raise the confidence a little,
    frames that differ lower it much; what all frames are sure of is not overruled."""
    if not detections:
        return ()
    chances = [{r.face: r.confidence for r in seen.readings} for seen in detections]
    faces = sorted({face for one in chances for face in one}, key=str)
    # As much as independent frames would weigh: the same glare lies on the same ink in all of them.
    weight = 1 / (1 + (len(detections) - 1) * tuning.correlation)
    logs = [sum(math.log(max(one.get(f, 0), tuning.unlikely)) for one in chances) for f in faces]
    nobody = [max(1 - sum(one.values()), tuning.unlikely) for one in chances]
    # That it is something else stays possible: without it two weak readings would add up to a sure
    # one.
    logs.append(sum(map(math.log, nobody)))
    highest = max(logs)
    worth = [math.exp(weight * (value - highest)) for value in logs]
    total = sum(worth)
    found = [Reading(f, w / total) for f, w in zip(faces, worth, strict=False)]
    return tuple(sorted(found, key=lambda reading: -reading.confidence)[:6])


@dataclass(slots=True)
class Tracker:
    """Follows all dice of a table. `update` once a frame, in order of time."""

    plan: Plan
    tuning: TrackTuning = field(default_factory=TrackTuning)
    tracks: dict[int, Track] = field(default_factory=dict)
    gone: dict[int, Track] = field(default_factory=dict)
    next_id: int = 1
    seen_s: float | None = None
    """When the last frame was."""
    sides: dict[int, int] = field(default_factory=dict)
    """Second faces of dice that lean, by number, and the dice that they belong to."""

    def update(self, at_s: float, seen: Observation) -> None:
        # Before the frame is looked at: what was followed over a gap would be guessed.
        if self.seen_s is not None and at_s - self.seen_s >= self.tuning.gap_s:
            self.lose_sight()
        self.seen_s = at_s
        detections = [
            one for die in seen.dice if self._has_size(one := Detection.of(die, self.plan))
        ]
        pairs = self._pairs(detections)
        # Those that go on before those that begin: a new die must not take the place of a known
        # one.
        for id_, index in pairs.items():
            self._follow(self.tracks[id_], detections[index], at_s)
        taken = set(pairs.values())
        for id_ in [id_ for id_ in self.tracks if id_ not in pairs]:
            self._miss(id_)
        for index, detection in enumerate(detections):
            if index not in taken:
                self._begin(detection, at_s)
        self._tell_sides()

    def _tell_sides(self) -> None:
        """Two faces too near to each other for two dice that lie flat: they are two of one die that
        leans, or the later one lies on the other."""
        tracks = self.tracks
        self.sides = {
            side: die
            for side, die in self.sides.items()
            if side in tracks and die in tracks and self._are_near(tracks[side], tracks[die])
        }
        for side, die in self.sides.items():
            tracks[die].side_s = tracks[side].seen_s
        self._tell_lifted()
        for one, other in self._near_pairs():
            if not {one.id, other.id} & self.sides.keys():
                self._tell_side(one, other)

    def _near_pairs(self) -> list[tuple[Track, Track]]:
        """Of the dice at rest, those of which two are too near to each other."""
        least_mm = self.tuning.apart * self.plan.edge_mm
        # Cheaply first: eighteen dice are a hundred and fifty pairs in every frame.
        placed = [
            (track, track.last.x_mm, track.last.y_mm)
            for track in self.lying
            if track.rested >= self.tuning.apart_frames
        ]
        return [
            (one, other)
            for (one, x, y), (other, u, v) in combinations(placed, 2)
            if abs(x - u) < least_mm and abs(y - v) < least_mm and self._are_near(one, other)
        ]

    def _tell_lifted(self) -> None:
        """A die lies on another only as long as that one lies under it, and leans only as long as
        a second face of it is seen: when that one was taken away, or moved, what is left lies flat,
        or its own look tells otherwise."""
        for track in self.tracks.values():
            under = None if track.on is None else self.tracks.get(track.on)
            if track.on is not None and (under is None or not self._are_near(track, under)):
                track.badly = track.on = None
            is_alone = track.seen_s - track.side_s >= self.tuning.alone_s
            if track.badly is Doubt.COCKED and is_alone:
                track.badly = None

    def _tell_side(self, one: Track, other: Track) -> None:
        first, later = sorted((one, other), key=lambda track: track.began_s)
        if later.began_s - first.began_s > self.tuning.together_s:
            # Whose look alone tells that it lies on another does: a set was pushed together under
            # it.
            upper, under = (first, later) if first.doubts and not later.doubts else (later, first)
            upper.badly, upper.on = Doubt.STACKED, under.id
            return
        # The face that is read better is the one that lies nearer to flat.
        side, die = sorted((one, other), key=lambda track: track.confidence)
        self.sides[side.id], die.badly, die.side_s = die.id, Doubt.COCKED, side.seen_s

    def _are_near(self, one: Track, other: Track) -> bool:
        here, there = one.last, other.last
        apart_mm = math.hypot(here.x_mm - there.x_mm, here.y_mm - there.y_mm)
        return apart_mm < self.tuning.apart * self.plan.edge_mm

    def lose_sight(self) -> None:
        """Nothing was seen for a while: all dice are as if covered."""
        for track in self.lying:
            self._remember(track)
        self.tracks.clear()

    def _has_size(self, detection: Detection) -> bool:
        """What is much larger or smaller than a die is none: a marker, a printed number."""
        part = detection.edge_mm / self.plan.edge_mm
        # Without a mat nobody knows the scale yet: the dice themselves tell it.
        return self.plan.is_presumed or 1 / self.tuning.size <= part <= self.tuning.size

    @property
    def lying(self) -> list[Track]:
        """The dice that are there; one that blinks is still there."""
        seen = (track for track in self.tracks.values() if track.frames >= self.tuning.confirm)
        return [track for track in seen if track.id not in self.sides]

    @property
    def is_steady(self) -> bool:
        """Whether every die of this frame is known; a known one may blink."""
        return all(track.frames >= self.tuning.confirm for track in self.tracks.values())

    def _pairs(self, detections: Sequence[Detection]) -> dict[int, int]:
        """Which track goes on with which glimpse: the cheapest pairs first. Of two dice that show
        the same and were covered together, the one that comes to light first is the one that lay
        there, and not the other, which would have slid there unseen."""
        back = self._uncovered(detections)
        # From left to right: in every frame each die is held against those alone that may be it.
        reach_mm = max(self.tuning.reach, self.tuning.same_place) * self.plan.edge_mm
        places = sorted((one.x_mm, index, one.y_mm) for index, one in enumerate(detections))
        lefts = [x for x, _, _ in places]
        costs: list[tuple[float, int, int]] = []
        for id_, track in self.tracks.items():
            was_x, was_y = track.rest[-1].x_mm, track.rest[-1].y_mm
            first = bisect_left(lefts, was_x - reach_mm)
            for x, index, y in islice(places, first, None):
                if x - was_x > reach_mm:
                    break
                if abs(y - was_y) > reach_mm:
                    continue
                cost = self._cost(track, detections[index])
                is_back = track.missed and index in back
                if cost is not None and not (is_back and cost > self.tuning.same_place):
                    costs.append((cost, id_, index))
        costs.sort()
        pairs: dict[int, int] = {}
        taken: set[int] = set()
        for _, id_, index in costs:
            if id_ not in pairs and index not in taken:
                pairs[id_] = index
                taken.add(index)
        return pairs

    def _uncovered(self, detections: Sequence[Detection]) -> set[int]:
        """Those that lie where a die lay that was covered; asked only while others are missed."""
        if not any(track.missed for track in self.tracks.values()):
            return set()
        return {index for index, one in enumerate(detections) if self._covered_at(one) is not None}

    def _cost(self, track: Track, detection: Detection) -> float | None:
        """Edges between the two, more for another face; None where it cannot be the same die."""
        was, face = track.last, track.face
        apart = math.hypot(detection.x_mm - was.x_mm, detection.y_mm - was.y_mm)
        apart /= self.plan.edge_mm
        agrees = face in [reading.face for reading in detection.seen.readings]
        # What shows another face is the same die only where it lies in the same place.
        reach = self.tuning.reach if agrees else self.tuning.same_place
        return apart + (0.0 if agrees else self.tuning.same_place) if apart <= reach else None

    def _follow(self, track: Track, detection: Detection, at_s: float) -> None:
        anchor = track.anchor
        apart = math.hypot(detection.x_mm - anchor.x_mm, detection.y_mm - anchor.y_mm)
        is_still = apart <= self.tuning.still * self.plan.edge_mm
        if not is_still or track.missed >= self.tuning.blink:
            # What it showed before it moved says nothing of what it shows now.
            track.rest.clear()
            track.since_s, track.rested, track.badly = at_s, 0, None
        is_repeated = bool(track.rest) and len(looks_of([track.last, detection])) == 1
        track.stood = track.stood + 1 if is_repeated else 0
        track.rest.append(detection)
        has_stood = 2 * track.stood >= self.tuning.window
        if has_stood and any(one.face != detection.face for one in track.rest):
            # What has stood for half a second is what lies there: earlier looks are of another die.
            track.rest = deque([detection] * track.stood, self.tuning.window)
        track.rested += 1
        track.frames += 1
        track.missed = 0
        # Seen twice it is really there: what it was before it was covered is not needed any more.
        track.before = None if track.frames >= self.tuning.confirm else track.before
        track.seen_s = at_s
        if self._can_change(track, detection):
            track.readings = fuse(open_looks_of(track.rest), self.tuning)

    def _can_change(self, track: Track, detection: Detection) -> bool:
        """A full window of frames that agree is not made surer by one more of them."""
        is_known = track.rested > 2 * self.tuning.window and track.confidence > self.tuning.known
        return not is_known or detection.face != track.face

    def _miss(self, id_: int) -> None:
        track = self.tracks[id_]
        track.missed += 1
        # Seen once: a glint, or a die under a hand. Then nothing has come and nothing has gone.
        if track.frames < self.tuning.confirm:
            del self.tracks[id_]
            if track.before is not None:
                self.gone[id_] = track.before
        elif track.missed >= self.tuning.blink:
            self._remember(self.tracks.pop(id_))

    def _remember(self, track: Track) -> None:
        """A die that went is known by its last glimpse; all ten of sixty dice are megabytes."""
        track.rest = deque([track.last], self.tuning.window)
        self.gone[track.id] = track
        while len(self.gone) > self.tuning.remembered:
            # A dict keeps the order: the first is the one that went longest ago.
            del self.gone[next(iter(self.gone))]

    def _begin(self, detection: Detection, at_s: float) -> None:
        covered = self._covered_at(detection)
        id_ = self.next_id if covered is None else covered.id
        self.gone.pop(id_, None)
        self.next_id += covered is None
        rest = deque([detection], self.tuning.window)
        # It came to light long ago: by that it is known whether two faces are of one throw.
        began_s = at_s if covered is None else covered.began_s
        track = Track(id_, rest, at_s, at_s, before=covered, began_s=began_s)
        track.readings = fuse([detection.seen], self.tuning)
        self.tracks[id_] = track

    def _covered_at(self, detection: Detection) -> Track | None:
        """The die that lay here before it was covered, if it lies here just as it did."""
        x, y, far_mm = detection.x_mm, detection.y_mm, self.tuning.back_place * self.plan.edge_mm
        for track in self.gone.values():
            was = track.rest[-1]
            # Cheaply first: every glimpse is held against every die that went.
            if abs(x - was.x_mm) > far_mm or math.hypot(x - was.x_mm, y - was.y_mm) > far_mm:
                continue
            turned = turn_between_deg(detection.turn_deg, was.turn_deg)
            if turned <= self.tuning.back_turn_deg and detection.face == track.face:
                return track
        return None

    def numbers_of(self, seen: Observation | None) -> tuple[int | None, ...]:
        """Under which number each die of the last frame is followed. It is the very look that a
        track has last; the second face of a die that leans is that die."""
        # By identity: two dice may show the same at nearly the same place.
        looks = {id(track.last.seen): track.id for track in self.tracks.values()}
        numbers = (looks.get(id(die)) for die in (() if seen is None else seen.dice))
        return tuple(None if one is None else self.sides.get(one, one) for one in numbers)

    def rename(self, names: dict[int, int]) -> None:
        """Give dice that are known by other means the numbers they had."""
        for now, before in names.items():
            if now != before and now in self.tracks:
                track = self.tracks.pop(now)
                track.id = before
                self.tracks[before] = track
                self.gone.pop(before, None)

    def replan(self, plan: Plan, matrix: Matrix) -> None:
        """Go on under another plan; the matrix takes old millimetres to new ones."""
        self.plan = plan
        for track in self.tracks.values():
            track.rest = deque((one.moved(matrix) for one in track.rest), self.tuning.window)
