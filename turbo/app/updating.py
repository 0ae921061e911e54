"""The page asks for an update. It runs as a user who may install nothing, so it leaves a line for
systemd, which calls `turbo-update` as root; that installs nothing but signed releases."""

import os
from importlib import metadata
from pathlib import Path

from turbo.errors import TurboError, writing
from turbo.storage.files import write_whole
from web.setup.ports import UpdateState

STATES = ("running", "finished", "failed")
MOST_LETTERS = 500


class Updates:
    """Where the wish is left ($TURBO_UPDATE) and where it is told what became of it
    ($TURBO_UPDATE_RESULT); without both, as on a computer of one's own, there are none."""

    def __init__(self, wishes: Path | None = None, result: Path | None = None) -> None:
        self._wishes = wishes or _named("TURBO_UPDATE")
        self._result = result or _named("TURBO_UPDATE_RESULT")

    def state(self) -> UpdateState:
        version = metadata.version("turbo-referee")
        if self._wishes is None or self._result is None:
            return UpdateState(version, is_possible=False)
        # Left and not taken yet: systemd is about to.
        if (self._wishes / "wanted").exists():
            return UpdateState(version, state="running")
        try:
            state, text, *_ = [*self._result.read_text("utf-8").splitlines(), "", ""]
        except OSError:
            state, text = "", ""
        return UpdateState(version, state=state if state in STATES else "none", text=text)

    def ask(self, wanted: str) -> None:
        """From a stick, from an address, or back to the version before."""
        is_address = wanted.startswith(("http://", "https://")) and wanted.isprintable()
        if wanted not in ("stick", "back") and not (is_address and len(wanted) <= MOST_LETTERS):
            raise TurboError("expected stick, back, or an address (https://...) of a release file")
        if self._wishes is None:
            raise TurboError("expected an installed table: this one is updated by hand")
        with writing(self._wishes):
            self._wishes.mkdir(parents=True, exist_ok=True)
            write_whole(self._wishes / "wanted", f"{wanted}\n".encode())


def _named(name: str) -> Path | None:
    named = os.environ.get(name)
    return Path(named) if named else None
