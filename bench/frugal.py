"""What a table costs: memory of the referee with its dashboard, and what goes to the card.

`python -m bench.frugal` draws a round of the twin as a film, lets `turbo run` watch it at its own
pace in a process of its own, with a browser's stream open, and prints the most memory that it had
(and where it is: the largest files, the heap, the stacks), its share of the processor, what it
wrote, counted up to an hour, and how long it lived after it was told to stop. The drawing and the
physics of the twin are in another process, and so is the film's decoder: they are not on a Pi.

`python -m bench.frugal --pis FILM` measures one core's time a picture here, and computes what that
is on each Pi from published speeds of a core. Nobody has measured it on a Pi.
"""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import cv2

from bench.looking import measure
from tools.trials.film_camera import shown
from turbo.live.settling import SettleTuning

WATCH_S, REHEARSED_S = 90.0, 15


def read_status(pid: int) -> dict[str, int]:
    """Kilobytes that the system counts for a process, by name."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    pairs = (line.split(":") for line in lines if line.endswith("kB"))
    return {name: int(value.split()[0]) for name, value in pairs}


def written_bytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/io").read_text().splitlines()
    return int(dict(line.split(": ") for line in lines)["write_bytes"])


def shares(pid: int) -> Counter[str]:
    """Kilobytes of memory by what holds them; pages that several processes share count in part."""
    found, name = Counter[str](), ""
    for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
        words = line.split()
        if "-" in words[0] and not words[0].endswith(":"):
            name = Path(words[5]).name if len(words) > 5 else "own memory"
        elif words[0] == "Pss:":
            found[name] += int(words[1])
    return found


def processor_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def draw(folder: Path, seed: int) -> Path:
    words = ["twin", "--seed", str(seed), "--frames", str(folder), "--size", "1280x960"]
    command = [sys.executable, "-m", "turbo.commands.cli", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return next(path for path in sorted(folder.rglob("*")) if path.suffix in (".avi", ".mp4"))


def length_s(film: Path) -> float:
    capture = cv2.VideoCapture(str(film))
    return capture.get(cv2.CAP_PROP_FRAME_COUNT) / capture.get(cv2.CAP_PROP_FPS)


def unused_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def listen(port: int) -> None:
    """A browser's stream: somebody looks at the dashboard all the time."""
    for _ in range(100):
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{port}/api/v1/events", timeout=30
            ) as line:
                while line.read(4096):
                    pass
        except OSError:
            time.sleep(0.2)


def table(camera: str, store: Path, port: int, *more: str) -> subprocess.Popen[bytes]:
    words = ["run", "--camera", camera, "--store", str(store), "--port", str(port), *more]
    command = [sys.executable, "-m", "turbo.commands.cli", *words, "--host", "127.0.0.1"]
    env = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir(), "bench-frugal"))}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)


def rehearse(camera: str, folder: Path) -> None:
    """Once for nothing: an installer has compiled all that is loaded, and so it is here then."""
    seconds = ("--seconds", str(REHEARSED_S))
    table(camera, folder / "rehearsed.db", unused_port(), *seconds).wait(timeout=10 * REHEARSED_S)


def watch(camera: str, store: Path, watch_s: float) -> None:
    port = unused_port()
    process = table(camera, store, port)
    threading.Thread(target=listen, args=(port,), daemon=True).start()
    began_s, told, held = time.monotonic(), (0, 0, 0, 0.0), Counter[str]()
    while process.poll() is None and time.monotonic() - began_s < watch_s:
        status = read_status(process.pid)
        told = (
            status.get("VmHWM", told[0]),
            status.get("RssAnon", told[1]),
            written_bytes(process.pid),
            processor_s(process.pid),
        )
        held = shares(process.pid) or held
        time.sleep(1.0)
    lasted_s = time.monotonic() - began_s
    report(*told, lasted_s)
    largest = ", ".join(f"{name} {kb / 1024:.0f}" for name, kb in held.most_common(8))
    print(f"at the end {held.total() / 1024:.0f} MB: {largest}")
    told_s = time.monotonic()
    process.terminate()
    process.wait(timeout=60)
    print(f"stopped {time.monotonic() - told_s:.1f} s after SIGTERM, with {process.returncode}")


