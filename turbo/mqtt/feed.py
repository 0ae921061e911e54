"""The feed of one table: it watches the session, and tells the broker what the outbox says is due.

One thread does everything; the line's thread and the one that waits for the session only put a word
into its inbox. Whatever happens on the line, the match does not notice: nothing here is waited for
by anybody, and what cannot be told today is in the log tomorrow.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from turbo.errors import TurboError
from turbo.game.editions import EDITIONS, TURBO
from turbo.game.events import Entry
from turbo.game.record import check_names
from turbo.games import game_of
from turbo.mqtt.home_assistant import HomeAssistant
from turbo.mqtt.line import Address, FeedLine
from turbo.mqtt.memory import Memory
from turbo.mqtt.messages import (
    VERSION,
    BadMessage,
    check_order,
    entry_document,
    match_id,
    online_document,
    read,
)
from turbo.mqtt.outbox import Outbox, OutboxTuning
from turbo.mqtt.state import happened, state_document
from turbo.storage.history import AnyJudged
from turbo.storage.session import Session
from turbo.storage.store import MatchHead, Store

LOG = logging.getLogger(__name__)

STATES_PER_S = 5.0
"""How often at most the state is told: the hall's page shows no more."""

LOOK_S = 10.0
"""How often the store is looked at for what another program has written into it."""


