"""The twin's ledger: what truly happened at the table, kept apart from all that the referee sees.

It knows no rule of sets. Whether a play was meant to be legal is told by whoever made it: an honest
play counts, mischief does not. Who wins a round and by how much is counted here once more, from the
dice that are left. In the end the referee's match is held against it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from turbo.game.dice import Face, hand_text
from turbo.game.match import Match
from turbo.game.sets import Cell, Faces

BLANK_TURNS = 6
"""Three throws by each player without a play end a round."""


@dataclass(frozen=True, slots=True)
class TrueResult:
    """A round that is over, as the table itself knows it."""

    starter: str
    winner: str | None
    points: int
    by: str


class Deed(NamedTuple):
    """One thing that was done. `rule` is what the referee should name; empty if it was honest."""

    at_s: float
    player: str
    what: str
    shown: str | Faces | Mapping[Cell, Face] = ""
    """A hand as it was thrown, a table as it was left, or the name of what was done."""
    rule: str = ""

    @property
    def text(self) -> str:
        """What was shown, in words: few of thousands of matches are ever read."""
        if isinstance(self.shown, str):
            return self.shown
        if isinstance(self.shown, tuple):
            return hand_text(self.shown)
        return " | ".join(lines(self.shown))

    def document(self) -> dict[str, object]:
        """As a film's ledger keeps it."""
        at_s, player, what, _, rule = self
        return {"at_s": at_s, "player": player, "what": what, "text": self.text, "rule": rule}


def cost(faces: Faces) -> int:
    """What a hand costs: its numbers, and ten for each joker."""
    return sum(10 if face.number == 0 else face.number or 0 for face in faces)


def lines(cells: Mapping[Cell, Face]) -> tuple[str, ...]:
    """The table as lines of touching dice, whichever way it is turned: each line is written from
    the end that sorts first; a die that touches none stands by itself.

    >>> lines({(0, 0, place): Face.parse(f"b{5 - place}") for place in range(3)})
    ('b3 b4 b5',)
    """
    found, touching = [], set()
    for down, right in ((0, 1), (1, 0)):
        for cell in cells:
            if (cell[0], cell[1] - down, cell[2] - right) in cells:
                continue
            line = _line(cells, cell, down, right)
            if len(line) > 1:
                touching.update(line)
                faces = [str(cells[at]) for at in line]
                found.append(" ".join(min(faces, faces[::-1])))
    alone = [str(face) for cell, face in cells.items() if cell not in touching]
    return tuple(sorted(found + alone))


def _line(cells: Mapping[Cell, Face], cell: Cell, down: int, right: int) -> list[Cell]:
    line = []
    while cell in cells:
        line.append(cell)
        cell = (cell[0], cell[1] + down, cell[2] + right)
    return line


