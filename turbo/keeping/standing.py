"""What a match comes to so far, small enough to be kept beside it: lists show it unread."""

import json
from dataclasses import dataclass

from turbo.keeping.history import History

RoundScore = tuple[int | None, int, str]
"""Who won a round (by seat, None if nobody), the points, and how it ended."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The finished rounds, the totals by seat, and who has won once the match is finished."""

    rounds: tuple[RoundScore, ...] = ()
    totals: tuple[int, ...] = (0, 0)
    winner: str | None = None
    is_finished: bool = False
    is_paused: bool = False

    @staticmethod
    def of(history: History) -> "Standing":
        match = history.match
        rounds = tuple((one.winner, one.points, str(one.by)) for one in match.results)
        return Standing(rounds, match.totals, match.winner, match.is_finished, history.is_paused)

    def __str__(self) -> str:
        values = (self.rounds, self.totals, self.winner, self.is_finished, self.is_paused)
        return json.dumps(values, separators=(",", ":"))

    @staticmethod
    def parse(text: str) -> "Standing":
        rounds, totals, winner, is_finished, is_paused = json.loads(text)
        scores = tuple([(seat, points, by) for seat, points, by in rounds])
        return Standing(scores, tuple(totals), winner, is_finished, is_paused)
