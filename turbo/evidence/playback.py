"""Evidence played again: the same table, the same presses, and the frames read anew.

Where frames were kept, what is seen in them now counts, not what was seen then; before that the
tape counts. Whether the reader has changed its mind is told apart from whether a ruling has.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from turbo.evidence.bundle import Bundle, Ruled, frame_name
from turbo.game.dice import UNREAD, Face
from turbo.game.editions import PieceKind
from turbo.game.observation import Observation, Point, SeenDie
from turbo.game.referee import FindPlay
from turbo.live.dispatcher import Dispatcher, HistoryKeeper, LiveTable
from turbo.live.inputs import Answered, Changed, Tick
from turbo.live.settling import Settler
from turbo.live.tape import Line, LostSight, Seen, TapedWord, lines_of
from turbo.live.tiles.machine import TileTable
from turbo.live.tiles.settling import TileSettler
from turbo.storage.history import history_of
from turbo.storage.store import entry_from

Look = Callable[[bytes], Observation]
"""Reads a packed picture."""

SURE = 0.9
"""A reading of less confidence is no reading that could differ."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A die that is read otherwise now than then; `UNREAD` where it is not read surely."""

    at_s: float
    place_px: Point
    then: Face
    now: Face

    def __str__(self) -> str:
        x, y = self.place_px
        return f"at {self.at_s:.1f} s, die at {x:.0f}, {y:.0f}: was {self.then}, now {self.now}"


@dataclass(frozen=True, slots=True)
class PlaybackOutcome:
    """What playing a bundle again came to."""

    told: tuple[Ruled, ...]
    expected: tuple[Ruled, ...]
    frames: int = 0
    """How many frames were read anew."""
    differences: tuple[Difference, ...] = ()
    """Dice whose sure reading is another one now."""

    @property
    def is_same(self) -> bool:
        return self.told == self.expected

    def first_difference(self) -> str:
        """Where the two part, in one line."""
        for place, (mine, theirs) in enumerate(zip(self.told, self.expected, strict=False), 1):
            if mine != theirs:
                was, now = f"{theirs.event} {theirs.verdict}", f"{mine.event} {mine.verdict}"
                return f"ruling {place}: was {was}, now {now}"
        return f"{len(self.expected)} rulings before, {len(self.told)} now"


def _dice(bundle: Bundle, keeper: HistoryKeeper) -> tuple[Any, Any]:
    plan, settler = bundle.plan, Settler(bundle.plan)
    # What people said on the tape names dice by their numbers.
    settler.tracker.next_id = bundle.next_die
    # With the tuning of then: a number that was changed since must not change an old ruling.
    return settler, LiveTable(plan.edge_mm, bundle.tuning, is_measured=not plan.is_presumed)


def _tiles(bundle: Bundle, keeper: HistoryKeeper) -> tuple[Any, Any]:
    settler = TileSettler(bundle.plan)
    settler.next_id = bundle.next_die
    return settler, TileTable(bundle.tuning, is_paused=lambda: keeper.history.is_paused)


TABLES = {PieceKind.DIE: _dice, PieceKind.TILE: _tiles}
"""Fresh ones, which come to the same events by the same tape."""


