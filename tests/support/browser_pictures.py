"""Takes the README's pictures of the dashboard: python -m tests.support.browser_pictures [FOLDER]

All are screenshots of a real browser. The moving one and most stills are of the demo itself,
`turbo run --camera twin`: recognised pictures of a simulated table, with one mischief in it. Replay
and statistics show the example evening. Needs Pillow.
"""

import argparse
import io
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.browser_match import ServeRun, TwinRun
from tests.support.thrown import many_sets
from tools.trials.browser_support import Browser, LiveSite, Watched, running_browser
from tools.trials.web_support import Site
from turbo.partner.solo import MachineSeat

ENOUGH_MS = 900
"""For dice to arrive and for a dialog to rise."""
WIDE = (1600, 1080)
"""So wide that the camera's picture stands beside the table."""
WIDEST_PX = 1280
MOST_FRAMES = 150
SMALL = (1000, 675)
FRAME_MS = 260
LAST_MS = 2500
"""The last picture stands longer."""
LONGEST_S = 1200.0
MISCHIEF = "wrong-run"
RESULT_MS = 6000
"""Until the points are counted on the screen."""


def picture(watched: Watched) -> Any:
    """As fast as one can be taken: a film needs many."""
    from PIL import Image

    taken = watched.page.screenshot(type="jpeg", quality=92)
    return Image.open(io.BytesIO(taken)).convert("RGB")


def shoot(watched: Watched, path: Path) -> None:
    """A still, as wide as a README shows it at the most."""
    from PIL import Image

    watched.page.wait_for_timeout(ENOUGH_MS)
    found = Image.open(io.BytesIO(watched.page.screenshot())).convert("RGB")
    found.thumbnail((WIDEST_PX, WIDEST_PX))
    found.save(path, optimize=True)


def film(watched: Watched, until: Callable[[], bool], frames: list[Any]) -> None:
    """Pictures one after the other, as fast as they can be taken, until something has happened."""
    end_s = time.monotonic() + LONGEST_S
    while not until():
        assert time.monotonic() < end_s, "expected the match to go on"
        frames.append(picture(watched))
        watched.page.wait_for_timeout(50)


def last_ruling(run: TwinRun) -> tuple[int, str]:
    found = run.json("/api/state")["ruling"]
    return (0, "") if found is None else (found["entry"], found["verdict"])


def demo(browser: Browser, run: TwinRun, out: Path) -> None:
    """A mischief is asked for, named and marked, and mended; then the turn passes."""
    frames: list[Any] = []
    with browser.page(run.address, *WIDE) as watched:
        watched.sign_in(run.pin)
        page = watched.go("/", "#status strong")
        film(watched, lambda: last_ruling(run)[0] >= 2, [])
        page.select_option("#mischief", MISCHIEF)
        frames += [picture(watched)] * 4
        page.click("#do-mischief")
        film(watched, lambda: last_ruling(run)[1] == "rejected", frames)
        page.click("#twin-pause")
        shoot(watched, out / "live.png")
        frames += [picture(watched)] * 8
        stills(browser, run, out)
        page.click("#twin-pause")
        rejected, _ = last_ruling(run)
        film(watched, lambda: last_ruling(run)[0] > rejected + 1, frames)
        frames.append(picture(watched))
    save(frames, out / "dashboard.webp")


def stills(browser: Browser, run: TwinRun, out: Path) -> None:
    with browser.page(run.address, 360, 740, is_mobile=True, device_scale_factor=2) as watched:
        watched.go("/", ".ruling.rejected")
        shoot(watched, out / "phone.png")
    with browser.page(run.address, 820, 1180, is_mobile=True) as watched:
        watched.go("/", ".ruling.rejected")
        shoot(watched, out / "tablet.png")
    with browser.page(run.address, 1280, 720, color_scheme="dark") as watched:
        watched.go("/tv", "#message[data-level=fault]")
        shoot(watched, out / "television.png")
    with browser.page(run.address, 1280, 800) as watched:
        watched.sign_in(run.pin)
        watched.go("/", ".ruling.rejected")
        watched.page.locator("#table .die").last.click()
        watched.page.wait_for_selector("#likely")
        shoot(watched, out / "correct.png")
        watched.go("/setup", "#meters meter")
        watched.page.wait_for_selector("#begin-enrol")
        shoot(watched, out / "setup.png")


