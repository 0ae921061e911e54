"""What the page of set-up may ask of a table that is watched (`web.setup.ports`).

Which cameras there are, which names a page may choose at all, and what was really done, kept in a
small file beside the store.

A step is done when somebody did it at this table, not because a page was looked at: the self-test
was counted, the seats were looked at, a camera was chosen.
"""

import json
import re
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from turbo.app import doctor as checkup
from turbo.app.arriving import Arriving, Lighting
from turbo.app.patients import told_of
from turbo.app.updating import Updates
from turbo.board.link import Link
from turbo.errors import TurboError, writing
from turbo.game.editions import PieceKind
from turbo.game.messages import Language
from turbo.live.loop import LiveLoop
from turbo.storage.files import write_whole
from turbo.storage.session import NO_PICTURE
from vision.cameras.exposure import ExposureTuning
from vision.cameras.frames import Camera, Frame
from vision.cameras.phone import PHONE
from vision.cameras.source import facts_of
from vision.cameras.survey import Survey, SurveyTuning, survey, survey_cards
from web.api.refused import Refused
from web.setup import ports

USUAL = "0"
"""The camera where none was named."""

BY_PAGE = re.compile(
    r"pi|auto|phone|\d{1,3}|/dev/video\d{1,3}|/dev/v4l/[\w./:+-]+|(https?|rtsps?)://\S+"
)
"""A page chooses devices and addresses; files of the machine are none of its business."""


def cameras(
    current: str, root: Path = Path("/"), has: Callable[[str], object] = find_spec
) -> tuple[ports.CameraChoice, ...]:
    """Those that are plugged in, by names that stay when another is plugged in, and the one that is
    in use though it may be gone."""
    # A camera has several nodes; the first is the one with pictures.
    found = [_usb(path) for path in sorted((root / "dev/v4l/by-id").glob("*-video-index0"))]
    if has("picamera2"):
        # First: who has built a table as hardware.md says has this one.
        found.insert(0, ("pi", "Raspberry Pi"))
    # Numbers change with every plug, and are named only where nothing better is known.
    if not found:
        nodes = sorted((root / "dev").glob("video[0-9]*"))
        found += [(f"/dev/{path.name}", path.name) for path in nodes]
    # Last: everybody has one, and who has a camera above the table would rather use that.
    found.append((PHONE, "telephone"))
    # What is in use must be seen to be chosen, also where it is unplugged just now.
    if current not in {name for name, _ in found}:
        found.append((current, current))
    return tuple(ports.CameraChoice(name, words, name == current) for name, words in found)


def _usb(path: Path) -> tuple[str, str]:
    words = path.name.removesuffix("-video-index0").removeprefix("usb-").replace("_", " ")
    return f"/dev/v4l/by-id/{path.name}", words


def check_choice(name: str) -> str:
    # A page must not open any file of the machine by its name.
    if ".." in name or BY_PAGE.fullmatch(name) is None:
        raise TurboError(
            "expected a camera: pi, auto, phone, a number, /dev/..., or an address (http://,"
            " rtsp://)"
        )
    return name


@dataclass(frozen=True, slots=True)
class NotedStep:
    """What is known of a table's set-up."""

    camera: str = ""
    """The camera that somebody chose on the page."""
    instead_of: str = ""
    """What the command line named then: as long as it names the same, the choice holds."""
    seats: bool = False
    """Somebody said that the names are at the right sides."""
    right: int = 0
    of: int = 0
    """The last self-test: faces read right, of how many."""

    def __post_init__(self) -> None:
        if not 0 <= self.right <= self.of:
            raise TurboError(f"expected at most {self.of} right, got {self.right}")


def notes_path(store: Path) -> Path:
    # It is of the table, not of its matches: a store that is copied brings no set-up along.
    return store.with_name(store.name + ".table")