class EvidencePlayer:
    """Plays one bundle to a fresh live table that begins with the match as it was."""

    def __init__(self, bundle: Bundle, look: Look | None, find_play: FindPlay | None) -> None:
        self.bundle, self._look = bundle, look
        history = history_of(bundle.players, bundle.before, bundle.options, find_play)
        self.keeper, self._begun = HistoryKeeper(history, find_play), len(history.judged)
        self._piece = bundle.options.edition.piece
        self.settler, table = TABLES[self._piece](bundle, self.keeper)
        self.dispatcher = Dispatcher(table, self.keeper)
        self.frames = 0
        self.differences: list[Difference] = []
        # The same as nothing on the tape: its first line is always looked at.
        self._then = self._now = None if look is None else Observation((), 1, 1)
        self._as_read_then = None if look is None else EvidencePlayer(bundle, None, find_play)

    def play(self) -> PlaybackOutcome:
        for line in lines_of(self.bundle.tape):
            self._take(self._renumbered(line) if isinstance(line, Answered) else line)
            if self._as_read_then is not None:
                self._as_read_then._take(line)
        new = self.keeper.history.judged[self._begun :]
        told = tuple(map(Ruled.of, new))
        return PlaybackOutcome(told, self.bundle.rulings, self.frames, tuple(self.differences))

    def _take(self, line: Line) -> None:
        if isinstance(line, Seen):
            self._see(line)
        elif isinstance(line, LostSight):
            disturbed = self.settler.lose_sight(line.at_s)
            if disturbed is not None:
                self.dispatcher.step(disturbed)
        elif isinstance(line, TapedWord):
            entry = entry_from(line.row, self.bundle.players, piece=self._piece)
            self.keeper.say(entry)
            self.dispatcher.step(Changed(line.at_s))
        else:
            self.dispatcher.step(line)

    def _renumbered(self, line: Answered) -> Answered:
        """An answer names a piece by its number. Pieces that came together may be numbered
        otherwise when they are read anew: then it is the one that lies where that one lay."""
        then = {} if self._as_read_then is None else self._as_read_then.places
        if (place := then.get(line.question)) is None:
            return line
        near = {number: math.dist(at, place) for number, at in self.places.items()}
        number, edge_mm = min(near, key=near.__getitem__, default=0), self.bundle.plan.edge_mm
        # Numbers begin at 1: where nothing lies there now, none is meant.
        return replace(line, question=number if near.get(number, math.inf) < edge_mm else 0)

    @property
    def places(self) -> dict[int, Point]:
        """Where each piece lies, by its number."""
        found: dict[int, Point] = self.dispatcher.table.places()
        return found

    def _see(self, line: Seen) -> None:
        happened = self.settler.step(
            line.at_s, self._seen(line), hand=line.hand, things=line.things
        )
        if happened is not None:
            self.dispatcher.step(happened)
        # As the runner does after each picture: what waits for a time must end at the same one.
        self.dispatcher.step(Tick(line.at_s, self.settler.is_as_before))

    def _seen(self, line: Seen) -> Observation:
        """What the kept frame shows now; the same again where nothing new was seen then."""
        if self._look is None:
            return line.observation
        # By identity: the tape hands out the same value where the reader had found nothing changed.
        if line.observation is self._then and self._now is not None:
            return self._now
        jpeg = self.bundle.frames.get(frame_name(line.at_s))
        self._then, self._now = line.observation, line.observation
        if jpeg is not None:
            self._now = self._look(jpeg)
            self.frames += 1
            self.differences += differences(line.at_s, line.observation, self._now)
        return self._now


def replay(
    bundle: Bundle, look: Look | None = None, find_play: FindPlay | None = None
) -> PlaybackOutcome:
    """Play a bundle again; without `look` from what was read then."""
    return EvidencePlayer(bundle, look, find_play).play()


def differences(at_s: float, then: Observation, now: Observation) -> Iterator[Difference]:
    """Dice whose sure reading of then is another sure one now, is lost, or is new."""
    left = list(now.dice)
    for die in then.dice:
        twin = min(left, key=lambda one: math.dist(one.centre_px, die.centre_px), default=None)
        if twin is not None and math.dist(twin.centre_px, die.centre_px) <= _reach(die):
            # Each of now once: two dice close together must not both be the same one.
            left.remove(twin)
            if UNREAD not in (_sure(die), _sure(twin)) and _sure(die) != _sure(twin):
                yield Difference(at_s, die.centre_px, _sure(die), _sure(twin))
        elif _sure(die) != UNREAD:
            yield Difference(at_s, die.centre_px, _sure(die), UNREAD)
    for die in left:
        if _sure(die) != UNREAD:
            yield Difference(at_s, die.centre_px, UNREAD, _sure(die))


def _sure(die: SeenDie) -> Face:
    return die.readings[0].face if die.confidence >= SURE else UNREAD


def _reach(die: SeenDie) -> float:
    """Half a die."""
    return math.dist(die.corners_px[0], die.corners_px[1]) / 2
