"""One identity for a joker that lies in two sets: a small constraint search.

Every chain offers its readings; a wild die (a joker, or a die that nobody could read) that lies in
two chains must stand for the same face in both. Nothing else ties chains together, so all that a
reading says to the others is what its shared dice are: its *stand*. Chains have few stands even
where unread dice leave hundreds of readings.
"""

from collections import Counter
from collections.abc import Sequence

from turbo.game.dice import Face
from turbo.game.sets import Cell, Chain, Faces, SetReading

Stands = list[set[Faces]]
"""For every chain what its shared dice may be, each in the order in which they lie."""


class Knot:
    """Chains that are tied together by wild dice."""

    def __init__(self, chains: Sequence[Chain]) -> None:
        seen = Counter(
            cell
            for chain in chains
            for cell, face in zip(chain.cells, chain.faces, strict=True)
            if face.is_wild
        )
        self.chains = chains
        self.shared = [
            [at for at, cell in enumerate(chain.cells) if seen[cell] > 1] for chain in chains
        ]
        self.stands: Stands = [
            {self._stand(place, reading) for reading in chain.readings}
            for place, chain in enumerate(chains)
        ]

    def _stand(self, place: int, reading: SetReading) -> Faces:
        return tuple(reading.faces[at] for at in self.shared[place])

    def has_identity(self) -> bool:
        """Whether the shared dice can stand for something that fits all chains."""
        return self._is_solvable(self.stands)

    def readings(self, place: int) -> tuple[SetReading, ...]:
        """The readings of one chain that fit into some identity of all."""
        fitting = {stand: self._fits(place, stand) for stand in self.stands[place]}
        offered = self.chains[place].readings
        return tuple(one for one in offered if fitting[self._stand(place, one)])

    def _fits(self, place: int, stand: Faces) -> bool:
        return self._is_solvable(_decided(self.stands, place, stand))

    def _is_solvable(self, stands: Stands) -> bool:
        """Whether every chain can be decided; the one with the fewest stands is tried first."""
        narrowed = self._narrowed(stands)
        if narrowed is None:
            return False
        # Chains can agree two by two and still not all at once, where crossings make a ring.
        undecided = [place for place, offered in enumerate(narrowed) if len(offered) > 1]
        if not undecided:
            return True
        place = min(undecided, key=lambda at: len(narrowed[at]))
        return any(self._is_solvable(_decided(narrowed, place, one)) for one in narrowed[place])

    def _narrowed(self, stands: Stands) -> Stands | None:
        """Strike out stands until crossing chains agree on each die; None if a chain has none."""
        while True:
            domain = self._domain(stands)
            kept = [
                {one for one in offered if self._agrees(place, one, domain)}
                for place, offered in enumerate(stands)
            ]
            # One chain without a stand is enough: nothing that is decided later brings it back.
            if not all(kept):
                return None
            if kept == stands:
                return kept
            stands = kept

    def _domain(self, stands: Stands) -> dict[Cell, set[Face]]:
        domain: dict[Cell, set[Face]] = {}
        for place, offered in enumerate(stands):
            for index, at in enumerate(self.shared[place]):
                cell = self.chains[place].cells[at]
                faces = {stand[index] for stand in offered}
                domain[cell] = domain[cell] & faces if cell in domain else faces
        return domain

    def _agrees(self, place: int, stand: Faces, domain: dict[Cell, set[Face]]) -> bool:
        cells = self.chains[place].cells
        pairs = zip(self.shared[place], stand, strict=True)
        return all(face in domain[cells[at]] for at, face in pairs)


def _decided(stands: Stands, place: int, stand: Faces) -> Stands:
    return [{stand} if at == place else offered for at, offered in enumerate(stands)]
