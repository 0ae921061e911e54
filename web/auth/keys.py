"""Who may do what: the PINs, the cookie's key, and how often one may try.

Anyone on the network may look, unless there is a viewing PIN; to change something takes the referee
PIN. The camera's picture and pictures of throws take a PIN too, unless somebody opens them: who
shares a network is not therefore invited to look into the room. PINs are kept as slow hashes in a
file beside the store that only its owner can read; the referee PIN itself is shown once, on the
console, when it is made.
"""

import base64
import hashlib
import hmac
import json
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any

from werkzeug.security import generate_password_hash

from turbo.errors import TurboError
from turbo.storage.files import write_own
from web.auth.pin_door import PinDoor
from web.auth.tries import Tries, neighbourhood
from web.settings import WebSettings

PIN_DIGITS = 6
"""Few enough to type on a phone; what a day of guessing finds of them says `all_hour_pin_tries`."""

LOG = logging.getLogger(__name__)


class Role(IntEnum):
    """What somebody may do; each may do what those before it may."""

    STRANGER = 0
    VIEWER = 1
    REFEREE = 2

    @property
    def word(self) -> str:
        return self.name.lower()


class Scope(StrEnum):
    """What a program's token is for; each may do what those before it may."""

    LOOK = "look"
    PICTURES = "pictures"
    REFEREE = "referee"

    @property
    def role(self) -> Role:
        return Role.REFEREE if self is Scope.REFEREE else Role.VIEWER


@dataclass(frozen=True, slots=True)
class Token:
    """A key for a program. What it opens is kept; itself it is told once and kept as a hash."""

    name: str
    scope: Scope
    hashed: str
    until: float
    """Unix time from which on it opens nothing."""

    @property
    def id(self) -> str:
        # A part of the hash, which opens nothing: it may stand on a page and in an address.
        return self.hashed[:12]


def hashed(secret: str) -> str:
    """Fast, and enough: nobody guesses 256 bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Keys:
    """What the door keeps: hashes of the PINs and the key that signs cookies."""

    referee: str
    secret: str
    viewing: str | None = None
    ended: tuple[tuple[str, float], ...] = ()
    """Sessions that were signed out of, each with when its cookie is too old anyway (unix time)."""
    tokens: tuple[Token, ...] = ()

    @staticmethod
    def path_beside(store: Path) -> Path:
        return store.with_name(store.name + ".door")

    @staticmethod
    def load(path: Path) -> "Keys | None":
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            ended = tuple((str(one), float(until)) for one, until in found.get("ended", ()))
            tokens = tuple(_token(one) for one in found.get("tokens", ()))
            return Keys(
                str(found["referee"]), str(found["secret"]), found["viewing"], ended, tokens
            )
        except FileNotFoundError:
            return None
        except OSError as error:
            raise TurboError(f"{path}: cannot be read: {error.strerror}") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise TurboError(f"{path}: expected the dashboard's keys; delete it for new") from error

    def save(self, path: Path) -> None:
        """All or nothing, and for the owner's eyes only from the first byte on."""
        write_own(path, json.dumps(asdict(self)))


def _token(one: Any) -> Token:
    return Token(str(one["name"]), Scope(one["scope"]), str(one["hashed"]), float(one["until"]))


def new_pin() -> str:
    return "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))


def check_pin(pin: str) -> str:
    if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 12):
        raise TurboError("expected a PIN of 4 to 12 digits")
    return pin


def make_keys(referee_pin: str) -> Keys:
    return Keys(generate_password_hash(check_pin(referee_pin)), secrets.token_hex(32))


def open_keys(store: Path, *, renew: bool = False) -> tuple[Keys, str | None]:
    """The keys beside a store, and the referee PIN if it was made just now."""
    path = Keys.path_beside(store)
    known = Keys.load(path)
    if known is not None and not renew:
        return known, None
    pin = new_pin()
    # All of it is new, the key that signs cookies too: whoever came in by the old PIN is out.
    keys = make_keys(pin)
    if known is not None:  # a new PIN for the referee opens nothing to anybody else
        keys = replace(keys, viewing=known.viewing)
    keys.save(path)
    return keys, pin


def with_viewing_pin(keys: Keys, pin: str | None) -> Keys:
    viewing = None if pin is None else generate_password_hash(check_pin(pin))
    return replace(keys, viewing=viewing)


