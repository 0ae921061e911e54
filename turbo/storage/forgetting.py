"""A person taken out of a store for good: wherever the name stands, an alias comes in its place.

The log is append-only, and matches belong to everybody who played them: so they stay, judged and
scored as they were, and only who one of them was is lost. What is hashed is hashed anew. The name
goes from players, tags, entries, authors, rulings, standings and tallies; in reasons, which are
free text, it goes wherever it stands as a word.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from turbo.game.editions import PieceKind
from turbo.game.events import Amended, Reason
from turbo.storage import schema
from turbo.storage.heads import options_from
from turbo.storage.rows import entry_from, entry_row

Swap = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Who somebody is called now, in which matches, and what could not be done: a sentence each."""

    alias: str
    matches: tuple[int, ...]
    troubles: tuple[str, ...] = ()


_ALIAS = re.compile(r"gone-(\d+)")


def is_alias(name: str) -> bool:
    """Whether this stands for somebody who was taken out."""
    return _ALIAS.fullmatch(name) is not None


def mentions(connection: sqlite3.Connection, name: str) -> list[int]:
    """The matches in whose rows the name may stand: as it is, or as JSON writes it."""
    written = (name, json.dumps(name)[1:-1])
    head = " OR ".join(f"instr(lower({one}), lower(?))" for one in ("players", "tags", "standing"))
    told = " OR ".join(f"instr(lower({one}), lower(?))" for one in ("by", "event", "rulings"))
    found: set[int] = set()
    for text in written:
        for sql in (
            f"SELECT id FROM matches WHERE {head}",
            f"SELECT match FROM entries WHERE {told}",
        ):
            found |= {row[0] for row in connection.execute(sql, (text,) * 3)}
    return sorted(found)


def new_alias(connection: sqlite3.Connection) -> str:
    """One that nobody in the store has."""
    taken = {0}
    for (players,) in connection.execute("SELECT players FROM matches"):
        taken |= {int(found[1]) for one in json.loads(players) if (found := _ALIAS.fullmatch(one))}
    return f"gone-{max(taken) + 1}"


def forget_in(
    connection: sqlite3.Connection, head: Sequence[Any], standing: str | None, name: str, alias: str
) -> None:
    """Write a match anew without the name; whoever calls has checked its hashes."""
    rows = connection.execute(
        "SELECT number, at, by, event, rulings FROM entries WHERE match = ? ORDER BY number",
        (head[0],),
    ).fetchall()
    players = tuple(json.loads(head[3]))
    piece = options_from(head[4]).edition.piece
    exact, word = _swaps(name, alias)
    told = [_entry(row, players, head[6], piece, exact, word) for row in rows]
    tags = [[key, word(value)] for key, value in json.loads(head[5])]
    kept = (*head[:3], json.dumps([exact(one) for one in players]), head[4], json.dumps(tags))
    schema.replace_match(connection, (*kept, head[6]), told, _standing(standing, exact))


def _swaps(name: str, alias: str) -> tuple[Swap, Swap]:
    """What a field becomes that is a name, and one in which it may stand among other words."""
    whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return (lambda text: alias if text == name else text), (lambda text: whole.sub(alias, text))


def _entry(
    row: Sequence[Any],
    players: tuple[str, ...],
    rules: int,
    piece: PieceKind,
    exact: Swap,
    word: Swap,
) -> tuple[Any, ...]:
    """An entry without the name. One in which it does not stand stays as it was written."""
    number, at, by, event, rulings = row
    entry = entry_from((number, at, by, event), players, rules, piece=piece)
    why = tuple(Reason(one.key, tuple(map(exact, one.values))) for one in entry.why)
    swapped = entry._replace(event=_event(entry.event, exact, word), by=exact(by), why=why)
    kept = entry_row(swapped) if swapped != entry else (number, at, by, event)
    return (*kept, None if rulings is None else _rulings(rulings, exact))


def _event(event: Any, exact: Swap, word: Swap) -> Any:
    """Names are fields of an event, or stand in pairs with points; `reason` is free text."""
    if isinstance(event, Amended):
        return replace(event, event=_event(event.event, exact, word))
    found: dict[str, Any] = {}
    for one in fields(event):
        value = getattr(event, one.name)
        if type(value) is str:
            found[one.name] = word(value) if one.name == "reason" else exact(value)
        elif one.name == "points" and isinstance(value, tuple):
            found[one.name] = tuple((exact(name), points) for name, points in value)
    return replace(event, **found)


def _rulings(text: str, exact: Swap) -> str:
    found = json.loads(text)
    for ruling in found["on"].values():
        if "player" in ruling:
            ruling["player"] = exact(ruling["player"])
        for fault in (*ruling.get("faults", ()), *ruling.get("advice", ())):
            fault[4] = [exact(value) for value in fault[4]]
    return json.dumps(found, separators=(",", ":"))


def _standing(text: str | None, exact: Swap) -> str | None:
    if text is None:
        return None
    rounds, totals, winner, *rest = json.loads(text)
    known = [rounds, totals, None if winner is None else exact(winner), *rest]
    return json.dumps(known, separators=(",", ":"))
