"""A twin's table with the referee watching it: frames in, rulings out, held against the ledger.

This is the live table as it runs before people, in one thread and as fast as it goes, so that whole
rounds can be run again and again. Only the eyes may be exchanged for perfect ones.
"""

from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tools.trials.perfect_eye import PerfectWatch, observation
from tools.trials.stories import Line, told_story
from turbo.app.sight import Sight, first_frame, view_of
from turbo.game.events import Event, Rethrown, Ruling, Thrown, Verdict
from turbo.game.match import Match, Options
from turbo.live.perception import Perception
from turbo.live.runner import LiveRunner
from turbo.storage.session import Notice, Session
from turbo.storage.store import Store
from turbo.twin.answering import Answering
from turbo.twin.camera import TwinCamera
from turbo.twin.ledger import Deed
from turbo.twin.mischief import MISCHIEF
from turbo.twin.table import TwinSettings
from turbo.twin.world import TwinTable

if TYPE_CHECKING:
    from vision.reading.reader import Reader


@dataclass(frozen=True, slots=True)
class SaidRuling:
    """A ruling of the referee, and when."""

    at_s: float
    event: Event
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class NamedAct:
    """A mischief and whether the referee named it before it was mended."""

    deed: Deed
    is_right: bool
    rules: tuple[str, ...]
    notices: tuple[str, ...]


