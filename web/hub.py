"""One thread looks at the session for all who watch; each watcher has a thread that only waits.

A watcher is always sent the newest complete state, never a difference, so whoever lost the
connection or reads slowly is right again with the next message. What happens in quick succession
is told together. Pictures are only announced; a page fetches those that it shows.
"""

import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from turbo.messages import Language
from turbo.session import LiveView, Session
from web.settings import WebSettings

MakeState = Callable[[Language], dict[str, Any]]


class TooManyStreams(Exception):
    """As many watch already as can be served."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A camera picture with what was seen on it, under one number."""

    number: int
    view: LiveView


@dataclass(frozen=True, slots=True)
class News:
    """What the newest state and the newest picture are called."""

    state: int = 0
    picture: int = 0


class Hub:
    """Tells everybody who watches what is new."""

    def __init__(self, session: Session, settings: WebSettings, make_state: MakeState) -> None:
        self.boot = secrets.token_hex(4)
        self._session = session
        self._settings = settings
        self._make_state = make_state
        self._changed = threading.Condition()
        self._news = News(state=1)
        self._seen: object = None
        self._last_view = LiveView()
        self._picture_at_s = 0.0
        self._picture_waits = False
        self._snapshots: deque[Snapshot] = deque(maxlen=3)
        self._messages: dict[Language, tuple[int, bytes]] = {}
        self._making = threading.Lock()
        self._streams = 0
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def streams(self) -> int:
        return self._streams

    def close(self) -> None:
        """End all streams, for a server that stops."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def poke(self) -> None:
        """Something that the session does not know of has changed, such as the twin's speed."""
        with self._changed:
            self._news = replace(self._news, state=self._news.state + 1)
            self._changed.notify_all()

    def snapshot(self, number: int | None = None) -> Snapshot | None:
        """The picture of that number while it is remembered, else the newest."""
        self._start()
        self._look()
        for one in self._snapshots:
            if one.number == number:
                return one
        return self._snapshots[-1] if self._snapshots else None

    def message(self, language: Language) -> bytes:
        """The newest state as a message of the stream; made once for all who read a language."""
        with self._making:
            number = self._news.state
            known = self._messages.get(language)
            if known is None or known[0] != number:
                state = self._make_state(language) | {"boot": self.boot, "version": number}
                text = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
                data = f"id: {self.boot}-{number}\nevent: state\ndata: {text}\n\n"
                known = self._messages[language] = (number, data.encode())
            return known[1]

    def state(self, language: Language) -> dict[str, Any]:
        self._look()
        return self._make_state(language) | {"boot": self.boot, "version": self._news.state}

    def stream(self, language: Language, *, once: bool = False) -> Iterator[bytes]:
        """Everything that happens from now on, beginning with the complete state."""
        self._enter()
        self._look()
        return self._messages_from_now(language, once)

    def _messages_from_now(self, language: Language, once: bool) -> Iterator[bytes]:
        try:
            yield f"retry: {self._settings.retry_ms}\n\n".encode()
            sent = News()
            while not self._closed:
                news = self._news
                if news.state != sent.state:
                    yield self.message(language)
                if news.picture != sent.picture:
                    yield f'event: picture\ndata: {{"picture":{news.picture}}}\n\n'.encode()
                if once:
                    return
                sent = news
                if not self._wait(sent):
                    yield b": still here\n\n"
        finally:
            with self._changed:
                self._streams -= 1

    def _enter(self) -> None:
        with self._changed:
            if self._streams >= self._settings.streams:
                raise TooManyStreams
            self._streams += 1
        self._start()

    def _wait(self, sent: News) -> bool:
        with self._changed:
            return self._changed.wait_for(
                lambda: self._closed or self._news != sent, self._settings.keep_alive_s
            )

    def _start(self) -> None:
        with self._changed:
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="hub", daemon=True)
                self._thread.start()

    def _watch(self) -> None:
        version = -1
        while not self._closed:
            pause_s = 1 / self._settings.pictures_per_s if self._picture_waits else 1.0
            newest = self._session.wait(version, pause_s)
            if newest != version or self._picture_waits:
                version = newest
                self._look()
                time.sleep(1 / self._settings.states_per_s)

    def _look(self) -> None:
        """Number what is new. A picture may come late, a state never does."""
        session = self._session
        with self._changed:
            view = session.view
            calm = replace(view, picture_jpeg=None, observation=None)
            seen = (session.match_number, session.has_match and session.history)
            told = (seen, session.paused, calm, view.picture_jpeg is None)
            if told != self._seen:
                self._news = replace(self._news, state=self._news.state + (self._seen is not None))
                self._seen = told
                self._changed.notify_all()
            self._look_at_picture(view)

    def _look_at_picture(self, view: LiveView) -> None:
        if view.picture_jpeg is None or view.picture_jpeg is self._last_view.picture_jpeg:
            return
        now_s = time.monotonic()
        too_soon = now_s - self._picture_at_s < 1 / self._settings.pictures_per_s
        self._picture_waits = bool(self._snapshots) and too_soon
        if self._picture_waits:
            return
        self._picture_at_s = now_s
        self._last_view = view
        self._news = replace(self._news, picture=self._news.picture + 1)
        self._snapshots.append(Snapshot(self._news.picture, view))
        self._changed.notify_all()
