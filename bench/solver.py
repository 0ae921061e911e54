"""How fast the solver is, and that its answers hold. Run: python -m bench.solver

Beside `rummikub-solver` (extra `bench`) on the same positions without crossings, and by itself on
positions of 6 to 18 dice; the tile editions stand in `bench.tile_solver`. Every answer is checked:
legal, made of the table and the dice played, and no fewer dice than were planted or than the other
solver lays.
"""

import argparse
import os
import statistics
from collections import Counter
from collections.abc import Iterable
from typing import Any

from bench.tile_solver import bench_tiles
from tools.trials.other_solvers import OtherSolver
from tools.trials.samples import SamplePosition, samples
from tools.trials.timing import BEST_OF, HEADER, line, ratio, timed_ms
from turbo.game.layout import Layout
from turbo.solver import Play, best_play

KINDS = ("natural", "crossword", "dense", "planted", "apart", "wild")


def checked(sample: SamplePosition, play: Play) -> Play:
    layout = play.layout
    assert not layout.faults(), f"illegal: {layout}"
    assert Counter(layout.faces) == Counter(sample.table.faces) + Counter(play.played)
    assert not Counter(play.played) - Counter(sample.hand)
    assert len(play.played) >= sample.planted, f"{sample.table} + {sample.hand}"
    return play


def solved(sample: SamplePosition, **options: Any) -> tuple[float, Play]:
    """With a table that was never judged, so that judging it counts."""
    fresh = [Layout(sample.table.islands) for _ in range(BEST_OF)]
    took_ms, play = timed_ms(lambda: best_play(fresh.pop(), sample.hand, **options))
    return took_ms, checked(sample, play)


def bench_beside_other(number: int, seed: int) -> None:
    print("three sets on the table, nine dice in hand, no crossings on the table")
    print(HEADER)
    try:
        other = OtherSolver()
    except ImportError:
        print("rummikub-solver is not installed (extra 'bench'): nothing to compare with")
        return
    theirs, apart, crossed = list[float](), list[float](), list[float]()
    more = fewer = 0
    for sample in samples("apart", number, seed):
        took_ms, dice = other.solved(sample)
        theirs.append(took_ms)
        took_ms, play = solved(sample, crossings=False)
        apart.append(took_ms)
        more += len(play.played) > dice
        fewer += len(play.played) < dice
        took_ms, best = solved(sample)
        crossed.append(took_ms)
        assert len(best.played) >= len(play.played)
    print(line("rummikub-solver", theirs, f"{number} positions"))
    print(line("turbo, crossings left out", apart, ratio(theirs, apart)))
    print(line("turbo, crossings searched", crossed, ratio(theirs, crossed)))
    print(f"dice laid without crossings: fewer than it {fewer} times, more {more} times\n")


def bench_kinds(number: int, seed: int) -> None:
    print("18 dice in all, crossings searched, budget 2 s")
    print(HEADER)
    every: list[float] = []
    unproved = 0
    for kind in KINDS:
        times, plays = zip(*(solved(s) for s in samples(kind, number, seed)), strict=True)
        unproved += sum(not play.proved for play in plays)
        laid = statistics.fmean(len(play.played) for play in plays)
        print(line(kind, times, f"{laid:.1f} dice laid on average"))
        every += times
    share = 100 * (1 - unproved / len(every))
    print(line("all", every, f"{share:.2f} % of {len(every)} proved within 2 s"), "\n")


def bench_growth(number: int, seed: int, sizes: Iterable[int]) -> None:
    print("how time grows with the number of dice")
    print(HEADER)
    for size in sizes:
        makers = ("crossword", "natural") if size >= 9 else ("crossword",)
        times = [solved(s)[0] for maker in makers for s in samples(maker, number, seed, size)]
        print(line(f"{size} dice", times))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.solver")
    parser.add_argument("--positions", type=int, default=500, help="of each kind (500)")
    parser.add_argument("--tiles", action="store_true", help="only the tile editions")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    bench_tiles(args.positions, args.seed)
    if args.tiles:
        return
    print(f"processor time, best of {BEST_OF} runs\n")
    bench_beside_other(args.positions, args.seed)
    bench_kinds(args.positions, args.seed)
    bench_growth(args.positions // 2, args.seed, range(6, 19, 2))


if __name__ == "__main__":
    main()
