"""What happens when the time of a turn is up: the edition says it. Over a table that nobody touched
or shows (`time_is_up`), and over one that is not finished (`unfinished`).

>>> from turbo.game.editions import edition
>>> from turbo.tiles.game import new_game
>>> from turbo.game.record import statement_text
>>> [statement_text(time_is_up(edition(name), new_game(edition(name), 2, 0)))
...  for name in ("original-jumbo", "original-french")]
['penalty 3', 'draw']
"""

from turbo.game.editions import Edition, Unfinished
from turbo.game.events import Act, Drawn, Passed, Penalised, Verdict
from turbo.game.layout import Layout
from turbo.tiles.game import Game
from turbo.tiles.match import TileMatch
from turbo.tiles.referee import judge_tiles
from turbo.tiles.rows import RowReader, is_same_table


def time_is_up(edition: Edition, game: Game) -> Act:
    """The turn ends over a table that nobody touched. Of an empty pool nothing is drawn: that is a
    pass, or a game in which nobody lays would never be blocked."""
    if game.pool == 0:
        return Passed()
    # One tile is no penalty but what everybody draws who lays nothing: the French book punishes
    # unfinished sets alone.
    return Drawn() if edition.late_untouched == 1 else Penalised(edition.late_untouched)


def unfinished(match: TileMatch, layout: Layout) -> Act:
    """All back, and the penalty; where the rulebook only takes loose tiles back, the sets stay if
    all that lay there before lies in them."""
    edition, game = match.edition, match.game
    assert game is not None, "only asked while a game is open"
    if edition.unfinished is Unfinished.OWN_BACK:
        kept = _sets_of(match, layout)
        # The table as it was is no play: then everything is back, and the penalty is the same.
        if kept.islands and not is_same_table(kept, game.table):
            stays = Penalised(edition.late_unfinished, kept)
            # Asked of the referee itself: a first meld that falls short must not stay because time
            # ran out.
            if judge_tiles(match, stays).verdict is Verdict.ACCEPTED:
                return stays
    return Penalised(edition.late_unfinished)


def _sets_of(match: TileMatch, layout: Layout) -> Layout:
    """The rows that are sets, without the others."""
    reader = RowReader(match.edition)
    kept = []
    for island in layout.islands:
        faces = tuple(face for row in island for face in row if face is not None)
        if reader.cut(faces) is not None:
            kept.append(island)
    return Layout(tuple(kept))
