"""The loop that watches a table, whichever game is played at it: camera and board in, session and
lamps out.

One thread looks; everybody else leaves orders, and a second thread carries them out at once, also
while no picture comes. What fails outside (the camera is pulled, the light is switched off, the
disk is full) is said and waited out; the match is in the store all the time.

What lies on the table is for each game to say: how looks become a table that is confirmed (a
settler), what that comes to (a live table, driven by `Dispatcher`), and which lamps are lit.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from turbo.board.link import BoardEvent, BoardJoined, BoardParted, ButtonPressed, Link, Panel
from turbo.board.wire import Button
from turbo.game.dice import Face
from turbo.game.events import AnyEvent, Ruling
from turbo.game.observation import Observation
from turbo.live.backlog import Backlog
from turbo.live.bumps import Bumps
from turbo.live.command_queue import CommandQueue
from turbo.live.dispatcher import BY, SessionKeeper
from turbo.live.governor import Governor
from turbo.live.inputs import Answered, PressedButton, Tick
from turbo.live.memory import Thrift
from turbo.live.perception import LOST_PAUSE_S, Image, Perception, PerceptionGlance, RunnerTuning
from turbo.live.presenter import UNSURE, Presenter
from turbo.live.tape import LostSight, Recording, Seen
from turbo.live.watched_game import WatchedGame
from turbo.storage.session import NO_PICTURE, Notice, Session, utc_now
from turbo.storage.store import StoreError
from vision.cameras.frames import Camera, CameraLost, Frame
from vision.mat.plan import Plan

LOG = logging.getLogger(__name__)

Ruled = Callable[[Any, Ruling], None]
"""Hears of every event with its ruling."""


class LiveLoop(WatchedGame):
    """Watches until `stop`. `run` in the thread that may look; everything else from any thread."""

    def __init__(
        self,
        session: Session,
        camera: Camera,
        perception: Perception,
        plan: Plan,
        *,
        tuning: RunnerTuning | None = None,
        link: Link | None = None,
        ruled: Ruled | None = None,
        ended: tuple[type[Exception], ...] = (),
        now: Callable[[], datetime] = utc_now,
        governor: Governor | None = None,
    ) -> None:
        self._now, self._looked = now, now()
        self._governor = governor
        self.session, self.camera, self.perception = session, camera, perception
        self.tuning = tuning or self.tunes()
        self.recording = Recording(session, plan)
        self.presenter = Presenter(session, link, self._wished)
        self.frame: Frame | None = None
        self.observation: Observation | None = None
        self.read_frame: Frame | None = None
        """The picture on which that was read, where not every one is."""
        self.light = 0.0
        self.commands = CommandQueue(self._show)
        self.confirmed: deque[tuple[float, bytes]] = deque(maxlen=2)
        """The pictures of the last two tables that were confirmed: before and after a change."""
        self._ruled, self._ended = ruled, ended
        self._stopped = threading.Event()
        self.turned: Callable[[], None] = lambda: None
        """Called after each turn of the loop, also of one that saw nothing: it lives."""
        self.looks = 0
        """Pictures that were looked at: a slow machine looks at fewer than the camera gives."""
        self.stumbles = 0
        """How often the live table failed by a mistake of ours."""
        self._is_bare = self._is_blind = False
        self._picture_s, self._bumps = -1e9, Bumps(self.tuning)
        self._packed: tuple[int, bytes] | None = None
        self._thrift = Thrift()
        self._backlog = Backlog[Any]()
        self._keeper = SessionKeeper(session)
        self._step: Any = self.steps()
        self._begin_anew(plan)

    @property
    def words(self) -> Collection[str]:
        """The keys of what the table has to say now."""
        return self.presenter.words

    @property
    def link(self) -> Link | None:
        return self.presenter.link

    def _begin_anew(self, plan: Plan) -> None:
        """As after a restart: what lies there is compared with the match, and a recording begins.
        Dice keep their numbers apart from those of before."""
        self.settler = self._new_settler(plan)
        self._drive = self._new_dispatcher()
        self._backlog.clear()
        self._match = self.session.match_number
        self.recording.restart(plan, self._next_id())

    # The loop.

    def run(self) -> None:
        """Until somebody stops it, or the camera has nothing more to give."""
        try:
            with self.commands.attended(self.stop):
                while not self._stopped.is_set():
                    self.turn()
                    self.turned()
        except self._ended:
            self.presenter.say("camera-ended")
            self._show()

    def stop(self) -> None:
        self._stopped.set()

    def turn(self) -> None:
        """Obey, look once, show. Nobody waits for the camera or for recognition."""
        # Before the camera is waited for: a press must not wait for the next picture.
        self.commands.obey()
        self._rest()
        try:
            frame = self.camera.read(self.tuning.read_s)
        # A film that has ended is a lost camera too, but none to wait for.
        except self._ended:
            raise
        except CameraLost as lost:
            with self.commands.lock:
                self._go_blind(lost.notice)
                self._show()
            self._stopped.wait(LOST_PAUSE_S)
            return
        # Outside of the lock: recognition takes longest, and presses are answered meanwhile.
        began_s, cpu_s = time.monotonic(), time.process_time()
        glance, seen = self._observe(frame)
        with self.commands.lock:
            for key in NO_PICTURE:
                self.presenter.unsay(key)
            if frame is not None:
                self._look(frame, glance, seen)
                self._note_pace(began_s, cpu_s, is_moving=glance is not None and glance.moving)
            self._show()

    def _rest(self) -> None:
        """A slow machine has more to do than to look."""
        if self._governor is not None:
            self._stopped.wait(self._governor.pause_s(time.monotonic()))

    def _note_pace(self, began_s: float, cpu_s: float, *, is_moving: bool) -> None:
        governor = self._governor
        if governor is None:
            return
        spent_s = time.process_time() - cpu_s
        governor.took(began_s, time.monotonic(), spent_s, is_moving=is_moving)
        for word in ("looks-seldom", "looks-too-seldom"):
            self.presenter.unsay(word)
        if governor.is_slow:
            word = "looks-too-seldom" if governor.is_too_slow else "looks-seldom"
            self.presenter.say(word, f"{governor.pace_hz:.1f}")

    def _observe(self, frame: Frame | None) -> tuple[PerceptionGlance | None, Observation | None]:
        """What costs time and changes nothing."""
        if frame is None:
            return None, None
        # The quick look first: in the dark nothing is read, which costs most of a look.
        watch = self.perception.watch
        glance = None if watch is None else watch.look(frame.image, frame.at_s)
        is_dark = glance is not None and glance.dark
        return glance, None if is_dark else self._read(frame, glance)

    def _read(self, frame: Frame, glance: PerceptionGlance | None) -> Observation:
        return self.perception.read(frame.image)

    # The board, in whose thread this is called.

    def hear(self, event: BoardEvent) -> None:
        """A press, the cup, a board that comes or goes; answered at once."""
        self.commands.put(lambda: self._heard(event))

    def _heard(self, event: BoardEvent) -> None:
        match event:
            case ButtonPressed(button, at=at):
                # A clock that was set back meanwhile must not put a press into the future.
                age_s = max(0.0, (self._now() - at).total_seconds())
                pressed_s = max(0.0, self._by_now_s - age_s)
                self._input(PressedButton(pressed_s, self._seat_of(button)))
            case BoardJoined():
                self.presenter.unsay("board-lost")
                self.presenter.forget_lamps()
            case BoardParted():
                self.presenter.say("board-lost")

    def _seat_of(self, button: Button) -> int | None:
        """Whose button it is; where it is nobody's own, it hands over for whoever is in turn."""
        return None

    @property
    def _at_s(self) -> float:
        return 0.0 if self.frame is None else self.frame.at_s

    @property
    def _by_now_s(self) -> float:
        return self._at_s

    # Looking.

    def _look(
        self, frame: Frame, glance: PerceptionGlance | None, seen: Observation | None
    ) -> None:
        self.frame, self._looked = frame, self._now()
        self.looks += 1
        self.light = self.light if glance is None else glance.light
        if seen is None:
            self._go_blind("too-dark")
            return
        self._is_blind = False
        # Taken back at each look and said again where it is still so: none of them can be
        # forgotten.
        for word in ("too-dark", "too-bright", "no-colour", "press-waits"):
            self.presenter.unsay(word)
        is_burnt = self.perception.is_bright is not None and self.perception.is_bright()
        if is_burnt or (glance is not None and glance.bright):
            self.presenter.say("too-bright")
        if glance is not None and glance.grey:
            self.presenter.say("no-colour")
        if seen is not self.observation:
            self.read_frame = frame
        self.observation = seen
        self._follow_match()
        if self._is_watching():
            moving = glance is not None and glance.moving
            self._see(self._seen(frame, seen, moving=moving), moving=moving)

    def _go_blind(self, word: str) -> None:
        """Nothing is judged by what was seen before: dice may be moved meanwhile."""
        self.presenter.say(word)
        if self._is_blind:
            return
        self._is_blind = True
        self.recording.add(LostSight(self._at_s))
        disturbed = self.settler.lose_sight(self._at_s)
        if disturbed is not None:
            self._drive_input(disturbed)

    def _follow_match(self) -> None:
        if self.session.match_number != self._match:
            self._begin_anew(self.settler.plan)

    def _is_watching(self) -> bool:
        return self.session.plays(self.piece)

    def _see(self, seen: Seen, *, moving: bool) -> None:
        self.recording.see(seen)
        happened = self.settler.step(
            seen.at_s, seen.observation, hand=seen.hand, things=seen.things
        )
        is_confirmed = isinstance(happened, self.confirms)
        # Before anything is told: dice seem to have moved where it was the camera that did.
        if self._was_bumped(seen.at_s, is_confirmed=is_confirmed, is_still=not moving):
            return
        if is_confirmed:
            self._noted(happened)
        if happened is not None:
            self._drive_input(happened)
        self._drive_input(Tick(seen.at_s, self.settler.is_as_before))
        # The ruling comes first: what follows is kept for later, and nobody waits for it.
        if self.perception.encode is not None:
            self.recording.keep_frame(self._jpeg)
        if is_confirmed:
            self._confirm(happened)
        self._restart_recording()

    def _confirm(self, table: Any) -> None:
        if self.perception.watch is not None:
            self.perception.watch.rest(self.observation)
        if self.perception.encode is not None:
            self.confirmed.append((table.at_s, self._jpeg()))
        self._thrift.rest(table.at_s)

    def _jpeg(self) -> bytes:
        """The frame, packed once however many want it."""
        assert self.frame is not None and self.perception.encode is not None
        if self._packed is None or self._packed[0] != self.frame.number:
            self._packed = (self.frame.number, self.perception.encode(self.frame.image))
        return self._packed[1]

    def _encoded(self, image: Image) -> bytes:
        return b"" if self.perception.encode is None else self.perception.encode(image)

    def _restart_recording(self) -> None:
        """A recording begins on a bare table between two rounds."""
        was_bare = self._is_bare
        # Once bare it stays so until dice come: a hand over the bare mat begins no second
        # recording.
        self._is_bare = self._is_free() and (was_bare or self.settler.is_settled)
        if self._is_bare and not was_bare:
            self._begin_anew(self.settler.plan)

    def _was_bumped(self, at_s: float, *, is_confirmed: bool, is_still: bool) -> bool:
        """Whether the markers say that the camera or the mat was moved; the plan follows them."""
        plan = None
        if self.frame is not None:
            is_settled = self.settler.is_settled
            plan = self._bumps.plan(
                self.perception, self.frame,
                is_confirmed=is_confirmed, is_settled=is_settled, is_still=is_still,
            )  # fmt: skip
        if plan is None:
            return False
        self._follow(plan, at_s, is_confirmed=is_confirmed)
        self._drive.table.say(Notice("camera-found"))
        # A tape is played by one plan: what was seen under two cannot be played again.
        self.recording.spoil()
        return True

    def _drive_input(self, happened: Any, by: str = BY) -> None:
        """Tell it, unless something before it waits until it can be kept."""
        if not self.session.plays(self.piece):
            return
        # First: what people said came before this in the log, and so it must on the tape.
        self.recording.note_user(happened.at_s)
        self._backlog.put(happened, by)
        try:
            while self._backlog and self._backlog.is_due(happened.at_s):
                self._drive_first(happened.at_s)
        # Before the others: a full disk is waited for, and nothing of what happens is forgotten.
        except StoreError:
            self.presenter.say("disk-full")
            self._backlog.fail(self._drive.unkept, happened.at_s)
        # Whatever it is: without this one KeyError would end the watching of a whole match.
        except Exception:
            self._stumble()
        # An hour without room: what lies there says more by then than what would be told.
        if self._backlog.is_overfull:
            self._begin_anew(self.settler.plan)

    def _drive_first(self, now_s: float) -> None:
        first, self._keeper.by = self._backlog.first
        self._step = self._drive.step(first, now_s)
        self.recording.catch_up()
        self._backlog.done()
        self.presenter.unsay("disk-full")

    def _stumble(self) -> None:
        """A mistake of ours must not end the watching: the match is in the store, and what lies
        there is compared with it from the beginning."""
        LOG.exception("the live table stumbled")
        self.stumbles += 1
        self._begin_anew(self.settler.plan)
        self._drive.table.say(Notice("our-mistake"), self._at_s)

    def _emitted(self, event: AnyEvent, ruling: Ruling, step: Any) -> None:
        self.presenter.sound(ruling)
        if self._ruled is not None:
            self._ruled(event, ruling)

    @property
    def live_tuning(self) -> Any:
        """The numbers by which the live table decides."""
        return self.tuning.live

    def pictures(self) -> dict[str, bytes]:
        """Before and after the last change, for people."""
        # Not strict: at the start of a round there is no table before.
        sides = zip(("before", "after"), self.confirmed, strict=False)
        return {side: jpeg for side, (_, jpeg) in sides}

    # Showing.

    def _wished(self) -> Panel | None:
        return self._lamps() if self.session.plays(self.piece) else None

    def _show(self) -> None:
        fields: dict[str, Any] = {
            "simulated": self.camera.simulated,
            "settled": self.settler.is_settled,
            **self._fields(),
        }
        if self.frame is not None and self.frame.at_s - self._picture_s >= self.tuning.picture_s:
            self._picture_s = self.frame.at_s
            fields |= self._pictured()
            if self.perception.encode is not None:
                fields["picture_jpeg"] = self._jpeg()
        self.presenter.show(self._step, **fields)

    def _pictured(self) -> dict[str, Any]:
        """What goes with a picture."""
        return {"observation": self.observation}

    # Orders, from any thread.

    def order(self, what: Callable[[], None]) -> None:
        """Have something done at once, but not in the middle of something else."""
        self.commands.put(what)

    def press(self, seat: int | None = None, by: str = BY) -> None:
        """Somebody hands over; without a seat for whoever is in turn."""
        self.order(lambda: self._input(PressedButton(self._by_now_s, seat), by))

    def set_face(self, number: int, was: Face, face: Face, by: str = BY) -> bool:
        """A person says what a die or tile shows, read or not; done when this returns. False where
        no such one lies there any more, or where it shows something else than that person saw:
        then nothing was done, least of all to another."""
        return self.commands.ask(
            lambda: self._set_face(Answered(self._by_now_s, number, face), was, by)
        )

    def _set_face(self, answered: Answered, was: Face, by: str) -> bool:
        # The page may be a second old: a word about another face is about another die.
        if not self._is_meant(answered.question, was):
            return False
        self._input(answered, by)
        return True

    def _input(self, happened: Any, by: str = BY) -> None:
        self.recording.add(happened)
        self._drive_input(happened, by)
        # Told to who pressed: else it is pressed again and again until there is light.
        if not isinstance(happened, PressedButton):
            return
        is_unseen = self._is_blind or happened.at_s > self._at_s
        if is_unseen:
            self.presenter.say("press-waits")
        if is_unseen or "disk-full" in self.words:
            self.presenter.beep(UNSURE)

    def replan(self, plan: Plan) -> None:
        """Corners were set, or the mat was found anew."""
        self.order(lambda: self._replan(plan))

    def _replan(self, plan: Plan) -> None:
        self._begin_anew(plan)
