"""A small site for tests: a store, a session that can be fed with statements, and clients."""

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.security import generate_password_hash

from tools.trials.templates import share_templates
from tools.trials.waiting import LONG_S
from turbo.errors import TurboError
from turbo.game.editions import TURBO
from turbo.game.events import Ruling
from turbo.game.layout import Layout
from turbo.game.match import DEFAULTS
from turbo.game.messages import Language
from turbo.game.observation import Point
from turbo.game.record import Record, parse_event
from turbo.game.sets import Faces
from turbo.game.tile_options import TileOptions
from turbo.solver import best_play
from turbo.storage.roll_book import Finding
from turbo.storage.session import Session
from turbo.storage.store import Store
from vision.cameras.exposure import ExposureVerdict
from vision.cameras.survey import Survey
from web import WebSettings, create_app
from web.auth.keys import Keys
from web.ports import TwinState
from web.setup.ports import (
    STEPS,
    CameraChoice,
    CameraMount,
    DoctorLine,
    Health,
    SetUpStep,
    UpdateState,
)

PIN = "271828"
VIEWING_PIN = "1618"
EVENING = Path(__file__).parents[2] / "examples" / "evening.turbo"

OPENING = """round Ann
throw Ann b3 b4 b5 r3 k3 o7 o8 r* k12
table b3 b4 b5 / r3 . . / k3 . .
throw Bob b6 k9 r9 o9 r12 b13 o4 r5 b7
table b3 b4 b5 b6 b7 / r3 . . . . / k3 . . . . | k9 r9 o9
throw Ann o7 o8 r* k12"""


@dataclass
class Steps:
    """A clock that goes on by ten seconds at every look."""

    now: datetime = datetime(2026, 11, 15, 20, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=10)
        return self.now


SURVEYED = Survey(
    8,
    (597.0, 344.0),
    460.0,
    die_px=51.0,
    far_px=49.0,
    higher_by_mm=-1.0,
    sharpness=0.4,
    white=0.8,
    light=ExposureVerdict.GOOD,
    is_high=True,
    is_near=True,
    is_straight=True,
    is_sharp=True,
    outline_px=((100.0, 80.0), (540.0, 80.0), (540.0, 320.0), (100.0, 320.0)),
)
HANGS_WELL = CameraMount(0.2, 0.7, 0.9, True, "imx708", (640, 400), SURVEYED)

IS_WELL = Health(10.0, 0.0, True, True, True, None, 20_000)


@dataclass
class FakeSetup:
    """A table that is being set up; it hangs well already."""

    now: CameraMount = HANGS_WELL
    is_well: Health = IS_WELL
    done: tuple[str, ...] = STEPS
    chosen: str = "0"

    def camera_mount(self) -> CameraMount:
        return self.now

    def health(self) -> Health:
        steps = tuple(SetUpStep(key, key in self.done, key != "dice") for key in STEPS)
        return replace(self.is_well, steps=steps)

    def cameras(self) -> Sequence[CameraChoice]:
        names = ("0", "/dev/v4l/by-id/usb-C920-video-index0")
        return [CameraChoice(name, name, name == self.chosen) for name in names]

    def choose_camera(self, name: str) -> None:
        self.chosen = name

    def seats_are_right(self) -> None:
        self.done = (*self.done, "zones")

    def doctor(self, language: Language) -> Sequence[DoctorLine]:
        return [
            DoctorLine("clock", "clock", "good", "now", ""),
            DoctorLine("disk", "disk", "bad", "0.1 GB", "make room"),
        ]

    def relight(self) -> None:
        pass

    def updating(self) -> UpdateState:
        return UpdateState("1.0")

    def update(self, wanted: str) -> None:
        pass


@dataclass
class FakeTable:
    """A live table that remembers what it was asked."""

    asked: list[tuple[object, ...]] = field(default_factory=list)
    crops: dict[int, bytes] = field(default_factory=dict)

    gone: set[int] = field(default_factory=set)
    """Dice that have left the table since they were shown."""

    def set_face(self, die: int, was: str, face: str, by: str) -> bool:
        self.asked.append(("set_face", die, was, face, by))
        return die not in self.gone

    def crop(self, die: int) -> bytes | None:
        return self.crops.get(die)

    def set_corners(self, corners_px: Sequence[Point]) -> None:
        self.asked.append(("set_corners", tuple(corners_px)))

    def recalibrate(self) -> None:
        raise TurboError("expected the mat in the picture")

    def swap_seats(self) -> None:
        self.asked.append(("swap_seats",))

    def decide(self, choice: str, by: str) -> None:
        self.asked.append(("decide", choice, by))

    def begin_here(self, starter: str, by: str) -> None:
        self.asked.append(("begin_here", starter, by))

    def hand_over(self, by: str) -> None:
        self.asked.append(("hand_over", by))


@dataclass
class FakeTwin:
    """A simulated table that remembers its pace."""

    now: TwinState = field(default_factory=lambda: TwinState(1.0, False, ("turn-die",)))
    done: list[str] = field(default_factory=list)

    def state(self) -> TwinState:
        return self.now

    def set_speed(self, factor: float) -> None:
        self.now = TwinState(factor, self.now.paused, self.now.mischief)

    def set_paused(self, paused: bool) -> None:
        self.now = TwinState(self.now.speed, paused, self.now.mischief)

    def do_mischief(self, name: str) -> None:
        self.done.append(name)


