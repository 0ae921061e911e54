"""How well the live table tells what happened, counted over acted rounds and matches.

`python -m bench.live --rounds 40` acts rounds at the height of observations with a camera that
errs, and prints how many were told without a fault, false throws, the time from the last die at
rest to the ruling, and the time that a frame costs. In the last of them nothing is seen for 2 to 8
seconds at random moments, three or four times in a round, before players who wait for the lamps.
"""

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field

from tools.trials.acted_match import ActedMatch, Habits, same_line
from tools.trials.table_acts import ImperfectCamera
from turbo.game.observation import Observation

CAMERAS = {
    "a good camera": ImperfectCamera(missed=0.0005, misread=0.0005),
    "a middling camera": ImperfectCamera(),
    "a bad camera": ImperfectCamera(missed=0.01, misread=0.01, jitter_mm=0.5),
    "dark moments": ImperfectCamera(blind_every_s=25.0),
}
WAITING = Habits(waits_s=5.0)


@dataclass
class Count:
    rounds: int = 0
    right: int = 0
    events: int = 0
    events_right: int = 0
    false_throws: int = 0
    missed_throws: int = 0
    results: int = 0
    """Rounds with the right winner and points."""
    blinds: int = 0
    frames: int = 0
    seconds: float = 0.0
    late_s: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, match: ActedMatch, seed: int) -> None:
        is_right, why = match.outcome()
        told = match.watched.events()
        self.rounds += 1
        self.right += is_right
        self.results += match.scores() == match.results
        self.blinds += match.acts.blinds
        self.events += len(match.truth)
        self.events_right += sum(map(same_line, match.truth, told))
        truth = Counter(line for line in match.truth if line.startswith("throw"))
        heard = Counter(line for line in told if line.startswith("throw"))
        self.false_throws += (heard - truth).total()
        self.missed_throws += (truth - heard).total()
        if not is_right:
            self.faults.append(f"seed {seed}: {why}")


class Stopwatch:
    """Measures frames, and how soon after the last die came to lie a throw is told."""

    def __init__(self, match: ActedMatch, count: Count) -> None:
        self.match, self.count = match, count
        self._sees = match.watched.sees
        match.acts.sees = self.sees
        self._counted_s = 0.0

    def sees(self, at_s: float, seen: Observation) -> None:
        before, throws = time.perf_counter(), self._throws()
        self._sees(at_s, seen)
        cost_s = time.perf_counter() - before
        self.count.seconds += cost_s
        self.count.frames += 1
        rested_s = self.match.acts.rested_s
        if self._throws() > throws and rested_s > self._counted_s:
            self.count.late_s.append(at_s - rested_s + cost_s)
            self._counted_s = rested_s

    def _throws(self) -> int:
        return sum(line.startswith("throw") for line in self.match.watched.events())


def measure(camera: ImperfectCamera, rounds: int, first_seed: int = 0) -> Count:
    count = Count()
    for seed in range(first_seed, first_seed + rounds):
        match = ActedMatch(
            seed, camera=camera, habits=WAITING if camera.blind_every_s else Habits()
        )
        Stopwatch(match, count)
        match.play(1)
        count.add(match, seed)
    return count


def report(name: str, count: Count) -> str:
    late = sorted(count.late_s)
    lines = [
        f"{name}: {count.right} of {count.rounds} rounds told as they were;"
        f" {count.events_right} of {count.events} events in their place,"
        f" {count.false_throws} false throws, {count.missed_throws} missed",
    ]
    if count.blinds:
        lines.append(f"  {count.blinds} times in the dark; {count.results} results right")
    if late:
        within = sum(value <= 0.7 for value in late)
        lines.append(
            f"  from the last die at rest to the ruling: median {late[len(late) // 2]:.2f} s,"
            f" worst {late[-1]:.2f} s, {within} of {len(late)} within 0.7 s"
        )
    lines.append(
        f"  a frame costs {1000 * count.seconds / max(1, count.frames):.1f} ms, reading apart"
    )
    return "\n".join([*lines, *(f"  {fault}" for fault in count.faults)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="for each camera")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for name, camera in CAMERAS.items():
        print(report(name, measure(camera, args.rounds, args.seed)), flush=True)


if __name__ == "__main__":
    main()
