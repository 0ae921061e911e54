"""The chance to win the match, from where a round stands.

Three small regressions say who wins the open round, and by how many points; the rounds that are
left are as wide as rounds have been. `bench/partner_fit.py` fits the numbers in `fitted.json` on
matches of the engine against itself, and writes there how it found them.
"""

import json
import math
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from turbo.partner.position import Standing
from turbo.solver.choices import JOKER_CODE
from turbo.solver.counts import Codes, cost_of, wanted
from turbo.solver.shapes import mask_of

Features = list[float]


# Of a throw that is looked at again and again most hands and tables are the same.
@lru_cache(maxsize=4096)
def _help(codes: Codes | None, table: int) -> tuple[float, float]:
    """How many faces more would fit with this hand beside the table, and its jokers."""
    if not codes:
        return 0.0, 0.0
    held = mask_of([code for code in codes if code])
    more = wanted(table | held) & ~wanted(table)
    return more.bit_count() / 10, float(codes.count(JOKER_CODE))


def features(at: Standing) -> Features:
    """What a position is judged by; the one who thinks is about to throw."""
    mine, theirs = at.dice
    table = at.table.mask
    outs = at.table.wanted
    new, again = (outs & ~table).bit_count() / 10, (outs & table).bit_count() / 10
    my_help, my_jokers = _help(at.mine, table)
    their_help, their_jokers = _help(at.theirs, table)
    m, t = mine / 5, theirs / 5
    ahead = (cost_of(at.theirs or ()) - cost_of(at.mine or ())) / 10
    near = (at.blanks / at.block_at) ** 2
    return [
        1.0, m, t, m * m, t * t, m * t, float(mine == 1), float(theirs == 1),
        float(mine == 2), float(theirs == 2), float(mine == 3), float(theirs == 3),
        new, again, new * m, new * t, new * (mine == 1), new * (theirs == 1),
        new * (mine == 2), new * (theirs == 2),
        my_help, their_help, my_jokers, their_jokers, float(at.table.jokers),
        near, near * ahead, ahead, new * near,
    ]  # fmt: skip


def point_features(at: Standing) -> Features:
    """What the points of a round are judged by, if the one who thinks wins it."""
    mine, theirs = at.dice
    cost = cost_of(at.theirs) if at.theirs is not None else 7.1 * theirs
    near = (at.blanks / at.block_at) ** 2
    gap = cost - (cost_of(at.mine) if at.mine is not None else 7.1 * mine)
    return [1.0, theirs / 5, cost / 10, mine / 5, theirs * mine / 25, near, near * gap / 10]


@dataclass(frozen=True, slots=True)
class Fitted:
    """The numbers of the value. `origin` says how they were found."""

    origin: str
    wins: tuple[float, ...]
    """Of the logistic regression: the round is won by the one who throws next."""
    points_won: tuple[float, ...]
    points_lost: tuple[float, ...]
    round_spread: float
    """Standard deviation of the points of a whole round, won positive and lost negative."""
    points_spread: float
    """Of what is not known about the points of the open round once it is known who wins."""

    @staticmethod
    def parse(text: str) -> "Fitted":
        numbers = json.loads(text)
        lists = {key: tuple(one) for key, one in numbers.items() if isinstance(one, list)}
        return Fitted(**{**numbers, **lists})


@cache
def fitted() -> Fitted:
    return Fitted.parse(files("turbo.partner").joinpath("fitted.json").read_text("utf-8"))


def dot(weights: tuple[float, ...], values: Features) -> float:
    return sum(map(float.__mul__, weights, values))


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def match_chance(lead: float, rounds: int, spread: float = 0.0) -> float:
    """The chance to win with this lead before so many rounds; a draw counts half."""
    wide = math.hypot(fitted().round_spread * math.sqrt(rounds), spread)
    if wide == 0:
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    return 0.5 * (1 + math.erf(lead / wide / math.sqrt(2)))


def win_chance(at: Standing) -> float:
    """The chance that the one who thinks, who throws next, wins the match."""
    points, rounds = at.points, at.rounds_left
    if points is not None:
        return match_chance(at.lead + points, rounds)
    by = fitted()
    p = logistic(dot(by.wins, features(at)))
    won = max(1.0, dot(by.points_won, point_features(at)))
    lost = max(1.0, dot(by.points_lost, point_features(at.other)))
    spread = by.points_spread
    return p * match_chance(at.lead + won, rounds, spread) + (1 - p) * match_chance(
        at.lead - lost, rounds, spread
    )
