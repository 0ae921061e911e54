"""Who may do what in the hall: anyone may look, scorers enter results, organisers do the rest."""

import json
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from werkzeug.security import generate_password_hash

from turbo.errors import TurboError
from turbo.hall.database import Database
from turbo.hall.engine import DatabaseError
from turbo.storage.files import write_own
from web.auth.keys import check_pin, new_pin
from web.auth.pin_door import PinDoor
from web.settings import WebSettings

READ_S = 2.0
"""How soon a sign-out at another hall counts here."""


class HallRole(IntEnum):
    """What somebody may do; each may do what those before it may."""

    STRANGER = 0
    VIEWER = 1
    SCORER = 2
    ORGANISER = 3

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Pins:
    """Hashes of the PINs, and the key that signs cookies."""

    organiser: str
    scorer: str
    secret: str
    viewing: str | None = None

    @staticmethod
    def make(organiser: str, scorer: str, viewing: str | None = None) -> "Pins":
        if organiser == scorer:
            raise TurboError("expected different PINs for organiser and scorer")
        hashed = [generate_password_hash(check_pin(pin)) for pin in (organiser, scorer)]
        looks = None if viewing is None else generate_password_hash(check_pin(viewing))
        return Pins(hashed[0], hashed[1], secrets.token_hex(32), looks)

    @staticmethod
    def open(folder: Path, *, renew: bool = False) -> tuple["Pins", tuple[str, str] | None]:
        """The PINs of a hall's folder; where they are made just now, also what they are."""
        path = folder / "hall.pins"
        try:
            if not renew:
                found = json.loads(path.read_text(encoding="utf-8"))
                return Pins(**found), None
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError) as error:
            raise TurboError(
                f"{path}: expected the hall's PINs; --new-pins makes others"
            ) from error
        organiser = new_pin()
        # With equal PINs every scorer would be an organiser.
        scorer = next(pin for pin in iter(new_pin, "") if pin != organiser)
        pins = Pins.make(organiser, scorer)
        write_own(path, json.dumps({name: getattr(pins, name) for name in pins.__slots__}))
        return pins, (organiser, scorer)


class EndedSessions:
    """Sessions that were signed out of, in the database: what ends at one hall has ended at every
    other beside it, and after a restart."""

    def __init__(self, database: Database | None = None) -> None:
        self._database, self._now_s = database, time.time
        self._ended: set[str] = set()
        self._read_s = float("-inf")
        self._lock = threading.Lock()

    def end(self, session: str, hours: float) -> None:
        with self._lock:
            self._ended.add(session)
        if self._database is not None:
            self._database.end_session(session, self._now_s() + 3600 * hours, self._now_s())

    def __contains__(self, session: str) -> bool:
        with self._lock:
            # Not at every request: another hall's sign-out is known here soon enough.
            if self._database is not None and self._now_s() - self._read_s > READ_S:
                # A database that is away keeps nobody in, or out, who was not before.
                with suppress(DatabaseError):
                    self._ended |= self._database.ended_sessions(self._now_s())
                    self._read_s = self._now_s()
            return session in self._ended


class HallDoor(PinDoor[HallRole]):
    """The hall's: PINs of organisers, scorers, and who looks."""

    def __init__(
        self,
        pins: Pins,
        settings: WebSettings,
        now_s: Callable[[], float] = time.monotonic,
        sessions: EndedSessions | None = None,
    ) -> None:
        super().__init__(settings, now_s)
        self.pins, self._sessions = pins, sessions or EndedSessions()

    @property
    def open_to(self) -> HallRole:
        return HallRole.VIEWER if self.pins.viewing is None else HallRole.STRANGER

    def end(self, session: str) -> None:
        self._sessions.end(session, self._settings.session_hours)

    def has_ended(self, session: str) -> bool:
        return session in self._sessions

    @property
    def _pins(self) -> Sequence[tuple[HallRole, str | None]]:
        hashed = (self.pins.organiser, self.pins.scorer, self.pins.viewing)
        return tuple(
            zip((HallRole.ORGANISER, HallRole.SCORER, HallRole.VIEWER), hashed, strict=True)
        )
