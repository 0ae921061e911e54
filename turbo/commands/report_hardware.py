"""`turbo report-hardware`: the bundle that a builder sends back, so that others build on facts.

A ZIP file with what the doctor found, the system and versions, what the camera says and one picture
of the table. No match, no PIN, no name of a person, machine or network is in it; look into it
before you send it.
"""

import argparse
import json
import platform
import sys
import zipfile
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turbo.commands.common import FILE
from turbo.errors import TurboError, writing

if TYPE_CHECKING:
    from turbo.app.doctor import HealthFinding

PRIVATE = frozenset({"groups", "store", "environment"})
"""Checks whose findings hold names of people or folders: only their state is told."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--camera", metavar="NAME", help="the camera, see 'turbo run'")
    add("--board", metavar="NAME", help="the board: auto, a port, pins")
    add("--no-picture", action="store_true", help="leave the picture out")
    add("--note", default="", help="what you built, and what did not work")
    add("--out", **FILE, help="where to write it")


def run(args: argparse.Namespace) -> int:
    now = datetime.now(UTC)
    # With the minute in its name: a second try must not write over the first.
    out = args.out or Path(f"turbo-hardware-{now:%Y%m%d-%H%M}.zip")
    files = {"report.json": _json(report(args, now))}
    if args.camera is not None and not args.no_picture:
        files |= _picture(args.camera)
    with writing(out), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in files.items():
            bundle.writestr(name, data)
    print(f"{out}: {', '.join(files)}. Look into it, then send it with your report.")
    return 0


def report(args: argparse.Namespace, now: datetime) -> dict[str, Any]:
    from turbo.app.doctor import Machine, model
    from turbo.commands.doctor import findings

    return {
        # Of this document: who collects many must know which of them have which fields.
        "version": 1,
        "at": now.isoformat(timespec="minutes"),
        "note": args.note,
        "machine": model(Machine()) or platform.machine(),
        "kernel": platform.release(),
        "system": _os_name(),
        "python": sys.version.split()[0],
        "packages": _packages(),
        "findings": [_told(one) for one in findings(args)],
    }


def _told(finding: "HealthFinding") -> dict[str, str]:
    told = {name: str(value) for name, value in asdict(finding).items()}
    return told | {"found": ""} if finding.check in PRIVATE else told


def _os_name() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        return platform.system()


def _packages() -> dict[str, str]:
    found = {one.metadata["Name"]: one.version for one in distributions() if one.metadata["Name"]}
    return dict(sorted(found.items()))


def _picture(name: str) -> dict[str, bytes]:
    """One picture of the table as the referee sees it, and what the camera says of itself."""
    from turbo.app.sight import first_frame, jpeg_of, open_named
    from vision.cameras.source import facts_of

    try:
        with closing(open_named(name)) as camera:
            image = first_frame(camera).image
            told = facts_of(camera)
            locked = getattr(camera, "locked", None)
    except TurboError as error:
        # A camera that does not open is what a report is about: the rest is sent without it.
        print(f"turbo: no picture: {error}", file=sys.stderr)
        return {}
    about = {
        "facts": None if told is None else asdict(told),
        "locked": None if locked is None else dict(locked.values),
        "refused": [] if locked is None else list(locked.refused),
    }
    return {"picture.jpg": jpeg_of(image), "camera.json": _json(about)}


def _json(document: Any) -> bytes:
    return json.dumps(document, indent=1, ensure_ascii=False, default=str).encode()