@dataclass
class Ledger:
    """Written by the twin as things happen; read when the match is over or at any time between."""

    players: tuple[str, ...]
    results: list[TrueResult] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    starter: int | None = None
    """None between rounds."""
    turn: int = 0
    hands: list[Faces | None] = field(default_factory=lambda: [None, None])
    table: dict[Cell, Face] = field(default_factory=dict)
    blanks: int = 0
    out: int | None = None
    """Who is out while the other has not thrown yet."""

    @property
    def is_round_open(self) -> bool:
        return self.starter is not None

    def note(
        self,
        at_s: float,
        seat: int,
        what: str,
        shown: str | Faces | Mapping[Cell, Face] = "",
        rule: str = "",
    ) -> None:
        self.deeds.append(Deed(at_s, self.players[seat], what, shown, rule))

    def round_begun(self, starter: int, at_s: float = 0.0) -> None:
        self.note(at_s, starter, "round")
        self.starter = self.turn = starter
        self.hands, self.table, self.blanks, self.out = [None, None], {}, 0, None

    def thrown(
        self,
        seat: int,
        hand: Faces,
        at_s: float = 0.0,
        *,
        again: bool = False,
        lies_badly: bool = False,
    ) -> None:
        """A throw that counts, or dice that lay badly and were thrown again; `lies_badly`: some of
        these will be thrown once more."""
        self.note(at_s, seat, "rethrow" if again else "throw", hand)
        self.hands[seat] = hand
        # Who has not thrown yet does so once, to be counted; what leans is thrown again first.
        if self.out is not None and seat != self.out and not lies_badly:
            self._end(self.out, "out")

    def played(self, seat: int, cells: Mapping[Cell, Face], left: Faces, at_s: float = 0.0) -> None:
        """An honest play: the table as it lies now and what is left in the hand."""
        self.table, self.blanks, self.turn = dict(cells), 0, 1 - seat
        self.note(at_s, seat, "play", self.table)
        self.hands[seat] = left
        if left:
            return
        # The other has no dice to count yet: the round ends with that throw.
        if self.hands[1 - seat] is None:
            self.out = seat
        else:
            self._end(seat, "out")

    def passed(self, seat: int, at_s: float = 0.0) -> None:
        self.note(at_s, seat, "pass")
        self.blanks, self.turn = self.blanks + 1, 1 - seat
        # Both must have thrown, or there is nothing to compare.
        if self.blanks == BLANK_TURNS and None not in self.hands:
            self._end(None, "block")

    def misdeed(self, seat: int, name: str, rule: str, at_s: float = 0.0) -> None:
        """Mischief: nothing of it counts, and this is what the referee should name."""
        self.note(at_s, seat, "mischief", name, rule)

    def _end(self, out: int | None, by: str) -> None:
        assert self.starter is not None
        one, other = (cost(hand or ()) for hand in self.hands)
        winner = out if out is not None else (None if one == other else int(one > other))
        # Who is out gets what the other holds; a block gives the difference.
        points = (one, other)[1 - out] if out is not None else abs(one - other)
        name = None if winner is None else self.players[winner]
        self.results.append(TrueResult(self.players[self.starter], name, points, by))
        self.starter = None

    def total(self, seat: int) -> int:
        return sum(r.points for r in self.results if r.winner == self.players[seat])

    def differences(self, match: Match) -> list[str]:
        """Everything in which the referee's match is not what happened; empty if all is right."""
        found = self._result_differences(match)
        if (match.round is not None) != self.is_round_open:
            state = "open" if self.is_round_open else "over"
            return [*found, f"round {len(self.results) + self.is_round_open} is {state} in truth"]
        if match.round is not None:
            found += self._round_differences(match)
        return found

    def _result_differences(self, match: Match) -> list[str]:
        found = []
        if len(match.results) != len(self.results):
            found.append(f"{len(self.results)} rounds were finished, not {len(match.results)}")
        for number, (true, seen) in enumerate(zip(self.results, match.results, strict=False), 1):
            winner = None if seen.winner is None else match.players[seen.winner]
            told = TrueResult(match.players[seen.starter], winner, seen.points, str(seen.by))
            if told != true:
                found.append(f"round {number} ended {_result(true)}, not {_result(told)}")
        return found

    def _round_differences(self, match: Match) -> list[str]:
        rnd, found = match.round, []
        assert rnd is not None
        # While the last throw is awaited there is no turn that counts.
        if rnd.turn != self.turn and self.out is None:
            found.append(f"it is the turn of {self.players[self.turn]}")
        for seat, hand in enumerate(self.hands):
            seen = rnd.hands[seat]
            if _sorted(hand) != _sorted(seen):
                found.append(f"{self.players[seat]} has {_sorted(hand)}, not {_sorted(seen)}")
        true, told = lines(self.table), lines(rnd.table.dice)
        if true != told:
            found.append(f"on the table lie {' | '.join(true)}, not {' | '.join(told)}")
        if rnd.blanks != self.blanks:
            found.append(f"{self.blanks} blank turns in a row, not {rnd.blanks}")
        return found

    def story(self) -> list[str]:
        """What counted, one line each: this is the same for a seed on every machine. When it was,
        and how often dice had to be thrown again, is not: the mechanics say that."""
        told: list[str] = []
        for deed in self.deeds:
            if deed.what == "rethrow":
                # A rethrow mends the throw before it: the story has one, as it lay in the end.
                told.pop()
            what = "throw" if deed.what == "rethrow" else deed.what
            told.append(f"{what} {deed.player} {deed.text}".rstrip())
        return told


def _sorted(hand: Faces | None) -> str:
    return "no hand" if hand is None else " ".join(sorted(map(str, hand)))


def _result(result: TrueResult) -> str:
    return f"{result.winner or 'nobody'} {result.points} {result.by} (start {result.starter})"
