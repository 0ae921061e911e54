"""Is the description of the API true? Requests that it allows and requests that it does not are
made up for every operation, and sent as a stranger and as the referee.

Run: python -m bench.described [--examples 50] [--seed 20261115]. The exit status is 1 if anything
was answered otherwise than described, or if a stranger wrote anything.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tools.trials.described import SEED, asked, whole_site


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--examples", type=int, default=50, help="for each operation, twice (50)")
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        people = asked(whole_site(Path(name)), args.examples, args.seed)
    for who, one in people.items():
        print(
            f"{who}: {one.sent.total()} requests to {len(one.sent)} operations,"
            f" {len(one.faults)} answered otherwise than described, {one.written} entries written",
            *one.faults,
            sep="\n    ",
        )
    return 1 if people["strangers"].written or any(one.faults for one in people.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
