"""Add an act of mischief

The twin cheats on purpose, and says beside each event which rule the referee ought to name. A new
act: to pass before the throw, in every turn of a match.
"""

from turbo import Rule
from turbo.commands.twin import judged
from turbo.game.events import Passed
from turbo.twin.event_match import NAMES, EventMatch


class Hasty(EventMatch):
    def take_turn(self, seat: int) -> None:
        self.tell(Passed(NAMES[seat]), Rule.NOT_THROWN)
        super().take_turn(seat)


match, right, wrong = judged(Hasty(seed=3).play())
print("as they should be:", right, "not so:", wrong)

# > as they should be: 207 not so: 0
