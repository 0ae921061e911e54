"""The house stays as it is drawn: arrows run down only, and the core stays light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

FLOORS = [
    {"turbo.errors"},
    {"turbo.dice", "turbo.wire"},
    {"turbo.sets", "turbo.observation", "turbo.links"},
    {"turbo.identity"},
    {"turbo.rules"},
    {"turbo.events", "turbo.messages", "turbo.solver"},
    {"turbo.match", "turbo.hints"},
    {"turbo.record", "turbo.referee"},
    {"turbo.history"},
    {"turbo.store", "turbo.answers"},
    {"turbo.session", "turbo.report"},
    {"turbo.cli"},
]
"""A module imports from lower floors only; from its own floor it imports nothing."""

CORE = sorted(set.union(*FLOORS) - {"turbo.cli", "turbo.links"})
HEAVY = {"cv2", "numpy", "flask", "serial", "gpiozero"}


def imports(module: str) -> set[str]:
    path = ROOT / Path(*module.split("."))
    files = sorted(path.glob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    found: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom):
                found |= {str(node.module), *(f"{node.module}.{a.name}" for a in node.names)}
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
    return found


def floor(module: str) -> int | None:
    for number, modules in enumerate(FLOORS):
        if any(module == one or module.startswith(f"{one}.") for one in modules):
            return number
    return None


@pytest.mark.parametrize("module", sorted(set.union(*FLOORS) - {"turbo.cli"}))
def test_arrows_run_down(module: str) -> None:
    own = floor(module)
    assert own is not None
    for imported in imports(module):
        if imported.startswith(f"{module}.") or imported == module:
            continue
        below = floor(imported)
        assert below is None or below < own, f"{module} imports {imported}"


@pytest.mark.parametrize("module", CORE)
def test_the_core_imports_nothing_heavy(module: str) -> None:
    assert not {name.partition(".")[0] for name in imports(module)} & HEAVY


ROOMS = {
    "vision": {"turbo.dice", "turbo.errors", "turbo.observation", "turbo.rules", "turbo.sets"},
    "turbo/live": {*CORE, "turbo.links", "turbo.live", "vision"},
    "web": {*CORE, "turbo.live", "turbo.rolls"},
}
"""What the larger rooms may import beside themselves."""


@pytest.mark.parametrize(("room", "allowed"), ROOMS.items(), ids=ROOMS.keys())
def test_a_room_looks_only_down(room: str, allowed: set[str]) -> None:
    own = room.replace("/", ".")
    for file in sorted((ROOT / room).rglob("*.py")):
        for name in imports(".".join(file.relative_to(ROOT).with_suffix("").parts)):
            if name.partition(".")[0] in ("turbo", "vision", "web", "bench", "tests"):
                known = any(name == one or name.startswith(f"{one}.") for one in {own, *allowed})
                assert known or name == "turbo", f"{file.name} imports {name}"


def test_the_command_starts_without_anything_heavy() -> None:
    code = "import sys, turbo.cli as c; c.main(['check', 'b3 b4 b5']); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert loaded.returncode == 0, loaded.stderr
    assert not set(loaded.stdout.split()) & HEAVY


def test_nothing_below_the_session_reads_a_clock() -> None:
    for module in CORE:
        if module in ("turbo.session", "turbo.solver"):
            continue
        assert not {"time", "time.time", "time.monotonic"} & imports(module), module
