"""A table as the hall knows it, and whether a referee should go there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from turbo.storage.session import NO_PICTURE


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table as the hall knows it: its last state, whether it is there, and how much is kept."""

    table: str
    state: Mapping[str, Any] | None = None
    online: bool = False
    kept: int = 0
    match: str | None = None
    version: int = 0
    at: float = 0.0
    """When this was heard, on the hall's own clock."""

    @property
    def need(self) -> str | None:
        """Why a referee should come: the first reason counts."""
        state = self.state
        # What a table said before it went says nothing of how it is now.
        if state is None or not self.online:
            return None if state is None else "offline"
        if state["called"]:
            return "protest"
        if state["questions"]:
            return "question"
        if state["camera"] is False or TROUBLES & set(state["notices"]):
            return "trouble"
        ruling = state["ruling"]
        if ruling is not None and ruling["verdict"] == "rejected":
            return "rejected"
        return None


NEEDS = ("protest", "question", "trouble", "rejected", "offline")
"""Who needs a referee, the most urgent first."""

TROUBLES = frozenset({*NO_PICTURE, "out-of-step", "resume-differs", "disk-full", "our-mistake"})
"""Notices after which a table cannot go on by itself."""
