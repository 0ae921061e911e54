"""What the README and the documentation show on a terminal is what the terminal shows."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from turbo.commands.cli import main

ROOT = Path(__file__).parents[2]
MADE = ROOT / "docs" / "made"
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    *(
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "docs").rglob("*.md"))
        if MADE not in path.parents
    ),
]


def blocks(page: str) -> list[str]:
    return re.findall(r"```console\n(.*?)```", (ROOT / page).read_text(), re.S)


CONSOLE = [(page, block) for page in PAGES for block in blocks(page)]


@pytest.mark.parametrize(("page", "block"), CONSOLE)
def test_a_console_example_is_true(
    page: str,
    block: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURBO_STORE", str(tmp_path / "matches.db"))
    for part in block.split("$ ")[1:]:
        command, _, shown = part.partition("\n")
        words = shlex.split(command)
        if words[0] == "cat":
            (tmp_path / words[1]).write_text(shown)
            continue
        assert words[0] == "turbo"
        main(words[1:])
        assert capsys.readouterr().out == shown


def test_the_readme_has_such_examples() -> None:
    assert any(page == "README.md" for page, _ in CONSOLE)


def typed(page: str) -> list[str]:
    """The lines that a page tells people to type, in their order, without what is said of them."""
    shown = "".join(re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(), re.S))
    return [line.partition("#")[0].strip() for line in shown.splitlines()]


def test_whoever_types_the_readme_has_the_command_turbo(tmp_path: Path) -> None:
    """In a shell that knows nothing yet; what `make` would install is what runs this test. A cheap
    command is run, of one that needs a table it is asked whether the shell finds it."""
    (tmp_path / ".venv").symlink_to(sys.prefix)
    lines = [line for line in typed("README.md") if not line.startswith("make ")]
    script = [re.sub(r"^turbo (?!check ).*", "command -v turbo", line) for line in lines]
    assert script[0].startswith(". ") and 'turbo check "b3 b4 b5"' in script
    done = subprocess.run(
        ["sh", "-eux", "-c", "\n".join(script)],
        cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found = done.stdout.splitlines()
    assert found[0] == "legal" and found.count(f"{sys.prefix}/bin/turbo") == len(script) - 2


def test_every_record_in_the_documentation_is_refereed(tmp_path: Path) -> None:
    for page in PAGES:
        for record in re.findall(r"```\n(players .*?)```", (ROOT / page).read_text(), re.S):
            path = tmp_path / "example.turbo"
            path.write_text(record)
            assert main(["referee", str(path), "--json"]) == 0
