"""How the twin does. Run: python -m bench.twin [SECTION ...]

fairness   chi-square of the faces of physical throws
events     whole matches a second at the height of events, simple and solver players
drawing    pictures a second of 1280x960, at rest and in motion, and all of it in real time
recognised the same with recognition and referee
physics    throws a second, and how often dice lie badly
rounds     20 whole rounds before the referee, read from frames (or by a perfect eye: --eye)
match      one whole match of six rounds, likewise
mischief   100 single acts of mischief, and which of them the referee named
sum        what the pieces in --log come to

The last four take long: --seeds A-B runs a part of them, and --log keeps every piece.
"""

import argparse
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from bench.twin_played import Counting, Piece, logged, report
from tools.trials.chance import chi_square_chance
from tools.trials.watched import Watched
from turbo.commands.twin import judged
from turbo.twin.event_match import events_match
from turbo.twin.habits import Skill
from turbo.twin.physics import Pour, Rest, throw
from turbo.twin.table import TwinSettings
from turbo.twin.world import TwinTable

POUR = Pour(118.0, -103.0, math.pi)


def bench_fairness(throws: int) -> None:
    counts: Counter[int] = Counter()
    for seed in range(throws):
        counts.update(rest.side for rest in throw(seed, 9, POUR).rests)
    total = sum(counts.values())
    statistic = sum((counts[side] - total / 6) ** 2 / (total / 6) for side in range(6))
    chance = chi_square_chance(statistic, 5)
    sides = " ".join(str(counts[side]) for side in range(6))
    print(f"fairness: {total} dice, sides {sides}, chi-square {statistic:.2f}, p = {chance:.3f}")


