"""Messages of the feed from the schema outwards: valid ones, nearly valid ones, and hostile ones.

Everything comes from one seed, so that what was found can be told again. `valid` follows the
schema, and within texts the game's own notation; `nearly` is valid but for one thing; `hostile` is
bytes that somebody thought about.
"""

import copy
import json
import random
import re
from collections.abc import Callable
from typing import Any

from turbo.mqtt.messages import schema

KINDS = ("entry", "state", "online", "ask", "told")

TEXTS = (
    "",
    "Ann",
    "Zoë",
    "Zoe\u0308",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "\u202egnirts",
    "\u200b",
    "x" * 5000,
    "'; DROP TABLE entries; --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "%s%n{0}{players}",
    "\r\ndata: {}\r\n\r\n",
    "🎲" * 50,
    "\ufeff",
    "NaN",
    "1e999",
)
NUMBERS = (0, 1, -1, 2**31, 2**53, 2**63, -(2**63), 10**40, 0.5, 1.0, -0.0, 1e308)
TIMES = (
    "2026-11-16T20:00:00+00:00",
    "2026-12-31T23:59:60Z",
    "2026-12-31T23:59:59z",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999999+14:00",
    "2026-02-30T00:00:00Z",
    "2026-11-16",
    "20261116T200000Z",
)
STATEMENTS = (
    "round Ann",
    "Ann: b3 b4 b5 b6 b7 b8 r1 r2 r3",
    "table b3 b4 b5",
    "pass",
    "resigned Bob",
    "end too late",
    "accept",
    "hand Ann b3",
    "round",
    "table " + "b3 " * 900,
    "table " + "( " * 900,
    "explode",
    "tag a b",
)


