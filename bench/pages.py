"""The pages in a real Chromium on a poor line and a poor machine: when do the first dice stand,
what costs a frame while dice move, what does nothing cost, and how far does a layout shift?

Run: python -m bench.pages [--slower 4]

Frames are those that Chromium drew while dice slid, as it notes them itself; the page's own thread
need not have had a part in them. A loaded machine says little about frames a second, so the
processor time of that thread is told as well, which other programs do not lengthen.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from tools.trials.browser_support import (
    PAGES,
    SHIFTS,
    Browser,
    LiveSite,
    Watched,
    running_browser,
)
from tools.trials.web_support import OPENING, Site

SLOW_3G = {"latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""400 ms to and fro and 400 kbit/s, bytes here, as WebPageTest has it."""
FREE = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
FRAME_MS = 1000 / 60
MOVES = 12
PHONE = (390, 844)
SIZES = {"phone": PHONE, "tablet": (820, 1180), "desk": (1440, 900)}

TABLES = (
    "b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9",
    "k9 r9 o9 | b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . .",
)
"""The same dice, each in another place: every one of them slides."""

TRACED = "devtools.timeline,disabled-by-default-devtools.timeline.frame,blink.animations"
"""What Chromium notes of frames that were drawn, by whatever thread, and of what moved."""
BETWEEN_MS = 1500
"""From one move to the next: a slow page has ended the one before."""


def throttled(watched: Watched, line: dict[str, int], slower: float) -> Any:
    session = watched.page.context.new_cdp_session(watched.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **line})
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return session


def first_dice(browser: Browser, site: LiveSite, name: str, line: Any, slower: float) -> None:
    """A cold load, from the request to dice on the table."""
    with browser.page(site.address, *PHONE) as watched:
        throttled(watched, line, slower)
        begun = time.monotonic()
        watched.go("/")
        took_s = time.monotonic() - begun
        sizes = "performance.getEntries().reduce((sum, one) => sum + (one.transferSize ?? 0), 0)"
        size = watched.page.evaluate(sizes)
    print(f"first dice, {name}, processor / {slower:g}: {took_s:.2f} s, {size / 1000:.1f} kB")


def spent_s(session: Any) -> float:
    """Processor time of the page's thread so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def moving(browser: Browser, site: LiveSite, slower: float) -> None:
    """Frames while all dice slide, what a move costs, and what nothing."""
    with browser.page(site.address, *PHONE) as watched:
        page = watched.go("/")
        session = throttled(watched, FREE, slower)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.wait_for_timeout(1500)
        before = spent_s(session)
        page.wait_for_timeout(3000)
        idle_ms = (spent_s(session) - before) / 3 * 1000
        before = spent_s(session)
        with traced(page, session) as events:
            for number in range(MOVES):
                site.tell(_moved(number))
                page.wait_for_timeout(BETWEEN_MS)
        spent_ms = (spent_s(session) - before) / MOVES * 1000
    print(f"nothing happens, processor / {slower:g}: {idle_ms:.1f} ms of it a second")
    gaps = frame_gaps(events)
    print(
        f"{MOVES} tables whose dice all slide, processor / {slower:g}:"
        f" {1000 / statistics.mean(gaps):.0f} frames a second while they do, of {len(gaps)}"
        f" {sum(gap > 1.5 * FRAME_MS for gap in gaps)} late, the longest {max(gaps):.0f} ms;"
        f" {spent_ms:.1f} ms of the page's processor a move, all of it"
    )


@contextmanager
def traced(page: Any, session: Any) -> Iterator[list[Any]]:
    """What Chromium notes meanwhile; complete when it is over."""
    events: list[Any] = []
    complete: list[Any] = []
    session.on("Tracing.dataCollected", lambda found: events.extend(found["value"]))
    session.on("Tracing.tracingComplete", lambda found: complete.append(found))
    session.send("Tracing.start", {"transferMode": "ReportEvents", "categories": TRACED})
    yield events
    session.send("Tracing.end")
    while not complete:
        page.wait_for_timeout(50)


def frame_gaps(events: list[Any]) -> list[float]:
    """Milliseconds between frames that were drawn while something moved."""
    drawn = sorted(one["ts"] / 1000 for one in events if one["name"] == "DrawFrame")
    steps = sorted(
        (one["ts"] / 1000, 1 if one["ph"] == "b" else -1)
        for one in events
        if one["name"] == "Animation" and one["ph"] in "be"
    )
    gaps: list[float] = []
    moving, begun = 0, 0.0
    for at, step in steps:
        if not moving:
            begun = at
        moving += step
        if not moving:
            inside = [one for one in drawn if begun <= one <= at]
            gaps += [after - one for one, after in pairwise(inside)]
    return gaps


def _moved(number: int) -> dict[str, Any]:
    return {"say": f"table {TABLES[number % 2]}"}


def shifts(browser: Browser, site: LiveSite) -> None:
    """How far what stands on a page jumps while it comes up, and while a match goes on."""
    for name, size in SIZES.items():
        with browser.page(site.address, *size) as watched:
            watched.page.add_init_script(SHIFTS)
            for path, there in PAGES.items():
                page = watched.go(path, there)
                page.wait_for_timeout(400)
                load = page.evaluate("window.shift")
                page.evaluate("window.shift = 0")
                for number in range(3):
                    site.tell(_moved(number))
                    site.tell({"notice": ["hand-rests"] if number % 2 else []})
                    page.wait_for_timeout(200)
                running = page.evaluate("window.shift")
                print(f"layout shift, {name}, {path}: load {load:.3f}, running {running:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=float, default=4.0, help="how much a cheap phone is")
    slower = parser.parse_args().slower
    with tempfile.TemporaryDirectory() as folder, running_browser() as browser:
        before = Site(Path(folder))
        before.import_evening()
        before.store.close()
        site = LiveSite(Path(folder), "simulated")
        try:
            site.tell({"start": ["Ann", "Bob"]})
            site.say(*OPENING.splitlines())
            first_dice(browser, site, "no throttle", FREE, 1)
            first_dice(browser, site, "slow 3G", SLOW_3G, 1)
            first_dice(browser, site, "slow 3G", SLOW_3G, slower)
            moving(browser, site, 1)
            moving(browser, site, slower)
            shifts(browser, site)
        finally:
            site.stop()


if __name__ == "__main__":
    main()
