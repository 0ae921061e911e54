"""What a lock names: packages, each with its version and the hashes of its files.

    python -m tools.locked requirements-pi.lock 3.13      what it names for that Python

pip asks a lock's conditions of the Python that it runs on, whatever Python it downloads for.
"""

import re
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LockedPackage:
    """One package as a lock file names it."""

    name: str
    version: str
    hashes: tuple[str, ...]


def _lines(path: Path) -> list[str]:
    # A line that ends in a backslash goes on.
    return path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()


def locked(path: Path) -> list[LockedPackage]:
    """Every package of a lock, in its order."""
    found = []
    for line in _lines(path):
        match = re.match(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;]+)", line)
        if match is not None:
            hashes = tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", line))
            found.append(LockedPackage(match[1].lower(), match[2], hashes))
    return found


def lines_for(path: Path, python: str) -> list[str]:
    """Those of one Python, without their conditions."""
    # pip's own: whoever makes a release has it.
    from pip._vendor.packaging.markers import Marker

    known = {"python_version": python, "python_full_version": f"{python}.0"}
    found = []
    for line in _lines(path):
        package, has, rest = line.partition(" ; ")
        condition, _, hashes = rest.partition(" --hash")
        if not has or Marker(condition).evaluate(known):
            found.append(f"{package} --hash{hashes}" if has else line)
    return found


if __name__ == "__main__":
    print(*lines_for(Path(sys.argv[1]), sys.argv[2]), sep="\n")
