"""300 clients watch: how late is an update at each of them, and does memory stay flat?

The server has one core to itself, the clients share another. Run: python -m bench.web

`--clients 300 --slow 200` lets 200 more drip a byte of a request every few seconds and never ask
anything; how soon the page and the state answer to somebody new is printed as well.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.trials.slopes import Points, growth, resident_mb, second_half

LIMIT_S = 0.5
"""What the project promises: each update is at all clients within this time."""

NOTES = 100
"""How often memory is noted in a run."""


def serve(folder: str, port: str) -> None:
    """The server's process: one match, and a door through which the bench makes things happen."""
    from tools.trials.random_match import RandomMatch
    from turbo.game.events import Event
    from turbo.game.record import Record
    from turbo.storage.session import Session
    from turbo.storage.store import Store
    from web import create_app
    from web.auth.keys import make_keys
    from web.serve import Ports, Server

    store = Store(Path(folder) / "bench.db")
    session = Session(store)
    matches = iter(range(10_000))
    events: Iterator[Event] = iter(())

    app = create_app(session, store, keys=make_keys("000000"))

    table = ThreadPoolExecutor(1, thread_name_prefix="table")

    @app.post("/bench")
    def happen() -> dict[str, float]:
        """One more event of endless random matches; the answer is when it was fed. As in a live
        match one thread feeds them all: if each of the server's two hundred did so in turn, each
        would keep the memory that its stack and its part of the heap have grown to."""
        return table.submit(feed).result()

    def feed() -> dict[str, float]:
        nonlocal events
        event = next(events, None)
        while event is None:
            record = Record.parse(RandomMatch(next(matches), mistakes=0.1).play())
            session.new_match(record.players)
            said = [one.event for one in record.statements]
            events = iter([one for one in said if isinstance(one, Event)])
            event = next(events, None)
        at = time.monotonic()
        session.feed(event, "bench")
        return {"at": at, "version": session.version}

    Server(app, Ports("127.0.0.1", int(port))).run()


