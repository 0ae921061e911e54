"""One thread looks at the session and leaves words; one a hook carries them, and tries again.

A word is sent until it is taken, a few times with growing pauses, then it is given up and counted.
Whoever is slow or gone delays nobody else, and nothing piles up: of a hook's waiting words the
oldest is dropped.
"""

import http.client
import json
import logging
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from turbo.errors import TurboError
from web.hooks.hooks import Hook, Hooks, Reach, places_of, signature

LOG = logging.getLogger(__name__)

SIGNATURE = "Turbo-Signature"


@dataclass(frozen=True, slots=True)
class SendTuning:
    """How hard a word is carried."""

    pauses_s: tuple[float, ...] = (1.0, 5.0, 25.0, 125.0)
    """Before each further try: a restart of the other side takes seconds to minutes."""
    timeout_s: float = 5.0
    """For one try. Who answers a word later than that does its work while it should listen."""
    waiting: int = 100
    """Words that wait for one hook: an evening's rulings."""


class Sender:
    """Carries the words of one hook."""

    def __init__(
        self,
        hook: Hook,
        reach: Reach,
        tuning: SendTuning,
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        self.hook, self._reach, self._tuning = hook, reach, tuning
        self.sent = self.given_up = 0
        self.trouble = ""
        """What was wrong with the last word; empty if it was taken."""
        self._waiting: deque[bytes] = deque(maxlen=tuning.waiting)
        self._news = threading.Condition()
        self._stopped = threading.Event()
        self._sleep = sleep or self._stopped.wait
        self._thread = threading.Thread(target=self._run, name="hook", daemon=True)
        self._thread.start()

    def put(self, body: bytes) -> None:
        with self._news:
            # A full queue drops its oldest word by itself, without telling.
            self.given_up += len(self._waiting) == self._waiting.maxlen
            self._waiting.append(body)
            self._news.notify()

    def stop(self) -> None:
        self._stopped.set()
        with self._news:
            self._news.notify()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._waiting or self._stopped.is_set())
                if self._stopped.is_set():
                    return
                body = self._waiting.popleft()
            self._carry(body)

    def _carry(self, body: bytes) -> None:
        for pause_s in (0.0, *self._tuning.pauses_s):
            if pause_s:
                self._sleep(pause_s)
            if self._stopped.is_set():
                return
            self.trouble = self._try(body)
            if not self.trouble:
                self.sent += 1
                return
        self.given_up += 1
        LOG.warning("hook %s: given up: %s", self.hook.id, self.trouble)

    def _try(self, body: bytes) -> str:
        """Why the word was not taken; empty if it was. A redirection is not followed: it could lead
        anywhere."""
        try:
            status = post(self.hook, body, self._reach, self._tuning.timeout_s)
        except (OSError, http.client.HTTPException, TurboError) as error:
            return str(error) or type(error).__name__
        # Anything else was not taken: also 3xx, since nobody followed it.
        return "" if 200 <= status < 300 else f"the answer was {status}"


def post(hook: Hook, body: bytes, reach: Reach, timeout_s: float) -> int:
    found = urlsplit(hook.address)
    # By the number that was allowed, not by the name: that could lead elsewhere a moment later.
    number, port = places_of(hook.address, reach)[0]
    connection = http.client.HTTPConnection(number, port, timeout=timeout_s)
    try:
        connection.connect()
        if found.scheme == "https":
            context = ssl.create_default_context()
            connection.sock = context.wrap_socket(connection.sock, server_hostname=found.hostname)
        path = (found.path or "/") + (f"?{found.query}" if found.query else "")
        headers = {
            "Host": found.netloc,
            "Content-Type": "application/json",
            SIGNATURE: signature(hook.secret, int(time.time()), body),
        }
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        # One byte: what somebody else answers is not kept, however long it is.
        answer.read(1)
        return answer.status
    finally:
        connection.close()


class Telling:
    """Looks at what is shown, and leaves a word with every hook that wants it."""

    def __init__(
        self, hooks: Hooks, reach: Reach, tuning: SendTuning | None = None, **more: Any
    ) -> None:
        self.hooks, self.reach = hooks, reach
        self._tuning, self._more = tuning or SendTuning(), more
        self._lock = threading.Lock()
        self.senders: dict[str, Sender] = {}
        self._told: tuple[object, object] | None = None

    def follow(self) -> None:
        """Those that are new get a sender, those that are gone lose theirs."""
        with self._lock:
            known = {one.id: one for one in self.hooks.all}
            for number in [one for one in self.senders if one not in known]:
                self.senders.pop(number).stop()
            for number, hook in known.items():
                if number not in self.senders:
                    self.senders[number] = Sender(hook, self.reach, self._tuning, **self._more)

    def look(self, state: dict[str, Any]) -> None:
        """A new state: what of it is a word for somebody."""
        ruling, moment = state["ruling"], state["moment"]
        now = (state["match_number"], ruling and ruling["entry"]), moment["told"]
        before, self._told = self._told, now
        # What stands there at the start is no news: it happened before.
        if before is None:
            return
        if ruling is not None and now[0] != before[0]:
            self._leave("ruling", state, {"ruling": ruling, "totals": state["match"]["totals"]})
        if now[1] != before[1]:
            self._leave("moment", state, {"moment": moment})

    def _leave(self, kind: str, state: dict[str, Any], words: dict[str, Any]) -> None:
        # At every word: hooks that were kept before this start have no sender yet.
        self.follow()
        body = json.dumps({"event": kind, "match": state["match_number"], **words}).encode()
        # A copy, since the page may add or remove a hook meanwhile.
        for sender in list(self.senders.values()):
            if kind in sender.hook.kinds:
                sender.put(body)

    def stop(self) -> None:
        for sender in self.senders.values():
            sender.stop()
