"""One thread looks at the session for all who watch; each watcher has a thread that only waits.

A watcher is always sent the newest complete state, never a difference, so whoever lost the
connection or reads slowly is right again with the next message. What happens in quick succession
is told together. Pictures are only announced; a page fetches those that it shows.

A message is made before anybody is woken, by the thread that looks: a thread keeps the memory that
its work once took, and there may be two hundred that wait.
"""

import json
import logging
import secrets
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from turbo.game.messages import Language
from turbo.storage.session import LiveView, Session
from web.auth.places import Places
from web.settings import WebSettings

MakeState = Callable[[str, Language], dict[str, Any]]
MakeHealth = Callable[[], dict[str, Any] | None]

LOG = logging.getLogger(__name__)

PIECE = 4000
"""Bytes of a message that are handed on at once. What has more than 8,192 is not sent by the server
as it is: it goes into a buffer that keeps all that was sent before, for every watcher."""

BEAT = b"event: beat\ndata: {}\n\n"
"""Of a server that is there and has nothing to say. No comment: a browser keeps those to itself,
and a page could not tell a quiet table from a line that is dead."""

CALM = ("frames_per_s", "disk_mb")
NEWS = 0.2
"""Numbers that always move a little are told when they have moved by a fifth."""


@dataclass(frozen=True, slots=True)
class StateSnapshot:
    """A camera picture with what was seen on it, under one number."""

    number: int
    view: LiveView


@dataclass(frozen=True, slots=True)
class News:
    """What the newest state, the newest picture and the newest health are called."""

    state: int = 0
    picture: int = 0
    health: int = 0


