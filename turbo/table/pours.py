"""Throws without a game: every time dice come out, whoever throws them and however many.

Dice that are only moved are told from thrown ones as in a match: they come to light soon, with the
faces that they had. Where that errs, the throw is struck out by a person.
"""

from collections import Counter
from dataclasses import dataclass, field

from turbo.game.dice import Face
from turbo.table.settling import SettledDie, TableSettled
from turbo.table.tuning import LiveTuning


@dataclass(slots=True)
class Capture:
    """Feed every believed table; the answer are the dice that were thrown, if any were."""

    tuning: LiveTuning = field(default_factory=LiveTuning)
    lying: dict[int, SettledDie] = field(default_factory=dict)
    away: dict[int, tuple[SettledDie, float]] = field(default_factory=dict)
    has_begun: bool = False

    def take(self, table: TableSettled) -> tuple[SettledDie, ...]:
        now = {die.id: die for die in table.dice}
        left = dict(table.left_s)
        for id_ in [id_ for id_ in self.lying if id_ not in now]:
            self.away[id_] = (self.lying[id_], left.get(id_, table.at_s))
        came = [die for id_, die in now.items() if id_ not in self.lying]
        came = [die for die in came if self.away.pop(die.id, None) is None]
        self.lying, begun = now, self.has_begun
        self.has_begun = True
        if not came or not begun or self._were_moved(came):
            return ()
        self.away.clear()
        return tuple(sorted(came, key=lambda die: (die.x_mm, die.y_mm)))

    def _were_moved(self, came: list[SettledDie]) -> bool:
        """Whether these are dice that went just now, with the faces that they had."""
        gone = Counter[Face](die.face for die, _ in self.away.values())
        if any(die.face.is_unread for die in came) or Counter(d.face for d in came) - gone:
            return False
        last_s = max(left_s for _, left_s in self.away.values())
        if min(die.since_s for die in came) - last_s >= self.tuning.in_cup_s:
            return False
        for die in came:
            self.away.pop(next(i for i, (d, _) in self.away.items() if d.face == die.face))
        return True
