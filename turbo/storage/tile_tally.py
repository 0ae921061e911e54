"""Numbers of people over their matches of tiles: games, wins, racks, penalties, first melds."""

from collections.abc import Iterable
from dataclasses import dataclass

from turbo.game.events import Ending, Penalised, Verdict
from turbo.storage.history import TileHistory
from turbo.tiles.game import Game
from turbo.tiles.match import TileMatch
from turbo.tiles.score import GameResult, rack_points


@dataclass(slots=True)
class Person:
    """What is known of somebody, by name."""

    name: str
    games: int = 0
    wins: int = 0
    points: int = 0
    racks: int = 0
    """Games whose rack at the end is known, and the points that were left on them."""
    left: int = 0
    penalties: int = 0
    penalty_tiles: int = 0
    melds: int = 0
    """First melds, and the own turns in which they were laid."""
    meld_turns: int = 0

    @property
    def average_rack(self) -> float | None:
        return self.left / self.racks if self.racks else None

    @property
    def average_meld(self) -> float | None:
        return self.meld_turns / self.melds if self.melds else None


def tallied(histories: Iterable[TileHistory]) -> list[Person]:
    """Everybody who has played, in the order of games played."""
    people: dict[str, Person] = {}
    for history in histories:
        for name in history.players:
            people.setdefault(name, Person(name))
        _add_results(people, history.match)
        _add_turns(people, history)
    return sorted(people.values(), key=lambda one: (-one.games, one.name))


def _add_results(people: dict[str, Person], match: TileMatch) -> None:
    for result in match.results:
        for seat, name in enumerate(match.players):
            one = people[name]
            one.games += 1
            one.wins += result.winner == seat
            one.points += result.points[seat]
            left = _left(match, result, seat)
            if left is not None:
                one.racks += 1
                one.left += left


def _left(match: TileMatch, result: GameResult, seat: int) -> int | None:
    """A rack that was shown or told; of a result from paper, what a loser lost."""
    if result.racks is not None:
        return rack_points(match.edition, result.racks[seat])
    if result.by is not Ending.OUT:
        return None
    return 0 if result.winner == seat else -result.points[seat]


def _add_turns(people: dict[str, Person], history: TileHistory) -> None:
    game: Game | None = None
    match = history.fresh
    turns = [0] * len(history.players)
    for one in history.judged:
        after, before, match = one.match.game, match, one.match
        # What was refused ended no turn.
        if one.ruling.verdict is not Verdict.ACCEPTED:
            continue
        if game is None or after is None or after.turns < game.turns:
            turns = [0] * len(history.players)  # another game, or the same dealt anew
        elif after.turns > game.turns or after.is_over:
            turns[game.turn] += 1
            _add_turn(people[history.players[game.turn]], game, after, turns[game.turn])
            # By what it meant: an overruled penalty is one as well.
            if isinstance(act := before.meaning(one.event), Penalised):
                person = people[history.players[game.turn]]
                person.penalties += 1
                person.penalty_tiles += act.tiles
        game = after


def _add_turn(person: Person, before: Game, after: Game, turn: int) -> None:
    if after.melded[before.turn] and not before.melded[before.turn]:
        person.melds += 1
        person.meld_turns += turn
