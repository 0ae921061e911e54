"""What the referee makes of the twin's play, read from frames and held against the ledger.

Everything runs in step with the table's own clock, so that a busy machine changes nothing but the
time that it takes. Each piece is counted by itself and may be kept as one line of a log: pieces
that ran beside each other, or on another day, are summed from there.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from tools.trials.watched import Watched
from turbo.game.dice import Mark
from turbo.twin.draw import Look
from turbo.twin.glyphs import FONTS, Print
from turbo.twin.inventory import Inventory
from turbo.twin.lens import TwinCameraSettings
from turbo.twin.mischief import MISCHIEF
from turbo.twin.options import with_options
from turbo.twin.table import TwinSettings

CONDITIONS = (
    ("day", "wood", 0.0),
    ("ring", "white", 8.0),
    ("lamp", "cloth", 15.0),
    ("hard", "dark", 5.0),
    ("dim", "white", 0.0),
)

ACTS = tuple(name for name in MISCHIEF if name != "pull-board")
"""The board's plug has nothing to do with pictures: see `tests/twin/test_twin_table.py`."""

PICTURED = frozenset({"nudge-mat", "bump-camera", "switch-lamp", "cover-die", "pull-camera"})
"""What happens to the camera, the light or the view of the dice changes no die: only pictures show
it, so that recognition looks at these acts in any case."""

ATTEMPTS = 4
"""Rounds that are tried for an act: one may be over before there was room for it."""

LONGEST_ROUND_S, LONGEST_ACT_S, AFTERWARDS_S = 900.0, 300.0, 60.0


def settings_for(number: int, rounds: int = 1) -> TwinSettings:
    """Another light, surface, tilt, font and mark for every number."""
    light, surface, tilt = CONDITIONS[number % len(CONDITIONS)]
    printed = Print(font=FONTS[number % len(FONTS)], joker=number % 3)
    look = Look(TwinCameraSettings(tilt_deg=tilt), light, surface, printed=printed)
    mark = (Mark.BAR, Mark.DOT)[number % 2]
    return TwinSettings(look=look, rounds=rounds, inventory=Inventory.dealt(number, mark=mark))


@dataclass(frozen=True, slots=True)
class Piece:
    """One round, match or act: whether the referee was right, and what was wrong else."""

    what: str
    seed: int
    is_right: bool
    misses: tuple[str, ...] = ()
    goes_on: bool = True
    """After an act: whether the match was right again within the next two turns."""
    rounds: int = 0
    throws: int = 0
    false_throws: int = 0
    asked: int = 0
    """How often people were asked whether dice thrown again had lain badly."""
    helped: int = 0
    """How often people had to say where the match is, or how a round ended."""
    table_s: float = 0.0
    core_s: float = 0.0

    @staticmethod
    def parse(line: str) -> "Piece":
        found = json.loads(line)
        return Piece(**found | {"misses": tuple(found["misses"])})


def played(seed: int, rounds: int, *, use_eye: bool, rate_hz: float) -> Piece:
    """Whole rounds from a bare table to the score."""
    what = "round" if rounds == 1 else "match"
    watched = Watched(seed, settings_for(seed, rounds), use_eye, rate_hz)
    watched.run(rounds * LONGEST_ROUND_S)
    misses = tuple(watched.differences())
    true, false = watched.throws()
    piece = Piece(
        what,
        seed,
        not misses and not false,
        misses,
        rounds=len(watched.table.ledger.results),
        throws=true,
        false_throws=false,
        asked=watched.times_said("was-it-cocked"),
        helped=watched.times_said("out-of-step") + watched.times_said("round-unfinished"),
        table_s=watched.table.clock_s,
    )
    watched.close()
    return piece


def act_of(number: int) -> str:
    return ACTS[number % len(ACTS)]


def turns_before(number: int) -> int:
    """Acts come early and late in a round; eight dice for the first nine only in the beginning."""
    name, later = act_of(number), number // len(ACTS)
    return later % 2 if name == "short-throw" else 1 + later % 5


def mischief(number: int, *, use_eye: bool, rate_hz: float, options: str = "") -> Piece:
    """A single act, in the first round of a few in which there is room for it; `options` of the
    table as in `turbo.twin.options`."""
    for attempt in range(ATTEMPTS):
        piece = _act(number, 1000 + number + 10_000 * attempt, use_eye, rate_hz, options)
        if piece is not None:
            return piece
    return Piece(act_of(number), number, False, ("could not be done in any round",))


def _act(number: int, seed: int, use_eye: bool, rate_hz: float, options: str) -> Piece | None:
    """The turns before it are seen by a perfect eye, which costs little; recognition takes over
    when the table lies still, about a turn before the act, until it is mended."""
    name = act_of(number)
    settings = with_options(options, number, settings_for(number))
    watched = Watched(seed, settings, True, rate_hz)
    _play_until(watched, lambda: _may_begin(watched, name, turns_before(number)))
    watched.look_with(perfect=use_eye and name not in PICTURED)
    watched.table.do_mischief(name)
    is_done = _play_until(watched, lambda: _is_mended(watched))
    watched.look_with(perfect=True)
    goes_on = _play_until(watched, lambda: not watched.differences(), AFTERWARDS_S)
    piece = _judged(watched, name, number, goes_on) if is_done else None
    watched.close()
    return piece


