"""`turbo serve` at whose first seat every throw is full of sets, so that a round is short; at the
others dice are drawn by chance. How dice roll has tests of its own."""

import random
import sys
from collections import Counter
from unittest.mock import patch

from turbo.app.rolling import Roll, drawn, faces_up
from turbo.commands.cli import main
from turbo.game.dice import PRESUMED_FACES, sort_key
from turbo.game.match import Match
from turbo.game.sets import Faces


def full_of_sets(chance: random.Random) -> Roll:
    def roll(match: Match, dice: Faces, count: int) -> Faces:
        if match.round is not None and match.round.turn:
            return drawn(match, dice, count, chance)
        free = Counter(PRESUMED_FACES) - Counter(faces_up(match))
        return tuple(sorted(free, key=sort_key)[: len(dice) or count])

    return roll


if __name__ == "__main__":
    with patch("turbo.app.screen_seats.roll_for", full_of_sets):
        sys.exit(main())
