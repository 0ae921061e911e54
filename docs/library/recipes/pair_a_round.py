"""Pair a round of a tournament

A tournament is a log too: founded, entered, drawn, scored. The pairing is the matching of lowest
cost over all there are.
"""

from datetime import UTC, datetime

from turbo.hall.happenings import Entered, Founded, Happening, System, TableOpened
from turbo.hall.pairing import draw
from turbo.hall.tournament import Tournament

club, now = Tournament(), datetime(2026, 11, 16, 19, tzinfo=UTC)
evening: list[Happening] = [Founded("Club", System.SWISS, 3, "2-1-0")]
evening += [Entered(number, name) for number, name in enumerate(("Ann", "Bob", "Cid", "Dee"), 1)]
evening += [TableOpened("t1"), TableOpened("t2")]
for happening in evening:
    club = club.after(happening, now)
for board in draw(club).boards:
    print(board.table, *board.players)

# > t1 1 3
# > t2 4 2