def _judged(watched: Watched, name: str, number: int, goes_on: bool) -> Piece:
    named = watched.named()
    heard = tuple(f"heard {', '.join((*one.rules, *one.notices)) or 'nothing'}" for one in named)
    is_right = bool(named) and named[0].is_right
    misses = () if is_right else heard
    after = tuple(watched.differences())[:2] if not goes_on else ()
    table_s = watched.table.clock_s
    return Piece(name, number, is_right, misses + after, goes_on, table_s=table_s)


def _may_begin(watched: Watched, name: str, turns: int) -> bool:
    """The table lies still after so many turns, with dice on it where the act needs some."""
    table = watched.table
    needs_sets = name in ("turn-die", "take-back") and not table.things.state.cells
    return table.script.turns >= turns and table.is_still and not needs_sets


def _is_mended(watched: Watched) -> bool:
    return any(deed.what == "mended" for deed in watched.table.ledger.deeds)


def _play_until(
    watched: Watched, is_reached: Callable[[], bool], longest_s: float = LONGEST_ACT_S
) -> bool:
    until_s = watched.table.clock_s + longest_s
    while not is_reached():
        if watched.table.is_over or watched.table.clock_s >= until_s:
            return False
        watched.look()
    return True


@dataclass(frozen=True, slots=True)
class Counting:
    """How pieces are run, and where they are written down."""

    use_eye: bool = False
    rate_hz: float = 10.0
    log: Path | None = None
    options: str = ""
    """Of the table at which acts are done, as in `turbo.twin.options`."""

    def rounds(self, seeds: Iterable[int]) -> list[Piece]:
        return self._all(
            lambda seed: played(seed, 1, use_eye=self.use_eye, rate_hz=self.rate_hz), seeds
        )

    def matches(self, seeds: Iterable[int]) -> list[Piece]:
        return self._all(
            lambda seed: played(seed, 6, use_eye=self.use_eye, rate_hz=self.rate_hz), seeds
        )

    def acts(self, numbers: Iterable[int]) -> list[Piece]:
        return self._all(
            lambda number: mischief(
                number, use_eye=self.use_eye, rate_hz=self.rate_hz, options=self.options
            ),
            numbers,
        )

    def _all(self, run: Callable[[int], Piece], seeds: Iterable[int]) -> list[Piece]:
        pieces = []
        for seed in seeds:
            start_s = time.process_time()
            piece = replace(run(seed), core_s=round(time.process_time() - start_s, 1))
            for miss in piece.misses:
                print(f"  {piece.what} of seed {seed}: {miss}", flush=True)
            if self.log is not None:
                with self.log.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(asdict(piece)) + "\n")
            pieces.append(piece)
        return pieces


def logged(path: Path) -> list[Piece]:
    """All pieces of a log; one that was run again counts as it came out last."""
    pieces = map(Piece.parse, path.read_text(encoding="utf-8").splitlines())
    return list({(piece.what, piece.seed): piece for piece in pieces}.values())


def report(pieces: Iterable[Piece]) -> Iterator[str]:
    """The counts, one line for each kind."""
    every = list(pieces)
    for what in ("round", "match"):
        if found := [piece for piece in every if piece.what == what]:
            yield _play_line(what, found)
    if acts := [piece for piece in every if piece.what in MISCHIEF]:
        yield from _act_lines(acts)


def _play_line(what: str, found: list[Piece]) -> str:
    right, rounds = sum(not piece.misses for piece in found), sum(p.rounds for p in found)
    false, throws = sum(p.false_throws for p in found), sum(p.throws for p in found)
    many = "rounds" if what == "round" else f"matches ({rounds} rounds)"
    return (
        f"{many}: {right} of {len(found)} equal to the ledger; {false} false throws beside"
        f" {throws} true ones; asked for a rethrow {sum(p.asked for p in found)} times, put in step"
        f" by people {sum(p.helped for p in found)} times; {_cost(found)}"
    )


def _act_lines(acts: list[Piece]) -> Iterator[str]:
    done, right = Counter(p.what for p in acts), Counter(p.what for p in acts if p.is_right)
    for name in done:
        yield f"  {name}: {right[name]} of {done[name]} named rightly"
    goes_on = sum(piece.goes_on for piece in acts)
    yield (
        f"mischief: {right.total()} of {len(acts)} acts named rightly; the match right again"
        f" afterwards {goes_on} of {len(acts)}; {_cost(acts)}"
    )


def _cost(found: list[Piece]) -> str:
    core_s, table_s = sum(p.core_s for p in found), sum(p.table_s for p in found)
    return f"{core_s:.0f} s of a core for {table_s:.0f} s of table"
