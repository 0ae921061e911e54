"""Scripts, styles and pictures of the pages, under an address that changes with what they say.

The hash of all of them stands in the path, so a browser may keep each for ever, and a new version
is asked for as a whole. Each is compressed once. Scripts are joined a page (`web.bundles`).
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

_COMMENT = re.compile(rb"/\*.*?\*/\n?", re.DOTALL)
"""Of a style: for whoever reads the source, not for a browser."""

_COMPRESSED = {".js", ".css", ".svg", ".json", ".webmanifest"}

# What a system thinks of .js differs, and a browser runs no module of another kind.
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
    return made_of(path.read_bytes(), path.name)


def made_of(data: bytes, name: str) -> Asset:
    suffix = PurePosixPath(name).suffix
    if suffix == ".css":
        data = _COMMENT.sub(b"", data)
    # Without a time, so that equal files are equal bytes; as small as it gets, since once is
    # enough.
    packed = gzip.compress(data, 9, mtime=0) if suffix in _COMPRESSED else None
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(data, packed, media)


def joined(folder: PurePosixPath, relative: str) -> str:
    parts: list[str] = list(folder.parts)
    for part in relative.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
