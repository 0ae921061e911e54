"""Random tile layouts, plays and racks for two judges: sets, nearly sets, rows of several sets, and
rubbish, from the box of an edition and now and then beyond it."""

import random
from collections.abc import Iterator

from tools.trials.tile_oracle import BOXES, COLOURS, NUMBERED

MOST_NEW = 7
"""Tiles laid in a play: the oracle lays special jokers in every order."""

WILD = {"*": ("r*", "k*", "b*"), "*d": ("*d",), "*c": ("*c",), "*m": ("*m",)}


def tile(chance: random.Random, name: str, joker: float = 0.15) -> str:
    if chance.random() < joker:
        return chance.choice(WILD[chance.choice([kind for kind, _ in BOXES[name].jokers])])
    return chance.choice(NUMBERED)


def plain_set(chance: random.Random) -> list[str]:
    if chance.random() < 0.45:
        number = chance.randint(1, 13)
        return [f"{ink}{number}" for ink in chance.sample(COLOURS, chance.choice((3, 3, 4)))]
    length = chance.choice((3, 3, 4, 5, 6))
    first, ink = chance.randint(1, 14 - length), chance.choice(COLOURS)
    row = [f"{ink}{number}" for number in range(first, first + length)]
    return row[::-1] if chance.random() < 0.3 else row


def special_set(chance: random.Random) -> list[str]:
    """A set with the one or the other special joker in its right place."""
    row = plain_set(chance)
    kind = chance.choice(("*d", "*c", "*m"))
    at = chance.randrange(len(row))
    if kind == "*d":
        return [*row[:at], "*d", *row[at + 2 :]]
    if kind == "*c":
        ink = chance.choice(COLOURS)
        return [*row[:at], "*c", *(f"{ink}{piece[1:]}" for piece in row[at + 1 :])]
    half = row[: chance.randint(1, 3)]
    return [*half, "*m", *half[::-1]]


def spoilt(chance: random.Random, row: list[str], name: str) -> list[str]:
    """One piece more, less, other, or elsewhere."""
    row, at = list(row), chance.randrange(len(row))
    match chance.randrange(5):
        case 0:
            row[at] = tile(chance, name, 0.6)
        case 1:
            row.insert(at, tile(chance, name, 0.4))
        case 2:
            del row[at]
        case 3:
            row[at], row[-1] = row[-1], row[at]
        case _:
            row.append(row[at])
    return row


def row_of(chance: random.Random, name: str) -> list[str]:
    is_special = len(BOXES[name].jokers) > 1
    roll = chance.random()
    if roll < 0.08:
        return [tile(chance, name) for _ in range(chance.randint(1, 5))]
    row = special_set(chance) if is_special and chance.random() < 0.5 else plain_set(chance)
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2))):
        row[chance.randrange(len(row))] = chance.choice(WILD["*"])
    if roll < 0.45:
        row = spoilt(chance, row, name)
    if roll > 0.85:
        row += plain_set(chance)
    return row


def layouts(name: str, number: int, seed: int = 0) -> Iterator[str]:
    for at in range(number):
        chance = random.Random(f"{name} {seed} {at}")
        rows = [row_of(chance, name) for _ in range(chance.randint(1, 4))]
        if chance.random() < 0.06:
            row = chance.choice(rows)
            if len(row) < 6 and row:
                row[chance.randrange(len(row))] = "?"
        yield " | ".join(" ".join(row) for row in rows if row)


def legal_set(chance: random.Random, name: str) -> list[str]:
    row = plain_set(chance)
    if chance.random() < 0.2:
        row[chance.randrange(len(row))] = "r*"
    return row


def plays(name: str, number: int, seed: int = 0) -> Iterator[tuple[str, str]]:
    """Tables before and after: sets laid, added to, taken apart, turned, and tiles gone."""
    for at in range(number):
        chance = random.Random(f"play {name} {seed} {at}")
        before = [legal_set(chance, name) for _ in range(chance.randint(0, 3))]
        after = [list(row) for row in before]
        for _ in range(chance.randint(0, 3)):
            _change(chance, after, name)
        if chance.random() < 0.3:
            chance.shuffle(after)
        if sum(map(len, after)) <= sum(map(len, before)) + MOST_NEW:
            yield _text(before), _text(after)


def _text(rows: list[list[str]]) -> str:
    return " | ".join(" ".join(row) for row in rows if row)


def _change(chance: random.Random, rows: list[list[str]], name: str) -> None:
    at = chance.randrange(len(rows)) if rows else -1
    match chance.randrange(7) if rows else 0:
        case 0 | 1:
            rows.append(row_of(chance, name)[:6] if chance.random() < 0.5 else plain_set(chance))
        case 2:
            rows[at].reverse()
        case 3:
            chance.shuffle(rows[at])
        case 4 if len(rows[at]) > 1:
            cut = chance.randrange(1, len(rows[at]))
            rows.append(rows[at][cut:])
            rows[at] = rows[at][:cut]
        case 5:
            rows[at].insert(chance.choice((0, len(rows[at]))), tile(chance, name))
        case _:
            rows[at] = rows[at][1:]
