"""Topics and payloads: one place that makes them and one that takes them in.

    turbo/1/HALL/TABLE/KIND      what a table tells, and what the hall tells it
    turbo/1/HALL/TABLE/press     the buttons of Home Assistant, where they were allowed
    turbo/1/HALL/hall            birth and last will of the hall

The 1 is the version. Payloads are JSON; `schema/` holds a JSON Schema for each kind, which also
says who tells it and who hears it: one file more there is one topic more. Nothing is taken in that
does not fit its schema: `read` says what was wrong.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import resources
from typing import Any

import jsonschema_rs

from turbo.errors import TurboError
from turbo.game.events import Entry
from turbo.storage.heads import options_schema
from turbo.storage.store import MatchHead, entry_row

VERSION = 1
ROOT = f"turbo/{VERSION}"

EDITIONS_TOLD = 2
"""The version of states and orders that name an edition. What is told of dice stays version 1: a
hall or a table of before reads it, and refuses what it could not understand."""

LARGEST = 65_536
"""Bytes of a payload; a state with all dice on the table has about 2,000."""

_SCHEMAS = resources.files("turbo.mqtt").joinpath("schema")
KINDS = tuple(sorted(one.name.removesuffix(".json") for one in _SCHEMAS.iterdir()))

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")

Document = dict[str, Any]


class BadMessage(TurboError, ValueError):
    """A payload that is not what its topic asks for; nothing of it was taken in."""


def check_name(name: str, what: str = "a table's name") -> str:
    """Names stand in topics and files: small letters, digits, ``-`` and ``_``."""
    if not _NAME.fullmatch(name):
        raise TurboError(
            f"expected {what} of 1 to 32 small letters, digits, '-' and '_', got {name!r}"
        )
    return name


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table."""

    hall: str
    table: str

    def __post_init__(self) -> None:
        check_name(self.hall, "a hall's name")
        check_name(self.table)

    def of(self, kind: str) -> str:
        return f"{ROOT}/{self.hall}/{self.table}/{kind}"

    @property
    def hall_topic(self) -> str:
        return f"{ROOT}/{self.hall}/hall"


def table_and_kind(topic: str, hall: str) -> tuple[str, str]:
    """The table that a topic belongs to, and what it tells."""
    parts = topic.removeprefix(f"{ROOT}/{hall}/").split("/")
    if len(parts) != 2 or not topic.startswith(f"{ROOT}/{hall}/"):
        raise BadMessage(f"expected a topic {ROOT}/{hall}/TABLE/KIND, got {topic!r}")
    return parts[0], parts[1]


@cache
def schema(kind: str) -> Document:
    document: Document = json.loads(_SCHEMAS.joinpath(f"{kind}.json").read_text("utf-8"))
    if kind == "entry":
        # Closed like all others, and nobody writes down twice what can be chosen.
        match = document["properties"]["match"]["properties"]
        match["options"]["anyOf"][0] = options_schema()
    return document


@cache
def kinds(*, told_by: str = "", heard_by: str = "") -> tuple[str, ...]:
    """The kinds under a table's topic that the `table` or the `hall` tells, or hears."""
    return tuple(
        kind
        for kind in KINDS
        if kind != "hall"
        and told_by in ("", schema(kind)["x-told-by"])
        and (not heard_by or heard_by in schema(kind)["x-heard-by"])
    )


@cache
def _validator(kind: str) -> Any:
    formats = {"date-time": is_moment}
    return jsonschema_rs.validator_for(schema(kind), validate_formats=True, formats=formats)


