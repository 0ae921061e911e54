"""An evening of tiles in a hall: eight tables of four, whose matches are held against the ledgers.

    python -m bench.hall_tiles [--tables 8] [--rounds 2] [--edition original-goliath]

At the height of events: people play as the twin's do, each table with its own store and feed, with
a real mosquitto and a real PostgreSQL between them. The exit status is 0 where every match in the
database, and every result of the tournament, has the points of the ledger.
"""

import argparse
import platform
import tempfile
import time
from pathlib import Path

from tools.trials.engines import Mosquitto, Postgres
from tools.trials.waiting import free_port
from turbo.commands.cli import main as turbo


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--edition", default="original-goliath")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        broker = Mosquitto(Path(folder) / "broker").start()
        database = Postgres(Path(folder) / "database").start()
        began_s = time.perf_counter()
        try:
            status = turbo(
                [
                    *("hall", "--host", "127.0.0.1", "--port", str(free_port())),
                    *("--broker", f"mqtt://127.0.0.1:{broker.port}", "--database", database.url),
                    *("demo", "--once", "--pace", "0", "--edition", args.edition),
                    *("--tables", str(args.tables), "--rounds", str(args.rounds)),
                ]
            )
        finally:
            broker.stop()
            database.stop()
    print(f"{time.perf_counter() - began_s:.0f} s on {platform.machine()}, mosquitto, PostgreSQL")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
