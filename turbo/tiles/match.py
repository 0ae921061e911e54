"""A match of tiles as a value: games, racks as counts, the table, the pool. It changes only by
`TileMatch.after`.

Racks are hidden, so a rack is how many tiles it must hold: fourteen, what was drawn, less what was
laid. When a game is over the losers show their racks, and the last one that is shown ends it.
Where nobody shows the table (`played`), it is not known from then on, and neither is a rack of
which nobody said how much was laid: what is not known convicts nobody.

    BETWEEN --round--> TO_PLAY --table, played, draw, pass, penalty--> TO_PLAY of the next player
                          |  redeal: the game starts again
                          +-- rack empty, or blocked --> TO_COUNT --racks, or score--> BETWEEN
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import Any

from turbo.errors import TurboError
from turbo.game.editions import Edition, PoolEmpty
from turbo.game.events import (
    Act,
    Drawn,
    Ended,
    Ending,
    HandedOver,
    Left,
    Overruled,
    Passed,
    Penalised,
    Played,
    RackBegun,
    RackCorrected,
    RackShown,
    Redealt,
    Resigned,
    Retimed,
    Returned,
    RoundStarted,
    Ruling,
    ScoredAll,
    TableBegun,
    TableCorrected,
    Verdict,
)
from turbo.game.layout import Layout
from turbo.game.match import RoundScore
from turbo.game.places import places_of
from turbo.game.record import check_names
from turbo.tiles.game import Game, following, new_game, put, without_tiles
from turbo.tiles.score import GameResult, counted


class TilePhase(Enum):
    """What the match is waiting for."""

    BETWEEN = "the next game"
    TO_PLAY = "a play, a draw or a pass"
    TO_COUNT = "racks to be shown"
    OVER = "nothing: the match is over"


@dataclass(frozen=True, slots=True)
class TileMatch:
    """Two to six players, the finished games and the open one."""

    players: tuple[str, ...]
    edition: Edition
    results: tuple[GameResult, ...] = ()
    game: Game | None = None
    ended: str | None = None
    resigned: int | None = None
    gone: frozenset[int] = frozenset()
    """The seats of those who went home while the others play on."""
    waiting: Act | None = None
    rejected: Act | None = None

    def __post_init__(self) -> None:
        self.edition.seats(len(self.players))
        check_names(self.players)

    def seat(self, player: str) -> int:
        if player not in self.players:
            raise TurboError(f"expected a player's name, {' or '.join(self.players)}")
        return self.players.index(player)

    @property
    def is_playing(self) -> bool:
        """Whether a game is open."""
        return self.game is not None

    @property
    def round(self) -> Game | None:
        """The open game, by the name that the dice have for it."""
        return self.game

    @property
    def stage(self) -> TilePhase:
        # An open game first: it is played to its end also where a match was agreed to be shorter.
        if self.game is not None:
            return TilePhase.TO_COUNT if self.game.is_over else TilePhase.TO_PLAY
        return TilePhase.OVER if self.is_finished else TilePhase.BETWEEN

    @property
    def is_finished(self) -> bool:
        games = self.edition.games(len(self.players))
        is_played = games is not None and len(self.results) >= games
        return is_played or self.ended is not None or self.resigned is not None

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(
            sum(result.points[seat] for result in self.results) for seat in range(len(self.players))
        )

    @property
    def rounds_won(self) -> tuple[RoundScore, ...]:
        return tuple(
            (one.winner, 0 if one.winner is None else one.points[one.winner], str(one.by))
            for one in self.results
        )

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """Everybody's points of each game."""
        return tuple(one.points for one in self.results)

    @property
    def wins(self) -> tuple[int, ...]:
        won = [result.winner for result in self.results]
        return tuple(won.count(seat) for seat in range(len(self.players)))

    @property
    def winner(self) -> str | None:
        """The best standing, once the match is finished, among those who have not resigned."""
        if not self.is_finished:
            return None
        # Who resigns or goes home may lead by points, and has lost all the same.
        lost = self.gone | {self.resigned}
        left = [seat for seat in range(len(self.players)) if seat not in lost]
        standing = {seat: self._standing(seat) for seat in left}
        best = [seat for seat in left if standing[seat] == max(standing.values())]
        return self.players[best[0]] if len(best) == 1 else None

    @property
    def places(self) -> tuple[int, ...]:
        """Everybody's place by the standing, 1 is first; who resigned or went home comes last."""
        lost, seats = self.gone | {self.resigned}, range(len(self.players))
        return places_of([(seat not in lost, self._standing(seat)) for seat in seats])

    def _standing(self, seat: int) -> tuple[int, int]:
        # The rulebook with special jokers asks for games won first; all others know points alone.
        games = self.wins[seat] if self.edition.counts_games else 0
        return games, self.totals[seat]

    @property
    def next_starter(self) -> str:
        """Who is proposed to start the next game: the first player, then in turn."""
        # Only proposed: the rulebooks draw for it, agree on it, or say nothing.
        last = self.results[-1].starter if self.results else -1
        return self.players[following(last, len(self.players), self.gone)]

    def meaning(self, act: Act) -> Act:
        """A correction of the table completes a hand-over that waits for it, and an overruling
        stands for what was rejected."""
        # First: what a person decides stands for the rejected act itself, whatever else is waiting.
        if isinstance(act, Overruled) and self.rejected is not None:
            return self.rejected
        if isinstance(act, TableCorrected) and isinstance(self.waiting, HandedOver):
            return replace(self.waiting, layout=act.layout)
        return act

    def after(self, act: Act, ruling: Ruling, at: datetime | None = None) -> "TileMatch":
        meant = self.meaning(act)
        # What changes no turn leaves standing what waits to be completed or overruled.
        is_correction = isinstance(meant, TableCorrected | RackCorrected | Retimed)
        if ruling.verdict is Verdict.UNSURE:
            return self if is_correction else replace(self, waiting=meant)
        if ruling.verdict is Verdict.REJECTED:
            # A refused word of order is nothing that a person could let count: what was rejected
            # before it can still be overruled.
            return self if isinstance(act, _NOT_TO_OVERRULE) else replace(self, rejected=meant)
        changed = _EFFECTS[type(meant)](self, meant)
        if isinstance(meant, Retimed):
            # Who sets the clock gives the turn its whole time again, if it is known when that was:
            # else it counts from the last hand-over as before.
            return changed if at is None else changed._timed(at)
        # An overruled correction was itself what stood there: it is settled, and leaves.
        if is_correction and not isinstance(act, Overruled):
            return changed
        changed = replace(changed, waiting=None, rejected=None)
        return changed._timed(at) if isinstance(meant, _TURNS) else changed

    def _timed(self, at: datetime | None) -> "TileMatch":
        if self.game is None:
            return self
        return replace(self, game=replace(self.game, since=at))


