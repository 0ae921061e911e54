"""Prove that there is no play

An empty play is an answer too: the table stays as it is, and `proved` is the proof.
"""

from turbo import Layout, best_play, parse_hand

table = Layout.parse("b3 b4 b5 | k8 r8 o8")
for hand in ("r1 k2 o12", "r1 k2 b8"):
    play = best_play(table, parse_hand(hand))
    found = " ".join(map(str, play.played)) or "nothing to lay"
    print(f"{hand}: {found}, proved: {play.proved}")

# > r1 k2 o12: nothing to lay, proved: True
# > r1 k2 b8: b8, proved: True
