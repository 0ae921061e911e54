"""A hypothesis as the words and the page know a table: what lies there, what went out of sight,
what people said of it."""

from dataclasses import dataclass, field, replace

from turbo.game.dice import DICE, Face
from turbo.live.tracked_die import Episode, TrackedDie
from vision.mat.plan import Zone


@dataclass(slots=True)
class TrackedDice:
    """All dice of the table."""

    edge_mm: float
    lying: dict[int, TrackedDie] = field(default_factory=dict)
    table_away: list[TrackedDie] = field(default_factory=list)
    episodes: tuple[Episode, Episode] = field(default_factory=lambda: (Episode(), Episode()))
    unmatched: list[int] = field(default_factory=list)
    """Dice that nobody missed: the first throw of a round, or dice that were added."""
    leftover: set[int] = field(default_factory=set)
    """Dice that lay there before the round began."""
    answers: dict[int, Face] = field(default_factory=dict)
    """What people said about dice that lie there."""
    turned: dict[int, Face] = field(default_factory=dict)
    """Dice that show another face without having been out of sight, with the face before."""
    covered: frozenset[int] = frozenset()
    """Dice, by number, that lie behind something: known to be there, and not seen."""

    @property
    def is_explained(self) -> bool:
        """Whether every die is where it belongs, with the face that it had."""
        moves = (self.table_away, self.unmatched, *(one.taken for one in self.episodes))
        return not any(moves) and not any(one.arrived for one in self.episodes) and not self.turned

    def owed(self, seat: int) -> int:
        """How many dice of the player are still out of sight."""
        episode = self.episodes[seat]
        return len(episode.taken) - len(episode.arrived)

    @property
    def are_all_there(self) -> bool:
        """Whether all eighteen lie there, and nothing else."""
        return len(self.lying.keys() - self.leftover) == DICE

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

    def restart(self) -> None:
        """A round begins with the dice that lie there."""
        self.table_away.clear()
        self.episodes = (Episode(), Episode())
        self.turned.clear()
        self.leftover, self.unmatched = set(), []

    def answer(self, id_: int, face: Face) -> None:
        """A person says what a die shows."""
        if id_ in self.lying:
            self.answers[id_] = face
            self.turned.pop(id_, None)
            self.lying[id_] = replace(self.lying[id_], face=face, tipped=None)
