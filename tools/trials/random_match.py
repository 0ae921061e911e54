"""Whole random matches as text records: real dice, simple players, now and then a mistake.

The players here know just enough to lay sets, to lengthen what lies there and to cross a run with
a group. They keep their own table, so what the referee says can be held against it.
"""

import random
from dataclasses import dataclass, field

from turbo.game.dice import PRESUMED_FACES, Colour, Face, hand_text, points
from turbo.game.sets import set_in

NAMES = ("Ann", "Bob")


@dataclass
class Island:
    """A line of dice, and possibly a second one hanging down from its first die."""

    line: list[Face]
    down: list[Face] = field(default_factory=list)

    def __str__(self) -> str:
        blank = " ." * (len(self.line) - 1)
        return " / ".join([hand_text(self.line), *(f"{face}{blank}" for face in self.down)])


@dataclass
class Score:
    """What the players themselves think of the match."""

    rounds: list[tuple[str | None, int, str]] = field(default_factory=list)

    def total(self, name: str) -> int:
        return sum(points for winner, points, _ in self.rounds if winner == name)


class RandomMatch:
    """Plays a match and writes it down; `mistakes` is the chance of one before a play."""

    def __init__(self, seed: int, mistakes: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.mistakes = mistakes
        faces = list(PRESUMED_FACES)
        self.random.shuffle(faces)
        self.dice = [tuple(faces[at : at + 6]) for at in range(0, len(faces), 6)]
        self.lines = [f"players {NAMES[0]}, {NAMES[1]}"]
        self.score = Score()

    def play(self) -> str:
        for number in range(6):
            self.play_round(NAMES[number % 2])
        return "\n".join(self.lines)

    def play_round(self, starter: str) -> None:
        self.lines.append(f"round {starter}")
        dealt = self.random.sample(self.dice, len(self.dice))
        self.bags = {NAMES[0]: dealt[:9], NAMES[1]: dealt[9:]}
        self.hands: dict[str, list[Face]] = {name: [] for name in NAMES}
        self.islands: list[Island] = []
        name, blanks = starter, 0
        while not self.take_turn(name):
            blanks = 0 if self.played else blanks + 1
            if blanks == 6:
                return self.end_block()
            name = NAMES[1 - NAMES.index(name)]
        self.end_out(name)

    def take_turn(self, name: str) -> bool:
        """One throw and one play; True when the hand is empty then."""
        self.throw(name)
        if self.random.random() < self.mistakes:
            self.lines.append(self.mistake(name))
        self.played = False
        while self.lay_one(name):
            self.played = True
        table = " | ".join(map(str, self.islands))
        self.lines.append(f"table {table}" if self.played else "pass")
        return not self.hands[name]

    def throw(self, name: str) -> None:
        """All dice are thrown again; which die shows what is forgotten as soon as it lies."""
        bag = self.bags[name][: len(self.hands[name]) or 9]
        self.hands[name] = [self.random.choice(die) for die in bag]
        self.lines.append(f"throw {name} {hand_text(self.hands[name])}")

    def mistake(self, name: str) -> str:
        other = NAMES[1 - NAMES.index(name)]
        face = self.random.choice(self.hands[name])
        return self.random.choice(
            [
                f"throw {name} {hand_text(self.hands[name])}",
                f"table {face} . {face}",
                f"round {other}",
                f"correct {name} {hand_text([face] * 10)}",
            ]
        )

    def lay_one(self, name: str) -> bool:
        hand = self.hands[name]
        found = set_in(hand)
        if found:
            self.islands.append(Island(list(found)))
            return self.remove(hand, found)
        return any(self.add_to(island, hand) for island in self.islands)

    def remove(self, hand: list[Face], faces: tuple[Face, ...]) -> bool:
        for face in faces:
            hand.remove(face)
        return True

    def add_to(self, island: Island, hand: list[Face]) -> bool:
        fixed = [face for face in island.line if not face.is_joker]
        if len(fixed) < len(island.line):
            return False
        if fixed[0].number != fixed[1].number:
            return self.lengthen(island, hand) or self.cross(island, hand)
        return self.complete(island, hand)

    def lengthen(self, island: Island, hand: list[Face]) -> bool:
        first, last = island.line[0], island.line[-1]
        for face in hand:
            if face.colour != last.colour or face.is_joker:
                continue
            if face.number == (last.number or 0) + 1:
                island.line.append(face)
                return self.remove(hand, (face,))
            if face.number == (first.number or 0) - 1 and not island.down:
                island.line.insert(0, face)
                return self.remove(hand, (face,))
        return False

    def cross(self, island: Island, hand: list[Face]) -> bool:
        """Hang a group from the first die of a run."""
        first = island.line[0]
        others = [Face(ink, first.number) for ink in Colour if ink != first.colour]
        held = [face for face in others if face in hand]
        if island.down or len(held) < 2:
            return False
        island.down = held[:2]
        return self.remove(hand, tuple(held[:2]))

    def complete(self, island: Island, hand: list[Face]) -> bool:
        inks = {face.colour for face in island.line}
        for face in hand:
            if face.number == island.line[0].number and face.colour not in inks:
                island.line.append(face)
                return self.remove(hand, (face,))
        return False

    def end_out(self, winner: str) -> None:
        loser = NAMES[1 - NAMES.index(winner)]
        if not self.hands[loser]:
            self.throw(loser)
        self.score.rounds.append((winner, points(self.hands[loser]), "out"))

    def end_block(self) -> None:
        one, other = (points(self.hands[name]) for name in NAMES)
        winner = None if one == other else NAMES[one > other]
        self.score.rounds.append((winner, abs(one - other), "block"))
