"""A story as the words and the page know a table: what lies there, what is laid, what is missed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from turbo.game.dice import DICE, Face
from turbo.game.events import Rethrown, Thrown
from turbo.game.layout import Layout
from turbo.game.match import Match
from turbo.game.sets import Faces
from turbo.live.belief.hypothesis import Hypothesis, OpenThrow
from turbo.live.body import BAG, TABLE, Body, faces_of, from_left, lies_there
from turbo.live.laying import FLAT, Laid, laid_of, laid_table
from turbo.live.snapshot import RestingDie
from vision.mat.plan import Zone
from vision.reading.grid import LayoutTuning


@dataclass(frozen=True)
class TableView:
    """All dice of a table, by one story."""

    bodies: tuple[Body, ...] = ()
    extra: tuple[RestingDie, ...] = ()
    leftover: frozenset[int] = frozenset()
    """Dice, by number, that lay there before the round began."""
    untold: tuple[int, ...] = ()
    """Whose first throw is still to be told: nobody knows yet where these dice come from."""
    coming: tuple[int, float] | None = None
    """Whose throw is not told yet, and since when it comes out of the cup."""
    layouts: LayoutTuning = FLAT

    @cached_property
    def lying(self) -> dict[int, Body]:
        """Every die that lies there, by number, whether it is one of the eighteen or not."""
        mine = (b for b in self.bodies if b.is_there and b.owner != BAG)
        return {body.id: body for body in (*mine, *map(lies_there, self.extra))}

    @cached_property
    def away(self) -> tuple[Body, ...]:
        """Dice of hands and table that are out of sight."""
        return tuple(b for b in self.bodies if b.die and b.owner != BAG and not b.is_there)

    @cached_property
    def laid(self) -> Laid:
        known = _LAID.get(id(self.bodies))
        if known is not None and known[0] is self.bodies and known[1:3] == self._beside:
            return known[3]
        if len(_LAID) > 200:
            _LAID.clear()
        laid = laid_table(self.counted, self.layouts)
        _LAID[id(self.bodies)] = (self.bodies, *self._beside, laid)
        return laid

    @property
    def _beside(self) -> tuple[tuple[RestingDie, ...], frozenset[int]]:
        return self.extra, self.leftover

    @property
    def counted(self) -> list[Body]:
        """Those of this round."""
        return [body for id_, body in self.lying.items() if id_ not in self.leftover]

    @cached_property
    def unmatched(self) -> tuple[int, ...]:
        """Dice that nobody missed: the first throw of a round, or dice that were added."""
        new = (b.id for b in self.bodies if b.is_there and b.owner in self.untold)
        return (*new, *(die.id for die in self.extra if die.id not in self.leftover))

    @cached_property
    def arrived(self) -> frozenset[int]:
        """Dice, by number, that came to light and are not told yet, or cannot be read again."""
        return frozenset(b.id for b in self.bodies if b.is_there and self._has_arrived(b))

    def _has_arrived(self, body: Body) -> bool:
        seat, since_s = self.coming or (None, 0.0)
        is_thrown = body.is_seen and body.owner == seat and body.cast_s >= since_s
        return is_thrown or (body.lost is not None and body.seat is not None)

    @property
    def is_explained(self) -> bool:
        """Whether every die is where it belongs, with the face that it had."""
        is_turned = any(body.was is not None for body in self.lying.values())
        return not (self.away or self.unmatched or self.arrived or is_turned)

    @property
    def are_all_there(self) -> bool:
        """Whether all eighteen lie there, and nothing else."""
        return len(self.counted) == DICE

    def missed_by(self, body: Body) -> set[Face]:
        """What this one may show: what dice showed that are out of sight, or were moved and cannot
        be read any more. Those of the table stay in the middle."""
        is_inside = body.zone is Zone.TABLE
        away = (b.face for b in self.away if is_inside or b.owner != TABLE)
        lost = (b.lost for b in self.lying.values() if b.lost is not None and b.owner != TABLE)
        return {face for face in (*away, *lost) if not face.is_unread}

    def owed(self, owner: int) -> int:
        """How many dice of a hand, or of the table, are out of sight."""
        return sum(body.owner == owner for body in self.away)

    def hand(self, seat: int) -> list[Body]:
        """The player's dice that lie there, from left to right."""
        return from_left(body for body in self.counted if body.owner == seat)

    def own(self, seat: int) -> list[Body]:
        """The same without those that others were laid against."""
        laid = self.laid.ids
        return [body for body in self.hand(seat) if body.id not in laid]

    def by_zones(self) -> tuple[tuple[Faces, Faces], Layout]:
        """Hands and table as somebody would see them who knows of no throw."""
        laid = laid_table([replace(body, landed=None) for body in self.counted], self.layouts)
        free = self.lying.keys() - laid.ids
        one, other = (
            faces_of(
                from_left(b for b in map(self.lying.get, free) if b and b.zone is Zone.hand(seat))
            )
            for seat in (0, 1)
        )
        return (one, other), laid.layout

    def named(self, faces: Mapping[int, Face]) -> "TableView":
        """The same where dice, by number, show what people say."""
        bodies = (replace(b, face=faces.get(b.id, b.face)) for b in self.bodies)
        return replace(self, bodies=tuple(bodies))


_LAID: dict[int, tuple[tuple[Body, ...], tuple[RestingDie, ...], frozenset[int], Laid]] = {}


def view_of(story: Hypothesis, leftover: frozenset[int] = frozenset()) -> TableView:
    now, rnd = story.open, story.match.round
    is_coming = now is not None and now.cup is not None and rnd is not None
    coming = (now.seat, now.at_s) if now is not None and is_coming else None
    untold = tuple(_untold(story.match))
    return TableView(story.bodies, story.extra, leftover, untold, coming, story.layouts)


def _untold(match: Match) -> list[int]:
    rnd, event = match.round, match.waiting
    waits = event.player if isinstance(event, Thrown | Rethrown) else None
    due = () if rnd is None else (seat for seat in (0, 1) if rnd.hands[seat] is None)
    return [seat for seat in due if match.players[seat] != waits]


def laid_before(story: Hypothesis, thrown: OpenThrow) -> Layout:
    """What was laid before a throw: it lay as it was seen last, or has come to light since. What
    could not be read then shows what is read by now, or what it showed if nobody has laid it."""
    bodies = []
    for was, now in zip(thrown.before, story.bodies, strict=True):
        body = was if was.owner == TABLE and was.is_there else now
        if body.face.is_unread:
            body = replace(body, face=now.known if body.laid_by is None else now.face)
        if body.owner == TABLE and body.is_there and body.laid_by != thrown.seat:
            bodies.append(body)
    return table_of(bodies, story.layouts)


def table_of(bodies: Iterable[Body], layouts: LayoutTuning) -> Layout:
    """What is laid, of the eighteen dice alone."""
    return laid_of(list(bodies), layouts).layout
