"""Fingers on the buttons of the emulated board, and what goes wrong on its line meanwhile."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from turbo.board.emulated import TwinLink
from turbo.board.emulator import TwinBoard, wait_for
from turbo.board.link import BoardEvent, ButtonPressed, Levels, Mailbox, Panel, wall_clock
from turbo.board.wire import Button, Pattern

LONG_S = 60.0
"""How long something is waited for that comes at once: on a busy machine that is no measure."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast the twin's fingers are."""

    gap_s: float = 0.018
    """Between presses of different buttons: three buttons then serve 50 presses a second."""
    hold_ms: int = 12
    """Shorter than a human finger's 60 ms, so that more presses fit into a minute."""
    most_waiting: int = 8
    """Presses that may be under way: the board keeps sixteen."""


@dataclass
class Fingers:
    """Presses the twin's buttons and notes what the session is told, and when."""

    pace: Pace = field(default_factory=Pace)
    told: list[tuple[Button, float]] = field(default_factory=list)
    ordered: int = 0

    def __post_init__(self) -> None:
        mailbox = Mailbox(self.note)
        self.link = TwinLink(mailbox, clock=wall_clock, levels=Levels())
        self.board: TwinBoard = self.link.board
        if not wait_for(lambda: self.link.talk.joined, LONG_S):
            raise SystemExit("the twin board does not answer")
        # A contact must have been seen open for 20 ms before it can be pressed.
        time.sleep(0.1)

    def note(self, event: BoardEvent) -> None:
        if isinstance(event, ButtonPressed):
            self.told.append((event.button, time.monotonic()))

    def press(self, bounces: int) -> None:
        pace = self.pace
        wait_for(lambda: self.ordered - len(self.told) < pace.most_waiting, LONG_S)
        self.board.press(Button(self.ordered % len(Button)), pace.hold_ms, bounces)
        self.ordered += 1
        time.sleep(pace.gap_s)

    def settle(self) -> bool:
        """Whether everything that was ordered was pressed and told in time."""
        # What the emulator has seen is read by another thread, and may be known later.
        return wait_for(
            lambda: min(len(self.told), len(self.board.seen.presses)) >= self.ordered, LONG_S
        )

    @property
    def pressed(self) -> list[Button]:
        return [press.button for press in self.board.seen.presses]

    def delays_ms(self) -> list[float]:
        pairs = zip(self.board.seen.presses, self.told, strict=True)
        return [(told_s - press.at_s) * 1000 for press, (_, told_s) in pairs]


Harm = Callable[[Fingers, random.Random], None]


def reset(fingers: Fingers, chance: random.Random) -> None:
    """The reset pin, as when a port is opened; the boot loader takes a while."""
    fingers.board.order("reset", chance.randrange(0, 60))


def hang(fingers: Fingers, chance: random.Random) -> None:
    """The program runs astray, and the watchdog restarts it after a quarter of a second. Nobody
    looks at the contacts meanwhile, nor takes one for open that was not open for 20 ms: the
    fingers wait, but not for what is under way on the line."""
    wait_for(lambda: len(fingers.board.seen.presses) == fingers.ordered, LONG_S)
    starts = len(fingers.board.seen.starts)
    fingers.board.order("hang", 8)
    wait_for(lambda: len(fingers.board.seen.starts) > starts, LONG_S)
    time.sleep(0.15)


def cut(fingers: Fingers, chance: random.Random) -> None:
    fingers.board.order("cut")
    time.sleep(chance.uniform(0.001, 0.08))
    fingers.board.order("join")


def unplug(fingers: Fingers, chance: random.Random) -> None:
    """The cable is pulled: the port is gone, and another comes."""
    fingers.board.order("unplug")
    time.sleep(chance.uniform(0.001, 0.08))
    fingers.board.order("plug")


HARMS: tuple[Harm, ...] = (reset, cut, hang, unplug)


@dataclass(frozen=True, slots=True)
class Tally:
    presses: int
    lost: int
    doubled: int
    disturbed: int
    in_order: bool
    line: dict[str, int]

    @property
    def is_perfect(self) -> bool:
        return self.lost == self.doubled == 0 and self.in_order

    def __str__(self) -> str:
        line = self.line
        spoiled = f"{line['dropped']} dropped, {line['garbled']} garbled of {line['passed']} bytes"
        order = "in order" if self.in_order else "OUT OF ORDER"
        return (
            f"{self.presses} presses, {self.lost} lost, {self.doubled} doubled, {order};"
            f" {self.disturbed} restarts and cuts; {spoiled}"
        )


SAME_TIME_S = 0.0045
"""Two buttons pressed within this are told in any order: the twin's contacts chatter for up to
2.8 ms, in which the board, looking once a millisecond, may find one open, and another closed."""


def is_in_order(fingers: Fingers) -> bool:
    """Whether each button was told as often as it was pressed, and earlier presses first."""
    times = {button: list[float]() for button in Button}
    for press in reversed(fingers.board.seen.presses):
        times[press.button].append(press.board_s)
    latest_s = 0.0
    for button, _ in fingers.told:
        if not times[button] or times[button][-1] < latest_s - SAME_TIME_S:
            return False
        latest_s = max(latest_s, times[button].pop())
    return not any(times.values())


def tally(fingers: Fingers, disturbed: int) -> Tally:
    told, pressed = [button for button, _ in fingers.told], fingers.pressed
    missing = len(pressed) - len(told)
    return Tally(
        presses=len(pressed),
        lost=max(missing, 0),
        doubled=max(-missing, 0),
        disturbed=disturbed,
        in_order=is_in_order(fingers),
        line=fingers.board.state(),
    )


def bad_line(presses: int, disturbances: int, seed: int = 1, rate: float = 0.01) -> Tally:
    """Presses while bytes are dropped and garbled at this rate each way, and worse in between."""
    chance, fingers, disturbed = random.Random(seed), Fingers(), 0
    every = presses // disturbances if disturbances else presses + 1
    try:
        fingers.board.order("seed", seed)
        fingers.board.noise(rate, rate)
        for number in range(1, presses + 1):
            fingers.press(bounces=chance.randrange(3))
            if number % every == 0 and disturbed < disturbances:
                HARMS[disturbed % len(HARMS)](fingers, chance)
                disturbed += 1
        fingers.settle()
        return tally(fingers, disturbed)
    finally:
        fingers.link.close()


def delays(presses: int, seed: int = 1) -> list[float]:
    """Milliseconds from contact to event on a good line, lamps and ring changing all the while."""
    chance, fingers = random.Random(seed), Fingers()
    try:
        for number in range(presses):
            fingers.press(bounces=chance.randrange(3))
            if number % 7 == 0:
                ring = (chance.randrange(90), chance.randrange(90), 40)
                fingers.link.show(Panel(player_1=Pattern(number % 4), ring=ring))
        fingers.settle()
        return fingers.delays_ms()
    finally:
        fingers.link.close()
