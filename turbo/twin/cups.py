"""The cup when nobody holds it: where players put it after a throw, and how it is taken again.

There is one cup. It hides what stands behind it, as seen from the camera: in the own zone people
put it down where there is room, and that is before or behind their dice.
"""

import math

import numpy as np

from turbo.twin.draw_props import CupPose
from turbo.twin.habits import CupPlace
from turbo.twin.hands import Hands, Motions
from turbo.twin.inventory import top_side
from turbo.twin.poses import Spot
from turbo.twin.table import TableMotion

EDGE_MM, TABLE_MM = (132.0, 158.0), (120.0, 186.0)
"""The middle of its bottom over the rim and beyond it, as seat 0 sees them (its y is negative)."""
IN_ZONE_MM = (104.0, 124.0)
"""In the own zone it stands so far out: no set that is laid later comes to lie under it."""
CLEAR_MM = 46.0
"""From its middle to a die's that nobody has put it on: its radius and half a die across."""
SET_DOWN_S, TAKE_S = 0.5, 0.35
"""Who sets it down looks where, who takes it up does not. Neither is measured."""
HELD_MM = 110.0
"""How high it is held."""


class Cups(Hands):
    """Motions of the cup beside a throw."""

    def put_cup_down(self, seat: int) -> Motions:
        """Where this player puts it; out of the picture it is gone with the hand."""
        place = self.slips.choice(self.habits(seat).cup)
        spot = self.cup_spot(seat, place)
        if spot is None:
            return
        start = self.things.hands.get(seat, self.things.away(seat, spot[0]))
        yield self._moving_cup(seat, start, spot, (HELD_MM, 0.0), SET_DOWN_S)
        self.things.put_cup(self.things.new_cup(*spot))

    def take_cup(self, seat: int) -> Motions:
        """Who throws takes it from where it stands."""
        cup = self.things.standing_cup
        if cup is None:
            return
        spot = cup.bottom_mm[:2]
        yield self.reach(seat, spot, self.pace.reach_s)
        # Before it moves: a cup that is carried is drawn with the hand, and stands nowhere.
        self.things.put_cup(None)
        away = self.things.away(seat, spot[0])
        yield self._moving_cup(seat, spot, away, (0.0, HELD_MM), TAKE_S)
        self.things.cup = None
        self.things.hands.pop(seat, None)

    def _moving_cup(
        self, seat: int, start: Spot, to: Spot, heights: tuple[float, float], seconds: float
    ) -> TableMotion:
        things = self.things
        self.things.hands[seat] = start
        reach = self.reach(seat, to, seconds)

        def move(time_s: float) -> None:
            part = min(1.0, time_s / seconds)
            assert reach.move is not None
            reach.move(time_s)
            height = heights[0] + (heights[1] - heights[0]) * part
            things.cup = things.new_cup(*things.hands[seat], height)

        return TableMotion(seconds, move)

    def cup_spot(self, seat: int, place: CupPlace) -> Spot | None:
        if place is CupPlace.AWAY:
            return None
        if place is CupPlace.ZONE:
            return self._in_zone(seat)
        x, y = EDGE_MM if place is CupPlace.EDGE else TABLE_MM
        return (x, -y) if seat == 0 else (-x, y)

    def _in_zone(self, seat: int) -> Spot | None:
        """Where it covers no die but hides one, or else the roomiest spot; none if all is full."""
        spots = self._roomy(seat)
        for spot in spots:
            # One die hidden is what people do; where none is hidden nothing is tested.
            if self.hidden_by(self.things.new_cup(*spot)) == 1:
                return spot
        return spots[0] if spots else None

    def _roomy(self, seat: int) -> list[Spot]:
        zone, others = self.things.floor.hands[seat], self.things.spots()
        found = []
        for _ in range(60):
            # The cup's own radius from the zone's ends.
            x = self.slips.uniform(zone.left + 30.0, zone.right - 30.0)
            y = self.slips.uniform(*IN_ZONE_MM) * (-1.0 if seat == 0 else 1.0)
            apart = min((math.dist((x, y), other) for other in others), default=math.inf)
            if apart > CLEAR_MM:
                found.append((x, y))
        return found

    def hidden_by(self, cup: CupPose) -> int:
        """How many dice it would hide from the camera."""
        things = self.things
        placed = [things.placed(die) for die in things.poses]
        if not placed:
            return 0
        upper = np.stack([one.face_corners(top_side(one.rotation)[0]) for one in placed])
        middles = things.lens.project(upper).mean(axis=1)
        return int(things.props.under_cup(cup, middles, np.full(len(placed), 2.0)).sum())
