"""The one funnel and the one clock: whatever happens reaches the referee here.

Camera, buttons, dashboard and twin differ only in who they say they are. An event is judged, kept
in the store, and only then does the session move on; whoever watches is woken. What the camera sees
at this moment is shown beside the match (`LiveView`); it is never a part of it.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from turbo.errors import TurboError
from turbo.game import events
from turbo.game.editions import TURBO, Edition, PieceKind
from turbo.game.match import DEFAULTS, Match
from turbo.game.observation import Observation
from turbo.game.record import Tag, check_names
from turbo.game.referee import FindPlay
from turbo.storage.history import History, TileHistory, are_dice, dice_of, history_of, tiles_of
from turbo.storage.store import AnyHistory, AnyOptions, Overtaken, Store


@dataclass(frozen=True, slots=True)
class Notice:
    """A word to the players that is no ruling: `key` names its sentence (`turbo.live.notices`)."""

    key: str
    values: tuple[str, ...] = ()


NO_PICTURE = frozenset({"camera-lost", "camera-frozen", "phone-away"})
"""Notices that stand for as long as the camera gives nothing."""


@dataclass(frozen=True, slots=True)
class Question:
    """A die that could not be read: which, and the faces it may show, likeliest first."""

    id: int
    player: str | None
    place: int
    faces: tuple[tuple[str, float], ...]


IslandPlace = tuple[float, float, float]
"""Where an island lies, seen from above: the centre of its first row's first cell, in edges of a
die from the upper left corner of the mat, and how many degrees it is turned clockwise."""


@dataclass(frozen=True, slots=True)
class DieNumbers:
    """The dice by the numbers under which the camera follows them: of the table in reading order,
    of each hand from left to right. A number is given once, so it names a die or nothing."""

    table: tuple[int, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ((), ())


@dataclass(frozen=True, slots=True)
class Rival:
    """One of two things that may have happened: what would be told next, if anything, and the match
    as it would stand then."""

    event: events.Event | None
    match: Match


@dataclass(frozen=True, slots=True)
class Sitting:
    """A person who plays from a page for one of the players: `id` names this sitting to the page
    that began it, `wants` is what it is waited for (`throw`, `lay`), if anything."""

    id: str
    by: str
    wants: str | None = None


@dataclass(frozen=True, slots=True)
class LiveView:
    """What the camera sees now. Everything may be missing: a match needs no camera."""

    picture_jpeg: bytes | None = None
    observation: Observation | None = None
    table: str = ""
    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    numbers: DieNumbers = field(default_factory=DieNumbers)
    """Of the dice of `table` and `hands`."""
    places: tuple[IslandPlace, ...] = ()
    """Of the islands of `table`; empty where nobody knows."""
    followed: tuple[int | None, ...] = ()
    """Of the dice of `observation`; None for what is not taken for a die yet."""
    questions: tuple[Question, ...] = ()
    notices: tuple[Notice, ...] = ()
    rivals: tuple[Rival, ...] = ()
    """What people choose from where only they know what happened."""
    simulated: bool = False
    settled: bool = False
    called: bool | None = None
    """Whether somebody at the table wants the hall's referee; None where there is no hall."""
    seats: tuple[Sitting | None, ...] = ()
    """Who plays from a page, by seat; empty where nobody can."""


@dataclass(frozen=True, slots=True)
class Instant:
    """The match that is open and what the camera sees, both as they were at one moment."""

    number: int | None
    log: AnyHistory | None
    view: LiveView

    @property
    def history(self) -> History | None:
        """The open match if it is one of dice."""
        return self.log if are_dice(self.log) else None