def bench_events(matches: int) -> None:
    for skill, count in (
        (Skill.SIMPLE, matches),
        (Skill.GOOD, matches // 4),
        (Skill.BEST, matches // 4),
    ):
        play_s = all_s = 0.0
        equal = wrong = told = 0
        # One after the other, as `turbo twin --matches` does: none is kept.
        for seed in range(count):
            start = time.process_time()
            one = events_match(seed, skill, 0.1)
            play_s += time.process_time() - start
            match, _, unfit = judged(one)
            all_s += time.process_time() - start
            equal += not one.ledger.differences(match)
            wrong, told = wrong + unfit, told + len(one.told)
        print(
            f"events, {skill} players: {count} matches, {count / play_s:.0f} a second played,"
            f" {count / all_s:.0f} played and refereed; equal to the ledger: {equal} of {count};"
            f" rulings not as they should be: {wrong} of {told}"
        )


def bench_drawing(seconds: float) -> None:
    table = TwinTable(1, TwinSettings(rounds=1))
    cpu_s = {False: 0.0, True: 0.0}
    frames = {False: 0, True: 0}
    start_s, start = time.process_time(), time.perf_counter()
    while table.clock_s < seconds:
        table.step(0.1)
        is_moving = not table.is_still
        before = time.process_time()
        table.frame()
        cpu_s[is_moving] += time.process_time() - before
        frames[is_moving] += 1
    all_s, wall_s = time.process_time() - start_s, time.perf_counter() - start
    table.close()
    for is_moving, word in ((False, "at rest"), (True, "in motion")):
        each_ms = 1000 * cpu_s[is_moving] / max(1, frames[is_moving])
        count = frames[is_moving]
        print(f"drawing 1280x960, {word}: {count} pictures, {each_ms:.1f} ms of a core each")
    print(
        f"play, mechanics and drawing at 10 a second: {seconds:.0f} s of table took {all_s:.1f} s"
        f" of a core, {wall_s:.1f} s on the wall: {seconds / wall_s:.1f} times real time"
    )


def bench_recognised(seconds: float) -> None:
    """All of `turbo run --camera twin` but the dashboard, at 10 and at 5 pictures a second."""
    for rate_hz in (10.0, 5.0):
        watched = Watched(1, TwinSettings(rounds=6), rate_hz=rate_hz)
        watched.look()
        start_s, start, from_s = time.process_time(), time.perf_counter(), watched.table.clock_s
        watched.run(seconds)
        core_s, wall_s = time.process_time() - start_s, time.perf_counter() - start
        table_s = watched.table.clock_s - from_s
        watched.close()
        print(
            f"the same with recognition and referee at {rate_hz:.0f} a second: {table_s:.0f} s of"
            f" table took {core_s:.1f} s of a core ({core_s / table_s:.2f} cores in real time),"
            f" {wall_s:.1f} s on the wall"
        )


def bench_physics(throws: int) -> None:
    start = time.process_time()
    lengths, off = [], 0
    rests: list[Rest] = []
    for seed in range(throws):
        thrown = throw(seed + 10_000, 9, POUR)
        lengths.append(thrown.length_s)
        off += sum(abs(rest.x_mm) > 210 or abs(rest.y_mm) > 148.5 for rest in thrown.rests)
        rests += thrown.rests
    seconds = time.process_time() - start
    print(
        f"physics: {throws} throws of nine, {seconds / throws:.2f} s of a core each for"
        f" {np.mean(lengths):.2f} s of table; {off} of {len(rests)} dice off the mat"
    )
    leans = [rest.lean_deg for rest in rests]
    flat, slight = sum(lean < 1 for lean in leans), sum(1 <= lean < 25 for lean in leans)
    stacked = sum(rest.is_cocked and rest.lean_deg < 1 for rest in rests)
    print(
        f"  lying flat {flat}, of which on another die {stacked}; leaning 1 to 25 degrees {slight},"
        f" more {len(rests) - flat - slight}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    sections = (
        "fairness",
        "events",
        "drawing",
        "recognised",
        "physics",
        "rounds",
        "match",
        "mischief",
        "sum",
    )
    add = parser.add_argument
    add("sections", nargs="*", default=sections[:5], metavar="SECTION")
    add("--scale", type=float, default=1.0, help="more or less of everything")
    add("--eye", action="store_true", help="a perfect eye instead of recognition")
    add("--seeds", type=seeds_of, metavar="A-B", help="of rounds, matches and acts")
    add("--rate", type=float, default=10.0, help="pictures a second of table (default: 10)")
    add("--log", type=Path, metavar="FILE", help="add every round, match and act to this file")
    args = parser.parse_args()
    if unknown := set(args.sections) - set(sections):
        parser.error(
            f"expected sections of {', '.join(sections)}, got {', '.join(sorted(unknown))}"
        )
    scale, counting = args.scale, Counting(args.eye, args.rate, args.log)
    benches: dict[str, Callable[[], None]] = {
        "fairness": lambda: bench_fairness(round(200 * scale)),
        "events": lambda: bench_events(round(200 * scale)),
        "drawing": lambda: bench_drawing(120 * scale),
        "recognised": lambda: bench_recognised(60 * scale),
        "physics": lambda: bench_physics(round(40 * scale)),
        "rounds": lambda: tell(counting.rounds(args.seeds or range(round(20 * scale)))),
        "match": lambda: tell(counting.matches(args.seeds or range(100, 101))),
        "mischief": lambda: tell(counting.acts(args.seeds or range(round(100 * scale)))),
        "sum": lambda: tell(logged(args.log)),
    }
    if "sum" in args.sections and args.log is None:
        parser.error("expected a log to sum: --log FILE")
    for section in args.sections:
        benches[section]()


def tell(pieces: Sequence[Piece]) -> None:
    for line in report(pieces):
        print(line, flush=True)


def seeds_of(text: str) -> range:
    first, _, last = text.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal()):
        raise argparse.ArgumentTypeError(f"expected seeds such as 0-19, got {text!r}")
    return range(int(first), int(last or first) + 1)


if __name__ == "__main__":
    main()
