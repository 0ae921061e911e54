"""The live table in trouble: rounds acted before the real loop, while parts of it fail.

    python -m tools.trials.torture_live [--rounds 5] [--seed 1] [--case frozen]

Players act at the height of observations before the real `LiveRunner`, with a session and a store
on a disk. Again and again something goes wrong for seconds: the camera hangs, is unplugged or
blinded, sends pictures twice, late or seldom, is bumped; the process is killed and started again;
the machine has no time; the board is gone. After each round this must be true:

- the loop never stumbled, and what it shows is what the store holds, which checks as sound;
- the word that belongs to the trouble was said while it lasted, and is not said any more;
- a round that was counted was counted right; else something is asked or said that tells so.
"""

import argparse
import random
import resource
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from tools.trials.acted_match import NAMES, ActedMatch, Habits, same_line, told_line
from tools.trials.table_acts import PLAN
from turbo.board.link import BoardEvent, BoardJoined, BoardParted, ButtonPressed, Panel
from turbo.board.wire import Button, Capability
from turbo.game.match import Match
from turbo.game.observation import Observation, Point
from turbo.live.perception import Perception
from turbo.live.runner import LiveRunner
from turbo.storage.session import Session
from turbo.storage.store import Store
from vision.cameras.frames import CameraFrozen, CameraLost, Frame
from vision.mat.occluders import Occluder
from vision.mat.plan import Plan

AT = datetime(2026, 11, 15, 20, tzinfo=UTC)
IMAGE = np.zeros((9, 12, 3), np.uint8)
BUMP_PX = 24.0
"""Three quarters of a die: nothing lies any more where it lay."""
WAITING = Habits(waits_s=6.0)
"""Players look at the lamps before they go on, as people do who were told of trouble."""
EVERY_S, LASTS_S = 25.0, (1.5, 4.0)
"""How often trouble comes, on average, and for how long."""
JOINED = BoardJoined("acted", "1", Capability(0), True, AT)


class Board:
    """What the loop shows lamps on."""

    name = "acted"

    def events(self, timeout_s: float = 0.0) -> tuple[BoardEvent, ...]:
        return ()

    def show(self, panel: Panel) -> None: ...

    def beep(self, hz: int, length_ms: int) -> None: ...

    def close(self) -> None: ...


class Glance:
    """A quick look: whether it is dark is all that it tells."""

    dark = moving = bright = grey = False
    light = 0.7

    def look(self, image: object, at_s: float) -> "Glance":
        return self

    def things(self, seen: Observation) -> tuple[Occluder, ...]:
        return ()

    def rest(self, seen: Observation | None = None) -> None: ...


