"""Every number of the belief: how surprising a thing is, and what was measured.

How people play cannot be measured to a digit, so what they do is placed on a scale of seven steps,
in nats: what costs 2.5 happens one time in twelve. Two ways to explain a table differ by the sum of
what each asks to be believed.
"""

import math
from dataclasses import dataclass

USUAL = 0.3
"""Three times in four."""
OFTEN = 1.0
"""One time in three,"""
SOMETIMES = 2.5
"""in twelve,"""
SELDOM = 4.0
"""in fifty,"""
RARELY = 7.0
"""in a thousand,"""
HARDLY = 8.5
"""in five thousand,"""
NEVER = 14.0
"""and never where people play, though dice and readers may fail."""

FACES = 54
"""That eighteen dice have, of which any may come up where nobody knows the dice."""


@dataclass(frozen=True, slots=True)
class Model:
    """How surprising each thing is; then distances, times, chances and limits."""

    edge_mm: float = 16.0

    # A die that is left alone, moved or carried.
    moved: float = OFTEN
    found: float = OFTEN
    """It was out of sight and lies elsewhere: it had been lifted before."""
    near: float = OFTEN
    """It was lifted, and lies where it lay."""
    lifted: float = SOMETIMES
    lone: float = OFTEN
    """Somebody lays a die in the middle, away from all others."""
    shunned: float = SELDOM
    """A die that leans is taken up, and not to be thrown again; off the mat it may be put in."""
    unbroken: float = SELDOM
    """A die lies where another one was followed to, which shows the same, or was thrown there."""
    reached: float = SELDOM
    """A die comes from a place that nobody has seen bare since a thing stands there."""
    trespass: float = RARELY
    """Somebody lays the own dice before the other, or takes of the table."""

    # A die that is thrown: one of 54 faces comes up, and of its own six the same again.
    thrown: float = math.log(FACES)
    as_before: float = math.log(6)
    rolled: float = USUAL
    astray: float = SOMETIMES
    """It rolls into the middle, and before the other player."""
    in_row: float = SELDOM
    """It comes to lie in a row with others, as if it had been laid there."""
    back_again: float = OFTEN
    in_place: float = RARELY
    """It lies where it lay, or another that was taken up: after a long while, and at once."""
    hasty: float = SELDOM
    """A throw in less time than a cup needs; and to turn a die in more."""
    slow: float = SELDOM
    left_out: float = NEVER
    """It lay there still when others of its throw were in the cup."""
    short: float = OFTEN
    """Each die that is not seen of a first throw, which is with nine."""
    sound: float = OFTEN
    """Each die that is thrown again though it lay well."""

    # A face that changes: the guard.
    tipped: float = HARDLY
    """A throw tips a die, or drives it elsewhere (`far`);"""
    turned: float = HARDLY
    """somebody turns it;"""
    misread: float = HARDLY
    """it was read wrongly before;"""
    swapped: float = NEVER
    """it is another one."""

    # A die that is not seen.
    hidden: float = USUAL
    away: float = USUAL
    """It was out of sight and is so still,"""
    kept_in: float = SOMETIMES
    """also when others of its player were thrown, and there is nothing behind which it may lie."""
    leant: float = USUAL
    carried: float = SOMETIMES
    """Somebody has it in a hand or in the cup, as must be with one that leans."""
    lost: float = RARELY
    """It was of the table;"""
    missed: float = SOMETIMES
    """and lies there, seen by no look: from beside the table those before it hide its sides."""

    # What is seen and is none of the dice.
    side_ghost: float = SELDOM
    """What is in doubt and overlaps a die: a side of that, or one that lies on it."""
    stand_in: float = SELDOM
    """It lies just where one was taken up."""
    doubtful_ghost: float = RARELY
    ghost: float = NEVER
    appears: float = NEVER + USUAL
    """It comes out of the bag, which nobody opens in a round: rather it is another game's."""

    # Who does something.
    due: float = USUAL
    ends_turn: float = OFTEN
    """Who is to throw throws; the other, who ends the turn by it;"""
    again: float = SOMETIMES
    early: float = SOMETIMES
    """once more; before the own first turn;"""
    ahead: float = RARELY
    """even before who starts;"""
    out_of_turn: float = SELDOM
    around: float = SOMETIMES
    """out of turn; and after both have passed unseen."""
    pressed: float = HARDLY
    """Somebody presses whose turn it is not."""
    fault: float = SOMETIMES
    """What is against the rules, or would be a strange course."""
    unruly: float = SOMETIMES
    """Each die that is not where the story's own match has it."""
    skipped: float = SELDOM
    """What lies there is explained from the last table in order, past one that was in disorder;"""
    unshown: float = RARELY
    """each die that was thrown by that, and showed something else then."""

    # Distances in edges, times in seconds, chances, and how many are kept.
    aside: float = 0.5
    far: float = 0.15
    """Nats for each edge that a throw drives a die."""
    in_cup_s: float = 0.9
    """What was out of sight for less was in no cup;"""
    throw_s: float = 1.8
    """nor was a throw whose longest was: of 15 throws in films the quickest took 5.4 s, of
    the twin's people 2.6, of acted ones 1.9."""
    long_s: float = 1.2
    """So long out of sight, and a die may have been thrown that shows what it showed."""
    floor: float = 0.002
    """The least chance that a face was read rightly which another reading contradicts."""
    doubted: float = 0.007
    """The same of a die that is in doubt."""
    again_read: float = 0.7
    """So surely must a die that was moved show what it showed, to be the same though in doubt."""
    absent: float = 0.5
    """Nats for each second that a die stays out of sight while everything lies still,"""
    absent_s: float = 4.0
    """and for how long that speaks against a story."""
    few: int = 3
    """More dice than this do not lie badly after one throw."""
    keep: int = 12
    ways: int = 8
    """So many hypotheses, and so many ways in which one act explains what is seen."""
    past: int = 24
    """So many tables, the latest, are looked at that came after the last one in order: in films
    with things set down a disorder lasted through 11 at most, and one that lasts for hours must not
    cost more and more."""
    window: float = 10.0
    """So far behind the best, in nats, a hypothesis is given up."""
    likely: float = SELDOM
    """So far behind the best a table in order may be, to explain another one from it."""
    tell: float = 0.98
    waited: float = 0.9
    """The same where everything has lain still for so long: waiting brings nothing more, and what
    is told may be revised."""
    waited_s: float = 1.5
