"""How well the board keeps its word: `python -m bench.board`.

The firmware that is flashed runs in its emulator; the twin's ledger of closed contacts is compared
with what arrives in the session's queue. Prints presses lost and doubled on a bad line with the
board restarted and the cable pulled, the time from contact to event, the size of the firmware and
the longest turn of its main loop.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tools.trials.fingers import (
    Fingers,
    bad_line,
    delays,
)
from turbo.board.emulator import build_twin, firmware_folder
from turbo.board.link import Panel


def loop_worst_us(seconds: float = 5.0) -> int:
    """The longest turn of the firmware's main loop with everything going on at once."""
    fingers, began_s, number = Fingers(), time.monotonic(), 0
    try:
        fingers.board.shake(int(seconds * 1000))
        while time.monotonic() - began_s < seconds:
            number += 1
            fingers.link.show(Panel(ring=(number % 200, 90, 40)))
            fingers.link.beep(440 + number % 400, 30)
            fingers.press(bounces=2)
        report = fingers.link.report()
        return report.loop_worst_us if report else -1
    finally:
        fingers.link.close()


def firmware_size() -> str:
    elf = build_twin()[1]
    command = ["avr-size", "-C", "--mcu=atmega328p", str(elf)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    kinds = [line.partition("(")[0] + line.partition("(")[2] for line in text.splitlines()]
    used = [" ".join(line.split()) for line in kinds if "bytes" in line]
    return "; ".join(line.rstrip(")") for line in used)


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(int(len(values) * part), len(values) - 1)]


def print_delays(count: int) -> bool:
    found = delays(count)
    median, worst = statistics.median(found), max(found)
    print(
        f"contact to event: {len(found)} presses, median {median:.2f} ms (goal < 5),"
        f" 99th of 100 {percentile(found, 0.99):.2f} ms,"
        f" 999th of 1000 {percentile(found, 0.999):.2f} ms, worst {worst:.2f} ms (goal < 50);"
        f" load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, emulator included"
    )
    return median < 5 and worst < 50


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench.board", description=__doc__)
    parser.add_argument("--presses", type=int, default=20_000, help="on the bad line")
    parser.add_argument("--delays", type=int, default=10_000, help="presses that are timed")
    parser.add_argument("--disturbances", type=int, default=100, help="restarts and cuts")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    source = Path(firmware_folder()).name
    print(f"firmware ({source}): {firmware_size()}", flush=True)
    print(f"longest turn of the main loop: {loop_worst_us()} us", flush=True)
    quick = print_delays(args.delays)
    sys.stdout.flush()
    result = bad_line(args.presses, args.disturbances, args.seed)
    print(f"bad line (1 % dropped, 1 % garbled each way): {result}")
    return 0 if quick and result.is_perfect else 1


if __name__ == "__main__":
    sys.exit(main())
