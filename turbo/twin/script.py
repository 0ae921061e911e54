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
from collections.abc import Callable, Mapping
from concurrent.futures import Executor

from turbo.game.events import Verdict
from turbo.game.layout import Layout
from turbo.twin.answering import Answering
from turbo.twin.hands import Motions
from turbo.twin.mischief import MISCHIEF, MischiefMoment, mischief_named
from turbo.twin.players import Feedback, TwinPlayer
from turbo.twin.poses import IslandPlace, Pose, nearest_quarter
from turbo.twin.seated import SeatedPlayer
from turbo.twin.state import Arrangement
from turbo.twin.table import TableMotion, Things
from turbo.twin.throwing import Throwing
from turbo.twin.together import beside

DOUBTS = 3
"""So often a doubt is answered before the game goes on over it."""


class Script(Throwing):
    """The play of one match. Mischief is added by `turbo.twin.misdeeds`."""

    def __init__(
        self,
        things: Things,
        pool: Executor,
        press: Callable[[int], None] | None = None,
        feedback: Feedback | None = None,
    ) -> None:
        super().__init__(things, pool)
        self.press, self.feedback = press, feedback
        self.pending: deque[str] = deque()
        self.turns = 0
        self.is_handed_over = False
        """Whether the last turn ended with a sign that anybody can see: a button or a play. Of a
        pass that nobody pressed only the other player's throw can tell."""
        self.unplug_board: Callable[[bool], None] | None = None
        self.answering: Answering | None = None

    def sit(self, seat: int, player: TwinPlayer) -> None:
        """Whoever decides at that seat from now on."""
        one, other = self.players
        self.players = (player, other) if seat == 0 else (one, player)

    @property
    def heard(self) -> int:
        """How many rulings the players have heard."""
        return 0 if self.feedback is None else self.feedback.rulings()

    # The match

    def match(self, starter: int | None = None) -> Motions:
        """All rounds; `starter`: who begins the first, else chance says."""
        yield TableMotion(self.pace.before_s)
        if starter is None:
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
        yield TableMotion(self.pace.between_rounds_s)
        yield from self.clear_table()
        yield from self.put_in_step()

    def turn(self, seat: int) -> Motions:
        self.turns += 1
        yield from self.misbehave(seat, MischiefMoment.BEFORE_THROW)
        yield from self.throw(seat)
        yield from self.misbehave(seat, MischiefMoment.AFTER_THROW)
        person = self.players[seat]
        if isinstance(person, SeatedPlayer):
            yield from person.playing(self, seat)
        else:
            yield from self.think(seat)
            yield from self.misbehave(seat, MischiefMoment.PLAY)
            yield from self.play(seat)

    def throw(self, seat: int) -> Motions:
        person = self.players[seat]
        if isinstance(person, SeatedPlayer):
            yield from person.choosing(self, seat)
        yield from super().throw(seat)

    def play(self, seat: int) -> Motions:
        target = self.players[seat].play(self.state.layout(), self.state.hand(seat))
        self.is_handed_over = target is not None
        if target is not None:
            yield from self.lay(seat, target)
        self.note_play(seat, target)
        yield from self.hand_over(seat)

    def note_play(self, seat: int, target: Layout | None) -> None:
        """What counts of a turn: the table as it lies now, or None for a pass."""
        if target is None:
            self.ledger.passed(seat, self.things.clock_s)
        else:
            left = self.state.hand(seat)
            self.ledger.played(seat, target.dice, left, self.things.clock_s)

    def think(self, seat: int) -> Motions:
        mean = self.players[seat].habits.think_s
        # Mostly short, now and then long, as people think; by nought nothing is divided.
        yield TableMotion(self.pace.look_s + self.slips.expovariate(1.0 / max(mean, 1e-3)))
        yield from self.answer_doubts()
        if self.answering is not None and self.answering.is_asked_for_score():
            yield from self.put_in_step()

    def answer_doubts(self) -> Motions:
        """Nobody plays on over a die that the referee has asked for."""
        answering = self.answering
        for _ in range(DOUBTS):
            if answering is None or not answering.is_asked():
                return
            yield TableMotion(self.pace.look_s)
            answering.answer()
            yield TableMotion(self.pace.look_s, is_done=lambda: not answering.is_asked())

    # Hand-over

    def hand_over(self, seat: int) -> Motions:
        """Press the button or forget to, and wait for the referee."""
        heard = self.heard
        yield from self._going(seat)
        # By `chance`: whether a press comes is part of the match, not of how it looks.
        if self.chance.random() >= self.players[seat].habits.forgets_button:
            yield TableMotion(0.3)
            self._press_over(seat)
        yield from self._wait(seat, heard)
        yield from self.lift_cup(seat)
        yield from self.answer_doubts()
        yield from self._remember(seat, heard)
        if self.feedback is not None and self.feedback.verdict() is Verdict.REJECTED:
            yield from self.insist(seat)
        yield from self.put_in_step()

    def _going(self, seat: int) -> Motions:
        """The hand goes; the other's may come for the cup meanwhile."""
        other = 1 - seat
        if self.slips.random() < self.habits(other).overlaps and self.ledger.is_round_open:
            yield from beside(self.withdraw(seat), self.take_cup(other))
        else:
            yield from self.withdraw(seat)

    def _wait(self, seat: int, heard: int) -> Motions:
        """For the referee; or for as long as this player has patience."""
        patience = self.habits(seat).patience_s
        if patience is None:
            yield from self.listen(heard)
        else:
            yield TableMotion(self.slips.uniform(*patience))

    def lift_cup(self, seat: int) -> Motions:
        """The referee says that a die is hidden behind it: whoever hears that takes it away."""
        if self.answering is not None and self.answering.is_asked_to_lift():
            yield from self.take_cup(seat)
            yield TableMotion(self.pace.look_s)

    def put_in_step(self) -> Motions:
        """The referee says that it has lost its way: the players tell it where they are."""
        if self.answering is not None and self.answering.is_lost():
            yield TableMotion(self.pace.look_s)
            self.answering.put_in_step()
            yield TableMotion(self.pace.look_s)

    def _remember(self, seat: int, heard: int) -> Motions:
        """Who forgot the button presses it at last where no later throw shows that a turn is over:
        while the other has not thrown yet, and when the round has ended. Who has no patience does
        not."""
        feedback = self.feedback
        if feedback is None or self.press is None or feedback.rulings() > heard:
            return
        if self.habits(seat).patience_s is not None:
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
            yield TableMotion(self.pace.unheard_s)
        else:
            yield TableMotion(self.pace.answer_s, is_done=lambda: feedback.rulings() > heard)
            # A ruling is heard before anybody moves on it.
            yield TableMotion(0.4)

    def insist(self, seat: int) -> Motions:
        """An honest play was refused: look at it, and press once more."""
        yield TableMotion(2.0)
        yield from self.ask_referee(seat)

    def ask_referee(self, seat: int) -> Motions:
        """Press, and hear what is said of what lies there."""
        heard = self.heard
        self._press_over(seat)
        yield from self.listen(heard)

    # Plays

    def lay(self, seat: int, target: Layout) -> Motions:
        arrangement = self.state.arranged(target, seat)
        places = self._places(seat, arrangement)
        poses = self._cell_poses(seat, arrangement, places)
        poses |= self._taken_back(seat, arrangement, poses)
        other = 1 - seat
        if poses and self.slips.random() < self.habits(other).overlaps:
            yield from beside(self.move_all(seat, poses), self._meddle(other, len(poses)))
        else:
            yield from self.move_all(seat, poses)
        self.state.lay(arrangement, seat)
        self.things.places = places

    def _meddle(self, seat: int, dice: int) -> Motions:
        """The other's hand is there too while so many dice are laid."""
        yield from self.stay(seat, 0.4 * dice)
        yield from self.withdraw(seat)

    def _places(self, seat: int, arrangement: Arrangement) -> dict[int, IslandPlace]:
        """Sets stay where they lie, but for those that this player takes apart and lays anew."""
        habits, before = self.habits(seat), self.things.places
        grows = {
            kept.island
            for island, kept in arrangement.kept.items()
            if any(
                c[0] == island and d in self.state.hands[seat] for c, d in arrangement.cells.items()
            )
        }
        staying = {
            island: place
            for island, place in before.items()
            if island not in grows or self.slips.random() >= habits.rebuilds
        }
        return self.things.floor.places(arrangement, staying, habits.gap_mm)

    def _cell_poses(
        self, seat: int, arrangement: Arrangement, places: dict[int, IslandPlace]
    ) -> dict[int, Pose]:
        things, poses = self.things, dict[int, Pose]()
        for (island, row, column), die in arrangement.cells.items():
            x, y = places[island].at(row, column)
            yaw = nearest_quarter(things.yaw(die), places[island].turn_rad)
            # A die that is already there within a millimetre or so is not taken up again.
            if math.dist(things.poses[die].spot, (x, y)) >= 1.5:
                laid = [*poses.values(), *self._staying(arrangement, poses)]
                poses[die] = self.laid(seat, self.state.sides[die], (x, y), yaw, laid)
        return poses

    def _taken_back(
        self, seat: int, arrangement: Arrangement, laid: Mapping[int, Pose]
    ) -> dict[int, Pose]:
        """Dice that go from the table into the hand again find room in its zone."""
        things, poses = self.things, dict[int, Pose]()
        for die in self.state.taken_back(arrangement):
            coming = (pose.spot for pose in (*laid.values(), *poses.values()))
            taken = [*things.taken(die), *coming]
            poses[die] = things.flat(die, things.floor.free_spot(things.floor.hands[seat], taken))
        return poses

    def _staying(self, arrangement: Arrangement, moved: Mapping[int, Pose]) -> list[Pose]:
        """Dice of the table as they lie, that may be neighbours."""
        dice = set(arrangement.cells.values()) & set(self.state.cells.values())
        return [self.things.poses[die] for die in dice - set(moved)]

    def clear_table(self) -> Motions:
        """All dice into the bag, by both players."""
        for die in list(self.things.poses):
            # Each clears the own half.
            seat = 0 if self.things.poses[die].spot[1] < 0 else 1
            yield self.reach(seat, self.things.poses[die].spot, 0.12)
            self.things.remove(die)
        self.things.places = {}
        for seat in (0, 1):
            yield from self.withdraw(seat)
        yield TableMotion(self.pace.between_rounds_s)

    # Mischief

    def misbehave(self, seat: int, moment: MischiefMoment) -> Motions:
        """What was asked for by name comes first; else chance decides."""
        from turbo.twin.misdeeds import commit

        # A copy: what is done is taken off the list while it is gone through.
        for name in list(self.pending):
            if mischief_named(name).moment in (moment, MischiefMoment.ANY):
                motions = commit(self, name, seat)
                if motions is not None:
                    self.pending.remove(name)
                    yield from motions
                    return
        if self.chance.random() < self.things.settings.mischief:
            yield from commit(self, self._by_chance(moment), seat) or ()

    def _by_chance(self, moment: MischiefMoment) -> str:
        names = [n for n in MISCHIEF if MISCHIEF[n].moment in (moment, MischiefMoment.ANY)]
        return self.chance.choice(names) if names else ""
