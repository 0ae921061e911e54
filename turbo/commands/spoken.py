"""Rulings as they come, line by line: for a table without a page."""

import threading
from collections.abc import Callable

from turbo.commands.report import Style, ruling_text
from turbo.storage.history import Judged
from turbo.storage.session import Session

LOOK_S = 0.5
"""How soon it notices that it should end; rulings wake it at once."""


def speak(session: Session, style: Style | None = None) -> Callable[[], None]:
    """Print every ruling from now on; call what is given back to end it."""
    over = threading.Event()
    manner = style or Style()

    def run() -> None:
        version, told = -1, session.history.judged
        while not over.is_set():
            version = session.wait(version, LOOK_S)
            told = _tell(session, told, manner)
        # Once more after the end: what was ruled while it was told to stop is said as well.
        _tell(session, told, manner)

    thread = threading.Thread(target=run, name="spoken", daemon=True)
    thread.start()

    def end() -> None:
        over.set()
        thread.join()

    return end


def _tell(session: Session, told: tuple[Judged, ...], style: Style) -> tuple[Judged, ...]:
    """What is new; where something earlier was set right, all from there on is told again."""
    judged = session.history.judged
    same = 0
    # By identity: a ruling that was judged anew is told again even where its words are the same.
    while same < min(len(told), len(judged)) and told[same] is judged[same]:
        same += 1
    for one in judged[same:]:
        print("\n".join(ruling_text(one, style)), flush=True)
    return judged
