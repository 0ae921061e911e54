"""The firmware: its logic on this computer, and the very ELF that is flashed in its emulator."""

import argparse
import contextlib
import io
import os
import re
import socket
import subprocess
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import pytest

from tests.support.firmware_support import make, needs_tools, skipped_line
from tools.trials.fingers import Fingers, bad_line, delays
from tools.trials.waiting import LONG_S
from turbo.board import open_link
from turbo.board.emulated import TwinLink
from turbo.board.emulator import Press, TwinBoard, build_twin, firmware_folder, wait_for
from turbo.board.levels import load_levels
from turbo.board.link import (
    BoardEvent,
    BoardJoined,
    BoardParted,
    ButtonPressed,
    CupPoured,
    CupRested,
    CupShaken,
    Levels,
    Mailbox,
    Panel,
    wall_clock,
)
from turbo.board.serial_port import SerialLink, Waits, open_port
from turbo.board.wire import Button, Capability, Pattern, ResetCause, Show, encode
from turbo.commands import board as board_command
from turbo.errors import TurboError


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine an emulated board may need more than a second to say how it is."""
    monkeypatch.setattr("turbo.board.serial_port.REPORT_S", LONG_S)


@pytest.fixture
def link() -> Iterator[TwinLink]:
    opened = open_link("twin")
    assert isinstance(opened, TwinLink)
    assert wait_for(lambda: opened.talk.joined, LONG_S)
    yield opened
    opened.close()


@pytest.fixture
def board() -> Iterator[TwinBoard]:
    """The emulator without a host."""
    opened = TwinBoard(*build_twin())
    yield opened
    opened.close()


def host(board: TwinBoard) -> SerialLink:
    return SerialLink(
        "twin",
        board.ports,
        Mailbox(),
        clock=wall_clock,
        levels=Levels(),
        waits=Waits(retry_s=0.02),
    )


came: WeakKeyDictionary[SerialLink, deque[BoardEvent]] = WeakKeyDictionary()
"""What was taken out of a link's mailbox and nobody has asked for yet."""


def told(link: SerialLink, kind: type[BoardEvent], timeout_s: float = LONG_S) -> BoardEvent | None:
    """The next event of this kind. What came together with it is there for the next question."""
    waiting = came.setdefault(link, deque())
    end_s = time.monotonic() + timeout_s
    while True:
        while waiting:
            if isinstance(event := waiting.popleft(), kind):
                return event
        if time.monotonic() >= end_s:
            return None
        waiting.extend(link.events(0.1))


@needs_tools
def test_the_logic_passes_its_own_tests() -> None:
    assert re.search(r"\d+ tests of the firmware's logic passed", make("test"))


@needs_tools
def test_it_builds_and_fits() -> None:
    said = make("all")
    program, data = (int(number) for number in re.findall(r"(\d+) of \d+ bytes", said))
    assert program <= 30 * 1024, "a Nano's old boot loader takes 2 KiB of its 32"
    assert data <= 1536, "a quarter of the memory is for the stack"
    assert (firmware_folder() / "build" / "nano.hex").exists()


@needs_tools
def test_the_board_says_what_it_is() -> None:
    opened = open_link("twin")
    try:
        joined = told(opened, BoardJoined)  # type: ignore[arg-type]
        assert isinstance(joined, BoardJoined)
        assert joined.is_simulated
        assert joined.version == "1.0"
        everything = Capability.LAMPS | Capability.RING | Capability.TONE | Capability.TRAY
        assert joined.capabilities == everything
    finally:
        opened.close()


@needs_tools
@pytest.mark.parametrize("lit", range(3), ids=["player 1", "player 2", "status"])
def test_lamps(link: TwinLink, lit: int) -> None:
    first, second, status = (Pattern(lit == lamp) for lamp in range(3))
    link.show(Panel(first, second, status))
    assert wait_for(lambda: link.board.seen.lamps == f"{first:d}{second:d}{status:d}", LONG_S)


@needs_tools
def test_the_ring_is_written_bit_by_bit(link: TwinLink) -> None:
    link.show(Panel(ring=(1, 128, 80)))
    assert wait_for(lambda: link.board.seen.ring == "24x018050", LONG_S)
    assert link.board.state()["faults"] == 0


@needs_tools
def test_the_ring_is_dimmed_to_its_current(link: TwinLink) -> None:
    link.show(Panel(ring=(255, 255, 255)))
    assert wait_for(lambda: link.board.seen.ring == "24x464646", LONG_S), link.board.seen.ring
    milliamperes = 24 * 60 * 0x46 / 255
    assert 380 < milliamperes <= 400