def report(most_kb: int, own_kb: int, wrote: int, used_s: float, lasted_s: float) -> None:
    print(f"watched for {lasted_s:.0f} s at the film's own pace, one browser looking on")
    print(f"memory: {most_kb / 1024:.0f} MB at most, {own_kb / 1024:.0f} MB of it its own")
    print(f"processor: {100 * used_s / lasted_s:.0f} % of a core")
    hour = wrote * 3600 / lasted_s / 1e6
    print(f"written: {wrote / 1e6:.1f} MB, which is {hour:.0f} MB an hour")


@dataclass(frozen=True, slots=True)
class Pi:
    name: str
    events_per_s: float
    """What one core gets in `sysbench cpu --threads=1 run`, as published for it."""
    has_halves: bool = False
    """Whether it counts in numbers of 16 bits, as the networks would like to."""


PIS = (
    Pi("Pi 5", 2737, has_halves=True),
    Pi("Pi 4", 1478),
    Pi("Pi 3 B+", 687),
    # The same core at 1.0 GHz instead of 1.4.
    Pi("Zero 2 W", 687 / 1.4),
)

HERE_PER_S = 2820.0
"""The same of the core that the figures in hardware.md come from (Neoverse N1), for each second of
the processor's own time."""

WHOLE = 80.5 / 56.0
"""How much longer a whole picture of 18 dice takes in numbers of 32 bits, measured on that core."""


def look_ms(pi: Pi, here_ms: float, here_per_s: float) -> float:
    """What takes so long here, computed for another core.

    >>> [round(look_ms(pi, 10.0, 2820.0)) for pi in PIS]
    [10, 27, 59, 83]
    """
    return here_ms * here_per_s / pi.events_per_s * (1.0 if pi.has_halves else WHOLE)


def reaction_s(slow_ms: float) -> float:
    """From dice that lie still to a table that is believed: so many looks, and no less than the
    time for it.

    >>> reaction_s(50.0), reaction_s(600.0)
    (0.5, 2.4)
    """
    tuning = SettleTuning()
    return max(tuning.doubtful_s, tuning.frames * slow_ms / 1000)


def print_pis(film: Path, here_per_s: float) -> None:
    cv2.setNumThreads(1)
    spent = sorted(measure(str(film), step=2, most=400)["both"])
    usual, slow = spent[len(spent) // 2], spent[9 * len(spent) // 10]
    print(f"here: {usual:.0f} ms a picture, nine of ten within {slow:.0f} ({len(spent)} pictures)")
    print("| computed, not measured | a look | looks a second while dice roll | believed after |")
    print("|---|---|---|---|")
    for pi in PIS:
        mean, most = (look_ms(pi, ms, here_per_s) for ms in (usual, slow))
        per_s = f"{min(30, 1000 / most):.1f} to {min(30, 1000 / mean):.0f}"
        print(f"| {pi.name} | {mean:.0f} to {most:.0f} ms | {per_s} | {reaction_s(most):.1f} s |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=WATCH_S)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--film", type=Path, help="watch this one instead of drawing one")
    parser.add_argument("--decode", action="store_true", help="let the referee decode the film")
    parser.add_argument("--pis", type=Path, metavar="FILM", help="compute what each Pi can do")
    parser.add_argument(
        "--core", type=float, default=HERE_PER_S, help="sysbench's events a second of this core"
    )
    args = parser.parse_args()
    if args.pis is not None:
        print_pis(args.pis, args.core)
        return
    print(f"{os.uname().machine}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        film = args.film or draw(Path(folder, "film"), args.seed)
        store = Path(folder, "matches.db")
        # Told to go on for longer, a film would begin anew in the middle of a match.
        seconds = min(args.seconds, length_s(film))
        with nullcontext(str(film)) if args.decode else shown(film) as camera:
            rehearse(camera, Path(folder))
            watch(camera, store, seconds)


if __name__ == "__main__":
    main()
