"""How long after the last die came to lie a throw is ruled on, on the simulated table's own clock.

The twin knows where every die truly is, so rest is not what the referee takes for it: it is the
picture from which on no die in sight moves. A hand or the cup over the mat is waited for, as the
referee does; a throw that came up with the very faces of before is counted apart, because nobody
can tell it by looking before the player acts on it.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from turbo.commands.run import Table
from turbo.game.events import Thrown, Verdict
from turbo.game.match import Match
from turbo.live.runner import LiveRunner
from turbo.storage.history import Judged
from turbo.twin.poses import Pose
from turbo.twin.table import Things

MOST_LATE_S = 0.7
"""What the project promises, at ten pictures a second."""
STILL_MM = 0.5
"""A corner of a die that moves by less from one picture to the next lies still: it is a third of a
pixel, and the twin lays dice flat by as much at the end of a throw."""

Corners = dict[int, NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Late:
    """One throw: since the dice lay still, and since the hand was out of the picture as well."""

    at_s: float
    since_rest_s: float
    since_clear_s: float
    cost_s: float
    """Processor time of the turn of the loop that brought the ruling."""
    verdict: Verdict

    @property
    def late_s(self) -> float:
        return min(self.since_rest_s, self.since_clear_s) + self.cost_s

    @property
    def line(self) -> str:
        """Players who play by the rules are not rejected: such a throw was told wrongly."""
        return f"{self.verdict} after {self.late_s:.2f} s at {self.at_s:.0f} s"

    @property
    def is_within(self) -> bool:
        return self.late_s <= MOST_LATE_S + 1e-6


@dataclass
class Lateness:
    """Watches the twin and the rulings side by side. `turn` in place of the runner's own."""

    table: Table
    throws: list[Late] = field(default_factory=list)
    same: int = 0
    """Throws with the same faces as before."""
    _ruled: int = 0
    _rested_s: float = 0.0
    _clear_s: float = 0.0
    _corners: Corners = field(default_factory=dict)

    def turn(self, runner: LiveRunner) -> None:
        before_s = time.process_time()
        runner.turn()
        cost_s = time.process_time() - before_s
        self._watch()
        history = self.table.session.history
        start = Match(history.players, history.options)
        for place in range(self._ruled, len(history.judged)):
            before = history.judged[place - 1].match if place else start
            self._note(before, history.judged[place], cost_s)
        self._ruled = len(history.judged)

    def _watch(self) -> None:
        """Whether anything moves in the picture of this moment, by what truly lies there."""
        twin, things = self.table.twin, self.table.twin.things
        now = {die: _corners(pose, things.edge_mm) for die, pose in things.poses.items()}
        if any(_has_moved(self._corners.get(die), corners) for die, corners in now.items()):
            self._rested_s = twin.clock_s
        if _is_over_mat(things):
            self._clear_s = twin.clock_s
        self._corners = now

    def _note(self, before: Match, judged: Judged, cost_s: float) -> None:
        event = judged.event
        if not isinstance(event, Thrown):
            return
        rnd = before.round
        had = None if rnd is None else rnd.hands[before.seat(event.player)]
        if had is not None and sorted(map(str, had)) == sorted(map(str, event.hand)):
            self.same += 1
            return
        now_s, verdict = self.table.twin.clock_s, judged.ruling.verdict
        clear_s = now_s - (self._clear_s if self._clear_s < now_s else self._rested_s)
        self.throws.append(Late(now_s, now_s - self._rested_s, clear_s, cost_s, verdict))


def report(throws: Sequence[Late], same: int) -> str:
    """Of one match, or of several after each other."""
    late = sorted(one.late_s for one in throws)
    if not late:
        return "no throw was ruled on"
    within = sum(one.is_within for one in throws)
    doubtful = sum(one.verdict is Verdict.UNSURE for one in throws)
    beyond = [one.line for one in throws if not one.is_within]
    return (
        f"{len(late)} throws: ruling after the last die lay still and no hand was in the"
        f" picture, median {late[len(late) // 2]:.2f} s, worst {late[-1]:.2f} s,"
        f" {within} within {MOST_LATE_S} s; {doubtful} ruled as unsure; {same} more came"
        f" up as before and were told when acted on; beyond: {', '.join(beyond) or 'none'}"
    )


_UNIT = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)


def _corners(pose: Pose, edge_mm: float) -> NDArray[np.float64]:
    return np.asarray(pose.position + (edge_mm / 2 * _UNIT) @ pose.rotation.T)


def _is_over_mat(things: Things) -> bool:
    """Whether fingers or the cup are over the mat: an arm beside it hides nothing."""
    cup = [] if things.cup is None else [things.cup.bottom_mm[:2]]
    return any(things.floor.is_on_mat((x, y)) for x, y in (*things.hands.values(), *cup))


def _has_moved(before: NDArray[np.float64] | None, now: NDArray[np.float64]) -> bool:
    return before is None or float(np.abs(now - before).max()) > STILL_MM
