"""The whole way of a telephone's picture: a film as the camera of a real Chromium, its page, the
line over HTTPS, the referee; and whether the match is the film's.

    python -m bench.phone ../shared/films/f1                    the match, the delay, the rate
    python -m bench.phone ../shared/films/f1 --cut 45           the line is cut for 20 s at 45 s
    python -m bench.phone ../shared/films/s1 --seconds 60       only its beginning

The film plays by its own clock, however busy the machine is: what is not read in time is missed, as
at a table. A person says who starts; nobody says anything after that.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Iterator
from itertools import chain, cycle, islice
from pathlib import Path
from statistics import quantiles
from typing import Any

import cv2
import numpy as np

from tools.trials.film_score import Happening, story_of, truth_of
from tools.trials.phone_support import Referee, telephone, write_film
from turbo.game.dice import hand_text
from turbo.storage.history import Judged
from turbo.storage.session import Session
from turbo.storage.store import Store
from vision.pictures.loading import Image

LEAD_S = 25.0
"""Before the film begins: people lean the telephone, then they throw. A referee that first looks in
the middle of a throw tells nothing, and a busy machine takes its time to start."""
LOOP_S = 1.7
CUT_S = 20.0

WATCHED = """() => { window.delays = []; const line = document.getElementById('facts');
new MutationObserver(() => window.delays.push(Number(line.dataset.last)))
.observe(line, { attributes: true, attributeFilter: ['data-sent'] }); }"""


def pictures(film: Path, seconds: float) -> Iterator[Image]:
    """The film after a lead of its first pictures, over and over: the same one for long is what a
    camera that hangs would send. Nothing near a second of them: while nothing moves one a second is
    sent, and it would be the same each time."""
    capture = cv2.VideoCapture(str(film))
    fps = round(capture.get(cv2.CAP_PROP_FPS))
    shown = islice(_read(capture), round(seconds * fps))
    first = list(islice(shown, round(LOOP_S * fps)))
    yield from islice(cycle(first), round(LEAD_S * fps))
    yield from chain(first, shown)


def _read(capture: cv2.VideoCapture) -> Iterator[Image]:
    while (found := capture.read())[0]:
        yield np.asarray(found[1], np.uint8)


def told_lines(store: Path) -> list[dict[str, Any]]:
    """What counts in the end of what the referee was told, as `turbo watch` writes it."""
    with Store(store) as kept:
        judged = Session(kept, kept.matches()[-1].id).history.judged
        return [_line(at, one) for at, one in enumerate(judged)]


def _line(at: int, one: Judged) -> dict[str, Any]:
    hand, layout = getattr(one.event, "hand", None), getattr(one.event, "layout", None)
    return {
        "at": float(at),  # only their order is compared here
        "event": type(one.event).__name__,
        "player": one.ruling.player,
        "hand": None if hand is None else hand_text(hand),
        "layout": None if layout is None else str(layout),
        "verdict": str(one.ruling.verdict),
    }


def watch(page: Any, seconds: float, cut_s: float | None) -> None:
    """Let the film run, and cut the line where that is wished."""
    began_s, is_cut = time.monotonic(), False
    while (now_s := time.monotonic() - began_s) < seconds:
        time.sleep(0.5)
        if cut_s is not None and is_cut is not (cut_s <= now_s < cut_s + CUT_S):
            is_cut = not is_cut
            page.context.set_offline(is_cut)
            print(f"{now_s:5.0f} s: the line is {'cut' if is_cut else 'back'}", flush=True)


def report(delays: list[float]) -> None:
    parts = quantiles(delays, n=100)
    print(f"{len(delays)} pictures, from picture to answer p50 {parts[49]:.0f} ms,", end=" ")
    print(f"p99 {parts[98]:.0f} ms, longest {max(delays):.0f} ms")


def compared(true: list[Happening], lines: list[dict[str, Any]]) -> None:
    told = story_of(lines)
    same = [one.key for one in true] == [one.key for one in told]
    print(f"the match is {'equal to' if same else 'NOT equal to'} the film's truth:", end=" ")
    print(f"{len(true)} true, {len(told)} told")
    if not same:
        print(*(f"  true {one.key}" for one in true), sep="\n")
        for line in lines:
            what = line["hand"] or line["layout"] or ""
            print(f"  told {line['event']} {line['player']} {what}: {line['verdict']}")


def seen_in(truth: dict[str, Any], seconds: float) -> list[Happening]:
    """What a film shows in its first seconds. Nobody presses: a pass shows by the next throw."""
    true = [one for one in truth_of(truth) if one.at_s < seconds]
    return true[:-1] if true[-1].kind == "pass" else true


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("film", type=Path)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--cut", type=float, metavar="S")
    args = parser.parse_args()
    truth = json.loads(args.film.with_suffix(".json").read_text(encoding="utf-8"))
    seconds = min(args.seconds or 1e9, truth["seconds"])
    true = seen_in(truth, seconds)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        film = args.film.with_suffix(".mp4")
        write_film(folder / "film.y4m", pictures(film, seconds), truth["fps"])
        referee = Referee(folder)
        try:
            referee.sign_in()
            referee.post("/api/match/statements", {"statement": f"round {true[0].key[1]}"})
            with telephone(folder / "film.y4m", referee) as context:
                page = context.new_page()
                page.goto(f"{referee.in_the_house}/camera#join={referee.code}")
                page.wait_for_selector("#facts[data-sent]", state="attached")
                page.evaluate(WATCHED)
                cut_s = None if args.cut is None else args.cut + LEAD_S
                watch(page, seconds + LEAD_S - 1.0, cut_s)
                delays = [one for one in page.evaluate("window.delays") if one]
        finally:
            referee.stop()
        report(delays)
        compared(true, told_lines(folder / "matches.db"))


if __name__ == "__main__":
    main()
