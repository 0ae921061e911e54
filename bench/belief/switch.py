"""The filter in the place of the core: over tapes, rounds and acts, and before acted people.

    python -m bench.cores run kept ../shared/films --seeds 0-9 --belief --log belief.jsonl
    python -m pytest -p bench.belief.switched tests/live/test_live_scenarios.py

What the second one passes is how far the filter is from taking the core's place.
"""

from typing import Any

import turbo.live.dispatcher as dispatcher
from bench.belief.desk import BeliefState
from bench.belief.door import step


def switch() -> None:
    """Every live table that is made from now on is led by the filter."""
    doors: Any = dispatcher
    doors.step, doors.State = step, BeliefState
