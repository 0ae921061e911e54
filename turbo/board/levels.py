"""The levels of the user's own tray, kept between evenings.

A text of three lines; everything prints and parses back to the same value:

>>> print(levels_text(Levels(40, 250, 600)))
shake 40
pour 250
rest 600
>>> parse_levels("shake 35\\npour 320\\nrest 600  # as tuned")
Levels(shake_level=35, pour_level=320, rest_ms=600)
"""

from pathlib import Path

from turbo.board.link import Levels
from turbo.data_folder import data_file
from turbo.errors import BadNotation, TurboError, reading

# The board's converter has ten bits.
LIMITS = {"shake": 1023, "pour": 1023, "rest": 60_000}
EXPECTED = "expected 'shake N', 'pour N' (1 to 1023) and 'rest MS', a line each"


def levels_file() -> Path:
    """Where the levels are kept: TURBO_TRAY, or beside the matches."""
    return data_file("TURBO_TRAY", "tray.txt")


def levels_text(levels: Levels) -> str:
    return f"shake {levels.shake_level}\npour {levels.pour_level}\nrest {levels.rest_ms}"


def parse_levels(text: str) -> Levels:
    found = dict[str, int]()
    for number, line in enumerate(text.split("\n"), 1):
        match line.partition("#")[0].split():
            case []:
                continue
            case [word, value] if _fits(word, value) and word not in found:
                found[word] = int(value)
            case _:
                raise BadNotation(f"{EXPECTED}, got {line.strip()!r}", line=number)
    # All three or none: levels of two evenings do not belong together.
    if found.keys() != LIMITS.keys():
        raise BadNotation(EXPECTED)
    return Levels(found["shake"], found["pour"], found["rest"])


def _fits(word: str, value: str) -> bool:
    # Bounded before it is read: a file may hold a number of a million digits.
    is_number = value.isascii() and value.isdecimal() and len(value) <= 6
    return word in LIMITS and is_number and 1 <= int(value) <= LIMITS[word]


def load_levels(path: Path | None = None) -> Levels:
    """The levels that were kept, or the usual ones where none were."""
    path = path or levels_file()
    try:
        with reading(path):
            return parse_levels(path.read_text(encoding="utf-8")) if path.exists() else Levels()
    except UnicodeDecodeError as error:
        raise TurboError(f"{path}: {EXPECTED}, got bytes that are no text") from error
    except BadNotation as error:
        raise TurboError(f"{path}: {error}") from error


def save_levels(levels: Levels) -> Path:
    path = levels_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(levels_text(levels) + "\n", encoding="utf-8")
    return path
