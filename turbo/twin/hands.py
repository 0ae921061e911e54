"""What hands do at the twin's table: reach in, carry, push and drop dice, and go away again."""

import math
from collections.abc import Iterator, Sequence

from turbo.twin.habits import Habits
from turbo.twin.inventory import SIDES, top_side
from turbo.twin.poses import Pose, Spot, are_apart, outline
from turbo.twin.table import TableMotion, Things

Motions = Iterator[TableMotion]

LIFT_MM = 18.0
"""How high a die is carried: over the dice that lie there."""
IN_HAND_MM = ((-6.0, 14.0), (8.0, 24.0), (-4.0, 34.0), (10.0, 44.0))
"""Where dice are in a hand that holds several: aside and back from the fingertips."""
AT_RIM_MM = (96.0, 138.0)
"""Where a hand stays that does not go: before the own zone, as seat 0 sees it."""
LONGEST_STAY_S = 3.0
"""The tail of the draw is cut: a hand that rests for longer is a mischief of its own (`rest_s`)."""
ON_TABLE_S = (0.4, 1.1)
"""How long a die that was dropped lies before it is taken up again."""
STRAIGHTER = 0.7
"""A die that does not fit in beside its neighbours is turned less by this, until it does."""


class Hands:
    """Motions of hands over the things of a table."""

    def __init__(self, things: Things) -> None:
        self.things, self.pace, self.state = things, things.settings.pace, things.state
        self.slips = things.slips

    def habits(self, seat: int) -> Habits:
        return self.things.settings.habits[seat]

    def reach(self, seat: int, to: Spot, seconds: float) -> TableMotion:
        things = self.things
        start = things.hands.get(seat, things.away(seat, to[0]))

        def move(time_s: float) -> None:
            things.hands[seat] = _between(start, to, _ease(time_s / seconds))

        return TableMotion(seconds, move)

    def withdraw(self, seat: int) -> Motions:
        """Out of the picture; who lingers stays at the rim for a while."""
        if seat not in self.things.hands:
            return
        if (mean_s := self.habits(seat).lingers_s) > 0.0:
            stay_s = min(LONGEST_STAY_S, self.slips.expovariate(1.0 / mean_s))
            yield from self.stay(seat, stay_s)
        x, _ = self.things.hands[seat]
        yield self.reach(seat, self.things.away(seat, x), self.pace.withdraw_s)
        self.things.hands.pop(seat, None)

    def stay(self, seat: int, seconds: float) -> Motions:
        """A hand at the rim before the own zone."""
        x, y = AT_RIM_MM
        spot = (x, -y) if seat == 0 else (-x, y)
        yield self.reach(seat, spot, self.pace.withdraw_s)
        yield TableMotion(seconds)

    # One die

    def carry(self, seat: int, die: int, to: Pose) -> Motions:
        """Take a die and put it elsewhere, also turned or with another side up."""
        habits, start = self.habits(seat), self.things.poses[die]
        yield self.reach(seat, start.spot, self.pace.reach_s)
        if habits.drops and self.slips.random() < habits.drops:
            yield from self.drop(seat, die, to)
            start = self.things.poses[die]
        is_slid = habits.slides > 0.0 and self.slips.random() < habits.slides
        height = 0.0 if is_slid and self._is_free_way(die, start, to) else LIFT_MM
        yield self._way(seat, die, start, to, height)
        self.things.put(die, to)

    def _way(self, seat: int, die: int, start: Pose, to: Pose, lift_mm: float) -> TableMotion:
        things = self.things
        # To push a die takes longer than to carry it: it must not run away.
        seconds = self.pace.carry_s * (1.6 if lift_mm == 0.0 else 1.0)
        reach = self.reach(seat, to.spot, seconds)

        def move(time_s: float) -> None:
            part = time_s / seconds
            assert reach.move is not None
            reach.move(time_s)
            # Turned over at the height of the way, where the hand covers it.
            held = start if part < 0.5 else to
            x, y = things.hands[seat]
            height = things.edge_mm / 2.0 + lift_mm * math.sin(math.pi * min(1.0, part))
            things.lift(die, held.lifted(x, y, height))

        return TableMotion(seconds, move)

    def _is_free_way(self, die: int, start: Pose, to: Pose) -> bool:
        """Whether a die can be pushed there: it lies flat, stays so, and nothing is in the way."""
        (side, lean), (other, _) = top_side(start.rotation), top_side(to.rotation)
        if side != other or lean > 1.0:
            return False
        way = [_between(start.spot, to.spot, part / 12.0) for part in range(12)]
        # Two dice turned against each other are up to 1.4 edges apart when they touch.
        room = 1.5 * self.things.edge_mm
        return all(math.dist(a, b) > room for a in way for b in self.things.taken(die))

    def drop(self, seat: int, die: int, to: Pose) -> Motions:
        """On its way a die slips from the fingers, and lies there with any side up."""
        things, start = self.things, self.things.poses[die]
        spot = _between(start.spot, to.spot, self.slips.uniform(0.3, 0.8))
        if any(math.dist(spot, other) < 1.6 * things.edge_mm for other in things.taken(die)):
            return
        side, yaw = self.slips.randrange(SIDES), self.slips.uniform(-math.pi, math.pi)
        fallen = Pose.flat(side, *spot, yaw, things.edge_mm)
        yield self._way(seat, die, start, fallen, LIFT_MM)
        things.put(die, fallen)
        x, y = spot
        yield self.reach(seat, (x, y - 50.0 if seat == 0 else y + 50.0), self.pace.reach_s)
        yield TableMotion(self.slips.uniform(*ON_TABLE_S))
        yield self.reach(seat, spot, self.pace.reach_s)

    # Several dice

    def move_all(self, seat: int, poses: dict[int, Pose]) -> Motions:
        """Dice to their places, those first whose place is free; in a ring, one steps aside. Where
        there is no room for that, they are squeezed in."""
        # A bound on putting aside: two dice that change places would else take turns for ever.
        left, asides = dict(poses), len(poses)
        while left:
            free = [die for die in left if not self._is_taken(left[die].spot, die)]
            if free or asides <= 0:
                some = free[: self.habits(seat).carries] or list(left)[:1]
                yield from self.carry_some(seat, {die: left.pop(die) for die in some})
                continue
            asides -= 1
            die = next(iter(left))
            taken = [*self.things.taken(die), *(pose.spot for pose in left.values())]
            aside = self.things.floor.free_spot(self.things.floor.table, taken)
            yield from self.carry(seat, die, self.things.flat(die, aside))
        yield from self.withdraw(seat)

    def carry_some(self, seat: int, poses: dict[int, Pose]) -> Motions:
        """Take all of these in one hand, and lay them down one by one."""
        if len(poses) == 1:
            ((die, pose),) = poses.items()
            yield from self.carry(seat, die, pose)
            return
        held: list[int] = []
        for die in poses:
            yield self._holding(seat, held, self.things.poses[die].spot, self.pace.reach_s)
            held.append(die)
        for die, pose in poses.items():
            yield self._holding(seat, held, pose.spot, self.pace.carry_s)
            held.remove(die)
            self.things.put(die, pose)

    def _holding(self, seat: int, held: Sequence[int], to: Spot, seconds: float) -> TableMotion:
        """The hand goes there, and what it holds with it."""
        things, reach, holding = self.things, self.reach(seat, to, seconds), list(held)
        back = -1.0 if seat == 0 else 1.0

        def move(time_s: float) -> None:
            assert reach.move is not None
            reach.move(time_s)
            x, y = things.hands[seat]
            for place, die in enumerate(holding):
                aside, behind = IN_HAND_MM[place % len(IN_HAND_MM)]
                # Behind the fingertips, where the hand hides them from above, as a real one does.
                at = (x + aside, y + back * behind, things.edge_mm / 2.0 + LIFT_MM)
                things.lift(die, things.poses[die].lifted(*at))

        return TableMotion(seconds, move)

    def _is_taken(self, spot: Spot, die: int) -> bool:
        others, edge_mm = self.things.spots(die), self.things.edge_mm
        return any(math.dist(spot, other) < 0.9 * edge_mm for other in others)

    def laid(self, seat: int, side: int, spot: Spot, yaw_rad: float, near: Sequence[Pose]) -> Pose:
        """As a hand lays a die into a set: nobody lays to a tenth of a millimetre or to a degree,
        and no die lies in another."""
        edge = self.things.edge_mm
        # 0.12 mm: well within the gap that dice of a chain have.
        x, y = (value + self.slips.gauss(0.0, 0.12) for value in spot)
        most = math.radians(self.habits(seat).askew_deg)
        turn = self.slips.uniform(-most, most)
        others = [outline(pose.spot, pose.flat_yaw, edge) for pose in near]
        # Below half a degree nobody sees it, and straight it always fits.
        while abs(turn) > math.radians(0.5):
            if all(are_apart(outline((x, y), yaw_rad + turn, edge), one) for one in others):
                break
            turn *= STRAIGHTER
        return Pose.flat(side, x, y, yaw_rad + turn, edge)


def _ease(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return (3.0 - 2.0 * part) * part * part


def _between(one: Spot, other: Spot, part: float) -> Spot:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
