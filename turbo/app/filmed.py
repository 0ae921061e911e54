"""A film watched as a table is: every picture in turn, by the film's own clock.

However slow the machine is, no picture is left out, so that a film tells the same story on all of
them. The loop is the one that runs before people (`LiveRunner`); the mat in the film itself says
how the table lies.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from turbo.app.sight import ENDED, Sight, TileSight, View, taken_at, view_of
from turbo.errors import TurboError
from turbo.game.answers import fault_json
from turbo.game.dice import hand_text
from turbo.game.editions import EDITIONS, TURBO, PieceKind
from turbo.game.events import AnyEvent, Ruling, Undone
from turbo.game.layout import Fault
from turbo.game.messages import Language
from turbo.games import game_of
from turbo.live.loop import LiveLoop
from turbo.live.perception import Perception
from turbo.live.runner import LiveRunner
from turbo.live.tiles.runner import TileRunner
from turbo.solver import ruling_play
from turbo.storage.history import AnyHistory
from turbo.storage.session import Notice, Question, Session
from turbo.storage.store import Store
from vision.cameras.files import FileCamera
from vision.cameras.frames import Frame
from vision.cameras.source import CameraEnded, CameraSettings
from vision.mat.calibration import plan_from
from vision.mat.card_fit import calibrate_cards

ANSWER_S = 2.0
"""A person who is asked who starts needs so long to say it."""
LOOK_FOR_MAT_S = 20.0
"""A hand may lie on the mat's markers when a film begins: for so long the mat is looked for."""


class Stepped:
    """Every Nth picture of a film, as a slower camera would give it; `skip`: without the first."""

    simulated = False

    def __init__(self, film: FileCamera, step: int, skip: int = 0) -> None:
        if step < 1:
            raise TurboError(f"expected a step of 1 or more, got {step}")
        self.film, self._step, self._pause = film, step, skip
        # What a throw is kept under is the film's own time, as with any file.
        self.began = self.now = film.began
        self.frames = 0

    def read(self, timeout_s: float) -> Frame | None:
        for _ in range(self._pause):
            self.film.read(timeout_s)
        # After the first: the film begins with the picture that was asked for.
        self._pause = self._step - 1
        frame = self.film.read(timeout_s)
        self.frames += frame is not None
        self.now = self.now if frame is None else taken_at(self.film, frame)
        return frame

    def close(self) -> None:
        self.film.close()


def open_film(path: str) -> FileCamera:
    # Not by the name of a camera: neither a device nor an address is a film.
    if not os.path.exists(path):
        raise TurboError(f"expected a video or a folder of pictures, got {path!r}")
    # As fast as it can be read: however slow this machine is, no picture is left out.
    return FileCamera(path, CameraSettings(paced=False))


def view_of_film(path: str, look: Callable[[Frame], View | None]) -> View:
    """The table by what the film shows of it: in the first picture in which its mat or its cards
    are found."""
    film = open_film(path)
    first: View | None = None
    try:
        while True:
            frame = film.read(0.0)
            if frame is None or frame.at_s > LOOK_FOR_MAT_S:
                break
            view = look(frame)
            first = first or view
            # The whole picture would do, but a mat that comes to light later tells the scale.
            if view is not None and view.source in ("mat", "cards"):
                return view
    except CameraEnded:
        pass
    finally:
        film.close()
    if first is None:
        raise TurboError(f"{path}: expected a field between four corner cards")
    return first


def _by_cards(frame: Frame) -> View | None:
    with suppress(TurboError):
        found = calibrate_cards(frame.image)
        return View(plan_from(found), found, "cards")
    return None


def _dice_eyes(view: View) -> Perception:
    from vision.reading.reader import Reader

    return Sight(Reader(), view.calibration).perception(view.plan)


def _tile_eyes(view: View) -> Perception:
    assert view.calibration is not None, "only cards tell how a field lies"
    return TileSight(view.calibration).perception(view.plan)


LOOPS: dict[PieceKind, tuple[Any, ...]] = {
    PieceKind.DIE: (LiveRunner, _dice_eyes, lambda frame: view_of(frame, None, None)),
    PieceKind.TILE: (TileRunner, _tile_eyes, _by_cards),
}
"""The loop that watches, its eyes, and how it knows the table."""


@dataclass(frozen=True, slots=True)
class Watching:
    """How a film is watched."""

    players: tuple[str, ...] = ("Ann", "Bob")
    step: int = 1
    starter: str | None = None
    """Who is named when it is asked who starts."""
    store: Path | None = None
    skip: int = 0
    """Pictures that are left out before the first: the same film, seen at other moments."""
    edition: str = TURBO.name
    presses: tuple[float, ...] = ()
    """When somebody pressed the button, in seconds of the film: no picture shows it."""


