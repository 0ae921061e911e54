"""Layouts judged by the project and by the oracle, which share no line."""

from collections.abc import Iterator
from random import Random

from tools.trials import oracle, planted
from turbo.game.dice import Face
from turbo.game.layout import Layout

LAYOUTS = {"crossword": 5_000, "block": 5_000, "crossed": 4_000, "latin": 1_000, "rubbish": 5_000}


def texts(maker: str, count: int) -> Iterator[str]:
    for number in range(count):
        yield planted.layout(Random(f"{maker} {number}"), maker)


def written(row: tuple[Face, ...]) -> oracle.Faces:
    return tuple(map(str, row))


def comparable(faults: list[oracle.Fault]) -> list[oracle.Fault]:
    """Which cells a contradiction is pinned to is left open by the rules."""
    return sorted((rule, () if rule == "joker-identity" else cells) for rule, cells in faults)


def assert_agreement(text: str) -> list[oracle.Fault]:
    layout, dice, found = Layout.parse(text), oracle.parse(text), oracle.faults(text)
    faults = layout.faults()
    judged = [(fault.rule.value, tuple(sorted(fault.cells))) for fault in faults]
    assert comparable(judged) == comparable(found), text
    for fault in faults:
        assert written(fault.faces) == oracle.faces_of(dice, fault.cells), text
    return found