class TableNotes:
    """The notes of one table; safe with threads. A file that cannot be read counts as none: the
    steps are then done once more."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        self.noted = self._load()

    def _load(self) -> NotedStep:
        try:
            return NotedStep(**json.loads(self._path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, TurboError):
            return NotedStep()

    def note(self, **changes: str | bool | int) -> None:
        """All or nothing: a power cut leaves the notes of before."""
        with self._lock:
            self.noted = replace(self.noted, **changes)  # type: ignore[arg-type]
            with writing(self._path):
                write_whole(self._path, json.dumps(asdict(self.noted)).encode())

    def camera_for(self, named: str | None) -> str:
        """The camera to open: one that was chosen on the page holds until the command line names
        another than it did then."""
        given = named or USUAL
        chosen = self.noted
        return chosen.camera if chosen.camera and chosen.instead_of == given else given


LOST = NO_PICTURE | {"camera-ended"}
BAD_LIGHT = {"too-dark", "too-bright", "no-colour"}


STALE_S = 5.0
"""A camera that gives none for so long gives no pictures: the slowest look twice a second."""

CLOCK_S = 60.0
"""How often it is asked whether anybody has told the time: it takes a program of the system."""

RATE_S = 2.0
"""Over how long pictures are counted: long enough for a number that stands still."""


class Pulse:
    """Counts looks by their numbers, as they are seen to change."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: deque[tuple[float, int]] = deque(maxlen=16)
        self._changed_s: float | None = None

    def beat(self, number: int | None) -> None:
        now = self._clock()
        if number is None:
            return
        if not self._seen or self._seen[-1][1] != number:
            self._changed_s = now
        self._seen.append((now, number))

    @property
    def age_s(self) -> float | None:
        return None if self._changed_s is None else self._clock() - self._changed_s

    @property
    def rate(self) -> float | None:
        """Looks a second, by the oldest beat that is not too old."""
        now = self._clock()
        recent = [one for one in self._seen if now - one[0] <= 4 * RATE_S]
        # Too short to divide by: a page that asks twice at once would see any rate.
        if len(recent) < 2 or recent[-1][0] - recent[0][0] < RATE_S / 2:
            return None
        (first_s, first), (last_s, last) = recent[0], recent[-1]
        return max(0.0, (last - first) / (last_s - first_s))


def _good_from_to() -> tuple[float, float, float]:
    """Sharp from, and white from and to: by the very tunings that `survey` judges with."""
    sharp, white = SurveyTuning(), ExposureTuning()
    return sharp.sharp, white.least, white.most


_SURVEYS: dict[PieceKind, Callable[[Any, str], Survey]] = {
    PieceKind.DIE: survey,
    PieceKind.TILE: lambda image, model: survey_cards(image),
}
"""How a picture of the table is measured: by the mat, or by the corner cards."""


