"""Taking entries in: what follows on what is here, whole and by the seal; the rest is refused."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from turbo.hall.engine import Run
from turbo.hall.seals import is_whole
from turbo.hall.told import ToldTable

Key = tuple[str, str]


@dataclass(slots=True)
class TakenIn:
    """How far each match goes now, and what was refused because it says otherwise than what is
    here."""

    have: dict[Key, int] = field(default_factory=dict)
    refused: list[tuple[ToldTable, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Known:
    """A match as it is here, while a batch is taken in."""

    entries: int = 0
    tail: str | None = None
    head: tuple[str, tuple[str, ...], str] | None = None


def take_in(run: Run, batch: Sequence[ToldTable]) -> TakenIn:
    known = _known(run, {one.key for one in batch})
    new: list[ToldTable] = []
    again: list[ToldTable] = []
    found = TakenIn()
    for one in batch:
        at = known.setdefault(one.key, _Known())
        # What lies further ahead is left out in silence: the table tells the gap, and this, again.
        if one.number == at.entries + 1:
            if (why := _wrong(one, at)) is not None:
                found.refused.append((one, why))
                continue
            new.append(one)
            at.entries, at.head = one.number, one.head
            at.tail = None if one.seal is None else one.seal.hash
        elif one.number <= at.entries:
            again.append(one)
    # Before the new ones are written, among which the same entry may come twice.
    found.refused += _differing(run, again, new)
    _insert(run, new, known)
    found.have = {key: at.entries for key, at in known.items()}
    return found


def _wrong(one: ToldTable, at: _Known) -> str | None:
    where = f"entry {one.number} of {one.match}"
    # The head of a match stays: with others' names its log would be read as another.
    if at.head is not None and at.head != one.head:
        return f"{where}: expected the players, time and options of the entries before"
    if not is_whole(at.tail, one):
        return f"{where}: expected what the table has sealed: it was changed, or one is missing"
    return None


def _known(run: Run, keys: set[Key]) -> dict[Key, _Known]:
    found: dict[Key, _Known] = {}
    for place in {place for place, _ in keys}:
        wanted = [match for its, match in keys if its == place]
        marks = ", ".join("?" for _ in wanted)
        # The last hash from the entry that has it: a database that was cut back by hand goes on
        # from where it ends.
        sql = (
            "SELECT m.match, m.entries, e.hash, m.created, m.players, m.options FROM matches m"
            " LEFT JOIN entries e ON e.place = m.place AND e.match = m.match"
            f" AND e.number = m.entries WHERE m.place = ? AND m.match IN ({marks})"
        )
        for match, entries, tail, created, players, options in run(sql, place, *wanted):
            head = (created, tuple(json.loads(players)), options)
            found[place, match] = _Known(entries, tail, head)
    return found


def _insert(run: Run, new: Sequence[ToldTable], known: dict[Key, _Known]) -> None:
    # The first of each match: it alone has the row of its match beside it.
    begun = {one.key: one for one in reversed(new)}
    run.many(
        "INSERT INTO matches (place, match, created, players, options, head)"
        " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [
            (*key, one.created, json.dumps(one.players, ensure_ascii=False), one.options, _row(one))
            for key, one in begun.items()
        ],
    )
    run.many("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [one.row for one in new])
    run.many(
        "UPDATE matches SET entries = ?, tail = ? WHERE place = ? AND match = ?",
        [(known[key].entries, known[key].tail, *key) for key in begun],
    )


def _row(one: ToldTable) -> str | None:
    return None if one.seal is None or one.seal.head is None else json.dumps(one.seal.head)


def _differing(
    run: Run, again: Sequence[ToldTable], new: Sequence[ToldTable]
) -> list[tuple[ToldTable, str]]:
    """A table that tells an entry otherwise than before is not believed; what is here stays."""
    here = {(*one.key, one.number): _said(one.row) for one in new}
    for key in {one.key for one in again}:
        numbers = [one.number for one in again if one.key == key]
        sql = (
            "SELECT place, match, number, at, by, event FROM entries"
            " WHERE place = ? AND match = ? AND number BETWEEN ? AND ?"
        )
        for row in run(sql, *key, min(numbers), max(numbers)):
            here[row[0], row[1], row[2]] = _said(row)
    return [
        (one, f"entry {one.number} of {one.match}: expected what was told before")
        for one in again
        if here.get((*one.key, one.number), _said(one.row)) != _said(one.row)
    ]


def _said(row: Sequence[Any]) -> tuple[Any, ...]:
    """What an entry says: its time, who, and the event, however that was written down."""
    return row[3], row[4], json.loads(row[5])
