"""What a game says of itself to the loop that watches its table (`turbo.live.loop`)."""

from typing import Any, ClassVar

from turbo.board.link import Panel
from turbo.game.dice import Face
from turbo.game.editions import PieceKind
from turbo.game.observation import Observation
from turbo.live.dispatcher import Dispatcher
from turbo.live.findings import Findings
from turbo.live.perception import RunnerTuning
from turbo.live.tape import Seen
from vision.cameras.frames import Frame
from vision.mat.plan import Plan


class WatchedGame:
    """`LiveRunner` says it for dice, `TileRunner` for tiles."""

    piece: ClassVar[PieceKind]
    """What the matches are played with that this loop knows to watch."""
    confirms: ClassVar[type]
    """What its settler says of a table that is confirmed."""
    steps: ClassVar[type]
    """What its machine answers, and the empty answer of before the first look."""
    tunes: ClassVar[type] = RunnerTuning

    findings: Findings | None = None
    """What an audit of the pieces found, where they are followed one by one."""

    settler: Any
    """Turns looks into tables that are confirmed: `Settler` or `TileSettler`."""

    def _new_settler(self, plan: Plan) -> Any:
        """Numbers go on: a tap that names a die or tile of before must name none of these."""
        raise NotImplementedError

    def _next_id(self) -> int:
        """The number that the next new die or tile gets."""
        raise NotImplementedError

    def _new_dispatcher(self) -> Dispatcher:
        raise NotImplementedError

    def _lamps(self) -> Panel:
        """The lamps that are wished for now."""
        raise NotImplementedError

    def _fields(self) -> dict[str, Any]:
        """What lies there, as the session's view has it."""
        raise NotImplementedError

    def _is_free(self) -> bool:
        """Whether nothing lies there between two rounds."""
        raise NotImplementedError

    def _follow(self, plan: Plan, at_s: float, *, is_confirmed: bool) -> None:
        """The camera, the mat or a card was moved: places are counted by another plan."""
        raise NotImplementedError

    def _seen(self, frame: Frame, seen: Observation, *, moving: bool) -> Seen:
        raise NotImplementedError

    def _is_meant(self, number: int, was: Face) -> bool:
        """Whether a person's word about a die or a tile is about the one that lies there now."""
        raise NotImplementedError

    def _noted(self, table: Any) -> None:
        """A table that is confirmed, before anything is told of it."""
