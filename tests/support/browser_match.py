"""A match of the twin, recognised by the referee as it runs before people, watched in Chromium.

`turbo run --camera twin` in a process of its own, as fast as it is read, and a real browser that
follows it without a reload: the rulings that arrive are counted, and at the end the page is held
against the record that the API exports. Run a whole match: python -m tests.support.browser_match
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tools.trials.browser_support import ROOT, Watched, running_browser, wait_for
from tools.trials.waiting import LONG_S, free_port
from turbo.game.dice import DiceSet, Die
from turbo.game.events import Thrown
from turbo.game.match import Options
from turbo.game.record import Record, Tag
from turbo.partner.solo import MachineSeat
from turbo.storage.history import History, judge_record
from turbo.storage.store import Store
from turbo.twin.inventory import Inventory

PLAYERS = ("Ann", "Bob")


class SiteRun:
    """A command that serves the site, over a store with one fresh simulated match."""

    module = "turbo.commands.cli"

    def __init__(self, folder: Path, rounds: int, tags: tuple[Tag, ...], *command: str) -> None:
        store, self.port = folder / "matches.db", free_port()
        self.options = Options(rounds=rounds, simulated=True)
        with Store(store) as made:
            made.new_match(PLAYERS, datetime.now(UTC), self.options, tags=tags)
        whole = [sys.executable, "-m", self.module, *command, "--store", str(store)]
        whole += ["--host", "127.0.0.1", "--port", str(self.port), "--open-pictures"]
        self.log = folder / "run.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(whole, cwd=ROOT, stdout=log, stderr=log)
        wait_for(self.address, lambda: self.log.read_text())

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pin(self) -> str:
        found = re.search(r"referee PIN: (\d+)", self.log.read_text())
        assert found is not None
        return found[1]

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(f"{self.address}{path}", timeout=LONG_S) as answer:
            return bytes(answer.read())

    def json(self, path: str) -> Any:
        return json.loads(self.get(path))

    def history(self) -> History:
        """The match as the exported record tells it, judged anew."""
        record = Record.parse(self.get("/api/matches/1/match.turbo").decode())
        return judge_record(record, self.options)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(LONG_S)


AT_ONCE = 100.0
"""Faster than pictures are read: then each is the fifth part of a second after the one before, the
most that may pass between two. Every picture of ten a second takes twice as long."""


class TwinRun(SiteRun):
    """`turbo run --camera twin:SEED`."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        rounds: int = 6,
        speed: float = 0.0,
        tags: tuple[Tag, ...] = (),
        dice: Inventory | None = None,
    ) -> None:
        command = ["run", "--camera", f"twin:{seed}", "--speed", f"{speed:g}"]
        if dice is not None:
            own = folder / "dice.txt"
            own.write_text(str(DiceSet(dice=tuple(Die(one.faces) for one in dice.dice))))
            command += ["--dice", str(own)]
        super().__init__(folder, rounds, tags, *command)


class ServeRun(SiteRun):
    """`turbo serve`, for a match of one round that is played from seats; the second player may be
    the machine."""

    def __init__(self, folder: Path, level: int | None = None) -> None:
        tags = () if level is None else (MachineSeat(PLAYERS[1], level).tag,)
        super().__init__(folder, 1, tags, "serve")


class ShortRun(ServeRun):
    """The same, soon over."""

    module = "tests.support.serve_sets"


@dataclass(frozen=True, slots=True)
class Seen:
    """What the browser saw of a match."""

    states: int
    rulings: tuple[int, ...]
    """The entries whose ruling stood on the page at some moment."""
    pictures: int
    """Camera pictures that were drawn with what was recognised on them."""
    words: tuple[str, ...]
    """What the one message said, in the order in which it was first said."""


NOTE = """() => {
  window.seen = { states: 0, rulings: new Set(), pictures: 0, words: new Set() };
  const note = () => {
    const entry = document.querySelector('#ruling')?.dataset.entry;
    if (entry) seen.rulings.add(Number(entry));
    seen.words.add(document.querySelector('#message').innerText);
  };
  note();
  new MutationObserver(() => { seen.states += 1; note(); })
    .observe(document.querySelector('#message'), { childList: true, subtree: true });
  new MutationObserver(() => { if (document.querySelector('.seen')) seen.pictures += 1; })
    .observe(document.querySelector('#camera'), { childList: true, subtree: true });
}"""


