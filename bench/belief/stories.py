"""A story: the match as it would stand, and where each of the eighteen dice is in it."""

from dataclasses import dataclass, replace

from turbo.errors import TurboError
from turbo.game.dice import DICE, UNREAD, Face
from turbo.game.events import Event, Verdict
from turbo.game.match import Match
from turbo.game.observation import Point
from turbo.live.snapshot import RestingDie
from turbo.live.state import foreseen

HANDS, TABLE, BAG = (0, 1), 2, 3


@dataclass(frozen=True, slots=True)
class Body:
    """One of eighteen: whose it is, what it shows, and how it was seen last."""

    owner: int
    face: Face = UNREAD
    die: RestingDie | None = None
    landed: Point | None = None
    """Where it came to lie when it was thrown, until it is moved from there."""
    is_seen: bool = False
    is_covered: bool = False
    """Something stands where it lay."""

    @property
    def is_there(self) -> bool:
        """Whether it is known where it lies."""
        return self.is_seen or self.is_covered

    @property
    def place(self) -> Point | None:
        return None if self.die is None else (self.die.x_mm, self.die.y_mm)


@dataclass(frozen=True, slots=True)
class Told:
    event: Event
    at_s: float


@dataclass(frozen=True, slots=True)
class Story:
    match: Match
    bodies: tuple[Body, ...]
    events: tuple[Told, ...] = ()
    log_weight: float = 0.0
    open_throw: int | None = None
    """Who has thrown dice of which not all are read yet."""
    terms: tuple[tuple[str, float], ...] = ()

    def __post_init__(self) -> None:
        if len(self.bodies) != DICE:
            raise TurboError(f"expected {DICE} dice, got {len(self.bodies)}")
        tracks = [body.die.id for body in self.bodies if body.is_seen and body.die is not None]
        if len(set(tracks)) != len(tracks):
            raise TurboError(f"expected every die in one place, got {tracks}")

    def of(self, owner: int) -> list[Body]:
        return [body for body in self.bodies if body.owner == owner]

    def after(self, event: Event, at_s: float, refused: float) -> "Story":
        ruling = foreseen(self.match, event)
        cost = refused if ruling.verdict is Verdict.REJECTED else 0.0
        return replace(
            self,
            match=self.match.after(event, ruling),
            events=(*self.events, Told(event, at_s)),
            log_weight=self.log_weight - cost,
        )

    @property
    def key(self) -> object:
        """Two stories with the same key are one: equal dice of one owner may change places."""
        dice = sorted(
            (body.owner, str(body.face), body.die.id if body.die and body.is_seen else -1)
            for body in self.bodies
        )
        rnd = self.match.round
        now = (
            None
            if rnd is None
            else (
                rnd.turn,
                rnd.phase,
                rnd.turns,
                rnd.blanks,
                tuple(
                    None if hand is None else tuple(sorted(map(str, hand))) for hand in rnd.hands
                ),
                tuple(sorted(map(str, rnd.table.faces))),
            )
        )
        return now, len(self.match.results), tuple(dice), self.open_throw
