"""The loop that watches a tile table: camera and board in, acts, lamps and words out.

One thread looks; everybody else leaves orders, which are obeyed between two pictures.
"""

import queue
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from turbo.board.link import BoardEvent, BoardJoined, ButtonPressed, Link, Panel
from turbo.board.wire import Pattern
from turbo.game.dice import Face
from turbo.game.events import Act, HandedOver, Ruling
from turbo.game.observation import Observation
from turbo.live.backlog import Backlog
from turbo.live.dispatcher import BY
from turbo.live.inputs import Answered, Changed, PressedButton, Tick
from turbo.live.perception import Perception
from turbo.live.presenter import WHITE, tone
from turbo.live.tiles.dispatcher import TileDispatcher, TileKeeper, Told
from turbo.live.tiles.laid import Laid
from turbo.live.tiles.machine import Input, TileStep, TileTuning
from turbo.live.tiles.settling import (
    Settled,
    TilesDisturbed,
    TileSettler,
    TileSettleTuning,
    TilesSettled,
)
from turbo.storage.session import Notice
from turbo.storage.store import StoreError
from turbo.tiles.match import TileMatch, TilePhase
from vision.cameras.frames import Camera, CameraLost, Frame
from vision.mat.plan import Plan


@dataclass(frozen=True, slots=True)
class TileRunnerTuning:
    """Times in seconds."""

    settle: TileSettleTuning = field(default_factory=TileSettleTuning)
    live: TileTuning = field(default_factory=TileTuning)
    read_s: float = 0.2
    """Longest wait for a picture, so that orders are obeyed meanwhile."""
    relocate_s: float = 2.0
    """How often the cards are looked for on a table that lies still."""
    lost_s: float = 0.5
    """Pause before a camera that was lost is tried again."""


