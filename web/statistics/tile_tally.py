"""Statistics of matches of tiles: games, wins, racks, penalties, first melds, by person."""

from dataclasses import asdict, dataclass
from typing import Any

from turbo.game.editions import EDITIONS
from turbo.game.events import Ending, Penalised, Verdict
from turbo.game.messages import Language
from turbo.storage.history import TileHistory
from turbo.tiles.game import Game
from turbo.tiles.match import TileMatch
from turbo.tiles.score import GameResult, rack_points
from turbo.tiles.speech import set_words


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

    def document(self) -> dict[str, Any]:
        told = ("name", "games", "wins", "points", "penalties", "penalty_tiles")
        return {
            **{key: getattr(self, key) for key in told},
            "average_rack": _average(self.left, self.racks),
            "average_meld": _average(self.meld_turns, self.melds),
        }


def _average(whole: int, parts: int) -> float | None:
    return round(whole / parts, 1) if parts else None


class TileTally:
    """Counts what happened in any number of matches of tiles."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.edition = "original-goliath"
        """Of the last match: the tables' heads name sets in the words of its rulebook."""

    def add(self, _: int, history: TileHistory) -> None:
        self.edition = history.options.edition.name
        for name in history.players:
            self.people.setdefault(name, Person(name))
        _add_results(self.people, history.match)
        _add_turns(self.people, history)

    version = 1

    def kept(self) -> dict[str, Any]:
        return {"edition": self.edition, "people": [asdict(one) for one in self.people.values()]}

    def join(self, found: dict[str, Any]) -> None:
        self.edition = EDITIONS[found["edition"]].name
        for one in found["people"]:
            known = self.people.setdefault(one["name"], Person(one["name"]))
            for key, count in one.items():
                if key != "name":
                    setattr(known, key, getattr(known, key) + count)

    def document(self, language: Language) -> dict[str, Any]:
        """Everybody who has played, in the order of games played."""
        people = sorted(self.people.values(), key=lambda one: (-one.games, one.name))
        words = set_words(EDITIONS[self.edition], language)
        return {"people": [one.document() for one in people], "words": words}


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
