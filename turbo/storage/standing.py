"""What a match comes to so far, small enough to be kept beside it: nothing is judged for a list."""

import json
from dataclasses import dataclass

from turbo.storage.history import History
from turbo.storage.tile_history import TileHistory

RoundScore = tuple[int | None, int, str]
"""Who won a round (by seat, None if nobody), the winner's points, and how it ended."""


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
    def of(history: History | TileHistory) -> "MatchStanding":
        match = history.match
        end = (match.totals, match.winner, match.is_finished, history.is_paused)
        if isinstance(history, History):
            won = ((one.winner, one.points, str(one.by)) for one in history.match.results)
            return MatchStanding(tuple(won), *end)
        games = history.match.results
        rounds = tuple((one.winner, _won(one.winner, one.points), str(one.by)) for one in games)
        return MatchStanding(rounds, *end, tuple(one.points for one in games))

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


def _won(winner: int | None, points: tuple[int, ...]) -> int:
    return 0 if winner is None else points[winner]