class TileRunner:
    """Watches until `stop`. `run` in the thread that may look; everything else from any thread."""

    def __init__(
        self,
        keeper: TileKeeper,
        camera: Camera,
        perception: Perception,
        plan: Plan,
        *,
        link: Link | None = None,
        told: Told | None = None,
        shown: Callable[[TileStep], None] | None = None,
        tuning: TileRunnerTuning | None = None,
        starter: str | None = None,
        ended: tuple[type[Exception], ...] = (),
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.keeper, self.camera, self.perception, self.link = keeper, camera, perception, link
        self.tuning = tuning or TileRunnerTuning()
        self.settler = TileSettler(plan, self.tuning.settle)
        self.dispatcher = TileDispatcher(
            keeper, now(), told=self._told, tuning=self.tuning.live, starter=starter
        )
        self.frame: Frame | None = None
        self.looks = 0
        """Pictures that were looked at."""
        self.seen: Observation | None = None
        """The tiles of the last look; none while hands are at the table."""
        self.said: dict[str, Notice] = {}
        self.before_picture: bytes | None = None
        """The table as it lay when the last turn ended."""
        self._now, self._rulings, self._shown, self._ended = now, told, shown, ended
        self._orders: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self.turned: Callable[[], None] = lambda: None
        """Called after each turn of the loop, also of one that saw nothing: it lives."""
        self._panel: Panel | None = None
        self._relocated_s = 0.0
        self._backlog = Backlog[Input]()
        self.step = TileStep()

    def run(self) -> None:
        """Until somebody stops it, or the camera has nothing more to give."""
        try:
            while not self._stopped.is_set():
                self.turn()
                self.turned()
        except self._ended:
            self.stop()

    def stop(self) -> None:
        self._stopped.set()

    def turn(self) -> None:
        """Obey, look once, show."""
        while not self._orders.empty():
            self._orders.get()()
        try:
            frame = self.camera.read(self.tuning.read_s)
        # A film that has ended is a lost camera too, but none to wait for.
        except self._ended:
            raise
        except CameraLost:
            self._go_blind("camera-lost")
            self._stopped.wait(self.tuning.lost_s)
            return
        self.said.pop("camera-lost", None)
        if frame is not None:
            self.see(frame)

    @property
    def at_s(self) -> float:
        return 0.0 if self.frame is None else self.frame.at_s

    @property
    def asked(self) -> Laid:
        """The tiles that people are asked about now."""
        state = self.dispatcher.state
        return tuple(tile for tile in state.laid or () if tile.id in state.asked)

    # Looking.

    def see(self, frame: Frame) -> None:
        if self.frame is None:
            self.dispatcher.began = self._now() - _seconds(frame.at_s)
        self.frame = frame
        self.looks += 1
        watch, at_s = self.perception.watch, frame.at_s
        glance = None if watch is None else watch.look(frame.image, at_s)
        if glance is not None and glance.dark:
            self._go_blind("too-dark")
            return
        self.said.pop("too-dark", None)
        self._take(self.settler.glance(at_s, moving=glance is not None and glance.moving))
        if self.settler.wants_look(at_s) and not self._was_bumped(frame):
            self._look(frame)
        # Last: a table that this picture brings is judged before the time is up.
        self._take(Tick(at_s))

    def _look(self, frame: Frame) -> None:
        seen, watch = self.perception.read(frame.image), self.perception.watch
        self.seen = seen
        things = () if watch is None else watch.things(seen)
        happened: Settled | None = self.settler.look(frame.at_s, seen, things)
        if isinstance(happened, TilesSettled) and watch is not None:
            watch.rest(seen)
        self._take(happened)

    def _was_bumped(self, frame: Frame) -> bool:
        """Whether the cards say that the camera or one of them was moved; the plan follows."""
        is_due = frame.at_s - self._relocated_s >= self.tuning.relocate_s
        if self.perception.relocate is None or not is_due:
            return False
        self._relocated_s = frame.at_s
        plan = self.perception.relocate(frame.image)
        if plan is None:
            return False
        self.settler.replan(plan)
        if self.perception.watch is not None:
            self.perception.watch.rest()
        self.said["camera-found"] = Notice("camera-found")
        self._take(TilesDisturbed(frame.at_s))
        return True

    def _go_blind(self, word: str) -> None:
        """Nothing is judged by what was seen before."""
        self.said[word] = Notice(word)
        self._take(self.settler.lose_sight(self.at_s) or Tick(self.at_s))

    def _take(self, happened: Input | None) -> None:
        if happened is None:
            return
        if isinstance(happened, TilesDisturbed) and self.seen is not None:
            self.seen = replace(self.seen, dice=())
        known = self.dispatcher.state.known
        # All through the backlog, also while the disk has room: so nothing overtakes what waits.
        self._backlog.put(happened, BY)
        try:
            while self._backlog and self._backlog.is_due(happened.at_s):
                self._take_first(happened.at_s)
        except StoreError:
            self.said["disk-full"] = Notice("disk-full")
            self._backlog.fail(self.dispatcher.unkept, happened.at_s)
        if self.dispatcher.state.known != known:
            self._keep_before()
        self._show()

    def _take_first(self, at_s: float) -> None:
        """What waits the longest. A turn is not late because nobody could write down its end."""
        first, _ = self._backlog.first
        self.step = self.dispatcher.step(first, _seconds(max(0.0, at_s - first.at_s)))
        self._backlog.done()
        self.said.pop("disk-full", None)

    def _keep_before(self) -> None:
        self.before_picture = self.picture() or self.before_picture

    def picture(self) -> bytes | None:
        """What the camera sees now, as JPEG."""
        if self.perception.encode is None or self.frame is None:
            return None
        return self.perception.encode(self.frame.image)

    # Showing.

    @property
    def words(self) -> Collection[str]:
        """The keys of what the table itself has to say now."""
        return self.said

    @property
    def notices(self) -> tuple[Notice, ...]:
        return (*self.said.values(), *self.step.notices)

    def _show(self) -> None:
        if self._shown is not None:
            self._shown(self.step)
        wished = panel(self.keeper.contest, self.step, is_blind=bool(self.said))
        if self.link is not None and wished != self._panel:
            self._panel = wished
            self.link.show(wished)

    def _told(self, act: Act, ruling: Ruling, before: TileMatch) -> None:
        if self.link is not None:
            sound = tone(ruling)
            self.link.beep(sound.hz, sound.length_ms)
        if self._rulings is not None:
            self._rulings(act, ruling, before)

    # Orders, from any thread.

    def order(self, what: Callable[[], None]) -> None:
        self._orders.put(what)

    def press(self, age_s: float = 0.0) -> None:
        """Somebody hands over: whose turn it is stands in the match."""
        self.order(lambda: self._take(PressedButton(max(0.0, self.at_s - age_s), None)))

    def answer(self, tile: int, face: Face) -> None:
        self.order(lambda: self._take(Answered(self.at_s, tile, face)))

    def changed(self) -> None:
        """The match was changed by somebody else."""
        self.order(lambda: self._take(Changed(self.at_s)))

    def hear(self, event: BoardEvent) -> None:
        """A board has two players' buttons and the referee's; each of them hands over here."""
        match event:
            # By the board's own time: a press that was held up on the line is as old as it is.
            case ButtonPressed(_, at=at):
                self.press(max(0.0, (self._now() - at).total_seconds()))
            # A board that joins knows of no lamps: all of them are sent again.
            case BoardJoined():
                self._panel = None


def _seconds(count: float) -> timedelta:
    return timedelta(seconds=count)


def panel(contest: TileMatch, step: TileStep, *, is_blind: bool = False) -> Panel:
    """Both players' lamps say what the one in turn is to do; with two players each has an own."""
    is_open = contest.game is not None and contest.stage is TilePhase.TO_PLAY
    is_refused = isinstance(contest.rejected, HandedOver) or step.before is not None
    player = Pattern.FAST if is_refused else Pattern.SLOW if is_open else Pattern.OFF
    one = other = player
    if is_open and len(contest.players) == 2 and contest.game is not None:
        one, other = (player if contest.game.turn == seat else Pattern.OFF for seat in (0, 1))
    # Blind before asking: a camera that sees nothing has no question that could be answered.
    status = Pattern.FAST if is_blind else Pattern.SLOW if step.questions else Pattern.ON
    return Panel(one, other, status, WHITE)
