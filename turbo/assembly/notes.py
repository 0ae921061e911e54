"""What was really done when a table was set up, kept in a small file beside its store.

A step is done when somebody did it at this table, not because a page was looked at: the self-test
was counted, the seats were looked at, a camera was chosen.
"""

import json
import threading
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from turbo.errors import TurboError
from turbo.keeping.files import write_whole


@dataclass(frozen=True, slots=True)
class Noted:
    """What is known of a table's set-up."""

    camera: str = ""
    """The camera that somebody chose on the page."""
    instead_of: str = ""
    """What the command line named then: as long as it names the same, the choice holds."""
    seats: bool = False
    """Somebody said that the names are at the right sides."""
    right: int = 0
    of: int = 0
    """The last self-test: faces read right, of how many."""

    def __post_init__(self) -> None:
        if not 0 <= self.right <= self.of:
            raise TurboError(f"expected at most {self.of} right, got {self.right}")


def notes_path(store: Path) -> Path:
    return store.with_name(store.name + ".table")


class TableNotes:
    """The notes of one table; safe with threads. A file that cannot be read counts as none: the
    steps are then done once more."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        self.noted = self._load()

    def _load(self) -> Noted:
        try:
            return Noted(**json.loads(self._path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, TurboError):
            return Noted()

    def note(self, **changes: str | bool | int) -> None:
        """All or nothing: a power cut leaves the notes of before."""
        with self._lock:
            self.noted = replace(self.noted, **changes)  # type: ignore[arg-type]
            try:
                write_whole(self._path, json.dumps(asdict(self.noted)).encode())
            except OSError as error:
                raise TurboError(f"{self._path}: cannot be written: {error.strerror}") from error

    def camera_for(self, named: str | None, usual: str = "0") -> str:
        """The camera to open: one that was chosen on the page holds until the command line names
        another than it did then."""
        given = named or usual
        chosen = self.noted
        return chosen.camera if chosen.camera and chosen.instead_of == given else given
