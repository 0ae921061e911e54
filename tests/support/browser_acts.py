"""Pictures of every act of mischief, in four languages and sizes, light and dark: to be looked at.

Run: python -m tests.support.browser_acts [FOLDER] [--acts NAME,...]

Each act is shown as the table tells it, by its notices and by a ruling with six faults. Whether the
whole table is seen is checked besides; what is not is told, and the command ends with 1.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from tests.browser.test_browser_stage import (
    DICE_IN_FELT,
    IN_VIEW,
    LOCALES,
    REGIONS,
    SIX_FAULTS,
    SIZES,
)
from tools.trials.browser_support import Browser, LiveSite, running_browser
from tools.trials.web_support import OPENING, PIN

ACTS: dict[str, list[str]] = {
    "faults": [],
    "camera-pulled": ["camera-lost"],
    "camera-hangs": ["camera-frozen"],
    "light-off": ["too-dark"],
    "light-on": ["too-bright"],
    "die-turned": ["table-die-turned", "b5", "r8"],
    "hand-die-turned": ["hand-die-turned", "Ann", "o7", "k2"],
    "die-taken": ["die-missing", "b3"],
    "die-added": ["die-added", "k13"],
    "die-swapped": ["die-swapped", "b3", "k7"],
    "thrown-again": ["was-it-cocked", "Bob", "Ann", "k8"],
    "out-of-step": ["out-of-step"],
    "two-stories": ["two-stories"],
    "power-cut": ["resume-differs"],
    "board-unplugged": ["board-lost"],
    "disk-full": ["disk-full"],
    "mat-moved": ["camera-bumped", "12"],
}
"""By what was done, the notice that tells of it."""

SCHEMES = ("light", "dark")


def pictures(browser: Browser, site: LiveSite, folder: Path, acts: list[str]) -> Iterator[str]:
    """Take them all; tells of each in which something cannot be seen."""
    for (width, height), locale, scheme in product(SIZES, LOCALES, SCHEMES):
        name = f"{width}x{height}-{locale[:2]}-{scheme}"
        more: Any = {"locale": locale, "color_scheme": scheme}
        with browser.page(site.address, width, height, **more) as watched:
            watched.sign_in(PIN)
            page = watched.go("/")
            for act in acts:
                site.tell({"notice": ACTS[act]})
                page.wait_for_timeout(250)
                page.screenshot(path=str(folder / f"{act}-{name}.png"))
                hidden = page.evaluate(IN_VIEW, list(REGIONS))
                if hidden or not page.evaluate(DICE_IN_FELT):
                    yield f"{act}, {name}: {', '.join(hidden) or 'dice'} not wholly seen"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("acts"))
    parser.add_argument("--acts", default=",".join(ACTS), help="some of them, with commas")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, running_browser() as browser:
        site = LiveSite(Path(store), "simulated")
        try:
            site.tell({"start": ["Ann", "Bob"]})
            site.say(*OPENING.splitlines(), SIX_FAULTS)
            wrong = list(pictures(browser, site, args.folder, args.acts.split(",")))
        finally:
            site.stop()
    print(f"{len(list(args.folder.glob('*.png')))} pictures in {args.folder}")
    print("\n".join(wrong) or "the whole table is seen in all of them")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
