"""A sealed hall: a table's hashes come along with its entries, and are held against them here.

Every entry of a table's store carries a hash over itself and the hash before it
(`turbo.storage.schema`). The feed tells it beside the entry, with the two things that it covers and
the hall has no other use for: the rulings, and of the first entry the row of its match. So the hall
can work out the same chain from what it has. A message that was changed on its way is refused; an
entry that was changed, lost or doubled in the hall's own database is found by `turbo hall verify`
and on the page; and the last hash of a match is the same at the table and here.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from turbo.hall.told import UNREADABLE, EntrySeal, ToldTable
from turbo.storage.schema import first_hash, next_hash


@dataclass(frozen=True, slots=True)
class SealReport:
    """What was held against its seals: how much of it is sealed, and what is broken."""

    matches: int
    entries: int
    sealed: int
    broken: tuple[str, ...] = ()


def link_after(before: str | None, told: ToldTable) -> str | None:
    """The hash that this entry should have, as far as that can be known here."""
    seal = told.seal
    if seal is None:
        return None
    start = first_hash(seal.head) if told.number == 1 and seal.head is not None else before
    if start is None:
        # The entries before it came from a table, or to a hall, that knew no seals yet.
        return seal.hash
    return next_hash(start, (told.number, told.at, told.by, told.event, seal.rulings))


def is_whole(before: str | None, told: ToldTable) -> bool:
    """Whether an entry is what its table sealed; one without a seal cannot tell."""
    if told.seal is None:
        # A match that was sealed so far cannot go on without: somebody left the seal out.
        return before is None
    fits = told.number > 1 or _fits(told, told.seal)
    return fits and link_after(before, told) == told.seal.hash


def _fits(told: ToldTable, seal: EntrySeal) -> bool:
    """Whether the row of the match says what the message says of it."""
    if seal.head is None:
        return False
    _, created, _, players, _, _, _ = seal.head
    try:
        return bool(created == told.created and tuple(json.loads(players)) == told.players)
    except UNREADABLE:
        return False


def broken_in(match: Sequence[Any], rows: Sequence[Sequence[Any]]) -> str | None:
    """What is wrong with a match as the database has it; None if all is as it was told."""
    place, name, created, players, count, head, tail = match
    where, link = f"{place}: {name}", None
    if head is not None:
        known = json.loads(head)
        link = first_hash(known)
        if (known[1], json.loads(known[3])) != (created, json.loads(players)):
            return f"{where}: its players or its time were changed"
    for expected, (number, at, by, event, rulings, kept) in enumerate(rows, 1):
        if number != expected:
            return f"{where}: entry {expected} is missing"
        if kept is None and link is not None:
            return f"{where}: entry {number} has lost its seal"
        if link is not None:
            link = next_hash(link, (number, at, by, event, rulings))
        if link is not None and link != kept:
            return f"{where}: entry {number} was changed"
        link = kept
    if len(rows) != count or link != tail:
        return f"{where}: its end is not the one that was told ({len(rows)} of {count} entries)"
    return None
