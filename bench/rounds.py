"""Rounds of strangers before the referee. Run: python -m bench.rounds [--seeds A-B] [--acts A-B]

Fresh rounds of the twin with other people's habits under other people's cameras, through
recognition (--eye: by true poses): how many throws, plays and passes were told exactly, what was
told that did not happen, what was refused, asked or had to be put in step by hand, and how long
after the dice lay still and the hands were gone it was told. The same seeds are the same rounds:
before and after a change they can be held side by side. Figures without --buttons are of players
who never press; with it they press each time, 0.3 s after the hand is gone, and a turn's end is
counted from that press: nobody could know of it before.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median

from bench.twin import seeds_of
from bench.twin_played import Counting, report
from tools.trials.scenes import ASKS
from tools.trials.shots import Shots
from tools.trials.stories import Line, aligned, true_story
from tools.trials.watched import Watched
from turbo.game.events import Verdict
from turbo.twin.options import with_options
from turbo.twin.table import TwinSettings

STRANGERS = "people=drawn,look=drawn"
LONGEST_S = 600.0
KINDS = ("throw", "play", "pass")


@dataclass
class Round:
    """One round, or the sum of several."""

    seed: int
    true: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    exact: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    false: int = 0
    """Told and accepted, though it did not happen: an error that nobody hears of."""
    refused: int = 0
    """Honest play that was refused."""
    asked: int = 0
    helped: int = 0
    """Put in step by people."""
    is_right: int = 0
    """Whether the referee's match is the ledger's in the end."""
    late_s: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    table_s: float = 0.0
    core_s: float = 0.0

    def add(self, other: "Round") -> None:
        for kind in KINDS:
            self.true[kind] += other.true[kind]
            self.exact[kind] += other.exact[kind]
            self.late_s[kind] += other.late_s[kind]
        for name in ("false", "refused", "asked", "helped", "is_right", "table_s", "core_s"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def line(self) -> str:
        exact = ", ".join(f"{kind} {self.exact[kind]} of {self.true[kind]}" for kind in KINDS)
        late = ", ".join(f"{kind} {_times(self.late_s[kind])}" for kind in KINDS)
        return (
            f"exact: {exact}; false {self.false}, refused {self.refused}, asked {self.asked},"
            f" put in step {self.helped}; late: {late}; {self.core_s:.0f} s of a core for"
            f" {self.table_s:.0f} s of table"
        )


def _times(late_s: Sequence[float]) -> str:
    return f"{median(late_s):.2f} s (worst {max(late_s):.1f})" if late_s else "-"


@dataclass(frozen=True, slots=True)
class Conditions:
    options: str = STRANGERS
    buttons: bool = False
    use_eye: bool = False
    rate_hz: float = 5.0
    shots: Path | None = None

    def settings(self, seed: int) -> TwinSettings:
        settings = with_options(self.options, seed, TwinSettings(rounds=1))
        one, other = (
            replace(habits, forgets_button=0.0 if self.buttons else 1.0)
            for habits in settings.habits
        )
        return replace(settings, habits=(one, other))


@dataclass
class Moments:
    """When the table lay open, picture by picture, beside what the players did."""

    watched: Watched
    shots: Shots
    clear_s: list[float] = field(default_factory=list)
    """Times of the pictures without a hand or a cup in it."""

    def run(self, longest_s: float) -> None:
        table = self.watched.table
        while not table.is_over and table.clock_s < longest_s:
            self.watched.look()
            self.shots.look_at(self.watched)
            if not table.things.has_hand_in_view:
                self.clear_s.append(table.clock_s)

    def could_be_told_s(self, text: str, true_s: float, told_s: float) -> float:
        """From when on it could be known: the dice lie, the hands were gone once, and who presses
        has pressed. What was told sooner than that is not late."""
        clear = next((at_s for at_s in self.clear_s if at_s >= true_s), told_s)
        is_end = not text.startswith("throw ")
        pressed = [at_s for at_s in self.watched.pressed_s if is_end and true_s <= at_s <= told_s]
        return max(clear, *pressed[:1], true_s)


def played(seed: int, how: Conditions) -> Round:
    start_s = time.process_time()
    watched = Watched(seed, how.settings(seed), how.use_eye, how.rate_hz)
    moments = Moments(watched, Shots(how.shots, str(seed)))
    moments.run(LONGEST_S)
    found = counted(seed, moments)
    found.core_s = round(time.process_time() - start_s, 1)
    watched.close()
    return found


def counted(seed: int, moments: Moments) -> Round:
    watched = moments.watched
    true, told = true_story(watched.table.ledger), in_order(watched.told())
    pairs = aligned([text for _, text in true], [text for _, text in told])
    found = Round(seed, table_s=round(watched.table.clock_s, 1))
    for _, text in true:
        found.true[text.split()[0]] += 1
    for i, k in pairs:
        (true_s, text), told_s = true[i], told[k][0]
        kind = text.split()[0]
        found.exact[kind] += 1
        late_s = told_s - moments.could_be_told_s(text, true_s, told_s)
        found.late_s[kind].append(round(max(0.0, late_s), 2))
    found.false = len(told) - len(pairs)
    found.refused = sum(one.ruling.verdict is Verdict.REJECTED for one in watched.said)
    found.asked = sum(watched.times_said(key) for key in ASKS)
    found.helped = watched.times_said("out-of-step") + watched.times_said("round-unfinished")
    found.is_right = int(not watched.differences())
    return found


def in_order(told: list[Line]) -> list[Line]:
    """Who throws second may do so before the first turn is over, so that a pass of that turn is
    told when it shows: after the throw. It is the same story."""
    for place in range(1, min(3, len(told) - 1)):
        (one_s, one), (other_s, other) = told[place : place + 2]
        if (
            other.startswith("pass ")
            and one.startswith("throw ")
            and one.split()[1] != other.split()[1]
        ):
            return [*told[:place], (other_s, other), (one_s, one), *told[place + 2 :]]
    return told


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--seeds", type=seeds_of, default=range(0), metavar="A-B", help="of the rounds")
    add("--acts", type=seeds_of, default=range(0), metavar="A-B", help="acts of mischief")
    add("--with", dest="options", default=STRANGERS, metavar="KEY=VALUE,...", help="of the table")
    add("--buttons", action="store_true", help="everybody presses at hand-over")
    add("--eye", action="store_true", help="by true poses instead of recognition")
    add("--rate", type=float, default=5.0, help="pictures a second (default: 5)")
    add("--shots", type=Path, metavar="FOLDER", help="pictures of what was said")
    add("--log", type=Path, metavar="FILE", help="add every round and act to this file")
    args = parser.parse_args()
    if not args.seeds and not args.acts:
        args.seeds = range(4)
    how = Conditions(args.options, args.buttons, args.eye, args.rate, args.shots)
    everything = Round(-1)
    for seed in args.seeds:
        one = played(seed, how)
        everything.add(one)
        print(f"seed {seed}: {one.line}", flush=True)
        if args.log is not None:
            with args.log.open("a", encoding="utf-8") as out:
                out.write(json.dumps(asdict(one)) + "\n")
    if args.seeds:
        print(f"{everything.is_right} of {len(args.seeds)} rounds right in the end")
        print(f"all: {everything.line}")
    if args.acts:
        acts = Counting(how.use_eye, how.rate_hz, args.log, how.options).acts(args.acts)
        print(*report(acts), sep="\n")


if __name__ == "__main__":
    main()
