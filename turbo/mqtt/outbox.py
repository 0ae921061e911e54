"""The outbox: the log itself, and for each match how far it has been told and how far it is kept.

Nothing is copied into a queue that could be lost: an entry that is in the store is told, because it
is in the store. Two numbers a match say how far that is:

    1 ......... kept ......... told ......... length
       safe       on its way       to be told

`kept` is what the other side is sure of. Where a hall gathers, it is the hall that says so, after
its database has it (`turbo.mqtt.messages`: ask, kept). A broker's own receipt is not enough then:
one that is killed forgets what it had not handed on. Without a hall the receipt has to do.

`told` runs ahead of `kept`. A question travels behind what was told before it, so its answer speaks
of all of that: if the hall has less, the rest was lost, and `told` goes back to what the hall has;
if it has as much, nothing was lost, and what was told since is on its way. (Going back at every
answer drowned a hall that was merely slow: two hundred tables told everything again every three
seconds, and it took in 20 entries a second instead of thousands.) For the same reason a question is
not repeated while it may still be waiting to be answered.

Where a hall answers that it has no more than before, what was told was lost, or is refused. The
next entry alone is told then, until the hall takes it: a table that is newer than its hall must not
tell four hundred entries every three seconds, all evening.

An answer may also be lower than one before, after a database was restored from yesterday's copy;
then yesterday is told again. So nothing is lost for as long as the table's own log is there.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class OutboxTuning:
    """How much goes at once, and when to ask."""

    window: int = 400
    """Entries of a match beyond what is kept: more in one go than a hall takes in at a time would
    only fill the broker's queue. 200 was as fast on one table, 1,000 no faster (`bench.hall`)."""
    unreceipted: int = 100
    """Publications that wait for the broker's receipt, over all matches; mosquitto itself lets 20
    be under way and queues the rest."""
    ask_s: float = 3.0
    """How long the hall may be silent about entries that were told before it is asked: many times
    what it takes when all is well (`bench.hall`)."""
    answer_s: float = 60.0
    """How long an answer may take before the question counts as lost: a hall whose database was
    away for half a minute answers what came in first."""
    asked_at_once: int = 100
    """Matches in one question, which then has about 4 kB."""


@dataclass(slots=True)
class Outbox:
    """The three numbers of every match. Match ids come newest first out of `due`, so that a table
    with a long history is live at once."""

    length: dict[str, int] = field(default_factory=dict)
    told: dict[str, int] = field(default_factory=dict)
    kept: dict[str, int] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    """Matches that the hall was asked about, with how much had been told then."""
    has_hall: bool = False
    stuck: set[str] = field(default_factory=set)
    """Matches of which the hall has no more, though more was told: that was lost, or is refused.
    One entry at a time finds out which."""

    def grew(self, match: str, length: int) -> None:
        self.length[match] = length
        self.told.setdefault(match, self.kept.get(match, 0))

    def due(self, window: int) -> Iterator[tuple[str, int]]:
        """What is to be told next, in order within each match."""
        # As they were put in: old ones first, so that the newest comes out before them.
        for match in reversed(self.length):
            last = self.length[match]
            if self.has_hall:
                ahead = 1 if match in self.stuck else window
                last = min(last, self.kept.get(match, 0) + ahead)
            for number in range(self.told[match] + 1, last + 1):
                yield match, number

    def tell(self, match: str, number: int) -> None:
        self.told[match] = max(self.told[match], number)

    def receipted(self, match: str, number: int) -> None:
        """The broker has it."""
        if not self.has_hall:
            self.kept[match] = max(self.kept.get(match, 0), number)

    def ask(self, matches: Iterable[str]) -> None:
        self.asked |= {match: self.told[match] for match in matches}

    def hall_has(self, match: str, number: int, *, answer: bool) -> None:
        """The hall has it. Only an answer may take `told` back: what the hall says by itself may
        cross with what is on its way."""
        if match not in self.length:
            return
        # A hall cannot have more than there is: it may know a log that this card has lost.
        number = min(number, self.length[match])
        if number > self.kept.get(match, 0):
            self.stuck.discard(match)
        if answer:
            is_short = number < self.asked.pop(match, self.told[match])
            if is_short and number == self.kept.get(match, 0):
                self.stuck.add(match)
            self.kept[match] = number
            if is_short:
                self.told[match] = number
            self.told[match] = max(self.told[match], number)
        elif number > self.kept.get(match, 0):
            self.kept[match] = number
            self.told[match] = max(self.told[match], number)

    def again(self) -> None:
        """Another connection: what was never receipted, or never kept, is told anew."""
        self.told = {match: self.kept.get(match, 0) for match in self.length}
        self.asked.clear()

    def unsure(self) -> Mapping[str, int]:
        """Matches of which more was told than is kept, and no answer is awaited."""
        return {
            match: self.length[match]
            for match, told in self.told.items()
            if told > self.kept.get(match, 0) and match not in self.asked
        }

    @property
    def is_empty(self) -> bool:
        """Everything is kept."""
        return all(self.kept.get(match, 0) >= length for match, length in self.length.items())
