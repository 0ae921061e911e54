"""A bill of materials (CycloneDX 1.5) of what the locks name: `make sbom`.

The same locks give the same document, byte for byte: no time, no machine.
"""

import json
import sys
import uuid
from importlib import metadata
from pathlib import Path
from typing import Any

from tools.locked import LockedPackage, locked

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements-pi.lock", "requirements-test.lock")


def licence(name: str) -> list[dict[str, Any]]:
    """As the installed package names it; nothing where it is not installed here."""
    try:
        found: Any = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return []
    said = found.get("License-Expression") or found.get("License") or ""
    # Some hold the whole text of a licence there.
    return [{"license": {"name": said}}] if said and "\n" not in said else []


def component(one: LockedPackage, locks: list[str]) -> dict[str, Any]:
    files = [{"name": "turbo:file-sha256", "value": each} for each in one.hashes]
    used = [{"name": "turbo:lock", "value": each} for each in locks]
    return {
        "type": "library",
        "name": one.name,
        "version": one.version,
        "purl": f"pkg:pypi/{one.name}@{one.version}",
        "licenses": licence(one.name),
        "properties": [*used, *files],
    }


def document(paths: list[Path], version: str) -> dict[str, Any]:
    known: dict[tuple[str, str], tuple[LockedPackage, list[str]]] = {}
    for path in paths:
        for one in locked(path):
            known.setdefault((one.name, one.version), (one, []))[1].append(path.name)
    parts = [component(*known[key]) for key in sorted(known)]
    content = json.dumps(parts, sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, content)}",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "turbo-referee", "version": version}
        },
        "components": parts,
    }


def main() -> int:
    paths = [Path(one) for one in sys.argv[1:]] or [ROOT / name for name in LOCKS]
    try:
        version = metadata.version("turbo-referee")
    except metadata.PackageNotFoundError:
        version = "0"
    print(json.dumps(document(paths, version), indent=1, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