class Fuzzer:
    """Who makes them up, as one table."""

    def __init__(self, seed: int, table: str) -> None:
        self.chance, self.table = random.Random(seed), table
        self._ways: tuple[Callable[[Any], Any], ...] = (
            self._drop,
            self._add,
            self._replace,
            self._wrap,
        )

    def message(self) -> tuple[str, str, bytes]:
        """How it was meant (valid, nearly or hostile), its kind, and its bytes."""
        kind = self.chance.choice(KINDS)
        way = self.chance.choice(("valid", "nearly", "nearly", "hostile"))
        found = self.valid(schema(kind))
        if isinstance(found, dict) and "table" in found:
            found["table"] = self.table
        if way == "valid":
            return way, kind, _bytes(found)
        for _ in range(self.chance.choice((1, 1, 1, 2, 3))):
            found = self._nearly(found)
        payload = _bytes(found)
        return way, kind, payload if way == "nearly" else self._hostile(payload)

    # Valid: as the schema has it

    def valid(self, part: Any) -> Any:
        if "const" in part:
            return part["const"]
        if "enum" in part:
            return self.chance.choice(part["enum"])
        if "anyOf" in part and "properties" not in part:
            return self.valid(self.chance.choice(part["anyOf"]))
        make = getattr(self, f"_{part.get('type', 'null')}")
        return make(part)

    def _null(self, _: Any) -> None:
        return None

    def _boolean(self, _: Any) -> bool:
        return self.chance.random() < 0.5

    def _integer(self, part: Any) -> int:
        least, most = part.get("minimum", -9), part.get("maximum", 9)
        few = min(most, least + self.chance.choice((0, 1, 2, 40)))
        return int(self.chance.choice((least, few, most)))

    def _string(self, part: Any) -> str:
        if part.get("format") == "date-time":
            return self.chance.choice(TIMES)
        if "pattern" in part:
            return self._matching(part["pattern"])
        found = self.chance.choice((*STATEMENTS, "b3 b4 b5", "Ann", "Bob", "Zoë", "r1 k2"))
        return found[: part.get("maxLength", 200)].ljust(part.get("minLength", 0), "x")

    def _matching(self, pattern: str) -> str:
        if "{64}" in pattern:
            return "".join(self.chance.choice("0123456789abcdef") for _ in range(64))
        if pattern.startswith("^[0-9]{8}"):
            # Few matches: their entries must meet each other.
            return f"20261117-{self.chance.randint(1, 3)}-0123456789ab"
        return self.table

    def _array(self, part: Any) -> list[Any]:
        if "prefixItems" in part:
            return [self.valid(one) for one in part["prefixItems"]]
        few = self.chance.randint(part.get("minItems", 0), min(part.get("maxItems", 3), 4))
        return [self.valid(part["items"]) for _ in range(few)]

    def _object(self, part: Any) -> dict[str, Any]:
        needed = {one for each in part.get("anyOf", ()) for one in each.get("required", ())}
        chosen = set(part.get("required", ())) | set(
            self.chance.sample(sorted(needed), 1 if needed else 0)
        )
        found = {
            name: self.valid(one)
            for name, one in part.get("properties", {}).items()
            if name in chosen or (name not in needed and self.chance.random() < 0.3)
        }
        more = part.get("additionalProperties")
        if isinstance(more, dict):
            names = part.get("propertyNames", {"type": "string"})
            found |= {self.valid(names): self.valid(more) for _ in range(self.chance.randint(0, 2))}
        return found

    # Nearly: one thing is otherwise

    def _nearly(self, found: Any) -> Any:
        found = copy.deepcopy(found)
        return self.chance.choice(self._ways)(found)

    def _places(self, found: Any) -> list[tuple[Any, Any]]:
        """Every place in it: what holds it, and under which name."""
        inside: list[tuple[Any, Any]] = []
        for key, one in _items(found):
            inside += [(found, key), *self._places(one)]
        return inside

    def _drop(self, found: Any) -> Any:
        if places := self._places(found):
            holder, key = self.chance.choice(places)
            del holder[key]
        return found

    def _add(self, found: Any) -> Any:
        holders = [found, *(holder[key] for holder, key in self._places(found))]
        holder = self.chance.choice([one for one in holders if isinstance(one, dict)] or [{}])
        holder[self.chance.choice(TEXTS)[:50]] = self._odd()
        return found

    def _replace(self, found: Any) -> Any:
        if places := self._places(found):
            holder, key = self.chance.choice(places)
            holder[key] = self._odd()
        return found

    def _wrap(self, found: Any) -> Any:
        return self.chance.choice(
            ([found], {"v": 1, **({} if not isinstance(found, dict) else found)})
        )

    def _odd(self) -> Any:
        return self.chance.choice(
            (
                self.chance.choice(TEXTS),
                self.chance.choice(NUMBERS),
                self.chance.choice(TIMES),
                self.chance.choice(STATEMENTS),
                None,
                True,
                [],
                {},
                [[[]]],
                {"x": 1},
                float("nan"),
                float("inf"),
            )
        )

    # Hostile: bytes

    def _hostile(self, payload: bytes) -> bytes:
        at = self.chance.randrange(max(1, len(payload)))
        return self.chance.choice(
            (
                payload[:at],
                payload[:at] + bytes([self.chance.randrange(256)]) + payload[at + 1 :],
                payload.decode("utf-8", "replace").encode("utf-16"),
                b"[" * self.chance.choice((10, 900, 20_000)),
                b'{"v":1,' * 5000,
                self.chance.randbytes(self.chance.choice((0, 1, 100, 60_000))),
                payload + b" " * self.chance.choice((1, 70_000)),
                re.sub(rb'"v": ?1', b'"v":' + b"9" * 5000, payload),
                payload.replace(b'"v"', b'"v":1,"v"', 1),
                payload.replace(b'"', b'"\xed\xa0\x80', 1),
            )
        )


def _items(found: Any) -> list[tuple[Any, Any]]:
    if isinstance(found, dict):
        return list(found.items())
    return list(enumerate(found)) if isinstance(found, list) else []


def _bytes(found: Any) -> bytes:
    return json.dumps(found).encode()
