"""What the user's own dice can show and what they cannot. No OpenCV here.

Eighteen dice show eighteen faces at most one each: faces that no choice of different dice can show
together are impossible. Dice that were not enrolled, and faces that nobody has seen, may be
anything.

>>> from turbo.game.dice import parse_hand
>>> own = DiceSet(dice=(Die.parse("b1 b2 b3 b4 b5 b6"), Die.parse("b1 r2 r3 r4 r5 r6")))
>>> is_possible(parse_hand("b1 b1"), own), is_possible(parse_hand("b1 b2 b3"), own, dice=2)
(True, False)
"""

import re
from collections.abc import Sequence
from pathlib import Path

from turbo.errors import TurboError, text_of
from turbo.game.dice import DICE, UNREAD, Colour, DiceSet, Die, Face
from turbo.storage.files import write_whole
from vision.pictures.given import one_line

ANYTHING = Die((UNREAD,) * 6)


def is_possible(faces: Sequence[Face], own: DiceSet, *, dice: int = DICE) -> bool:
    """Whether different dice can show all these faces at once; an unread face is any."""
    others = [ANYTHING] * (dice - len(own.dice))
    return _matching(faces, (*own.dice, *others)) is not None


def _matching(faces: Sequence[Face], dice: Sequence[Die]) -> dict[int, int] | None:
    """A die for every face, by its place; None if there is none. Kuhn's way of changing places."""
    shown_by: dict[int, int] = {}

    def seat(face: int, tried: set[int]) -> bool:
        for die, one in enumerate(dice):
            if die in tried or not (faces[face].is_unread or one.can_show(faces[face])):
                continue
            tried.add(die)
            if die not in shown_by or seat(shown_by[die], tried):
                shown_by[die] = face
                return True
        return False

    return shown_by if all(seat(face, set()) for face in range(len(faces))) else None


def load_dice(path: Path) -> DiceSet:
    """The dice of a file; `TurboError` says what is wrong with it."""
    try:
        return DiceSet.parse(text_of(path))
    except ValueError as error:
        raise TurboError(one_line(f"{path}: {error}")) from error


def load_inks(path: Path) -> dict[Colour, tuple[float, float, float]]:
    """Blue, green and red of each ink against the dice's own white, as far as the file has them."""
    return parse_inks(text_of(path))


def parse_inks(text: str) -> dict[Colour, tuple[float, float, float]]:
    """The inks of such a file's text."""
    inks = {}
    # Of the four colours alone: any other line that begins so is somebody's comment.
    colours = "|".join(one.word for one in Colour)
    pattern = rf"^# ink ({colours}) (\d\.\d+) (\d\.\d+) (\d\.\d+)$"
    for word, *values in re.findall(pattern, text, re.MULTILINE):
        blue, green, red = map(float, values)
        inks[Colour.from_word(word)] = (blue, green, red)
    return inks


def ink_note(colour: Colour, bgr: tuple[float, float, float]) -> str:
    """The comment from which `load_inks` has it."""
    return f"ink {colour.word} {bgr[0]:.3f} {bgr[1]:.3f} {bgr[2]:.3f}"


def save_dice(own: DiceSet, path: Path, notes: Sequence[str] = ()) -> None:
    """Whole or not at all; notes become comments at the top."""
    save_inks(path, notes, str(own))


def save_inks(path: Path, notes: Sequence[str], *lines: str) -> None:
    """The notes alone where nothing else was learned."""
    text = "\n".join([*(f"# {one_line(note)}" for note in notes), *lines])
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"{text}\n".encode())
    except OSError as error:
        raise TurboError(one_line(f"{path}: cannot be written: {error.strerror}")) from error
