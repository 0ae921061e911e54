"""A tournament as a value: players, tables, rounds and what was scored. It changes only by `after`.

The way of an evening:

    Founded, Entered ..., TableOpened ...      before the first round, and players also later
    Paired(1), Begun(1)                        a round is drawn, then its clock runs
    ResultGiven, Forfeited ...                 one outcome a board, from the table or by hand
    Paired(2) ...                              only when every board of round 1 has an outcome

A wrong result is amended, also rounds later; the standings follow at once, and pairings that were
drawn stay as they were played. What a correction would make impossible (a player taken back who
sits at a board) is refused before it is written: the fold says which entry stands in the way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property

from turbo.errors import TurboError
from turbo.game.editions import EDITIONS
from turbo.game.places import places_of
from turbo.hall import happenings
from turbo.hall.points import SCHEMES


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who takes part. `since` is the first round that the player could be paired in."""

    id: int
    name: str
    club: str = ""
    is_in: bool = True
    since: int = 1


@dataclass(frozen=True, slots=True)
class PairedTable:
    name: str
    camera: bool = True
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a board: scores in its order, places, and who did not come."""

    scores: tuple[int, ...] | None = None
    places: tuple[int, ...] = ()
    absent: frozenset[int] = frozenset()

    def is_complete(self, board: happenings.PairedBoard) -> bool:
        """One who is alone at a table, or nobody, needs no score."""
        return self.scores is not None or len(board.players) - len(self.absent) <= 1


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """A round that was drawn, with its clock: when it began, and how long it was held in all."""

    number: int
    boards: tuple[happenings.PairedBoard, ...]
    byes: tuple[int, ...] = ()
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    begun: datetime | None = None
    held: datetime | None = None
    rest: timedelta = timedelta()

    def board(self, table: str) -> happenings.PairedBoard:
        for board in self.boards:
            if board.table == table:
                return board
        raise TurboError(f"expected a table of round {self.number}, got {table!r}")

    def outcome(self, table: str) -> Outcome:
        return self.outcomes.get(table, Outcome())

    @property
    def is_complete(self) -> bool:
        return all(self.outcome(one.table).is_complete(one) for one in self.boards)

    @property
    def open_boards(self) -> list[happenings.PairedBoard]:
        return [one for one in self.boards if not self.outcome(one.table).is_complete(one)]

    def played_for(self, now: datetime) -> timedelta | None:
        """How long the clock has run; None before it does."""
        if self.begun is None:
            return None
        # While it is held the clock stands where it was held.
        return (self.held or now) - self.begun - self.rest

    def with_outcome(self, table: str, outcome: Outcome) -> "TournamentRound":
        return replace(self, outcomes={**self.outcomes, table: outcome})


@dataclass(frozen=True)
class Tournament:
    """Everything that is known, folded from the log."""

    founded: happenings.Founded | None = None
    players: tuple[Player, ...] = ()
    tables: tuple[PairedTable, ...] = ()
    rounds: tuple[TournamentRound, ...] = ()

    @staticmethod
    def of(entries: Sequence[happenings.HallEntry]) -> "Tournament":
        """The fold. An entry that cannot follow those before it is named."""
        found = Tournament()
        for entry, happening in happenings.effective(entries):
            try:
                found = found.after(happening, entry.at)
            except TurboError as error:
                raise TurboError(f"entry {entry.number}: {error}") from None
        return found

    @cached_property
    def names(self) -> dict[int, str]:
        return {player.id: player.name for player in self.players}

    @property
    def name(self) -> str:
        return "" if self.founded is None else self.founded.name

    @property
    def round(self) -> TournamentRound | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def is_finished(self) -> bool:
        last = self.round
        founded = self.founded
        return (
            founded is not None
            and last is not None
            and last.is_complete
            and last.number >= founded.rounds
        )

    def player(self, number: int) -> Player:
        for player in self.players:
            if player.id == number:
                return player
        raise TurboError(f"expected the number of a player, got {number}")

    def to_pair(self) -> list[int]:
        """Who is there to be paired."""
        return [player.id for player in self.players if player.is_in]

    def open_tables(self) -> list[PairedTable]:
        return [table for table in self.tables if table.is_open]

    def remaining_s(self, now: datetime) -> float | None:
        """Seconds left of the round; below zero when the time is up, None without a clock."""
        played = None if self.round is None else self.round.played_for(now)
        if played is None or self.founded is None:
            return None
        return self.founded.minutes * 60 - played.total_seconds()

    def after(self, happening: happenings.Happening, at: datetime) -> "Tournament":
        """The tournament that follows; what cannot happen now is refused."""
        if self.founded is None and not isinstance(happening, happenings.Founded):
            raise TurboError("expected a tournament to be founded first")
        match happening:
            case happenings.Founded():
                return self._found(happening)
            case happenings.Entered():
                return self._enter(happening)
            case happenings.Withdrew(player):
                return self._is_in(player, False)
            case happenings.PlayerReturned(player):
                return self._is_in(player, True)
            case happenings.TableOpened() | happenings.TableClosed():
                return self._table(happening)
            case happenings.Paired():
                return self._pair(happening)
            case happenings.Begun() | happenings.Held() | happenings.WentOn():
                return self._clock(happening, at)
            case happenings.ResultGiven():
                return self._result(happening)
            case happenings.Forfeited():
                return self._forfeit(happening)

    def _found(self, event: happenings.Founded) -> "Tournament":
        if self.founded is not None:
            raise TurboError("expected one founding; to change it, amend it")
        if event.points not in SCHEMES:
            raise TurboError(f"expected points as {', '.join(SCHEMES)}, got {event.points!r}")
        return replace(self, founded=event)

    def _enter(self, event: happenings.Entered) -> "Tournament":
        # A table's match is found by its players' names: two of one name could not be told apart.
        if any(one.id == event.player or one.name == event.name for one in self.players):
            raise TurboError(f"expected a new player, got {event.name} ({event.player}) again")
        # Who comes late has missed the rounds before: these count nothing, for nobody.
        player = Player(event.player, event.name, event.club, True, len(self.rounds) + 1)
        return replace(self, players=(*self.players, player))

    def _is_in(self, number: int, is_in: bool) -> "Tournament":
        if self.player(number).is_in is is_in:
            word = "taking part" if is_in else "withdrawn"
            raise TurboError(f"expected a player who is not {word} already, got {number}")
        players = tuple(
            replace(one, is_in=is_in) if one.id == number else one for one in self.players
        )
        return replace(self, players=players)

    def _table(self, event: happenings.TableOpened | happenings.TableClosed) -> "Tournament":
        others = tuple(one for one in self.tables if one.name != event.table)
        if isinstance(event, happenings.TableOpened):
            return replace(self, tables=(*others, PairedTable(event.table, event.camera)))
        if len(others) == len(self.tables):
            raise TurboError(f"expected a table that was opened, got {event.table!r}")
        # It stays in the list: a round that is being played may still name it.
        return replace(self, tables=(*others, PairedTable(event.table, is_open=False)))

    def _pair(self, event: happenings.Paired) -> "Tournament":
        assert self.founded is not None
        if event.round != len(self.rounds) + 1 or event.round > self.founded.rounds:
            raise TurboError(f"expected round {len(self.rounds) + 1} of {self.founded.rounds}")
        if self.round is not None and not self.round.is_complete:
            waiting = ", ".join(one.table for one in self.round.open_boards)
            raise TurboError(f"expected all results of round {self.round.number}: {waiting}")
        seated = [player for board in event.boards for player in board.players] + [*event.byes]
        # Nobody twice and nobody forgotten, whoever made the pairing: it may have been typed.
        if sorted(seated) != sorted(self.to_pair()):
            raise TurboError("expected every player who takes part once, at a table or with a bye")
        sizes = SCHEMES[self.founded.points].places
        if odd := [board for board in event.boards if len(board.players) not in sizes]:
            raise TurboError(f"expected tables of {', '.join(map(str, sizes))}: {odd[0].table}")
        tables = [board.table for board in event.boards]
        known = {table.name for table in self.open_tables()}
        if len(set(tables)) != len(tables) or not set(tables) <= known:
            raise TurboError("expected every board at an open table of its own")
        return replace(
            self, rounds=(*self.rounds, TournamentRound(event.round, event.boards, event.byes))
        )

    def _numbered(self, number: int) -> TournamentRound:
        if not 1 <= number <= len(self.rounds):
            raise TurboError(f"expected a round that was paired, got {number}")
        return self.rounds[number - 1]

    def _with(self, changed: TournamentRound) -> "Tournament":
        rounds = (changed if one.number == changed.number else one for one in self.rounds)
        return replace(self, rounds=tuple(rounds))

    def _clock(
        self, event: happenings.Begun | happenings.Held | happenings.WentOn, at: datetime
    ) -> "Tournament":
        rnd = self._numbered(event.round)
        if isinstance(event, happenings.Begun):
            if rnd.begun is not None:
                raise TurboError(f"expected a round that has not begun, got {event.round}")
            return self._with(replace(rnd, begun=at))
        if rnd.begun is None or (rnd.held is None) is isinstance(event, happenings.WentOn):
            raise TurboError(f"expected a clock that {_CLOCK[type(event)]}")
        if isinstance(event, happenings.Held):
            return self._with(replace(rnd, held=at))
        assert rnd.held is not None
        return self._with(replace(rnd, held=None, rest=rnd.rest + (at - rnd.held)))

    def _result(self, event: happenings.ResultGiven) -> "Tournament":
        rnd = self._numbered(event.round)
        board, known = rnd.board(event.table), rnd.outcome(event.table)
        if len(event.scores) != len(board.players):
            raise TurboError(f"expected {len(board.players)} scores, got {len(event.scores)}")
        if known.scores is not None:
            raise TurboError(f"expected a board without a result: amend that of {event.table}")
        assert self.founded is not None
        if min(event.scores) < 0 and not EDITIONS[self.founded.edition].has_minus:
            raise TurboError(f"expected scores from 0 on: nobody writes minus at {event.table}")
        places = event.places or places_of(event.scores)
        return self._with(
            rnd.with_outcome(event.table, replace(known, scores=event.scores, places=places))
        )

    def _forfeit(self, event: happenings.Forfeited) -> "Tournament":
        rnd = self._numbered(event.round)
        board, known = rnd.board(event.table), rnd.outcome(event.table)
        if event.player not in board.players or event.player in known.absent:
            raise TurboError(f"expected a player who should sit at {event.table}")
        if known.scores is not None:
            raise TurboError(f"expected a board without a result, got {event.table}")
        absent = known.absent | {event.player}
        return self._with(rnd.with_outcome(event.table, replace(known, absent=absent)))


_CLOCK: dict[type[object], str] = {happenings.Held: "runs", happenings.WentOn: "is held"}


def check(
    entries: Sequence[happenings.HallEntry], happening: happenings.Written, at: datetime, by: str
) -> happenings.HallEntry:
    """The entry that would follow; refused if the tournament could not go that way."""
    entry = happenings.HallEntry(len(entries) + 1, happening, at, by)
    if isinstance(happening, happenings.TakenBack | happenings.ResultAmended):
        named = {one.number: one for one in entries}.get(happening.entry)
        if named is None:
            raise TurboError(f"expected the number of an entry, got {happening.entry}")
        corrects = isinstance(named.happening, happenings.TakenBack | happenings.ResultAmended)
        if isinstance(happening, happenings.ResultAmended) and corrects:
            raise TurboError(f"expected the number of a happening, got {named.number}")
    # The whole log once more with it: a correction of old entries may make a later one impossible.
    Tournament.of([*entries, entry])
    return entry


def seated(
    rounds: Sequence[TournamentRound],
) -> Iterator[tuple[TournamentRound, happenings.PairedBoard, Outcome]]:
    for rnd in rounds:
        for board in rnd.boards:
            yield rnd, board, rnd.outcome(board.table)
