"""How a table is, as every page shows it in a line."""

from dataclasses import asdict
from typing import Any

from web.setup.ports import Health, TableSetup

FRESH_S = 2.0
"""A picture younger than this is new: its age is told as nought, which is no news."""


def health_document(setup: TableSetup | None) -> dict[str, Any]:
    """Without a camera there is no table to be ill."""
    found = Health() if setup is None else setup.health()
    age_s, rate = found.picture_age_s, found.frames_per_s
    return {
        **asdict(found),
        "has_table": setup is not None,
        "frames_per_s": None if rate is None else round(rate, 1),
        # In whole seconds: with parts of them every look would be news for every page.
        "picture_age_s": None if age_s is None else float(int(age_s) if age_s >= FRESH_S else 0),
        "is_ready": not found.todo,
        "todo": list(found.todo),
    }
