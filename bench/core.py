"""How fast the core is: layouts judged, matches refereed. Run: python -m bench.core

Times are those of one core (processor time), so that a busy machine tells the same.
"""

import argparse
import statistics
import time

from tools.trials.random_match import NAMES, RandomMatch
from turbo.game.layout import Layout, island_faults
from turbo.game.record import Record
from turbo.storage.history import judge_record


def bench_layouts(texts: list[str]) -> None:
    """Every layout is parsed anew and its islands are forgotten, so nothing of an earlier judgement
    of it is remembered."""
    times_us = []
    for text in texts:
        layout = Layout.parse(text)
        island_faults.cache_clear()
        start = time.process_time()
        layout.faults()
        times_us.append((time.process_time() - start) * 1e6)
    mean, worst = statistics.fmean(times_us), max(times_us)
    p99 = statistics.quantiles(times_us, n=100)[98]
    print(
        f"layouts judged: {len(texts)}, mean {mean:.0f} us, p99 {p99:.0f} us, worst {worst:.0f} us"
    )


def largest_tables(records: list[str], dice: int) -> list[str]:
    """The tables of the matches with at least so many dice."""
    tables = (line[6:] for text in records for line in text.splitlines() if line[:6] == "table ")
    return [text for text in tables if len(text.replace(".", "").split()) >= dice]


def bench_matches(played: list[tuple[RandomMatch, str]]) -> None:
    start = time.process_time()
    statements = agreeing = 0
    for match, text in played:
        history = judge_record(Record.parse(text))
        statements += len(history.judged)
        totals = history.match.totals
        agreeing += totals == tuple(map(match.score.total, NAMES)) and history.match.is_finished
    seconds = time.process_time() - start
    print(
        f"matches refereed from records: {len(played)}, {statements / len(played):.0f} statements"
        f" each, {len(played) / seconds:.0f} a second; score as the players had it:"
        f" {agreeing:,} of {len(played):,}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    count = parser.parse_args().matches
    played = []
    for seed in range(count):
        match = RandomMatch(seed, mistakes=0.1)
        played.append((match, match.play()))
    bench_matches(played)
    bench_layouts(largest_tables([text for _, text in played], 14)[:20_000])


if __name__ == "__main__":
    main()
