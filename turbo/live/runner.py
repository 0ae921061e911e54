"""The loop of a table with dice (`turbo.live.loop`): hands and seats, throws, cups and findings."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from turbo.board.link import BoardEvent, CupPoured, CupShaken, Link, Panel
from turbo.board.wire import Button
from turbo.game.dice import DiceSet, Face
from turbo.game.editions import PieceKind
from turbo.game.events import AnyEvent, Event, Rethrown, Ruling, Thrown
from turbo.game.observation import Observation
from turbo.live.dispatcher import BY, Dispatcher, LiveTable
from turbo.live.findings import ConfirmedTable, Findings
from turbo.live.governor import Governor
from turbo.live.inputs import BeginHere, Choice, CupHeard, Decided
from turbo.live.laying import island_places
from turbo.live.loop import LiveLoop
from turbo.live.machine import StepResult
from turbo.live.perception import Perception, RunnerTuning, Throw
from turbo.live.presenter import panel
from turbo.live.settling import Settler, Snapshot
from turbo.live.tape import Seen
from turbo.storage.roll_book import Rolls
from turbo.storage.session import Session, utc_now
from vision.cameras.frames import Camera, Frame
from vision.mat.plan import Plan

MOST_SILENT_S = 10.0
"""A camera that is silent for so long was said to be lost before: more is a clock that was set."""


class LiveRunner(LiveLoop):
    """Watches a table with dice."""

    piece, confirms, steps = PieceKind.DIE, Snapshot, StepResult
    settler: Settler
    findings: Findings
    _step: StepResult

    def __init__(
        self,
        session: Session,
        camera: Camera,
        perception: Perception,
        plan: Plan,
        *,
        link: Link | None = None,
        own: DiceSet | None = None,
        tuning: RunnerTuning | None = None,
        threw: Callable[[Throw], None] | None = None,
        ruled: Callable[[Event, Ruling], None] | None = None,
        ended: tuple[type[Exception], ...] = (),
        now: Callable[[], datetime] = utc_now,
        book: Rolls | None = None,
        governor: Governor | None = None,
    ) -> None:
        self.findings = Findings(self._encoded, book=book)
        self.settled: Snapshot | None = None
        self._threw, self._own = threw, own
        self._swapped = self._paused = False
        super().__init__(
            session, camera, perception, plan, tuning=tuning, link=link,
            ruled=ruled, ended=ended, now=now, governor=governor,
        )  # fmt: skip

    def _new_settler(self, plan: Plan) -> Settler:
        before, made = getattr(self, "settler", None), Settler(plan, self.tuning.settle)
        if before is not None:
            made.tracker.next_id = before.tracker.next_id
        return made

    def _next_id(self) -> int:
        return self.settler.tracker.next_id

    def _new_dispatcher(self) -> Dispatcher:
        plan = self.settler.plan
        table = LiveTable(
            plan.edge_mm, self.tuning.live, is_measured=not plan.is_presumed, own=self._own
        )
        return Dispatcher(table, self._keeper, self._emitted)

    # The board.

    def _heard(self, event: BoardEvent) -> None:
        if isinstance(event, CupShaken | CupPoured):
            heard = CupHeard(self._at_s)
            self.recording.add(heard)
            self._drive_input(heard)
        super()._heard(event)

    def _seat_of(self, button: Button) -> int | None:
        if button is Button.REFEREE:
            return None
        seat = int(button is Button.PLAYER_2)
        return 1 - seat if self._swapped else seat

    @property
    def _by_now_s(self) -> float:
        """The time of the pictures, also where none came for a while: a press is not judged by a
        table that was seen seconds before it. What is simulated has its own time."""
        silent_s = (self._now() - self._looked).total_seconds()
        is_real = self.frame is not None and not self.camera.simulated
        is_silent = is_real and silent_s >= self.tuning.live.blind_s
        return self._at_s + (min(silent_s, MOST_SILENT_S) if is_silent else 0.0)

    # Looking.

    def _seen(self, frame: Frame, seen: Observation, *, moving: bool) -> Seen:
        things = () if self.perception.watch is None else self.perception.watch.things(seen)
        return Seen(frame.at_s, seen, any(thing.disturbs for thing in things), things)

    def _is_watching(self) -> bool:
        """While paused nothing is fed; afterwards the dice are compared with the match anew."""
        watching = super()._is_watching() and not self.session.paused
        # Dice may lie otherwise after a pause, or after a lesson with other dice.
        if watching and self._paused:
            self._begin_anew(self.settler.plan)
        self._paused = not watching
        return watching

    def _noted(self, table: Snapshot) -> None:
        self.settled = table

    def _confirm(self, table: Snapshot) -> None:
        super()._confirm(table)
        if self.frame is not None:
            confirmed, match = ConfirmedTable(table, self.frame.image), self._match or 0
            self.findings.look(self._step.notices, confirmed, match)

    def _is_free(self) -> bool:
        return self.session.history.match.round is None and not self.settler.tracker.tracks

    def _follow(self, plan: Plan, at_s: float, *, is_confirmed: bool) -> None:
        self.settler.relocate(plan.swapped() if self._swapped else plan, is_confirmed=is_confirmed)

    def _emitted(self, event: AnyEvent, ruling: Ruling, step: StepResult) -> None:
        super()._emitted(event, ruling, step)
        if self._threw is None or self.frame is None or self.settled is None:
            return
        if len(self._backlog) > 1:
            return  # what is told late lies otherwise by now: its picture would be another's
        if isinstance(event, Thrown | Rethrown):
            dice = tuple(die for die in self.settled.dice if die.id in step.landed)
            entry, number = self.session.history.entries[-1].number, self.session.match_number
            assert number is not None
            self._threw(Throw(event, ruling, entry, dice, self.frame, number))

    # Showing.

    def _lamps(self) -> Panel:
        return panel(self.session.history.match, self.session.view)

    def _fields(self) -> dict[str, Any]:
        step, places = self._step, island_places(self._step.state.view.laid, self.settler.plan)
        return {
            "hands": step.hands,
            "numbers": step.numbers,
            "places": places,
            "rivals": step.rivals,
        }

    def _pictured(self) -> dict[str, Any]:
        return {
            "observation": self.observation,
            "followed": self.settler.tracker.numbers_of(self.observation),
        }

    # Orders, from any thread.

    def decide(self, choice: Choice, by: str = BY) -> None:
        self.order(lambda: self._input(Decided(self._by_now_s, choice), by))

    def begin_here(self, starter: str, by: str = BY) -> None:
        self.order(lambda: self._input(BeginHere(self._by_now_s, starter), by))

    def _is_meant(self, number: int, was: Face) -> bool:
        return bool(self._drive.table.face_of(number) == was)

    def swap_seats(self) -> None:
        self.order(self._swap)

    def _swap(self) -> None:
        self._swapped = not self._swapped
        self._begin_anew(self.settler.plan.swapped())

    def _replan(self, plan: Plan) -> None:
        super()._replan(plan.swapped() if self._swapped else plan)

    def learn(self, own: DiceSet, plan: Plan | None) -> None:
        """The user's own dice are known from now on, and with their edge another plan."""

        def learned() -> None:
            self._own = own
            if plan is None:
                self._begin_anew(self.settler.plan)
            else:
                self._replan(plan)

        self.order(learned)
