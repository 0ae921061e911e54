"""Statistics of matches: points, throws, faces and their fairness, time per turn."""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, NamedTuple

from turbo.game import events
from turbo.game.dice import JOKERS, NUMBERED_FACES, PRESUMED_FACES, Face, hand_text, points, without
from turbo.game.match import Match
from turbo.game.pauses import rested
from turbo.people.profiles import is_between_people
from turbo.storage.history import History
from web.statistics.fairness import fairness

LONGEST_TURN_S = 1800.0
"""A turn that took longer was an evening's break: left out of the times."""

NEWEST_ROUNDS, NEWEST_TURNS = 600, 2_000
"""Of so many each is told by itself, a hundred evenings and more; of all of them only what they
come to. A plot shows no more, and ten thousand matches had made an answer of megabytes."""


class BestThrow(NamedTuple):
    """A throw from which many dice were laid: more dice are better, then more points."""

    laid: int
    points: int
    match: int
    entry: int
    """Of the play."""
    hand: str

    @property
    def rank(self) -> tuple[int, int]:
        return self.laid, self.points


class StatisticsTally:
    """Counts what happened in any number of matches."""

    def __init__(self) -> None:
        self.faces: Counter[Face] = Counter()
        self.thrown = 0
        self.throws: Counter[str] = Counter()
        self.blank: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self.rejected: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.turns: dict[str, Counter[int]] = {}
        """Tenths of a second that turns took, and how many took so long."""
        self.newest_turns: dict[str, deque[int]] = {}
        self.points: deque[dict[str, Any]] = deque(maxlen=NEWEST_ROUNDS)
        self.best: dict[str, BestThrow] = {}
        """Of matches that people played against each other to the end."""

    def add(self, number: int, history: History) -> None:
        before = Match(history.players, history.options)
        since: datetime | None = None
        is_counted = is_between_people(history.tags, history.players) and history.match.is_finished
        for one in history.judged:
            accepted = one.ruling.verdict is events.Verdict.ACCEPTED
            name = one.ruling.player or ""
            if not accepted:
                self.rejected[name] += len(one.ruling.faults)
                self.faults.update(str(fault.rule) for fault in one.ruling.faults)
            elif isinstance(one.event, events.RoundStarted):
                since = one.effective.entry.at
            elif isinstance(one.event, events.Thrown | events.Rethrown):
                self._add_throw(before, one.event)
            elif isinstance(one.event, events.HandCorrected):
                self._add_corrected(before, one.event)
            elif isinstance(one.event, events.HandedOver | events.Passed):
                self._add_turn(history, name, since, one.effective.entry.at)
                since = one.effective.entry.at
                self._add_play(before, name, one.event)
                if is_counted:
                    self._add_best(before, name, one.event, (number, one.effective.entry.number))
            before = one.match
        self._add_points(number, before)

    def _add_throw(self, before: Match, event: events.Thrown | events.Rethrown) -> None:
        """Only dice that were thrown count: those that kept their face tell nothing new."""
        held = before.round.hands[before.seat(event.player)] if before.round else None
        fresh = without(event.hand, events.kept_dice(held or (), event))
        # A rethrow belongs to the throw before it: its dice count, itself it is no turn.
        self.throws[event.player] += isinstance(event, events.Thrown)
        self.faces.update(face for face in fresh if not face.is_unread)
        self.thrown += len(fresh)

    def _add_corrected(self, before: Match, event: events.HandCorrected) -> None:
        """A throw that waited for a doubtful die counts once a person has named it."""
        waiting = before.waiting
        if isinstance(waiting, events.Thrown | events.Rethrown) and waiting.player == event.player:
            self._add_throw(before, replace(waiting, hand=event.hand))

    def _add_turn(
        self, history: History, name: str, since: datetime | None, at: datetime | None
    ) -> None:
        if since is None or at is None:
            return
        seconds = (at - since - rested(history.notes, since, at)).total_seconds()
        # Below nought too: the machine's clock may have been set back in the middle of a turn.
        if 0 < seconds <= LONGEST_TURN_S:
            self._add_tenths(name, [round(10 * seconds)])

    def _add_tenths(self, name: str, tenths: Iterable[int]) -> None:
        newest = self.newest_turns.setdefault(name, deque(maxlen=NEWEST_TURNS))
        for one in tenths:
            self.turns.setdefault(name, Counter())[one] += 1
            newest.append(one)

    def _add_play(self, before: Match, name: str, event: events.HandedOver | events.Passed) -> None:
        if isinstance(event, events.Passed) or before.round is None:
            self.blank[name] += 1
        else:
            self.played[name] += len(before.round.played_from(event.layout))

    def _add_best(
        self,
        before: Match,
        name: str,
        event: events.HandedOver | events.Passed,
        place: tuple[int, int],
    ) -> None:
        rnd = before.round
        if rnd is not None and isinstance(event, events.HandedOver):
            played, hand = rnd.played_from(event.layout), rnd.hands[rnd.turn] or ()
            self._keep_best(name, BestThrow(len(played), points(played), *place, hand_text(hand)))

    def _keep_best(self, name: str, found: BestThrow) -> None:
        # The first of equal ones stays: it was there before.
        if name not in self.best or found.rank > self.best[name].rank:
            self.best[name] = found

    def _add_points(self, number: int, match: Match) -> None:
        for place, result in enumerate(match.results, 1):
            winner = None if result.winner is None else match.players[result.winner]
            self.points.append(
                {
                    "match": number,
                    "round": place,
                    "winner": winner,
                    "points": result.points,
                    "by": str(result.by),
                }
            )

    # As it is kept beside its match, and several of them together (`web.statistics.tallies`)

    version = 2

    def kept(self) -> dict[str, Any]:
        found: dict[str, Any] = {"thrown": self.thrown, "points": list(self.points)}
        found |= {name: dict(getattr(self, name)) for name in _NAMED}
        found["faces"] = {str(face): count for face, count in self.faces.items()}
        found["turns"] = {name: list(turns) for name, turns in self.newest_turns.items()}
        found["best"] = self.best
        return found

    def join(self, found: dict[str, Any]) -> None:
        self.thrown += found["thrown"]
        self.points.extend(found["points"])
        for name in _NAMED:
            getattr(self, name).update(found[name])
        self.faces.update({Face.parse(face): count for face, count in found["faces"].items()})
        for name, tenths in found["turns"].items():
            self._add_tenths(name, tenths)
        for name, best in found["best"].items():
            self._keep_best(name, BestThrow(*best))


