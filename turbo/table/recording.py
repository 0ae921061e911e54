"""What evidence is made of: the tape of the round, and the frames of its last seconds.

The tape has what was read of every frame; the frames themselves are kept as far as they are news,
which a table at rest is not, within a bound of bytes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from turbo.game.observation import Observation
from turbo.keeping.session import Session
from turbo.keeping.store import entry_row
from turbo.table.memory import FrameRing
from turbo.table.tape import Line, Said, Seen, Tape
from vision.mat.plan import Plan

FRAMES_BYTES = 16_000_000
"""Of packed frames: a picture of 1280 x 960 has about 75 kB, so twenty seconds in which something
moves all the time, and mostly the whole turn."""


@dataclass(slots=True)
class Recording:
    """A tape with its plan, and after how many entries of the log it begins."""

    session: Session
    plan: Plan
    tape: Tape = field(default_factory=Tape)
    begins: int = 0
    next_die: int = 1
    """The number that the next new die gets: people's answers name dice by number."""
    frames: FrameRing = field(default_factory=lambda: FrameRing(FRAMES_BYTES))
    _noted: int = 0
    _last: Observation | None = None

    def restart(self, plan: Plan, next_die: int) -> None:
        """From a bare table on."""
        self.plan, self.next_die = plan, next_die
        self.tape.restart()
        self.frames.clear()
        self._last = None
        self.catch_up()
        self.begins = self._noted

    def spoil(self) -> None:
        """Something happened that cannot be played again."""
        self.tape.is_whole = False

    def add(self, line: Line) -> None:
        self.tape.add(line)

    def see(self, seen: Seen, pack: Callable[[], bytes] | None) -> None:
        """A frame that was read; its picture is kept unless it shows the same as the last."""
        self.tape.add(seen)
        is_news, self._last = seen.observation is not self._last, seen.observation
        if is_news and pack is not None and self.tape.is_whole:
            self.frames.add(seen.at_s, pack())

    def note_people(self, at_s: float) -> None:
        """What people have said since the last look belongs on the tape."""
        for entry in self.session.history.entries[self._noted :]:
            self.tape.add(Said(at_s, entry_row(entry)))
        self.catch_up()

    def catch_up(self) -> None:
        """All entries so far are on the tape, or come of it."""
        self._noted = len(self.session.history.entries) if self.session.has_match else 0
