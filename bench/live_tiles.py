"""A tile table through recognition: whole games of four simulated people, drawn and looked at.

python -m bench.live_tiles [--games 1] [--evening 1] [--seed 3] [--edition original-goliath]

`--evening`: so many games follow each other in one match, from a bare table to the last rack.

Every act that the camera heard of is held against the ledger, and every mischief must be named.
"""

import argparse
import time
from collections import Counter
from platform import machine

from tools.trials.watched_tiles import WatchedTwin
from turbo.game.tile_options import TileOptions
from turbo.twin.tile_people import NAMES, TileHabits


def play(args: argparse.Namespace, seed: int) -> WatchedTwin:
    options = TileOptions(args.edition, (("time", "120"),), simulated=True)
    habits = TileHabits(mischief=args.mischief, late=0.05)
    players = NAMES[: args.players]
    return WatchedTwin(seed, options, players, habits, games=args.evening, rate_hz=args.rate).run()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--evening", type=int, default=1)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--edition", default="original-goliath")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--mischief", type=float, default=0.3)
    parser.add_argument("--rate", type=float, default=5.0, help="pictures a second")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    done: Counter[str] = Counter()
    named: Counter[str] = Counter()
    equal = acts = 0
    start = time.perf_counter()
    for seed in range(args.seed, args.seed + args.games):
        watched = play(args, seed)
        wrong = watched.differences()
        for line in wrong:
            print(f"  seed {seed}: {line}")
        heard = watched.rulings
        equal, acts = equal + (not wrong), acts + len(heard)
        for deed, (act, ruling) in zip(watched.acted.deeds, heard, strict=False):
            if args.verbose:
                rules = " ".join(fault.rule for fault in ruling.faults)
                print(f"  {act!r:.60} {ruling.verdict} {rules}")
            if deed.mischief:
                done[deed.mischief] += 1
                is_named = deed.rule is None or deed.rule in {f.rule for f in ruling.faults}
                named[deed.mischief] += is_named
        watched.close()
    seconds = time.perf_counter() - start
    print(f"{args.games} x {args.evening} games of {args.players} ({args.edition}) on {machine()}:")
    print(f"equal to the ledger: {equal}; {acts} acts in {seconds:.0f} s")
    kinds = ", ".join(f"{name} {named[name]}/{done[name]}" for name in sorted(done))
    print(f"mischief named: {named.total()} of {done.total()} acts, {len(done)} kinds: {kinds}")
    return 0 if equal == args.games else 1


if __name__ == "__main__":
    raise SystemExit(main())
