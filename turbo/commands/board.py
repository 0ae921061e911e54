"""`turbo board`: talk to a board by hand, tune its tray, and walk through a bench self-test."""

import argparse
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from turbo.board import open_link
from turbo.board.levels import save_levels
from turbo.board.link import (
    BoardEvent,
    BoardJoined,
    BoardParted,
    ButtonPressed,
    Levels,
    Link,
    Panel,
)
from turbo.board.walkthrough import BoardSelfTest, hands_for
from turbo.board.wire import Pattern, Report, ResetCause, TrayState
from turbo.commands.common import FILE, count, seconds
from turbo.errors import TurboError

JOIN_S = 8.0
"""How long a board may take to answer: a boot loader holds it for two seconds."""

TUNE_S = 4.0
"""How long each part of tuning listens: a shake and a pour take two."""

PATTERNS = {pattern.name.lower(): pattern for pattern in Pattern}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--board",
        default="auto",
        metavar="NAME",
        help="auto, a serial port or URL, twin, pins or pins:mock (default: auto)",
    )
    add("--seconds", type=seconds, help="stop after so long (watch, show)")
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    actions.add_parser("watch", help="print everything the board tells (the default)")
    actions.add_parser("test", help="walk through every lamp, button and sensor: pass or fail")
    actions.add_parser("tune", help="find the levels of your own tray's sensor and keep them")
    actions.add_parser("report", help="how the board is")
    actions.add_parser("ports", help="list the serial ports that look like a board")
    flash = actions.add_parser("flash", help="write the firmware to a Nano or Uno")
    flash.add_argument("--hex", **FILE, help="a firmware of your own")
    flash.add_argument(
        "--stop-service", action="store_true", help="stop the installed table while it is written"
    )
    show = actions.add_parser("show", help="light lamps and the ring until stopped")
    for lamp in ("player-1", "player-2", "status"):
        show.add_argument(f"--{lamp}", choices=PATTERNS, default="off")
    show.add_argument("--ring", default="0,0,0", metavar="R,G,B", help="0 to 255 each")
    beep = actions.add_parser("beep", help="sound a tone")
    beep.add_argument("hz", type=count, nargs="?", default=880)
    beep.add_argument("ms", type=count, nargs="?", default=300)


def run(args: argparse.Namespace) -> int:
    """The exit status: 0 if all went well, 1 if the self-test failed."""
    if args.action == "ports":
        return list_ports()
    if args.action == "flash":
        return flash(args)
    link = open_link(args.board)
    try:
        return ACTIONS[args.action or "watch"](link, args)
    # The walk asks a person; in a script there is nobody who could have looked at the lamps.
    except EOFError:
        raise TurboError("needs a terminal: a person says what the lamps show") from None
    # Watching has no other end.
    except KeyboardInterrupt:
        return 0
    finally:
        link.close()


def list_ports() -> int:
    from turbo.board.serial_port import find_ports

    ports = find_ports()
    print("\n".join(ports) or "no port looks like a board: is its cable plugged in?")
    return 0


def flash(args: argparse.Namespace) -> int:
    from turbo.board import flashing
    from turbo.board.serial_port import find_ports

    ports = find_ports() if args.board == "auto" else (args.board,)
    if not ports:
        raise TurboError("no port looks like a board: is its cable plugged in, and for data?")
    # Never a guess: the other may be a printer's, and its firmware would be gone.
    if len(ports) > 1:
        raise TurboError(f"several boards: name one of them with --board: {', '.join(ports)}")
    # Told before the board is reset for it.
    if args.hex is not None and not args.hex.exists():
        raise TurboError(f"{args.hex}: no such file")
    with _stopped() if args.stop_service else nullcontext():
        print(f"writing the firmware to {ports[0]} ...", flush=True)
        loader = flashing.flash(ports[0], args.hex)
    print(f"done, by the {loader.word} boot loader; now: turbo board test")
    return 0


@contextmanager
def _stopped() -> Iterator[None]:
    """The installed table is away meanwhile, and comes back however the writing ends."""
    _service("stop")
    try:
        yield
    finally:
        _service("start")