def follow(watched: Watched, run: TwinRun, longest_s: float) -> Seen:
    """Watch the match to its end, from its first picture on."""
    page = watched.go("/", "#status strong")
    page.evaluate(NOTE)
    end_s = time.monotonic() + longest_s
    while not run.json("/api/state")["match"]["finished"]:
        assert run.process.poll() is None, run.log.read_text()
        assert time.monotonic() < end_s, f"not finished: {_where(run)}"
        page.wait_for_timeout(1000)
    found = page.evaluate("() => ({ ...seen, rulings: [...seen.rulings], words: [...seen.words] })")
    rulings = tuple(sorted(found["rulings"]))
    return Seen(found["states"], rulings, found["pictures"], tuple(found["words"]))


def _where(run: TwinRun) -> str:
    state = run.json("/api/state")
    return f"{state['notices']} {state['questions']} {state['ruling']}"


def check(watched: Watched, run: TwinRun, seen: Seen) -> dict[str, int]:
    """The page at the end against the exported record; counts for whoever wants them."""
    page, history = watched.page, run.history()
    match, listed = history.match, run.json("/api/matches/1")
    assert match.is_finished and match.winner == listed["match"]["winner"]
    winner = match.winner or "draw"
    page.wait_for_function(
        "name => document.querySelector('#status strong').textContent.includes(name)", arg=winner
    )
    assert card(page) == expected_card(listed["match"]["card"])
    totals = page.eval_on_selector_all("table.card tfoot td", "all => all.map(x => +x.innerText)")
    assert totals == list(match.totals) == listed["match"]["totals"]
    if page.locator("dialog.winning").count():
        page.keyboard.press("Escape")
    page.click("#log-panel summary")
    told = [one["entry"] for one in reversed(listed["log"])]
    page.wait_for_function(
        "told => told.join() === [...document.querySelectorAll('#log li[data-entry]')]"
        ".map(x => x.dataset.entry).join()",
        arg=told,
    )
    assert seen.rulings and set(seen.rulings) <= {one["entry"] for one in listed["rulings"]}
    assert page.evaluate("'seen' in window"), "the page was loaded anew"
    return {
        "rulings": len(listed["rulings"]),
        "rulings seen": len(seen.rulings),
        "states drawn": seen.states,
        "pictures drawn": seen.pictures,
        "rejected": sum(one["verdict"] == "rejected" for one in listed["rulings"]),
        "unsure": sum(one["verdict"] == "unsure" for one in listed["rulings"]),
        "throws": sum(isinstance(one.event, Thrown) for one in history.judged),
        "throws with a picture": check_pictures(page, listed),
        "rounds": len(match.results),
    }


def check_pictures(page: Any, listed: Any) -> int:
    """Every picture that was kept is drawn beside its throw."""
    page.wait_for_function(
        "count => document.querySelectorAll('#log .thumbnail').length === count",
        arg=len(listed["pictures"]),
    )
    page.locator("#log .thumbnail").first.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('#log .thumbnail img').naturalWidth > 20")
    return len(listed["pictures"])


def card(page: Any) -> list[list[str]]:
    found: list[list[str]] = page.eval_on_selector_all(
        "table.card tbody tr",
        "rows => rows.map(row => [...row.querySelectorAll('td')]"
        ".map(cell => cell.firstChild?.nodeType === 3 ? cell.firstChild.data : ''))",
    )
    return found


def expected_card(rows: Any) -> list[list[str]]:
    def text(value: int | None) -> str:
        return "" if value is None else str(value)

    return [
        [text(box) for seat in (0, 1) for box in (row["white"][seat], row["grey"][seat])]
        for row in rows
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--speed", type=float, default=0.0, help="0: as fast as it is read")
    parser.add_argument("--longest", type=float, default=3600.0, metavar="SECONDS")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_browser() as browser:
        run = TwinRun(Path(folder), args.seed, args.rounds, args.speed)
        try:
            with browser.page(run.address) as watched:
                begun = time.monotonic()
                counts = check(watched, run, follow(watched, run, args.longest))
                took_s = time.monotonic() - begun
            totals = run.history().match.totals
        finally:
            run.stop()
    print(f"seed {args.seed}: watched in {took_s:.0f} s, no word in the console; totals {totals}")
    print(", ".join(f"{name}: {count}" for name, count in counts.items()))


if __name__ == "__main__":
    main()
