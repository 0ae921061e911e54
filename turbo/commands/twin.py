"""`turbo twin`: play on a SIMULATED table, for people, for tests and for films.

turbo twin                                  one match, told as it goes
turbo twin --matches 1000 --skill best      many matches, and how the referee did
turbo twin --record evening.turbo           write the match down as a record
turbo twin --frames OUT --rounds 1 --seed 7 stills with the truth beside them, and a film
turbo twin --frames OUT --with people=drawn,look=drawn  the same as strangers would play and film it
turbo twin --edition six --seed 7           tiles: people of that edition, told as acts
turbo twin --list                           every mischief and every option that can be asked for

A seed is the same match on every machine: the same dice, faces, plays and points. In pictures
(--frames) how the dice roll, where they lie, how long that takes and which of them lean and are
thrown again is left to the mechanics, and differs between kinds of processor.
"""

import argparse
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from turbo.app.parts import BANNER, tell_differences
from turbo.commands.common import add_edition, count, number, share, whole
from turbo.commands.report import Style, told_text
from turbo.errors import TurboError, writing
from turbo.game.editions import EDITIONS, PieceKind
from turbo.game.events import Verdict
from turbo.game.match import Match
from turbo.game.record import Record, statement_text
from turbo.game.referee import judge
from turbo.storage.history import judge_tile_record
from turbo.twin.event_match import PlayedMatch, events_match
from turbo.twin.habits import Habits, Skill
from turbo.twin.mischief import MISCHIEF, mischief_named
from turbo.twin.tile_people import NAMES, TileHabits, tile_match

if TYPE_CHECKING:
    from turbo.twin.film import Film, TileFilm


WITH = "people and pictures, as in 'turbo run --camera twin:SEED,KEY=VALUE' (see --list)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add_edition(parser)
    add("--seed", type=_whole, default=0, help="the same match on every machine (default 0)")
    add("--matches", type=count, default=1, help="how many matches (events only)")
    add("--skill", choices=list(Skill), default=Skill.GOOD, help="of both players")
    add("--mischief", type=share, default=0.0, metavar="P", help="chance of mischief, 0 to 1")
    add("--act", action="append", default=[], metavar="NAME", help="mischief by name; see --list")
    add("--record", metavar="FILE", help="write the match as a record")
    add("--frames", metavar="OUT", help="draw it: stills with their truth, and a film, to a folder")
    add("--rounds", type=count, default=1, help="rounds to draw (default 1)")
    add("--rate", type=_rate, default=10.0, help="pictures a second in the film (default 10)")
    add("--light", default="day", help="day, lamp, ring, hard, dim")
    add("--surface", default="wood", help="wood, white, cloth, dark")
    add("--tilt", type=_tilt, default=0.0, help="tilt of the camera in degrees")
    add("--with", dest="options", default="", metavar="KEY=VALUE,...", help=WITH)
    add("--size", type=_size, default="1280x960", metavar="WxH", help="of the pictures")
    add("--list", action="store_true", help="list every mischief, and every KEY of --with")


_whole = number("a whole number from 0", lambda value: value >= 0, whole)
_tilt = number("degrees from 0 to 80", lambda value: 0.0 <= value <= 80.0)
_rate = number("1 to 60 pictures a second", lambda value: 1.0 <= value <= 60.0)
_size = number(
    "a size such as 1280x960", lambda text: bool(re.fullmatch(r"\d+x\d+", text)), str.lower
)


def run(args: argparse.Namespace) -> int:
    if args.list:
        return _list()
    for name in args.act:
        # Before anything is played: a name that is mistyped must not end a film half-way.
        mischief_named(name)
    print(BANNER)
    return PLAYS[EDITIONS[args.edition].piece](args)


def _play_tiles(args: argparse.Namespace) -> int:
    # Refused, not ignored: nobody should believe that they have seen what they asked for.
    given = {"--act": args.act, "--with": args.options, "--matches": args.matches > 1}
    for option in (name for name, is_given in given.items() if is_given):
        raise TurboError(f"{option}: expected dice, got --edition {args.edition}")
    return _draw(args, _film_of_tiles) if args.frames else _play_game(args)


def _play_dice(args: argparse.Namespace) -> int:
    if args.frames:
        return _draw(args, _film_of_dice)
    # Refused, not ignored: nobody should believe that they have seen other people play.
    if args.options:
        raise TurboError("--with: expected --frames as well, since events have no looks")
    return _play_many(args) if args.matches > 1 else _play_one(args)


PLAYS = {PieceKind.DIE: _play_dice, PieceKind.TILE: _play_tiles}


def _list() -> int:
    width = max(map(len, MISCHIEF))
    for one in MISCHIEF.values():
        print(f"{one.name:{width}}  {one.does}; the referee should say {one.expected}")
    try:
        from turbo.twin.options import KEYS
    # The options are those of pictures, whose packages need not be installed.
    except ImportError:
        return 0
    for key, values in KEYS.items():
        print(f"--with {key}=...  {values}")
    return 0


