"""What happens at the twin's table: rounds, turns, throws and plays, told as motions in order.

A script is a generator: each motion that it yields takes its time on the table's clock, and when it
goes on the world is as that motion left it. The players see only what players see: the dice, and
through `Feedback` what the referee says.

What counts is drawn from the seed: who starts, the dice of each hand, the side that each thrown die
shows. The mechanics say how it rolls there, and which dice lie badly and are thrown again until
they show it. So a seed is the same match on every machine, though dice lie elsewhere.
"""

import math
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor

from turbo.game.dice import HAND
from turbo.game.events import Verdict
from turbo.game.layout import Layout
from turbo.twin.answering import Answering
from turbo.twin.hands import Hands, Motions
from turbo.twin.inventory import SIDES
from turbo.twin.mischief import Moment, mischief_named
from turbo.twin.physics import Pour, Rest, Standing, Throw, throw
from turbo.twin.players import Feedback, two_players
from turbo.twin.poses import IslandPlace, Pose, Spot, distance, nearest_quarter
from turbo.twin.state import Arrangement
from turbo.twin.table import Motion, Things

POUR_MM = (118.0, 97.0)
"""Over which spot of the own zone is poured, seen by each player at the right end of it."""

POUR_INWARD_RAD = 0.08
"""Away from the own rim: of dice poured along it 5 % leave the mat, so 2 %."""

KEPT_MM = (-154.0, 20.0, 92.0, 121.0)
"""Where dice that are not thrown wait at the left end: first column, step, and the two rows."""

DOUBTS = 3
"""So often a doubt is answered before the game goes on over it."""


