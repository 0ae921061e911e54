"""`turbo twin --edition NAME`: simulated people at a tile table, told as acts or as stills."""

import argparse
import json
import random
import sys
from pathlib import Path

from turbo.commands.report import Style, told_text
from turbo.errors import TurboError
from turbo.game.editions import EDITIONS
from turbo.storage.history import judge_tile_record
from turbo.tiles.match import TileMatch
from turbo.twin.tile_people import NAMES, PlayedTiles, TileHabits, tile_match


def play_tiles(args: argparse.Namespace) -> int:
    """One match; the ledger of its people is held against the referee's."""
    players = NAMES[: EDITIONS[args.edition].players[1]]
    if args.frames:
        return _draw(args, players)
    habits = TileHabits(mischief=args.mischief)
    played = tile_match(args.seed, args.edition, players=players, habits=habits)
    history = judge_tile_record(played.record)
    for one in history.judged:
        print("\n".join(told_text(one.event, one.ruling, Style(edition=played.edition))))
    _write_record(args, played)
    return _tell(played, history.match)


def _tell(played: PlayedTiles, contest: TileMatch) -> int:
    names = contest.players
    seen = [dict(zip(names, result.points, strict=True)) for result in contest.results]
    true = [dict(game.scores) for game in played.ledger.games]
    for name, total in zip(names, contest.totals, strict=True):
        print(f"{name} {total:+d}")
    if seen != true:
        print(f"the referee differs from the ledger: {seen}, not {true}", file=sys.stderr)
    print("NOT equal to the ledger" if seen != true else "simulation finished; score as expected")
    return int(seen != true)


def _write_record(args: argparse.Namespace, played: PlayedTiles) -> None:
    if not args.record:
        return
    try:
        Path(args.record).write_text(f"{played.record}\n", encoding="utf-8")
    except OSError as error:
        raise TurboError(f"--record: {args.record}: {(error.strerror or '').lower()}") from None


def _draw(args: argparse.Namespace, players: tuple[str, ...]) -> int:
    """A still of the table at every hand-over, with the layout that lies there."""
    import cv2

    from turbo.twin.tile_acting import acted_match
    from turbo.twin.tile_drawing import TileLook, TileRenderer
    from turbo.twin.tile_stage import TileStage

    acted = acted_match(
        args.seed, EDITIONS[args.edition], players, TileHabits(mischief=args.mischief)
    )
    stage, out = TileStage(random.Random(args.seed)), Path(args.frames)
    renderer = TileRenderer(TileLook(light=args.light, surface=args.surface), args.seed)
    truth = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for number, beat in enumerate(acted.beats):
            stage.lay(beat.table, beat.beside, beat.seat)
            name = f"{number:04}.png"
            cv2.imwrite(str(out / name), renderer.draw(stage.tiles))
            who = {"player": players[beat.seat], "mischief": beat.name, "table": str(beat.table)}
            truth.append({"image": name, **who})
        (out / "truth.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")
    except OSError as error:
        raise TurboError(f"--frames: {out}: {(error.strerror or '').lower()}") from None
    print(f"{len(truth)} stills and truth.json in {out}")
    return 0