_NOT_TO_OVERRULE = (Overruled, TableBegun, RackBegun, Left, Resigned, Ended)
_TURNS = (RoundStarted, HandedOver, Played, Drawn, Passed, Penalised, Redealt)
"""What begins a turn, and with it its clock."""


def _open(match: TileMatch) -> Game:
    if match.game is None:
        raise TurboError("expected an open game")
    return match.game


def _with(match: TileMatch, game: Game) -> TileMatch:
    return replace(match, game=game)


def _start(match: TileMatch, act: RoundStarted) -> TileMatch:
    seat = match.seat(act.starter)
    return _with(match, _dealt(match, seat))


def _dealt(match: TileMatch, starter: int) -> Game:
    return new_game(match.edition, len(match.players), starter, match.gone)


def _passed_on(match: TileMatch, game: Game, *, passes: int = 0) -> TileMatch:
    """The turn goes on clockwise, or the game is over."""
    left, edition = game.last_turns, match.edition
    if left is not None:
        left -= 1
    # Only where it has not begun: a turn that is laid then adds no turns (Jumbo: once more for
    # each).
    elif game.pool == 0 and edition.pool_empty is PoolEmpty.LAST_TURNS:
        # From who drew the last tile on, that player at once.
        turn = replace(game, last_turns=game.playing, turns=game.turns + 1, passes=0)
        return _with(match, turn)
    # A block is what was done, not what could have been, as with the dice: everybody passed once.
    is_over = left == 0 or passes >= game.playing
    following = game.turn if is_over else game.following
    moved = replace(
        game, turn=following, turns=game.turns + 1, passes=passes, last_turns=left, is_over=is_over
    )
    return _with(match, moved)


