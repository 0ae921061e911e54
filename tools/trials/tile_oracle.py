"""A slow, plain judge of tile layouts, plays and results, written from the rulebooks alone.

It shares no line with the project and imports nothing of it, so that an agreement of both means
something. A tile is its text (``b3``, ``r*``, ``*d``, ``?``), a row a tuple of texts.

A row is a set if some way of *numbering* it is one: a run takes its numbers from where it begins
and which way it goes, a group has one number, and only then the colours are asked. The judge of
the project asks the other way round, piece by piece.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations, product

Row = tuple[str, ...]

COLOURS = "krbo"
NUMBERED = tuple(f"{colour}{number}" for colour in COLOURS for number in range(1, 14))


@dataclass(frozen=True)
class Box:
    """What part 1 of the rules' table says of an edition."""

    players: tuple[int, int]
    copies: int
    jokers: tuple[tuple[str, int], ...]
    joker_points: int
    adds_at_once: bool
    own_sums: bool = False
    last_turns: bool = False
    counts_games: bool = False
    keeps_own_sets: bool = False
    lost_costs: bool = False
    pairs: int | None = None

    @property
    def pieces(self) -> int:
        return 52 * self.copies + sum(many for _, many in self.jokers)

    def holds(self, piece: str) -> int:
        return self.copies if piece in NUMBERED else dict(self.jokers).get(piece, 0)


BOXES = {
    "original-jumbo": Box(
        (2, 4), 2, (("*", 2),), 30, False, own_sums=True, last_turns=True, lost_costs=True, pairs=3
    ),
    "original-goliath": Box((2, 4), 2, (("*", 2),), 25, True, keeps_own_sets=True),
    "original-french": Box((2, 4), 2, (("*", 2),), 30, False, keeps_own_sets=True),
    "six": Box((2, 6), 3, (("*", 4),), 25, True, keeps_own_sets=True),
    "six-four-jokers": Box((2, 4), 2, (("*", 4),), 25, True, keeps_own_sets=True),
    "special": Box(
        (2, 4), 2, (("*", 2), ("*d", 2), ("*c", 2), ("*m", 2)), 30, False, counts_games=True
    ),
}
FIRST_MELD = 30


def piece(tile: str) -> str:
    """What it is in the box: the colour of a classic joker means nothing (R1)."""
    return "*" if tile.endswith("*") else tile


def parse(text: str) -> list[Row]:
    """The rows of a layout: parted by ``|``, ``/``, a line break or an empty cell."""
    for mark in "/\n.":
        text = text.replace(f" {mark}", " |").replace(f"{mark} ", "| ").replace("\n", "|")
    return [row for row in (tuple(map(piece, part.split())) for part in text.split("|")) if row]


def tiles_of(rows: Sequence[Row]) -> Counter[str]:
    return Counter(tile for row in rows for tile in row)


# What is a set, and what it is worth.


def numberings(row: Row) -> Iterator[list[tuple[str, tuple[int, ...]]]]:
    """Every way to give the pieces of a half consecutive numbers, up or down."""
    for step in (1, -1):
        for first in range(1, 14):
            number, found = first, []
            for tile in row:
                many = 2 if tile == "*d" else 1
                found.append((tile, tuple(number + step * at for at in range(many))))
                number += step * many
            if all(1 <= n <= 13 for _, numbers in found for n in numbers):
                yield found


def run_places(row: Row) -> set[Row]:
    """Every run that the pieces can be, spelled out; ``c5`` is a change of colour."""
    found = set()
    parts = row.count("*c") + 1
    for numbered in numberings(row):
        for inks in product(COLOURS, repeat=parts):
            if any(one == other for one, other in pairwise(inks)):
                continue
            spelled = coloured(numbered, inks)
            if spelled is not None:
                found.add(spelled)
    return found


def coloured(numbered: list[tuple[str, tuple[int, ...]]], inks: tuple[str, ...]) -> Row | None:
    part, places = 0, []
    for tile, numbers in numbered:
        if tile == "*c":
            part += 1
            places.append(f"c{numbers[0]}")
            continue
        own = [f"{inks[part]}{number}" for number in numbers]
        if tile in NUMBERED and own != [tile]:
            return None
        places += own
    return tuple(places)


