"""How well the partner plays. Run: python -m bench.partner [--pairs 1:0,...,5:0] [--matches N]

Whole matches of each level against 'lays most, throws all that is left' (level 0): the share that
was won with its 95 % interval, a draw counting half; the processor time of a decision; and how
honest the chances are: of positions called so many per cent, how many were won. Every match is one
line of --log, and seeds that stand there already are not played again: a run that was stopped goes
on where it was.
"""

import argparse
import json
import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from multiprocessing import Pool
from pathlib import Path
from statistics import median, quantiles

from tools.trials.partner_matches import Decider, PartnerMatch, pair_of
from turbo.partner.position import Standing
from turbo.partner.value import win_chance
from turbo.solver.counts import Codes

PAIRS = "1:0,2:0,3:0,4:0,5:0"
BINS = 10


@dataclass(frozen=True, slots=True)
class Contest:
    """One match as the log keeps it, seen by the first of the pair."""

    pair: str
    seed: int
    won: float
    times_ms: list[float]
    """Of every decision of the first: processor time."""
    called: list[tuple[int, float]]
    """For every position before a throw: the chance in per cent of who throws, and what it was."""


class Timed:
    """A decider whose decisions are timed."""

    def __init__(self, decider: Decider) -> None:
        self.decider, self.times_ms = decider, list[float]()

    def to_keep(self, at: Standing) -> Codes:
        start = time.process_time()
        kept = self.decider.to_keep(at)
        self.times_ms.append(round((time.process_time() - start) * 1e3, 2))
        return kept

    def to_play(self, at: Standing) -> Codes:
        start = time.process_time()
        played = self.decider.to_play(at)
        self.times_ms.append(round((time.process_time() - start) * 1e3, 2))
        return played


def contest(job: tuple[str, int]) -> Contest:
    pair, seed = job
    one, _, other = pair.partition(":")
    deciders = list(pair_of(int(one), int(other))(seed))
    seat = seed % 2
    timed = Timed(deciders[seat])
    match = PartnerMatch(seed, (timed, deciders[1]) if seat == 0 else (deciders[0], timed))
    match.play()
    lead = match.ledger.total(0) - match.ledger.total(1)
    won = 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    called = [
        (round(100 * win_chance(one.at)), won if one.seat == 0 else 1 - won)
        for one in match.moments
    ]
    return Contest(pair, seed, won if seat == 0 else 1 - won, timed.times_ms, called)


def interval(share: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    z = 1.96
    middle = (share + z * z / 2 / count) / (1 + z * z / count)
    half = z / (1 + z * z / count)
    half *= math.sqrt(share * (1 - share) / count + z * z / 4 / count / count)
    return middle - half, middle + half


def kept(log: Path | None) -> Iterator[Contest]:
    if log is not None and log.exists():
        for line in log.read_text(encoding="utf-8").splitlines():
            yield Contest(**json.loads(line))


def report(pair: str, contests: list[Contest]) -> None:
    share = sum(one.won for one in contests) / len(contests)
    low, high = interval(share, len(contests))
    times = [ms for one in contests for ms in one.times_ms]
    p99 = quantiles(times, n=100)[98]
    print(
        f"level {pair}: {len(contests)} matches, won {share:.1%} ({low:.1%} to {high:.1%});"
        f" a decision {median(times):.1f} ms, p99 {p99:.0f} ms of a core"
    )


def reliability(contests: Iterable[Contest]) -> None:
    bins: list[list[tuple[int, float]]] = [[] for _ in range(BINS)]
    for one in contests:
        for percent, won in one.called:
            bins[min(BINS - 1, percent * BINS // 100)].append((percent, won))
    for found in bins:
        if found:
            called = sum(percent for percent, _ in found) / len(found)
            won = 100 * sum(won for _, won in found) / len(found)
            print(f"  called {called:4.1f} %: won {won:4.1f} % of {len(found)} positions")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", default=PAIRS, help="who plays whom, by level; 0 is greedy")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    pairs = args.pairs.split(",")
    done = [one for one in kept(args.log) if one.seed < args.matches and one.pair in pairs]
    known = {(one.pair, one.seed) for one in done}
    # All pairs side by side: whenever it is stopped, each has as many matches as the others.
    jobs = [(pair, seed) for seed in range(args.matches) for pair in pairs]
    with Pool(args.processes) as pool:
        for one in pool.imap_unordered(contest, [job for job in jobs if job not in known]):
            done.append(one)
            if args.log is not None:
                with args.log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(one)) + "\n")
    for pair in pairs:
        report(pair, [one for one in done if one.pair == pair])
    print("chances, over all of these:")
    reliability(done)


if __name__ == "__main__":
    main()
