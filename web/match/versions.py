"""What somebody saw when they said something: if somebody else was first, they are told, and
nothing is overwritten.

A version names the run of the program, the match, how long its log was, and which dice lay there. A
change of the log (undo, redo, overrule) needs the same log; a change of dice needs the same dice
too. One thing may be said later: what a single die shows that the camera follows by its number. It
is that die or none, whatever was moved around it, and it counts if it shows what was seen still.
"""

import hashlib
from dataclasses import dataclass

from turbo.game.dice import hand_text
from turbo.game.events import BackTo, Noted, Undone
from turbo.storage.history import AnyJudged
from turbo.storage.session import Instant
from turbo.storage.store import AnyHistory
from web.api.refused import Refused
from web.context import language, who
from web.history.log import entry_sentence
from web.match.sentences import author
from web.match.shown import Shown, shown


@dataclass(frozen=True, slots=True)
class Version:
    """The parts of the version of what is shown."""

    match: str
    entries: str
    boot: str
    dice: str

    @staticmethod
    def of(now: Instant, boot: str) -> "Version":
        entries = 0 if now.log is None else len(now.log.entries)
        return Version(str(now.number or 0), str(entries), boot, _digest(shown(now)))

    def __str__(self) -> str:
        return "-".join((self.match, self.entries, self.boot, self.dice))

    @staticmethod
    def parse(text: str) -> "Version":
        """Anything else is a version of nothing that is there now."""
        parts = text.split("-")
        return Version(*parts) if len(parts) == 4 else Version("", "", "", "")

    def is_same_log(self, other: "Version") -> bool:
        return (self.match, self.entries) == (other.match, other.entries)

    def is_same_table(self, other: "Version") -> bool:
        """Whether numbers of dice mean the same: they are counted anew at every start."""
        return (self.match, self.boot) == (other.match, other.boot)


def _digest(found: Shown) -> str:
    hands = [hand_text(hand or ()) for hand in found.hands]
    dice = "\n".join([str(found.table), *hands, str(found.numbers)])
    # 48 bits, to tell a table from the ones before it: nobody gains anything by forging one.
    return hashlib.sha256(dice.encode()).hexdigest()[:12]


def changed(now: Instant) -> Refused:
    """Of either game: somebody else was first, who that was, and what they said."""
    # The match itself may be another one by now, of the other game, or fresh and without a word.
    log = None if now.log is None or not now.log.entries else now.log
    # Two who both go by 'referee' would each read that the referee was first.
    is_own = log is not None and log.entries[-1].by == who() == "referee"
    return Refused(
        409,
        "expected the version that is shown now: look again",
        "changed-here" if is_own else "changed",
        who=author("" if log is None else log.entries[-1].by, language()),
        what="" if log is None else entry_sentence(log.entries[-1], language()),
    )


def harm(judged: AnyJudged, history: AnyHistory) -> Refused:
    """What was accepted would be this ruling: that is another mistake, and not made."""
    speak, edition = history.rules.speak, history.options.edition
    why = " ".join(speak(fault, edition, language()) for fault in judged.ruling.faults)
    return Refused(409, "this would make a ruling that stands a fault", "harms", why=why)


def redoable(history: AnyHistory) -> int | None:
    """The taking back that can be taken back: the last word, if nothing was said since."""
    over = history.superseded()
    named = {entry.number: entry for entry in history.entries}
    for entry in reversed(history.entries):
        # A pause says nothing about the game: what was taken back before it can still be done
        # again.
        if isinstance(entry.event, Noted):
            continue
        if not isinstance(entry.event, Undone | BackTo):
            return None
        target = named.get(entry.event.entry)
        # Taking back a taking back did it again already: look for the one before.
        is_redo = isinstance(entry.event, Undone) and isinstance(
            None if target is None else target.event, Undone | BackTo
        )
        if not is_redo and entry.number not in over:
            return entry.number
    return None


def taken_back(history: AnyHistory) -> int:
    """The same; where there is none, nothing can be done again."""
    entry = redoable(history)
    if entry is None:
        raise Refused(409, "nothing was taken back last", "nothing-to-redo")
    return entry