@needs_tools
@pytest.mark.parametrize("hz", [220, 880, 3000])
def test_a_tone_sounds_and_ends(link: TwinLink, hz: int) -> None:
    link.beep(hz, 200)
    assert wait_for(lambda: link.board.seen.tones[-1:] == [0], LONG_S)
    first, *_, last = link.board.seen.tones
    assert abs(first - hz) <= hz / 50
    assert last == 0


@needs_tools
def test_no_byte_is_lost_while_the_ring_is_written(link: TwinLink) -> None:
    # The chip answers in 2 ms. An emulated one that gets no processor for 25 would be asked again
    # while it writes the ring, and lose that.
    link.talk.timing = replace(link.talk.timing, answer_s=LONG_S)
    assert wait_for(lambda: link.board.seen.ring != "", LONG_S)
    before = link.board.state()
    for level in range(100):
        link.show(Panel(ring=(level, 0, 0)))
        time.sleep(0.005)
    assert wait_for(lambda: link.board.seen.ring == "24x630000", LONG_S)
    after = link.board.state()
    assert after["overrun"] == before["overrun"]
    assert after["writes"] > before["writes"] + 20
    assert after["faults"] == 0


@needs_tools
def test_bytes_that_do_not_wait_for_the_ring_are_lost(link: TwinLink) -> None:
    """The emulated receiver is as shallow as the chip's: the test above can fail."""
    before = link.board.state()["overrun"]
    shows = [Show(0, 0, 0, level, 0, 0, 0, 0, 0) for level in range(1, 40)]
    with link._lock:
        link._port.write(b"".join(encode(show, 77) for show in shows))
    assert wait_for(lambda: link.board.state()["overrun"] > before, LONG_S)


@needs_tools
def test_the_cup_is_shaken_poured_and_at_rest(link: TwinLink) -> None:
    link.board.shake(1200)
    assert told(link, CupShaken)
    link.board.pour()
    poured = told(link, CupPoured)
    assert isinstance(poured, CupPoured)
    assert poured.strength > 250
    assert told(link, CupRested)


@needs_tools
def test_a_knock_on_the_table_is_not_told(link: TwinLink) -> None:
    for _ in range(3):
        link.board.order("knock", 3000)
        time.sleep(0.4)
    heard = [e for e in link.events() if isinstance(e, CupShaken | CupPoured | CupRested)]
    assert heard == []


@needs_tools
def test_a_press_is_told_with_its_time(link: TwinLink) -> None:
    time.sleep(0.1)
    before = wall_clock()
    link.board.press(Button.REFEREE, 60, 3)
    event = told(link, ButtonPressed)
    assert isinstance(event, ButtonPressed)
    assert event.button == Button.REFEREE
    assert before - timedelta(seconds=0.5) < event.at <= wall_clock()
    assert told(link, ButtonPressed, 0.3) is None


@needs_tools
def test_a_press_during_a_cut_comes_later_with_the_time_it_was_made(link: TwinLink) -> None:
    """By the board's own crystal, which lags behind on a busy machine: as far as it did, the time
    may be wrong."""
    time.sleep(0.1)
    link.board.order("cut")
    link.board.press(Button.PLAYER_1)
    assert wait_for(lambda: bool(link.board.seen.presses), LONG_S)
    pressed = wall_clock()
    time.sleep(1.0)
    link.board.order("join")
    event = told(link, ButtonPressed)
    assert isinstance(event, ButtonPressed)
    link.board.press(Button.PLAYER_2)
    assert wait_for(lambda: len(link.board.seen.presses) == 2, LONG_S)
    one, two = link.board.seen.presses
    lag_s = abs((two.at_s - one.at_s) - (two.board_s - one.board_s))
    assert abs((event.at - pressed).total_seconds()) < 0.5 + lag_s


@needs_tools
def test_presses_on_a_bad_line_with_restarts_and_cuts() -> None:
    """`bench.board` counts twenty thousand, which take their time on the board's clock."""
    result = bad_line(200, 10, seed=7)
    assert result.presses == 200
    assert result.disturbed == 10
    assert result.line["dropped"] > 40 and result.line["garbled"] > 40
    assert result.is_perfect, str(result)


@needs_tools
def test_presses_on_a_good_line_are_told_in_order() -> None:
    assert len(delays(60)) == 60


@needs_tools
def test_a_board_that_loses_its_power_is_joined_again_and_doubles_nothing() -> None:
    fingers = Fingers()
    try:
        for _ in range(10):
            for _ in range(3):
                fingers.press(bounces=1)
            assert fingers.settle()
            starts = len(fingers.board.seen.starts)
            fingers.board.order("power", 30)
            assert wait_for(lambda n=starts: len(fingers.board.seen.starts) > n, LONG_S)  # type: ignore[misc]
            time.sleep(0.15)
        fingers.press(bounces=0)
        assert fingers.settle()
        told = [button for button, _ in fingers.told]
        assert Counter(told) == Counter(fingers.pressed)
        assert _most_swapped_s(told, fingers.board.seen.presses) <= AT_ONCE_S
    finally:
        fingers.link.close()


