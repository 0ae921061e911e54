"""How the command line shows things to people: in which language, and whether in colour."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from turbo.game.dice import Colour, Face
from turbo.game.editions import TURBO, Edition
from turbo.game.layout import Fault
from turbo.game.messages import Language, word
from turbo.games import game_of

# Black is bold in the terminal's own colour, which may be light on black; there is no orange.
_ANSI_INK = {Colour.BLACK: "1", Colour.RED: "1;31", Colour.BLUE: "1;34", Colour.ORANGE: "1;33"}
_ANSI_VERDICT = {"accepted": "32", "rejected": "1;31", "unsure": "1;35"}


@dataclass(frozen=True, slots=True)
class Style:
    """In which language, and whether in colour: colour is for terminals only."""

    language: Language = Language.ENGLISH
    colour: bool = False
    edition: Edition = TURBO
    """Whose words are spoken."""

    def of(self, edition: Edition) -> "Style":
        return replace(self, edition=edition)

    def paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def word(self, key: str) -> str:
        return word(key, self.language)

    def face(self, face: Face | None, width: int = 0) -> str:
        text = ("" if face is None else str(face)).ljust(width)
        ink = None if face is None else face.colour
        return text if ink is None else self.paint(text, _ANSI_INK[ink])

    def hand(self, faces: Iterable[Face]) -> str:
        return " ".join(self.face(face) for face in faces)

    def verdict(self, verdict: str) -> str:
        return self.paint(self.word(verdict), _ANSI_VERDICT[verdict])

    def message(self, fault: Fault) -> str:
        return game_of(self.edition).speak(fault, self.edition, self.language)

    def fault(self, fault: Fault) -> str:
        return f"{game_of(self.edition).rule_word(fault.rule)}: {self.message(fault)}"

    def advice(self, fault: Fault) -> str:
        return f"{self.word('advice')}: {self.fault(fault)}"
