"""What the live table saw and heard since the round began, kept small enough to stay in memory.

A tape begins where the table is bare between two rounds, so that a fresh live table that is played
the tape comes to the same events. Everything is kept as JSON lines, packed as it comes.

A recording is a tape with the frames of its last seconds: as far as they are news, which a table at
rest is not, and within a bound of bytes.
"""

import json
import mmap
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any

from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.observation import Doubt, Observation, Reading, SeenDie
from turbo.live.inputs import Answered, BeginHere, Choice, CupHeard, Decided, PressedButton
from turbo.live.memory import FrameRing
from turbo.storage.session import Session
from turbo.storage.store import entry_row
from vision.mat.occluders import Occluder
from vision.mat.plan import Plan

LINES = 64
"""Lines that are packed together."""

MOST_BYTES = 24_000_000
"""Of packed lines: two hours of play; what does not fit is dropped with all before it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One frame: what the camera saw, whether a hand moved in it, and what hid a part of it."""

    at_s: float
    observation: Observation
    hand: bool = False
    things: tuple[Occluder, ...] = ()


@dataclass(frozen=True, slots=True)
class TapedWord:
    """An entry of the log that a person made: its number, time, author and event as stored."""

    at_s: float
    row: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class LostSight:
    """The camera is gone or it is dark: what lies there must be believed anew."""

    at_s: float


Line = Seen | TapedWord | LostSight | PressedButton | CupHeard | Answered | Decided | BeginHere


def seen_json(seen: Seen) -> dict[str, Any]:
    dice = [
        {
            "c": [list(corner) for corner in die.corners_px],
            "r": [[str(reading.face), reading.confidence] for reading in die.readings],
            "t": die.rotation_deg,
            "d": [str(doubt) for doubt in die.doubts],
            "l": die.look,
        }
        for die in seen.observation.dice
    ]
    size = [seen.observation.width_px, seen.observation.height_px]
    return {**_frame_json(seen), "size": size, "dice": dice}


def _frame_json(seen: Seen) -> dict[str, Any]:
    """What is told of every frame, also where the dice are the same as before."""
    frame: dict[str, Any] = {"at": seen.at_s, "hand": seen.hand}
    # Left out where there are none, as in most frames of a tape.
    return frame if not seen.things else {**frame, "things": [asdict(t) for t in seen.things]}


def _thing(found: dict[str, Any]) -> Occluder:
    outline = tuple((float(x), float(y)) for x, y in found["outline_mm"])
    side = None if found["side"] is None else int(found["side"])
    stands, disturbs = bool(found["stands"]), bool(found["disturbs"])
    return Occluder(outline, float(found["since_s"]), stands, disturbs, side)


def _things(found: dict[str, Any]) -> tuple[Occluder, ...]:
    return tuple(_thing(one) for one in found.get("things", ()))


def seen_from(found: dict[str, Any]) -> Seen:
    dice = tuple(_die(one) for one in found["dice"])
    width, height = found["size"]
    seen = Observation(dice, width, height)
    return Seen(float(found["at"]), seen, bool(found["hand"]), _things(found))


def _die(found: dict[str, Any]) -> SeenDie:
    a, b, c, d = ((float(x), float(y)) for x, y in found["c"])
    readings = tuple(Reading(_face(face), float(chance)) for face, chance in found["r"])
    doubts = tuple(Doubt(d) for d in found["d"])
    return SeenDie((a, b, c, d), readings, found["t"], doubts, found.get("l"))


def _face(text: str) -> Face:
    """Of any box: a tape does not say which lay there."""
    return Face.parse(text, special=True)


def line_json(line: Line) -> dict[str, Any]:
    match line:
        case Seen():
            return seen_json(line)
        case TapedWord(at_s, row):
            return {"at": at_s, "said": list(row)}
        case LostSight(at_s):
            return {"at": at_s, "blind": True}
        case PressedButton(at_s, seat):
            return {"at": at_s, "press": seat}
        case CupHeard(at_s):
            return {"at": at_s, "cup": True}
        case Answered(at_s, question, face):
            return {"at": at_s, "answer": question, "face": str(face)}
        case Decided(at_s, choice):
            return {"at": at_s, "decide": str(choice)}
        case BeginHere(at_s, starter):
            return {"at": at_s, "begin": starter}


def line_from(found: dict[str, Any], before: Observation | None = None) -> Line:
    """The line of a document; a frame may show the same as the one `before`."""
    at_s = float(found["at"])
    if "dice" in found:
        return seen_from(found)
    # Behind "dice": a whole frame has a hand as well.
    if "hand" in found and before is not None:
        return Seen(at_s, before, bool(found["hand"]), _things(found))
    if "said" in found:
        return TapedWord(at_s, tuple(found["said"]))
    if "blind" in found:
        return LostSight(at_s)
    if "press" in found:
        return PressedButton(at_s, found["press"])
    if "cup" in found:
        return CupHeard(at_s)
    if "answer" in found:
        return Answered(at_s, int(found["answer"]), _face(found["face"]))
    if "decide" in found:
        return Decided(at_s, Choice(found["decide"]))
    if "begin" in found:
        return BeginHere(at_s, str(found["begin"]))
    raise TurboError(f"expected a line of a tape, got one with {', '.join(found)}")


