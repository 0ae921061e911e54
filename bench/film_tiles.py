"""A film of a tile game that the twin has drawn, told by `turbo watch` and held against its ledger.

    python -m bench.film_tiles [--seed 3] [--beats 24] [--rate 5] [--step 1]

How many acts were told as they were done, with the answer that each deserves.
"""

import argparse
import platform
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

from turbo.app.filmed import Filmed, Watching
from turbo.game.editions import EDITIONS
from turbo.storage.store import Store
from turbo.twin.film import TileFilm
from turbo.twin.tile_acting import Acted, acted_match, differences
from turbo.twin.tile_drawing import TileLook
from turbo.twin.tile_people import NAMES, TileHabits


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--beats", type=int, default=24, help="hand-overs that are filmed")
    parser.add_argument("--rate", type=float, default=5.0, help="pictures a second")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--edition", default="original-goliath")
    args = parser.parse_args()
    edition, habits = EDITIONS[args.edition], TileHabits(mischief=0.2, late=0.0)
    acted = acted_match(args.seed, edition, NAMES[: edition.players[1]], habits)
    acted = Acted(islice(acted.beats, args.beats), acted.people)
    with tempfile.TemporaryDirectory() as made:
        folder, began_s = Path(made), time.perf_counter()
        film = TileFilm(folder, acted, args.seed, TileLook(), args.rate)
        film.shoot()
        drawn_s = time.perf_counter() - began_s
        watching = Watching(
            acted.people.players, args.step, store=folder / "matches.db",
            edition=edition.name, presses=tuple(film.presses),
        )  # fmt: skip
        *_, end = Filmed(str(folder / "film.avi"), watching).lines()
        with Store(folder / "matches.db") as store:
            judged: Any = store.folded(1).judged
    heard = [(one.event, one.ruling) for one in judged]
    done = acted.deeds[: len(film.presses)]
    found = differences(done, heard)
    print("\n".join(found) or f"{len(done)} acts, all told as they were done")
    print(
        f"{end['frames']} pictures, {end['cpu_s']:.0f} s of a processor to watch them,"
        f" {drawn_s:.0f} s to draw, on {platform.machine()}"
    )
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