class Door(PinDoor[Role]):
    """The table's: PINs, invitations, and keys for programs."""

    def __init__(
        self,
        keys: Keys,
        settings: WebSettings,
        now_s: Callable[[], float] = time.monotonic,
        path: Path | None = None,
    ) -> None:
        super().__init__(settings, now_s)
        self.keys = keys
        self._path = path
        # By themselves: a program with an old key must not lock out the people beside it.
        self._token_tries = Tries(settings, now_s)
        self.answers_open = False
        """Whether who may look may also say what a doubtful die shows: the referee allows it for
        an evening, and nothing keeps it."""
        self._invited: dict[str, float] = {}
        """Invitations that nobody has used yet, each with until when it is good."""

    def invite(self) -> str:
        """A code that signs one device in as the referee's, once and soon."""
        with self._lock:
            # 144 bits: nobody guesses them in five minutes, and the QR code stays coarse enough for
            # a phone.
            code = secrets.token_urlsafe(18)
            self._invited[code] = self._now_s() + self._settings.invitation_s
            return code

    def is_invited(self, code: str, address: str, device: str | None = None) -> bool:
        """Whether the code is good; it is not any more after this."""
        # Counted like PINs, or there were a second door beside the first.
        return self._tried("invitation", lambda: self._used(code), address, device) is not None

    def _used(self, code: str) -> float | None:
        with self._lock:
            now = self._now_s()
            self._invited = {one: until for one, until in self._invited.items() if until > now}
            return self._invited.pop(code, None)

    @property
    def camera_code(self) -> str:
        """What makes a telephone the camera, and nothing else. The same after every start, so that
        a telephone on its mug and a code on paper stay good; another with a new PIN."""
        made = hmac.digest(self.keys.secret.encode(), b"camera", "sha256")
        return base64.urlsafe_b64encode(made[:12]).decode("ascii")

    def is_camera_code(self, code: str, address: str) -> bool:
        """Whether this is it; wrong ones are counted like PINs."""
        address = neighbourhood(address)
        with self._lock:
            self._tries.check(address, is_known=address in self._known)
            if hmac.compare_digest(code.encode(), self.camera_code.encode()):
                return True
            self._tries.count(address)
            return False

    @property
    def has_viewing_pin(self) -> bool:
        return self.keys.viewing is not None

    @property
    def open_to(self) -> Role:
        """What everybody may do without a PIN."""
        return Role.STRANGER if self.has_viewing_pin else Role.VIEWER

    @property
    def _pins(self) -> Sequence[tuple[Role, str | None]]:
        return (Role.REFEREE, self.keys.referee), (Role.VIEWER, self.keys.viewing)

    def end(self, session: str) -> None:
        """Nobody comes in with this session's cookie again, also after a restart."""
        # By the calendar: this is kept in a file, and the clock that tries are counted by begins
        # anew at every start.
        now = time.time()
        until = now + 3600 * self._settings.session_hours
        with self._lock:
            left = [one for one in self.keys.ended if one[1] > now]
            self._keep(ended=(*left, (session, until)))

    def has_ended(self, session: str) -> bool:
        return any(one == session for one, _ in self.keys.ended)

    def make_token(self, name: str, scope: Scope, days: float) -> tuple[Token, str]:
        """A token for a program, and the secret that it is told once."""
        secret = f"turbo_{secrets.token_urlsafe(32)}"
        token = Token(name, scope, hashed(secret), time.time() + 86_400 * days)
        with self._lock:
            if len(self.keys.tokens) >= self._settings.tokens:
                raise TurboError(f"expected at most {self._settings.tokens} tokens: remove one")
            self._keep(tokens=(*self.keys.tokens, token))
        return token, secret

    def remove_token(self, number: str) -> bool:
        with self._lock:
            left = tuple(one for one in self.keys.tokens if one.id != number)
            was_there = len(left) < len(self.keys.tokens)
            self._keep(tokens=left)
            return was_there

    def _keep(self, **fields: Any) -> None:
        # Known at once, also where the disk refuses: a key that was taken away opens nothing any
        # more.
        self.keys = replace(self.keys, **fields)
        if self._path is not None:
            self.keys.save(self._path)

    def token(self, secret: str, address: str) -> Token | None:
        """The token of that secret, if it is still good. One that is too old is no guess; wrong
        ones are counted, by themselves: nobody guesses 256 bits, and people's tries are theirs."""
        found, now = hashed(secret), time.time()
        known = [one for one in self.keys.tokens if hmac.compare_digest(one.hashed, found)]
        if known and known[0].until > now:
            return known[0]
        self._note_wrong_token(neighbourhood(address), known[0].name if known else None)
        return None

    def _note_wrong_token(self, address: str, name: str | None) -> None:
        with self._lock:
            # Only who comes with a key waits for it; and the log says it once, not at every poll.
            self._token_tries.check(address, is_known=True)
            count = self._token_tries.count(address)
        if count == 1:
            what = "an unknown key" if name is None else f"the key {name!r}, which is too old,"
            LOG.warning("%s comes from %s", what, address)
