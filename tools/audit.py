"""Are there known holes in what the locks name? `make audit`

    python -m tools.audit                     pip-audit, which asks the index over the network
    python -m tools.audit --database all.zip  without a network: a dump of osv.dev's PyPI advisories

The dump is one file (the bucket osv-vulnerabilities, PyPI/all.zip), carried here on a stick; the
variable AUDIT_DATABASE names it too. The exit status is 0 if nothing is known, 1 if something is,
2 if nobody could be asked: that nothing was found is said only where somebody looked.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

from tools.locked import LockedPackage, locked

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements-pi.lock", "requirements-test.lock")


def plain(name: str) -> str:
    """As indexes compare names (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def advisories(path: Path) -> Iterator[dict[str, Any]]:
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".json"):
                found = json.loads(archive.read(name))
                # What was withdrawn is none any more.
                if "withdrawn" not in found:
                    yield found


def is_within(version: str, ranges: list[dict[str, Any]]) -> bool:
    """Whether a version lies between where a hole came in and where it was mended."""
    try:
        own = Version(version)
    except InvalidVersion:
        return False
    inside = False
    for one in ranges:
        if one.get("type") != "ECOSYSTEM":
            continue
        for event in one["events"]:
            kind, at = next(iter(event.items()))
            try:
                reached = at == "0" or own >= Version(at)
                past = own > Version(at) if kind == "last_affected" else reached
            except InvalidVersion:
                continue
            if kind == "introduced" and reached:
                inside = True
            elif kind in ("fixed", "last_affected") and past:
                inside = False
    return inside


def holes(packages: list[LockedPackage], path: Path) -> list[str]:
    named = {plain(one.name): one for one in packages}
    found = []
    for advisory in advisories(path):
        for part in advisory.get("affected", ()):
            one = named.get(plain(part.get("package", {}).get("name", "")))
            if one is None or part["package"].get("ecosystem") != "PyPI":
                continue
            listed = one.version in part.get("versions", ())
            if listed or is_within(one.version, part.get("ranges", [])):
                said = " ".join(str(advisory.get("summary", "")).split())[:100]
                found.append(f"{one.name} {one.version}: {advisory['id']} {said}".rstrip())
    return sorted(set(found))


def asked(lock: Path) -> int:
    """Asks pip-audit, over the network."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes"]
    try:
        done = subprocess.run([*command, "-r", str(lock)], capture_output=True, text=True)
    except OSError:
        return 2
    said = (done.stdout + done.stderr).strip()
    print(said[-2000:])
    if re.search(r"Found \d+ known", said):
        return 1
    # It ends in peace though no index knew a package: that is no answer either.
    return 2 if done.returncode or "could not be audited" in said else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", type=Path, default=os.environ.get("AUDIT_DATABASE"))
    parser.add_argument("locks", nargs="*", type=Path)
    args = parser.parse_args()
    locks = args.locks or [ROOT / name for name in LOCKS]
    if args.database is None:
        codes = {asked(lock) for lock in locks}
        worst = 1 if 1 in codes else max(codes)
        if worst == 2:
            print("not audited: nobody could be asked; --database FILE does without a network")
        return worst
    packages = [one for lock in locks for one in locked(lock)]
    found = holes(packages, Path(args.database))
    print("\n".join(found) or f"{len(packages)} packages: nothing known in {args.database}")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
