"""Tournaments of all sorts for the tests, played by chance, and slow independent checks."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import combinations

from turbo.hall.happenings import (
    Entered,
    Forfeited,
    Founded,
    HallEntry,
    Happening,
    ResultGiven,
    System,
    TableOpened,
    Withdrew,
)
from turbo.hall.pairing import draw
from turbo.hall.tournament import Tournament

START = datetime(2026, 11, 14, 13, 0, tzinfo=UTC)


class Evening:
    """A tournament that goes on happening by happening, with its log."""

    def __init__(
        self, players: int, system: System = System.SWISS, rounds: int = 5, points: str = "2-1-0"
    ) -> None:
        self.entries: list[HallEntry] = []
        self.tournament = Tournament()
        self.write(Founded("Autumn Open", system, rounds, points))
        for number in range(1, players + 1):
            self.write(Entered(number, f"Player {number}"))
        for number in range(1, players // 2 + 2):
            self.write(TableOpened(f"table {number}"))

    def write(self, happening: Happening) -> None:
        at = START + timedelta(seconds=len(self.entries))
        self.entries.append(HallEntry(len(self.entries) + 1, happening, at, "organiser"))
        self.tournament = self.tournament.after(happening, at)

    def play_round(self, chance: random.Random, absences: float = 0.0) -> None:
        """Draw the next round and let chance score it; the lower number is the better player."""
        self.write(draw(self.tournament))
        rnd = self.tournament.round
        assert rnd is not None
        for board in rnd.boards:
            if chance.random() < absences:
                self.write(Forfeited(rnd.number, board.table, chance.choice(board.players)))
                if len(board.players) == 2:
                    continue
            scores = tuple(
                max(0, round(chance.gauss(150 - player, 60))) for player in board.players
            )
            self.write(ResultGiven(rnd.number, board.table, scores))

    def withdraw_some(self, chance: random.Random, share: float) -> None:
        for player in self.tournament.to_pair():
            if chance.random() < share and len(self.tournament.to_pair()) > 4:
                self.write(Withdrew(player))


def meetings(tournament: Tournament) -> dict[frozenset[int], int]:
    """How often two players were at one table and both had come, counted by hand."""
    found: dict[frozenset[int], int] = {}
    for rnd in tournament.rounds:
        for board in rnd.boards:
            outcome = rnd.outcome(board.table)
            here = [player for player in board.players if player not in outcome.absent]
            if outcome.scores is not None:
                for pair in combinations(here, 2):
                    found[frozenset(pair)] = found.get(frozenset(pair), 0) + 1
    return found


def all_pairings(players: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to make pairs of an even number of players."""
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        left = [player for player in rest if player != other]
        for pairs in all_pairings(left):
            yield [(first, other), *pairs]


def fewest_second_meetings(tournament: Tournament, may_have_bye: set[int]) -> int:
    """The fewest that any pairing of the next round has, by trying all of them."""
    players, met = tournament.to_pair(), meetings(tournament)
    if len(players) % 2:
        leaving = [one for one in players if one in may_have_bye] or players
        rests = [[one for one in players if one != bye] for bye in leaving]
    else:
        rests = [players]
    return min(
        sum(met.get(frozenset(pair), 0) for pair in pairs)
        for rest in rests
        for pairs in all_pairings(rest)
    )
