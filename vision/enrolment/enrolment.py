"""Learning the user's own dice, look by look: which six faces share a die. No OpenCV here.

The procedure, for up to eighteen dice at once. Lay them apart in the middle of the table; where a
die lies is which die it is. Then, in place: tip every die away three times, to the right once, and
to the right twice more, with a look after each. That shows all six faces of a die whatever it
carries. A die may slip by four tenths of the way to its neighbour, and all of them together by
any distance. A die that was not turned just shows a known face again: more looks bring what is
missing.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from turbo.errors import TurboError
from turbo.game.dice import DICE, PRESUMED_FACES, UNREAD, Die, Face, hand_text, sort_key
from turbo.game.observation import Point, Reading

SIDES = 6

STEPS = (
    "Lay the dice in the middle, each more than a die apart from the next.",
    "Tip every die away from you once, in its place.",
    "Tip every die away from you once more.",
    "Tip every die away from you once more.",
    "Tip every die to the right once.",
    "Tip every die to the right twice.",
)
"""What to do before each look. After the last, all six faces have been up."""


@dataclass(frozen=True, slots=True)
class EnrollTuning:
    """When a look is believed. Lengths in edges of a die."""

    apart: float = 1.6
    """Least distance of two dice at the first look: turned in place, they then keep apart."""
    slip: float = 0.45
    """How far a die may slip between looks, as a part of the least distance: below a half, no die
    is as near to another's place."""
    sure: float = 0.9
    """A face of less confidence is asked for."""
    row: float = 0.8
    """Dice whose heights differ by less lie in one row."""


class LookRefused(TurboError):
    """A look that cannot be used; the text says what to mend. Nothing was learned from it."""


@dataclass(frozen=True, slots=True)
class LessonDetection:
    """One die in one look: where it lies, in edges, x to the right and y downwards, and what the
    reader makes of it."""

    place: Point
    readings: tuple[Reading, ...]

    @property
    def confidence(self) -> float:
        return self.readings[0].confidence if self.readings else 0.0


Ask = Callable[[int, LessonDetection], Face]
"""Which face does this die show, by its number from 1? Unread if nobody knows."""


@dataclass(slots=True)
class Pupil:
    """A die that is being learned."""

    place: Point
    seen: list[Face] = field(default_factory=list)
    """What it showed, look by look; unread where nobody could tell."""
    doubles: list[Face] = field(default_factory=list)
    """Faces that a person says it carries once more."""

    @property
    def faces(self) -> tuple[Face, ...]:
        """All known faces, the first six, each once but for doubles."""
        known = dict.fromkeys(face for face in self.seen if not face.is_unread)
        # A misread face more than six comes last and falls out; early ones were asked about.
        return tuple([*known, *self.doubles][:SIDES])

    @property
    def is_whole(self) -> bool:
        return len(self.faces) == SIDES

    @property
    def repeated(self) -> tuple[Face, ...]:
        """Faces that were up more than once although the die still misses some."""
        counts = Counter(face for face in self.seen if not face.is_unread)
        # A die that is known whole was just turned back: nobody need be asked about that.
        return () if self.is_whole else tuple(face for face, n in counts.items() if n > 1)

    def die(self) -> Die:
        missing = SIDES - len(self.faces)
        return Die((*sorted(self.faces, key=sort_key), *[UNREAD] * missing))