class RunnerSetup:
    """Surveys the newest picture of a runner; each picture once, however many ask."""

    def __init__(
        self,
        runner: LiveLoop,
        device: Any,
        lighting: Lighting | None,
        store: Path,
        machine: checkup.Machine | None = None,
        *,
        knows_mat: Callable[[], bool] = lambda: False,
        knows_dice: Callable[[], bool] = lambda: False,
        notes: TableNotes | None = None,
        camera: str = "",
        open_camera: Callable[[str], Camera] | None = None,
        piece: PieceKind = PieceKind.DIE,
    ) -> None:
        self._runner, self._device, self._lighting = runner, device, lighting
        self._store, self._machine = store, machine or checkup.Machine()
        self._knows_mat, self._knows_dice = knows_mat, knows_dice
        self._notes = notes or TableNotes(notes_path(store))
        self._given, self._open_camera = camera, open_camera
        self._camera = self._notes.camera_for(camera)
        self._pulse, self._piece = Pulse(), piece
        self._seen: tuple[int, Survey] | None = None
        self._updates = Updates()
        self._clock: tuple[float, bool] | None = None

    def health(self) -> ports.Health:
        frame, words = self._runner.frame, set(self._runner.words)
        self._pulse.beat(None if frame is None else self._runner.looks)
        age_s = self._pulse.age_s
        # Both: a camera that hangs is not lost yet, and one told lost gave a picture just now.
        is_seen = age_s is not None and age_s < STALE_S and not words & LOST
        free_mb = int(shutil.disk_usage(self._store.parent).free / 1e6)
        link = self._runner.link
        found = ports.Health(
            self._pulse.rate,
            age_s,
            is_seen,
            # None, not False: of what cannot be seen nothing is known.
            self._knows_mat() if is_seen else None,
            not words & BAD_LIGHT if is_seen else None,
            None if link is None else "board-lost" not in words,
            free_mb,
            free_mb >= checkup.FREE_MB and "disk-full" not in words,
            self._is_clock_told(),
        )
        return replace(found, steps=self._steps(found))

    def _is_clock_told(self) -> bool:
        now_s = time.monotonic()
        if self._clock is None or now_s - self._clock[0] > CLOCK_S:
            self._clock = now_s, checkup.clock(self._machine).state is not checkup.HealthState.BAD
        return self._clock[1]

    def _steps(self, found: ports.Health) -> tuple[ports.SetUpStep, ...]:
        """Simulated dice are known, and simulated people sit where they should."""
        is_real, noted = not self._runner.camera.simulated, self._notes.noted
        tested = f"{noted.right}/{noted.of}" if noted.of else ""
        steps = (
            ports.SetUpStep("camera", found.camera),
            ports.SetUpStep("light", found.light is True),
            ports.SetUpStep("mat", found.mat is True),
            ports.SetUpStep("cards", found.mat is True),
            # Nothing that a camera sees: racks stand beside the field.
            ports.SetUpStep("racks", found.mat is True, is_needed=False),
            ports.SetUpStep("zones", noted.seats, is_real),
            # The networks read dice that they were never shown; own ones are read better.
            ports.SetUpStep("dice", self._knows_dice(), is_needed=False),
            ports.SetUpStep("test", noted.of > 0, is_real, tested),
            ports.SetUpStep("inks", self._knows_dice(), is_needed=False),
            ports.SetUpStep("reading", noted.of > 0, is_needed=False, found=tested),
        )
        by_key = {step.key: step for step in steps}
        return tuple(by_key[key] for key in ports.STEPS_FOR[self._piece])

    def seats_are_right(self) -> None:
        self._notes.note(seats=True)

    def cameras(self) -> Sequence[ports.CameraChoice]:
        return cameras(self._camera) if isinstance(self._device, Arriving) else ()

    def choose_camera(self, name: str) -> None:
        """Another camera sees another picture: the mat, the light and the test are to do again."""
        if not isinstance(self._device, Arriving) or self._open_camera is None:
            raise Refused(409, "expected a table with a real camera", "camera-fixed")
        # Opened before anything is noted: a name that opens nothing changes nothing.
        camera = self._open_camera(check_choice(name))
        self._notes.note(camera=name, instead_of=self._given or USUAL, right=0, of=0)
        # A survey belongs to a picture's number: that of another camera is of another picture.
        self._camera, self._seen = name, None
        self._device.exchange(camera)

    def camera_mount(self) -> ports.CameraMount:
        frame = self._runner.frame
        model = self._model()
        if frame is None:
            return ports.CameraMount(
                *_good_from_to(), camera=getattr(self._device, "lost", "") or model
            )
        high, wide = frame.image.shape[:2]
        found = self._surveyed(frame, model)
        return ports.CameraMount(*_good_from_to(), True, model, (wide, high), found)

    def _surveyed(self, frame: Frame, model: str) -> Survey:
        if self._seen is None or self._seen[0] != frame.number:
            self._seen = (frame.number, _SURVEYS[self._piece](frame.image, model))
        return self._seen[1]

    def _model(self) -> str:
        facts = facts_of(self._device)
        return "" if facts is None else str(facts.model)

    def doctor(self, language: Language) -> Sequence[ports.DoctorLine]:
        found = (*checkup.checks(self._machine, self._store), *self.findings())
        return [ports.DoctorLine(**checkup.document(one, language)) for one in found]

    def findings(self) -> Iterator[checkup.HealthFinding]:
        """The camera and the board as this table has them."""
        frame, link = self._runner.frame, self._runner.link
        missing = getattr(self._device, "lost", "") or ("no picture came" if frame is None else "")
        if missing or frame is None:
            yield checkup.bad("camera", missing, "camera")
        else:
            told, locked = facts_of(self._device), getattr(self._device, "locked", None)
            seen = self._surveyed(frame, self._model())
            yield from told_of(self._camera, frame, seen, told, locked, self._pulse.rate)
        if link is not None:
            yield self._board(link)

    def _board(self, link: Link) -> checkup.HealthFinding:
        if "board-lost" not in self._runner.words:
            return checkup.good("board", link.name)
        # Nobody named a board, and not everybody has one.
        if link.name == "auto":
            return checkup.absent("board")
        return checkup.bad("board", link.name, "board")

    def updating(self) -> ports.UpdateState:
        return self._updates.state()

    def update(self, wanted: str) -> None:
        self._updates.ask(wanted)

    def relight(self) -> None:
        if self._lighting is None:
            raise TurboError("expected a camera whose light can be measured")
        self._lighting.relock()
