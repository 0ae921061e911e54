"""The tile solver beside `rummikub-solver`, an integer program, on the same positions.

Both lay tiles of random racks on tables of 3 sets up to nearly all of the box, with two copies of
each tile and with three. Every answer is checked to be legal and made of the table and the tiles
played. The other solver leaves jokers that it can do without beside the table: where it lays fewer
tiles, that is said.
"""

from tools.trials.other_solvers import REPEATS, OtherTileSolver, checked
from tools.trials.samples import SamplePosition
from tools.trials.tile_samples import tile_samples
from tools.trials.timing import HEADER, line, ratio, timed_ms
from turbo.game.editions import Edition, edition
from turbo.game.layout import Layout
from turbo.solver import Play
from turbo.solver.tile_play import best_tiles

BOXES = {"original-jumbo": (3, 6, 10, 18, 24), "six": (3, 6, 10, 18, 36)}
"""How many sets lie on the table: 24 of 106 tiles and 36 of 160 are what random sets leave of a
box, with the rack nearly all of it."""


def solved(sample: SamplePosition, chosen: Edition) -> tuple[float, Play]:
    fresh = Layout(sample.table.islands)
    took_ms, play = timed_ms(lambda: best_tiles(fresh, sample.hand, chosen), REPEATS)
    return took_ms, checked(sample, play, chosen)


def bench_tiles(number: int, seed: int) -> None:
    print(f"tile editions: 14 on the rack, {number} positions of each kind, processor time, once")
    print(HEADER)
    try:
        others = {name: OtherTileSolver(edition(name)) for name in BOXES}
    except ImportError:
        print("rummikub-solver is not installed (extra 'test'): nothing to compare with")
        return
    for name, other in others.items():
        for sets in BOXES[name]:
            bench_beside(other, edition(name), number, seed, sets)
    print()


def bench_beside(
    other: OtherTileSolver, chosen: Edition, number: int, seed: int, sets: int
) -> None:
    theirs, ours = list[float](), list[float]()
    equal = odd = more = fewer = proved = 0
    for sample in tile_samples(chosen, number, seed, sets):
        took_ms, tiles, is_odd = other.solved(sample)
        theirs.append(took_ms)
        took_ms, play = solved(sample, chosen)
        ours.append(took_ms)
        proved += play.proved
        equal += len(play.played) == tiles
        more += len(play.played) > tiles
        fewer += len(play.played) < tiles and not is_odd
        odd += len(play.played) < tiles and is_odd
    print(line(f"{chosen.copies} copies, {sets} sets: the other", theirs))
    print(line(f"{chosen.copies} copies, {sets} sets: turbo", ours, ratio(theirs, ours)))
    said = f"equal {equal} of {number}, more {more}, fewer {fewer}, proved {proved}"
    if odd:
        said += f", fewer than sets of jokers alone {odd}"
    print(f"    tiles laid: {said}", flush=True)
