"""Every mischief of the twin: its name, what is done, and what the referee is expected to say.

`rule` is the id of a rule that the ruling must name; `notice` is the key of a word to the players
that is no ruling (a `Notice`). Where both are given, either will do: a live referee may speak
before there is anything to rule on. What cannot be done at a moment waits for a better one.
"""

import random
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from turbo.errors import named
from turbo.game.dice import Face
from turbo.game.layout import Rule


class MischiefMoment(StrEnum):
    """When a mischief can be done."""

    BEFORE_THROW = "before the throw"
    AFTER_THROW = "after the throw"
    PLAY = "instead of a play"
    ANY = "at any time"


@dataclass(frozen=True, slots=True)
class Mischief:
    name: str
    does: str
    moment: MischiefMoment
    rule: Rule | None = None
    notice: str = ""
    also: tuple[str, ...] = ()
    """Other words that name it as well."""

    @property
    def expected(self) -> str:
        return str(self.rule) if self.rule is not None else self.notice

    def is_named(self, rules: Collection[str], notices: Collection[str]) -> bool:
        """Whether the referee has named it, by a fault or by a word."""
        is_ruled = self.rule is not None and str(self.rule) in rules
        return is_ruled or any(word in notices for word in (self.notice, *self.also) if word)


_PLAY, _AFTER, _BEFORE, _ANY = (
    MischiefMoment.PLAY,
    MischiefMoment.AFTER_THROW,
    MischiefMoment.BEFORE_THROW,
    MischiefMoment.ANY,
)

# A die may lie behind a cup or have rolled away, and of a hand that lies still the words may say
# what it hides: it is asked for, and nobody is accused.
_HIDDEN = ("lift-thing",)
_MOVED = ("camera-found", "camera-moved")

_ALL = tuple(
    Mischief(*one)
    for one in (
        ("turn-die", "turns a die on the table to another face", _PLAY, Rule.DIE_TURNED,
         "table-die-turned"),
        ("turn-hand-die", "turns a die in the own hand", _PLAY, Rule.DIE_TURNED,
         "hand-die-turned"),
        ("take-back", "takes a die from the table into the hand", _PLAY, Rule.DIE_REMOVED,
         "die-missing", _HIDDEN),
        ("add-die", "puts a die from the pocket on the table", _PLAY, Rule.DIE_ADDED, "die-added"),
        ("throw-twice", "throws a second time in one turn", _AFTER, Rule.THROWN_TWICE),
        ("throw-out-of-turn", "throws while it is the other's turn", _BEFORE, Rule.OUT_OF_TURN,
         "not-your-turn"),
        ("leave-touching", "leaves two dice touching", _PLAY, Rule.TOUCHING),
        ("wrong-run", "lays three dice that are no set", _PLAY, Rule.NOT_A_SET),
        ("lone-die", "lays a single die", _PLAY, Rule.LONE_DIE),
        ("short-throw", "throws eight dice at first", _BEFORE, Rule.FIRST_THROW,
         "waiting-for-dice", _HIDDEN),
        ("play-unthrown", "plays without a throw", _BEFORE, Rule.NOT_THROWN),
        ("nudge-mat", "pushes the mat a little", _ANY, None, "camera-bumped", _MOVED),
        ("bump-camera", "runs into the camera's arm", _ANY, None, "camera-bumped", _MOVED),
        ("switch-lamp", "switches the lamp off and on again", _ANY, None, "too-dark"),
        ("cover-die", "rests a hand on dice of the table", _ANY, None, "hand-rests", _HIDDEN),
        ("pull-camera", "pulls the camera's plug for a while", _ANY, None, "camera-lost"),
        ("pull-board", "pulls the board's plug for a while", _ANY, None, "board-lost"),
    )
)  # fmt: skip

MISCHIEF: dict[str, Mischief] = {one.name: one for one in _ALL}

IN_EVENTS = tuple(one.name for one in _ALL if one.rule is not None)
"""Those that a stream of events can express."""


def mischief_named(name: str) -> Mischief:
    return named(MISCHIEF, name, "a mischief")


def no_set_of_three(hand: list[int], faces: list[Face], chance: random.Random) -> list[int] | None:
    """Three dice that no rule could call a set: two of them differ in number and two in colour."""
    plain = [place for place, face in enumerate(faces) if not face.is_joker]
    # A hand of nine nearly always has such a three; where it has none the mischief waits.
    for _ in range(30):
        if len(plain) < 3:
            break
        three = chance.sample(plain, 3)
        if len({faces[p].number for p in three}) > 1 and len({faces[p].colour for p in three}) > 1:
            return [hand[place] for place in three]
    return None
