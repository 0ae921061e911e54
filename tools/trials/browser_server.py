"""The site as it is served, with one more door for the tests: what a camera would say.

Run: python -m tools.trials.browser_server, and write a line for each: FOLDER PORT [simulated]
[lessons], as JSON. What all of them need is loaded once: each is a copy of that process, whose
number is the answer.
"""

import gc
import json
import os
import signal
import sys
import threading
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import request

from tools.trials.unforced import force_nothing
from tools.trials.web_support import (
    HANGS_WELL,
    IS_WELL,
    SURVEYED,
    FakeEvidence,
    FakePictures,
    FakeSetup,
    FakeTable,
    FakeTwin,
    Site,
)
from turbo.game.dice import Face, parse_hand
from turbo.game.editions import TURBO
from turbo.game.events import Thrown
from turbo.game.observation import Observation, Reading, SeenDie
from turbo.game.referee import judge
from turbo.storage.roll_book import Finding
from turbo.storage.session import Notice, Question, Rival
from vision.cameras.frames import Frame
from web.serve import Ports, Server


def picture(width: int = 640, height: int = 400) -> bytes:
    """A plain green JPEG: what is on it does not matter here."""
    import cv2
    import numpy

    image = numpy.full((height, width, 3), (80, 99, 47), numpy.uint8)
    cv2.rectangle(image, (100, 150), (160, 210), (233, 246, 251), -1)
    cv2.rectangle(image, (200, 150), (260, 210), (233, 246, 251), -1)
    return bytes(cv2.imencode(".jpg", image)[1])


def observation() -> Observation:
    sure = (Reading(Face.parse("b3"), 0.99),)
    doubtful = (Reading(Face.parse("k6"), 0.55), Reading(Face.parse("k9"), 0.45))
    dice = [_seen(100, sure), _seen(200, doubtful)]
    return Observation(tuple(dice), 640, 400)


def _seen(x: float, readings: tuple[Reading, ...]) -> SeenDie:
    corners = ((x, 150.0), (x + 60, 150.0), (x + 60, 210.0), (x, 210.0))
    return SeenDie(corners, readings)


@dataclass
class Fakes:
    """What a table with a camera would offer."""

    table: FakeTable = field(default_factory=FakeTable)
    twin: FakeTwin = field(default_factory=FakeTwin)
    evidence: FakeEvidence = field(default_factory=FakeEvidence)
    pictures: FakePictures = field(default_factory=FakePictures)
    setup: FakeSetup = field(default_factory=FakeSetup)


def tell(site: Site, fakes: Fakes | None, body: dict[str, Any]) -> Any:
    """Make something happen, as the fields of the body say; the answer is what was asked of us."""
    if "start" in body:
        site.start("", tuple(body["start"]), body.get("edition", TURBO.name))
    if "say" in body:
        return {"verdict": str(site.say(body["say"]).verdict)}
    if "called" in body:  # as the feed of a table that has a hall
        site.session.show(called=body["called"])
    if "settled" in body:
        site.session.show(settled=body["settled"])
    if "live" in body:  # what the camera sees: the table in notation, and whether it lies still
        site.session.show(**body["live"])
    if "flood" in body:
        flood(site, body["flood"])
    if body.get("camera"):
        site.session.show(picture_jpeg=picture(), observation=observation())
    elif "camera" in body:
        site.session.show(picture_jpeg=None, observation=None)
    if "question" in body:
        doubt = Question(7, None, 0, (("k6", 0.55), ("k9", 0.45)))
        site.session.show(questions=(doubt,) if body["question"] else ())
    if "notice" in body:
        words = body["notice"]
        notices = (Notice(words[0], tuple(words[1:])),) if words else ()
        site.session.show(notices=notices, rivals=rivals(site) if "two-stories" in words else ())
        find(site, fakes, notices)
    if fakes is None:
        return {}
    if "mount" in body:
        fakes.setup.now = replace(HANGS_WELL, survey=replace(SURVEYED, **body["mount"]))
    if "health" in body:
        fakes.setup.is_well = replace(IS_WELL, **body["health"])
    if "done" in body:
        fakes.setup.done = tuple(body["done"])
    fakes.pictures.kept |= {entry: picture(120, 80) for entry in body.get("throws", ())}
    asked = [list(one) for one in fakes.table.asked]
    asked.append(["camera", fakes.setup.chosen])
    return {"asked": asked, "saved": fakes.evidence.saved, "mischief": fakes.twin.done}


