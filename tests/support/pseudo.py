"""A language that nobody speaks: English with accents, and longer by two fifths.

What does not fit in it would not fit in somebody's language; what stands in it without accents is
no message of the catalogue.
"""

import re
from pathlib import Path

from turbo.i18n.catalogue import read_po
from turbo.i18n.languages import LOCALE

CODE = "qps"
_PLAIN = "abcdefghijklnoprstuwyzACDEGINORSTUZ"
_ACCENTED = "áƀçđéƒğĥíĵķļñóƥŕşţúŵýžÁÇĐÉĞÍÑÓŔŞŢÚŽ"
_LETTERS = str.maketrans(_PLAIN, _ACCENTED)
_PARTS = re.compile(r"(\{[^{}]*\})")

HEADER = """msgid ""
msgstr ""
"Language: qps\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"X-Name: Pseudo\\n"
"X-Reviewed: no\\n"
"""


def pseudo(text: str) -> str:
    """The text with accents and longer; its blanks stay.

    >>> pseudo("{count} dice seen")
    '[{count} đíçé şééñ ····]'
    """
    parts = [p if p.startswith("{") else p.translate(_LETTERS) for p in _PARTS.split(text)]
    letters = sum(len(p) for p in _PARTS.split(text) if not p.startswith("{"))
    # Dots of their own word: a longer sentence breaks, it does not become one long word.
    return f"[{''.join(parts)} {_dots(letters)}]"


def _dots(letters: int) -> str:
    dots = max(1, round(0.4 * letters))
    return " ".join("·" * min(8, dots - start) for start in range(0, dots, 9))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def write_pseudo(folder: Path) -> Path:
    """The whole catalogue in it, as a file of its own."""
    blocks = [HEADER]
    for one in read_po(LOCALE / "en.po"):
        if one.key:
            blocks.append(_block(one.key, one.source, one.notes))
    path = folder / f"{CODE}.po"
    path.write_text("\n".join(blocks), encoding="utf-8")
    return path


def _block(key: str, source: tuple[str, ...], notes: tuple[str, ...]) -> str:
    lines = [f"#. {note}" for note in notes]
    lines += [f"msgctxt {_quoted(key)}", f"msgid {_quoted(source[0])}"]
    # A part of a sentence is not put in brackets twice.
    said = [text if key.startswith(("face.", "list.")) else pseudo(text) for text in source]
    if len(source) == 1:
        return "\n".join([*lines, f"msgstr {_quoted(said[0])}", ""])
    lines.append(f"msgid_plural {_quoted(source[1])}")
    return "\n".join([*lines, *(f"msgstr[{n}] {_quoted(one)}" for n, one in enumerate(said)), ""])