def save(frames: list[Any], path: Path) -> None:
    """Evenly thinned out to what a README can carry."""
    step = max(1, -(-len(frames) // MOST_FRAMES))
    small = [one.resize(SMALL) for one in [*frames[:-1:step], frames[-1]]]
    lengths = [FRAME_MS] * (len(small) - 1) + [LAST_MS]
    small[0].save(
        path, save_all=True, append_images=small[1:], duration=lengths, loop=0, quality=62, method=4
    )


def evening(browser: Browser, folder: Path, out: Path) -> None:
    before = Site(folder)
    before.import_evening()
    before.store.close()
    site = LiveSite(folder)
    try:
        with browser.page(site.address, 1280, 800) as watched:
            watched.go("/history/1", "#ruling .sentence")
            watched.page.fill("#step", "96")
            shoot(watched, out / "replay.png")
            watched.go("/statistics", ".plot svg")
            shoot(watched, out / "statistics.png")
    finally:
        site.stop()


TILES = """round Ann
played k10 r10 o10 | b4 b5 b6
draw
played k1 k2 k3 k4 | r9 b9 o9 k9 | o11 o12 o13
draw
draw
draw
draw
played b10 b11 b12 b13 | r1 r2 r3 r4 r5 r6
table k10 r10 | o10 b4 b5 b6 | k1 k2 k3 k4 | r9 b9 o9 k9 | o11 o12 o13 | b10 b11 b12 b13 | \
r1 r2 r3 r4 r5 r6 | o3 o4 o5 r* | k8"""


def tiles(browser: Browser, folder: Path, out: Path) -> None:
    """A table of four with a ruling, at a desk, on a telephone and on a television."""
    site = LiveSite(folder)
    screens: dict[str, tuple[str, dict[str, Any]]] = {
        "tiles": ("/", {"width": 1280, "height": 800}),
        "tiles-phone": ("/", {"width": 360, "height": 740, "device_scale_factor": 2}),
        "tiles-television": ("/tv", {"width": 1280, "height": 720, "color_scheme": "dark"}),
    }
    try:
        players = ["Ann", "Bob", "Cid", "Dan"]
        site.tell({"start": players, "edition": "original-goliath"})
        site.say(*TILES.splitlines())
        for name, (path, screen) in screens.items():
            with browser.page(site.address, **screen) as watched:
                watched.go(path, "#message[data-level=fault]")
                shoot(watched, out / f"{name}.png")
    finally:
        site.stop()


def solo(browser: Browser, folder: Path, into: Path, seed: int) -> None:
    """A match against the machine at the twin: when it says for the first time what to lay, and
    when it is over."""
    tags = (MachineSeat("Bob", 5).tag,)
    run = TwinRun(folder, seed, rounds=1, tags=tags, dice=many_sets())
    try:
        with browser.page(run.address, *WIDE) as watched:
            page = watched.go("/", "#table .die.fresh")
            page.wait_for_selector("#message >> text=Bob lays")
            shoot(watched, into / "solo.png")
            page.wait_for_selector("dialog.winning.over")
            page.wait_for_timeout(RESULT_MS)
            shoot(watched, into / "solo-result.png")
    finally:
        run.stop()


def seat(browser: Browser, folder: Path, into: Path) -> None:
    """A seat taken on a telephone: nine dice thrown, three of them on the board."""
    run = ServeRun(folder, 3)
    try:
        phone: dict[str, Any] = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2}
        with browser.page(run.address, 360, 740, **phone) as watched:
            watched.sign_in(run.pin, "Ann")
            page = watched.go("/", "#take-seat")
            page.tap("#take-seat")
            page.tap("dialog [data-seat='0']")
            page.tap("#seat-throw")
            page.wait_for_selector("#seat-lay")
            for _ in range(3):
                page.locator(".editor [data-zone='0']").first.focus()
                for _ in range(3):
                    page.keyboard.press("ArrowUp")
            shoot(watched, into / "seat.png")
    finally:
        run.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/images"))
    parser.add_argument("--seed", type=int, default=2, help="of the twin")
    parser.add_argument("--speed", type=float, default=1.0, help="of the twin")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, running_browser() as browser:
        evening(browser, Path(folder), args.folder)
        tiles(browser, Path(tempfile.mkdtemp(dir=folder)), args.folder)
        solo(browser, Path(tempfile.mkdtemp(dir=folder)), args.folder, args.seed)
        seat(browser, Path(tempfile.mkdtemp(dir=folder)), args.folder)
        run = TwinRun(Path(folder), args.seed, speed=args.speed)
        try:
            demo(browser, run, args.folder)
        finally:
            run.stop()
    for path in sorted(args.folder.iterdir()):
        print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
