"""Throws at the twin's table: into the cup, out of it, and again for dice that lie badly.

Which side a die comes to show is drawn before it is thrown; the mechanics say how it gets there.
"""

import math
from collections.abc import Callable
from concurrent.futures import Executor

from turbo.game.dice import HAND
from turbo.twin.cups import Cups
from turbo.twin.hands import Motions
from turbo.twin.inventory import SIDES
from turbo.twin.physics import Pour, PouredThrow, Rest, StandingBody, throw
from turbo.twin.players import two_players
from turbo.twin.poses import Pose, Spot
from turbo.twin.righting import Righting
from turbo.twin.table import TableMotion, Things

POUR_MM = (118.0, 97.0)
"""Over which spot of the own zone is poured, seen by each player at the right end of it."""

POUR_INWARD_RAD = 0.08
"""Away from the own rim: of dice poured along it 5 % leave the mat, so 2 %."""

KEPT_MM = (-154.0, 20.0, 92.0, 121.0)
"""Where dice that are not thrown wait at the left end: first column, step, and the two rows."""

SCATTER_MM = (80.0, 112.0)
"""From where is poured into the middle: so far aside at most, and at the own rim."""


class Throwing(Cups, Righting):
    """Motions of a throw."""

    def __init__(self, things: Things, pool: Executor) -> None:
        super().__init__(things)
        self.pool, self.ledger, self.chance = pool, things.ledger, things.chance
        self.players = two_players(things.settings.names, things.settings.habits, self.chance)
        self.mechanics: Callable[..., PouredThrow] = throw
        self.sound: Callable[[str], None] | None = None
        self.throws = 0
        self.is_rethrow = False
        """Whether the last throw was one of dice that lay badly."""
        self.decided: dict[int, int] = {}
        """Which side each die of the last throw comes to show, also where it is thrown again."""
        self.lies_badly: dict[int, bool] = {}

    def throw(self, seat: int) -> Motions:
        """The first throw is with all nine, later ones with what the player chooses."""
        dice, known = self.state.hands[seat], self.ledger.hands[seat]
        places = range(len(dice)) if known is None else self.players[seat].to_throw(known)
        thrown = [dice[place] for place in places]
        yield from self.into_cup(seat, thrown)
        yield from self.pour(seat, thrown)
        self.note_throw(seat, thrown)
        while bad := self.lying_badly(thrown):
            yield from self.rethrow(seat, bad)
            self.note_throw(seat, thrown, again=True)
        yield from self.tidy(seat, thrown)

    def rethrow(self, seat: int, bad: list[int]) -> Motions:
        """Dice that lie badly are looked at and thrown again."""
        yield TableMotion(self.pace.look_s)
        yield from self.into_cup(seat, bad)
        yield from self.pour(seat, bad, is_rethrow=True)

    def note_throw(self, seat: int, thrown: list[int], *, again: bool = False) -> None:
        hand, badly = self.state.hand(seat), bool(self.lying_badly(thrown))
        self.ledger.thrown(seat, hand, self.things.clock_s, again=again, lies_badly=badly)

    def into_cup(self, seat: int, dice: list[int]) -> Motions:
        """Dice that stay are pushed out of the way, the others picked up one by one."""
        yield from self.take_cup(seat)
        # By `slips` and not by `chance`: how dice are handled must not change which faces come up.
        if self.slips.random() < self.habits(seat).sets_aside:
            yield from self._move_kept_aside(seat, dice)
        for die in dice:
            if die in self.things.poses:
                yield self.reach(seat, self.things.poses[die].spot, self.pace.gather_s)
                self.things.remove(die)
        yield self.reach(seat, self._mirrored(seat, POUR_MM[0] + 30, -POUR_MM[1]), 0.25)

    def _move_kept_aside(self, seat: int, thrown: list[int]) -> Motions:
        kept = [die for die in self.state.hands[seat] if die not in thrown]
        for die in (d for d in kept if d in self.things.poses):
            spot = self._kept_spot(seat, die)
            if spot is not None:
                yield from self.carry(seat, die, self.things.flat(die, spot))

    def _kept_spot(self, seat: int, die: int) -> Spot | None:
        """The first place for kept dice that is free; None where the die lies at one already."""
        first, step, *rows = KEPT_MM
        here = self.things.poses[die].spot
        for place in range(HAND):
            spot = self._mirrored(seat, first + step * (place // 2), -rows[place % 2])
            # Nobody moves a die by a few millimetres.
            if math.dist(here, spot) <= 4.0:
                return None
            if all(math.dist(spot, o) > 1.2 * self.things.edge_mm for o in self.things.taken(die)):
                return spot
        return None

    def _mirrored(self, seat: int, x: float, y: float) -> Spot:
        """A spot as seat 0 sees it, for either seat."""
        return (x, y) if seat == 0 else (-x, -y)

    def pour(
        self,
        seat: int,
        dice: list[int],
        *,
        is_rethrow: bool = False,
        sides: dict[int, int] | None = None,
    ) -> Motions:
        """`sides`: what comes up; None: the seed says."""
        self.is_rethrow = is_rethrow
        if not is_rethrow:
            # A rethrow keeps what was decided: only which dice lean hangs on the processor.
            self.decided = sides or {die: self.chance.randrange(SIDES) for die in dice}
        lying = dict(self.things.poses)
        # Beside the pictures that go on meanwhile: a throw takes longer than one of them.
        future = self.pool.submit(self._thrown, seat, dice)
        yield TableMotion(0.3)
        thrown = self._as_decided(future.result(), dice)
        things = self.things
        sounds = [(0.1, "shake"), (thrown.poured_s + 0.1, "pour")]

        def move(time_s: float) -> None:
            while sounds and time_s >= sounds[0][0]:
                _, what = sounds.pop(0)
                if self.sound is not None:
                    self.sound(what)
            things.show_throw(thrown, dice, lying, time_s)
            if things.cup is not None:
                x, y, _ = things.cup.bottom_mm
                things.hands[seat] = (x, y)

        yield TableMotion(thrown.length_s, move)
        things.cup = None
        for die, rest in zip(dice, thrown.rests, strict=True):
            self.state.sides[die] = rest.side
            things.put(die, self._at_rest(rest, thrown, dice.index(die)))
        self.keep_shoved(thrown, lying)
        yield from self.put_cup_down(seat)
        yield from self.withdraw(seat)
        yield from self.set_right(seat, {list(lying)[place] for place in thrown.shoved})
        yield from self.withdraw(seat)

    def _as_decided(self, thrown: PouredThrow, dice: list[int]) -> PouredThrow:
        """What lies badly shows any side: it does not count, and is thrown again."""
        floor = self.things.floor
        self.lies_badly = {
            die: rest.is_cocked or not floor.is_on_mat((rest.x_mm, rest.y_mm))
            for die, rest in zip(dice, thrown.rests, strict=True)
        }
        any_side = {die: self.slips.randrange(SIDES) for die in self.lying_badly(dice)}
        return thrown.showing([any_side.get(die, self.decided[die]) for die in dice])

    def _at_rest(self, rest: Rest, thrown: PouredThrow, place: int) -> Pose:
        if rest.is_cocked:
            return Pose(thrown.positions_mm[-1][place], thrown.rotations[-1][place])
        return Pose.flat(rest.side, rest.x_mm, rest.y_mm, rest.yaw_rad, self.things.edge_mm)

    def _thrown(self, seat: int, dice: list[int]) -> PouredThrow:
        """As the mechanics have it: dice may lie cocked, on another or off the mat."""
        standing = [
            StandingBody(*pose.spot, self.things.yaw(die), float(pose.position[2]))
            for die, pose in self.things.poses.items()
        ]
        self.throws += 1
        # A prime apart: the throws of one table are not those of the table with the next seed.
        seed = (self.things.seed * 1_000_003 + self.throws) & 0xFFFFFFFF
        is_scattered = self.slips.random() < self.habits(seat).scatters
        pour = self._scattering(seat) if is_scattered else self._pour(seat, len(dice))
        return self.mechanics(seed, len(dice), pour, standing=standing, edge_mm=self.things.edge_mm)

    def _pour(self, seat: int, count: int) -> Pour:
        """Many dice need the length of the zone; a few may be thrown where there is room."""
        back = self.slips.uniform(0.0, 110.0) if count <= 4 else 0.0
        x, y = self._mirrored(seat, POUR_MM[0] - back, -POUR_MM[1])
        return Pour(x, y, (math.pi if seat == 0 else 0.0) - POUR_INWARD_RAD)

    def _scattering(self, seat: int) -> Pour:
        """From the own rim towards the middle and beyond."""
        x = self.slips.uniform(-SCATTER_MM[0], SCATTER_MM[0])
        x, y = self._mirrored(seat, x, -SCATTER_MM[1])
        way = (math.pi / 2 if seat == 0 else -math.pi / 2) + self.slips.uniform(-0.6, 0.6)
        return Pour(x, y, way)

    def lying_badly(self, dice: list[int]) -> list[int]:
        return [die for die in dice if self.lies_badly.get(die, False)]

    def tidy(self, seat: int, dice: list[int]) -> Motions:
        """Dice that rolled out of the own zone are pulled back into it."""
        things = self.things
        zone = things.floor.hands[seat]
        strays = [die for die in dice if not zone.has(*things.poses[die].spot)]
        if strays:
            yield TableMotion(self.pace.look_s * 0.6)
        most = self.habits(seat).carries
        for first in range(0, len(strays), most):
            some: dict[int, Pose] = {}
            for die in strays[first : first + most]:
                taken = [*things.taken(die), *(pose.spot for pose in some.values())]
                some[die] = things.flat(die, things.floor.free_spot(zone, taken))
            yield from self.carry_some(seat, some)
        yield from self.withdraw(seat)
