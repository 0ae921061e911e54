"""What is known of each die: what lies there, what went out of sight, what people said of it."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Self

from turbo.game.dice import Face
from turbo.game.sets import Faces
from turbo.live.eighteen import Dice
from turbo.live.occlusion import StandingOccluder
from turbo.live.settling import RestingDie
from turbo.live.tracked_die import Episode, MissingDie, TrackedDie, chance_of
from vision.mat.plan import Zone


@dataclass(slots=True)
class DiceState:
    """All dice of the table, as `Account` keeps them."""

    edge_mm: float
    loose: float
    aside: float
    in_cup_s: float
    taken_s: float = 0.0
    """When the table was taken in last."""
    lying: dict[int, TrackedDie] = field(default_factory=dict)
    table_away: list[MissingDie] = field(default_factory=list)
    episodes: tuple[Episode, Episode] = field(default_factory=lambda: (Episode(), Episode()))
    unmatched: list[int] = field(default_factory=list)
    """Dice that nobody missed: the first throw of a round, or dice that were added."""
    leftover: set[int] = field(default_factory=set)
    """Dice that lay there before the round began."""
    answers: dict[int, Face] = field(default_factory=dict)
    """What people said about dice that lie there."""
    _arriving: list[frozenset[Face]] = field(default_factory=list)
    behind: tuple[StandingOccluder, ...] = ()
    """What stood there when a throw was told of which a die was out of sight: it lies behind."""
    turned: dict[int, Face] = field(default_factory=dict)
    """Dice that show another face without having been out of sight, with the face before."""
    covered: frozenset[int] = frozenset()
    """Dice, by number, that lie behind something: known to be there, and not seen."""
    swapped: tuple[tuple[int, int], ...] = ()
    """Dice, by number, that the table taken last has shown to be followed in each other's stead."""

    def copy(self) -> Self:
        """Tracked dice that may be changed: those in a state never are."""
        return replace(
            self,
            lying=dict(self.lying),
            table_away=list(self.table_away),
            episodes=(self.episodes[0].copy(), self.episodes[1].copy()),
            unmatched=list(self.unmatched),
            leftover=set(self.leftover),
            answers=dict(self.answers),
            turned=dict(self.turned),
        )

    @property
    def is_explained(self) -> bool:
        """Whether every die is where it belongs, with the face that it had."""
        return not self.has_moved and not self.turned

    @property
    def has_moved(self) -> bool:
        """Whether dice went or came that are not explained yet."""
        moves = (self.table_away, self.unmatched, *(one.taken for one in self.episodes))
        return any(moves) or any(one.arrived for one in self.episodes)

    @property
    def have_only_come(self) -> bool:
        """Whether none of those that lay there has gone, or shows another face."""
        return not (self.table_away or self.turned or any(one.taken for one in self.episodes))

    def owed(self, seat: int) -> int:
        """How many dice of the player are still out of sight."""
        episode = self.episodes[seat]
        return len(episode.taken) - len(episode.arrived)

    @property
    def dice(self) -> Dice:
        """All eighteen, each in one place. Of a hand of which dice went and others came, as many
        are missing as have not come: which of them, nobody can say, so the last that went."""
        lying = [known for id_, known in self.lying.items() if id_ not in self.leftover]
        missing = list(self.table_away)
        for seat, episode in enumerate(self.episodes):
            missing += episode.taken[len(episode.taken) - max(0, self.owed(seat)) :]
        return Dice.of(lying, missing, self.covered, self.unmatched)

    @property
    def _in_play(self) -> int:
        """Dice that lie there or are out of sight."""
        owed = sum(max(0, self.owed(seat)) for seat in (0, 1))
        return len(self.lying) + len(self.table_away) + owed

    @property
    def _missing(self) -> list[MissingDie]:
        return [away for episode in self.episodes for away in episode.taken]

    def _is_known(self, id_: int) -> bool:
        """Whether it is explained where the die comes from."""
        arrived = (id_ in episode.arrived for episode in self.episodes)
        return id_ not in self.leftover and id_ not in self.unmatched and not any(arrived)

    def hand(self, seat: int) -> list[TrackedDie]:
        """The player's dice that lie there, from left to right."""
        zone = Zone.hand(seat)
        mine = [k for k in self.lying.values() if k.owner is zone and k.id not in self.leftover]
        return sorted(mine, key=lambda known: known.place)

    def zone(self, seat: int) -> list[TrackedDie]:
        """The dice that lie before the player, whoever threw them, from left to right."""
        mine = [known for known in self.lying.values() if known.die.zone is Zone.hand(seat)]
        return sorted(mine, key=lambda known: known.place)

    def table(self) -> list[TrackedDie]:
        return [
            k for k in self.lying.values() if k.owner is Zone.TABLE and k.id not in self.leftover
        ]

    def restart(self, *, leftover: bool) -> None:
        """A new round: dice that lie there are left over from the one before, or taken up."""
        self.table_away.clear()
        self.episodes = (Episode(), Episode())
        self.turned.clear()
        self.behind = ()
        self.leftover = set(self.lying) if leftover else set()
        self.unmatched = []

    def begin_bare(self) -> None:
        """The table was bare: all that lies there came since."""
        self.restart(leftover=False)
        self.unmatched = list(self.lying)

    def agree(self, owner: Zone) -> None:
        """The dice of this owner are what the match says: none of them counts as turned, or as one
        of which nobody knows where it came from."""
        known = {id_ for id_, known in self.lying.items() if known.owner is owner}
        self.turned = {id_: face for id_, face in self.turned.items() if id_ not in known}
        self.unmatched = [id_ for id_ in self.unmatched if id_ not in known]

    def answer(self, id_: int, face: Face) -> None:
        """A person says what a die shows."""
        if id_ in self.lying:
            self.answers[id_] = face
            self.turned.pop(id_, None)
            self.lying[id_] = replace(self.lying[id_], face=face, tipped=None)

    def adopt(self, dice: list[TrackedDie], faces: Faces) -> None:
        """People's word on what these dice show: who is read otherwise gets the likeliest."""
        if len(dice) != len(faces):
            return
        left, open_dice = list(faces), []
        for known in dice:
            # Those that are read so keep their faces: people correct the few that are not.
            if known.face in left:
                left.remove(known.face)
            else:
                open_dice.append(known)
        for face in left:
            likeliest = max(open_dice, key=lambda known: chance_of(known.die, face))
            open_dice.remove(likeliest)
            self.answer(likeliest.id, face)

    def lay(self, ids: Iterable[int]) -> None:
        """These were laid after they had been thrown: they are where they lie."""
        for id_ in ids:
            self.lying[id_] = self._placed(replace(self.lying[id_], landed=None))

    def land(self, seat: int, ids: Iterable[int]) -> None:
        """These dice were thrown by the player: they belong to the hand where they lie."""
        for id_ in ids:
            known = self.lying[id_]
            self.lying[id_] = replace(
                known, owner=Zone.hand(seat), landed=known.place, landed_s=self.taken_s
            )
            self.turned.pop(id_, None)
            if id_ in self.unmatched:
                self.unmatched.remove(id_)

    def tip(self, ids: Iterable[int]) -> None:
        """A throw has tipped these: they count as they did, until they are set back or thrown."""
        for id_ in ids:
            known = self.lying[id_]
            self.lying[id_] = replace(known, face=self.turned.pop(id_), tipped=known.face)

    def place_moved(self, *, keep_landed: bool = False) -> None:
        """Dice were moved unseen: all belong to whoever they lie before, but for thrown ones that
        lie where they landed, if these are known."""
        self.restart(leftover=False)
        for id_, known in list(self.lying.items()):
            landed = known.landed if keep_landed else None
            self.lying[id_] = self._placed(replace(known, landed=landed))

    def _placed(self, known: TrackedDie) -> TrackedDie:
        """To whom it belongs where it lies now."""
        if known.landed is not None and math.dist(known.place, known.landed) > self._mm(self.loose):
            known = replace(known, landed=None)
        if known.landed is None and known.die.zone is not Zone.OUTSIDE:
            known = replace(known, owner=known.die.zone)
        return known

    def _face(self, die: RestingDie) -> Face:
        return self.answers.get(die.id, die.face)

    def _mm(self, edges: float) -> float:
        return edges * self.edge_mm