AT_ONCE_S = 0.003
"""By the board's crystal: contacts are looked at once in a millisecond, and one that bounces may be
found open then and closed two looks later. Presses that were ordered 18 ms apart come as near to
each other where the machine has no time for the emulator, and are told by the button's number. What
is told later keeps its order: the talk takes events by their number (`test_links`)."""


def _most_swapped_s(told: Sequence[Button], presses: Sequence[Press]) -> float:
    """By how much a press that was told before an older one was younger than it."""
    left, most_s = list(presses), 0.0
    for button in told:
        press = next(one for one in left if one.button == button)
        most_s = max(most_s, press.board_s - left[0].board_s)
        left.remove(press)
    return most_s


def test_swapped_presses_are_noticed() -> None:
    presses = [Press(Button(at % 3), 0.0, 0.018 * at) for at in range(6)]
    order = [press.button for press in presses]
    assert _most_swapped_s(order, presses) == 0.0
    swapped = [order[1], order[0], *order[2:]]
    assert _most_swapped_s(swapped, presses) == pytest.approx(0.018)


@needs_tools
def test_the_watchdog_restarts_a_program_that_hangs(link: TwinLink) -> None:
    link.show(Panel(player_2=Pattern.ON))
    assert wait_for(lambda: link.board.seen.lamps[1] == "1", LONG_S)
    link.board.order("hang")
    assert wait_for(lambda: link.board.seen.starts[-1] == ResetCause.WATCHDOG, LONG_S)
    assert told(link, BoardParted)
    assert wait_for(lambda: link.talk.joined and link.board.seen.lamps[1] == "1", LONG_S)
    report = link.report()
    assert report is not None
    assert report.reset_cause == ResetCause.WATCHDOG


@needs_tools
def test_the_safe_state_when_the_host_is_silent(board: TwinBoard) -> None:
    first = host(board)
    assert wait_for(lambda: first.talk.joined, LONG_S)
    first.show(Panel(player_1=Pattern.ON, player_2=Pattern.ON, ring=(50, 50, 50)))
    assert wait_for(lambda: board.seen.ring == "24x323232", LONG_S)
    first.close()
    assert wait_for(lambda: board.seen.ring == "24x000000", LONG_S)
    assert board.seen.lamps[:2] == "00"
    second = host(board)
    assert wait_for(lambda: second.talk.joined, LONG_S), "another program may take its place"
    second.close()


@needs_tools
def test_a_new_program_is_not_told_old_presses(board: TwinBoard) -> None:
    time.sleep(0.1)
    board.press(Button.PLAYER_1)
    time.sleep(0.5)
    later = host(board)
    assert wait_for(lambda: later.talk.joined, LONG_S)
    assert told(later, ButtonPressed, 0.5) is None
    board.press(Button.PLAYER_2)
    event = told(later, ButtonPressed)
    assert isinstance(event, ButtonPressed)
    assert event.button == Button.PLAYER_2
    later.close()


@needs_tools
def test_a_port_where_nobody_answers_is_left_for_the_next(board: TwinBoard) -> None:
    silent, other_end = os.openpty()
    ports = (os.ttyname(other_end), *board.ports())
    # Opened, the board starts anew: on a busy machine that took longer than 0.3 s each time.
    waits = Waits(greet_s=3.0, retry_s=0.02)
    link = SerialLink(
        "auto", lambda: ports, Mailbox(), clock=wall_clock, levels=Levels(), waits=waits
    )
    try:
        parted = told(link, BoardParted)
        assert isinstance(parted, BoardParted)
        assert parted.reason == f"nobody answers on {ports[0]}"
        assert told(link, BoardJoined)
    finally:
        link.close()
        os.close(silent)
        os.close(other_end)


@needs_tools
def test_a_port_belongs_to_one_program(board: TwinBoard) -> None:
    first, second = host(board), None
    try:
        assert wait_for(lambda: first.talk.joined, LONG_S)
        second = host(board)
        parted = told(second, BoardParted)
        assert isinstance(parted, BoardParted)
        assert "another program has it" in parted.reason
    finally:
        first.close()
        assert second is not None
        assert told(second, BoardJoined), "it waits for its turn"
        second.close()


def _bridge(server: socket.socket, path: str) -> None:
    """Carries bytes between the first caller and a serial port until either is gone."""
    caller, _ = server.accept()
    with caller, open_port(path, 0.002) as port:
        caller.settimeout(0.002)
        try:
            while True:
                caller.sendall(port.read(port.in_waiting or 1))
                with contextlib.suppress(TimeoutError):
                    data = caller.recv(256)
                    if not data:
                        return
                    port.write(data)
        except OSError:
            return


