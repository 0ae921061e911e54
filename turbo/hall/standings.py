"""Standings: points, then tie-breaks in a fixed order, until nothing is left but to share a place.

| tie-break | what |
|---|---|
| buchholz | the points of all opponents: who met the stronger field |
| sonneborn | the points of the opponents that were beaten, and half of those drawn with |
| wins | first places at a table, alone |
| difference | points of the game itself, own less those of the best other at the table |
| scored | points of the game itself |

A round in which nobody was met (a bye, or the other did not come) counts for buchholz as an
opponent with as many points as oneself: neither luck nor loss. A round missed before a late entry
or after a withdrawal counts nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from turbo.game.places import places_of
from turbo.hall.happenings import PairedBoard
from turbo.hall.points import SCHEMES, Scheme, points_text
from turbo.hall.tournament import Outcome, Tournament, seated

TIE_BREAKS = ("buchholz", "sonneborn", "wins", "difference", "scored")


@dataclass(frozen=True, slots=True)
class Met:
    """One round of one player: where, with whom, and what came of it."""

    round: int
    table: str | None
    opponents: tuple[int, ...]
    points: Fraction
    started: bool = False
    played: bool = True
    """False for a bye and for a board to which somebody did not come: no meeting."""
    score: int = 0
    best_other: int = 0
    beat: tuple[tuple[int, Fraction], ...] = ()
    """The opponents with what was taken from each: 1 for a win, a half for a draw."""
    won: bool = False


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings."""

    place: int
    player: int
    points: Fraction
    buchholz: Fraction
    sonneborn: Fraction
    wins: int
    difference: int
    scored: int
    met: tuple[Met, ...] = field(repr=False)

    @property
    def told(self) -> dict[str, str | int]:
        """Points and tie-breaks as people read them: what may be halves as text."""
        exact = {name: points_text(getattr(self, name)) for name in ("points", *TIE_BREAKS[:2])}
        return exact | {name: getattr(self, name) for name in TIE_BREAKS[2:]}

    @property
    def key(self) -> tuple[Fraction | int, ...]:
        return (self.points, *(getattr(self, name) for name in TIE_BREAKS))


def scheme_of(tournament: Tournament) -> Scheme:
    assert tournament.founded is not None
    return SCHEMES[tournament.founded.points]


def rounds_of(tournament: Tournament) -> dict[int, list[Met]]:
    """Every player's rounds that have an outcome, in order."""
    found: dict[int, list[Met]] = {player.id: [] for player in tournament.players}
    scheme = scheme_of(tournament) if tournament.founded is not None else None
    for rnd in tournament.rounds:
        assert scheme is not None
        # At once, before any board is over: a bye waits for nobody.
        for player in rnd.byes:
            found[player].append(
                Met(rnd.number, None, (), Fraction(scheme.bye), played=False, won=False)
            )
    for rnd, board, outcome in seated(tournament.rounds):
        assert scheme is not None
        if outcome.is_complete(board):
            for player, met in _board(rnd.number, board, outcome, scheme):
                found[player].append(met)
    return {player: sorted(met, key=lambda one: one.round) for player, met in found.items()}


def _board(
    number: int, board: PairedBoard, outcome: Outcome, scheme: Scheme
) -> Iterator[tuple[int, Met]]:
    """Who did not come is last, whatever was written; who is there plays on."""
    scores = outcome.scores or (0,) * len(board.players)
    # Behind everybody who came, also behind who scored nothing.
    last = len(board.players) + 1
    given = outcome.places or places_of(scores)
    places = [
        last if player in outcome.absent else place
        for player, place in zip(board.players, given, strict=True)
    ]
    shares = scheme.shares(places)
    for seat, player in enumerate(board.players):
        absent = player in outcome.absent
        others = [one for one in range(len(board.players)) if one != seat]
        there = [one for one in others if board.players[one] not in outcome.absent]
        played = not absent and bool(there) and outcome.scores is not None
        yield (
            player,
            Met(
                number,
                board.table,
                tuple(board.players[one] for one in there) if played else (),
                # All who stay away would share the last places' points: they get none.
                Fraction(0) if absent else shares[seat],
                started=played and seat == 0,
                played=played,
                score=scores[seat] if played else 0,
                best_other=max((scores[one] for one in there), default=0) if played else 0,
                beat=tuple((board.players[one], _taken(places[seat], places[one])) for one in there)
                if played
                else (),
                won=played and all(places[seat] < places[one] for one in others),
            ),
        )


def _taken(own: int, other: int) -> Fraction:
    return Fraction(1 if own < other else 0) if own != other else Fraction(1, 2)


def standings(tournament: Tournament) -> list[StandingsLine]:
    """All players, the best first; who is equal in everything shares a place."""
    met = rounds_of(tournament)
    points = {
        player: sum((one.points for one in all_), Fraction(0)) for player, all_ in met.items()
    }
    lines = [_line(player, met[player], points) for player in met]
    lines.sort(key=lambda line: line.key, reverse=True)
    placed: list[StandingsLine] = []
    for number, line in enumerate(lines, 1):
        # The sort keeps the order of entering among equals: lists printed twice agree.
        shared = bool(placed) and placed[-1].key == line.key
        placed.append(replace(line, place=placed[-1].place if shared else number))
    return placed


def _line(player: int, met: list[Met], points: dict[int, Fraction]) -> StandingsLine:
    faced = Fraction(0)
    taken = Fraction(0)
    for one in met:
        faced += sum((points[other] for other in one.opponents), Fraction(0))
        faced += 0 if one.opponents else points[player]
        taken += sum((points[other] * part for other, part in one.beat), Fraction(0))
    return StandingsLine(
        0,
        player,
        points[player],
        faced,
        taken,
        sum(one.won for one in met),
        sum(one.score - one.best_other for one in met),
        sum(one.score for one in met),
        tuple(met),
    )


def cross_table(tournament: Tournament) -> list[list[str]]:
    """Round by round as it hangs on the wall: whom (by place), and what came of it.

    ``3+`` won against the player in place 3, ``=`` drew, ``-`` lost, ``bye``, and ``+``/``-`` alone
    where somebody did not come. At larger tables the points of that table.
    """
    lines = standings(tournament)
    # Numbers of lines and not shared places: '3+' must name one player.
    place = {line.player: number for number, line in enumerate(lines, 1)}
    rows = []
    for line in lines:
        by_round = {one.round: one for one in line.met}
        cells = [
            _cell(by_round.get(rnd.number), place, rnd.byes, line.player)
            for rnd in tournament.rounds
        ]
        rows.append(cells)
    return rows


def _cell(met: Met | None, place: dict[int, int], byes: tuple[int, ...], player: int) -> str:
    if met is None:
        return ""
    if player in byes:
        return "bye"
    if not met.played:
        return "+" if met.points else "-"
    if len(met.opponents) > 1:
        others = ",".join(str(place[other]) for other in met.opponents)
        return f"{others}:{float(met.points):g}"
    other, part = met.beat[0]
    sign = {Fraction(1): "+", Fraction(1, 2): "="}.get(part, "-")
    return f"{place[other]}{sign}"


def cross_rows(tournament: Tournament) -> list[list[str]]:
    """The same as lines of a paper: place, player, round by round, points."""
    return [
        [str(line.place), tournament.names[line.player], *cells, points_text(line.points)]
        for line, cells in zip(standings(tournament), cross_table(tournament), strict=True)
    ]
