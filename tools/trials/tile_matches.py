"""Simulated matches of the tile editions, and where the referee's word is not their ledger's."""

from turbo.game.editions import EDITIONS
from turbo.game.events import Verdict
from turbo.storage.history import judge_tile_record
from turbo.tiles.match import TileMatch
from turbo.twin.tile_people import NAMES, PlayedTiles, TileDeed, TileHabits, tile_match

LIVELY = TileHabits()


SHY = TileHabits(sees=0.25, holds_back=0.6, late=0.2)
"""They lay seldom: the pool runs out, last turns are played and games are blocked."""


def habits_of(seed: int) -> TileHabits:
    return SHY if seed % 3 == 0 else LIVELY


def played(name: str, seed: int) -> PlayedTiles:
    """Two players, or three, up to as many as the edition seats; one game, or as `special` has it,
    one round of as many games as players."""
    low, high = EDITIONS[name].players
    players = NAMES[: low + seed % (high - low + 1)]
    games = len(players) if EDITIONS[name].counts_games and seed % 10 == 0 else 1
    return tile_match(seed, name, players=players, games=games, habits=habits_of(seed))


def differences(match: PlayedTiles) -> list[str]:
    """Where the referee says anything else than the people's ledger."""
    refereed = judge_tile_record(match.record).judged
    found = [
        f"{number}: {deed.act} ({deed.mischief}): expected {deed.rule}, got {rules or verdict}"
        for number, (deed, one) in enumerate(zip(match.deeds, refereed, strict=True))
        if not _is_as_expected(
            deed,
            verdict := one.ruling.verdict,
            rules := {str(fault.rule) for fault in one.ruling.faults},
        )
    ]
    found += _other_counts(match, [one.match for one in refereed])
    return found + _other_results(match, refereed[-1].match)


def _is_as_expected(deed: TileDeed, verdict: Verdict, rules: set[str]) -> bool:
    if deed.rule is None:
        return verdict is Verdict.ACCEPTED
    return verdict is Verdict.REJECTED and str(deed.rule) in rules


def _other_counts(match: PlayedTiles, contests: list[TileMatch]) -> list[str]:
    """Racks, pool and table after every deed of an open game."""
    return [
        f"after {number}: racks {game.racks}, pool {game.pool}"
        for number, (deed, contest) in enumerate(zip(match.deeds, contests, strict=True))
        if (
            (game := contest.game) is not None
            and (game.racks, game.pool) != (tuple(map(len, deed.racks)), deed.pool)
        )
        or (game is not None and game.table.count != deed.after.count)
    ]


def _other_results(match: PlayedTiles, contest: TileMatch) -> list[str]:
    names, ledger = contest.players, match.ledger
    ours = [
        (names[r.winner] if r.winner is not None else None, str(r.by), r.points)
        for r in contest.results
    ]
    true = [(game.winner, game.by, tuple(game.scores.values())) for game in ledger.games]
    found = [] if ours == true else [f"results {ours}, truly {true}"]
    standing = dict(zip(names, contest.totals, strict=True)), contest.winner
    if standing != (ledger.totals, ledger.winner):
        found.append(f"standing {standing}, truly {ledger.totals}, {ledger.winner}")
    return found
