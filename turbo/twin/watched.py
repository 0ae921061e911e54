"""A twin's table with the referee watching it: frames in, rulings out, held against the ledger.

This is the live table without threads, store and screen: every picture is read, settled and judged
in turn, as fast as it goes, so that whole rounds can be run again and again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from turbo.events import Event, Ruling, Verdict
from turbo.history import History
from turbo.live.drive import Drive, HistoryKeeper
from turbo.live.inputs import CupHeard, Pressed, Tick
from turbo.live.table import LiveTable, Step
from turbo.match import DEFAULTS, Match
from turbo.observation import Observation
from turbo.twin.eye import observation
from turbo.twin.glyphs import Image
from turbo.twin.ledger import Deed, lines
from turbo.twin.mischief import MISCHIEF
from turbo.twin.table import TwinSettings
from turbo.twin.world import TwinTable
from vision.calibrate import calibrate
from vision.calibration import plan_from
from vision.settle import Settler

Read = Callable[[Image], Observation]


@dataclass(frozen=True, slots=True)
class Said:
    """A ruling of the referee, and when."""

    at_s: float
    event: Event
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Named:
    """A mischief and whether the referee named it before it was mended."""

    deed: Deed
    is_right: bool
    rules: tuple[str, ...]
    notices: tuple[str, ...]


@dataclass
class Watched:
    """One simulated match under the referee's eye. Without `read` a perfect eye reads."""

    seed: int
    settings: TwinSettings
    read: Read | None = None
    rate_hz: float = 10.0
    hears_cup: bool = False
    said: list[Said] = field(default_factory=list)
    notices: list[tuple[float, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.table = TwinTable(
            self.seed, self.settings, press=self._press, feedback=self, sound=self._hear
        )
        plan = plan_from(calibrate(self.table.frame(), edge_mm=self.table.things.edge_mm))
        self.settler = Settler(plan)
        self.keeper = HistoryKeeper(History(self.settings.names, DEFAULTS))
        self.drive = Drive(LiveTable(self.table.things.edge_mm), self.keeper, self._told)

    # What the players hear

    def rulings(self) -> int:
        return len(self.said)

    def verdict(self) -> Verdict | None:
        return self.said[-1].ruling.verdict if self.said else None

    def turn(self) -> str | None:
        rnd = self.match.round
        return None if rnd is None else self.match.players[rnd.turn]

    # What the referee sees and hears

    @property
    def match(self) -> Match:
        return self.keeper.match

    def _press(self, seat: int) -> None:
        self._note(self.drive.step(Pressed(self.table.clock_s, seat)))

    def _hear(self, what: str) -> None:
        if self.hears_cup:
            self._note(self.drive.step(CupHeard(self.table.clock_s)))

    def _told(self, event: Event, ruling: Ruling, step: Step) -> None:
        self.said.append(Said(self.table.clock_s, event, ruling))

    def _note(self, step: Step) -> None:
        now_s = self.table.clock_s
        self.notices += [(now_s, notice.key) for notice in step.notices]

    def look(self) -> None:
        """One picture: the table goes on, the referee looks."""
        self.table.step(1.0 / self.rate_hz)
        now_s = self.table.clock_s
        if self.table.camera_is_out:
            self.notices.append((now_s, "camera-lost"))
            return
        if self.read is None:
            seen, hand = observation(self.table), self.table.things.has_hand_in_view
        else:
            seen, hand = self.read(self.table.frame()), self.table.things.has_hand_in_view
        settled = self.settler.step(now_s, seen, hand=hand)
        self._note(self.drive.step(settled if settled is not None else Tick(now_s)))

    def run(self, longest_s: float = 1800.0) -> None:
        """Until the twin's match is over, or for so long on the table's clock."""
        while not self.table.is_over and self.table.clock_s < longest_s:
            self.look()

    # How well the referee did

    def differences(self) -> list[str]:
        return self.table.ledger.differences(self.match)

    def named(self) -> list[Named]:
        """Every mischief with what was said from its beginning to its mending."""
        found, deeds = [], self.table.ledger.deeds
        for place, deed in enumerate(deeds):
            if deed.what != "mischief":
                continue
            end_s = next((d.at_s for d in deeds[place:] if d.what == "mended"), float("inf"))
            rules = {
                str(fault.rule)
                for one in self.said
                if deed.at_s <= one.at_s <= end_s
                for fault in one.ruling.faults
            }
            words = {key for at_s, key in self.notices if deed.at_s <= at_s <= end_s}
            is_right = MISCHIEF[deed.text].is_named(rules, words)
            found.append(Named(deed, is_right, tuple(sorted(rules)), tuple(sorted(words))))
        return found

    def table_lines(self) -> tuple[str, ...]:
        rnd = self.match.round
        return () if rnd is None else lines(rnd.table.dice)