_NAMED = ("throws", "blank", "played", "rejected", "faults")
"""What is counted by a player's or a rule's name."""


def statistics_document(tally: StatisticsTally) -> dict[str, Any]:
    names = sorted({*tally.throws, *tally.played, *tally.blank, *tally.turns})
    return {
        "throws": tally.thrown,
        # Without a name: what the table itself said, such as how a round began.
        "players": [_player_document(tally, name) for name in names if name],
        "points": list(tally.points),
        "faults": [{"rule": rule, "count": count} for rule, count in tally.faults.most_common()],
        "faces": [
            {"face": str(face), "count": tally.faces[face], "expected": round(expected, 2)}
            for face, expected in _expected(tally).items()
        ],
        "fairness": {
            name: _fairness_document(_grouped(tally, key)) for name, key in _GROUPS.items()
        },
    }


def _player_document(tally: StatisticsTally, name: str) -> dict[str, Any]:
    turns = tally.turns.get(name, Counter())
    count, tenths = turns.total(), sum(one * times for one, times in turns.items())
    return {
        "name": name,
        "throws": tally.throws[name],
        "played": tally.played[name],
        "blank": tally.blank[name],
        "rejected": tally.rejected[name],
        "turn_s": {
            "count": count,
            "mean": round(tenths / count / 10, 1) if count else None,
            "median": round(_median(turns) / 10, 1) if count else None,
            "each": [one / 10 for one in tally.newest_turns.get(name, ())],
        },
    }


def _median(turns: Counter[int]) -> float:
    """The middle of all turns, or what lies between the two in the middle."""
    count, seen = turns.total(), 0
    middle: list[int] = []
    for tenths in sorted(turns):
        seen += turns[tenths]
        while len(middle) < 2 and seen > (count - 1 + len(middle)) // 2:
            middle.append(tenths)
    return sum(middle) / 2


def _expected(tally: StatisticsTally) -> dict[Face, float]:
    # Not `thrown`: a die that nobody read speaks neither for nor against a face.
    known = sum(tally.faces.values())
    shares = Counter(PRESUMED_FACES)
    return {face: known * shares[face] / len(PRESUMED_FACES) for face in (*NUMBERED_FACES, *JOKERS)}


Counts = list[tuple[int, float]]


_GROUPS: dict[str, Callable[[Face], Any]] = {
    "numbers": lambda face: face.number,
    # A joker's colour never matters, so jokers are no colour.
    "colours": lambda face: None if face.is_joker else face.colour,
    "faces": lambda face: "joker" if face.is_joker else face,
}
"""What faces are counted by; None is not counted."""


def _grouped(tally: StatisticsTally, key: Callable[[Face], Any]) -> Counts:
    shares = Counter(key(face) for face in PRESUMED_FACES)
    counts: Counter[Any] = Counter()
    for face, count in tally.faces.items():
        counts[key(face)] += count
    whole = sum(count for one, count in shares.items() if one is not None)
    return [(counts[one], shares[one] / whole) for one in shares if one is not None]


def _fairness_document(counts: Counts) -> dict[str, Any] | None:
    found = fairness([n for n, _ in counts], [p for _, p in counts])
    if found is None:
        return None
    return {
        **asdict(found),
        "chi_square": round(found.chi_square, 2),
        # Three digits however small it is: rounded to places, one of 0.00002 would be nought.
        "p_value": float(f"{found.p_value:.3g}") if found.is_told else None,
        "least": round(found.least, 1),
        "power": float(f"{found.power:.3g}"),
        "is_enough": found.is_enough,
    }
