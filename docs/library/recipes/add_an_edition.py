"""Add an edition

Everything that differs between the games with tiles is one value; no rule asks for its name. A
house rule: the first sets must be worth fifty.
"""

from dataclasses import replace

from turbo import Layout
from turbo.game.editions import GOLIATH
from turbo.game.events import HandedOver, RoundStarted
from turbo.tiles.match import TileMatch
from turbo.tiles.referee import judge_tiles

match = TileMatch(("Ann", "Bob"), replace(GOLIATH, name="house", first_meld=50))
match = match.after(start := RoundStarted("Ann"), judge_tiles(match, start))
for sets in ("k13 r13 o13", "k13 r13 o13 | b4 b5 b6"):
    ruling = judge_tiles(match, HandedOver(Layout.parse(sets)))
    print(sets, ruling.verdict, *(fault.rule for fault in ruling.faults))

# > k13 r13 o13 rejected first-meld
# > k13 r13 o13 | b4 b5 b6 accepted
