"""A match that is written down, acted at the twin's table: faces and plays as the record says.

The dice are made for it: a die's sides are the faces that it shows in one throw after the other.
How it is acted (habits, where dice come to lie, what they shove) is another matter.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from turbo.errors import TurboError
from turbo.game.dice import DICE, HAND, Face
from turbo.game.events import HandedOver, Passed, RoundStarted, Thrown
from turbo.game.layout import Layout
from turbo.game.record import Record
from turbo.twin.hands import Motions
from turbo.twin.inventory import SIDES, Inventory, TwinDie
from turbo.twin.script import Script
from turbo.twin.table import TableMotion

FILLER = Face.parse("k1")
"""On sides that never come up."""


@dataclass(frozen=True, slots=True)
class StageStep:
    """One thing that is done: a throw of these dice to these sides, a play, or neither: a pass."""

    seat: int
    sides: dict[int, int] | None = None
    layout: Layout | None = None


class PlayedDice:
    """A record of one round worked out: which die is thrown when, and what is on its sides."""

    def __init__(self, text: str) -> None:
        record = Record.parse(text)
        self.names = record.players
        self.hands = (list(range(HAND)), list(range(HAND, DICE)))
        self.starter = 0
        self.steps: list[StageStep] = []
        self._faces: list[list[Face]] = [[] for _ in range(DICE)]
        self._left = (list(self.hands[0]), list(self.hands[1]))
        self._table, self._turn = Layout(()), 0
        for statement in record.statements:
            self._take(statement.event)

    @property
    def inventory(self) -> Inventory:
        full = ([*faces, *[FILLER] * (SIDES - len(faces))] for faces in self._faces)
        return Inventory(tuple(TwinDie(tuple(faces)) for faces in full))

    def _take(self, event: object) -> None:
        match event:
            case RoundStarted(starter=starter):
                self.starter = self._turn = self.names.index(starter)
            case Thrown(player=player, hand=hand):
                self._turn = self.names.index(player)
                self.steps.append(StageStep(self._turn, self._sides(self._turn, hand)))
            case HandedOver(layout=layout):
                self._lay(layout)
                self.steps.append(StageStep(self._turn, layout=layout))
            case Passed():
                self.steps.append(StageStep(self._turn))
            case _:
                raise TurboError(f"expected throws, tables and passes to be acted, got {event}")

    def _sides(self, seat: int, hand: Sequence[Face]) -> dict[int, int]:
        """Dice that show a face of the new hand already are kept; the others are thrown."""
        new, sides = list(hand), dict[int, int]()
        thrown = []
        for die in self._left[seat]:
            if self._faces[die] and self._faces[die][-1] in new:
                new.remove(self._faces[die][-1])
            else:
                thrown.append(die)
        if len(thrown) != len(new):
            raise TurboError(f"expected {len(self._left[seat])} dice to be thrown, got {len(hand)}")
        for die, face in zip(thrown, new, strict=True):
            sides[die] = len(self._faces[die])
            self._faces[die].append(face)
        return sides

    def _lay(self, layout: Layout) -> None:
        added = Counter(layout.dice.values()) - Counter(self._table.dice.values())
        for face in added.elements():
            mine = self._left[self._turn]
            mine.remove(next(die for die in mine if self._faces[die][-1] == face))
        self._table = layout


class Stage:
    """The record on a table: `motions` act it from a bare table to the last line."""

    def __init__(self, played: PlayedDice, script: Script, quiet_s: float) -> None:
        self.played, self.script, self.quiet_s = played, script, quiet_s

    def motions(self) -> Motions:
        script, played = self.script, self.played
        yield TableMotion(script.pace.before_s)
        script.state.hands = (list(played.hands[0]), list(played.hands[1]))
        script.ledger.round_begun(played.starter, script.things.clock_s)
        for step in played.steps:
            if step.sides is not None:
                yield from self._throw(step.seat, step.sides)
            else:
                yield from self._end_turn(step.seat, step.layout)
        yield TableMotion(self.quiet_s)

    def _throw(self, seat: int, sides: dict[int, int]) -> Motions:
        script, dice = self.script, list(sides)
        yield from script.into_cup(seat, dice)
        yield from script.pour(seat, dice, sides=sides)
        script.note_throw(seat, dice)
        while bad := script.lying_badly(dice):
            yield from script.rethrow(seat, bad)
            script.note_throw(seat, dice, again=True)
        yield from script.tidy(seat, dice)

    def _end_turn(self, seat: int, layout: Layout | None) -> Motions:
        script = self.script
        yield from script.think(seat)
        if layout is not None:
            yield from script.lay(seat, layout)
        script.note_play(seat, layout)
        yield from script.hand_over(seat)
