"""What comes from elsewhere: every version with its hashes, every action by its commit, a list of
all of it, and a way to ask whether any of it has a known hole."""

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tools.audit import holes, is_within, plain
from tools.locked import LockedPackage, lines_for, locked
from tools.sbom import LOCKS, document

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_has_its_hashes_and_no_host(lock: str) -> None:
    found = locked(ROOT / lock)
    assert len(found) > 10
    assert [one.name for one in found if not one.hashes] == []
    assert "://" not in (ROOT / lock).read_text(encoding="utf-8")


def test_the_lock_of_the_tests_names_what_the_tests_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [
        *project["dependencies"],
        *(one for name in ("test", "docs", "hall", "feed", "twin") for one in extras[name]),
    ]
    names = {plain(re.split(r"[\[>=<; ]", one)[0]) for one in needed} - {"turbo-referee"}
    known = {plain(one.name) for one in locked(ROOT / "requirements-test.lock")}
    assert names - known == set()


def test_every_action_is_named_by_its_commit() -> None:
    used = re.findall(
        r"uses:\s*(\S+)",
        "\n".join(
            path.read_text(encoding="utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")
        ),
    )
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", one)] == []


def test_the_bill_of_materials_names_everything_once_and_is_always_the_same() -> None:
    paths = [ROOT / lock for lock in LOCKS]
    found = document(paths, "1")
    assert found == document(paths, "1")
    purls = [one["purl"] for one in found["components"]]
    assert len(set(purls)) == len(purls)
    named = {(one.name, one.version) for path in paths for one in locked(path)}
    assert {(one["name"], one["version"]) for one in found["components"]} == named


def advisory(name: str, **more: Any) -> dict[str, Any]:
    part = {"package": {"ecosystem": "PyPI", "name": name}, **more.pop("part", {})}
    return {"id": "PYSEC-1", "summary": "a hole", "affected": [part], **more}


def ranged(*events: dict[str, str]) -> dict[str, Any]:
    return {"ranges": [{"type": "ECOSYSTEM", "events": list(events)}]}


OPEN = ranged({"introduced": "0"}, {"fixed": "2.0"})

KNOWN: dict[str, tuple[dict[str, Any], bool]] = {
    "by its versions": (advisory("Some_Thing", part={"versions": ["1.5"]}), True),
    "by a range": (advisory("some-thing", part=OPEN), True),
    "mended before": (
        advisory("some-thing", part=ranged({"introduced": "0"}, {"fixed": "1.5"})),
        False,
    ),
    "came later": (advisory("some-thing", part=ranged({"introduced": "1.6"})), False),
    "another package": (advisory("other", part=OPEN), False),
    "withdrawn": (advisory("some-thing", part=OPEN, withdrawn="2026-01-01"), False),
}


@pytest.mark.parametrize(("told", "is_hole"), KNOWN.values(), ids=KNOWN)
def test_a_known_hole_is_found_without_a_network(
    tmp_path: Path, told: dict[str, Any], is_hole: bool
) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("PYSEC-1.json", json.dumps(told))
    found = holes([LockedPackage("some-thing", "1.5", ())], path)
    assert bool(found) is is_hole
    assert not found or found == ["some-thing 1.5: PYSEC-1 a hole"]


RANGES = [
    ("1.0", ({"introduced": "0"},), True),
    ("2.0", ({"introduced": "0"}, {"fixed": "2.0"}), False),
    ("2.1", ({"introduced": "0"}, {"fixed": "2.0"}, {"introduced": "2.1"}), True),
    ("1.2", ({"introduced": "1.0"}, {"last_affected": "1.2"}), True),
    ("1.3", ({"introduced": "1.0"}, {"last_affected": "1.2"}), False),
    ("nonsense", ({"introduced": "0"},), False),
]


@pytest.mark.parametrize(("version", "events", "inside"), RANGES)
def test_ranges_of_versions(version: str, events: Any, inside: bool) -> None:
    assert is_within(version, ranged(*events)["ranges"]) is inside


def test_the_command_says_by_its_status_what_it_found(tmp_path: Path) -> None:
    path, lock = tmp_path / "all.zip", tmp_path / "some.lock"
    lock.write_text(f"some-thing==1.5 \\\n    --hash=sha256:{'0' * 64}\n    # via nobody\n")
    command = [sys.executable, "-m", "tools.audit", "--database", str(path), str(lock)]
    for told, status in ((advisory("some-thing", part=OPEN), 1), (advisory("other"), 0)):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("PYSEC-1.json", json.dumps(told))
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == status, done.stderr


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_each_python_has_its_own_wheels_in_a_release(python: str) -> None:
    """pip, asked by 3.11, had fetched for 3.13 what the lock names for 3.11."""
    lines = lines_for(ROOT / "requirements-pi.lock", python)
    names = [line.partition("==")[0] for line in lines if "==" in line]
    assert len(names) == len(set(names)) and "numpy" in names
    assert not [line for line in lines if ";" in line]
    versions = {one.version for one in locked(ROOT / "requirements-pi.lock") if one.name == "numpy"}
    assert len(versions) == 2 and sum(line.startswith("numpy==") for line in lines) == 1