class Watcher:
    """One client: notes when each state came in full."""

    def __init__(self) -> None:
        self.states: list[float] = []
        self.bytes = 0

    async def watch(self, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        writer.write(b"GET /api/v1/events HTTP/1.1\r\nHost: bench\r\n\r\n")
        await writer.drain()
        while line := await reader.readline():
            self.bytes += len(line)
            if line.startswith(b"data: {") and b'"version"' in line[-60:]:
                self.states.append(time.monotonic())


DRIP_S = 4.0
"""Between two bytes of a request that never ends: who waits for silence waits for ever."""


async def drip(port: int) -> None:
    """One connection that is open and asks nothing; where it is closed, it comes again."""
    request = b"GET / HTTP/1.1\r\nHost: bench\r\nX-Slow: " + b"x" * 10_000
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            for byte in request:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(DRIP_S)
        except OSError:
            await asyncio.sleep(1.0)


async def asked(port: int, path: str) -> float:
    """How long somebody new waits for a whole answer."""
    begun = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read(20)
    while await reader.read(1 << 16):
        pass
    writer.close()
    assert b" 200 " in answer, answer
    return time.monotonic() - begun


SLOW_BYTES, SLOW_PAUSE_S = 1024, 0.5
"""A slow reader takes a piece and rests: a phone at the end of the garden."""


async def dawdle(port: int) -> None:
    """A client that reads far less than it is sent. Its own lateness is its own; nobody else's may
    grow by it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 12)
    writer.write(b"GET /api/v1/events HTTP/1.1\r\nHost: bench\r\n\r\n")
    await writer.drain()
    while await reader.read(SLOW_BYTES):
        await asyncio.sleep(SLOW_PAUSE_S)


def cpu_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def happen(port: int) -> float:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/bench", b"", method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return float(json.load(answer)["at"])


async def run(
    port: int, clients: int, updates: int, pause_s: float, process: int, slow: int, lazy: int
) -> None:
    watchers = [Watcher() for _ in range(clients)]
    tasks = [asyncio.create_task(one.watch(port)) for one in watchers]
    tasks += [asyncio.create_task(drip(port)) for _ in range(slow)]
    tasks += [asyncio.create_task(dawdle(port)) for _ in range(lazy)]
    waits: dict[str, list[float]] = {"/": [], "/api/v1/state": []}
    while not all(one.states for one in watchers):
        await asyncio.sleep(0.05)
    late_s: list[float] = []
    memory: list[tuple[float, float]] = []
    counts: dict[str, list[tuple[float, float]]] = {"task": [], "fd": []}
    missed = 0
    begun, busy = time.monotonic(), cpu_s(process)
    for number in range(updates):
        before = [len(one.states) for one in watchers]
        at = await asyncio.to_thread(happen, port)
        for path, known in waits.items():
            known.append(await asked(port, path))
        await asyncio.sleep(pause_s)
        for one, had in zip(watchers, before, strict=True):
            fresh = [when for when in one.states[had:] if when >= at]
            missed += not fresh
            late_s += [fresh[-1] - at] if fresh else []
        if number % max(1, updates // NOTES) == 0:
            memory.append((number / 1000, resident_mb(process)))
            for name, points in counts.items():
                points.append((number / 1000, len(os.listdir(f"/proc/{process}/{name}"))))
    share = (cpu_s(process) - busy) / (time.monotonic() - begun)
    for task in tasks:
        task.cancel()
    print(
        f"{os.uname().machine}, load {os.getloadavg()[0]:.1f}; {slow} slow connections,"
        f" {lazy} slow readers"
    )
    for path, known in waits.items():
        middle, worst = statistics.median(known), max(known)
        print(f"GET {path}: {len(known)} times, {middle * 1e3:.0f} ms, worst {worst * 1e3:.0f} ms")
    for name, words in (("task", "threads"), ("fd", "open files")):
        found = counts[name]
        print(
            f"server's {words}: {found[0][1]:.0f} at first, {found[-1][1]:.0f} at last, slope"
            f" {growth(second_half(found)):+.2f} per 1,000 updates in the second half"
        )
    report(late_s, missed, memory, share, clients, updates)


def report(
    late_s: list[float], missed: int, memory: Points, share: float, clients: int, updates: int
) -> None:
    cuts = statistics.quantiles(late_s, n=100)
    worst = max(late_s)
    print(f"clients: {clients}, updates: {updates}, states delivered: {len(late_s):,}")
    print(f"not delivered before the next update: {missed}")
    print(
        f"late at a client: p50 {cuts[49] * 1e3:.0f} ms, p99 {cuts[98] * 1e3:.0f} ms,"
        f" worst {worst * 1e3:.0f} ms (limit {LIMIT_S * 1e3:.0f} ms:"
        f" {'kept' if worst <= LIMIT_S and not missed else 'BROKEN'})"
    )
    series = " ".join(f"{mb:.1f}" for _, mb in memory[:: max(1, len(memory) // 10)])
    print(f"server memory over the run, MB: {series}")
    half = second_half(memory)
    print(
        f"server memory: slope {growth(memory):+.2f} MB per 1,000 updates over the whole run,"
        f" {growth(half):+.2f} MB over its second half, from {half[0][1]:.1f} to"
        f" {half[-1][1]:.1f} MB, most {max(mb for _, mb in memory):.1f} MB;"
        f" processor {share:.0%} of a core"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--lazy", type=int, default=20, help="watchers that read slowly besides")
    parser.add_argument("--slow", type=int, default=0, help="connections that never ask anything")
    parser.add_argument("--updates", type=int, default=100)
    parser.add_argument("--pause", type=float, default=0.6, help="seconds between updates")
    parser.add_argument("--serve", nargs=2, metavar=("FOLDER", "PORT"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(*args.serve)
        return
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        command = [sys.executable, "-m", "bench.web", "--serve", folder, str(port)]
        server = subprocess.Popen(command)
        try:
            os.sched_setaffinity(server.pid, {cores[0]})
            os.sched_setaffinity(0, {cores[-1]})
            _wait(port)
            happen(port)
            counts = args.clients, args.updates, args.pause, server.pid, args.slow, args.lazy
            asyncio.run(run(port, *counts))
        finally:
            server.terminate()
            server.wait(10)


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(port: int) -> None:
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/me", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    main()