class Enrolment:
    """Dice that lie side by side and are turned in their places, look by look."""

    def __init__(self) -> None:
        self.tuning = EnrollTuning()
        self.pupils: list[Pupil] = []
        self.looks = 0

    def look(self, detections: Sequence[LessonDetection], ask: Ask) -> tuple[int, ...]:
        """Learn from one look; the numbers, from 1, of dice that were not seen this time.
        `LookRefused` if it does not fit to the looks before."""
        if not self.pupils:
            self._begin(detections)
        matched = self._match(detections)
        for number, pupil in enumerate(self.pupils):
            detection = matched.get(number)
            face = UNREAD if detection is None else self._face(number + 1, detection, ask)
            # Also where it was not seen: the looks of all dice stay side by side.
            pupil.seen.append(face)
            pupil.place = pupil.place if detection is None else detection.place
        self.looks += 1
        return tuple(n + 1 for n in range(len(self.pupils)) if n not in matched)

    def _face(self, number: int, detection: LessonDetection, ask: Ask) -> Face:
        is_sure = detection.confidence >= self.tuning.sure
        return detection.readings[0].face if is_sure else ask(number, detection)

    def _begin(self, detections: Sequence[LessonDetection]) -> None:
        if not 1 <= len(detections) <= DICE:
            raise LookRefused(f"expected 1 to {DICE} dice, saw {len(detections)}")
        # At the first look only: later dice, known by where they lie, may come nearer.
        if _least_distance([one.place for one in detections]) < self.tuning.apart:
            raise LookRefused("two dice lie too near: more than a die's width between them, please")
        in_order = reading_order([one.place for one in detections], self.tuning.row)
        self.pupils = [Pupil(detections[i].place) for row in in_order for i in row]

    def _match(self, detections: Sequence[LessonDetection]) -> dict[int, LessonDetection]:
        """Which die each glimpse is: all may have moved together, each may have slipped a bit."""
        before = [pupil.place for pupil in self.pupils]
        # A die more cannot be told from one that jumped: learning from it would mix up two dice.
        if len(detections) > len(before):
            raise LookRefused(f"expected the same {len(before)} dice, saw {len(detections)}")
        least = _least_distance(before)
        places, reach = [one.place for one in detections], self.tuning.slip * least
        # Of shifts that explain as many dice the first, which is the smallest: nobody moves a table
        # of dice far when a small push explains it.
        found = max(
            (_pairs(before, places, shift, reach) for shift in _shifts(before, places)),
            key=len,
            default={},
        )
        if len(found) < len(detections):
            raise LookRefused(self._strays(before, found))
        return {number: detections[i] for number, i in found.items()}

    def _strays(self, before: Sequence[Point], found: dict[int, int]) -> str:
        lost = [str(n + 1) for n in range(len(before)) if n not in found]
        which = f"die {lost[0]}" if len(lost) == 1 else f"dice {', '.join(lost)}"
        return f"{which} cannot be followed: put every die back to its place, then look again"

    @property
    def known(self) -> int:
        """Faces that are known."""
        return sum(len(pupil.faces) for pupil in self.pupils)

    @property
    def is_whole(self) -> bool:
        return bool(self.pupils) and all(pupil.is_whole for pupil in self.pupils)

    @property
    def step(self) -> str:
        """What to do before the next look."""
        if self.looks < len(STEPS):
            return STEPS[self.looks]
        open_dice = [str(n) for n, pupil in enumerate(self.pupils, 1) if not pupil.is_whole]
        return f"Turn these dice so that a face is up that was not yet: {', '.join(open_dice)}."

    def correct(self, number: int, old: Face, new: Face) -> None:
        """A person says that what was read as one face of a die is another."""
        if not 1 <= number <= len(self.pupils):
            raise TurboError(f"expected a die from 1 to {len(self.pupils)}, got {number}")
        pupil = self.pupils[number - 1]
        if old not in pupil.faces:
            raise TurboError(f"expected a face of die {number} ({hand_text(pupil.faces)})")
        pupil.seen = [new if face == old else face for face in pupil.seen]
        # A face that was misread was misread in every look, and when it was called a double.
        pupil.doubles = [new if face == old else face for face in pupil.doubles]

    def dice(self) -> tuple[Die, ...]:
        return tuple(pupil.die() for pupil in self.pupils)


def _least_distance(places: Sequence[Point]) -> float:
    pairs = [(a, b) for i, a in enumerate(places) for b in places[:i]]
    # One die alone may slip as if its neighbour lay four edges away.
    return min((math.dist(a, b) for a, b in pairs), default=4.0)


def _shifts(before: Sequence[Point], now: Sequence[Point]) -> list[Point]:
    """Ways in which all dice may have moved together, the smallest first, none before all."""
    moved = [(x2 - x1, y2 - y1) for x1, y1 in before for x2, y2 in now]
    return [(0.0, 0.0), *sorted(moved, key=lambda shift: math.dist(shift, (0.0, 0.0)))]


def _pairs(
    before: Sequence[Point], now: Sequence[Point], shift: Point, reach: float
) -> dict[int, int]:
    """For each die the glimpse within reach of its place after the shift; less than half the
    least distance, so that no place has two."""
    found = {}
    for number, (x, y) in enumerate(before):
        place = (x + shift[0], y + shift[1])
        near = [i for i, other in enumerate(now) if math.dist(place, other) <= reach]
        # Two within reach may be either: then neither, and the look is refused.
        if len(near) == 1:
            found[number] = near[0]
    return found


def reading_order(places: Sequence[Point], row: float) -> list[list[int]]:
    """Rows from above, each from the left.

    >>> reading_order([(5, 0.2), (0, 0), (0, 3), (9, 0)], 0.8)
    [[1, 0, 3], [2]]
    """
    rows: list[list[int]] = []
    for i in sorted(range(len(places)), key=lambda i: places[i][1]):
        if rows and places[i][1] - places[rows[-1][-1]][1] < row:
            rows[-1].append(i)
        else:
            rows.append([i])
    return [sorted(one, key=lambda i: places[i][0]) for one in rows]


def inventory_hints(dice: Sequence[Die]) -> list[str]:
    """Where the dice differ from what is presumed of a whole set: perhaps a misread face."""
    presumed = Counter(PRESUMED_FACES)
    found = Counter(face for die in dice for face in die.faces if not face.is_unread)
    many = [
        f"{face} {n} times (presumed: {presumed[face]})"
        for face, n in sorted(found.items(), key=lambda one: sort_key(one[0]))
        if n > presumed[face]
    ]
    # What is missing says nothing before all faces are known; one too many always does.
    if len(dice) < DICE or found.total() < DICE * SIDES:
        return many
    few = [
        f"{face} {found[face]} times (presumed: {n})"
        for face, n in presumed.items()
        if found[face] < n
    ]
    return many + few