def _hand_over(match: TileMatch, act: HandedOver) -> TileMatch:
    game = _open(match)
    # Over a table that nobody showed before, nobody knows what is new.
    laid = None if game.is_blind else len(act.layout.dice) - len(game.table.dice)
    return _laid(match, replace(game, table=act.layout, is_blind=False), laid)


def _laid(match: TileMatch, game: Game, laid: int | None, *, is_out: bool = False) -> TileMatch:
    """So many tiles came from the rack in turn, None: some. An empty rack ends the game."""
    seat = game.turn
    # Melded by any accepted play: where nobody showed the sets, nobody can say that it was none.
    played = replace(game, melded=put(game.melded, seat, True), penalised=None)
    if laid is None:
        played = replace(played, guessed=played.guessed | {seat})
    else:
        # Who is overruled may lay more than the rack was thought to hold.
        played = played.with_rack(seat, max(0, game.racks[seat] - laid))
    if is_out or played.count(seat) == 0:
        return _with(match, _went_out(played, seat))
    return _passed_on(match, played)


def _went_out(game: Game, seat: int) -> Game:
    # Who is out holds nothing, also where nobody knew before how many tiles there were.
    empty = replace(game.with_rack(seat, 0), guessed=game.guessed - {seat})
    # An empty rack is shown: the count waits for the others alone.
    return replace(empty, out=seat, is_over=True, shown=put(game.shown, seat, ()))


def _play(match: TileMatch, act: Played) -> TileMatch:
    """Sets that are named lie beside what is known; of anything else nobody knows where it lies."""
    game = _open(match)
    if act.sets is None:
        return _laid(match, replace(game, is_blind=True), act.count, is_out=act.is_out)
    if not game.is_blind:
        game = replace(game, table=Layout((*game.table.islands, *act.sets.islands)))
    return _laid(match, game, len(act.sets.dice), is_out=act.is_out)


def _draw(match: TileMatch, _: Drawn) -> TileMatch:
    game = _open(match)
    # Drawing ends the turn in every edition: the tile waits for the next one.
    return _passed_on(match, replace(game.drew(game.turn, 1), penalised=None))


def _pass(match: TileMatch, _: Passed) -> TileMatch:
    game = replace(_open(match), penalised=None)
    return _passed_on(match, game, passes=game.passes + 1)


def _penalise(match: TileMatch, act: Penalised) -> TileMatch:
    game = _open(match)
    seat = game.turn
    if act.table is not None:
        # What is not known convicts nobody: of a blind table nothing is taken from the rack, which
        # is guessed from here on instead.
        laid = 0 if game.is_blind else len(act.table.dice) - len(game.table.dice)
        melded = put(game.melded, seat, game.melded[seat] or laid > 0)
        guessed = game.guessed | {seat} if game.is_blind else game.guessed
        game = replace(game.with_rack(seat, max(0, game.racks[seat] - laid)), melded=melded)
        game = replace(game, table=act.table, guessed=guessed, is_blind=False)
    return _passed_on(match, replace(game.drew(seat, act.tiles), penalised=seat))


def _return(match: TileMatch, act: Returned) -> TileMatch:
    """To the pool; where lost tiles cost, as many more are drawn by who lost them."""
    game = _open(match)
    table = without_tiles(game.table, act.tiles)
    # First into the pool, then drawn from it: else a pool that is empty could give no penalty.
    game = replace(game, table=table, pool=game.pool + len(act.tiles))
    if match.edition.lost_costs and game.penalised is not None:
        game = game.drew(game.penalised, len(act.tiles))
    return _with(match, replace(game, penalised=None))