@dataclass(slots=True)
class Tape:
    """Lines since the last `restart`. Bounded: a tape that grows too long is cut off. Frames in
    which the very same was seen are kept as that: they are most of all frames.

    Packed lines lie in memory of their own, of which only what is written to is taken: strewn among
    the pictures that come and go they would leave holes there, and a long round would cost more
    than its tape."""

    most_bytes: int = MOST_BYTES
    is_whole: bool = True
    """Whether everything since the restart is on it."""
    _memory: mmap.mmap = field(init=False)
    _ends: list[int] = field(default_factory=list)
    """Where each bundle of packed lines ends, which is where the next one begins."""
    _open: list[str] = field(default_factory=list)
    _last: Observation | None = None

    def __post_init__(self) -> None:
        self._memory = mmap.mmap(-1, self.most_bytes)

    def restart(self) -> None:
        self._ends, self._open, self.is_whole = [], [], True
        self._last = None

    def add(self, line: Line) -> None:
        if not self.is_whole:
            return
        self._open.append(json.dumps(self._document(line), separators=(",", ":")))
        if len(self._open) >= LINES:
            self._pack()

    def _document(self, line: Line) -> dict[str, Any]:
        if not isinstance(line, Seen):
            return line_json(line)
        before, self._last = self._last, line.observation
        # By identity: the reader gives the very same value where nothing changed, and comparing
        # costs.
        is_same = line.observation is before
        return _frame_json(line) if is_same else seen_json(line)

    def _pack(self) -> None:
        # Many lines together: they are nearly alike, and pack far better than one by one.
        packed = zlib.compress("\n".join(self._open).encode(), 6)
        start, end = self._packed_bytes, self._packed_bytes + len(packed)
        # All or nothing: from the middle of a round no fresh table comes to the same events.
        if end > self.most_bytes:
            self.restart()
            self.is_whole = False
            return
        self._memory[start:end] = packed
        self._ends.append(end)
        self._open = []

    def text(self) -> str:
        """All lines, one JSON document each."""
        starts = [0, *self._ends]
        bundles = [self._memory[start:end] for start, end in pairwise(starts)]
        parts = [zlib.decompress(one).decode() for one in bundles]
        return "\n".join([*parts, *self._open])

    @property
    def _packed_bytes(self) -> int:
        return self._ends[-1] if self._ends else 0

    @property
    def size_bytes(self) -> int:
        return self._packed_bytes + sum(map(len, self._open))


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a tape's text; `TurboError` names the line that cannot be read."""
    before: Observation | None = None
    for number, text_line in enumerate(text.splitlines(), 1):
        if not text_line.strip():
            continue
        try:
            line = line_from(json.loads(text_line), before)
        except (ValueError, KeyError, TypeError) as error:
            raise TurboError(f"tape line {number} cannot be read: {error}") from error
        before = line.observation if isinstance(line, Seen) else before
        yield line


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
    _unpacked_s: float | None = None
    """When the frame was taken whose picture is still to be kept."""

    def restart(self, plan: Plan, next_die: int) -> None:
        """From a bare table on."""
        self.plan, self.next_die = plan, next_die
        self.tape.restart()
        self.frames.clear()
        self._last = self._unpacked_s = None
        self.catch_up()
        self.begins = self._noted

    def spoil(self) -> None:
        """Something happened that cannot be played again."""
        self.tape.is_whole = False

    def add(self, line: Line) -> None:
        self.tape.add(line)

    def see(self, seen: Seen) -> None:
        """A frame that was read; its picture is to be kept unless it shows the same as the last."""
        self.tape.add(seen)
        is_news, self._last = seen.observation is not self._last, seen.observation
        self._unpacked_s = seen.at_s if is_news and self.tape.is_whole else None

    def keep_frame(self, pack: Callable[[], bytes]) -> None:
        """The picture of the frame seen last. Packing takes longer than judging: so it comes after
        the ruling, and not at all where the recording began anew meanwhile."""
        if self._unpacked_s is not None:
            self.frames.add(self._unpacked_s, pack())
            self._unpacked_s = None

    def note_user(self, at_s: float) -> None:
        """What people have said since the last look belongs on the tape."""
        # What the live table itself wrote comes of the tape; the rest was said by people.
        for entry in self.session.log.entries[self._noted :]:
            self.tape.add(TapedWord(at_s, entry_row(entry)))
        self.catch_up()

    def catch_up(self) -> None:
        """All entries so far are on the tape, or come of it."""
        log = self.session.instant.log
        self._noted = 0 if log is None else len(log.entries)
