"""Who may do what, tried on the running app: every route, by every method, as everybody.

    python -m bench.door            the table, and what guessing the PIN costs

Each cell is the status that came, `W` behind it where something changed. A body that the
description of the operation would let in is sent each time, so that nobody is refused for the wrong
reason. The exit status is 1 if anybody but the referee, with the session's own token, changed
anything, or if a route that is not described answered.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tools.trials.door import (
    PEOPLE,
    guess,
    tried,
)

# Guessing.


def main() -> int:
    import logging

    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--all", action="store_true", help="rows that only say 405 as well")
    args = parser.parse_args()
    logging.disable(logging.WARNING)
    print(f"{'':8}{'':42}" + "".join(f"{who.name:>12}" for who in PEOPLE))
    asked, faults, written = 0, list[str](), 0
    with tempfile.TemporaryDirectory() as name:
        for row in tried(Path(name)):
            asked += len(row.cells)
            faults += row.faults()
            written += row.cells[-1].changed
            if args.all or any(cell.status not in (405, 421) for cell in row.cells):
                cells = "".join(f"{cell!s:>12}" for cell in row.cells)
                print(f"{row.method:8}{row.rule:42}{cells}", flush=True)
    for fault in faults:
        print(f"BROKEN: {fault}")
    print(f"{asked} requests; {written} operations changed something for the referee, and only so")
    print(f"{len(faults)} broken")
    for addresses in (1, 6, 1000):
        print(guess(addresses, 24.0).report())
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