@dataclass
class Watched:
    """One simulated match under the referee's eye: recognition's own, or a perfect one."""

    seed: int
    settings: TwinSettings
    perfect: bool = False
    rate_hz: float = 10.0
    said: list[SaidRuling] = field(default_factory=list)
    notices: list[tuple[float, Notice]] = field(default_factory=list)
    written_s: dict[int, float] = field(default_factory=dict)
    """When each entry of the log was written, on the table's clock."""
    pressed_s: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = TwinTable(self.seed, self.settings, press=self._press, feedback=self)
        self._folder = TemporaryDirectory()
        self.store = Store(Path(self._folder.name) / "matches.db")
        self.session = Session(self.store)
        self.session.new_match(self.settings.names, Options(simulated=True))
        self.camera = TwinCamera(self.table, rate_hz=self.rate_hz, speed=None)
        self._view = view_of(first_frame(self.camera), None, None, self.table.things.edge_mm)
        # After the first picture, by which the table is known: perfect eyes look at no pixels.
        self.camera.draws = not self.perfect
        self.runner = LiveRunner(
            self.session, self.camera, self._eyes, self._view.plan, ruled=self._ruled
        )
        self.table.script.answering = Answering(self.table, self.runner)

    @property
    def _eyes(self) -> Perception:
        return self._perfect_eyes if self.perfect else self._own_eyes

    @cached_property
    def _perfect_eyes(self) -> Perception:
        return Perception(
            lambda _: observation(self.table), PerfectWatch(self.table, self._view.plan)
        )

    @cached_property
    def _own_eyes(self) -> Perception:
        return Sight(_reader(), self._view.calibration).perception(self._view.plan)

    def look_with(self, *, perfect: bool) -> None:
        """Change the eyes while nothing moves: recognition learns what the table looks like at
        rest, as it has when it watched all the time."""
        self.perfect, self.camera.draws = perfect, not perfect
        # Cached: recognition that comes back knows what it has learned of the table's rest.
        self.runner.perception = self._eyes
        if not perfect and self._eyes.watch is not None:
            self._eyes.watch.look(self.table.frame(), self.table.clock_s)
            self._eyes.watch.rest()

    # What the players hear

    def rulings(self) -> int:
        return len(self.said)

    def verdict(self) -> Verdict | None:
        return self.said[-1].ruling.verdict if self.said else None

    def turn(self) -> str | None:
        rnd = self.match.round
        return None if rnd is None else self.match.players[rnd.turn]

    # What the referee sees and hears

    @property
    def match(self) -> Match:
        return self.session.history.match

    def _press(self, seat: int) -> None:
        self.pressed_s.append(self.table.clock_s)
        self.runner.press(seat)

    def _ruled(self, event: Event, ruling: Ruling) -> None:
        self.said.append(SaidRuling(self.table.clock_s, event, ruling))

    def look(self) -> None:
        """One picture: the table goes on, the referee looks."""
        self.runner.turn()
        now_s = self.table.clock_s
        self.notices += [(now_s, notice) for notice in self.session.view.notices]
        for entry in self.session.history.entries[len(self.written_s) :]:
            self.written_s[entry.number] = now_s

    def run(self, longest_s: float = 1800.0) -> None:
        """Until the twin's match is over, or for so long on the table's clock."""
        while not self.table.is_over and self.table.clock_s < longest_s:
            self.look()

    def close(self) -> None:
        self.camera.close()
        self.store.close()
        self._folder.cleanup()

    # How well the referee did

    def differences(self) -> list[str]:
        stumbles = self.runner.stumbles
        own = [f"the live table stumbled {stumbles} times"] if stumbles else []
        return [*own, *self.table.ledger.differences(self.match)]

    def throws(self) -> tuple[int, int]:
        """How many throws there truly were, and how many the referee was told beyond those, or
        refused: one that was missed makes up for none. Only for honest play: mischief throws where
        nothing counts."""
        deeds = [deed.what for deed in self.table.ledger.deeds]
        true = deeds.count("throw"), deeds.count("rethrow")
        told = [sum(isinstance(s.event, kind) for s in self.said) for kind in (Thrown, Rethrown)]
        false = sum(max(0, seen - real) for seen, real in zip(told, true, strict=True))
        thrown = (said for said in self.said if isinstance(said.event, Thrown | Rethrown))
        # A throw that is refused to honest people is as false as one that was invented.
        refused = sum(said.ruling.verdict is Verdict.REJECTED for said in thrown)
        return sum(true), max(false, refused)

    def told(self) -> list[Line]:
        """What counts in the end of what the referee was told, line by line, and when."""
        return told_story(self.session.history.judged, self.written_s)

    @property
    def _pause_s(self) -> float:
        """A word that stands is heard with every picture: more than one picture's gap is a new
        word."""
        return 1.5 / self.rate_hz

    def times_said(self, key: str) -> int:
        """How often a word was begun to be said."""
        times = [at_s for at_s, said in self.notices if said.key == key]
        return sum(now - before > self._pause_s for before, now in pairwise([-1e9, *times]))

    def named(self) -> list[NamedAct]:
        """Every mischief with what was said from its beginning to its mending."""
        found, deeds = [], self.table.ledger.deeds
        for place, deed in enumerate(deeds):
            if deed.what != "mischief":
                continue
            # What is never mended may be named at any time after it.
            end_s = next((d.at_s for d in deeds[place:] if d.what == "mended"), float("inf"))
            rules = {
                str(fault.rule)
                for one in self.said
                if deed.at_s <= one.at_s <= end_s
                for fault in one.ruling.faults
            }
            words = self._words_between(deed.at_s, end_s)
            is_right = MISCHIEF[deed.text].is_named(rules, words)
            found.append(NamedAct(deed, is_right, tuple(sorted(rules)), tuple(sorted(words))))
        return found

    def _words_between(self, start_s: float, end_s: float) -> set[str]:
        """What was said of this: a word that had stood there before, about the same die or player,
        was said of something else."""
        before_s = start_s - self._pause_s
        before = {notice for at_s, notice in self.notices if before_s <= at_s < start_s}
        said = {notice for at_s, notice in self.notices if start_s <= at_s <= end_s}
        return {notice.key for notice in said - before}


@cache
def _reader() -> "Reader":
    """Recognition is loaded only where it is wanted, and once."""
    from vision.reading.reader import Reader

    return Reader()