@needs_tools
def test_a_board_behind_a_network_address(board: TwinBoard) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        path, address = board.ports()[0], server.getsockname()
        bridge = threading.Thread(target=_bridge, args=(server, path), daemon=True)
        bridge.start()
        link = open_link(f"socket://{address[0]}:{address[1]}")
        assert isinstance(link, SerialLink)
        try:
            assert wait_for(lambda: link.talk.joined, LONG_S)
            time.sleep(0.1)
            board.press(Button.PLAYER_1)
            assert told(link, ButtonPressed)
        finally:
            link.close()
            bridge.join(timeout=LONG_S)


@needs_tools
def test_nothing_that_comes_over_the_line_stops_the_board(board: TwinBoard) -> None:
    with open_port(board.ports()[0], 0.1) as port:
        for piece in range(40):
            port.write(bytes((piece * 37 + i * i * 11) % 256 for i in range(64)))
            time.sleep(0.005)
    after = host(board)
    assert wait_for(lambda: after.talk.joined, LONG_S)
    after.close()


def _command(*words: str) -> int:
    parser = argparse.ArgumentParser()
    board_command.add_arguments(parser)
    return board_command.run(parser.parse_args(words))


@needs_tools
def test_the_bench_self_test_passes_on_the_twin(capsys: pytest.CaptureFixture[str]) -> None:
    assert _command("--board", "twin", "test") == 0
    said = capsys.readouterr().out
    assert said.count("pass  ") == 14
    assert "SIMULATED" in said


def test_the_bench_self_test_fails_when_a_lamp_is_dark(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["y", "n", "y", "y"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    monkeypatch.setattr("turbo.board.walkthrough.ACT_S", 0.01)
    assert _command("--board", "pins:mock", "test") == 1
    said = capsys.readouterr().out
    assert "FAIL  lamp player 2" in said
    assert "FAIL  button referee" in said
    assert "3 of 7 passed" in said


@needs_tools
def test_the_report_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert _command("--board", "twin", "report") == 0
    assert "started by power" in capsys.readouterr().out


@needs_tools
def test_watching_and_showing_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert _command("--board", "twin", "--seconds", "0.5", "watch") == 0
    assert "SIMULATED board twin, firmware 1.0" in capsys.readouterr().out
    assert _command("--board", "twin", "--seconds", "0.2", "show", "--player-1", "on") == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--board", "nowhere://", "watch"), "expected a serial port or URL"),
        (("--board", "pins:mock", "show", "--ring", "1,2"), "expected --ring R,G,B"),
        (("--board", "pins:mock", "show", "--ring", "1,2,999"), "from 0 to 255"),
        (("--board", "pins:mock", "report"), "this board gives no report"),
        (("--board", "pins:mock", "tune"), "this board has no tray"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_input_gets_one_line(words: tuple[str, ...], expected: str) -> None:
    with pytest.raises(TurboError, match=expected) as caught:
        _command(*words)
    assert "\n" not in str(caught.value)


def test_a_self_test_without_a_person_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(TurboError, match="needs a terminal"):
        _command("--board", "pins:mock", "test")


@needs_tools
def test_tuning_finds_levels_and_keeps_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TURBO_TRAY", str(tmp_path / "tray.txt"))
    monkeypatch.setattr(board_command, "TUNE_S", 2.0)
    assert _command("--board", "twin", "tune") == 0
    assert "kept in" in capsys.readouterr().out
    levels = load_levels()
    assert 10 < levels.shake_level < 100 < levels.pour_level < 500


@pytest.mark.parametrize(
    ("felt", "levels"),
    [((2, 110, 560), Levels(38, 335)), ((0, 5, 1000), Levels(3, 502))],
    ids=["the emulated tray", "a faint one"],
)
def test_levels_lie_between_what_was_felt(felt: tuple[int, int, int], levels: Levels) -> None:
    assert board_command.levels_from(*felt) == levels


def test_a_tray_that_feels_nothing_is_said() -> None:
    with pytest.raises(TurboError, match="is the piezo glued"):
        board_command.levels_from(3, 3, 9)


def test_tools_script_ends_well_and_checks_only_when_told() -> None:
    script = str(firmware_folder() / "tools.sh")
    done = subprocess.run(
        ["/bin/sh", script, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "installing" not in done.stdout


@pytest.mark.parametrize(("count", "loud"), [(0, False), (3, True)], ids=["none", "three"])
def test_skipped_tests_are_counted_aloud(count: int, loud: bool) -> None:
    reports: list[Any] = [SimpleNamespace(longrepr="another reason")]
    reports += [SimpleNamespace(longrepr="the firmware cannot be built, ...")] * count
    line = skipped_line(reports)
    assert bool(line) == loud
    assert not loud or line.startswith("3 TESTS OF THE FIRMWARE WERE SKIPPED")
