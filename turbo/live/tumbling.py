"""Which dice were thrown, by looking alone: no game, no players, any number of dice.

A throw is dice that were lifted together and came to rest after tumbling. Three things tell it from
dice that a hand slides, lays or sets back:

- the dice show other faces than those that went: a die that is moved keeps its face;
- they come to light within a second of each other, and had been out of sight as long as a cup
  needs: so a thrown die that shows what it showed before counts with the others of its throw;
- they roll to where they lie in the open: a die that is laid comes to light from under the hand.

A throw with a die that leans, lies on another, fell off or cannot be read stays open: that die is
waited for, and thrown again it belongs to the same throw. No OpenCV here.
"""

import math
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from turbo.game.dice import Face
from turbo.game.observation import is_inside
from turbo.live.settling import RestingDie, Snapshot
from turbo.live.tracking import Track
from vision.mat.occluders import Occluder


@dataclass(frozen=True, slots=True)
class TumblingTuning:
    """Found on five films of games with 29 throws (`python -m bench.capture`)."""

    together_s: float = 1.2
    """Dice of one throw come to light within this time of another of them: the slowest of the films
    after 0.9 s."""
    in_cup_s: float = 1.2
    """A die that was out of sight for less was not thrown: lifting, shaking and pouring takes two
    seconds; one that was hit by others is lost from sight for 0.8 s."""
    same_place: float = 0.6
    """Edges: what lies this near to where a die lay, and shows the same, is that die."""
    touching: float = 1.5
    """Edges between the middles of two dice that were laid beside each other, or hardly more."""
    may_show: float = 0.05
    """A reading of less confidence is no face that a die may show."""
    looked_back: int = 3
    """Pictures before a die came to light in which its place is looked at: most of them show what
    was over it, one may not."""
    hand_s: float = 3.0
    """No die comes by itself: where hands are seen at all, one was seen within this time."""
    found_s: float = 15.0
    """A die that fell off the table is found and thrown again within this time: it took up to 13 s
    in the films. So long a throw is kept back unless its dice are taken up before."""


@dataclass(frozen=True, slots=True)
class Tumbled:
    """A throw: the dice that were thrown, from left to right, and when they lay so."""

    at_s: float
    dice: tuple[RestingDie, ...]

    @staticmethod
    def of(at_s: float, dice: Iterable[RestingDie]) -> "Tumbled":
        return Tumbled(at_s, tuple(sorted(dice, key=lambda die: (die.x_mm, die.y_mm))))

    @property
    def faces(self) -> Counter[Face]:
        return Counter(die.face for die in self.dice)


@dataclass(eq=False, slots=True)
class _Body:
    """A die that is known, as it lay last, whatever number it is followed under."""

    die: RestingDie
    left_s: float = math.inf
    """When it was seen last, while it is away;"""
    is_lifted: bool = False
    """and whether its place lies open and bare since."""

    @property
    def is_bad(self) -> bool:
        """Whether it is to be waited for: it cannot be read, or is to be thrown again."""
        return self.die.face.is_unread or self.die.lies_badly

    def see(self, die: RestingDie, may_be: bool) -> None:
        """As it lies now. What was read for sure stays read while nothing speaks against it: seen
        from the side, a die may be unread again when a hand throws its shadow on it."""
        known, is_doubted = self.die, die.face.is_unread and not die.seems_badly
        if is_doubted and may_be and not known.face.is_unread:
            die = replace(die, face=known.face, readings=known.readings)
        self.die = die


@dataclass(frozen=True, slots=True)
class _Arrival:
    """A die that came: how, and since when it had been away; for ever if it is a new one."""

    body: _Body
    came_s: float
    in_open: bool | None
    """Whether it came with a hand about, and none over its place; None where no hand was ever
    seen."""
    away_s: float = math.inf
    is_moved: bool = False
    """Whether it is a known die that lies elsewhere."""

    @property
    def is_strange(self) -> bool:
        return self.away_s == math.inf

    @property
    def left_s(self) -> float:
        return self.came_s - self.away_s


@dataclass(frozen=True, slots=True)
class _Table:
    """What a confirmed table changes."""

    at_s: float
    lying: set[_Body]
    arrivals: list[_Arrival]
    hit_s: float
    """What left its place after this was hit by dice that were thrown: a hand needs longer."""


