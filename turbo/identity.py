"""One identity for a joker that lies in two sets: a small constraint search over readings.

Every chain offers its readings; a wild die (a joker, or a die that nobody could read) in two chains
must stand for the same face in both. Nothing else ties chains together.
"""

from collections.abc import Sequence

from turbo.dice import Face
from turbo.sets import Cell, Chain, SetReading

Domain = dict[Cell, set[Face]]
Choices = list[list[SetReading]]


def consistent_readings(
    chains: Sequence[Chain],
) -> list[tuple[SetReading, ...]] | None:
    """For each chain the readings that fit into some identity of all; None if nothing fits."""
    choices: Choices = [list(chain.readings) for chain in chains]
    if len(chains) == 1:
        return [tuple(choices[0])]
    if not _narrow(chains, choices):
        return None
    kept = []
    for place, offered in enumerate(choices):
        kept.append(tuple(r for r in offered if _solvable(chains, _with(choices, place, r))))
    return kept if all(kept) else None


def _with(choices: Choices, place: int, reading: SetReading) -> Choices:
    """The same choices, with one chain decided."""
    return [[reading] if at == place else list(offered) for at, offered in enumerate(choices)]


def _narrow(chains: Sequence[Chain], choices: Choices) -> bool:
    """Strike out readings until all chains agree on what each shared die may be; False if a chain
    is left with none."""
    changed = True
    while changed:
        changed = False
        domain = _domains(chains, choices)
        for place, chain in enumerate(chains):
            fitting = [r for r in choices[place] if _fits(chain, r, domain)]
            if not fitting:
                return False
            changed |= len(fitting) < len(choices[place])
            choices[place] = fitting
    return True


def _domains(chains: Sequence[Chain], choices: Choices) -> Domain:
    domain: Domain = {}
    for chain, offered in zip(chains, choices, strict=True):
        for index, cell in enumerate(chain.cells):
            faces = {reading.faces[index] for reading in offered}
            domain[cell] = domain[cell] & faces if cell in domain else faces
    return domain


def _fits(chain: Chain, reading: SetReading, domain: Domain) -> bool:
    return all(face in domain[cell] for cell, face in zip(chain.cells, reading.faces, strict=True))


def _solvable(chains: Sequence[Chain], choices: Choices) -> bool:
    """Whether every chain can be decided; the one with the fewest readings is tried first."""
    if not _narrow(chains, choices):
        return False
    open_places = [place for place, offered in enumerate(choices) if len(offered) > 1]
    if not open_places:
        return True
    place = min(open_places, key=lambda at: len(choices[at]))
    return any(_solvable(chains, _with(choices, place, r)) for r in choices[place])
