"""Who may do what, tried on the running app: every route, by every method, as everybody."""

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, cast

from tools.trials.web_support import (
    OPENING,
    PIN,
    VIEWING_PIN,
    Client,
    FakeEvidence,
    FakePictures,
    FakeSeats,
    FakeSetup,
    FakeTable,
    FakeTwin,
    Site,
    keys,
)
from vision.cameras.advice import Advice
from vision.cameras.phone import PhoneInbox
from web.api.operations import Operation
from web.auth.keys import Door, Scope
from web.auth.tries import TooManyTries
from web.context import EXTENSION, Desk
from web.phone.ports import Telephone
from web.settings import DEFAULTS, WebSettings

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


BODIES: Mapping[str, Any] = {
    "/api/v1/matches": {"players": ["Cleo", "Dan"]},
    "/api/v1/matches/import": {"record": "players Ann, Bob\nround Ann\n"},
    "/api/v1/match/open": {"match": 1},
    "/api/v1/match/statements": {"statement": "pass"},
    "/api/v1/match/overrule": {"reason": "seen"},
    "/api/v1/match/undo": {"entry": 6},
    "/api/v1/match/preview": {"change": "undo", "entry": 6},
    "/api/v1/match/dice": {"action": "set", "player": "Ann", "place": 0, "face": "b9"},
    "/api/v1/setup/actions": {"action": "swap-seats"},
    "/api/v1/twin": {"paused": True},
    "/api/v1/match/amend": {"entry": 2, "statement": "throw Ann b3 b4 b5 r3 k3 o7 o8 r* k13"},
    "/api/v1/setup/corners": {"corners": [[0, 0], [640, 0], [640, 480], [0, 480]]},
    "/api/v1/setup/begin": {"starter": "Ann"},
    "/api/v1/seats/throw": {"sitting": "cafe", "faces": ["b3"]},
    "/api/v1/seats/lay": {"sitting": "cafe", "layout": "b3 b4 b5"},
    "/api/v1/check": {"layout": "b3 b4 b5"},
    "/api/v1/sign-in": {"pin": "000000", "name": ""},
    "/api/v1/tokens": {"name": "home", "scope": "look"},
    "/api/v1/match/judge": {"statement": "pass"},
}
"""Where the schema alone does not lead to a body that the operation takes."""


CHANGES_NOTHING = tuple(
    f"/api/v1/{name}"
    for name in ("sign-in", "sign-out", "check", "match/likely", "match/judge", "puzzles/answer")
)
"""Operations that anybody may post to: they change no match and no table."""


BY_KEY = tuple(f"/api/v1/camera/{name}" for name in ("join-by-code", "picture", "told", "leave"))
"""Operations of the one telephone that is the camera: no PIN opens them, only its code or key."""


@dataclass(frozen=True, slots=True, eq=False)
class Who:
    """Somebody before the door: with which PIN, behind which, and with what in the request."""

    name: str
    pin: str | None = None
    is_closed: bool = False
    """The site asks a viewing PIN of everybody."""
    has_token: bool = True
    headers: Mapping[str, str] | None = None
    may_write: bool = False
    key: Scope | None = None
    """Of a program: what its key is for. It comes without a cookie."""
    key_days: float = 1.0


PEOPLE = (
    Who("stranger", is_closed=True),
    Who("anybody"),
    Who("viewer", VIEWING_PIN, is_closed=True),
    Who("no token", PIN, has_token=False),
    Who("other site", PIN, headers={"Origin": "http://evil.example"}),
    Who("other name", PIN, headers={"Host": "evil.example"}),
    Who("key: look", is_closed=True, key=Scope.LOOK),
    Who("key: picture", is_closed=True, key=Scope.PICTURES),
    Who("key: old", is_closed=True, key=Scope.REFEREE, key_days=-1.0),
    Who("key: all", is_closed=True, key=Scope.REFEREE, may_write=True),
    Who("referee", PIN, may_write=True),
)


@dataclass(frozen=True, slots=True)
class Cell:
    status: int
    changed: bool

    def __str__(self) -> str:
        return f"{self.status}{'W' if self.changed else ''}"


@dataclass(frozen=True, slots=True)
class Row:
    method: str
    rule: str
    operation: Operation | None
    cells: tuple[Cell, ...]
    """In the order of `PEOPLE`."""

    def faults(self) -> Iterator[str]:
        for who, cell in zip(PEOPLE, self.cells, strict=True):
            where = f"{self.method} {self.rule} as {who.name}: {cell}"
            if cell.changed and not who.may_write:
                yield f"{where}: changed something"
            if cell.status >= 500:
                yield f"{where}: failed"
            is_api = self.rule.startswith("/api")
            if is_api and self.operation is None and cell.status < 400 and self.method != "OPTIONS":
                yield f"{where}: answered without a description"