@dataclass(slots=True)
class _OpenThrow:
    """A throw that is not whole: its dice, those that were taken up again, and how many are still
    to come."""

    dice: list[_Body]
    at_s: float
    """When its last dice came."""
    owed: int
    emitted: Tumbled
    """As all of it was seen last."""
    lost: list[_Body] = field(default_factory=list)
    taken_s: float = -math.inf
    """When one was found to be taken up, or to be back."""
    again: list[_Arrival] = field(default_factory=list)
    """Those that have just come again with the faces that they had."""
    turned: list[_Body] = field(default_factory=list)
    """Those that came last, of which one may be a die of it that others have hit."""
    is_touched: bool = False
    """Whether somebody has taken up or moved one that lay well: nothing more comes then."""

    @property
    def is_bad(self) -> bool:
        return any(body.is_bad for body in self.dice)

    @property
    def is_over(self) -> bool:
        return self.is_touched and self.owed <= 0 and not self.is_bad

    def show(self, at_s: float, lying: set[_Body]) -> None:
        """As it lies now, if it can be seen and other faces show than before: it is told as it came
        to lie, not as it was tidied."""
        now = Tumbled.of(at_s, (body.die for body in self.dice))
        is_seen = lying.issuperset(self.dice) or len(now.dice) > len(self.emitted.dice)
        self.emitted = now if is_seen and now.faces != self.emitted.faces else self.emitted

    def follow(self, table: _Table) -> None:
        """Those that lay badly and are gone were taken up; those that others have hit and that are
        gone will be put back; what comes again with the face that it had is in it again."""
        known = [one for one in table.arrivals if one.body in self.dice and one.is_moved]
        gone = [body for body in self.dice if body not in table.lying]
        hit = [body for body in gone if body.is_lifted and body.left_s > table.hit_s]
        # More came than had been in the cup: one of these was hit, and is taken up to be put back.
        turned = [body for body in gone if body.is_lifted and body in self.turned and self.owed > 0]
        kept = [body for body in gone if not body.is_bad and body not in (*hit, *turned)]
        is_lifted = any(body.is_lifted for body in kept)
        is_moved = any(one.left_s <= table.hit_s for one in known)
        self.is_touched = self.is_touched or is_lifted or is_moved
        self._take_back([one for one in table.arrivals if one.body in self.lost], gone)
        self.taken_s = table.at_s if self.again else self.taken_s
        for body in [one for one in gone if one.is_bad or one in hit]:
            self.dice.remove(body)
            self.lost.append(body)
            self.owed, self.taken_s = self.owed + 1, table.at_s
        for body in [one for one in turned if one in self.dice]:
            self.dice.remove(body)
            self.lost.append(body)
            self.taken_s = table.at_s

    def _take_back(self, again: list[_Arrival], gone: list[_Body]) -> None:
        self.again = again
        for one in again:
            self.lost.remove(one.body)
            self.dice.append(one.body)
            self.owed -= 1
            # It was hit and showed another face: as that it came, and is set back now.
            lifted = (body for body in gone if body in self.turned and body.is_lifted)
            turned = next(lifted, None)
            if turned is not None:
                gone.remove(turned)
                self.dice.remove(turned)

    def join(self, at_s: float, thrown: list[_Body], in_cup: int) -> None:
        self.dice += thrown
        self.turned = thrown if len(thrown) > in_cup else []
        self.owed, self.at_s = self.owed - in_cup, at_s


