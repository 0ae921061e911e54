"""What hands do at the twin's table: they reach in, carry dice, and go away again."""

import math
from collections.abc import Iterator

from turbo.twin.poses import Pose, Spot, distance
from turbo.twin.state import TableState
from turbo.twin.table import Motion, Pace, Things

Motions = Iterator[Motion]


class Hands:
    """Motions of hands over the things of a table. Filled by `turbo.twin.script.Script`."""

    things: Things
    pace: Pace
    state: TableState

    def reach(self, seat: int, to: Spot, seconds: float) -> Motion:
        things = self.things
        start = things.hands.get(seat, things.away(seat, to[0]))

        def move(time_s: float) -> None:
            things.hands[seat] = _between(start, to, _ease(time_s / seconds))

        return Motion(seconds, move)

    def withdraw(self, seat: int) -> Motions:
        if seat in self.things.hands:
            x, _ = self.things.hands[seat]
            yield self.reach(seat, self.things.away(seat, x), self.pace.withdraw_s)
            self.things.hands.pop(seat, None)

    def carry(self, seat: int, die: int, to: Pose) -> Motions:
        """Take a die and put it elsewhere, also turned or with another side up."""
        things = self.things
        start = things.poses[die]
        yield self.reach(seat, start.spot, self.pace.reach_s)
        reach = self.reach(seat, to.spot, self.pace.carry_s)

        def move(time_s: float) -> None:
            part = time_s / self.pace.carry_s
            assert reach.move is not None
            reach.move(time_s)
            held = start if part < 0.5 else to
            x, y = things.hands[seat]
            height = things.edge_mm / 2.0 + 18.0 * math.sin(math.pi * min(1.0, part))
            things.lift(die, held.lifted(x, y, height))

        yield Motion(self.pace.carry_s, move)
        things.put(die, to)

    def move_all(self, seat: int, poses: dict[int, Pose]) -> Motions:
        """Dice to their places, those first whose place is free; in a ring, one steps aside. Where
        there is no room for that, they are squeezed in."""
        left, asides = dict(poses), len(poses)
        while left:
            free = [die for die in left if not self._is_taken(left[die].spot, die)]
            if free or asides <= 0:
                die = free[0] if free else next(iter(left))
                yield from self.carry(seat, die, left.pop(die))
                continue
            asides -= 1
            die = next(iter(left))
            x, y = self.things.floor.free_spot(
                self.things.floor.table,
                [*self.things.spots(die), *(pose.spot for pose in left.values())],
            )
            side = self.state.sides[die]
            aside = Pose.flat(side, x, y, self.things.yaw(die), self.things.edge_mm)
            yield from self.carry(seat, die, aside)
        yield from self.withdraw(seat)

    def _is_taken(self, spot: Spot, die: int) -> bool:
        return any(
            distance(spot, other) < 0.9 * self.things.edge_mm for other in self.things.spots(die)
        )


def _ease(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return (3.0 - 2.0 * part) * part * part


def _between(one: Spot, other: Spot, part: float) -> Spot:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
