"""Who may do what in the hall: anyone may look, scorers enter results, organisers do the rest."""

import json
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from werkzeug.security import check_password_hash, generate_password_hash

from turbo.errors import TurboError
from turbo.storage.files import write_own
from web.auth.keys import check_pin, new_pin
from web.auth.tries import Tries, neighbourhood
from web.settings import WebSettings


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


class PinDoor:
    """Checks PINs, and counts the wrong ones by address and in all."""

    def __init__(
        self, pins: Pins, settings: WebSettings, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self.pins, self._tries, self._lock = pins, Tries(settings, now_s), threading.Lock()

    @property
    def open_to(self) -> HallRole:
        return HallRole.VIEWER if self.pins.viewing is None else HallRole.STRANGER

    def role_for(self, pin: str, address: str) -> HallRole | None:
        address = neighbourhood(address)
        with self._lock:
            self._tries.check(address)
            # Counted before it is checked: tries at the same moment must see each other.
            self._tries.count(address)
        # Outside of the lock: a slow hash, and in a hall all scorers sign in at the same time.
        found = self._opened(pin)
        if found is not None:
            with self._lock:
                self._tries.forgive(address)
        return found

    def _opened(self, pin: str) -> HallRole | None:
        for role, kept in (
            # The most that a PIN opens stands first: the viewing PIN may be the same as another.
            (HallRole.ORGANISER, self.pins.organiser),
            (HallRole.SCORER, self.pins.scorer),
            (HallRole.VIEWER, self.pins.viewing),
        ):
            if kept is not None and check_password_hash(kept, pin):
                return role
        return None
