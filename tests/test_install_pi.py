"""install-pi.sh: what it refuses, and that what it writes fits to the program.

That it installs is shown by `make pi-root`, in bare roots of Debian 12 and 13.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from turbo.commands.cli import main

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "install-pi.sh"


def run(folder: Path, *words: str, **programs: str) -> "subprocess.CompletedProcess[str]":
    """The script, with these programs first in its path: each says what it is given here."""
    for name, told in programs.items():
        path = folder / name
        path.write_text(f"#!/bin/sh\necho {told}\n")
        path.chmod(0o755)
    env = {"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder)}
    return subprocess.run(
        ["sh", str(SCRIPT), *words], env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("script", ["install-pi.sh", "tools/pi-root.sh"])
def test_it_is_a_shell_script(script: str) -> None:
    assert subprocess.run(["sh", "-n", str(ROOT / script)], check=False).returncode == 0


def test_32_bit_is_refused_with_a_sentence(tmp_path: Path) -> None:
    done = run(tmp_path, id="0", dpkg="armhf")
    assert done.returncode == 1 and done.stdout == ""
    assert "32 bit (armhf)" in done.stderr and "64-bit Raspberry Pi OS" in done.stderr


@pytest.mark.parametrize(
    ("words", "who", "told"),
    [
        ((), "1000", "run it with sudo"),
        (("--mains", "110"), "0", "expected --mains 50 or 60"),
        (("remove",), "0", "expected install, back or uninstall"),
    ],
    ids=["not root", "mains", "unknown word"],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, words: tuple[str, ...], who: str, told: str
) -> None:
    done = run(tmp_path, *words, id=who)
    assert done.returncode == 1 and told in done.stderr


def test_help_tells_the_three_ways(tmp_path: Path) -> None:
    told = run(tmp_path, "--help").stdout
    assert all(word in told for word in ("install-pi.sh back", "uninstall", "--mains"))


def test_the_service_calls_the_program_with_words_that_it_knows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = re.search(r"^ExecStart=\S+/turbo (.*)$", SCRIPT.read_text(), re.MULTILINE)
    assert line is not None
    command, *rest = line[1].split()
    with pytest.raises(SystemExit):
        main([command, "--help"])
    known = capsys.readouterr().out
    assert all(word in known for word in rest if word.startswith("--"))


def test_the_pin_of_a_service_is_kept_for_its_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import argparse

    from turbo.commands.serve import keys_for

    kept = tmp_path / "pin"
    kept.write_text("an old one that everybody could read\n")
    kept.chmod(0o644)
    monkeypatch.setenv("TURBO_PIN_FILE", str(kept))
    keys_for(
        tmp_path / "m.db", argparse.Namespace(new_pin=False, viewing_pin=None, open_pictures=False)
    )
    assert re.fullmatch(r"\d{6}\n", kept.read_text())
    assert kept.stat().st_mode & 0o077 == 0
