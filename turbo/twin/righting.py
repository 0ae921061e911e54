"""After a throw that hit what lay there: sets are pushed together again, tipped dice turned back.

A set that was only moved stays where it came to lie: nobody pushes it back by a centimetre.
"""

import math
from collections.abc import Collection, Mapping

from turbo.game.sets import Cell
from turbo.twin.hands import Hands, Motions
from turbo.twin.inventory import top_side
from turbo.twin.physics import DEFAULT_THROW, PouredThrow
from turbo.twin.poses import IslandPlace, Pose, Spot, fitted, islands_of
from turbo.twin.table import TableMotion, shoved_poses

LOOSE_MM = 1.3
"""A die that is farther off its place in a set is pushed back: beyond it gaps and steps show."""
TILTED_DEG = DEFAULT_THROW.cocked_deg
NEAR_MM = 24.0
"""A set that was shoved so near to another die is laid back: they could be taken for one set."""
SQUEEZED = 1.2
"""Edges from another die within which there is no room for one: turned against each other, two
dice that touch are up to 1.4 apart, side by side 1."""


class Righting(Hands):
    """Motions that put right what a throw has shoved."""

    def keep_shoved(self, thrown: PouredThrow, lying: Mapping[int, Pose]) -> None:
        """What was hit lies where it came to rest; flat again where it does not lean."""
        for die, pose in shoved_poses(thrown, lying, -1).items():
            side, lean = top_side(pose.rotation)
            x, y = pose.spot
            flat = Pose.flat(side, x, y, pose.flat_yaw, self.things.edge_mm)
            self.things.put(die, flat if lean < TILTED_DEG else pose)

    def set_right(self, seat: int, hit: Collection[int]) -> Motions:
        """What of these dice is not as it should be, after a look at it."""
        poses = self._of_sets(hit)
        # After the sets: what is laid into them takes its room first.
        poses |= self._of_hands(hit, poses)
        if poses:
            yield TableMotion(0.5 * self.pace.look_s)
            for die, pose in poses.items():
                yield from self.carry(seat, die, pose)

    def _of_sets(self, hit: Collection[int]) -> dict[int, Pose]:
        poses: dict[int, Pose] = {}
        cells = self.state.cells
        for island, mine in islands_of(cells).items():
            dice = {cell: cells[cell] for cell in mine}
            if any(die in hit for die in dice.values()):
                poses |= self._of_set(island, dice)
        return poses

    def _of_set(self, island: int, dice: Mapping[Cell, int]) -> dict[int, Pose]:
        place = self.things.places[island] = self._place_for(island, dice)
        return {
            die: self._pose(place, cell, die)
            for cell, die in dice.items()
            if self._is_off(die, place.at(cell[1], cell[2]))
        }

    def _place_for(self, island: int, dice: Mapping[Cell, int]) -> IslandPlace:
        """Where it was shoved to, if it hangs together there; else where it lay. Where a die of the
        throw has come to lie just there, somewhere else: no die can be laid into another."""
        things, old = self.things, self.things.places[island]
        moved, off_mm = fitted(old, {cell: things.poses[die].spot for cell, die in dice.items()})
        # Where it was shoved to comes first: to push a whole set back is more work.
        if off_mm <= LOOSE_MM and self._has_room(moved, dice, NEAR_MM):
            return moved
        if self._has_room(old, dice, SQUEEZED * things.edge_mm):
            return old
        taken = [*things.taken(*dice.values()), *self._places_beside(island)]
        return things.floor.free_place(list(dice), taken) or old

    def _places_beside(self, island: int) -> list[Spot]:
        """Where the dice of the other sets belong, wherever they lie now."""
        cells = (cell for cell in self.state.cells if cell[0] != island)
        return [self.things.places[number].at(row, column) for number, row, column in cells]

    def _has_room(self, place: IslandPlace, dice: Mapping[Cell, int], room_mm: float) -> bool:
        spots = [place.at(row, column) for _, row, column in dice]
        others = self.things.spots(*dice.values())
        return all(self.things.floor.table.has(*spot) for spot in spots) and all(
            math.dist(spot, other) > room_mm for spot in spots for other in others
        )

    def _is_off(self, die: int, spot: Spot) -> bool:
        pose = self.things.poses[die]
        return math.dist(pose.spot, spot) > LOOSE_MM or self._is_tipped(die)

    def _is_tipped(self, die: int) -> bool:
        side, lean = top_side(self.things.poses[die].rotation)
        return side != self.state.sides[die] or lean > TILTED_DEG

    def _pose(self, place: IslandPlace, cell: Cell, die: int) -> Pose:
        x, y = place.at(cell[1], cell[2])
        return Pose.flat(self.state.sides[die], x, y, place.turn_rad, self.things.edge_mm)

    def _of_hands(self, hit: Collection[int], laid: Mapping[int, Pose]) -> dict[int, Pose]:
        """Kept dice that were tipped, or driven out of their zone. What is `laid` before them, and
        each of them, takes the room where it will lie: two were put into one spot."""
        things, poses = self.things, dict[int, Pose]()
        for seat, dice in enumerate(self.state.hands):
            zone = things.floor.hands[seat]
            for die in (die for die in dice if die in hit):
                spot = things.poses[die].spot
                if not zone.has(*spot):
                    coming = (pose.spot for pose in (*laid.values(), *poses.values()))
                    spot = things.floor.free_spot(zone, [*things.taken(die), *coming])
                elif not self._is_tipped(die):
                    continue
                poses[die] = things.flat(die, spot)
        return poses
