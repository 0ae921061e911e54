"""`turbo twin --edition NAME`: simulated people at a tile table, told as acts or as a film."""

import argparse
from collections.abc import Callable
from pathlib import Path

from turbo.commands.report import Style, told_text
from turbo.game.editions import EDITIONS
from turbo.storage.history import judge_tile_record
from turbo.twin.tile_people import NAMES, TileHabits, tile_match


def play_tiles(
    args: argparse.Namespace,
    write_record: Callable[[argparse.Namespace, str], None],
    tell_differences: Callable[[list[str]], int],
) -> int:
    """One match; the ledger of its people is held against the referee's."""
    players = NAMES[: EDITIONS[args.edition].players[1]]
    if args.frames:
        return _draw(args, players)
    habits = TileHabits(mischief=args.mischief)
    played = tile_match(args.seed, args.edition, players=players, habits=habits)
    history = judge_tile_record(played.record)
    for one in history.judged:
        print("\n".join(told_text(one.event, one.ruling, Style(edition=played.edition))))
    write_record(args, str(played.record))
    names = played.players
    for name, total in zip(names, history.match.totals, strict=True):
        print(f"{name} {total:+d}")
    seen = [dict(zip(names, result.points, strict=True)) for result in history.match.results]
    true = [dict(game.scores) for game in played.ledger.games]
    return tell_differences([] if seen == true else [f"{seen}, not {true}"])


def _draw(args: argparse.Namespace, players: tuple[str, ...]) -> int:
    """A film, a still at every hand-over with the layout that lies there, and the presses."""
    from turbo.twin.tile_acting import acted_match
    from turbo.twin.tile_drawing import TileLook
    from turbo.twin.tile_film import TileFilm

    # Nobody lets the time run out: a film hears no referee who would say that it is up.
    habits = TileHabits(mischief=args.mischief, late=0.0)
    acted = acted_match(args.seed, EDITIONS[args.edition], players, habits, args.rounds)
    look = TileLook(light=args.light, surface=args.surface)
    stills = TileFilm(Path(args.frames), acted, args.seed, look, args.rate).shoot()
    print(f"{stills} stills, truth.json, film.avi and presses.txt in {args.frames}")
    return 0
