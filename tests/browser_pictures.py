"""Takes the README's pictures of the dashboard. Run: python -m tests.browser_pictures [FOLDER]

They are real screenshots of a real server; the match is that of the rulebook's figures and the
example evening. Needs Pillow for the moving picture.
"""

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.browser_support import LiveSite, Watched, running_browser
from tests.web_support import OPENING, PIN, Site

FAULT = "table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8 k12"
MENDED = "table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9 | o7 o8 r*"
ENOUGH_MS = 900
"""For dice to arrive and for a dialog to rise."""


def shoot(watched: Watched, path: Path) -> None:
    """A screenshot with 256 well chosen colours: a third of the size, and nobody sees it."""
    from PIL import Image

    watched.page.wait_for_timeout(ENOUGH_MS)
    picture = Image.open(io.BytesIO(watched.page.screenshot())).convert("RGB")
    few = picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def frame(watched: Watched, wait_ms: int = ENOUGH_MS) -> Any:
    from PIL import Image

    watched.page.wait_for_timeout(wait_ms)
    return Image.open(io.BytesIO(watched.page.screenshot())).convert("RGB")


def evening(folder: Path) -> LiveSite:
    before = Site(folder)
    before.import_evening()
    before.store.close()
    site = LiveSite(folder)
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*OPENING.splitlines())
    return site


def stills(browser: Any, site: LiveSite, out: Path) -> None:
    site.say(FAULT)
    with browser.page(site.address, 1280, 800) as watched:
        watched.go("/", ".ruling.rejected")
        shoot(watched, out / "live.png")
        watched.sign_in(PIN)
        watched.page.click("#table .die[data-face=k12]")
        watched.page.wait_for_selector("#likely")
        shoot(watched, out / "correct.png")
        watched.go("/history/1", "#ruling .sentence")
        watched.page.fill("#step", "96")
        shoot(watched, out / "replay.png")
        watched.go("/statistics", ".plot svg")
        shoot(watched, out / "statistics.png")
    with browser.page(site.address, 360, 740, is_mobile=True, device_scale_factor=2) as watched:
        watched.go("/", ".ruling.rejected")
        shoot(watched, out / "phone.png")
    with browser.page(site.address, 1280, 720, color_scheme="dark") as watched:
        watched.go("/tv", ".ruling.rejected")
        shoot(watched, out / "television.png")


def moving(browser: Any, site: LiveSite, out: Path) -> None:
    """A turn with a mistake in it: thrown, laid wrongly, marked, set right by a tap."""
    opening = OPENING.splitlines()
    frames = []
    site.tell({"start": ["Ann", "Bob"]})
    site.say(*opening[:2])
    with browser.page(site.address, 960, 640) as watched:
        page = watched.go("/")
        watched.sign_in(PIN)
        frames.append(frame(watched))
        for statement in (*opening[2:], FAULT):
            site.say(statement)
            frames.append(frame(watched))
        frames.append(frames[-1])
        page.click("#table .die[data-face=k12]")
        page.wait_for_selector("#likely")
        frames.append(frame(watched))
        page.click("dialog summary")
        frames.append(frame(watched))
        page.click("dialog .pad button[data-face='r*']")
        page.wait_for_selector(".ruling.accepted")
        frames += [frame(watched), frame(watched, 100)]
    save(frames, out / "dashboard.webp")


def save(frames: list[Any], path: Path) -> None:
    small = [one.resize((800, 533)) for one in frames]
    small[0].save(path, save_all=True, append_images=small[1:], duration=1300, loop=0, quality=70)


def main() -> None:
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images")
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, running_browser() as browser:
        site = evening(Path(folder))
        try:
            moving(browser, site, out)
            site.tell({"start": ["Ann", "Bob"]})
            site.say(*OPENING.splitlines())
            stills(browser, site, out)
        finally:
            site.stop()
    for path in sorted(out.iterdir()):
        print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
