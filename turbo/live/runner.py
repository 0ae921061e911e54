"""The loop that watches a table: camera and board in, session and lamps out.

One thread looks; everybody else leaves orders. What fails outside (the camera is pulled, the light
is switched off, the disk is full) is said and waited out; the match is in the store all the time.
No OpenCV here: how pictures are read, looked at and packed is given by whoever puts it together.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from turbo.dice import Face
from turbo.errors import TurboError
from turbo.events import Event, Rethrown, Ruling, Thrown
from turbo.links.events import (
    BoardEvent,
    BoardJoined,
    BoardParted,
    ButtonPressed,
    CupPoured,
    CupShaken,
    Link,
)
from turbo.live.drive import Drive, SessionKeeper
from turbo.live.inputs import Answered, BeginHere, Choice, CupHeard, Decided, Input, Pressed, Tick
from turbo.live.signals import panel, tone
from turbo.live.table import LiveTable, Step
from turbo.live.tape import Said, Seen, Tape
from turbo.live.tuning import LiveTuning
from turbo.observation import Observation
from turbo.session import Notice, Session
from turbo.store import StoreError, entry_row
from turbo.wire import Button
from vision.frames import Camera, CameraLost, Frame
from vision.plan import Plan
from vision.settle import SettledDie, Settler, SettleTuning, TableSettled

Image = NDArray[np.uint8]

Order = Pressed | Answered | Decided | BeginHere

LOST_PAUSE_S = 0.2
"""Between two looks for a camera that is gone."""


class Glance(Protocol):
    @property
    def hand(self) -> bool: ...
    @property
    def dark(self) -> bool: ...
    @property
    def light(self) -> float: ...


class Watch(Protocol):
    """A quick look at every picture (`vision.motion.Motion`)."""

    def look(self, image: Image, at_s: float) -> Glance: ...
    def rest(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Eyes:
    """What is done with pictures. Only `read` is needed."""

    read: Callable[[Image], Observation]
    watch: Watch | None = None
    encode: Callable[[Image], bytes] | None = None
    """A picture as JPEG, for the dashboard."""
    relocate: Callable[[Image], Plan | None] | None = None
    """The plan by the mat's markers if the camera was bumped; None where it was not."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that was told to the referee, for roll capture."""

    event: Thrown | Rethrown
    ruling: Ruling
    entry: int
    dice: tuple[SettledDie, ...]
    frame: Frame
    match: int


@dataclass(frozen=True, slots=True)
class RunnerTuning:
    picture_s: float = 0.5
    """How often the dashboard gets a picture."""
    pictures: int = 20
    """How many of those are kept for evidence: ten seconds."""
    relocate_s: float = 3.0
    """How often the markers are looked for while nothing happens: it costs 20 ms on a Pi."""
    read_s: float = 0.2
    """How long to wait for a picture before the board is heard again."""
    live: LiveTuning = field(default_factory=LiveTuning)
    settle: SettleTuning = field(default_factory=SettleTuning)