class Script(Hands):
    """The play of one match. Mischief is added by `turbo.twin.misdeeds`."""

    def __init__(
        self,
        things: Things,
        pool: Executor,
        press: Callable[[int], None] | None = None,
        feedback: Feedback | None = None,
    ) -> None:
        self.things, self.pool, self.press, self.feedback = things, pool, press, feedback
        self.pace, self.state = things.settings.pace, things.state
        self.ledger, self.chance, self.slips = things.ledger, things.chance, things.slips
        self.players = two_players(things.settings.names, things.settings.habits, self.chance)
        self.pending: deque[str] = deque()
        self.throws = self.turns = 0
        self.mechanics: Callable[..., Throw] = throw
        self.decided: dict[int, int] = {}
        """Which side each die of the last throw comes to show, also where it is thrown again."""
        self.lies_badly: dict[int, bool] = {}
        self.is_rethrow = False
        """Whether the last throw was one of dice that lay badly."""
        self.is_handed_over = False
        """Whether the last turn ended with a sign that anybody can see: a button or a play. Of a
        pass that nobody pressed only the other player's throw can tell."""
        self.unplug_board: Callable[[bool], None] | None = None
        self.sound: Callable[[str], None] | None = None
        self.answering: Answering | None = None

    # The match

    def match(self) -> Motions:
        yield Motion(self.pace.before_s)
        starter = self.chance.randrange(2)
        for number in range(self.things.settings.rounds):
            yield from self.round((starter + number) % 2)

    def round(self, starter: int) -> Motions:
        self.state.deal(self.chance)
        self.ledger.round_begun(starter, self.things.clock_s)
        while self.ledger.is_round_open:
            if self.ledger.out is None:
                yield from self.turn(self.ledger.turn)
            else:
                yield from self.throw(1 - self.ledger.out)
        yield Motion(self.pace.between_rounds_s)
        yield from self.clear_table()
        yield from self.put_in_step()

    def turn(self, seat: int) -> Motions:
        self.turns += 1
        yield from self.misbehave(seat, Moment.BEFORE_THROW)
        yield from self.throw(seat)
        yield from self.misbehave(seat, Moment.AFTER_THROW)
        yield from self.think(seat)
        yield from self.misbehave(seat, Moment.PLAY)
        target = self.players[seat].play(self.state.layout(), self.state.hand(seat))
        self.is_handed_over = target is not None
        if target is None:
            self.ledger.passed(seat, self.things.clock_s)
        else:
            yield from self.lay(seat, target)
            left = self.state.hand(seat)
            self.ledger.played(seat, target.dice, left, self.things.clock_s)
        yield from self.hand_over(seat)

    def think(self, seat: int) -> Motions:
        mean = self.players[seat].habits.think_s
        yield Motion(self.pace.look_s + self.slips.expovariate(1.0 / max(mean, 1e-3)))
        yield from self.answer_doubts()
        if self.answering is not None and self.answering.is_asked_for_score():
            yield from self.put_in_step()

    def answer_doubts(self) -> Motions:
        """Nobody plays on over a die that the referee has asked for."""
        answering = self.answering
        for _ in range(DOUBTS):
            if answering is None or not answering.is_asked():
                return
            yield Motion(self.pace.look_s)
            answering.answer()
            yield Motion(self.pace.look_s, is_done=lambda: not answering.is_asked())

    # Hand-over

    def hand_over(self, seat: int) -> Motions:
        """Press the button or forget to, and wait for the referee."""
        heard = 0 if self.feedback is None else self.feedback.rulings()
        yield from self.withdraw(seat)
        if self.chance.random() >= self.players[seat].habits.forgets_button:
            yield Motion(0.3)
            self._press_over(seat)
        yield from self.listen(heard)
        yield from self.answer_doubts()
        yield from self._remember(seat, heard)
        if self.feedback is not None and self.feedback.verdict() is Verdict.REJECTED:
            yield from self.insist(seat)
        yield from self.put_in_step()

    def put_in_step(self) -> Motions:
        """The referee says that it has lost its way: the players tell it where they are."""
        if self.answering is not None and self.answering.is_lost():
            yield Motion(self.pace.look_s)
            self.answering.put_in_step()
            yield Motion(self.pace.look_s)

    def _remember(self, seat: int, heard: int) -> Motions:
        """Who forgot the button presses it at last where no later throw shows that a turn is over:
        while the other has not thrown yet, and when the round has ended."""
        feedback = self.feedback
        if feedback is None or self.press is None or feedback.rulings() > heard:
            return
        if not self.ledger.is_round_open or self.ledger.hands[1 - seat] is None:
            self._press_over(seat)
            yield from self.listen(heard)

    def _press_over(self, seat: int) -> None:
        self.is_handed_over = True
        if self.press is not None:
            self.press(seat)

    def listen(self, heard: int) -> Motions:
        """Wait until the referee has said something new."""
        feedback = self.feedback
        if feedback is None:
            yield Motion(self.pace.unheard_s)
        else:
            yield Motion(self.pace.answer_s, is_done=lambda: feedback.rulings() > heard)
            yield Motion(0.4)

    def insist(self, seat: int) -> Motions:
        """An honest play was refused: look at it, and press once more."""
        yield Motion(2.0)
        heard = 0 if self.feedback is None else self.feedback.rulings()
        self._press_over(seat)
        yield from self.listen(heard)

    # Throws

    def throw(self, seat: int) -> Motions:
        """The first throw is with all nine, later ones with what the player chooses."""
        dice, known = self.state.hands[seat], self.ledger.hands[seat]
        places = range(len(dice)) if known is None else self.players[seat].to_throw(known)
        thrown = [dice[place] for place in places]
        yield from self.into_cup(seat, thrown)
        yield from self.pour(seat, thrown)
        self._note_throw(seat, thrown)
        while bad := self.lying_badly(thrown):
            yield from self.rethrow(seat, bad)
            self._note_throw(seat, thrown, again=True)
        yield from self.tidy(seat, thrown)

    def rethrow(self, seat: int, bad: list[int]) -> Motions:
        """Dice that lie badly are looked at and thrown again."""
        yield Motion(self.pace.look_s)
        yield from self.into_cup(seat, bad)
        yield from self.pour(seat, bad, is_rethrow=True)

    def _note_throw(self, seat: int, thrown: list[int], *, again: bool = False) -> None:
        hand, badly = self.state.hand(seat), bool(self.lying_badly(thrown))
        self.ledger.thrown(seat, hand, self.things.clock_s, again=again, lies_badly=badly)

    def into_cup(self, seat: int, dice: list[int]) -> Motions:
        """Dice that stay are pushed out of the way, the others picked up one by one."""
        if self.slips.random() < self.players[seat].habits.sets_aside:
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
                side = self.state.sides[die]
                to = Pose.flat(side, *spot, self.things.yaw(die), self.things.edge_mm)
                yield from self.carry(seat, die, to)

    def _kept_spot(self, seat: int, die: int) -> Spot | None:
        """The first place for kept dice that is free; None where the die lies at one already."""
        first, step, *rows = KEPT_MM
        here = self.things.poses[die].spot
        for place in range(HAND):
            spot = self._mirrored(seat, first + step * (place // 2), -rows[place % 2])
            if distance(here, spot) <= 4.0:
                return None
            if all(distance(spot, o) > 1.2 * self.things.edge_mm for o in self.things.spots(die)):
                return spot
        return None

    def _mirrored(self, seat: int, x: float, y: float) -> Spot:
        """A spot as seat 0 sees it, for either seat."""
        return (x, y) if seat == 0 else (-x, -y)

    def pour(self, seat: int, dice: list[int], *, is_rethrow: bool = False) -> Motions:
        self.is_rethrow = is_rethrow
        if not is_rethrow:
            self.decided = {die: self.chance.randrange(SIDES) for die in dice}
        future = self.pool.submit(self._thrown, seat, dice)
        yield Motion(0.3)
        thrown = self._as_decided(future.result(), dice)
        things = self.things
        sounds = [(0.1, "shake"), (thrown.poured_s + 0.1, "pour")]

        def move(time_s: float) -> None:
            while sounds and time_s >= sounds[0][0]:
                self._sound(sounds.pop(0)[1])
            things.show_throw(thrown, dice, time_s)
            if things.cup is not None:
                x, y, _ = things.cup.bottom_mm
                things.hands[seat] = (x, y)

        yield Motion(thrown.length_s, move)
        things.cup = None
        for die, rest in zip(dice, thrown.rests, strict=True):
            self.state.sides[die] = rest.side
            things.put(die, self._at_rest(rest, thrown, dice.index(die)))
        yield from self.withdraw(seat)

    def _as_decided(self, thrown: Throw, dice: list[int]) -> Throw:
        """What lies badly shows any side: it does not count, and is thrown again."""
        floor = self.things.floor
        self.lies_badly = {
            die: rest.is_cocked or not floor.is_on_mat((rest.x_mm, rest.y_mm))
            for die, rest in zip(dice, thrown.rests, strict=True)
        }
        any_side = {die: self.slips.randrange(SIDES) for die in self.lying_badly(dice)}
        return thrown.showing([any_side.get(die, self.decided[die]) for die in dice])

    def _sound(self, what: str) -> None:
        if self.sound is not None:
            self.sound(what)

    def _at_rest(self, rest: Rest, thrown: Throw, place: int) -> Pose:
        if rest.is_cocked:
            return Pose(thrown.positions_mm[-1][place], thrown.rotations[-1][place])
        return Pose.flat(rest.side, rest.x_mm, rest.y_mm, rest.yaw_rad, self.things.edge_mm)

    def _thrown(self, seat: int, dice: list[int]) -> Throw:
        """As the mechanics have it: dice may lie cocked, on another or off the mat."""
        standing = [
            Standing(*pose.spot, self.things.yaw(die)) for die, pose in self.things.poses.items()
        ]
        self.throws += 1
        seed = (self.things.seed * 1_000_003 + self.throws) & 0xFFFFFFFF
        pour = self._pour(seat, len(dice))
        return self.mechanics(seed, len(dice), pour, standing=standing, edge_mm=self.things.edge_mm)

    def _pour(self, seat: int, count: int) -> Pour:
        """Many dice need the length of the zone; a few may be thrown where there is room."""
        back = self.slips.uniform(0.0, 110.0) if count <= 4 else 0.0
        x, y = self._mirrored(seat, POUR_MM[0] - back, -POUR_MM[1])
        return Pour(x, y, (math.pi if seat == 0 else 0.0) - POUR_INWARD_RAD)

    def lying_badly(self, dice: list[int]) -> list[int]:
        return [die for die in dice if self.lies_badly.get(die, False)]

    def tidy(self, seat: int, dice: list[int]) -> Motions:
        """Dice that rolled out of the own zone are pulled back into it."""
        things = self.things
        zone = things.floor.hands[seat]
        strays = [die for die in dice if not zone.has(*things.poses[die].spot)]
        if strays:
            yield Motion(self.pace.look_s * 0.6)
        for die in strays:
            x, y = things.floor.free_spot(zone, things.spots(die))
            to = Pose.flat(self.state.sides[die], x, y, things.yaw(die), things.edge_mm)
            yield from self.carry(seat, die, to)
        yield from self.withdraw(seat)

    # Plays

    def lay(self, seat: int, target: Layout) -> Motions:
        arrangement = self.state.arranged(target, seat)
        places = self.things.floor.places(arrangement, self.things.places)
        poses = self._cell_poses(arrangement, places)
        yield from self.move_all(seat, poses)
        self.state.lay(arrangement, seat)
        self.things.places = places

    def _cell_poses(
        self, arrangement: Arrangement, places: dict[int, IslandPlace]
    ) -> dict[int, Pose]:
        things, poses = self.things, {}
        for (island, row, column), die in arrangement.cells.items():
            x, y = places[island].at(row, column)
            yaw = nearest_quarter(things.yaw(die), places[island].turn_rad)
            pose = Pose.flat(self.state.sides[die], x, y, yaw, things.edge_mm)
            if not things.poses[die].is_near(pose, 1.5):
                poses[die] = self._laid_by_hand(pose)
        return poses

    def _laid_by_hand(self, pose: Pose) -> Pose:
        """Nobody lays to a tenth of a millimetre."""
        x, y = (value + self.slips.gauss(0.0, 0.12) for value in pose.spot)
        return pose.lifted(x, y, float(pose.position[2]))

    def clear_table(self) -> Motions:
        """All dice into the bag, by both players."""
        for die in list(self.things.poses):
            seat = 0 if self.things.poses[die].spot[1] < 0 else 1
            yield self.reach(seat, self.things.poses[die].spot, 0.12)
            self.things.remove(die)
        self.things.places = {}
        for seat in (0, 1):
            yield from self.withdraw(seat)
        yield Motion(self.pace.between_rounds_s)

    # Mischief

    def misbehave(self, seat: int, moment: Moment) -> Motions:
        """What was asked for by name comes first; else chance decides."""
        from turbo.twin.misdeeds import commit

        for name in list(self.pending):
            if mischief_named(name).moment in (moment, Moment.ANY):
                motions = commit(self, name, seat)
                if motions is not None:
                    self.pending.remove(name)
                    yield from motions
                    return
        if self.chance.random() < self.things.settings.mischief:
            yield from commit(self, self._by_chance(moment), seat) or ()

    def _by_chance(self, moment: Moment) -> str:
        wanted = self.things.settings.mischief_names
        names = [n for n in wanted if mischief_named(n).moment in (moment, Moment.ANY)]
        return self.chance.choice(names) if names else ""