class Feed:
    """Tells one table's log. `start`, and `close` at the end."""

    def __init__(
        self,
        store: Store,
        session: Session,
        address: Address,
        *,
        home: HomeAssistant | None = None,
        board: bool | None = None,
        tuning: OutboxTuning | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        if not address.table:
            raise TurboError("expected the table's name in the feed's address: .../HALL/TABLE")
        self.store, self.session, self.address = store, session, address
        self.topics, self.home, self.board = address.topics, home, board
        self.tuning = tuning or OutboxTuning()
        self.refused: list[str] = []
        """What came in and was not taken in, the newest last."""
        self.called = False
        self._now = now
        self._memory = Memory(Memory.path_beside(store.path), address.hall)
        self.outbox = Outbox(kept=self._memory.kept())
        self._heads: dict[str, MatchHead] = {}
        self._entries: tuple[str, list[Entry]] = ("", [])
        self._receipts: dict[int, tuple[str, int]] = {}
        self._boot: str | None = None
        self._seats = 0
        self._dirty: dict[str, int] = {}
        self._told_events = 0
        self._state: dict[str, Any] = {}
        self._looked_s = self._state_s = self._asked_s = self._saved_s = float("-inf")
        self._answered_s = float("-inf")
        self._inbox: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._closing = threading.Event()
        self.line = self._line()
        self._threads = [
            threading.Thread(target=self._run, name="feed", daemon=True),
            threading.Thread(target=self._watch, name="feed-watch", daemon=True),
        ]

    def _line(self) -> FeedLine:
        topics, table = self.topics, self.address.table
        listens = [topics.of("kept"), topics.of("order"), topics.hall_topic]
        listens += [] if self.home is None else self.home.listens(topics)
        return FeedLine(
            self.address,
            # Nothing of its own: a table that comes back takes the place of its dead line.
            f"turbo-{self.address.hall}-{table}",
            listens=tuple(listens),
            # Without a time: the broker tells it at one that nobody knows beforehand.
            will=(topics.of("online"), online_document(table, False)),
            heard=lambda topic, payload, _: self._inbox.put(("heard", (topic, payload))),
            joined=lambda: self._inbox.put(("joined", None)),
            parted=lambda why: self._inbox.put(("parted", why)),
            receipted=lambda mid: self._inbox.put(("receipted", mid)),
        )

    def start(self) -> None:
        self.session.show(called=self.called)
        self.line.open()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Say goodbye; what is not told yet is told at the next start."""
        self._closing.set()
        self._inbox.put(("changed", None))
        # A thread that never started cannot be joined: closing must work after such a start.
        if self._threads[0].ident is not None:
            self._threads[0].join(3)
        if self.line.connected.is_set():
            self._birth(online=False)
            # The line's own thread sends it: hanging up at once would be sooner.
            time.sleep(0.05)
        self.line.close()
        self._save()
        self._memory.close()

    def call(self, called: bool = True) -> None:
        """Somebody at the table wants the referee, or has been heard."""
        self.session.show(called=called)

    # The two threads

    def _watch(self) -> None:
        version = -1
        while not self._closing.is_set():
            # A second at most, so that it sees soon that it should end.
            newest = self.session.wait(version, 1.0)
            if newest != version:
                version = newest
                self._inbox.put(("changed", None))

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._step()
            except Exception:  # the feed goes on whatever one step comes to
                LOG.exception("the feed stumbled")
                # A step that fails at once would fill the log, and a processor.
                time.sleep(1)

    def _step(self) -> None:
        words = []
        with suppress(queue.Empty):
            # Until a state is due that came too soon, or until somebody might have to be asked.
            words.append(self._inbox.get(timeout=1 / STATES_PER_S if self._state_waits() else 1.0))
            # Everything that waits: many changes make one state.
            while True:
                words.append(self._inbox.get_nowait())
        for word, what in words:
            getattr(self, f"_{word}")(what)
        if self._closing.is_set() or not self.line.connected.is_set():
            return
        # In this order: what is new is found, told, shown, and then the hall is asked.
        self._introduce()
        self._look()
        self._tell()
        self._tell_state()
        self._ask()
        self._save_sometimes()

    # Words

    def _changed(self, _: None) -> None:
        called = bool(self.session.view.called)
        # Told once: a call that stands is no second call.
        if called and not self.called:
            self._event({"event_type": "referee_called"})
        self.called = called
        self._state.pop("seen", None)

    def _joined(self, _: None) -> None:
        self.outbox.again()
        # Receipts of the line before never come.
        self._receipts.clear()
        self._boot = None
        self._looked_s = self._asked_s = float("-inf")
        self._state.clear()
        self._birth(online=True)
        self._seats = 0

    def _introduce(self) -> None:
        """Once on each line, and again where more or fewer sit at the table."""
        log = self.session.instant.log
        seats = 2 if log is None else len(log.players)
        if self.home is not None and seats != self._seats:
            self.home.introduce(self.line, self.topics, seats, self._seats)
            self._seats = seats

    def _birth(self, *, online: bool) -> None:
        more = {"at": self._now().isoformat()}
        document = online_document(self.address.table, online, **more)
        self.line.publish(self.topics.of("online"), document, retain=True)

    def _parted(self, why: str) -> None:
        LOG.info("the feed is cut: %s", why)

    def _receipted(self, mid: int) -> None:
        told = self._receipts.pop(mid, None)
        if told is not None:
            self.outbox.receipted(*told)
            self._dirty[told[0]] = self.outbox.kept.get(told[0], 0)

    def _heard(self, message: tuple[str, bytes]) -> None:
        topic, payload = message
        try:
            if topic == self.topics.hall_topic:
                self._hear_hall(read("hall", payload))
            elif topic == self.topics.of("kept"):
                self._hear_kept(read("kept", payload))
            elif topic == self.topics.of("order"):
                self._obey(read("order", payload, self.address.table))
            elif self.home is not None:
                self._press(self.home.pressed(topic, payload))
        except BadMessage as error:
            self._refuse(f"{topic}: {error}")

    def _refuse(self, why: str) -> None:
        LOG.warning("refused: %s", why)
        # A broker full of rubbish must not fill the memory.
        self.refused = [*self.refused[-99:], why]

    # The hall

    def _hear_hall(self, found: Mapping[str, Any]) -> None:
        """A hall gathers here, or did: from now on only what it has is kept."""
        self.outbox.has_hall = True
        # Another boot may be another database: what the hall has is asked for anew.
        if found["online"] and found["boot"] != self._boot:
            self._boot = found["boot"]
            # What was asked before it was started anew is not answered any more.
            self.outbox.asked.clear()
            self._ask_about(self.outbox.length)

    def _hear_kept(self, found: Mapping[str, Any]) -> None:
        self.outbox.has_hall = True
        for match, number in found["matches"].items():
            self.outbox.hall_has(match, number, answer=found["answer"])
            self._dirty[match] = self.outbox.kept.get(match, 0)
        # A word of the hall is as good as an answer: it is not asked while it speaks.
        self._asked_s = time.monotonic()
        if found["answer"]:
            self._answered_s = self._asked_s

    def _ask(self) -> None:
        """Where the hall has been silent for too long about what it was told."""
        now_s = time.monotonic()
        if self._boot is None or now_s - self._asked_s < self.tuning.ask_s:
            return
        self._asked_s = now_s
        if now_s - self._answered_s > self.tuning.answer_s:
            self.outbox.asked.clear()
        self._ask_about(self.outbox.unsure())

    def _ask_about(self, matches: Mapping[str, int]) -> None:
        table = self.address.table
        if matches and not self.outbox.asked:
            self._answered_s = time.monotonic()
        self.outbox.ask(matches)
        waiting, size = list(matches.items()), self.tuning.asked_at_once
        for at in range(0, len(waiting), size):
            question = {"v": VERSION, "table": table, "matches": dict(waiting[at : at + size])}
            self.line.publish(self.topics.of("ask"), question)

    def _obey(self, order: Mapping[str, Any]) -> None:
        number = order["number"]
        try:
            check_order(order, self.address.key or None, self._memory.last_order)
            # Before it is obeyed: whatever happens in between, no order is obeyed twice.
            self._memory.heard_order(number)
            _ORDERS[order["do"]](self, order)
        except TurboError as error:
            self._refuse(f"order {number}: {error}")
            self._answer(number, done=False, why=str(error))
        else:
            self._answer(number, done=True)

    def _answer(self, order: int, *, done: bool, **more: str) -> None:
        table = self.address.table
        found = {"v": VERSION, "table": table, "order": order, "done": done, **more}
        self.line.publish(self.topics.of("told"), found)

    def _start_match(self, order: Mapping[str, Any]) -> None:
        session = self.session
        if "players" not in order:
            raise TurboError("expected the players of the match")
        # A match in which nothing has happened yet may make room; one that is played never does.
        log, players = session.instant.log, check_names(tuple(order["players"]))
        if log is not None and log.judged and not log.match.is_finished:
            raise TurboError("expected the match before to be finished")
        edition = EDITIONS.get(order.get("edition", TURBO.name))
        if edition is None:
            raise TurboError(f"expected an edition that is known here, got {order['edition']!r}")
        edition.seats(len(players))
        # Whoever orders the match: what the twin plays is never told as real.
        simulated = session.view.simulated or (log is not None and log.options.simulated)
        rounds = (("rounds", str(order["rounds"])),) if "rounds" in order else ()
        options = game_of(edition).options(edition.name, rounds, simulated)
        # With who ordered it: the table's own log must say why a match has begun.
        session.new_match(players, options, by=order["by"] or "hall")
        self._looked_s = float("-inf")

    def _pause_match(self, order: Mapping[str, Any]) -> None:
        if self.session.match_number is None:
            raise TurboError("expected a match to pause")
        self.session.pause(order["do"] == "pause", by=order["by"] or "hall")

    def _press(self, what: str) -> None:
        """A button of Home Assistant, where it was allowed."""
        if what == "referee":
            self.call(not self.session.view.called)
        elif self.session.match_number is not None:
            self.session.pause(what == "pause", by="home assistant")

    # What is told

    def _look(self) -> None:
        """The log as it is now: the open match from the session, the others from the store."""
        now_s = time.monotonic()
        number = self.session.match_number
        is_new = number is not None and self._head() is None
        if now_s - self._looked_s > LOOK_S or is_new:
            self._looked_s = now_s
            known = set(self._heads)
            self._heads = {match_id(head): head for head in self.store.matches()}
            for match, head in self._heads.items():
                self.outbox.grew(match, head.entries)
            # A log that was never spoken of may be at the hall all the same, from before a restart.
            if self._boot is not None:
                self._ask_about({m: self.outbox.length[m] for m in self._heads if m not in known})
        for match, head in self._heads.items():
            if head.id == number:
                self.outbox.grew(match, len(self.session.log.entries))

    def _tell(self) -> None:
        room = self.tuning.unreceipted - len(self._receipts)
        for match, number in list(islice(self.outbox.due(self.tuning.window), max(0, room))):
            entry = self._entry(match, number)
            if entry is None:
                break
            head = self._heads[match]
            seal = self.store.seal(head.id, number)
            document = entry_document(self.address.table, head, entry, seal)
            mid = self.line.publish(self.topics.of("entry"), document)
            self._receipts[mid] = (match, number)
            self.outbox.tell(match, number)

    def _entry(self, match: str, number: int) -> Entry | None:
        head = self._heads[match]
        if head.id == self.session.match_number:
            found = self.session.log.entries
            return found[number - 1] if number <= len(found) else None
        # One log at a time: entries are told in order, match by match.
        if self._entries[0] != match or len(self._entries[1]) < number:
            self._entries = (match, self.store.entries(head.id))
        return self._entries[1][number - 1] if number <= len(self._entries[1]) else None

    def _head(self) -> MatchHead | None:
        number = self.session.match_number
        return next((head for head in self._heads.values() if head.id == number), None)

    def _state_waits(self) -> bool:
        return "seen" not in self._state

    def _tell_state(self) -> None:
        now_s = time.monotonic()
        if not self._state_waits() or now_s - self._state_s < 1 / STATES_PER_S:
            return
        found = state_document(
            self.address.table,
            self.session,
            self._head(),
            self._now(),
            called=self.called,
            board=self.board,
        )
        # The time alone is no news.
        calm = {key: value for key, value in found.items() if key != "at"}
        if calm != self._state.get("told"):
            # Retained: a page that is opened later must not wait for the next change.
            self.line.publish(self.topics.of("state"), found, retain=True)
            self._state_s = now_s
        self._state = {"told": calm, "seen": True}
        self._tell_events()

    def _tell_events(self) -> None:
        """What is new since the last state; what was told before a restart is not told again."""
        log = self.session.instant.log
        if self.home is None or log is None:
            return
        judged: tuple[AnyJudged, ...] = log.judged
        last = judged[-1].effective.entry.number if judged else 0
        known = self._told_events
        self._told_events = last
        for before, one in zip((None, *judged), judged, strict=False):
            # Nothing before the first state: no automation must ring for last week.
            if known and one.effective.entry.number > known:
                for event in happened(None if before is None else before.match, one):
                    self._event(event)

    def _event(self, event: dict[str, Any]) -> None:
        if self.home is not None:
            self.line.publish(self.topics.of("event"), event)

    def _save_sometimes(self) -> None:
        now_s = time.monotonic()
        # Losing it costs telling twice: not worth a write to a card for every entry.
        if self._dirty and now_s - self._saved_s > 1:
            self._saved_s = now_s
            self._save()

    def _save(self) -> None:
        try:
            self._memory.keep(self._dirty)
            self._dirty = {}
        # A full disk: what is not remembered is told again after a restart, and the line goes on.
        except TurboError as error:
            LOG.info("%s", error)


_ORDERS: dict[str, Callable[[Feed, Mapping[str, Any]], None]] = {
    "start": Feed._start_match,
    "pause": Feed._pause_match,
    "resume": Feed._pause_match,
}
