"""The lock for the Pi names everything that is needed, each with its hashes, and no host."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


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
    taken = [line.strip() for line in script.splitlines() if line.strip().startswith("from_index ")]
    assert taken == [
        'from_index --require-hashes -r "$SOURCE/requirements-pi.lock"',
        'from_index --no-deps --no-build-isolation "$(program)"',
    ]


def test_what_is_installed_has_no_known_fault_and_a_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "waitress>=3.0.1" in project["dependencies"], "3.0.0 answers requests of somebody else"
    told = (ROOT / "THIRD_PARTY.md").read_text().lower()
    extras = [
        one for name in ("twin", "feed", "hall") for one in project["optional-dependencies"][name]
    ]
    names = {re.split(r"[\[>=<; ]", one)[0].lower() for one in (*project["dependencies"], *extras)}
    lock = (ROOT / "requirements-pi.lock").read_text()
    names |= set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE))
    assert {name for name in names - {"turbo-referee"} if name not in told} == set()
    assert "sil open font license" in told and (ROOT / "turbo/twin/glyphs.npz").exists()
