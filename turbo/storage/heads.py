"""What is known of a match before its log is read: its row in a list, as texts and as a value."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import Field, dataclass, field, fields
from datetime import datetime
from functools import lru_cache
from typing import Any

from turbo.errors import TurboError
from turbo.game.editions import PieceKind
from turbo.game.match import Options
from turbo.game.record import AnyOptions, Tag, composed
from turbo.game.referee import RULES_VERSION
from turbo.game.tile_options import TileOptions
from turbo.storage.rows import shown
from turbo.storage.standing import MatchStanding


@dataclass(frozen=True, slots=True)
class MatchHead:
    """What is known of a match before its log is read."""

    id: int
    created: datetime
    players: tuple[str, ...]
    options: AnyOptions
    entries: int
    tags: tuple[Tag, ...] = ()
    rules: int = RULES_VERSION
    """The version of the rules under which it was begun."""
    standing: MatchStanding = field(default_factory=MatchStanding)
    is_stated: bool = True
    """Whether its time was given by somebody; else it is only when it came into the store."""

    @property
    def piece(self) -> PieceKind:
        return self.options.edition.piece

    @property
    def edition(self) -> str:
        return self.options.edition.name


def head_from(head: Sequence[Any], count: int, standing: str | None) -> MatchHead:
    """The head that was kept as this row; a `ValueError`, `TypeError` or `TurboError` says what is
    wrong with it."""
    number, created, stated, players, options, tags, rules = head
    known = MatchStanding() if standing is None else MatchStanding.parse(standing)
    names, chosen = names_from(players), options_from(options)
    # Most matches have no tags, and a list reads thousands of heads.
    check = tuple((key, value) for key, value in json.loads(tags)) if tags != "[]" else ()
    when = datetime.fromisoformat(created)
    return MatchHead(number, when, names, chosen, count, check, rules, known, bool(stated))


# The same people play most matches of a store, under the same options.
@lru_cache(maxsize=1024)
def names_from(text: str) -> tuple[str, ...]:
    # Old stores may hold control characters in names: these must not reach a terminal.
    names = tuple(composed(shown(str(name))) for name in json.loads(text))
    if len(set(names)) < len(names):
        # An earlier version let them in; nobody could tell whose throw was whose, so the match is
        # not read.
        raise TurboError(f"two players of one name, {names[0]}")
    return names


def options_text(options: AnyOptions) -> str:
    return json.dumps(options.document())


def options_schema(of: Iterable[Field[Any]] = fields(Options)) -> dict[str, Any]:
    """The JSON Schema of what a match of dice is played under, or of some of it."""
    number = {"type": "integer", "minimum": 1, "maximum": 99}
    found = {one.name: {"type": "boolean"} if one.type is bool else number for one in of}
    return {"type": "object", "properties": found, "additionalProperties": False}


@lru_cache(maxsize=64)
def options_from(text: str) -> AnyOptions:
    """A match that names no edition is one of dice, as all were once."""
    found = json.loads(text)
    if "edition" not in found:
        return Options(**found)
    chosen = tuple((str(key), str(value)) for key, value in found["chosen"].items())
    return TileOptions(str(found["edition"]), chosen, bool(found["simulated"]))
