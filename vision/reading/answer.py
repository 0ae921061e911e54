"""What was read in a picture, as JSON for programs and as a few lines for people.

The JSON holds, beyond what every program may count on, ``doubtful``: a list of ``{"reason",
"dice"}`` with indices into ``dice``, for dice that do not lie free and flat and for places that
fit no grid.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from turbo.game.observation import Observation, Reading, SeenDie
from vision.pictures.given import one_line
from vision.reading.grid import LayoutReading

SENTENCES = {
    "gap": "lie neither touching nor clearly apart",
    "aside": "touch, but half a die out of line",
    "turned": "touch, but are turned against each other",
    "overlap": "are seen in one place",
    "clash": "fit no grid",
    "colourless": "have no colour in this picture: orange and black look alike",
    "cocked": "is cocked",
    "covered": "is covered",
    "cut": "is cut by the edge of the picture",
    "stacked": "lies on another",
}


@dataclass(frozen=True, slots=True)
class ReadPicture:
    """One picture as it was read."""

    name: str
    seen: Observation
    layout: LayoutReading
    sure: float
    is_grey: bool = False
    """Whether the picture has no colour: then nobody can tell the dice's."""


def picture_json(read: ReadPicture) -> dict[str, Any]:
    return {
        "image": read.name,
        "layout": read.layout.text,
        "dice": [_die_json(die) for die in read.seen.dice],
        "doubtful": [{"reason": reason, "dice": dice} for reason, dice in _doubts(read)],
    }


def _die_json(die: SeenDie) -> dict[str, Any]:
    x, y = die.centre_px
    best = _reading_json(die.readings[0]) if die.readings else _NO_READING
    return {
        "x": round(x, 2),
        "y": round(y, 2),
        **best,
        "corners": [[round(x, 2), round(y, 2)] for x, y in die.corners_px],
        "also": [_reading_json(reading) for reading in die.readings[1:]],
    }


_NO_READING = {"number": None, "colour": None, "confidence": 0.0}


def _reading_json(reading: Reading) -> dict[str, Any]:
    face = reading.face
    return {
        "number": "joker" if face.is_joker else face.number,
        "colour": face.colour.word if face.colour is not None else None,
        "confidence": _rounded_down(reading.confidence),
    }


def _rounded_down(confidence: float) -> float:
    """Four places, never upwards: rounding must not make a doubtful face a sure one."""
    # The little more: 0.57 times 10,000 is 5699.999 to a computer.
    return math.floor(confidence * 1e4 + 1e-6) / 1e4


def _doubts(read: ReadPicture) -> Iterator[tuple[str, list[int]]]:
    dice = read.seen.dice
    if read.is_grey and dice and all(die.confidence < read.sure for die in dice):
        yield "colourless", list(range(len(read.seen.dice)))
    for number, die in enumerate(read.seen.dice):
        yield from ((doubt.value, [number]) for doubt in die.doubts)
    yield from ((doubt.reason.value, list(doubt.dice)) for doubt in read.layout.doubtful)


def picture_text(read: ReadPicture) -> str:
    """A few lines for people: the layout, every die, and what is doubtful."""
    count = len(read.seen.dice)
    one, many = ("tile", "tiles") if read.seen.are_tiles else ("die", "dice")
    lines = [f"{one_line(read.name)}: {count} {one if count == 1 else many}"]
    if count:
        lines.append(f"  layout: {read.layout.text}")
    lines += [_die_text(number, die, read.sure) for number, die in enumerate(read.seen.dice, 1)]
    for reason, dice in _doubts(read):
        numbers = " and ".join(str(die + 1) for die in dice)
        lines.append(f"  doubtful: {numbers} {SENTENCES[reason]}")
    return "\n".join(lines)


def _die_text(number: int, die: SeenDie, sure: float) -> str:
    x, y = die.centre_px
    face = "?" if die.doubts else str(die.face(sure))
    line = f"  {number:2} {face:>3}  {_percent(die.confidence)}  at {x:.0f}, {y:.0f}"
    if face != "?":
        return line
    likely = ", ".join(f"{r.face} {_percent(r.confidence).strip()}" for r in die.readings)
    return f"{line}  doubtful: {likely or 'nothing could be read'}"


def _percent(confidence: float) -> str:
    return f"{100 * _rounded_down(confidence):6.2f} %"
