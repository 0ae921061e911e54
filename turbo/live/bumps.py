"""Whether the camera or the mat was moved: the mat's markers are looked for now and then, and
before any table is believed.
"""

from turbo.live.perception import Perception, RunnerTuning
from vision.cameras.frames import Frame
from vision.mat.plan import Plan


class Bumps:
    def __init__(self, tuning: RunnerTuning) -> None:
        self._tuning, self._looked_s = tuning, -1e9

    def plan(
        self,
        perception: Perception,
        frame: Frame,
        *,
        is_confirmed: bool,
        is_settled: bool,
        is_still: bool,
    ) -> Plan | None:
        """Where the table lies now, if that is elsewhere than it was known to lie."""
        if perception.relocate is None:
            return None
        is_due = self._is_due(frame.at_s - self._looked_s, is_settled, is_still)
        if not (is_confirmed or is_due):
            return None
        # Noted before it is looked for: a mat that is not found must not be searched at every
        # picture.
        self._looked_s = frame.at_s
        plan = perception.relocate(frame.image)
        if plan is not None and perception.watch is not None:
            perception.watch.rest()
        return plan

    def _is_due(self, since_s: float, is_settled: bool, is_still: bool) -> bool:
        if is_settled:
            return since_s >= self._tuning.relocate_s
        return is_still and since_s >= self._tuning.strange_s