def _service(word: str) -> None:
    try:
        done = subprocess.run(
            ["systemctl", word, "turbo"], capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise TurboError(f"expected an installed table, found no systemd: {error}") from None
    if done.returncode:
        why = " ".join(done.stderr.split()) or f"systemctl ends with {done.returncode}"
        raise TurboError(f"the table could not be told to {word}: {why}")


def join(link: Link) -> BoardJoined:
    """Waits for the board; says why if none answers."""
    end_s, reason = time.monotonic() + JOIN_S, "no answer"
    while time.monotonic() < end_s:
        for event in link.events(0.2):
            if isinstance(event, BoardJoined):
                return event
            if isinstance(event, BoardParted):
                reason = event.reason
    raise TurboError(f"expected a board at {link.name}: {reason}")


def in_words(event: BoardEvent) -> str:
    match event:
        case ButtonPressed(button, number):
            return f"button of {button.word} pressed (event {number})"
        case BoardJoined(name, version, capabilities, is_simulated):
            has = ", ".join(part.name.lower() for part in capabilities if part.name)
            kind = "SIMULATED board" if is_simulated else "board"
            return f"{kind} {name}, firmware {version}, has {has}"
        case BoardParted(reason):
            return f"no board: {reason}"
        case _:
            word = type(event).__name__.removeprefix("Cup").lower()
            return f"cup {word}, hardest knock {event.strength} (event {event.number})"


def _ticks(seconds: float | None) -> Iterator[None]:
    end_s = None if seconds is None else time.monotonic() + seconds
    while end_s is None or time.monotonic() < end_s:
        yield


def watch(link: Link, args: argparse.Namespace) -> int:
    for _ in _ticks(args.seconds):
        for event in link.events(0.1):
            print(f"{event.at:%H:%M:%S.%f} {in_words(event)}", flush=True)
    return 0


def parse_ring(text: str) -> tuple[int, int, int]:
    """Three levels from 0 to 255.

    >>> parse_ring("80,60,0")
    (80, 60, 0)
    """
    parts = text.split(",")
    if len(parts) != 3 or not all(part.strip().isdecimal() for part in parts):
        raise TurboError(f"expected --ring R,G,B such as 80,60,40, got {text!r}")
    red, green, blue = map(int, parts)
    # The panel refuses what a byte cannot hold, in the words that everybody gets.
    return Panel(ring=(red, green, blue)).ring


def show(link: Link, args: argparse.Namespace) -> int:
    player_1, player_2, status = (
        PATTERNS[word] for word in (args.player_1, args.player_2, args.status)
    )
    panel = Panel(player_1, player_2, status, parse_ring(args.ring))
    print(in_words(join(link)), flush=True)
    link.show(panel)
    return watch(link, args)


def beep(link: Link, args: argparse.Namespace) -> int:
    join(link)
    link.beep(args.hz, args.ms)
    # The link closes after this: the tone must be over by then.
    time.sleep(args.ms / 1000 + 0.2)
    return 0


def _report(link: Link) -> Report | None:
    from turbo.board.serial_port import SerialLink

    return link.report() if isinstance(link, SerialLink) else None


def report_lines(report: Report) -> Iterator[str]:
    yield f"up for {report.uptime_ms / 1000:.1f} s"
    causes = [part.name or "" for part in ResetCause(report.reset_cause)]
    yield "started by " + (", ".join(causes).lower().replace("_", " ") or "an unknown cause")
    yield f"longest turn of the main loop {report.loop_worst_us} us"
    yield f"{report.frames_bad} damaged frames, {report.bytes_lost} bytes lost"
    yield f"{report.events_dropped} events dropped, {report.waiting} waiting"
    # A newer firmware may know a state that this program does not.
    state = TrayState(report.state).name.lower() if report.state < len(TrayState) else "unknown"
    yield f"tray {state}, level {report.tray_level}, peak {report.tray_peak}"


def report(link: Link, args: argparse.Namespace) -> int:
    print(in_words(join(link)))
    found = _report(link)
    if found is None:
        raise TurboError("this board gives no report")
    print("\n".join(report_lines(found)))
    return 0


def test(link: Link, args: argparse.Namespace) -> int:
    joined = join(link)
    print(in_words(joined), flush=True)
    test = BoardSelfTest(link, joined.capabilities, hands_for(link))
    results = test.run(lambda line: print(line, flush=True))
    failed = [name for name, passed in results if not passed]
    print(f"{len(results) - len(failed)} of {len(results)} passed")
    return 1 if failed else 0


def peak_of(link: Link, seconds: float) -> int:
    """The hardest knock within the time."""
    # The first question begins the peak anew: it is the highest since the last report.
    peak = 0
    _report(link)
    for _ in _ticks(seconds):
        time.sleep(0.05)
        found = _report(link)
        peak = max(peak, found.tray_peak if found else 0)
    return peak


def levels_from(still: int, shaken: int, poured: int) -> Levels:
    """Levels between what was felt: a third of the way up from still to shaken, and midway from
    shaken to poured."""
    if not still < shaken < poured:
        raise TurboError(
            f"expected a still tray below shaking below pouring, felt {still}, {shaken}, {poured}:"
            " is the piezo glued to the tray and wired to A0?"
        )
    # At least 3 above what was felt at rest: a faint shake must not bring the level into the noise.
    return Levels(still + max((shaken - still) // 3, 3), (shaken + poured) // 2)


def tune(link: Link, args: argparse.Namespace) -> int:
    join(link)
    if _report(link) is None:
        raise TurboError("this board has no tray")
    hands = hands_for(link)
    felt = []
    for what in ("leave the tray alone", "shake the cup on the tray", "pour the dice on the tray"):
        hands.do(f"{what}, for {TUNE_S:.0f} seconds from now", what)
        felt.append(peak_of(link, TUNE_S))
        print(f"{what}: hardest knock {felt[-1]}", flush=True)
    levels = levels_from(*felt)
    path = save_levels(levels)
    print(f"kept in {path}: shake {levels.shake_level}, pour {levels.pour_level}")
    return 0


ACTIONS: dict[str, Callable[[Link, argparse.Namespace], int]] = {
    "watch": watch,
    "test": test,
    "tune": tune,
    "report": report,
    "show": show,
    "beep": beep,
}
