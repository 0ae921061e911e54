"""Odd requests to the hall's site: does any of them come to a 500?

    python -m bench.fuzz_site [--requests 10000] [--seed 1]

Every address of the site, with words, numbers, headers and bodies from
`tools.trials.fuzz_messages`, as a stranger, a scorer and an organiser. What is refused must be
refused in one line.
"""

import argparse
import json
import random
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask
from flask.testing import FlaskClient

from tools.trials.fuzz_messages import NUMBERS, STATEMENTS, TEXTS, TIMES
from tools.trials.mqtt_support import address
from turbo.hall.database import Database
from turbo.hall.desk import TournamentDesk
from turbo.hall.gather import Hall
from turbo.hall.told import ToldTable
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
)
MATCH = {"id": "20261116-1-0123456789ab", "created": "2026-11-16T20:00:00+00:00"}


class SiteFuzzer:
    """Makes requests up."""

    def __init__(self, app: Flask, seed: int) -> None:
        self.chance = random.Random(seed)
        self.rules = [one for one in app.url_map.iter_rules() if "static" not in one.endpoint]

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
        known = ("t1", MATCH["id"], "standings.csv", "records.zip", "cross", "nl", "good")
        odd = str(self.chance.choice((*TEXTS, *NUMBERS, *TIMES)))
        return quote(self.chance.choice((*known, odd))[:200].encode("utf-8", "replace"), safe="")

    def request(self) -> dict[str, Any]:
        rule = self.chance.choice(self.rules)
        path = rule.rule
        for name in rule.arguments:
            path = path.replace(f"<{name}>", self.word() or "x").replace(f"<path:{name}>", "x")
        query = "&".join(
            f"{name}={self.word()}"
            for name in self.chance.sample(("page", "words", "table", "lang", "aside", "back"), 2)
        )
        method = self.chance.choice(sorted((rule.methods or {"GET"}) - {"OPTIONS"}))
        # A stream does not end by itself.
        found: dict[str, Any] = {"path": f"{path}?{query}&once=1", "method": method}
        if method == "POST":
            text = json.dumps(self.body())
            cut = self.chance.randrange(len(text)) if self.chance.random() < 0.1 else len(text)
            media = self.chance.choice(("application/json",) * 9 + ("text/plain",))
            found |= {"data": text[:cut], "content_type": media}
        return found


def attack(client: FlaskClient, fuzzer: SiteFuzzer, count: int, token: str) -> Counter[int]:
    statuses: Counter[int] = Counter()
    for _ in range(count):
        sent = fuzzer.request()
        # Who signs out, or in as somebody else, would end the attack.
        if "sign-" in sent["path"] and token:
            continue
        answer = client.open(headers={"X-Turbo-Token": token}, **sent)
        statuses[answer.status_code] += 1
        if answer.status_code >= 500 and answer.status_code != 503:
            print(sent, answer.get_data(as_text=True)[:300], flush=True)
    return statuses


def run(requests: int, seed: int) -> Counter[int]:
    with tempfile.TemporaryDirectory(prefix="turbo-site-") as folder:
        database = Database(str(Path(folder) / "hall.db"))
        entry = {"number": 1, "at": None, "by": "", "event": {"statement": "round Ann"}}
        head = {"table": "t1", "match": {**MATCH, "players": ["Ann", "Bob"], "options": {}}}
        database.keep([ToldTable.of({**head, **entry})])
        hall = Hall(database, address(1))
        app = create_hall_app(hall, TournamentDesk(database, hall), Pins.make("482913", "771204"))
        statuses: Counter[int] = Counter()
        for number, pin in enumerate(PINS.values()):
            client, token = app.test_client(), ""
            if pin is not None:
                answer = client.post("/api/sign-in", json={"pin": pin})
                token = answer.get_json()["token"]
            fuzzer = SiteFuzzer(app, seed * 10 + number)
            statuses += attack(client, fuzzer, requests // len(PINS), token)
        database.close()
    return statuses


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = run(args.requests, args.seed)
    print(f"{found.total():,} requests: {dict(sorted(found.items()))}")
    return 1 if any(status >= 500 and status != 503 for status in found) else 0


if __name__ == "__main__":
    raise SystemExit(main())
