"""Follow a match, event by event

The referee is a pure function: a match and an event give a ruling, and with it the match that
follows. Nothing reads a clock, a camera or a disk.
"""

from turbo import Layout, Match, judge, parse_hand
from turbo.game.events import HandedOver, RoundStarted, Thrown

match = Match(("Ann", "Bob"))
hand = parse_hand("b3 b4 b5 r1 k2 o7 o8 r* k12")
table = HandedOver(Layout.parse("b3 b4 b5"))
for event in (RoundStarted("Ann"), Thrown("Ann", hand), table):
    ruling = judge(match, event)
    match = match.after(event, ruling)
    print(type(event).__name__, ruling.verdict)
print("turn:", match.players[match.round.turn] if match.round else "nobody")

# > RoundStarted accepted
# > Thrown accepted
# > HandedOver accepted
# > turn: Bob
