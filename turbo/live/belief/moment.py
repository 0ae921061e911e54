"""What is known at a moment beside the dice."""

from dataclasses import dataclass

from turbo.live.inputs import PressedButton
from turbo.live.occlusion import StandingOccluder
from turbo.live.state import Again
from turbo.live.tuning import LiveTuning


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known beside the dice."""

    at_s: float
    quiet_s: float
    tuning: LiveTuning
    press: PressedButton | None = None
    hidden: tuple[StandingOccluder, ...] = ()
    heard_s: float | None = None
    again: Again = Again.NO
    """What people said of dice that were thrown again."""

    @property
    def covers(self) -> bool:
        return any(one.covers for one in self.hidden)