class Tumbling:
    """Feed every picture (`look`) and every confirmed table (`take`); the answer is the
    throws that are whole now. `finish`: nothing more comes."""

    def __init__(self, edge_mm: float, tuning: TumblingTuning | None = None) -> None:
        self.tuning = tuning or TumblingTuning()
        self.edge_mm = edge_mm
        self._lying: dict[int, _Body] | None = None
        self._away: list[_Body] = []
        self._open: _OpenThrow | None = None
        self._came: dict[int, tuple[float, bool | None]] = {}
        """When each die that is followed came to light, and whether in the open."""
        self._over: deque[list[Occluder]] = deque(maxlen=self.tuning.looked_back)
        self._hand_s = -math.inf

    def look(self, at_s: float, tracks: Iterable[Track], things: Sequence[Occluder]) -> None:
        """Note how dice come to light, long before the table is confirmed."""
        hands = [thing for thing in things if thing.disturbs]
        self._hand_s = at_s if hands else self._hand_s
        followed = {track.id: track for track in tracks}
        self._came = {id_: came for id_, came in self._came.items() if id_ in followed}
        for id_, track in followed.items():
            if id_ not in self._came:
                self._came[id_] = at_s, self._in_open(at_s, track)
        # After them: a place is looked at as it was before this picture.
        self._over.append(hands)

    def _in_open(self, at_s: float, track: Track) -> bool | None:
        if self._hand_s == -math.inf:
            return None
        if at_s - self._hand_s > self.tuning.hand_s:
            return False
        place = track.last.x_mm, track.last.y_mm
        covered = [any(is_inside(place, one.outline_mm) for one in hands) for hands in self._over]
        return 2 * sum(covered) < self.tuning.looked_back

    def wait(self, at_s: float) -> list[Tumbled]:
        """The throw that nothing was done to for long, if there is one. Asked for while the table
        lies still: nobody is putting anything right then."""
        throw = self._open
        if throw is None or throw.is_bad:
            return []
        waited_s = at_s - max(throw.at_s, throw.taken_s)
        return self.finish() if waited_s >= self.tuning.found_s else []

    def take(self, table: Snapshot) -> list[Tumbled]:
        # What lies there at the beginning was thrown before anybody looked.
        if self._lying is None:
            self._lying = {die.id: _Body(die) for die in table.dice}
            return []
        before, self._lying = self._lying, {}
        for die in table.dice:
            if die.id in before and self._is_same(before[die.id].die, die):
                self._lying[die.id] = before.pop(die.id)
                self._lying[die.id].see(die, self._may_be(self._lying[die.id].die, die))
        self._note_gone(table, before.values())
        arrivals = self._arrivals([die for die in table.dice if die.id not in self._lying])
        if self._open is not None:
            first_s = min((one.came_s for one in arrivals if one.is_strange), default=math.inf)
            hit_s = first_s - self.tuning.in_cup_s
            self._open.follow(_Table(table.at_s, {*self._lying.values()}, arrivals, hit_s))
        return list(self._emitted(table.at_s, self._thrown(arrivals)))

    @property
    def waiting_s(self) -> float | None:
        """When the dice of the throw that waits lay as they will be told."""
        return None if self._open is None else self._open.emitted.at_s

    def finish(self) -> list[Tumbled]:
        """The throw that still waits for a die, as it is."""
        throw, self._open = self._open, None
        return [] if throw is None or not throw.dice else [throw.emitted]

    # Which die is which.

    def _is_same(self, was: RestingDie, die: RestingDie) -> bool:
        """Whether one that is followed is the die it was: where one is taken off another, the one
        under it may be followed in its stead."""
        return self._may_be(was, die) or (not was.seems_badly and self._is_near(was, die))

    def _may_be(self, was: RestingDie, die: RestingDie) -> bool:
        """Whether they may show the same; of one that cannot be read, by what it may show."""
        one, other = self._faces(was), self._faces(die)
        return not one or not other or not one.isdisjoint(other)

    def _faces(self, die: RestingDie) -> set[Face]:
        if not die.face.is_unread:
            return {die.face}
        return {one.face for one in die.readings if one.confidence >= self.tuning.may_show}

    def _is_near(self, one: RestingDie, other: RestingDie) -> bool:
        apart_mm = math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
        return apart_mm <= self.tuning.same_place * self.edge_mm

    def _note_gone(self, table: Snapshot, gone: Iterable[_Body]) -> None:
        left = dict(table.left_s)
        for body in gone:
            body.left_s, body.is_lifted = left.get(body.die.id, table.at_s), False
            self._away.append(body)
        for body in self._away:
            body.is_lifted = body.is_lifted or body.die.id in table.lifted

    def _arrivals(self, dice: list[RestingDie]) -> list[_Arrival]:
        """The dice that came, the first first. Each is one of those that were away if it may be: at
        the very place before elsewhere, and what surely shows the same before what only may."""
        assert self._lying is not None
        dice.sort(key=lambda die: self._came_of(die)[0])
        known = dict[int, _Body]()
        for is_it in (self._lies_as, _shows_as, self._may_be):
            for die in dice:
                found = (body for body in self._away if is_it(body.die, die))
                body = None if die.id in known else next(found, None)
                if body is not None:
                    self._away.remove(body)
                    known[die.id] = body
        arrivals = [self._arrival(die, known.get(die.id)) for die in dice]
        self._lying |= {one.body.die.id: one.body for one in arrivals}
        return arrivals

    def _lies_as(self, was: RestingDie, die: RestingDie) -> bool:
        return self._is_near(was, die) and self._may_be(was, die)

    def _came_of(self, die: RestingDie) -> tuple[float, bool | None]:
        return self._came.get(die.id, (die.since_s, False))

    def _arrival(self, die: RestingDie, body: _Body | None) -> _Arrival:
        came_s, in_open = self._came_of(die)
        if body is None:
            return _Arrival(_Body(die), came_s, in_open)
        is_moved, away_s = not self._is_near(body.die, die), came_s - body.left_s
        body.see(die, self._may_be(body.die, die))
        return _Arrival(body, came_s, in_open, away_s, is_moved)

    # What was thrown.

    def _are_together(self, one: _Arrival, other: _Arrival) -> bool:
        return abs(one.came_s - other.came_s) <= self.tuning.together_s

    def _thrown(self, arrivals: list[_Arrival]) -> list[_Arrival]:
        """Dice that show what none of those away showed, and those that came with them out of a
        cup."""
        strange = [one for one in arrivals if one.is_strange]
        known = () if self._open is None else self._open.dice
        return [
            one
            for one in arrivals
            if one.body not in known
            and one.away_s >= self.tuning.in_cup_s
            and any(self._are_together(one, other) for other in strange)
        ]

    def _emitted(self, at_s: float, thrown: list[_Arrival]) -> Iterator[Tumbled]:
        throw = self._open
        if throw is not None and thrown and self._joins(throw, thrown):
            in_cup = sum(self._was_in_cup(throw, one) for one in thrown)
            throw.join(at_s, [one.body for one in thrown], in_cup)
        elif self._is_throw(thrown):
            yield from self.finish()
            lifted = sum(body.is_lifted for body in self._away)
            # What is missing now went into this throw or off the table: it explains no later one.
            self._away = [body for body in self._away if not body.is_lifted]
            dice = [one.body for one in thrown]
            emitted = Tumbled.of(at_s, (body.die for body in dice))
            self._open = _OpenThrow(dice, at_s, max(0, lifted - len(dice)), emitted)
        if self._open is not None:
            self._open.show(at_s, {*(self._lying or {}).values()})
            if self._open.is_over:
                yield from self.finish()

    def _joins(self, throw: _OpenThrow, thrown: list[_Arrival]) -> bool:
        """Whether these are dice of the open throw, thrown again: with others of it, as many as
        were taken up of it, or a few that had fallen off; and no others were lifted since."""
        lifted = (body for body in self._away if body.is_lifted and body not in throw.lost)
        if any(body in throw.dice or body.left_s > throw.at_s for body in lifted):
            return False
        if any(self._are_together(one, other) for one in thrown for other in throw.again):
            return True
        fell = not throw.is_touched and 2 * len(thrown) < len(throw.dice)
        return fell or len(thrown) <= throw.owed

    def _was_in_cup(self, throw: _OpenThrow, one: _Arrival) -> bool:
        """Whether it surely is one that was taken up, and not one that came to light under it."""
        left_s = min((body.left_s for body in throw.lost), default=throw.at_s)
        return one.in_open is not False and one.came_s - left_s >= self.tuning.in_cup_s

    def _is_throw(self, thrown: list[_Arrival]) -> bool:
        """One that comes from under a hand with another face was turned, or misread."""
        strange = [one for one in thrown if one.is_strange]
        return len(strange) > 1 or any(one.in_open is not False for one in strange)


def _shows_as(was: RestingDie, die: RestingDie) -> bool:
    return was.face == die.face and not die.face.is_unread
