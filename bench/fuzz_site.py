"""Odd requests to a site: does any of them come to a 500?

    python -m bench.fuzz_site [--requests 10000] [--seed 1]            the hall's
    python -m bench.fuzz_site --table [--requests 10000] [--seed 1]    a table's, while dice fall

Every address of the site, with words, numbers, headers and bodies from
`tools.trials.fuzz_messages`, as a stranger and as whoever has a PIN. What is refused must be
refused in one line. The table is `turbo run` in a process of its own, asked over HTTP, with a
camera that gives pictures (the twin's): at the end it must still see, have stumbled over nothing,
and hold a sound store.
"""

import argparse
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask.testing import FlaskClient

from tools.trials.fuzz_messages import NUMBERS, STATEMENTS, TEXTS, TIMES
from tools.trials.mqtt_support import address
from tools.trials.waiting import free_port, wait_until
from turbo.hall.database import Database
from turbo.hall.desk import TournamentDesk
from turbo.hall.gather import Hall
from turbo.hall.told import ToldTable
from turbo.storage.store import Store
from web.hall import create_hall_app
from web.hall.door import Pins

PINS = {"stranger": None, "scorer": "771204", "organiser": "482913"}

KINDS = (
    *("founded", "entered", "withdrew", "returned", "table-opened", "table-closed", "paired"),
    *("begun", "held", "went-on", "result", "forfeited", "taken-back", "amended", "exploded"),
)
FIELDS = (
    *("kind", "name", "player", "table", "round", "rounds", "scores", "entry", "happening"),
    *("boards", "byes", "minutes", "points", "system", "pin", "do", "seconds", "aside", "camera"),
    *("players", "options", "starter", "statement", "event", "layout", "hand", "die", "face"),
    *("match", "number", "question", "answer", "from", "address", "seat", "text", "dice", "at"),
)
MATCH = {"id": "20261116-1-0123456789ab", "created": "2026-11-16T20:00:00+00:00"}

PICTURES = (
    *("/api/picture.jpg", "/api/matches/1/pictures/{}.jpg", "/api/match/dice/{}.jpg"),
    *("/api/audit/{}/before.jpg", "/api/audit/{}/after.jpg", "/api/evidence/{}"),
)
"""Asked for as often as all others together: they are what a camera adds."""

Answer = tuple[int, str]
Send = Callable[[Mapping[str, Any], Mapping[str, str]], Answer]


class SiteFuzzer:
    """Makes requests up."""

    def __init__(self, rules: Mapping[str, set[str]], seed: int) -> None:
        self.chance, self.rules = random.Random(seed), rules

    def value(self, depth: int = 0) -> Any:
        plain = (*TEXTS, *NUMBERS, *TIMES, *STATEMENTS, *KINDS, True, None, 1, 2, "t1", [1, 2])
        if depth < 2 and self.chance.random() < 0.25:
            few = self.chance.sample(FIELDS, 3)
            inner = [self.value(depth + 1) for _ in few]
            return self.chance.choice((inner, dict(zip(few, inner, strict=True))))
        return self.chance.choice(plain)

    def body(self) -> Any:
        if self.chance.random() < 0.1:
            return self.value()
        named = self.chance.sample(FIELDS, self.chance.randint(0, 6))
        found = {name: self.value() for name in named}
        return found | {"kind": self.chance.choice(KINDS)}

    def word(self) -> str:
        known = ("t1", MATCH["id"], "standings.csv", "records.zip", "cross", "nl", "1", "2", "3")
        odd = str(self.chance.choice((*TEXTS, *NUMBERS, *TIMES)))
        return quote(self.chance.choice((*known, odd))[:200].encode("utf-8", "replace"), safe="")

    def request(self) -> dict[str, Any]:
        template = self.chance.choice(sorted(self.rules))
        path = re.sub(r"<[^>]*>|\{[^}]*\}", lambda _: self.word() or "x", template)
        query = "&".join(
            f"{name}={self.word()}"
            for name in self.chance.sample(("page", "words", "table", "lang", "aside", "back"), 2)
        )
        method = self.chance.choice(sorted(self.rules[template] - {"OPTIONS"}))
        # A stream does not end by itself.
        found: dict[str, Any] = {"path": f"{path}?{query}&once=true", "method": method}
        if method == "POST":
            text = json.dumps(self.body())
            cut = self.chance.randrange(len(text)) if self.chance.random() < 0.1 else len(text)
            media = self.chance.choice(("application/json",) * 9 + ("text/plain",))
            found |= {"data": text[:cut], "content_type": media}
        return found


def attack(send: Send, fuzzer: SiteFuzzer, count: int, token: str) -> Counter[int]:
    statuses: Counter[int] = Counter()
    for _ in range(count):
        sent = fuzzer.request()
        # Who signs out, or in as somebody else, would end the attack.
        if "sign-" in sent["path"] and token:
            continue
        status, text = send(sent, {"X-Turbo-Token": token})
        statuses[status] += 1
        if status >= 500 and status != 503:
            print(sent, text[:300], flush=True)
    return statuses