def group_places(row: Row) -> set[Row]:
    """Every group that the pieces can be, spelled out in their order."""
    if "*c" in row:
        return set()
    size = len(row) + row.count("*d")
    found = set()
    for number in range(1, 14):
        for inks in permutations(COLOURS, size) if size <= 4 else ():
            places, left = [], list(inks)
            for tile in row:
                own = [f"{left.pop(0)}{number}" for _ in range(2 if tile == "*d" else 1)]
                if tile in NUMBERED and own != [tile]:
                    break
                places += own
            else:
                found.add(tuple(places))
    return found


@cache
def readings(row: Row, half: int = 1) -> frozenset[tuple[str, Row]]:
    """Every reading as a set: its kind and its places, those behind a mirror too."""
    if len(row) < 3 or not any(tile in NUMBERED for tile in row) or row.count("*m") > 1:
        return frozenset()
    if "*m" not in row:
        return frozenset(
            [("run", places) for places in run_places(row)]
            + [("group", places) for places in group_places(row)]
        )
    at = row.index("*m")
    left, right = row[:at], row[at + 1 :]
    found = []
    for kind, spell in (("run", run_places), ("group", group_places)):
        if left and right:
            twins = spell(left) & {places[::-1] for places in spell(right)}
            found += [(kind, (*p, *p[::-1])) for p in twins if len(p) >= half]
    return frozenset(found)


def worth(row: Row, half: int = 1) -> int | None:
    """The most that the row is worth in a first meld (D8)."""
    return max((sum(int(p[1:]) for p in places) for _, places in readings(row, half)), default=None)


def kinds(row: Row, half: int = 1) -> frozenset[str]:
    return frozenset(kind for kind, _ in readings(row, half))


def cuts(row: Row, half: int = 1) -> list[tuple[Row, ...]]:
    """Every way to cut a row into sets; a row that is a set is that one set (D28)."""
    if readings(row, half):
        return [(row,)]
    return list(_cuts(row, half))


def _cuts(row: Row, half: int) -> Iterator[tuple[Row, ...]]:
    if not row:
        yield ()
    for end in range(3, len(row) + 1):
        if readings(row[:end], half):
            for rest in _cuts(row[end:], half):
                yield (row[:end], *rest)


def might_be_cut(row: Row, name: str, half: int = 1) -> bool:
    """Whether the row is sets, for some faces of its unread tiles."""
    if "?" not in row:
        return bool(cuts(row, half))
    at = row.index("?")
    known = (*NUMBERED, *(joker for joker, _ in BOXES[name].jokers))
    return any(might_be_cut((*row[:at], face, *row[at + 1 :]), name, half) for face in known)


# What is wrong with a layout.


def layout_faults(rows: Sequence[Row], name: str, half: int = 1) -> list[tuple[str, Row]]:
    """Every fault: the rule and the tiles concerned, sorted."""
    found: list[tuple[str, Row]] = []
    for row in rows:
        if len(row) == 1:
            found.append(("lone-die", row))
        elif len(row) == 2:
            found.append(("touching", row))
        elif not might_be_cut(row, name, half):
            found.append(("not-a-set", row))
    for tile, many in tiles_of(rows).items():
        if tile != "?" and many > BOXES[name].holds(tile):
            found.append(("not-in-box", (tile,) * many))
    return sorted(found)


# What is wrong with a play.


def same_set(row: Row) -> tuple[tuple[str, ...], ...]:
    """A set, however it is turned; a group also in whatever order its tiles lie."""
    turned = min(row, row[::-1])
    return (tuple(sorted(row)),) if "group" in kinds(row) and "*m" not in row else (turned,)


def all_still_there(before: Sequence[Row], after: Sequence[Row], half: int = 1) -> bool:
    """Whether every old set lies on the new table as a set, by some way to cut its rows."""

    def parted(rows: Sequence[Row]) -> Iterator[Counter[tuple[tuple[str, ...], ...]]]:
        for ways in product(*(cuts(row, half) or [(row,)] for row in rows)):
            yield Counter(same_set(part) for way in ways for part in way)

    return any(not old - new for old in parted(before) for new in parted(after))


def best_of_own(tiles: Sequence[str], half: int = 1) -> int:
    """The most that sets made of some of these tiles are worth (D9, D29)."""
    own = tuple(sorted(map(piece, tiles)))
    sets: list[tuple[int, int]] = []
    for mask in range(1, 1 << len(own)):
        if mask.bit_count() >= 3:
            chosen = tuple(tile for at, tile in enumerate(own) if mask >> at & 1)
            value = unordered_worth(chosen, half)
            if value is not None:
                sets.append((mask, value))
    best = {0: 0}
    for mask, value in sorted(sets):
        for laid, sum_ in list(best.items()):
            if not laid & mask:
                best[laid | mask] = max(best.get(laid | mask, 0), sum_ + value)
    return max(best.values())


