"""A story: the match as it would stand, and where each of the eighteen dice is in it."""

from dataclasses import dataclass, replace

from turbo.errors import TurboError
from turbo.game.dice import DICE
from turbo.game.events import Event
from turbo.game.match import Match
from turbo.game.sets import Faces
from turbo.live.body import Body
from turbo.live.laying import FLAT
from turbo.live.snapshot import RestingDie
from turbo.live.state import foreseen
from vision.reading.grid import LayoutTuning


@dataclass(frozen=True, slots=True)
class Perhaps:
    """A throw whose faces all came up as before: it counts once the player acts on it."""

    cup: Faces
    at_s: float


@dataclass(frozen=True, slots=True)
class OpenThrow:
    """A throw that is not told yet."""

    seat: int
    at_s: float
    cup: Faces | None
    """What its dice showed before; None where it is the first of the round."""
    owed: frozenset[int]
    """Dice, by their place among the eighteen, that have not come out of the cup yet."""
    before: tuple[Body, ...]
    """All dice as they lay before."""
    count: int
    is_again: bool = False
    is_around: bool = False
    """Whether both have passed since, which nobody saw."""
    was_kept: bool = False
    """Whether one of them had been left alone by the throw before."""
    lay_badly: bool = False
    had_laid: bool = False
    """Whether its player had laid dice before in the same turn."""
    was_unseen: bool = False
    """Whether nobody has seen one of them since the throw before: they are of that throw."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    match: Match
    """As it stands once what is pending has been told."""
    bodies: tuple[Body, ...]
    pending: tuple[Event, ...] = ()
    log_weight: float = 0.0
    open: OpenThrow | None = None
    extra: tuple[RestingDie, ...] = ()
    """What lies there and is none of the eighteen."""
    poured: tuple[RestingDie, ...] = ()
    """What lay there before the round began, and lies there no more as it lay."""
    perhaps: tuple[Perhaps | None, Perhaps | None] = (None, None)
    cast_s: tuple[float, float] = (0.0, 0.0)
    showed: tuple[Faces, Faces] = ((), ())
    """What the dice of each player's last throw have shown since, of each face as many as at once:
    which die that was is all one, for what it has hit is set back."""
    odd: int = 0
    """How many dice are not where its own match has them: what that costs is paid once."""
    layouts: LayoutTuning = FLAT
    """How what is laid is read: without a mat the view may be tilted."""
    differs: int | None = None
    """Whose throw was told otherwise than this story has it."""

    def __post_init__(self) -> None:
        if len(self.bodies) != DICE:
            raise TurboError(f"expected {DICE} dice, got {len(self.bodies)}")
        tracks = [body.die.id for body in self.bodies if body.is_seen and body.die is not None]
        if len(set(tracks)) != len(tracks):
            raise TurboError(f"expected every die in one place, got {tracks}")

    def of(self, owner: int) -> list[Body]:
        return [body for body in self.bodies if body.owner == owner]

    def after(self, event: Event, refused: float = 0.0) -> "Hypothesis":
        ruling = foreseen(self.match, event)
        return replace(
            self.under(self.match.after(event, ruling)),
            pending=(*self.pending, event),
            log_weight=self.log_weight - (refused if ruling.verdict == "rejected" else 0.0),
        )

    def under(self, match: Match) -> "Hypothesis":
        """The same dice under another match. When a turn is over, who goes on agrees to what lies
        there; but the dice of a throw that is not told yet are none of that."""
        was, now = self.match.round, match.round
        if was is None or now is None or was.turn == now.turn:
            return replace(self, match=match)
        seat = None if self.open is None else self.open.seat
        done = (
            replace(
                b,
                laid_by=None if b.laid_by != seat else seat,
                hit=b.hit if b.owner == seat else None,
            )
            if b.laid_by is not None or b.hit is not None
            else b
            for b in self.bodies
        )
        one, other = self.showed
        showed = (one if seat == 0 else (), other if seat == 1 else ())
        return replace(self, match=match, bodies=tuple(done), showed=showed)

    @property
    def lying(self) -> object:
        """Whose dice lie where, and what they show."""
        return sorted((body.owner, str(body.face), body.id) for body in self.bodies)

    @property
    def key(self) -> object:
        """Two stories with the same key are one: equal dice of one owner may change places."""
        owed = frozenset[int]() if self.open is None else self.open.owed
        dice = sorted(
            (b.owner, "" if i in owed else str(b.face), b.die.id if b.die and b.is_seen else -1)
            for i, b in enumerate(self.bodies)
        )
        opened = None if self.open is None else (self.open.seat, self.open.is_around)
        # By the present and not by how it came about: else two ways to one end would both stay.
        return standing(self.match), tuple(dice), opened


def standing(match: Match) -> object:
    """A match as it stands: by this two events tell the same that lead to it."""
    rnd = match.round
    hands = None if rnd is None else tuple(_sorted(hand) for hand in rnd.hands)
    now = None if rnd is None else (rnd.turn, rnd.phase, rnd.turns, rnd.blanks, hands)
    table = () if rnd is None else _sorted(rnd.table.faces)
    return now, table, len(match.results), _look(match.waiting), _look(match.rejected)


def _look(event: Event | None) -> object:
    """An event by what people see of it: in which order its dice came is none of that."""
    layout = getattr(event, "layout", None)
    faces = getattr(event, "hand", None), None if layout is None else layout.faces
    return type(event), getattr(event, "player", None), *map(_sorted, faces)


def _sorted(faces: Faces | None) -> tuple[str, ...] | None:
    return None if faces is None else tuple(sorted(map(str, faces)))