class Outdated(TurboError):
    """What somebody said was about the match as it was before."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class Session:
    """A store, the match that is open in it, and everybody who watches. Safe with threads."""

    def __init__(
        self,
        store: Store,
        match: int | None = None,
        *,
        find_play: FindPlay | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self._store = store
        self._find_play = find_play
        self._now = now
        self._lane = threading.RLock()
        """One thing after another happens to the match: whoever feeds it holds this, while it is
        judged and while it goes to the disk. Who only looks never waits for it."""
        # A lock of its own beside the lane: who looks or waits is never held up by a disk.
        self._changed = threading.Condition(threading.RLock())
        self._version = 0
        self._match = match
        self._history = None if match is None else store.folded(match, find_play)
        self._view = LiveView()
        self._resting = False

    @property
    def match_number(self) -> int | None:
        return self._match

    @property
    def history(self) -> History:
        """The open match, which is one of dice."""
        return dice_of(self._history, "an open match of dice: start one first")

    @property
    def tiles(self) -> TileHistory:
        """The open match, which is one of tiles."""
        return tiles_of(self._history, "an open match of tiles: start one first")

    def plays(self, piece: PieceKind) -> bool:
        """Whether a match with such pieces is open."""
        return self._history is not None and self._history.options.edition.piece is piece

    @property
    def edition(self) -> Edition:
        """What is played in the open match; the dice's where none is open."""
        return TURBO if self._history is None else self._history.options.edition

    @property
    def log(self) -> AnyHistory:
        """The open match, whichever game it is."""
        if self._history is None:
            raise TurboError("expected an open match: start one first")
        return self._history

    @property
    def view(self) -> LiveView:
        return self._view

    @property
    def instant(self) -> Instant:
        with self._changed:
            # Together: each alone could be of another match by the time the next is asked for.
            return Instant(self._match, self._history, self._view)

    @property
    def paused(self) -> bool:
        """While paused, the live table feeds nothing; people still can."""
        # Two reasons: a lesson that ends must not wake a match that somebody has paused.
        return self._resting or (self._history is not None and self._history.is_paused)

    @property
    def version(self) -> int:
        """Grows with every change of match or view."""
        return self._version

    def new_match(
        self,
        players: tuple[str, ...],
        options: AnyOptions = DEFAULTS,
        by: str | None = None,
        tags: tuple[Tag, ...] = (),
    ) -> int:
        """Start another match in the same store; the one before stays as it is. Where somebody did
        so, the log says who."""
        with self._lane:
            now, players = self._now(), check_names(players)
            number = self._store.new_match(players, now, options, tags=tags)
            # After the store has it: a match that could not be begun on a full disk is nowhere.
            self._move_on(history_of(players, (), options, at=now, tags=tags), number)
            if by is not None:
                self._keep((events.Noted(events.Note.START),), by)
            return number

    def open_match(self, match: int) -> None:
        """Go on with a match that is in the store."""
        with self._lane:
            self._move_on(self._store.folded(match, self._find_play), match)

    def feed(
        self,
        event: events.Event | events.Act,
        by: str,
        *,
        seen: AnyHistory | None = None,
        ago: timedelta = timedelta(0),
        why: tuple[events.Reason, ...] = (),
    ) -> events.Ruling:
        """Judge an event and keep it, with the reasons for it where there are any. If it cannot be
        kept (`StoreError` says why), nothing has happened: it may be fed again when that is better.
        `seen`: the history that it was decided on; `Outdated` where somebody else was first. `ago`:
        since when it waits to be kept."""
        with self._lane:
            self._expect(event)
            self._keep((event,), by, seen, ago, why)
            return self.log.judged[-1].ruling

    def now(self) -> datetime:
        """What time it is for this session: what is fed now gets this time."""
        return self._now()

    def decide(
        self, choose: Callable[[AnyHistory, datetime], events.Event | events.Act | None], by: str
    ) -> events.Ruling | None:
        """Feed what somebody chooses who looks at the match as it is, while nobody else can say
        anything; nothing if that is None."""
        with self._lane:
            event = choose(self.log, self._now())
            return None if event is None else self.feed(event, by)

    def _expect(self, event: events.Event | events.Act) -> None:
        """What cannot happen in the game that is open is nobody's ruling, but our mistake."""
        if not self.log.rules.is_event(event):
            raise TurboError(f"expected something of the open game, got {type(event).__name__}")

    def change(self, change: events.Change, by: str, *, seen: AnyHistory | None = None) -> None:
        """Take back or amend an earlier entry, or go back: everything after it is judged again."""
        self.say_all((change,), by, seen=seen)

    def say_all(
        self,
        words: Sequence[events.Event | events.Act | events.Change],
        by: str,
        *,
        seen: AnyHistory | None = None,
    ) -> None:
        """Several words that are one change: all of them are kept, or none."""
        with self._lane:
            for word in words:
                if isinstance(word, events.Change):
                    self.log.check(word)
                event = word.event if isinstance(word, events.Amended) else word
                if not isinstance(event, events.Change):
                    self._expect(event)
            self._keep(words, by, seen)

    def _keep(
        self,
        words: Sequence[events.Logged],
        by: str,
        seen: AnyHistory | None = None,
        ago: timedelta = timedelta(0),
        why: tuple[events.Reason, ...] = (),
    ) -> None:
        # The time is that of the event, however often another program is first.
        before, at = self.log, self._now() - ago
        match = self._match
        assert match is not None
        while True:
            # By identity: the page decided on this very history, and any other has something more
            # in it.
            if seen is not None and seen is not before:
                raise Outdated("expected the match as it was seen: somebody else was first")
            grown = self._grown(before, words, at, by, why)
            try:
                # Kept before it counts: what a person was told as ruled survives a power cut.
                self._store.keep(match, before, *grown)
            except Overtaken:  # another program wrote: what it wrote counts first
                before = self._store.folded(match, self._find_play)
                continue
            self._move_on(grown[-1], match)
            return

    def _grown(
        self,
        before: AnyHistory,
        words: Sequence[events.Logged],
        at: datetime,
        by: str,
        why: tuple[events.Reason, ...],
    ) -> list[AnyHistory]:
        """The histories that follow, one a word."""
        grown = [before]
        for word in words:
            entry = events.Entry(len(grown[-1].entries) + 1, word, at, by, why)
            grown.append(grown[-1].followed_by(entry, self._find_play))
        return grown[1:]

    def _move_on(self, history: AnyHistory, match: int) -> None:
        with self._changed:
            self._history, self._match = history, match
            self._wake()

    def pause(self, paused: bool, by: str) -> None:
        """Somebody pauses the match, or goes on with it, which is kept; also over a restart."""
        with self._lane:
            # A second press of the same button is no second entry.
            if paused != self.log.is_paused:
                self._keep((events.Noted(events.Note.PAUSE if paused else events.Note.RESUME),), by)

    def rest(self, rests: bool) -> None:
        """The live table is needed for something else for a while: no part of the match."""
        with self._changed:
            self._resting = rests
            self._wake()

    def show(self, **fields: Any) -> None:
        """Replace fields of the view; watchers are woken only if something differs."""
        with self._changed:
            view = replace(self._view, **fields)
            if view != self._view:
                self._view = view
                self._wake()

    def wait(self, version: int, timeout_s: float) -> int:
        """Sleep until there is something newer than this version, or the time is up."""
        with self._changed:
            # By the version, not by the wake-up: what changed between two waits is not missed.
            self._changed.wait_for(lambda: self._version > version, timeout_s)
            return self._version

    def _wake(self) -> None:
        self._version += 1
        self._changed.notify_all()
