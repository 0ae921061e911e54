"""Numbers of the live table with their origin: measured on tapes of films, and printed.

    python -m bench.fit kept ../shared/films --log new.jsonl

Each is the likeliest value for what the tapes show, beside the one that is in use. And the curve of
reliability: of what was emitted with a weight, how much was right (`python -m bench.cores` writes
the log).
"""

import argparse
import json
import math
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median

from bench.cores import Row, logged
from bench.tapes import FilmTape, Replayed
from turbo.live.belief.model import Model
from turbo.live.settling import Settler, SettleTuning, Snapshot
from turbo.live.tuning import LiveTuning

BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)


@dataclass
class Measured:
    """What was counted on all tapes."""

    moved_mm: list[float] = field(default_factory=list)
    """How far a die that lies still seems to move between two tables at rest, along one axis."""
    same: int = 0
    other: int = 0
    """How often a die that lies still was read as before, and otherwise."""
    gone_s: list[float] = field(default_factory=list)
    """How long dice of a throw were out of sight."""
    thinks_s: list[float] = field(default_factory=list)
    """From a table that is handed over to the next throw."""
    seen: Counter[str] = field(default_factory=Counter)
    """Dice at rest, by how they were read."""

    def add(self, tape: FilmTape, truth: dict[str, object]) -> None:
        settler, before = Settler(tape.plan), None
        for line in tape.lines:
            happened = settler.step(line.at_s, line.observation, hand=line.hand, things=line.things)
            if isinstance(happened, Snapshot):
                self._compare(before, happened)
                before = happened
        for entry in Replayed(tape, _starter(truth)).play().keeper.history.entries:
            thrown = [why.values for why in entry.why if why.key == "thrown"]
            self.gone_s += [float(values[1]) for values in thrown]
        events = truth["events"]
        assert isinstance(events, list)
        self.thinks_s += list(_thinks(events))

    def _compare(self, before: Snapshot | None, now: Snapshot) -> None:
        known = {} if before is None else {die.id: die for die in before.seen}
        for die in now.seen:
            self.seen["unread" if die.face.is_unread else "read"] += 1
            was = known.get(die.id)
            # One that lies there since before was not touched.
            if was is None or was.since_s != die.since_s:
                continue
            self.moved_mm += [die.x_mm - was.x_mm, die.y_mm - was.y_mm]
            if not was.face.is_unread and not die.face.is_unread:
                self.same += was.face == die.face
                self.other += was.face != die.face


def _starter(truth: dict[str, object]) -> str | None:
    events = truth["events"]
    assert isinstance(events, list)
    return next((one["player"] for one in events if one["kind"] == "throw"), None)


def _thinks(events: Sequence[dict[str, float]]) -> Iterator[float]:
    for one in events:
        if one.get("still") is not None:
            yield float(one["still"])


def lines(found: Measured) -> Iterator[str]:
    live, settle, model = LiveTuning(), SettleTuning(), Model()
    spread = math.sqrt(sum(x * x for x in found.moved_mm) / max(1, len(found.moved_mm)))
    yield f"place of a die at rest: {spread:.2f} mm (one axis, of {len(found.moved_mm) // 2} pairs)"
    total = found.same + found.other
    yield f"a face read otherwise at rest: {found.other} of {total}; in use: {settle.sure} is sure"
    read = found.seen["read"] / max(1, found.seen.total())
    yield f"dice at rest that were read: {100 * read:.1f} % of {found.seen.total()}"
    if found.gone_s:
        first = min(found.gone_s)
        yield (
            f"out of sight before a throw: least {first:.1f} s, median {median(found.gone_s):.1f} s"
            f" of {len(found.gone_s)}; in use: hasty below {model.in_cup_s} s"
        )
    if found.thinks_s:
        yield (
            f"from the hands gone to the next throw: least {min(found.thinks_s):.1f} s, median"
            f" {median(found.thinks_s):.1f} s of {len(found.thinks_s)}; in use: a table is handed"
            f" over after {live.hand_over_s} s"
        )


def curve(rows: Sequence[Row]) -> Iterator[str]:
    """Of what was emitted with so much weight, how much was right."""
    pairs = [(weight, right) for row in rows for weight, right in row.weights]
    for low, high in pairwise(BINS):
        part = [right for weight, right in pairs if low <= weight < high or weight == high == 1.0]
        if part:
            share = 100 * sum(part) / len(part)
            count = f"{sum(part)} of {len(part)}"
            yield f"weight {low:.2f} to {high:.2f}: {count} right ({share:.1f} %)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tapes", type=Path)
    parser.add_argument("films", type=Path)
    parser.add_argument("--log", type=Path, help="of bench.cores, for the curve of reliability")
    args = parser.parse_args()
    found = Measured()
    for path in sorted(args.tapes.glob("*.tape")):
        tape: FilmTape = pickle.loads(path.read_bytes())
        found.add(tape, json.loads((args.films / f"{tape.film}.json").read_text()))
    print(*lines(found), sep="\n")
    if args.log is not None:
        print(*curve([row for rows in logged(args.log).values() for row in rows]), sep="\n")


if __name__ == "__main__":
    main()
