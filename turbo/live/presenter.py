"""What the live table shows: words, pictures and what lies there to the session, lamps to a board.

Only differences are sent. Lamps and buzzer are a pure function of the match and of what is seen:

| lamp | on | slow | fast |
|---|---|---|---|
| player | to throw | to play | the table was rejected: mend it |
| status | all is well | people are asked | the referee sees nothing |

>>> from turbo.game.match import Match
>>> panel(Match(("Ann", "Bob"))).status.name
'ON'
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from turbo.board.link import Link, Panel
from turbo.board.wire import Pattern
from turbo.game.events import HandedOver, Ruling, Verdict
from turbo.game.match import Match, Phase
from turbo.live.notices import notice_text
from turbo.storage.session import NO_PICTURE, LiveView, Notice, Session

BLIND = NO_PICTURE | {"too-dark", "hand-rests"}
"""Words that mean that nothing can be judged."""

ASKED = frozenset({"was-it-cocked", "two-stories", "out-of-step", "round-unfinished"})
"""Words that ask people for a decision."""

WHITE = (200, 190, 170)
"""Even light over the table, a little warm as lamps at home are."""

UNPLUGGED = NO_PICTURE | {"board-lost"}
"""What only somebody at the machine can mend."""


@dataclass(frozen=True, slots=True)
class Tone:
    hz: int
    length_ms: int


ACCEPTED, REJECTED, UNSURE = Tone(1320, 90), Tone(220, 400), Tone(660, 200)
"""High and short, low and long, and between them: told apart with the eyes on the dice."""


def panel(match: Match, view: LiveView | None = None, ring: tuple[int, int, int] = WHITE) -> Panel:
    """The lamps that are wished for now."""
    view = view or LiveView()
    one, other = (_player_lamp(match, seat) for seat in (0, 1))
    return Panel(one, other, _status_lamp(match, view), ring)


def _player_lamp(match: Match, seat: int) -> Pattern:
    rnd = match.round
    if rnd is None or rnd.turn != seat:
        # Also after the last round somebody looks at the lamps: the winner's blinks slowly.
        is_winner = match.is_finished and match.winner == match.players[seat]
        return Pattern.SLOW if is_winner else Pattern.OFF
    if rnd.phase is not Phase.TO_PLAY:
        return Pattern.ON
    return Pattern.FAST if isinstance(match.rejected, HandedOver) else Pattern.SLOW


def _status_lamp(match: Match, view: LiveView) -> Pattern:
    # Before what is asked: nobody can answer about a table that cannot be seen.
    if any(notice.key in BLIND for notice in view.notices):
        return Pattern.FAST
    is_asked = any(notice.key in ASKED for notice in view.notices)
    if view.questions or is_asked or match.waiting is not None:
        return Pattern.SLOW
    return Pattern.ON


def tone(ruling: Ruling) -> Tone:
    """The sound of a ruling."""
    if ruling.verdict is Verdict.ACCEPTED:
        return ACCEPTED
    return REJECTED if ruling.verdict is Verdict.REJECTED else UNSURE


@dataclass(slots=True)
class Presenter:
    """Words that stand until they are taken back, and what was shown last."""

    session: Session
    link: Link | None = None
    lamps: Callable[[], Panel | None] = lambda: None
    """Those that are wished for now; None where nothing is known of them."""
    words: dict[str, Notice] = field(default_factory=dict)
    _shown: dict[str, Any] = field(default_factory=dict)
    _panel: object = None

    def say(self, key: str, *values: str) -> None:
        # Once, when it comes up: who started the table looks at the terminal, not at a page yet.
        if key in UNPLUGGED and key not in self.words:
            print(f"turbo: {notice_text(Notice(key, values))}", flush=True)
        self.words[key] = Notice(key, values)

    def unsay(self, key: str) -> None:
        self.words.pop(key, None)

    def show(self, step: Any, **more: Any) -> None:
        """What came of a step of the live table, and what is known beside it."""
        # What is wrong with camera, board or disk comes first: nothing else can be mended before
        # it. Each once: a press may wait for the light and for a hand.
        notices = tuple(dict.fromkeys((*self.words.values(), *step.notices)))
        fields = {"table": step.table, "questions": step.questions, "notices": notices, **more}
        new = {key: value for key, value in fields.items() if self._shown.get(key) != value}
        if new:
            self._shown |= new
            self.session.show(**new)
        self._light_lamps()

    def _light_lamps(self) -> None:
        wished = None if self.link is None else self.lamps()
        if self.link is not None and wished is not None and wished != self._panel:
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
