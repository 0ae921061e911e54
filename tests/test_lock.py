"""The lock for the Pi names everything that is needed, each with its hashes, and no host."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_lock_holds_everything_that_is_needed() -> None:
    text = (ROOT / "requirements-pi.lock").read_text()
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    locked = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))
    assert {re.split("[>=<]", one)[0] for one in needed} <= locked.keys()
    assert {"simplejpeg", "setuptools"} <= locked.keys(), "picamera2's, and what builds"
    assert "://" not in text
    for name in locked:
        part = text.split(f"{name}==", 1)[1].split("\n    #", 1)[0]
        assert "--hash=sha256:" in part, name


def test_the_installation_takes_what_the_lock_names_and_nothing_else() -> None:
    script = (ROOT / "install-pi.sh").read_text()
    taken = [line.strip() for line in script.splitlines() if line.strip().startswith("$pip ")]
    assert taken == [
        '$pip --require-hashes -r "$SOURCE/requirements-pi.lock"',
        '$pip --no-deps --no-build-isolation "$SOURCE"',
    ]
