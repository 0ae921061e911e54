"""The loop of a table with tiles (`turbo.live.loop`): read when still, judged when pressed."""

from dataclasses import replace
from typing import Any

from turbo.board.link import Panel
from turbo.board.wire import Pattern
from turbo.game.dice import Face
from turbo.game.editions import PieceKind
from turbo.game.events import AnyEvent, HandedOver, Ruling
from turbo.game.layout import Layout
from turbo.game.observation import Observation
from turbo.live.dispatcher import BY, Dispatcher
from turbo.live.governor import GovernorTuning
from turbo.live.inputs import PressedButton
from turbo.live.loop import LiveLoop
from turbo.live.perception import PerceptionGlance
from turbo.live.presenter import BLIND, UNSURE, WHITE
from turbo.live.tape import Seen
from turbo.live.tiles.laid import Laid, as_they_lie, layout_of
from turbo.live.tiles.machine import TileStep, TileTable, TileTuning
from turbo.live.tiles.settling import TilesDisturbed, TileSettler, TilesSettled
from turbo.storage.session import LiveView
from turbo.tiles.match import TileMatch, TilePhase
from vision.cameras.frames import Frame
from vision.mat.plan import Plan

TILE_PACE = GovernorTuning(seldom_hz=1.5, often_hz=2.0, lost_hz=0.0)
"""Tiles do not roll: a table is confirmed by three looks that agree, which takes two seconds."""


class TileRunner(LiveLoop):
    """Watches a table with tiles."""

    piece, confirms, steps = PieceKind.TILE, TilesSettled, TileStep
    settler: TileSettler
    _step: TileStep
    before_picture: bytes | None = None
    """The table as it lay when the last turn ended."""
    _pressed_over: Layout | None = None
    """The table of the last press, until something was told of it."""

    @property
    def table(self) -> TileTable:
        found: TileTable = self._drive.table
        return found

    @property
    def asked(self) -> Laid:
        """The tiles that people are asked about now."""
        return self.table.asked

    def _new_settler(self, plan: Plan) -> TileSettler:
        before, made = getattr(self, "settler", None), TileSettler(plan)
        if before is not None:
            made.next_id = before.next_id
        return made

    def _next_id(self) -> int:
        return self.settler.next_id

    def _new_dispatcher(self) -> Dispatcher:
        table = TileTable(is_paused=lambda: self.session.paused)
        return Dispatcher(table, self._keeper, self._emitted)

    def _input(self, happened: Any, by: str = BY) -> None:
        # A button is nobody's own here. Who gets no answer, since nothing can be written down,
        # presses again, and that would be told as the next one's draw as soon as there is room.
        if isinstance(happened, PressedButton) and self.settler.is_settled:
            lying = layout_of(self.settler.confirmed.tiles if self.settler.confirmed else ())
            if "disk-full" in self.words and lying == self._pressed_over:
                self.presenter.beep(UNSURE)
                return
            self._pressed_over = lying
        super()._input(happened, by)

    def _emitted(self, event: AnyEvent, ruling: Ruling, step: Any) -> None:
        self._pressed_over = None
        super()._emitted(event, ruling, step)

    # Looking.

    def _read(self, frame: Frame, glance: PerceptionGlance | None) -> Observation:
        # Reading is what costs: a table that lies still is not read at every picture.
        moving = glance is not None and glance.moving
        if not moving and self.settler.wants_look(frame.at_s):
            return self.perception.read(frame.image)
        height, width = frame.image.shape[:2]
        return self.observation or Observation((), width, height, are_tiles=True)

    def _note_pace(self, began_s: float, cpu_s: float, *, is_moving: bool) -> None:
        # By pictures that were read: the others cost next to nothing, on any machine.
        if self.read_frame is self.frame:
            super()._note_pace(began_s, cpu_s, is_moving=is_moving)

    def _seen(self, frame: Frame, seen: Observation, *, moving: bool) -> Seen:
        watch, is_look = self.perception.watch, self.settler.wants_look(frame.at_s)
        things = () if watch is None or moving or not is_look else watch.things(seen)
        return Seen(frame.at_s, seen, moving, things)

    def _is_free(self) -> bool:
        match, confirmed = self.session.tiles.match, self.settler.confirmed
        return match.game is None and (confirmed is None or not confirmed.tiles)

    def _follow(self, plan: Plan, at_s: float, *, is_confirmed: bool) -> None:
        self.settler.replan(plan)
        self._drive_input(TilesDisturbed(at_s))

    def _drive_input(self, happened: Any, by: str = BY) -> None:
        known = self.table.state.known
        super()._drive_input(happened, by)
        if self.table.state.known != known and self.frame is not None:
            self.before_picture = self._encoded(self.frame.image) or self.before_picture

    def _is_meant(self, number: int, was: Face) -> bool:
        is_asked = any(tile.id == number for tile in self.asked)
        return is_asked or self.table.face_of(number) == was

    @property
    def live_tuning(self) -> TileTuning:
        return self.table.tuning

    def pictures(self) -> dict[str, bytes]:
        """How it lay when the turn began, and when it was ruled on."""
        now = b"" if self.frame is None else self._encoded(self.frame.image)
        found = {"before": self.before_picture or b"", "after": now}
        return {side: jpeg for side, jpeg in found.items() if jpeg}

    # Showing.

    def _lamps(self) -> Panel:
        return tile_panel(self.session.tiles.match, self._step, self.session.view)

    def _fields(self) -> dict[str, Any]:
        """The tiles as they lie. While hands are at the table it is drawn as it was seen last: it
        would go bare and come back with every reach."""
        laid = self.table.state.laid
        if laid is None:
            view = self.session.view
            return {"table": view.table, "numbers": view.numbers, "places": view.places}
        numbers, places = as_they_lie(laid)
        return {"numbers": numbers, "places": places}

    def _pictured(self) -> dict[str, Any]:
        """No tiles while hands are at the table: nothing of what was read is known to lie there."""
        seen, laid = self.observation, self.table.state.laid
        return {"observation": replace(seen, dice=()) if seen and laid is None else seen}


def tile_panel(match: TileMatch, step: TileStep, view: LiveView) -> Panel:
    """Both players' lamps say what the one in turn is to do; with two players each has an own."""
    is_open = match.game is not None and match.stage is TilePhase.TO_PLAY
    is_refused = isinstance(match.rejected, HandedOver) or step.before is not None
    player = Pattern.FAST if is_refused else Pattern.SLOW if is_open else Pattern.OFF
    one = other = player
    if is_open and len(match.players) == 2 and match.game is not None:
        one, other = (player if match.game.turn == seat else Pattern.OFF for seat in (0, 1))
    # Blind before asking: a camera that sees nothing has no question that could be answered.
    is_blind = any(notice.key in BLIND for notice in view.notices)
    status = Pattern.FAST if is_blind else Pattern.SLOW if step.questions else Pattern.ON
    return Panel(one, other, status, WHITE)