class Try:
    """A site of its own for one request, with all that a table can have, and a match that runs."""

    def __init__(self, folder: Path, who: Who) -> None:
        self.table, self.twin, self.evidence = FakeTable(), FakeTwin(), FakeEvidence()
        self.seats, self.inbox = FakeSeats(), PhoneInbox()
        self.inbox.is_wanted = True
        self.site = Site(
            folder,
            viewing=who.is_closed,
            settings=WebSettings(streams=8, keep_alive_s=0.05),
            controls=self.table,
            twin=self.twin,
            seats=self.seats,
            evidence=self.evidence,
            pictures=FakePictures({2: b"\xff\xd8"}),
            setup=FakeSetup(),
            phone=Telephone(self.inbox, lambda image: Advice("good", (64, 48))),
        )
        self.site.start(OPENING)
        self.client: Client = self.site.client()
        if who.pin is not None:
            self.client.sign_in(who.pin, "Cleo")
        self.door = cast(Desk, self.site.app.extensions[EXTENSION]).door
        self.headers = dict(who.headers or {})
        if who.key is not None:
            _, secret = self.door.make_token("lights", who.key, who.key_days)
            self.headers["Authorization"] = f"Bearer {secret}"
        self.before = self.fingerprint()

    def fingerprint(self) -> tuple[object, ...]:
        store, session = self.site.store, self.site.session
        heads = [(head.id, head.entries, head.players) for head in store.matches()]
        live = (
            [*self.table.asked, *self.seats.asked],
            self.twin.now,
            list(self.twin.done),
            self.evidence.saved[:],
        )
        keys = (self.door.keys.referee, self.door.keys.viewing, self.door.keys.tokens)
        camera = (self.inbox._key != "", self.inbox.told, self.inbox.newest())
        return (heads, session.match_number, session.paused, *live, *keys, *camera)

    def ask(self, who: Who, method: str, rule: str, body: Any) -> Cell:
        before, headers = self.before, dict(self.headers)
        if who.has_token and self.client.token is not None:
            headers["X-Turbo-Token"] = self.client.token
        has_body = method in ("POST", "PUT", "PATCH")
        answer = self.client.client.open(
            path_of(rule), method=method, json=body if has_body else None, headers=headers
        )
        answer.close()
        self.before = self.fingerprint()
        return Cell(answer.status_code, self.before != before)


def path_of(rule: str) -> str:
    """A request to a stream is answered once, so that it ends."""
    for part, value in (
        ("<int:number>", "1"), ("<int:entry>", "2"), ("<number:question>", "1"),
        ("<language>", "en"), ("<path:name>", "match/live.js"), ("<side>", "before"),
    ):  # fmt: skip
        rule = rule.replace(part, value)
    return f"{rule}?once=true" if rule == "/api/v1/events" else rule


def body_of(rule: str, operation: Operation | None) -> Any:
    if rule in BODIES:
        return BODIES[rule]
    return {} if operation is None or operation.body is None else example(operation.body)


def example(schema: Mapping[str, Any]) -> Any:
    """The least that a schema takes."""
    if "anyOf" in schema:
        return example(schema["anyOf"][0])
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            fields = schema.get("properties", {})
            return {key: example(fields[key]) for key in schema.get("required", fields)}
        case "array":
            return [example(schema["items"])] * schema.get("minItems", 1)
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
    return "b3" if "pattern" in schema else "Ann"


def operation_of(site: Site, rule: str, method: str) -> Operation | None:
    for one in site.app.url_map.iter_rules():
        if one.rule == rule and method in (one.methods or ()):
            found = getattr(site.app.view_functions[one.endpoint], "operation", None)
            return found if isinstance(found, Operation) else None
    return None


def tried(folder: Path, each: int = 1) -> Iterator[Row]:
    """The table: whole, or of what Flask answers by itself (methods that a route does not take,
    HEAD and OPTIONS) only each so-many-th. Who changed something gets a new site: the next one
    starts from the same match."""
    sites = {who: Try(_made(folder), who) for who in PEOPLE}
    model = sites[PEOPLE[1]].site
    taken: dict[str, set[str]] = {}
    for one in model.app.url_map.iter_rules():
        taken.setdefault(one.rule, set()).update(one.methods or ())
    turn = cycle(range(each))
    for rule in sorted(taken):
        for method in METHODS:
            is_ours = method in taken[rule] and method not in ("HEAD", "OPTIONS")
            if not is_ours and next(turn):
                continue
            operation = operation_of(model, rule, method)
            cells = []
            for who in PEOPLE:
                cells.append(sites[who].ask(who, method, rule, body_of(rule, operation)))
                has_gone = rule == "/api/v1/sign-out" and method == "POST"
                if cells[-1].changed or has_gone:
                    sites[who].site.store.close()
                    sites[who] = Try(_made(folder), who)
            yield Row(method, rule, operation, tuple(cells))
    for who in PEOPLE:
        sites[who].site.store.close()


def _made(folder: Path) -> Path:
    return Path(tempfile.mkdtemp(dir=folder))


@dataclass(frozen=True, slots=True)
class Guessing:
    addresses: int
    hours: float
    tries: int
    refused: int
    """Tries that were not even looked at."""

    def report(self, digits: int = 6) -> str:
        share = self.tries / 10**digits
        years = 10**digits / 2 / max(1e-9, self.tries / self.hours) / 24 / 365
        return (
            f"{self.addresses:5} addresses, {self.hours:g} h: {self.tries} PINs were looked at,"
            f" {self.refused} refused unseen; found by then with {share:.3%}, on average after"
            f" {years:.2f} years ({digits} digits)"
        )


def guess(addresses: int, hours: float, every_s: float = 0.5) -> Guessing:
    """Somebody guesses without a pause from so many addresses, on a clock that is ours: hashing is
    left out, which is slow on purpose."""
    at, tries, refused = [0.0], 0, 0
    door = Door(keys(), DEFAULTS, lambda: at[0])
    door._opened = lambda pin: None  # type: ignore[method-assign]
    number = 0
    while at[0] < 3600 * hours:
        number += 1
        try:
            door.role_for("0", f"10.0.{number % addresses // 256}.{number % addresses % 256}")
            tries += 1
        except TooManyTries:
            refused += 1
        at[0] += every_s
    return Guessing(addresses, hours, tries, refused)
