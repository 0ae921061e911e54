"""Find the best play

Everything on the table may be rearranged. `proved` says that the search was exhaustive.
"""

from turbo import Layout, best_play, parse_hand

table = Layout.parse("b3 r* b5 / r3 . . / k3 . .")
play = best_play(table, parse_hand("b6 b7 o5"))
print("lay", *play.played)
print(play.layout)
print("nothing better exists:", play.proved)

# > lay b6 b7 o5
# > r* . . / o5 . . / b5 b6 b7 | b3 r3 k3
# > nothing better exists: True