def _begin_rack(match: TileMatch, act: RackBegun) -> TileMatch:
    game, seat = _open(match), match.seat(act.player)
    melded = put(game.melded, seat, act.melded)
    return _begun(match, replace(game.with_rack(seat, act.count), melded=melded))


def _begun(match: TileMatch, game: Game) -> TileMatch:
    """The pool is what is left of the box. Counted anew at each word: cut at nothing on the way, it
    would give back for a short rack what the table had never taken."""
    left = match.edition.pieces - len(game.table.dice) - sum(game.racks)
    # What is said of a game in the middle may not add up; a pool is never below nothing.
    return _with(match, replace(game, pool=max(0, left), taken_up=True))


def _correct_rack(match: TileMatch, act: RackCorrected) -> TileMatch:
    seat = match.seat(act.player)
    if match.game is None:
        last = match.results[-1]
        racks = put(last.racks or (), seat, act.tiles or ())
        # A blocked game has a winner too, who did not go out: its points are counted otherwise.
        out = last.winner if last.by is Ending.OUT else None
        counts = put(last.counts or (), seat, len(act.tiles or ()))
        again = counted(match.edition, racks, out, last.starter, counts=counts)
        return replace(match, results=(*match.results[:-1], again))
    game = match.game
    if act.tiles is not None:
        return _with(match, replace(game, shown=put(game.shown, seat, act.tiles)))
    known = replace(game, guessed=game.guessed - {seat})
    return _with(match, known.with_rack(seat, act.count or 0))


def _show(match: TileMatch, act: RackShown) -> TileMatch:
    """The last one missing ends the game."""
    game = _open(match)
    shown = put(game.shown, match.seat(act.player), act.tiles)
    racks = tuple(rack for rack in shown if rack is not None)
    if len(racks) < len(shown):
        return _with(match, replace(game, shown=shown))
    counts = tuple(map(game.count, range(len(racks))))
    return _counted(
        match, counted(match.edition, racks, game.out, game.starter, counts=counts, gone=game.gone)
    )


def _counted(match: TileMatch, result: GameResult) -> TileMatch:
    return replace(match, game=None, results=(*match.results, result))


def _score(match: TileMatch, act: ScoredAll) -> TileMatch:
    by_name = dict(act.points)
    points = tuple(by_name[name] for name in match.players)
    best = [seat for seat, own in enumerate(points) if own == max(points)]
    winner = best[0] if len(best) == 1 else None
    # Without racks: people give points where nobody counted tiles, so none can be corrected.
    return _counted(match, GameResult(_open(match).starter, winner, points, act.by))


def _leave(match: TileMatch, act: Left) -> TileMatch:
    """The others play on; the last one who is left has nobody to play with."""
    seat = match.seat(act.player)
    left = replace(match, gone=match.gone | {seat})
    if len(left.players) - len(left.gone) < 2:
        return replace(left, game=None, resigned=seat)
    return left if left.game is None else _with(left, left.game.left_by(seat))


_EFFECTS: dict[type[Act], Callable[[TileMatch, Any], TileMatch]] = {
    RoundStarted: _start,
    TableBegun: lambda match, act: _begun(match, replace(_open(match), table=act.layout)),
    RackBegun: _begin_rack,
    HandedOver: _hand_over,
    Played: _play,
    Drawn: _draw,
    Passed: _pass,
    Penalised: _penalise,
    Returned: _return,
    Redealt: lambda match, _: _with(match, _dealt(match, _open(match).starter)),
    RackShown: _show,
    RackCorrected: _correct_rack,
    Retimed: lambda match, act: replace(match, edition=replace(match.edition, time_s=act.time_s)),
    TableCorrected: lambda match, act: _with(
        match, replace(_open(match), table=act.layout, is_blind=False)
    ),
    ScoredAll: _score,
    Left: _leave,
    # The open game counts for nobody: its racks were not shown.
    Resigned: lambda match, act: replace(match, game=None, resigned=match.seat(act.player)),
    Ended: lambda match, act: replace(match, game=None, ended=act.reason),
}
