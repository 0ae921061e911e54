"""The colours that people have chosen, in a file beside the store; who has chosen none has one by
the letters of the name, the same on every machine."""

import hashlib
import json
from pathlib import Path

from turbo.errors import TurboError, writing
from turbo.storage.files import OWN, write_whole

COLOURS = ("red", "orange", "green", "teal", "blue", "violet", "pink", "grey")


class Colours:
    """One colour a person. Read at every question: another program may have written it."""

    def __init__(self, store: Path) -> None:
        self.path = store.with_name(f"{store.name}.colours")

    def of(self, name: str) -> str:
        return self._read().get(name) or _by_letters(name)

    def choose(self, name: str, colour: str) -> None:
        if colour not in COLOURS:
            raise TurboError(f"expected one of {', '.join(COLOURS)}, got {colour!r}")
        self._write(self._read() | {name: colour})

    def forget(self, name: str) -> None:
        known = self._read()
        if known.pop(name, None) is not None:
            self._write(known)

    def _read(self) -> dict[str, str]:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            return {str(name): str(one) for name, one in found.items() if one in COLOURS}
        # Colours are no reason to refuse a page: one that is damaged is chosen again.
        except (OSError, ValueError, AttributeError):
            return {}

    def _write(self, known: dict[str, str]) -> None:
        with writing(self.path):
            write_whole(self.path, json.dumps(known, ensure_ascii=False).encode(), OWN)


def _by_letters(name: str) -> str:
    return COLOURS[hashlib.sha256(name.encode()).digest()[0] % len(COLOURS)]
