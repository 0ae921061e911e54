"""How soon commands answer: processor time from the start of Python to the end, and how many
modules were loaded, all of them compiled, as an installation has them.

    python -m bench.start [--before FOLDER] [--times 7]

With `--before` another working tree of this project is measured in turns with this one, so that
both meet the same machine.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parents[1]
COMMANDS = {
    "--help": ("--help",),
    "check": ("check", "b3 b4 b5"),
    "referee": ("referee", "examples/evening.turbo"),
    "matches": ("matches",),
    "solve": ("solve", "--table", "b3 b4 b5", "--hand", "b6 k1"),
}


def spent_ms(folder: Path, arguments: tuple[str, ...]) -> float:
    """Processor time of one command, its children not counted."""
    command = [sys.executable, "-m", "turbo.commands.cli", *arguments]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=folder, env=_env(folder), stdout=quiet, stderr=quiet)
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return (used.ru_utime + used.ru_stime) * 1000


def loaded(folder: Path, arguments: tuple[str, ...]) -> int:
    """How many modules it had loaded when it ended."""
    said = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "turbo.commands.cli", *arguments],
        cwd=folder,
        env=_env(folder),
        capture_output=True,
        text=True,
        check=False,
    ).stderr
    return sum(line.startswith("import time:") for line in said.splitlines()) - 1


def _env(folder: Path) -> dict[str, str]:
    kept = Path(tempfile.gettempdir()) / "bench-start"
    env = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "TURBO_STORE": str(kept / "none.db"),
        # As it is installed: an installer compiles, and whoever works here may have said not to.
        "PYTHONPYCACHEPREFIX": str(kept / "compiled"),
    }
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="another working tree of this project")
    parser.add_argument("--times", type=int, default=7)
    args = parser.parse_args()
    trees = {"now": HERE} if args.before is None else {"before": args.before, "now": HERE}
    for name, arguments in COMMANDS.items():
        least = {tree: float("inf") for tree in trees}
        for _ in range(args.times):
            for tree, folder in trees.items():
                least[tree] = min(least[tree], spent_ms(folder.resolve(), arguments))
        told = (
            f"{tree} {least[tree]:.0f} ms, {loaded(folder.resolve(), arguments)} modules"
            for tree, folder in trees.items()
        )
        print(f"turbo {name}: {'; '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
