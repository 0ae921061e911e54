"""What a match comes to so far, small enough to be kept beside it: nothing is judged for a list."""

import json
from dataclasses import dataclass

from turbo.game.match import RoundScore
from turbo.storage.history import AnyHistory


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """The finished rounds, the totals by seat, and who has won once the match is finished. Where
    everybody scores, `scores` are everybody's points of each game."""

    rounds: tuple[RoundScore, ...] = ()
    totals: tuple[int, ...] = (0, 0)
    winner: str | None = None
    is_finished: bool = False
    is_paused: bool = False
    scores: tuple[tuple[int, ...], ...] = ()

    @staticmethod
    def of(history: AnyHistory) -> "MatchStanding":
        match = history.match
        end = (match.totals, match.winner, match.is_finished, history.is_paused)
        return MatchStanding(match.rounds_won, *end, match.scores)

    def __str__(self) -> str:
        values = (self.rounds, self.totals, self.winner, self.is_finished, self.is_paused)
        # A match of dice is kept as it ever was: one program more can read it.
        return json.dumps((*values, self.scores) if self.scores else values, separators=(",", ":"))

    @staticmethod
    def parse(text: str) -> "MatchStanding":
        # Matches of dice have nothing more, and none had before there were tiles.
        rounds, totals, winner, is_finished, is_paused, *more = json.loads(text)
        scores = tuple([(seat, points, by) for seat, points, by in rounds])
        each = tuple(tuple(one) for one in more[0]) if more else ()
        return MatchStanding(scores, tuple(totals), winner, is_finished, is_paused, each)
