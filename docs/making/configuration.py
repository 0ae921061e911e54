"""Everything that can be set: environment, and each tuning number with the line that explains it.

Notes are read from the sources, where they stand below each field.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("turbo", "vision", "web")

VARIABLES = {
    "TURBO_LOCALE": "a folder with catalogues (XX.po) of your own: languages to try",
    "TURBO_STORE": "the file that holds the matches; throws and evidence lie beside it",
    "TURBO_PIN_FILE": "where the referee's PIN is written when it is made, instead of printed",
    "TURBO_TABLE_SOCKET": "where a table that runs answers `turbo doctor`; set by the installation",
    "TURBO_UPDATE": "in `/etc/turbo.conf`: where the page leaves the wish for an update",
    "TURBO_UPDATE_RESULT": "in `/etc/turbo.conf`: where it reads what became of it",
    "TURBO_HOTSPOT": "in `/etc/turbo.conf`: `on` where no network is found, `always`, or `off`",
    "TURBO_HOTSPOT_NAME": "in `/etc/turbo.conf`: the name of that network",
    "TURBO_HOTSPOT_PASSWORD": "in `/etc/turbo.conf`: its password, eight letters or more",
    "TURBO_CALIBRATION": "the file of the camera's calibration",
    "TURBO_DICE": "the file of your own dice, as `turbo enroll` writes it",
    "TURBO_TILES": "the same of your own tiles (`turbo enroll --pieces tiles`)",
    "TURBO_TRAY": "the file with the cup sensor's levels, as `turbo board tune` writes it",
    "TURBO_FIRMWARE": "the folder of the firmware's sources, for the emulated board",
    "TURBO_HALL": "the folder of the hall: its secrets, and its database where it has its own",
    "TURBO_MAINS": "50 or 60 Hz: lamps flicker twice as fast",
    "TURBO_CAMERA": "in `/etc/turbo.conf`: the camera of the installed service",
    "TURBO_BOARD": "in `/etc/turbo.conf`: its board",
    "TURBO_OPTIONS": "in `/etc/turbo.conf`: further options of `turbo run`",
}
"""A test reads the sources: a variable that is not here fails it, and so does one that is gone."""


NAMES = "(?:Tuning|Settings|Options|Timing|Pace|Keeping|Effort)"
"""How a dataclass of numbers is called at its end."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """A dataclass of numbers: its module, what it is for, and its fields with default and note."""

    name: str
    module: str
    about: str
    fields: tuple[tuple[str, str, str], ...]


def field_notes(of: type) -> dict[str, str]:
    """The line below each field of a dataclass."""
    node = ast.parse(inspect.getsource(of)).body[0]
    assert isinstance(node, ast.ClassDef)
    return {name: note for name, _, note in _fields(node)}


def _fields(node: ast.ClassDef) -> Iterator[tuple[str, str, str]]:
    following = [*node.body[1:], None]
    for one, after in zip(node.body, following, strict=True):
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            default = "" if one.value is None else ast.unparse(one.value)
            yield one.target.id, default, _note(after)


def _note(node: ast.stmt | None) -> str:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if not is_text or not isinstance(node.value.value, str):  # type: ignore[union-attr]
        return ""
    return " ".join(node.value.value.split())  # type: ignore[union-attr]


@cache
def tunings() -> tuple[Tuning, ...]:
    """Every dataclass of a telling name whose fields all have defaults."""
    found = []
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if re.search(rf"^class \w*{NAMES}\b", text, re.M):
            nodes = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef))
            found += [one for node in nodes if (one := _tuning(node, path))]
    return tuple(found)


def _tuning(node: ast.ClassDef, path: Path) -> Tuning | None:
    fields = tuple(_fields(node))
    is_named = re.search(rf"{NAMES}$", node.name)
    if not is_named or not fields or not all(default for _, default, _ in fields):
        return None
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return Tuning(node.name, module, " ".join((ast.get_docstring(node) or "").split()), fields)


def page() -> str:
    lines = [
        "# Configuration",
        "",
        "Everything works as it comes. What a command can be told stands with",
        "[the commands](commands.md).",
        "",
        "## Environment, and `/etc/turbo.conf`",
        "",
        "| name | what |",
        "|---|---|",
        *(f"| `{name}` | {what} |" for name, what in VARIABLES.items()),
        "",
        "Data lie in `$XDG_DATA_HOME/turbo`, by default `~/.local/share/turbo`; on a Pi in",
        "`/var/lib/turbo`.",
        "",
        "## Numbers",
        "",
        "Each subject has one frozen dataclass; its numbers with their reasons, as the sources",
        "give them.",
        "",
    ]
    for one in tunings():
        lines += [f"### {one.name}", "", f"`{one.module}`. {one.about}", ""]
        lines += ["| field | is | why |", "|---|---|---|"]
        lines += [f"| `{n}` | `{_cell(d)}` | {_cell(note)} |" for n, d, note in one.fields]
        lines.append("")
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
