"""Write a bot for the twin

A player decides what to throw and what to play. This one never plays in its first two turns; the
referee and the twin's own ledger of the truth must still agree.
"""

from turbo import Layout
from turbo.commands.twin import judged
from turbo.game.sets import Faces
from turbo.twin.event_match import EventMatch
from turbo.twin.players import TwinPlayer


class Patient(TwinPlayer):
    turns = 0

    def play(self, table: Layout, hand: Faces) -> Layout | None:
        self.turns += 1
        return None if self.turns <= 2 else super().play(table, hand)


game = EventMatch(seed=7)
ann, bob = game.players
game.players = (Patient(ann.name, ann.habits, ann.chance), bob)
played = game.play()
match, right, wrong = judged(played)
print(dict(zip(match.players, match.totals, strict=True)), "wrong rulings:", wrong)

# > {'Ann': 25, 'Bob': 55} wrong rulings: 0
