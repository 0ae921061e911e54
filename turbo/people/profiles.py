"""Profiles: what somebody's matches come to, from the heads of a store; nothing is judged for it.

Only real matches count: finished ones that people played against each other. What the twin played,
what somebody played against the machine, and what was typed as a trial (`tag trial ...`) is left
out. Dice and tiles are counted apart: who is good at one need not be at the other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from turbo.game.editions import PieceKind
from turbo.game.record import Tag
from turbo.partner.solo import MACHINE, MachineSeat
from turbo.people.glicko import Rating
from turbo.storage.forgetting import is_alias
from turbo.storage.heads import MatchHead

TRIAL = "trial"
"""The key of the tag that says: this was only tried out."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Matches against somebody, or against all."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    def add(self, score: float) -> "Outcomes":
        return Outcomes(
            self.won + (score == 1), self.drawn + (score == 0.5), self.lost + (score == 0)
        )


@dataclass(frozen=True, slots=True)
class RatedDay:
    """A rating as it was after the matches of a day."""

    day: date
    rating: Rating


@dataclass(slots=True)
class Profile:
    """What is known of somebody."""

    name: str
    rating: Rating = field(default_factory=Rating)
    total: Outcomes = field(default_factory=Outcomes)
    against: dict[str, Outcomes] = field(default_factory=dict)
    matches: list[int] = field(default_factory=list)
    days: list[RatedDay] = field(default_factory=list)
    streak: int = 0
    """Matches that were won one after the other up to now; below nought: that were lost."""
    longest: int = 0
    """The most that were ever won so."""

    def add(self, head: MatchHead) -> None:
        self.matches.append(head.id)
        others = [name for name in head.players if name != self.name]
        for name in others:
            self.against[name] = self.against.get(name, Outcomes()).add(
                score(head, self.name, name)
            )
        # Of many players the best counts: who is behind anybody has not won.
        own = min(score(head, self.name, name) for name in others)
        self.total = self.total.add(own)
        self.streak = _streak(self.streak, own)
        self.longest = max(self.longest, self.streak)


def _streak(before: int, score: float) -> int:
    if score == 0.5:
        return 0
    return max(before, 0) + 1 if score == 1 else min(before, 0) - 1


def is_real(head: MatchHead) -> bool:
    """Whether people played it against each other to its end."""
    is_played = head.standing.is_finished and not head.options.simulated
    return is_played and is_between_people(head.tags, head.players)


def is_between_people(tags: Iterable[Tag], players: Sequence[str]) -> bool:
    """Whether people play against each other, and not only to try it out."""
    return len(players) > 1 and not {key for key, _ in tags} & {MACHINE, TRIAL}


def names_in(heads: Iterable[MatchHead]) -> set[str]:
    """Everybody whose name a store keeps, also who has finished no match yet; the twin's people and
    the machine are nobody."""
    found: set[str] = set()
    for head in heads:
        machine = MachineSeat.of(head.tags)
        if not head.options.simulated:
            found |= set(head.players) - ({machine.player} if machine else set())
    return {name for name in found if not is_alias(name)}


def score(head: MatchHead, one: str, other: str) -> float:
    """What a match was between two of its players: 1 won, 0.5 drawn, 0 lost."""
    if head.standing.winner in (one, other):
        return float(head.standing.winner == one)
    own, theirs = (head.standing.totals[head.players.index(name)] for name in (one, other))
    return 0.5 + 0.5 * ((own > theirs) - (own < theirs))


def real_matches(heads: Iterable[MatchHead], piece: PieceKind) -> list[MatchHead]:
    """Those that count, with such pieces."""
    return [head for head in heads if head.piece is piece and is_real(head)]


def profiles(heads: Iterable[MatchHead], piece: PieceKind = PieceKind.DIE) -> list[Profile]:
    """Everybody who has played a real match with such pieces, the highest rating first."""
    real = real_matches(heads, piece)
    real.sort(key=lambda head: (head.created.date(), head.id))
    found: dict[str, Profile] = {}
    for day, matches in groupby(real, key=lambda head: head.created.date()):
        _add_day(found, day, list(matches))
    told = [one for one in found.values() if not is_alias(one.name)]
    return sorted(told, key=lambda one: (-one.rating.rating, one.name))


def _add_day(found: dict[str, Profile], day: date, matches: Sequence[MatchHead]) -> None:
    """A day is a rating period: all its matches are rated by what was known before it."""
    names = dict.fromkeys(name for head in matches for name in head.players)
    before = {name: _before(found.setdefault(name, Profile(name)), day) for name in names}
    results: dict[str, list[tuple[Rating, float]]] = {name: [] for name in names}
    for head in matches:
        for name in head.players:
            found[name].add(head)
            others = (other for other in head.players if other != name)
            results[name] += [(before[other], score(head, name, other)) for other in others]
    for name in names:
        found[name].rating = before[name].after(results[name])
        found[name].days.append(RatedDay(day, found[name].rating))


def _before(profile: Profile, day: date) -> Rating:
    """The rating on the eve of a day: each day without a match makes it a little less sure."""
    if not profile.days:
        return profile.rating
    return profile.rating.rested((day - profile.days[-1].day).days - 1)