@dataclass
class FakeSeats:
    """A simulated table that remembers who sat down and what they ordered; the second seat is
    taken."""

    asked: list[tuple[object, ...]] = field(default_factory=list)

    def take(self, seat: int, by: str) -> str:
        if seat:
            raise TurboError("expected a free seat")
        self.asked.append(("take", seat, by))
        return "cafe"

    def leave(self, seat: int) -> None:
        self.asked.append(("leave", seat))

    def hear(self, sitting: str) -> int:
        if sitting != "cafe":
            raise TurboError("expected somebody who sits at this table")
        return 0

    def throw(self, sitting: str, faces: Faces) -> None:
        self.hear(sitting)
        self.asked.append(("throw", *map(str, faces)))

    def lay(self, sitting: str, layout: Layout | None) -> None:
        self.asked.append(("lay", layout and str(layout)))


@dataclass
class FakeEvidence:
    """A live table's audit: what it found, with a picture of either side."""

    pictures: dict[str, bytes] = field(default_factory=dict)
    found: list[Finding] = field(default_factory=list)
    saved: list[str] = field(default_factory=list)

    def findings(self, match: int | None, most: int) -> Sequence[Finding]:
        return [one for one in reversed(self.found) if match in (None, one.match)][:most]

    def finding_picture(self, number: int, side: str) -> bytes | None:
        return self.pictures.get(side)

    def save(self) -> str:
        self.saved.append("match-1-entry-007.zip")
        return self.saved[-1]

    def bundles(self, match: int | None) -> Sequence[str]:
        return self.saved[:1]

    def bundle(self, name: str) -> bytes | None:
        return b"PK" if name in self.bundles(None) else None


@dataclass
class FakePictures:
    """Pictures of throws, by entry."""

    kept: dict[int, bytes] = field(default_factory=dict)

    def findings(self, match: int | None, most: int) -> Sequence[Finding]:
        return ()

    def finding_picture(self, number: int, side: str) -> bytes | None:
        return None

    def entries(self, match: int) -> Sequence[int]:
        return sorted(self.kept)

    def picture(self, match: int, entry: int) -> bytes | None:
        return self.kept.get(entry)


def quick_hash(pin: str) -> str:
    """Hashing is slow on purpose, by the first of the three numbers: a tenth of a second for each
    time that a test signs in. `test_web_auth` looks at the numbers that are used."""
    return generate_password_hash(pin, method="scrypt:1024:8:1")


@cache
def keys(*, viewing: bool = False) -> Keys:
    looks = quick_hash(VIEWING_PIN) if viewing else None
    return Keys(quick_hash(PIN), secrets.token_hex(32), looks)


class Site:
    """An app over a store in a folder, and the session behind it."""

    def __init__(self, folder: Path, *, viewing: bool = False, **more: Any) -> None:
        self.store = Store(folder / "matches.turbo.db")
        heads = self.store.matches()
        match = heads[-1].id if heads else None
        self.session = Session(self.store, match, find_play=best_play, now=Steps())
        settings = more.pop("settings", WebSettings(streams=8, keep_alive_s=0.2))
        self.app: Flask = create_app(
            self.session,
            self.store,
            settings,
            keys=keys(viewing=viewing),
            search=best_play,
            **more,
        )
        share_templates(self.app)

    def start(
        self, text: str = "", names: tuple[str, ...] = ("Ann", "Bob"), edition: str = TURBO.name
    ) -> None:
        options = DEFAULTS if edition == TURBO.name else TileOptions(edition)
        self.session.new_match(names, options)
        for statement in text.splitlines():
            self.say(statement)

    def say(self, statement: str, by: str = "camera") -> Ruling:
        event = parse_event(statement, self.session.log.players, self.session.edition.piece)
        return self.session.feed(event, by)

    def import_evening(self) -> int:
        record = Record.parse(EVENING.read_text(encoding="utf-8"))
        return self.store.import_record(record, datetime(2026, 11, 15, tzinfo=UTC))

    def client(self) -> "Client":
        return Client(self.app.test_client())

    def referee(self) -> "Client":
        client = self.client()
        assert client.sign_in(PIN, "Cleo").status_code == 200
        return client


def comes_true(question: Callable[[], bool], within_s: float = LONG_S) -> bool:
    """Whether it does, sooner or later: for what another thread does in its own time."""
    until_s = time.monotonic() + within_s
    while not question() and time.monotonic() < until_s:
        time.sleep(0.02)
    return question()


class Client:
    """A browser without a screen: keeps its cookie and its token."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.token: str | None = None

    def sign_in(self, pin: str, name: str = "") -> Any:
        answer = self.client.post("/api/sign-in", json={"pin": pin, "name": name})
        self.token = answer.get_json().get("token")
        return answer

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, **more)

    def post(self, path: str, body: Any) -> Any:
        headers = {} if self.token is None else {"X-Turbo-Token": self.token}
        return self.client.post(path, json=body, headers=headers)

    def state(self) -> Any:
        return self.get("/api/state").get_json()

    def tapped(self, *, cell: list[int] | None = None, hand: int = 0, index: int = 0) -> Any:
        """A die as a page names it that shows the newest state, by where it is drawn."""
        state = self.state()
        if cell is not None:
            found = next(die for die in state["shown"]["table"]["dice"] if die["cell"] == cell)
            return {"die": found["id"], "was": found["face"], "seen": state["seen"]}
        mine = state["shown"]["hands"][hand]
        return {"die": mine["ids"][index], "was": mine["faces"][index], "seen": state["seen"]}

    def correct(self, action: str, **body: Any) -> Any:
        """Change a die; without another version, of what is shown now."""
        return self.post(
            "/api/match/dice", {"seen": self.state()["seen"], **body, "action": action}
        )
