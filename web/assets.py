"""Scripts, styles and pictures of the pages, under an address that changes with what they say.

The hash of all of them stands in the path, so a browser may keep each for ever, modules import each
other by plain relative names, and a new version is asked for as a whole. Each is compressed once.
"""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent / "static"

KEPT = "public, max-age=31536000, immutable"
"""A year: an address never gets other content."""

_COMPRESSED = {".js", ".css", ".svg", ".json", ".webmanifest"}
_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?\bfrom\s+"(\.[^"]+)"', re.M)

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: as it is, compressed where that helps, and its kind."""

    data: bytes
    packed: bytes | None
    media: str


@cache
def version() -> str:
    """Twelve hex digits over every file's name and content."""
    found = hashlib.sha256()
    for path in sorted(ROOT.rglob("*")):
        if path.is_file():
            found.update(str(path.relative_to(ROOT)).encode())
            found.update(path.read_bytes())
    return found.hexdigest()[:12]


def address(name: str) -> str:
    return f"/static/{version()}/{name}"


@cache
def asset(name: str) -> Asset | None:
    """A file of the folder; None if there is none of that name."""
    path = ROOT / name
    if ".." in PurePosixPath(name).parts or not path.is_file():
        return None
    data = path.read_bytes()
    packed = gzip.compress(data, 9, mtime=0) if path.suffix in _COMPRESSED else None
    media = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(data, packed, media)


@cache
def modules_of(name: str) -> tuple[str, ...]:
    """The modules that a script imports at once, and theirs: fetched beside each other they cost
    one trip over a slow line instead of one a floor."""
    found: list[str] = []
    waiting = [name]
    while waiting:
        one = waiting.pop(0)
        text = (ROOT / one).read_text(encoding="utf-8")
        for relative in _IMPORT.findall(text):
            other = _joined(PurePosixPath(one).parent, relative)
            if other not in found:
                found.append(other)
                waiting.append(other)
    return tuple(found)


def _joined(folder: PurePosixPath, relative: str) -> str:
    parts: list[str] = list(folder.parts)
    for part in relative.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