def _play_one(args: argparse.Namespace) -> int:
    played = events_match(args.seed, args.skill, args.mischief, *_wanted(args))
    match = Match(played.players)
    for told in played.told:
        ruling = judge(match, told.event)
        faults = ", ".join(fault.rule for fault in ruling.faults)
        mark = "" if ruling.verdict is Verdict.ACCEPTED else f"   -> {ruling.verdict}: {faults}"
        print(f"{statement_text(told.event)}{mark}")
        match = match.after(told.event, ruling)
    for name, total in zip(match.players, match.totals, strict=True):
        print(f"{name} {total}")
    _write_record(args, played.record)
    return tell_differences(played.ledger.differences(match))


def _play_game(args: argparse.Namespace) -> int:
    """One match of tiles; the ledger of its people is held against the referee's."""
    habits, names = TileHabits(mischief=args.mischief), _players(args)
    played = tile_match(args.seed, args.edition, players=names, habits=habits)
    history = judge_tile_record(played.record)
    for one in history.judged:
        print("\n".join(told_text(one.event, one.ruling, Style(edition=played.edition))))
    _write_record(args, played.record)
    for name, total in zip(names, history.match.totals, strict=True):
        print(f"{name} {total:+d}")
    seen = [dict(zip(names, result.points, strict=True)) for result in history.match.results]
    true = [dict(game.scores) for game in played.ledger.games]
    return tell_differences([] if seen == true else [f"{seen}, not {true}"])


def _players(args: argparse.Namespace) -> tuple[str, ...]:
    return NAMES[: EDITIONS[args.edition].players[1]]


def _wanted(args: argparse.Namespace) -> tuple[list[str], ...]:
    # Left out, not empty: without it any mischief of events may happen, with an empty list none.
    return (args.act,) if args.act else ()


def _write_record(args: argparse.Namespace, record: Record) -> None:
    if args.record:
        with writing(f"--record: {args.record}"):
            Path(args.record).write_text(f"# {BANNER}\n{record}\n", encoding="utf-8")


def judged(played: PlayedMatch) -> tuple[Match, int, int]:
    """The match as the referee has it, how many events got the answer they deserve, and how many
    did not."""
    match, right, wrong = Match(played.players), 0, 0
    for told in played.told:
        ruling = judge(match, told.event)
        if told.rule is None:
            is_right = ruling.verdict is Verdict.ACCEPTED
        else:
            # Among others: one act may break more rules than the one it is named for.
            is_right = told.rule in {fault.rule for fault in ruling.faults}
        right, wrong = right + is_right, wrong + (not is_right)
        match = match.after(told.event, ruling)
    return match, right, wrong


def _play_many(args: argparse.Namespace) -> int:
    if args.record:
        raise TurboError("--record: expected a single match, got --matches")
    equal = right = wrong = 0
    start = time.perf_counter()
    for seed in range(args.seed, args.seed + args.matches):
        played = events_match(seed, args.skill, args.mischief, *_wanted(args))
        match, fit, unfit = judged(played)
        right, wrong = right + fit, wrong + unfit
        equal += not played.ledger.differences(match)
    seconds = time.perf_counter() - start
    print(
        f"{args.matches} matches, {args.matches / seconds:.1f} a second;"
        f" equal to the ledger: {equal}; answers as they should be: {right}, not so: {wrong}"
    )
    # Both: a match can come out equal although somebody was convicted wrongly on the way.
    return 0 if equal == args.matches and not wrong else 1


def _draw(
    args: argparse.Namespace, film_of: "Callable[[argparse.Namespace], tuple[Film | TileFilm, str]]"
) -> int:
    try:
        from turbo.twin.film import filmed
    except ImportError as error:
        raise TurboError(f"--frames needs the twin's packages: {error.name} is missing") from None
    film, beside = film_of(args)
    print(f"{filmed(film)} stills{beside} in {args.frames}")
    return 0


def _film_of_dice(args: argparse.Namespace) -> "tuple[Film, str]":
    from turbo.twin.film import Film
    from turbo.twin.options import with_options
    from turbo.twin.table import TwinSettings
    from turbo.twin.world import TwinTable

    habits = Habits(Skill(args.skill))
    settings = TwinSettings(habits=(habits, habits), rounds=args.rounds, mischief=args.mischief)
    look = f"light={args.light},surface={args.surface},tilt={args.tilt},size={args.size}"
    # In two steps: a look that is drawn by the seed is not drawn over.
    for options in (look, args.options):
        settings = with_options(options, args.seed, settings)
    table = TwinTable(args.seed, settings)
    for name in args.act:
        table.do_mischief(name)
    return Film(Path(args.frames), table, args.rate), " and their truth, film.avi and ledger.json"


def _film_of_tiles(args: argparse.Namespace) -> "tuple[TileFilm, str]":
    """A film, a still at every hand-over with the layout that lies there, and the presses."""
    from turbo.twin.film import TileFilm
    from turbo.twin.tile_acting import acted_match
    from turbo.twin.tile_drawing import TileLook

    # Nobody lets the time run out: a film hears no referee who would say that it is up.
    habits, edition = TileHabits(mischief=args.mischief, late=0.0), EDITIONS[args.edition]
    acted = acted_match(args.seed, edition, _players(args), habits, args.rounds)
    look = TileLook(light=args.light, surface=args.surface)
    film = TileFilm(Path(args.frames), acted, args.seed, look, args.rate)
    return film, ", truth.json, film.avi and presses.txt"
