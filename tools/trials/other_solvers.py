"""`rummikub-solver`, an integer program of somebody else's, asked for the same positions."""

from collections import Counter
from typing import Any

from tools.trials.samples import SamplePosition
from tools.trials.timing import BEST_OF, timed_ms
from turbo.game.dice import JOKER, Face
from turbo.game.editions import Edition
from turbo.solver import Play
from turbo.tiles.rows import TileLayout, kind_of

COLOURS = "kbor"
"""The order of the colours in the other solver."""

REPEATS = 1
"""Each position is solved once by each: what a first question costs, caches cold."""


class OtherTileSolver:
    """`rummikub-solver` with the box of an edition."""

    def __init__(self, chosen: Edition) -> None:
        import rummikub_solver

        self.mode = rummikub_solver.SolverMode.TILE_COUNT
        self.rules = rummikub_solver.RuleSet(
            repeats=chosen.copies, jokers=chosen.jokers[JOKER], min_initial_value=1
        )

    def tile(self, face: Face) -> Any:
        if face.is_joker or face.colour is None or face.number is None:
            return self.rules.tiles[-1]
        return self.rules.tiles[13 * COLOURS.index(face.colour.letter) + face.number - 1]

    def solved(self, sample: SamplePosition) -> tuple[float, int, bool]:
        """How long it took, how many tiles it lays, and whether with a set of jokers alone."""
        state = self.rules.new_game()
        state.initial = False
        state.add_table(*map(self.tile, sample.table.faces))
        state.add_rack(*map(self.tile, sample.hand))
        took_ms, found = timed_ms(lambda: self.rules.solve(state, self.mode), REPEATS)
        wild = self.rules.tiles[-1]
        is_odd = bool(found) and any(set(one) == {wild} for one in found.sets)
        return took_ms, len(found.tiles) if found else 0, is_odd


def checked(sample: SamplePosition, play: Play, chosen: Edition) -> Play:
    assert not TileLayout(play.layout, chosen).faults(), f"illegal: {play.layout}"
    lying, laid = (Counter(map(kind_of, faces)) for faces in (play.layout.faces, play.played))
    assert lying == Counter(map(kind_of, sample.table.faces)) + laid
    assert not laid - Counter(map(kind_of, sample.hand))
    return play


class OtherSolver:
    """`rummikub-solver`: an integer program, no crossings."""

    def __init__(self) -> None:
        import rummikub_solver

        self.mode = rummikub_solver.SolverMode.TILE_COUNT
        self.rules = rummikub_solver.RuleSet(jokers=4, min_initial_value=1)

    def tile(self, face: Face) -> Any:
        if face.is_joker or face.colour is None or face.number is None:
            return self.rules.tiles[-1]
        return self.rules.tiles[13 * COLOURS.index(face.colour.letter) + face.number - 1]

    def solved(self, sample: SamplePosition, repeats: int = BEST_OF) -> tuple[float, int]:
        state = self.rules.new_game()
        state.initial = False
        state.add_table(*map(self.tile, sample.table.faces))
        state.add_rack(*map(self.tile, sample.hand))
        took_ms, found = timed_ms(lambda: self.rules.solve(state, self.mode), repeats)
        return took_ms, len(found.tiles) if found else 0