def rivals(site: Site) -> tuple[Rival, ...]:
    """A throw with one die or another."""
    found, match = [], site.session.history.match
    for hand in ("o7 o8 r* k12", "o7 o8 r* k10"):
        event = Thrown("Ann", parse_hand(hand))
        found.append(Rival(event, match.after(event, judge(match, event))))
    return tuple(found)


FLOODING = threading.Event()


def flood(site: Site, begins: bool) -> None:
    """As many states as there may be, until it is told to end."""

    def pour() -> None:
        while FLOODING.is_set():
            site.session.show(settled=not site.session.view.settled)
            time.sleep(0.05)

    if begins:
        FLOODING.set()
        threading.Thread(target=pour, daemon=True).start()
    else:
        FLOODING.clear()


def _now(site: Site) -> datetime:
    """By the clock of the match, which is not ours."""
    entries = site.session.log.entries if site.session.match_number is not None else ()
    return (entries[-1].at if entries else None) or datetime.now(UTC)


def find(site: Site, fakes: Fakes | None, notices: tuple[Notice, ...]) -> None:
    """As the audit does, in the same breath as its notice."""
    if fakes is None:
        return
    found = fakes.evidence.found
    for one in notices:
        number = len(found) + 1
        match = site.session.match_number or 1
        found.append(Finding(_now(site), match, one.key, one.values, number, True))
    fakes.evidence.pictures = {"before": picture(300, 200), "after": picture(300, 200)}


class ShownDice:
    """A runner whose camera sees dice that are shown as a lesson asks for, look by look; one die of
    the second look is read as doubtful."""

    def __init__(self) -> None:
        from tools.trials.enrol_pictures import looks
        from turbo.twin.draw import Look
        from turbo.twin.inventory import Inventory

        self._looks = looks(Inventory.dealt(3), Look(), count=6)
        self.taken = 0
        self.session: Any = None
        self.read_frame: Frame | None = None
        self.observation: Observation | None = None

    def order(self, what: Any) -> None:
        shown = self._looks[self.taken % len(self._looks)]
        self.read_frame = Frame(shown.image, 0.0, self.taken)
        self.observation = _with_doubt(shown.seen) if self.taken == 1 else shown.seen
        self.taken += 1
        what()


def _with_doubt(seen: Observation) -> Observation:
    first, *others = seen.dice
    doubtful = (Reading(first.readings[0].face, 0.5), Reading(Face.parse("k*"), 0.4))
    return replace(seen, dice=(replace(first, readings=doubtful), *others))


def serve(folder: str, port: str, *options: str) -> None:
    fakes = Fakes() if "simulated" in options else None
    offered: dict[str, Any] = {} if fakes is None else {"controls": fakes.table, **vars(fakes)}
    offered.pop("table", None)
    if "lessons" in options:
        from turbo.app.teaching import RunnerLessons

        runner: Any = ShownDice()
        offered["lessons"] = RunnerLessons(runner, lambda: None, Path(folder) / "dice.txt")
    site = Site(Path(folder), **offered)
    if "lessons" in options:
        runner.session = site.session
    if fakes is not None:
        site.session.show(simulated=True)

    @site.app.post("/for-tests")
    def for_tests() -> Any:
        body = json.loads(request.get_data())
        if "lesson" in body:
            runner.taken = 0
        return tell(site, fakes, body)

    Server(site.app, Ports("127.0.0.1", int(port))).run()


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks how one ended
    gc.freeze()
    force_nothing(setattr)
    for line in sys.stdin:
        if number := os.fork():
            print(number, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        folder, *others = json.loads(line)
        log = os.open(Path(folder, "server.log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(log, 1)
        os.dup2(log, 2)
        serve(folder, *others)


if __name__ == "__main__":
    main()
