"""What a lock names: packages, each with its version and the hashes of its files."""

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LockedPackage:
    """One package as a lock file names it."""

    name: str
    version: str
    hashes: tuple[str, ...]


def locked(path: Path) -> list[LockedPackage]:
    """Every package of a lock, in its order."""
    # A line that ends in a backslash goes on.
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    found = []
    for line in text.splitlines():
        match = re.match(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;]+)", line)
        if match is not None:
            hashes = tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", line))
            found.append(LockedPackage(match[1].lower(), match[2], hashes))
    return found
