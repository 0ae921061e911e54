"""An entry as it came from a table: taken in only if it can be read again, by this hall, later.

A log is folded long after it was told. What the fold could not read would hide a match, or stop the
hall, at a moment when nobody can say any more where it came from. So everything is read once here,
where the message can still be refused, with its table beside it. A table that is newer than the
hall keeps what is refused in its own log, and tells it again once the hall is as new.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from turbo.errors import TurboError
from turbo.game.editions import PieceKind
from turbo.game.events import Entry
from turbo.game.record import AnyOptions, check_names
from turbo.mqtt.messages import BadMessage
from turbo.storage.heads import options_from
from turbo.storage.rows import entry_from

LONGEST = 100_000
"""Entries of a match; the longest evening had 400."""

UNREADABLE = (TurboError, ValueError, TypeError, KeyError, RecursionError)
"""What reading kept text may come to when it is not what it should be."""


@dataclass(frozen=True, slots=True)
class EntrySeal:
    """What a table's own store has beside an entry (`turbo.storage.schema`): the rulings that it
    brought, the hash that chains it, and for the first entry the row of its match."""

    hash: str
    rulings: str | None = None
    head: tuple[Any, ...] | None = None

    @staticmethod
    def of(found: dict[str, Any] | None) -> "EntrySeal | None":
        if found is None:
            return None
        head = found.get("head")
        return EntrySeal(found["hash"], found["rulings"], None if head is None else tuple(head))


@dataclass(frozen=True, slots=True)
class ToldTable:
    """An entry as it came from a table."""

    place: str
    match: str
    created: str
    players: tuple[str, ...]
    options: str
    number: int
    at: str | None
    by: str
    event: str
    seal: EntrySeal | None = None

    def __post_init__(self) -> None:
        if self.number > LONGEST:
            raise BadMessage(f"expected at most {LONGEST} entries of a match, got {self.number}")
        try:
            head_of(self.players, self.options, self.created)
            self.entry()
        except UNREADABLE as error:
            raise BadMessage(
                f"entry {self.number} of {self.match} cannot be read here: {error}; if the table is"
                " newer than the hall, update the hall"
            ) from None

    @staticmethod
    def of(document: dict[str, Any]) -> "ToldTable":
        match = document["match"]
        return ToldTable(
            document["table"],
            match["id"],
            match["created"],
            tuple(match["players"]),
            # In one order: the same head told again must be the same text.
            json.dumps(match["options"], sort_keys=True),
            # A whole number may be written with a point: '2.0' is one by the schema.
            int(document["number"]),
            document["at"],
            document["by"],
            # As the table's own store writes it: its hash is over this text.
            json.dumps(document["event"]),
            EntrySeal.of(document.get("seal")),
        )

    def entry(self) -> Entry:
        row = (self.number, self.at, self.by, self.event)
        return entry_from(row, self.players, piece=piece_of(self.options))

    @property
    def key(self) -> tuple[str, str]:
        return self.place, self.match

    @property
    def head(self) -> tuple[str, tuple[str, ...], str]:
        return self.created, self.players, self.options

    @property
    def row(self) -> tuple[Any, ...]:
        seal = self.seal
        beside = (None, None) if seal is None else (seal.rulings, seal.hash)
        return self.place, self.match, self.number, self.at, self.by, self.event, *beside


# The head stands in every entry of a match.
@lru_cache(maxsize=4096)
def head_of(players: tuple[str, ...], options: str, created: str) -> AnyOptions:
    """What a match is played under; refused where the head says what cannot be."""
    check_names(players)
    moment = datetime.fromisoformat(created)
    if moment.tzinfo is None:
        raise TurboError(f"expected a time with its zone, got {created!r}")
    chosen = options_from(options)
    chosen.edition.seats(len(players))
    return chosen


def piece_of(options: str) -> PieceKind:
    return options_from(options).edition.piece
