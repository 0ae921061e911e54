"""Runs the benches and keeps what they printed, for the book: `python -m bench.figures [PART ...]`.

Every part is a file of its own in `docs/figures`, with when, on which commit and on which machine
it was measured, so that a part can be measured anew alone.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from docs.making.figures import FOLDER, SUBJECTS

ROOT = Path(__file__).parents[1]
PARTS = tuple(SUBJECTS)
"""What `make bench` measures, in this order."""

SIZES = {
    "tile_matches": ("--matches", "60", "--layouts", "6000", "--plays", "100"),
    "live_tiles": ("--games", "1", "--seed", "202"),
}
"""What would take long by itself, in a size that ends within a few minutes: a thousand matches for
each edition take half an hour, a game of four through recognition three minutes."""


def measured(part: str, arguments: list[str]) -> dict[str, Any]:
    """One bench run to its end; its lines are shown as they come."""
    load, begun = os.getloadavg()[0], time.monotonic()
    lines = []
    command = [sys.executable, "-m", f"bench.{part}", *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip())
    if process.returncode:
        raise SystemExit(f"bench.{part} ended with status {process.returncode}")
    took_s = round(time.monotonic() - begun)
    return {"part": part, "command": " ".join(["python", *command[1:]]), "lines": lines} | {
        "took_s": took_s,
        "load_before": round(load, 1),
        **where(),
    }


def where() -> dict[str, Any]:
    """When, on which commit and on which machine."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": _commit(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, {_processor()}",
        "python": platform.python_version(),
    }


def _commit() -> str:
    asked = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def _processor() -> str:
    """The name of the processor, where the kernel tells; ARM tells only numbers."""
    text = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    told = dict(
        (key.strip(), value.strip())
        for key, _, value in (line.partition(":") for line in text.splitlines())
    )
    if "model name" in told:
        return told["model name"]
    part = told.get("CPU part", "")
    return {"0xd0c": "Neoverse-N1", "0xd08": "Cortex-A72", "0xd0b": "Cortex-A76"}.get(part, part)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    args, more = parser.parse_known_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for part in args.parts or PARTS:
        if part not in PARTS:
            parser.error(f"expected a part of {', '.join(PARTS)}, got {part}")
        print(f"== {part}", flush=True)
        size = [] if more else list(SIZES.get(part, ()))
        text = json.dumps(measured(part, size or more), indent=1, ensure_ascii=False)
        (FOLDER / f"{part}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