class LiveRunner:
    """Watches until `stop`. `run` in the thread that may look; everything else from any thread."""

    def __init__(
        self,
        session: Session,
        camera: Camera,
        eyes: Eyes,
        plan: Plan,
        *,
        link: Link | None = None,
        tuning: RunnerTuning | None = None,
        threw: Callable[[Throw], None] | None = None,
        ruled: Callable[[Event, Ruling], None] | None = None,
        tape: Tape | None = None,
        ended: tuple[type[Exception], ...] = (),
    ) -> None:
        self.session, self.camera, self.eyes, self.link = session, camera, eyes, link
        self.tuning = tuning or RunnerTuning()
        self.settler = Settler(plan, self.tuning.settle)
        self.tape = tape or Tape()
        self.frame: Frame | None = None
        self.observation: Observation | None = None
        self.settled: TableSettled | None = None
        self.light = 0.0
        self._threw, self._ruled = threw, ruled
        self._ended = ended
        self._is_bare = False
        self._orders: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._words: dict[str, Notice] = {}
        self._step = Step()
        self._shown: dict[str, Any] = {}
        self._panel: object = None
        self._swapped = False
        self._picture_s = self._relocated_s = -1e9
        self.pictures: deque[tuple[float, bytes]] = deque(maxlen=self.tuning.pictures)
        """The last pictures, packed, with their times."""
        self.believed: deque[tuple[float, bytes]] = deque(maxlen=2)
        """The pictures of the last two tables that were believed: before and after a change."""
        self._paused = False
        self.tape_plan = plan
        self.tape_from = self._noted = 0
        self._new_drive()

    def _new_drive(self) -> None:
        plan = self.settler.plan
        table = LiveTable(plan.edge_mm, self.tuning.live, is_measured=not plan.is_presumed)
        self._drive = Drive(table, SessionKeeper(self.session), self._told)
        self._match = self.session.match_number
        self._noted = len(self.session.history.entries) if self.session.has_match else 0
        self.tape.is_whole = False

    # The loop.

    def run(self) -> None:
        """Until somebody stops it, or the camera has nothing more to give."""
        try:
            while not self._stopped.is_set():
                self.turn()
        except self._ended:
            self._say("camera-ended")
            self._show()

    def stop(self) -> None:
        self._stopped.set()

    def turn(self) -> None:
        """Hear the board, obey, look once, show."""
        self._hear()
        self._obey()
        try:
            frame = self.camera.read(self.tuning.read_s)
            self._unsay("camera-lost")
        except self._ended:
            raise
        except CameraLost:
            self._say("camera-lost")
            self._show()
            self._stopped.wait(LOST_PAUSE_S)
            return
        if frame is not None:
            self._look(frame)
        self._show()

    def _obey(self) -> None:
        while not self._orders.empty():
            self._orders.get()()

    def _hear(self) -> None:
        if self.link is not None:
            for event in self.link.events(0.0):
                self._heard(event)

    def _heard(self, event: BoardEvent) -> None:
        match event:
            case ButtonPressed(button):
                self.press(self._seat_of(button))
                self._obey()
            case CupShaken() | CupPoured():
                heard = CupHeard(self._at_s)
                self.tape.add(heard)
                self._drive_input(heard)
            case BoardJoined():
                self._unsay("board-lost")
                self._panel = None
            case BoardParted():
                self._say("board-lost")

    def _seat_of(self, button: Button) -> int | None:
        if button is Button.REFEREE:
            return None
        seat = int(button is Button.PLAYER_2)
        return 1 - seat if self._swapped else seat

    @property
    def _at_s(self) -> float:
        return 0.0 if self.frame is None else self.frame.at_s

    # Looking.

    def _look(self, frame: Frame) -> None:
        self.frame = frame
        hand = False
        if self.eyes.watch is not None:
            glance = self.eyes.watch.look(frame.image, frame.at_s)
            self.light, hand = glance.light, glance.hand
            if glance.dark:
                self._say("too-dark")
                return
        self._unsay("too-dark")
        self.observation = self.eyes.read(frame.image)
        self._follow_match()
        if not self._is_watching():
            return
        self._see(Seen(frame.at_s, self.observation, hand))

    def _follow_match(self) -> None:
        if self.session.match_number != self._match:
            self.settler.replan(self.settler.plan)
            self._new_drive()

    def _is_watching(self) -> bool:
        """While paused nothing is fed; afterwards the dice are compared with the match anew."""
        watching = self.session.has_match and not self.session.paused
        if watching and self._paused:
            self._drive.table.forget_dice()
            self.settler.replan(self.settler.plan)
        self._paused = not watching
        return watching

    def _see(self, seen: Seen) -> None:
        self.tape.add(seen)
        happened = self.settler.step(seen.at_s, seen.observation, hand=seen.hand)
        if self._was_bumped(seen.at_s, happened):
            return
        if isinstance(happened, TableSettled):
            self._believe(happened)
        if happened is not None:
            self._drive_input(happened)
        self._drive_input(Tick(seen.at_s))
        self._restart_tape()

    def _believe(self, table: TableSettled) -> None:
        self.settled = table
        if self.eyes.watch is not None:
            self.eyes.watch.rest()
        if self.eyes.encode is not None and self.frame is not None:
            self.believed.append((table.at_s, self.eyes.encode(self.frame.image)))

    def _restart_tape(self) -> None:
        """A tape begins on a bare table between two rounds."""
        was_bare = self._is_bare
        between = self.session.history.match.round is None
        self._is_bare = between and self.settler.is_settled and not self.settler.tracker.tracks
        if self._is_bare and not was_bare:
            self.settler.replan(self.settler.plan)
            self._drive.table.forget_dice()
            self.tape.restart()
            self.tape_plan = self.settler.plan
            self._noted = self.tape_from = len(self.session.history.entries)

    def _was_bumped(self, at_s: float, happened: object) -> bool:
        """Whether the markers say that the camera or the mat was moved; the plan follows them."""
        relocate, frame = self.eyes.relocate, self.frame
        due = at_s - self._relocated_s >= self.tuning.relocate_s and self.settler.is_settled
        if relocate is None or frame is None or not (due or isinstance(happened, TableSettled)):
            return False
        self._relocated_s = at_s
        plan = relocate(frame.image)
        if plan is None:
            return False
        self.settler.relocate(plan.swapped() if self._swapped else plan)
        self._drive.table.say(Notice("camera-found"))
        self.tape.is_whole = False
        return True

    def _drive_input(self, happened: Input) -> None:
        if not self.session.has_match:
            return
        self._note_people(happened.at_s)
        try:
            self._step = self._drive.step(happened)
            self._noted = len(self.session.history.entries)
            self._unsay("disk-full")
        except StoreError:
            self._say("disk-full")
            self._drive.table.forget_dice()
            self.settler.replan(self.settler.plan)

    def _note_people(self, at_s: float) -> None:
        """What people have said since the last look belongs on the tape."""
        for entry in self.session.history.entries[self._noted :]:
            self.tape.add(Said(at_s, entry_row(entry)))
        self._noted = len(self.session.history.entries)

    def _told(self, event: Event, ruling: Ruling, step: Step) -> None:
        if self.link is not None:
            sound = tone(ruling)
            self.link.beep(sound.hz, sound.length_ms)
        if self._ruled is not None:
            self._ruled(event, ruling)
        is_throw = isinstance(event, Thrown | Rethrown)
        if not is_throw or self._threw is None or self.frame is None or self.settled is None:
            return
        assert isinstance(event, Thrown | Rethrown)
        dice = tuple(die for die in self.settled.dice if die.id in step.landed)
        entry = self.session.history.entries[-1].number
        number = self.session.match_number
        assert number is not None
        self._threw(Throw(event, ruling, entry, dice, self.frame, number))

    # Showing.

    def _say(self, key: str, *values: str) -> None:
        self._words[key] = Notice(key, values)

    def _unsay(self, key: str) -> None:
        self._words.pop(key, None)

    def _show(self) -> None:
        step = self._step
        fields: dict[str, Any] = {
            "table": step.table,
            "hands": step.hands,
            "questions": step.questions,
            "notices": (*self._words.values(), *step.notices),
            "simulated": self.camera.simulated,
            "settled": self.settler.is_settled,
        }
        if self.frame is not None and self.frame.at_s - self._picture_s >= self.tuning.picture_s:
            self._picture_s = self.frame.at_s
            fields |= self._picture(self.frame)
        new = {key: value for key, value in fields.items() if self._shown.get(key) != value}
        if new:
            self._shown |= new
            self.session.show(**new)
        self._light_lamps()

    def _picture(self, frame: Frame) -> dict[str, Any]:
        found: dict[str, Any] = {"observation": self.observation}
        if self.eyes.encode is not None:
            jpeg = self.eyes.encode(frame.image)
            self.pictures.append((frame.at_s, jpeg))
            found["picture_jpeg"] = jpeg
        return found

    def _light_lamps(self) -> None:
        if self.link is None or not self.session.has_match:
            return
        wished = panel(self.session.history.match, self.session.view)
        if wished != self._panel:
            self._panel = wished
            self.link.show(wished)

    # Orders, from any thread.

    def order(self, what: Callable[[], None]) -> None:
        """Have something done between two looks."""
        self._orders.put(what)

    def press(self, seat: int | None) -> None:
        self.order(lambda: self._input(Pressed(self._at_s, seat)))

    def answer(self, question: int, face: Face) -> None:
        self.order(lambda: self._input(Answered(self._at_s, question, face)))

    def decide(self, choice: Choice) -> None:
        self.order(lambda: self._input(Decided(self._at_s, choice)))

    def begin_here(self, starter: str) -> None:
        self.order(lambda: self._input(BeginHere(self._at_s, starter)))

    def set_face(self, player: str | None, place: int, face: Face) -> None:
        """A person says what a die shows that lies there, read or not."""
        dice = self._drive.table.dice_of(self._seat(player))
        if not 0 <= place < len(dice):
            raise TurboError(f"expected one of {len(dice)} dice, got {place + 1}")
        self.answer(dice[place], face)

    def island_places(self) -> list[tuple[float, float, float]]:
        """Where the islands of the table begin, in millimetres, and how far they are turned."""
        return self._drive.table.island_places()

    def _seat(self, player: str | None) -> int | None:
        return None if player is None else self.session.history.match.seat(player)

    def _input(self, happened: Order) -> None:
        self.tape.add(happened)
        self._drive_input(happened)

    def swap_seats(self) -> None:
        self.order(self._swap)

    def _swap(self) -> None:
        self._swapped = not self._swapped
        self.settler.swap_seats()
        self._drive.table.forget_dice()
        self.tape.is_whole = False

    def replan(self, plan: Plan) -> None:
        """Corners were set, or the mat was found anew."""
        self.order(lambda: self._replan(plan))

    def _replan(self, plan: Plan) -> None:
        self.settler.replan(plan.swapped() if self._swapped else plan)
        self._new_drive()