# The hall


def of_client(client: FlaskClient) -> Send:
    def send(sent: Mapping[str, Any], headers: Mapping[str, str]) -> Answer:
        answer = client.open(headers=headers, **sent)
        return answer.status_code, answer.get_data().decode("latin-1")

    return send


def attack_hall(requests: int, seed: int) -> Counter[int]:
    with tempfile.TemporaryDirectory(prefix="turbo-site-") as folder:
        database = Database(str(Path(folder) / "hall.db"))
        entry = {"number": 1, "at": None, "by": "", "event": {"statement": "round Ann"}}
        head = {"table": "t1", "match": {**MATCH, "players": ["Ann", "Bob"], "options": {}}}
        database.keep([ToldTable.of({**head, **entry})])
        hall = Hall(database, address(1))
        app = create_hall_app(hall, TournamentDesk(database, hall), Pins.make("482913", "771204"))
        rules = {
            one.rule: set(one.methods or {"GET"})
            for one in app.url_map.iter_rules()
            if "static" not in one.endpoint
        }
        statuses: Counter[int] = Counter()
        for number, pin in enumerate(PINS.values()):
            client, token = app.test_client(), ""
            if pin is not None:
                answer = client.post("/api/sign-in", json={"pin": pin})
                token = answer.get_json()["token"]
            fuzzer = SiteFuzzer(rules, seed * 10 + number)
            statuses += attack(of_client(client), fuzzer, requests // len(PINS), token)
        database.close()
    return statuses


# A table


class Over:
    """Asks a site over HTTP, and keeps its cookie."""

    def __init__(self, port: int) -> None:
        self.port, self._cookie = port, ""

    def __call__(self, sent: Mapping[str, Any], headers: Mapping[str, str]) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        more = {"Origin": f"http://127.0.0.1:{self.port}", "Cookie": self._cookie, **headers}
        more["Content-Type"] = sent.get("content_type", "application/json")
        line.request(sent["method"], sent["path"], sent.get("data"), more)
        answer = line.getresponse()
        text = answer.read().decode("latin-1")
        self._cookie = (answer.getheader("Set-Cookie") or self._cookie).partition(";")[0]
        line.close()
        return answer.status, text

    def json(self, path: str, body: Any = None) -> Any:
        method = "GET" if body is None else "POST"
        return json.loads(self({"path": path, "method": method, "data": json.dumps(body)}, {})[1])


@contextmanager
def played_at(folder: Path, seed: int) -> Iterator[tuple[Over, str]]:
    """A table with a camera that gives pictures; who asks it, and the referee's PIN."""
    ask, pin = Over(free_port()), folder / "pin"
    words = f"run --camera twin:{seed} --new --store {folder}/m.db --evidence {folder}/kept"
    with open(folder / "said", "wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "turbo.commands.cli", *words.split(), "--port", str(ask.port)],
            env={**os.environ, "TURBO_PIN_FILE": str(pin)},
            stdout=said,
            stderr=said,
        )

    def sees() -> bool:
        assert process.poll() is None, (folder / "said").read_text()
        with suppress(OSError, ValueError):
            return bool(ask.json("/api/health")["camera"])
        return False

    try:
        wait_until(sees)
        yield ask, pin.read_text().strip()
        wait_until(sees)
        said_of = (folder / "said").read_text()
        assert "Traceback" not in said_of, said_of[-2000:]
    finally:
        process.kill()
        process.wait()


def attack_table(requests: int, seed: int) -> Counter[int]:
    with tempfile.TemporaryDirectory(prefix="turbo-site-") as name:
        folder, statuses = Path(name), Counter[int]()
        with played_at(folder, seed) as (ask, pin):
            described = ask.json("/api/openapi.json")["paths"]
            rules = {path: {one.upper() for one in of} for path, of in described.items()}
            for number, who in enumerate(("", pin)):
                sender = Over(ask.port)
                token = sender.json("/api/sign-in", {"pin": who})["token"] if who else ""
                for part in (rules, {one: {"GET"} for one in PICTURES}):
                    fuzzer = SiteFuzzer(part, seed * 10 + number)
                    statuses += attack(sender, fuzzer, requests // 4, token)
        with Store(folder / "m.db") as store:
            assert not store.check(), store.check()
    return statuses


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", action="store_true", help="a table's site, not the hall's")
    args = parser.parse_args()
    found = (attack_table if args.table else attack_hall)(args.requests, args.seed)
    print(f"{found.total():,} requests: {dict(sorted(found.items()))}")
    return 1 if any(status >= 500 and status != 503 for status in found) else 0


if __name__ == "__main__":
    raise SystemExit(main())