def is_moment(text: str) -> bool:
    """Whether a time is one that we can read again: the standard knows a second 60, a small 'z' and
    a year 0, and Python none of them."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def read(kind: str, payload: bytes, table: str | None = None) -> Document:
    """The document, if it is one of this kind and version and tells of its own table."""
    if len(payload) > LARGEST:
        raise BadMessage(f"expected at most {LARGEST} bytes, got {len(payload)}")
    found = _parsed(payload)
    # First of all: in another version everything else may be otherwise too.
    version = schema(kind)["properties"].get("v") if isinstance(found, dict) else None
    if version is not None and found.get("v") not in (known := _versions(version)):
        said = " or ".join(map(str, known))
        raise BadMessage(f"expected version {said}, got {found.get('v')!r}"[:200])
    if not _validator(kind).is_valid(found):
        wrong = next(iter(_validator(kind).iter_errors(found)))
        place = "/".join(str(part) for part in wrong.instance_path) or "the payload"
        raise BadMessage(f"{kind}: {place[:80]}: {str(wrong.message)[:200]}")
    if table is not None and "table" in found and found["table"] != table:
        raise BadMessage(f"expected to hear of table {table!r}, got {found['table']!r}")
    document: Document = found
    return document


def _versions(found: Mapping[str, Any]) -> Sequence[int]:
    return list(found.get("enum", (found.get("const"),)))


def _parsed(payload: bytes) -> Any:
    try:
        # By name: left to itself it guesses UTF-16, and lets halves of letters through.
        found = json.loads(payload.decode("utf-8"), parse_constant=_no_number)
    # Brackets nested by the thousand are no ValueError.
    except (ValueError, RecursionError):
        raise BadMessage(f"expected JSON, got {payload[:40]!r}") from None
    # Only an escape can hold what text itself cannot.
    if b"\\u" in payload and not _is_text(found):
        raise BadMessage("expected text without NUL and without halves of letters")
    return found


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number")


def _is_text(found: Any) -> bool:
    """Whether every text in it can be written as UTF-8 and kept by a database."""
    if isinstance(found, dict):
        return all(_is_text(one) for pair in found.items() for one in pair)
    if isinstance(found, list):
        return all(map(_is_text, found))
    is_odd = isinstance(found, str) and any(
        one == "\0" or "\ud800" <= one <= "\udfff" for one in found
    )
    return not is_odd


def write(document: Mapping[str, Any]) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def match_id(head: MatchHead) -> str:
    """The same for a match whenever and by whomever it is told, and never that of another: a store
    that begins anew on another card counts from 1 again, at another time."""
    parts = (head.created.isoformat(), str(head.id), *head.players)
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
    return f"{head.created:%Y%m%d}-{head.id}-{digest}"


Seal = tuple[str, str | None, tuple[Any, ...] | None]
"""What a store has beside an entry (`Store.seal`)."""


def entry_document(table: str, head: MatchHead, entry: Entry, seal: Seal | None = None) -> Document:
    number, at, by, event = entry_row(entry)[:4]
    beside = {} if seal is None else {"seal": _seal_document(*seal)}
    return {
        "v": VERSION,
        "table": table,
        "match": {
            "id": match_id(head),
            "created": head.created.isoformat(),
            "players": list(head.players),
            "options": head.options.document(),
        },
        "number": number,
        "at": at,
        "by": by,
        "event": json.loads(event),
        **beside,
    }


def _seal_document(kept: str, rulings: str | None, head: tuple[Any, ...] | None) -> Document:
    found: Document = {"hash": kept, "rulings": rulings}
    return found if head is None else {**found, "head": list(head)}


def online_document(table: str, online: bool, **more: str) -> Document:
    return {"v": VERSION, "table": table, "online": online, **more}


def _signed(order: Mapping[str, Any], key: str) -> str:
    plain = {name: value for name, value in order.items() if name != "signature"}
    # One text for one order, however its keys were written.
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    # With the table's own key: an order for one table is none for its neighbour.
    return hmac.new(bytes.fromhex(key), text.encode(), hashlib.sha256).hexdigest()


def signed(order: Mapping[str, Any], key: str) -> Document:
    """The order with the signature that the table's key gives it."""
    return {**order, "signature": _signed(order, key)}


def check_order(order: Mapping[str, Any], key: str | None, last: int) -> None:
    """Refuse what the hall has not signed, and what was heard before."""
    if key is None:
        raise BadMessage("expected no orders: this table has no key for them")
    # In the same time however much of it was right.
    if not hmac.compare_digest(_signed(order, key), str(order["signature"])):
        raise BadMessage("expected an order that the hall has signed")
    # Whoever records an order on the line could play it again.
    if order["number"] <= last:
        raise BadMessage(f"expected an order with a number above {last}, got {order['number']}")
