"""What happens when the time of a turn is up and nobody shows the table: the edition says it.

>>> from turbo.game.editions import edition
>>> from turbo.tiles.contest import new_game
>>> from turbo.tiles.transcript import act_text
>>> [act_text(time_is_up(edition(name), new_game(edition(name), 2, 0)))
...  for name in ("original-jumbo", "original-french")]
['penalty 3', 'draw']
"""

from turbo.game.editions import Edition
from turbo.game.events import Act, Drawn, Passed, Penalised
from turbo.tiles.contest import Game


def time_is_up(edition: Edition, game: Game) -> Act:
    """The turn ends over a table that nobody touched. Of an empty pool nothing is drawn: that is a
    pass, or a game in which nobody lays would never be blocked."""
    if game.pool == 0:
        return Passed()
    return Drawn() if edition.late_untouched == 1 else Penalised(edition.late_untouched)