class Table:
    """The real loop before acted players; what stands between them is `trouble`."""

    simulated = True

    def __init__(self, path: Path, trouble: "Trouble", chance: random.Random) -> None:
        self.path, self.trouble, self.chance = path, trouble, chance
        self.at_s, self.until_s, self.next_s = 0.0, -1.0, chance.uniform(5.0, EVERY_S)
        self.glance, self.given = Glance(), deque[Frame | None]()
        self.seen: dict[int, Observation] = {}
        self.last: Observation | None = None
        self.number = self.times = 0
        self.said: Counter[str] = Counter()
        self.shift_px: Point = (0.0, 0.0)
        self.known_px: Point = (0.0, 0.0)
        self.store = Store(path)
        self.session = Session(self.store, now=self.now)
        self.session.new_match(NAMES)
        self.runner = self._runner()

    def now(self) -> datetime:
        return AT + timedelta(seconds=self.at_s)

    def _runner(self) -> LiveRunner:
        perception = Perception(self._read, self.glance, None, self._relocate)
        made = LiveRunner(self.session, self, perception, self.plan(), link=Board(), now=self.now)
        # Nobody waits here for a camera that is gone: time is the players'.
        made._stopped.wait = lambda timeout=None: False  # type: ignore[method-assign]
        return made

    def plan(self) -> Plan:
        """As the mat's markers show it."""
        (x, y), ((a, b, c), (d, e, f), last) = self.shift_px, PLAN.homography
        rows = ((a, b, c - a * x - b * y), (d, e, f - d * x - e * y), last)
        return Plan(rows, PLAN.table_mm, PLAN.hands_mm, PLAN.edge_mm)

    def _relocate(self, image: object) -> Plan | None:
        if self.shift_px == self.known_px:
            return None
        self.known_px = self.shift_px
        return self.plan()

    # What the loop asks.

    def read(self, timeout_s: float) -> Frame | None:
        if self.is_troubled and self.trouble.lost is not None:
            raise self.trouble.lost("as was to be shown")
        return self.given.popleft() if self.given else None

    def close(self) -> None: ...

    def _read(self, image: object) -> Observation:
        assert self.last is not None
        return self.last

    # What the players do.

    @property
    def is_troubled(self) -> bool:
        return self.at_s < self.until_s

    def sees(self, at_s: float, seen: Observation) -> None:
        self.at_s = at_s
        if at_s >= self.next_s:
            self.until_s = at_s + self.chance.uniform(*self.trouble.lasts_s)
            self.next_s = self.until_s + self.chance.uniform(0.5, 1.5) * EVERY_S
            self.times += 1
            self.trouble.begin(self)
        elif not self.is_troubled and self.until_s > 0:
            self.until_s = -1.0
            self.trouble.end(self)
        self.number += 1
        frame = Frame(IMAGE, at_s, self.number)
        for one, what in self.trouble.pictures(self, frame, _moved(seen, self.shift_px)):
            self.last = what
            self.given.append(one)
            self.turn()
        if self.is_troubled and self.trouble.lost is not None:
            self.turn()

    def turn(self) -> None:
        self.runner.turn()
        self.said.update({notice.key for notice in self.session.view.notices})

    def press(self, seat: int | None, at_s: float | None = None) -> None:
        if self.trouble.is_deaf and self.is_troubled:
            return
        button = Button.REFEREE if seat is None else (Button.PLAYER_1, Button.PLAYER_2)[seat]
        self.runner.hear(ButtonPressed(button, 0, self.now()))
        self.runner.commands.obey()

    def kill(self) -> None:
        """As `kill -9` leaves it: nothing is closed in order, and the store is opened again."""
        number = self.session.match_number
        self.store = Store(self.path)
        self.session = Session(self.store, number, now=self.now)
        self.given.clear()
        self.runner = self._runner()

    # What came out.

    @property
    def match(self) -> Match:
        return self.session.history.match

    def events(self) -> list[str]:
        return [told_line(one.event, one.ruling.verdict) for one in self.session.history.judged]


def _moved(seen: Observation, by: Point) -> Observation:
    if by == (0.0, 0.0):
        return seen

    def corner(at: Point) -> Point:
        return at[0] + by[0], at[1] + by[1]

    dice = []
    for die in seen.dice:
        a, b, c, d = map(corner, die.corners_px)
        dice.append(replace(die, corners_px=(a, b, c, d)))
    return replace(seen, dice=tuple(dice))


Given = Iterator[tuple[Frame | None, Observation]]


def _all(table: Table, frame: Frame, seen: Observation) -> Given:
    yield frame, seen


def _nothing(table: Table) -> None: ...


@dataclass(frozen=True)
class Trouble:
    """One kind: what the camera gives meanwhile, and what is said."""

    name: str
    word: str | None = None
    """The notice that must be there while it lasts, and gone at the end."""
    lost: type[CameraLost] | None = None
    is_deaf: bool = False
    lasts_s: tuple[float, float] = LASTS_S
    begin: Callable[[Table], None] = _nothing
    end: Callable[[Table], None] = _nothing
    pictures: Callable[[Table, Frame, Observation], Given] = _all


def _twice(table: Table, frame: Frame, seen: Observation) -> Given:
    yield frame, seen
    if table.is_troubled:
        yield frame, seen


def _seldom(every: int) -> Callable[[Table, Frame, Observation], Given]:
    def pictures(table: Table, frame: Frame, seen: Observation) -> Given:
        if not table.is_troubled or frame.number % every == 0:
            yield frame, seen

    return pictures


LATE = 8
"""Pictures that a slow line holds back: eight tenths of a second."""


def _late(table: Table, frame: Frame, seen: Observation) -> Given:
    table.seen[frame.number] = seen
    first = frame.number - (LATE if table.is_troubled else 0)
    for number in sorted(n for n in table.seen if n <= first):
        at_s = frame.at_s - 0.1 * (frame.number - number)
        yield Frame(IMAGE, at_s, number), table.seen.pop(number)


def _darken(is_dark: bool) -> Callable[[Table], None]:
    def act(table: Table) -> None:
        table.glance.dark = is_dark

    return act


def _bump(table: Table) -> None:
    angle = table.chance.choice(((1, 0), (0, 1), (-1, 0), (0, -1)))
    table.shift_px = (angle[0] * BUMP_PX, angle[1] * BUMP_PX)


def _unplug(table: Table) -> None:
    table.runner.hear(BoardParted("the cable was pulled", AT))


def _plug(table: Table) -> None:
    table.runner.hear(JOINED)


