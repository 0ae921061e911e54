"""A slow, plain checker of layouts, written from the rules alone.

It shares no line with the project and imports nothing of it, so that an agreement of both means
something. A face is its text (``b3``, ``r*``, ``?``), a cell is (island, row, column) as written.

Sets are known by being spelled out: `rows(length)` writes down every set of numbered dice, and a
chain with wild dice is a set if it can be filled in to one of them. `brute_force_readings` is the
same question asked in another way, over every identity of every wild die; too slow for long chains,
it keeps the first way honest.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, pairwise, permutations, product

Cell = tuple[int, int, int]
Faces = tuple[str, ...]
Chain = tuple[Cell, ...]
Readings = dict[Chain, frozenset[Faces]]
Fault = tuple[str, tuple[Cell, ...]]

COLOURS = "krbo"
NUMBERED = tuple(f"{colour}{number}" for colour in COLOURS for number in range(1, 14))
JOKERS = tuple(f"{colour}*" for colour in COLOURS)
UNREAD = "?"
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


# The notation.


def parse(text: str) -> dict[Cell, str]:
    """The dice of a layout by cell: ``|`` parts islands, ``/`` or a line break ends a row."""
    dice = {}
    for island, island_text in enumerate(text.split("|")):
        for row, row_text in enumerate(island_text.replace("\n", "/").split("/")):
            for column, face in enumerate(row_text.split()):
                if face != ".":
                    dice[island, row, column] = face
    return dice


def is_wild(face: str) -> bool:
    return face == UNREAD or face[1:] == "*"


# What is a set.


def is_numbered_group(faces: Iterable[str]) -> bool:
    """3 or 4 dice, one number, no colour twice, in any order."""
    row = list(faces)
    colours = {face[0] for face in row}
    numbers = {int(face[1:]) for face in row}
    return len(row) in (3, 4) and len(numbers) == 1 and len(colours) == len(row)


def is_numbered_run(faces: Iterable[str]) -> bool:
    """3 to 13 dice of one colour, consecutive, in order, up or down; 13 is not followed by 1."""
    row = list(faces)
    one_colour = len({face[0] for face in row}) == 1
    numbers = [int(face[1:]) for face in row]
    steps = {after - before for before, after in pairwise(numbers)}
    return 3 <= len(row) <= 13 and one_colour and steps in ({1}, {-1})


def is_numbered_set(faces: Iterable[str]) -> bool:
    row = list(faces)
    return is_numbered_group(row) or is_numbered_run(row)


def kind(reading: Faces) -> str:
    return "group" if is_numbered_group(reading) else "run"


def groups(length: int) -> list[Faces]:
    """Every group of numbered dice of the length, spelled out."""
    if length not in (3, 4):
        return []
    return [
        tuple(f"{colour}{number}" for colour in colours)
        for number in range(1, 14)
        for colours in permutations(COLOURS, length)
    ]


def runs(length: int) -> list[Faces]:
    """Every run of numbered dice of the length, spelled out in both directions."""
    if not 3 <= length <= 13:
        return []
    found: list[Faces] = []
    for colour in COLOURS:
        for first in range(1, 13 - length + 2):
            up = tuple(f"{colour}{number}" for number in range(first, first + length))
            found += [up, up[::-1]]
    return found


@cache
def rows(length: int) -> frozenset[Faces]:
    """Every set of numbered dice of the length."""
    return frozenset(groups(length) + runs(length))


@cache
def rows_with(length: int, place: int, face: str) -> frozenset[Faces]:
    """Every set of numbered dice that has the face at the place."""
    return frozenset(row for row in rows(length) if row[place] == face)


def has_numbered_die(faces: Iterable[str]) -> bool:
    """Jokers alone make no set; an unread die may well be a numbered one."""
    return any(face not in JOKERS for face in faces)


@cache
def set_readings(faces: Faces) -> frozenset[Faces]:
    """Every way to read the chain as a set, wild dice replaced by what they stand for."""
    if not has_numbered_die(faces):
        return frozenset()
    found = rows(len(faces))
    for place, face in enumerate(faces):
        if not is_wild(face):
            found = found & rows_with(len(faces), place, face)
    return found


def brute_force_readings(faces: Faces) -> frozenset[Faces]:
    """The same as `set_readings`, by trying each of 52 faces for each wild die."""
    if not has_numbered_die(faces):
        return frozenset()
    choices = [NUMBERED if is_wild(face) else (face,) for face in faces]
    return frozenset(filter(is_numbered_set, product(*choices)))


def is_set(faces: Iterable[str]) -> bool:
    """Whether the chain is a set; with an unread die, whether some face there makes it one."""
    return bool(set_readings(tuple(faces)))


# What is wrong with a layout.


def next_cell(cell: Cell, down: int, right: int) -> Cell:
    island, row, column = cell
    return island, row + down, column + right


def chains(dice: dict[Cell, str]) -> list[Chain]:
    """Every maximal horizontal or vertical row of two or more touching dice."""
    found = []
    for down, right in ((0, 1), (1, 0)):
        for first in dice:
            if next_cell(first, -down, -right) in dice:
                continue
            chain = [first]
            while next_cell(chain[-1], down, right) in dice:
                chain.append(next_cell(chain[-1], down, right))
            if len(chain) > 1:
                found.append(tuple(chain))
    return found


def islands(dice: dict[Cell, str]) -> list[set[Cell]]:
    """Dice that hang together by their sides, whatever was written between two ``|``."""
    left, found = set(dice), []
    while left:
        island, edge = set[Cell](), {min(left)}
        while edge:
            island |= edge
            around = {next_cell(cell, *way) for cell in edge for way in WAYS}
            edge = (around & left) - island
        left -= island
        found.append(island)
    return found


def faces_of(dice: dict[Cell, str], chain: Chain) -> Faces:
    return tuple(dice[cell] for cell in chain)


def alone(dice: dict[Cell, str], island: set[Cell]) -> Readings:
    """The chains of an island that could be a set, with the readings that each has by itself."""
    found = chains({cell: dice[cell] for cell in dice if cell in island})
    readings = {chain: set_readings(faces_of(dice, chain)) for chain in found}
    return {chain: readings[chain] for chain in found if readings[chain]}


def narrowed(readings: Readings) -> Readings:
    """Without the readings that no reading of a crossing chain agrees with, until none is left.

    What it strikes out is in no joint identity. What it keeps may still be in none.
    """
    before: Readings = {}
    while before != readings:
        before, readings = readings, dict(readings)
        for one, other in combinations(readings, 2):
            for cell in set(one) & set(other):
                here, there = one.index(cell), other.index(cell)
                common = {row[here] for row in readings[one]} & {
                    row[there] for row in readings[other]
                }
                readings[one] = frozenset(r for r in readings[one] if r[here] in common)
                readings[other] = frozenset(r for r in readings[other] if r[there] in common)
    return readings


def joint_identity(readings: Readings) -> dict[Chain, Faces] | None:
    """One reading for each chain so that no die means two things; None if there is no such way."""
    readings = narrowed(readings)
    if not all(readings.values()):
        return None
    open_chains = [chain for chain in readings if len(readings[chain]) > 1]
    if not open_chains:
        return {chain: next(iter(readings[chain])) for chain in readings}
    chain = min(open_chains, key=lambda chain: len(readings[chain]))
    attempts = (
        joint_identity(readings | {chain: frozenset([row])}) for row in sorted(readings[chain])
    )
    return next((found for found in attempts if found is not None), None)


def faults(text: str) -> list[Fault]:
    """Every fault of the layout, sorted: its rule and its cells in order.

    With an unread die only what is wrong whatever it shows. The cells of ``joker-identity`` are
    those of the whole island, because the rules do not name one die of it as the culprit.
    """
    dice = parse(text)
    found: list[Fault] = []
    for chain in chains(dice):
        if len(chain) == 2:
            found.append(("touching", tuple(sorted(chain))))
        elif not is_set(faces_of(dice, chain)):
            found.append(("not-a-set", tuple(sorted(chain))))
    for island in islands(dice):
        if len(island) == 1:
            found.append(("lone-die", tuple(island)))
        elif joint_identity(alone(dice, island)) is None:
            found.append(("joker-identity", tuple(sorted(island))))
    return sorted(found)


def sets_alone(text: str) -> Readings:
    """The chains that are sets, each with the readings that it has by itself."""
    dice = parse(text)
    return alone(dice, set(dice))


def sets(text: str) -> Readings:
    """The chains that are sets, each with the readings that some joint identity of its island uses.

    An island that has no joint identity is left out.
    """
    dice = parse(text)
    found: Readings = {}
    for island in islands(dice):
        readings = alone(dice, island)
        if joint_identity(readings) is not None:
            found |= taking_part(readings)
    return found


def taking_part(readings: Readings) -> Readings:
    """For each chain the readings that are part of at least one joint identity."""
    used: dict[Chain, set[Faces]] = {chain: set() for chain in readings}
    for chain in readings:
        for row in sorted(readings[chain]):
            if row not in used[chain]:
                joint = joint_identity(readings | {chain: frozenset([row])})
                for member, meant in (joint or {}).items():
                    used[member].add(meant)
    return {chain: frozenset(used[chain]) for chain in readings}
