"""What the README and the documentation show on a terminal is what the terminal shows."""

import re
import shlex
from pathlib import Path

import pytest

from turbo.commands.cli import main

ROOT = Path(__file__).parent.parent
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


def test_every_record_in_the_documentation_is_refereed(tmp_path: Path) -> None:
    for page in PAGES:
        for record in re.findall(r"```\n(players .*?)```", (ROOT / page).read_text(), re.S):
            path = tmp_path / "example.turbo"
            path.write_text(record)
            assert main(["referee", str(path), "--json"]) == 0
