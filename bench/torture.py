"""A crash laboratory: what a store, and whatever reads a file of somebody else's, must survive.

    python -m bench.torture [--kills 1000] [--flips 1000] [--mutants 1000] [--rounds 5] [--seed 1]

Real processes are killed while they write, stores and their logs are cut at any byte and have bits
flipped, the disk is full, held or read-only, the clock runs backwards; records, bundles,
calibration and dice files are mutated; at a live table camera, board and machine fail while people
play (`tools.trials.torture_live`). After each it is asked whether what must be true is true:

- no entry that was acknowledged is lost where the disk kept it;
- no score is shown that the entries do not give, and nothing is missing without a word;
- whatever is wrong is said in one line, never with a traceback.

The seed is printed; with it every case can be had again. Ctrl-C prints what came out so far. The
exit status is 1 if anything broke.
"""

import argparse
import random
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from tools.trials.torture import (
    READERS,
    Book,
    bad_disks,
    damage_stores,
    kill_writers,
    mutants,
)
from tools.trials.torture_live import TROUBLES, run
from turbo.errors import TurboError


def mutate_files(book: Book, folder: Path, times: int, chance: random.Random) -> None:
    for name in READERS:
        for number, raised in mutants(name, times, folder, chance):
            is_fine = raised is None or isinstance(raised, TurboError)
            book.note(f"{name}: {'read' if raised is None else 'refused'}")
            if not is_fine or "\n" in str(raised):
                book.wrong(f"{name}, mutant {number}: {type(raised).__name__}: {raised}")


# The live table.


def live_tables(book: Book, folder: Path, rounds: int, seed: int) -> None:
    """Camera, board and machine fail while people play (`tools.trials.torture_live`)."""
    for trouble in TROUBLES:
        outcome = run(trouble, folder, range(seed, seed + rounds))
        for what in ("right", "asked", "counted wrong"):
            told = {"right": "told without a fault", "asked": "asked", "counted wrong": "said so"}
            book.counts[f"live, {trouble.name}: {told[what]}"] += outcome.counts[what]
        book.broken += outcome.broken


def so_far(book: Book, what: str) -> None:
    """It takes a quarter of an hour: whoever stops it early knows how far it came."""
    print(f"{what}: {len(book.broken)} broken so far", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--flips", type=int, default=1000)
    parser.add_argument("--mutants", type=int, default=1000, help="of each kind of file")
    parser.add_argument("--rounds", type=int, default=5, help="of each trouble at a live table")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    book, chance = Book(), random.Random(args.seed)
    with tempfile.TemporaryDirectory() as name, suppress(KeyboardInterrupt):
        folder = Path(name)
        for game in ("dice", "tiles"):
            kill_writers(book, folder, args.kills // 2, chance, game)
            so_far(book, f"killed while {game} were written")
        damage_stores(book, folder, args.flips, chance)
        so_far(book, "stores damaged")
        bad_disks(book, folder, chance)
        mutate_files(book, folder, args.mutants, chance)
        so_far(book, "files mutated")
        live_tables(book, folder / "live", args.rounds, args.seed)
    for what, count in sorted(book.counts.items()):
        print(f"{count:8}  {what}")
    for what in book.broken[:20]:
        print(f"BROKEN: {what}")
    print(f"{len(book.broken)} broken")
    return 1 if book.broken else 0


if __name__ == "__main__":
    sys.exit(main())