class Hub:
    """Tells everybody who watches what is new."""

    def __init__(
        self,
        session: Session,
        settings: WebSettings,
        make_state: MakeState,
        make_health: MakeHealth = lambda: None,
        told: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        """`told` gets every new state, in English, whether anybody watches or not."""
        self.boot = secrets.token_hex(4)
        self._session = session
        self._settings = settings
        self._make_state = make_state
        self._make_health, self._listener = make_health, told
        self._health: dict[str, Any] | None = None
        # Long ago: the first look is due at once, whatever the machine's clock began with.
        self._health_at_s = -1e9
        # Who enters holds it while they are counted, which takes it again.
        self._changed = threading.Condition(threading.RLock())
        self._news = self._told = News(state=1)
        """What is new, and what of it watchers have been woken for."""
        self._seen: object = None
        self._last_view = LiveView()
        self._picture_at_s = 0.0
        self._picture_waits = False
        # A page asks for the picture that it was told of; by then the next may have come.
        self._snapshots: deque[StateSnapshot] = deque(maxlen=3)
        self._messages: dict[Language, tuple[int, bytes]] = {}
        # A hundred who read one language would otherwise each make the same message.
        self._making = threading.Lock()
        # Views poke while the thread looks: nobody is woken for an older number after a newer one.
        self._telling = threading.Lock()
        self._watched: Counter[Language] = Counter()
        self.places = Places(settings)
        self._thread: threading.Thread | None = None
        self._closed = False
        if told is not None:
            # What stands there now is no news, and the first that comes after it is: it is looked
            # at here, since by the time the thread looks somebody may have spoken.
            self._look()
            self._pass_on()
            self._start()

    @property
    def streams(self) -> int:
        return self.places.taken

    def close(self) -> None:
        """End all streams, for a server that stops."""
        with self._changed:
            self._closed = True
            self.places.close()
            self._changed.notify_all()

    def poke(self) -> None:
        """Something that the session does not know of has changed, such as the twin's speed."""
        with self._changed:
            self._news = replace(self._news, state=self._news.state + 1)
        self._tell()

    def snapshot(self, number: int | None = None) -> StateSnapshot | None:
        """The picture of that number while it is remembered, else the newest."""
        self._start()
        self._look()
        for one in self._snapshots:
            if one.number == number:
                return one
        return self._snapshots[-1] if self._snapshots else None

    def message(self, language: Language, wanted: int = 0) -> bytes:
        """The state as a message of the stream, no older than wanted; made once for all who read a
        language."""
        with self._making:
            number = self._news.state
            known = self._messages.get(language)
            if known is None or known[0] < (wanted or number):
                state = self._numbered(language, number)
                text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
                data = f"id: {self.boot}-{number}\nevent: state\ndata: {text}\n\n"
                known = self._messages[language] = (number, data.encode())
            return known[1]

    def state(self, language: Language) -> dict[str, Any]:
        self._look()
        return self._numbered(language, self._news.state)

    def _numbered(self, language: Language, number: int) -> dict[str, Any]:
        return self._make_state(self.boot, language) | {"boot": self.boot, "version": number}

    def stream(
        self, language: Language, *, once: bool = False, address: str = ""
    ) -> Iterator[bytes]:
        """Everything that happens from now on, beginning with the complete state."""
        self._enter(language, address)
        self._look()
        # Who comes is told how the table is, not how it was when it was told last.
        self._look_at_health(at_once=True)
        # The hub's own thread may have found the same just now, and not have told it yet.
        self._tell()
        return self._messages_from_now(language, once, address)

    def _messages_from_now(self, language: Language, once: bool, address: str) -> Iterator[bytes]:
        try:
            yield f"retry: {self._settings.retry_ms}\n\n".encode()
            sent = News()
            while not self._closed:
                news = self._told
                if news.state != sent.state:
                    yield from _pieces(self.message(language, news.state))
                if news.picture != sent.picture:
                    yield f'event: picture\ndata: {{"picture":{news.picture}}}\n\n'.encode()
                if news.health != sent.health:
                    yield f"event: health\ndata: {json.dumps(self._health)}\n\n".encode()
                if once:
                    return
                sent = news
                # Nothing new for long: a word shows who is gone, so that their place is free again,
                # and who watches hears that we are still here.
                if not self._wait(sent):
                    yield BEAT
        finally:
            self._leave(language, address)

    def _enter(self, language: Language, address: str) -> None:
        self.places.enter(address)
        with self._changed:
            self._watched[language] += 1
        self._start()

    def _leave(self, language: Language, address: str) -> None:
        with self._changed:
            self._watched[language] -= 1
        self.places.leave(address)

    def _wait(self, sent: News) -> bool:
        with self._changed:
            return self._changed.wait_for(
                lambda: self._closed or self._told != sent, self._settings.keep_alive_s
            )

    def _start(self) -> None:
        with self._changed:
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="hub", daemon=True)
                self._thread.start()

    def _watch(self) -> None:
        # Below every version of a session: what is there at the start is looked at without waiting.
        version = -1
        while not self._closed:
            # Not longer than a second though nothing happens: this thread also looks at the table's
            # health.
            pause_s = 1 / self._settings.pictures_per_s if self._picture_waits else 1.0
            newest = self._session.wait(version, pause_s)
            self._look_at_health()
            if newest != version or self._picture_waits:
                version = newest
                self._look()
                # What follows within this time is told together.
                time.sleep(1 / self._settings.states_per_s)

    def _look(self) -> None:
        """Number what is new. A picture may come late, a state never does."""
        session = self._session
        with self._changed:
            now = session.instant
            view = now.view
            # These come with every picture. Counted as news they would send the whole state each
            # time.
            calm = replace(view, picture_jpeg=None, observation=None, followed=())
            seen = (now.number, now.log)
            told = (seen, session.paused, calm, view.picture_jpeg is None)
            if told != self._seen:
                # What the first look finds was there before: it is told as it is, and is no change.
                self._news = replace(self._news, state=self._news.state + (self._seen is not None))
                self._seen = told
            self._look_at_picture(view)
        self._tell()

    def _look_at_health(self, *, at_once: bool = False) -> None:
        """Told when it is another than before; a rate that trembles is no news."""
        now_s = time.monotonic()
        if not at_once and now_s - self._health_at_s < self._settings.health_s:
            return
        self._health_at_s = now_s
        try:
            found = self._make_health()
        # One thread looks for all who watch: whatever fails here must not end it.
        except Exception:
            LOG.exception("the table's health cannot be told")
            return
        if found is not None and _differs(found, self._health):
            with self._changed:
                self._health = found
                self._news = replace(self._news, health=self._news.health + 1)
            self._tell()

    def _tell(self) -> None:
        """Make the message for every language that is read now, then wake everybody."""
        with self._telling:
            news, watched = self._news, [one for one, count in self._watched.items() if count]
            if news.state != self._told.state:
                for language in watched:
                    self._prepare(language)
                self._pass_on()
            with self._changed:
                self._told = news
                self._changed.notify_all()

    def _pass_on(self) -> None:
        if self._listener is None:
            return
        try:
            self._listener(self._numbered(Language.ENGLISH, self._news.state))
        except Exception:
            LOG.exception("a state cannot be passed on")

    def _prepare(self, language: Language) -> None:
        try:
            self.message(language)
        except Exception:
            LOG.exception("a state cannot be told")

    def _look_at_picture(self, view: LiveView) -> None:
        # The same bytes object is the same picture; comparing what is in it would cost at every
        # look.
        if view.picture_jpeg is None or view.picture_jpeg is self._last_view.picture_jpeg:
            return
        now_s = time.monotonic()
        too_soon = now_s - self._picture_at_s < 1 / self._settings.pictures_per_s
        # The first picture never waits: a page that has none shows an empty frame.
        self._picture_waits = bool(self._snapshots) and too_soon
        if self._picture_waits:
            return
        self._picture_at_s = now_s
        self._last_view = view
        self._news = replace(self._news, picture=self._news.picture + 1)
        self._snapshots.append(StateSnapshot(self._news.picture, view))


def _differs(one: dict[str, Any], other: dict[str, Any] | None) -> bool:
    if other is None:
        return True
    rest = [{key: value for key, value in each.items() if key not in CALM} for each in (one, other)]
    if rest[0] != rest[1]:
        return True
    return any(_moved(one[key], other[key]) for key in CALM if key in one)


def _moved(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is not other
    # Below one a fifth is next to nothing, and every tremble would be news.
    return abs(one - other) > NEWS * max(abs(one), abs(other), 1.0)


def _pieces(message: bytes) -> Iterator[bytes]:
    return (message[at : at + PIECE] for at in range(0, len(message), PIECE))
