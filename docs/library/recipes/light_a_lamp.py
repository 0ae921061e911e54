"""Light a lamp

Lamps are a pure function of the match. `pins:mock` is the Pi's header in memory; `pins`, `auto` or a
serial port are real: only the word changes.
"""

from turbo import Match, judge
from turbo.board import open_link
from turbo.game.events import RoundStarted
from turbo.live.presenter import panel

match = Match(("Ann", "Bob"))
match = match.after(RoundStarted("Bob"), judge(match, RoundStarted("Bob")))
link = open_link("pins:mock")
link.show(panel(match))
print(panel(match).player_1.name, panel(match).player_2.name)
link.close()

# > OFF ON
