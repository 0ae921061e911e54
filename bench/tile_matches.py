"""Simulated matches of the tile editions before the referee, and random layouts judged twice.

Run: python -m bench.tile_matches. A thousand matches for each edition: every ruling, every score
and who wins must be what the people's own ledger says. Twenty thousand layouts and plays must be
judged alike by the referee and by the independent judge of the tests.
"""

import argparse
from collections import Counter

from tools.trials.tile_matches import (
    differences,
    played,
)
from turbo.game.editions import EDITIONS


def bench_matches(number: int) -> None:
    print(f"{number} simulated matches for each edition")
    for name, one in EDITIONS.items():
        if one.is_thrown:
            continue
        counts = Counter[str]()
        for seed in range(number):
            match = played(name, seed)
            wrong = differences(match)
            counts["equal"] += not wrong
            counts["deeds"] += len(match.deeds)
            counts["mischief"] += sum(bool(deed.mischief) for deed in match.deeds)
            counts["blocked"] += sum(game.by == "block" for game in match.ledger.games)
            for said in wrong[:1]:
                print(f"    {name}, seed {seed}: {said}")
        print(
            f"{name:<18}{counts['equal']} of {number} equal to their ledger;"
            f" {counts['deeds']} deeds, {counts['mischief']} acts of mischief,"
            f" {counts['blocked']} games blocked",
            flush=True,
        )


def bench_layouts(number: int, plays_each: int) -> None:
    """What is a set, and what a play breaks, by two authors."""
    from tools.trials.tile_agreement import TILE_EDITIONS, layout_difference, play_difference
    from tools.trials.tile_layouts import layouts, plays

    each = number // len(TILE_EDITIONS) + 1
    for name in TILE_EDITIONS:
        found = [layout_difference(text, name) for text in layouts(name, each)]
        alike = found.count("")
        tried = [
            play_difference(before, after, name, melded=melded)
            for melded in (True, False)
            for before, after in plays(name, plays_each)
        ]
        print(
            f"{name:<18}{alike} of {each} layouts and {tried.count('')} of {len(tried)} plays"
            " judged alike by the oracle",
            *[said for said in (*found, *tried) if said][:3],
            sep="\n    ",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.tile_matches")
    parser.add_argument("--matches", type=int, default=1000, help="for each edition (1000)")
    parser.add_argument("--layouts", type=int, default=20_000, help="in all (20000)")
    parser.add_argument("--plays", type=int, default=500, help="for each edition, twice (500)")
    args = parser.parse_args()
    bench_layouts(args.layouts, args.plays)
    bench_matches(args.matches)


if __name__ == "__main__":
    main()