@dataclass
class Filmed:
    """One film under the referee's eye. `lines` gives what is told, said and asked, as it comes."""

    path: str
    watching: Watching = field(default_factory=Watching)
    perception_of: Callable[[View], Perception] | None = None
    """Other eyes than recognition's own: for whoever has read the film before."""
    _told: list[tuple[AnyEvent, Ruling]] = field(default_factory=list)
    _asked_s: float | None = None

    def __post_init__(self) -> None:
        if self.watching.starter not in (None, *self.watching.players):
            names = " or ".join(self.watching.players)
            raise TurboError(f"expected a player's name, {names}, got {self.watching.starter!r}")

    def lines(self) -> Iterator[dict[str, Any]]:
        # The processor's own time: what else the machine does is not the film's cost.
        began_s = time.process_time()
        with TemporaryDirectory() as folder:
            # A store in any case: the same loop runs here that runs before people.
            path = self.watching.store or Path(folder) / "matches.db"
            with Store(path) as store:
                camera = Stepped(open_film(self.path), self.watching.step, self.watching.skip)
                try:
                    yield from self._watch(self._runner(store, camera))
                finally:
                    camera.close()
        cpu_s = round(time.process_time() - began_s, 2)
        yield {"kind": "end", "frames": camera.frames, "cpu_s": cpu_s}

    def _runner(self, store: Store, camera: Stepped) -> LiveLoop:
        session = Session(store, find_play=ruling_play, now=lambda: camera.now)
        edition = EDITIONS[self.watching.edition]
        session.new_match(self.watching.players, game_of(edition).options(edition.name, (), False))
        loop, eyes, look = LOOPS[edition.piece]
        # The film is opened a second time for it: its pictures must all be told, from the first on.
        view = view_of_film(self.path, look)
        perception = (self.perception_of or eyes)(view)

        def ruled(*told: Any) -> None:
            self._told.append(told)

        made: LiveLoop = loop(session, camera, perception, view.plan, ruled=ruled, ended=ENDED)
        return made

    def _watch(self, runner: LiveLoop) -> Iterator[dict[str, Any]]:
        entries, shown = 0, dict[str, list[str]](notices=[], questions=[])
        presses = deque(sorted(self.watching.presses))
        while True:
            try:
                runner.turn()
            # At the end of the film, after everything it has shown was told.
            except ENDED:
                return
            at_s = 0.0 if runner.frame is None else round(runner.frame.at_s, 3)
            for entry in runner.session.log.entries[entries:]:
                entries = entry.number
                yield self._told_line(at_s, entry.event, runner.session.log)
            view = runner.session.view
            now = {
                "notices": [notice_word(notice) for notice in view.notices],
                "questions": [question_word(question) for question in view.questions],
            }
            for kind, what in now.items():
                if what != shown[kind]:
                    yield {"kind": kind, "at": at_s, "what": what}
            shown = now
            self._answer(runner, at_s)
            while presses and presses[0] <= at_s:
                presses.popleft()
                runner.press()

    def _told_line(self, at_s: float, event: Any, log: AnyHistory) -> dict[str, Any]:
        # Nothing is ruled when something is taken back: no ruling waits for it in the list.
        if isinstance(event, Undone):
            none = dict.fromkeys(("player", "hand", "layout", "verdict"))
            return {
                "kind": "told", "at": at_s, "event": "Undone", **none,
                "faults": [], "advice": [], "entry": event.entry,
            }  # fmt: skip
        # Rulings and entries come in the same order: each of them is one word of the referee.
        told, ruling = self._told.pop(0)
        hand, layout = getattr(told, "hand", None), getattr(told, "layout", None)
        edition = log.options.edition

        def document(fault: Fault) -> dict[str, Any]:
            english = Language.ENGLISH
            return fault_json(fault, english, log.rules.speak(fault, edition, english))

        return {
            "kind": "told",
            "at": at_s,
            "event": type(told).__name__,
            "player": ruling.player,
            "hand": None if hand is None else hand_text(hand),
            "layout": None if layout is None else str(layout),
            "verdict": str(ruling.verdict),
            "faults": [document(fault) for fault in ruling.faults],
            "advice": [document(fault) for fault in ruling.advice],
        }

    def _answer(self, runner: LiveLoop, at_s: float) -> None:
        """As a person would who is asked who starts, and presses that button."""
        starter = self.watching.starter
        asks = any(notice.key == "who-starts" for notice in runner.session.view.notices)
        if starter is None or not asks:
            self._asked_s = None
            return
        # By the film's clock: the answer must come at the same picture on every machine.
        self._asked_s = at_s if self._asked_s is None else self._asked_s
        if at_s - self._asked_s >= ANSWER_S:
            self._asked_s = None
            runner.press(self.watching.players.index(starter))


def notice_word(notice: Notice) -> str:
    """A notice in one line: its key, and what it is about."""
    return " ".join((notice.key, *notice.values))


def question_word(question: Question) -> str:
    """A die in doubt in one line: whose, which from the left or in reading order, and what it may
    show."""
    faces = " ".join(face for face, _ in question.faces)
    return f"{question.player or 'table'} {question.place + 1}: {faces}"
