"""The twin's players answer a doubt as people do: who is asked bends over the die and says it."""

import math
from collections import Counter
from typing import TYPE_CHECKING

from turbo.game.dice import DICE, UNREAD, Face
from turbo.game.events import Ending, Scored
from turbo.game.match import Match
from turbo.game.observation import Point
from turbo.live.inputs import Choice

if TYPE_CHECKING:
    from turbo.live.runner import LiveRunner
    from turbo.twin.world import TwinTable

NEAR_PX = 20.0
"""A die whose picture's middle is farther from the one that is asked for is another die: half the
width of a die as the twin's camera sees it."""


ASKED = ("who-starts", "two-stories", "resume-differs", "was-it-cocked")
"""What only people know, beside what a die shows."""

ANYBODY = "player"
"""Who is named in the log for a die of the table."""


class Answering:
    """What the referee asks of the players of a simulated table, and their answers."""

    def __init__(self, table: "TwinTable", runner: "LiveRunner") -> None:
        self._table, self._runner = table, runner

    def is_asked(self) -> bool:
        return bool(self._runner.session.view.questions) or any(map(self._hears, ASKED))

    def _hears(self, key: str) -> bool:
        return any(one.key == key for one in self._runner.session.view.notices)

    def is_asked_to_lift(self) -> bool:
        """Whether a die is missed behind something that stands on the mat."""
        return self._hears("lift-thing")

    def is_asked_for_score(self) -> bool:
        return self._hears("round-unfinished")

    def is_lost(self) -> bool:
        return self._hears("out-of-step") or self.is_asked_for_score()

    def put_in_step(self) -> None:
        """Say who throws next, or how the round ended."""
        ledger = self._table.ledger
        # Who went out is seen by an empty hand; that a round is blocked is only counted.
        is_seen = ledger.is_round_open or ledger.results[-1].by == "out"
        if is_seen and not self.is_asked_for_score():
            self._runner.begin_here(ledger.players[ledger.turn], ANYBODY)
            return
        last = ledger.results[-1]
        scored = Scored(last.winner or ledger.players[0], last.points, Ending(last.by))
        self._runner.order(lambda: self._say(scored))

    def _say(self, scored: Scored) -> None:
        self._runner.session.feed(scored, ANYBODY)

    def answer(self) -> None:
        """Say what each die shows that could not be read, and whether dice that were thrown again
        had lain badly; a die that is gone is not answered. Where the match and the table differ,
        or two things may have happened, they know what did."""
        ledger = self._table.ledger
        if self._hears("who-starts") and ledger.starter is not None:
            self._runner.press(ledger.starter)
        elif self._hears("was-it-cocked"):
            was_rethrow = self._table.script.is_rethrow
            self._runner.decide(Choice.COCKED if was_rethrow else Choice.AGAIN, ANYBODY)
        elif self._hears("two-stories"):
            self._runner.decide(self._truer(), ANYBODY)
        elif self._hears("resume-differs"):
            self._runner.decide(Choice.TABLE, ANYBODY)
        settled = self._runner.settled
        places = (
            {} if settled is None else {die.id: _middle(die.corners_px) for die in settled.dice}
        )
        for question in self._runner.session.view.questions:
            face = self._face(places[question.id]) if question.id in places else None
            if face is not None:
                self._runner.set_face(question.id, UNREAD, face, question.player or ANYBODY)

    def _truer(self) -> Choice:
        """Which of both stories leaves the hands and the table that there are."""
        first, second = (self._strange(one.match) for one in self._runner.session.view.rivals)
        return Choice.FIRST if first <= second else Choice.SECOND

    def _strange(self, match: Match) -> int:
        """How many dice lie elsewhere than the match has them."""
        ledger, rnd = self._table.ledger, match.round
        if rnd is None:
            return DICE
        told = (*rnd.hands, tuple(rnd.table.faces))
        true = (*ledger.hands, tuple(ledger.table.values()))
        pairs = zip(told, true, strict=True)
        return sum((Counter(one or ()) - Counter(other or ())).total() for one, other in pairs)

    def _face(self, place: Point) -> Face | None:
        dice = self._table.truth()["dice"]
        nearest = min(dice, key=lambda die: math.dist(_middle(die["quad"]), place), default=None)
        if nearest is None or math.dist(_middle(nearest["quad"]), place) > NEAR_PX:
            return None
        number = "*" if nearest["number"] == "joker" else nearest["number"]
        return Face.parse(f"{_LETTERS[nearest['colour']]}{number}")


_LETTERS = {"black": "k", "red": "r", "blue": "b", "orange": "o"}


def _middle(corners: "tuple[Point, ...] | list[list[float]]") -> Point:
    return (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
