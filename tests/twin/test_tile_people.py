"""Simulated people at a tile table: their ledger equals the referee's match, deed by deed."""

import pytest

from tools.trials.tile_matches import differences, habits_of, played
from turbo.errors import TurboError
from turbo.game.editions import EDITIONS, edition
from turbo.game.events import RackShown
from turbo.game.layout import Layout
from turbo.game.record import Record
from turbo.twin.tile_acting import acted_match
from turbo.twin.tile_ledger import box
from turbo.twin.tile_mischief import AT_THE_END, MISDEEDS
from turbo.twin.tile_people import NAMES, PlayedTiles, TileHabits, tile_match

TILE_EDITIONS = [name for name, one in EDITIONS.items() if not one.is_thrown]
MATCHES, MORE_MATCHES = 5, 12
"""For each edition, and for those of the original: enough for every kind of mischief;
`bench.tile_matches` plays a thousand."""


@pytest.fixture(scope="module")
def matches() -> dict[str, list[PlayedTiles]]:
    counts = {n: MORE_MATCHES if n.startswith("original") else MATCHES for n in TILE_EDITIONS}
    return {name: [played(name, seed) for seed in range(n)] for name, n in counts.items()}


@pytest.mark.parametrize("name", TILE_EDITIONS)
def test_the_ledger_equals_the_referees_match(
    matches: dict[str, list[PlayedTiles]], name: str
) -> None:
    for match in matches[name]:
        assert differences(match) == []


@pytest.mark.parametrize("name", TILE_EDITIONS)
def test_the_record_reads_back(matches: dict[str, list[PlayedTiles]], name: str) -> None:
    for match in matches[name][:3]:
        assert Record.parse(str(match.record)) == match.record


def test_games_end_in_every_way_and_people_do_all_they_can(
    matches: dict[str, list[PlayedTiles]],
) -> None:
    everything = [match for some in matches.values() for match in some]
    assert {game.by for match in everything for game in match.ledger.games} == {"out", "block"}
    done = {deed.mischief for match in everything for deed in match.deeds}
    assert done >= {*MISDEEDS, *AT_THE_END, ""}
    acts = {type(deed.act).__name__ for match in everything for deed in match.deeds}
    assert acts >= {"Penalised", "Returned", "Redealt", "Passed", "Drawn", "HandedOver"}


@pytest.mark.parametrize("name", TILE_EDITIONS)
def test_no_tile_is_lost_or_made(matches: dict[str, list[PlayedTiles]], name: str) -> None:
    whole = len(box(EDITIONS[name]))
    for match in matches[name]:
        for deed in match.deeds:
            held = sum(map(len, deed.racks)) + deed.pool
            assert held + len(deed.after.faces) == whole


def test_what_lies_there_meanwhile_is_what_was_told() -> None:
    deeds = [deed for deed in tile_match(1, "six").deeds if deed.mischief == "swap"]
    assert all(deed.table != deed.after and isinstance(deed.table, Layout) for deed in deeds)


def test_the_same_seed_is_the_same_match() -> None:
    assert tile_match(5, "special").deeds == tile_match(5, "special").deeds


def test_too_many_people_are_told_so() -> None:
    with pytest.raises(TurboError, match="expected 2 to 4 players in special, got 6"):
        tile_match(1, "special", players=NAMES)


def test_shy_people_leave_the_pool_empty() -> None:
    """Otherwise no game would be blocked, and no last turn played."""
    assert habits_of(0) != habits_of(1)


def test_whoever_shows_a_rack_too_short_before_a_camera_still_shows_some_of_it() -> None:
    """Nothing laid open is nothing to judge: the table goes on waiting, and says for whom."""
    chosen, habits = edition("original-goliath"), TileHabits(mischief=0.5, work=3_000)
    acted = acted_match(4, chosen, NAMES[:4], habits)
    assert list(acted.beats)
    racks = [deed.act.tiles for deed in acted.deeds if isinstance(deed.act, RackShown)]
    assert len(racks) == 4 and all(racks)
