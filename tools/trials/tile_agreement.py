"""Tile layouts and plays judged by the referee and by the independent judge."""

from tools.trials import tile_oracle
from turbo.game.editions import EDITIONS, edition
from turbo.game.events import HandedOver, Verdict
from turbo.game.layout import Layout
from turbo.tiles.game import new_game
from turbo.tiles.match import TileMatch
from turbo.tiles.referee import judge_tiles
from turbo.tiles.rows import TileLayout, kind_of

TILE_EDITIONS = [name for name, one in EDITIONS.items() if not one.is_thrown]


def layout_difference(text: str, name: str) -> str:
    """Empty if both judges name the same faults of the same tiles."""
    judged = TileLayout(Layout.parse(text, special=True), edition(name)).faults()
    ours = sorted(
        (str(fault.rule), tuple(tile_oracle.piece(str(kind_of(f))) for f in fault.faces))
        for fault in judged
    )
    theirs = tile_oracle.layout_faults(tile_oracle.parse(text), name)
    return "" if ours == theirs else f"{name}: {text}: {ours}, the oracle {theirs}"


def play_difference(before: str, after: str, name: str, *, melded: bool, rack: int = 14) -> str:
    """Empty if both judges break the hand-over by the same rules."""
    rules = edition(name)
    game = new_game(rules, 2, 0)
    table = Layout.parse(before, special=True)
    lying = game.__class__(
        0, 0, (rack, 14), (melded, False), game.pool, table=table, shown=(None, None)
    )
    match = TileMatch(("Ann", "Bob"), rules, game=lying)
    ruling = judge_tiles(match, HandedOver(Layout.parse(after, special=True)))
    ours = {str(fault.rule) for fault in ruling.faults}
    theirs = tile_oracle.play_faults(
        tile_oracle.parse(before), tile_oracle.parse(after), name, melded=melded, rack=rack
    )
    assert (ruling.verdict is Verdict.ACCEPTED) == (not ours)
    said = f"{name}, melded {melded}: {before} -> {after}: {sorted(ours)}"
    return "" if ours == theirs else f"{said}, the oracle {sorted(theirs)}"