def _fill(table: Table) -> None:
    """No file may be written to: the system refuses it as a disk without room does."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


def _make_room(table: Table) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


TROUBLES = (
    Trouble("disk full", "disk-full", lasts_s=(5.0, 12.0), begin=_fill, end=_make_room),
    Trouble("frozen", "camera-frozen", CameraFrozen),
    Trouble("camera unplugged", "camera-lost", CameraLost),
    Trouble("black", "too-dark", begin=_darken(True), end=_darken(False)),
    Trouble("doubled", pictures=_twice),
    Trouble("dropped", pictures=_seldom(4)),
    Trouble("late", pictures=_late),
    Trouble("bumped", "camera-found", begin=_bump),
    Trouble("process killed", begin=Table.kill),
    Trouble("overload", pictures=_seldom(12)),
    Trouble("board unplugged", "board-lost", is_deaf=True, begin=_unplug, end=_plug),
    Trouble("port vanished", "board-lost", is_deaf=True, begin=_unplug),
)


@dataclass
class Outcome:
    """Of all rounds of one trouble."""

    trouble: Trouble
    counts: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def line(self) -> str:
        count = self.counts
        return (
            f"{self.trouble.name:17} {count['rounds']:3} rounds, {count['times']:3} times:"
            f" {count['right']:3} told without a fault, {count['asked']:3} with a question or a"
            f" word, {count['counted wrong']:2} counted wrong and said so, {len(self.broken)}"
            " broken"
        )


def trouble_round(outcome: Outcome, folder: Path, seed: int) -> None:
    """One round in which it goes wrong again and again."""
    trouble = outcome.trouble
    table = Table(folder / f"{seed}.db", trouble, random.Random(f"{trouble.name} {seed}"))
    match = ActedMatch(seed, habits=WAITING)
    match.watched = table  # type: ignore[assignment]
    match.acts.sees = table.sees
    match.play_round(0)
    table.next_s = float("inf")
    match.acts.rest(trouble.lasts_s[1])
    match.acts.rest(3.0)
    outcome.counts.update(rounds=1, times=table.times)
    where = f"{trouble.name}, seed {seed}"
    outcome.broken += [f"{where}: {fault}" for fault in _faults(table, trouble)]
    _compare(outcome, table, match, where)
    table.store.close()


def _faults(table: Table, trouble: Trouble) -> Iterator[str]:
    if table.runner.stumbles:
        yield f"the loop stumbled {table.runner.stumbles} times"
    number = table.session.match_number
    assert number is not None
    if table.store.history(number) != table.session.history:
        yield "what is shown is not what is kept"
    yield from table.store.check()
    if trouble.word is not None and table.times and not table.said[trouble.word]:
        yield f"'{trouble.word}' was never said"
    left = {notice.key for notice in table.session.view.notices}
    if trouble.word in left and trouble.name != "port vanished":
        yield f"'{trouble.word}' is still said"


def _compare(outcome: Outcome, table: Table, match: ActedMatch, where: str) -> None:
    told, truth = table.events(), match.truth
    is_right = len(told) == len(truth) and all(map(same_line, truth, told))
    scores = match.scores()
    is_counted_wrong = any(a != b for a, b in zip(scores, match.results, strict=False))
    view = table.session.view
    doubts = [one for one in told if "(" in one]
    has_word = bool(view.notices or view.questions or doubts or len(scores) < len(match.results))
    if is_right and scores == match.results:
        outcome.counts["right"] += 1
    elif is_counted_wrong and not has_word:
        outcome.broken.append(f"{where}: {scores} instead of {match.results}, without a word")
    else:
        outcome.counts["counted wrong" if is_counted_wrong else "asked"] += 1


def run(trouble: Trouble, folder: Path, seeds: range) -> Outcome:
    outcome = Outcome(trouble)
    place = folder / trouble.name.replace(" ", "-")
    place.mkdir(parents=True)
    for seed in seeds:
        trouble_round(outcome, place, seed)
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--case", choices=[one.name for one in TROUBLES])
    args = parser.parse_args()
    print(f"seeds from {args.seed}", flush=True)
    broken = 0
    with tempfile.TemporaryDirectory() as name, suppress(KeyboardInterrupt):
        for trouble in TROUBLES:
            if args.case in (None, trouble.name):
                seeds = range(args.seed, args.seed + args.rounds)
                outcome = run(trouble, Path(name), seeds)
                print(outcome.line(), flush=True)
                for fault in outcome.broken:
                    print(f"BROKEN: {fault}")
                broken += len(outcome.broken)
    print(f"{broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