@cache
def unordered_worth(tiles: Row, half: int = 1) -> int | None:
    """The most that a set of exactly these tiles is worth, in whatever order it is laid."""
    fixed = [tile for tile in tiles if tile in NUMBERED]
    wild = len(tiles) - len(fixed)
    if not fixed:
        return None
    if all(tile == "*" or tile in NUMBERED for tile in tiles):
        return classic_worth(fixed, wild)
    if not could_be_special(tiles, fixed):
        return None
    values = (worth(order, half) for order in set(permutations(tiles)))
    return max((value for value in values if value is not None), default=None)


def could_be_special(tiles: Row, fixed: list[str]) -> bool:
    """What spares most of the orders. Without a mirror a run has each number once and no more
    colours than changes allow; with one, at most one tile of a half is paired by each joker."""
    numbers = [int(tile[1:]) for tile in fixed]
    is_group = len(set(numbers)) == 1
    if "*m" in tiles:
        wild = sum(tile in ("*", "*d") for tile in tiles)
        odd = sum(many % 2 for many in Counter(fixed).values())
        return tiles.count("*m") == 1 and odd <= 2 * wild and len(tiles) <= 9
    if is_group and "*c" not in tiles:
        return len(tiles) <= 4
    inks = len({tile[0] for tile in fixed})
    places = len(tiles) + tiles.count("*d")
    is_near = max(numbers) - min(numbers) < places
    return len(set(numbers)) == len(numbers) and inks <= tiles.count("*c") + 1 and is_near


def classic_worth(fixed: list[str], wild: int) -> int | None:
    size, found = len(fixed) + wild, []
    inks, numbers = {tile[0] for tile in fixed}, sorted(int(tile[1:]) for tile in fixed)
    if len(set(numbers)) == 1 and len(inks) == len(fixed) and size <= 4:
        found.append(numbers[0] * size)
    if len(inks) == 1 and len(set(numbers)) == len(fixed):
        for first in range(1, 14 - size + 1):
            if first <= numbers[0] and numbers[-1] < first + size:
                found.append(sum(range(first, first + size)))
    return max(found, default=None)


def play_faults(
    before: Sequence[Row],
    after: Sequence[Row],
    name: str,
    *,
    melded: bool,
    rack: int = 99,
    half: int = 1,
    adds_at_once: bool | None = None,
) -> set[str]:
    """The rules that a hand-over breaks. `rack`: how many tiles the player had."""
    box = BOXES[name]
    at_once = box.adds_at_once if adds_at_once is None else adds_at_once
    old, new = tiles_of(before), tiles_of(after)
    added = list((new - old).elements())
    found = {rule for rule, _ in layout_faults(after, name, half)}
    if old - new:
        found.add("die-removed")
    if not added:
        found.add("no-hand-die")
    if len(added) > rack:
        found.add("hand-count")
    if melded:
        return found
    if added and best_of_own(added, half) < FIRST_MELD:  # nothing laid is no meld at all (D11)
        found.add("first-meld")
    if not at_once and not all_still_there(before, after, half):
        found.add("before-meld")
    return found


# Results.


def rack_sum(tiles: Sequence[str], name: str) -> int:
    points = BOXES[name].joker_points
    return sum(int(tile[1:]) if tile in NUMBERED else points for tile in map(piece, tiles))


def result(
    racks: dict[str, Sequence[str]], name: str, out: str | None, own_sums: bool | None = None
) -> tuple[str | None, dict[str, int]]:
    """Who has won a game and what everybody writes. `out`: who laid the last tile."""
    sums = {who: rack_sum(tiles, name) for who, tiles in racks.items()}
    if out is not None:
        scores = {who: -many for who, many in sums.items()}
        return out, scores | {out: sum(sums.values())}
    ranks = {who: (sums[who], len(racks[who])) for who in racks}
    lowest = [who for who in racks if ranks[who] == min(ranks.values())]
    winner = lowest[0] if len(lowest) == 1 else None
    if BOXES[name].own_sums if own_sums is None else own_sums:
        return winner, {who: -many for who, many in sums.items()}
    if winner is None:
        return None, dict.fromkeys(racks, 0)
    scores = {who: sums[winner] - many for who, many in sums.items()}
    return winner, scores | {winner: -sum(scores.values())}
