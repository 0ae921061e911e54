"""What the live table shows: words, pictures and what lies there to the session, lamps to a board.

Only differences are sent.
"""

from dataclasses import dataclass, field
from typing import Any

from turbo.board.link import Link
from turbo.game.events import Ruling
from turbo.keeping.session import Notice, Session
from turbo.table.lamps import Tone, panel, tone
from turbo.table.machine import Step


@dataclass(slots=True)
class Showing:
    """Words that stand until they are taken back, and what was shown last."""

    session: Session
    link: Link | None = None
    words: dict[str, Notice] = field(default_factory=dict)
    _shown: dict[str, Any] = field(default_factory=dict)
    _panel: object = None

    def say(self, key: str, *values: str) -> None:
        self.words[key] = Notice(key, values)

    def unsay(self, key: str) -> None:
        self.words.pop(key, None)

    def show(self, step: Step, **more: Any) -> None:
        fields = {
            "table": step.table,
            "hands": step.hands,
            "numbers": step.numbers,
            "questions": step.questions,
            "notices": (*self.words.values(), *step.notices),
            **more,
        }
        new = {key: value for key, value in fields.items() if self._shown.get(key) != value}
        if new:
            self._shown |= new
            self.session.show(**new)
        self._light_lamps()

    def _light_lamps(self) -> None:
        if self.link is None or not self.session.has_match:
            return
        wished = panel(self.session.history.match, self.session.view)
        if wished != self._panel:
            self._panel = wished
            self.link.show(wished)

    def forget_lamps(self) -> None:
        """A board that joins knows nothing."""
        self._panel = None

    def sound(self, ruling: Ruling) -> None:
        self.beep(tone(ruling))

    def beep(self, sound: Tone) -> None:
        if self.link is not None:
            self.link.beep(sound.hz, sound.length_ms)
