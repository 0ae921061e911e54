"""A bench self-test of a board: every lamp, the ring, the buzzer, every button, the tray."""

import time
from collections.abc import Callable, Iterator

from turbo.board.emulator import TwinBoard, wait_for
from turbo.board.link import BoardEvent, ButtonPressed, CupPoured, CupRested, CupShaken, Link, Panel
from turbo.board.wire import Button, Capability, Pattern

Say = Callable[[str], None]
Result = tuple[str, bool]

ACT_S = 15.0
"""How long a person has for pressing, shaking or pouring."""

COLOURS = {"red": (90, 0, 0), "green": (0, 90, 0), "blue": (0, 0, 90), "white": (60, 60, 60)}
"""A third of full is enough to tell colours apart; white lights all three parts of a pixel at
once."""


class PersonAtBoard:
    """Someone at the keyboard, who looks at the board and touches it."""

    def sees(self, question: str, expected: str) -> bool:
        """Whether the board shows what is asked for."""
        return input(f"{question} [Y/n] ").strip().lower() in ("", "y", "yes")

    def do(self, request: str, what: str) -> None:
        """Does it, or asks for it to be done."""
        print(f"now {request}", flush=True)


class TwinHands(PersonAtBoard):
    """The emulator's own eyes and fingers."""

    def __init__(self, board: TwinBoard) -> None:
        self.board = board
        self._deeds: dict[str, Callable[[], None]] = {
            "shake the cup on the tray": self.board.shake,
            "pour the dice on the tray": self.board.pour,
        }

    def sees(self, question: str, expected: str) -> bool:
        """Lamps as three digits, the ring as its colours, a tone as its hertz."""
        # A panel reaches the board within milliseconds; a busy machine may take longer.
        return wait_for(lambda: self._shows(expected), 2.0)

    def _shows(self, expected: str) -> bool:
        kind, _, value = expected.partition(" ")
        seen = self.board.seen
        if kind == "lamps":
            return seen.lamps == value
        if kind == "ring":
            # The emulator tells how many pixels in a row show a colour: the whole ring ends in one
            # of them.
            return seen.ring.endswith("x" + value)
        # A timer divides its clock by whole numbers, so a tone is off by a little.
        return any(abs(hz - int(value)) <= int(value) // 50 for hz in seen.tones)

    def do(self, request: str, what: str) -> None:
        for button in Button:
            if what == button.word:
                self.board.press(button)
        self._deeds.get(what, lambda: None)()


def hands_for(link: Link) -> PersonAtBoard:
    from turbo.board.emulated import TwinLink  # brings pyserial, which the command starts without

    return TwinHands(link.board) if isinstance(link, TwinLink) else PersonAtBoard()


class BoardSelfTest:
    def __init__(self, link: Link, capabilities: Capability, hands: PersonAtBoard) -> None:
        self.link, self.capabilities, self.hands = link, capabilities, hands

    def run(self, say: Say) -> list[Result]:
        results = list[Result]()
        for name, passed in self._all():
            say(f"{'pass' if passed else 'FAIL'}  {name}")
            results.append((name, passed))
        self.link.show(Panel())
        return results

    def _all(self) -> Iterator[Result]:
        if Capability.LAMPS in self.capabilities:
            yield from self._lamps()
        if Capability.RING in self.capabilities:
            yield from self._ring()
        if Capability.TONE in self.capabilities:
            yield self._tone()
        # Whatever it says it has: a board without buttons is none.
        yield from self._buttons()
        if Capability.TRAY in self.capabilities:
            yield from self._tray()

    def _lamps(self) -> Iterator[Result]:
        names = ("player 1", "player 2", "status")
        for lit, name in enumerate(names):
            first, second, status = (Pattern(lit == i) for i in range(3))
            self.link.show(Panel(first, second, status))
            expected = f"lamps {first:d}{second:d}{status:d}"
            yield f"lamp {name}", self.hands.sees(f"is only the lamp '{name}' lit?", expected)

    def _ring(self) -> Iterator[Result]:
        for name, colour in COLOURS.items():
            self.link.show(Panel(ring=colour))
            expected = "ring " + bytes(colour).hex()
            yield f"ring {name}", self.hands.sees(f"is the whole ring {name}?", expected)
        self.link.show(Panel())

    def _tone(self) -> Result:
        self.link.beep(880, 400)
        return "buzzer", self.hands.sees("did the buzzer sound?", "tone 880")

    def _buttons(self) -> Iterator[Result]:
        for button in Button:
            # What was pressed before would count for this button.
            self.link.events()
            self.hands.do(f"press the button of {button.word}", button.word)
            told = self._wait(lambda event: isinstance(event, ButtonPressed))
            found = isinstance(told, ButtonPressed) and told.button == button
            yield f"button {button.word}", found

    def _tray(self) -> Iterator[Result]:
        steps = (
            ("shake the cup on the tray", CupShaken),
            ("pour the dice on the tray", CupPoured),
            ("leave the tray alone", CupRested),
        )
        for what, kind in steps:
            self.hands.do(what, what)
            told = self._wait(lambda event, kind=kind: isinstance(event, kind))  # type: ignore[misc]
            yield f"tray: {what}", told is not None

    def _wait(self, is_it: Callable[[BoardEvent], bool]) -> BoardEvent | None:
        end_s = time.monotonic() + ACT_S
        while time.monotonic() < end_s:
            for event in self.link.events(0.1):
                if is_it(event):
                    return event
        return None
