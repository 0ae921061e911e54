"""Pictures for people: what the table looked like when the referee first said a word.

The troubles in docs/understand/doubt.md are such pictures (`--shots` of tools.trials.scenes and
bench.rounds).
"""

from dataclasses import dataclass, field
from pathlib import Path

import cv2

from tools.trials.watched import Watched

SMALLER = 0.5
QUALITY = 80


@dataclass(frozen=True, slots=True)
class Shots:
    folder: Path | None
    """None: no pictures are wanted."""
    name: str
    taken: set[str] = field(default_factory=set)

    def look_at(self, watched: Watched) -> None:
        for key in sorted({notice.key for notice in watched.session.view.notices} - self.taken):
            self.taken.add(key)
            self._take(watched, key)

    def _take(self, watched: Watched, key: str) -> None:
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        small = cv2.resize(
            watched.table.frame(), None, fx=SMALLER, fy=SMALLER, interpolation=cv2.INTER_AREA
        )
        path = self.folder / f"{self.name}-{key}.webp"
        cv2.imwrite(str(path), small, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
