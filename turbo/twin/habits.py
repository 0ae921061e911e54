"""How people play, as data: what a player does beside throwing and laying, and people by name.

But for skill none of it changes what is played: a seed is the same match whoever sits there. It
changes how that looks, and a referee has to get along with all of it.
"""

import random
from dataclasses import dataclass
from enum import StrEnum

from turbo.errors import TurboError

SLEEVES: dict[str, tuple[float, float, float]] = {
    "navy": (0.36, 0.16, 0.10),
    "red": (0.12, 0.10, 0.48),
    "cream": (0.66, 0.76, 0.80),
    "grey": (0.30, 0.30, 0.28),
}
"""Blue, green, red of cloth. Cream is the colour of dice, red and navy of their inks."""

WIDEST_MM, STEEPEST_DEG = 2.5, 12.0
"""What still counts as touching: wider or more crooked nobody calls it a set."""


class Skill(StrEnum):
    SIMPLE = "simple"
    GOOD = "good"
    BEST = "best"


class CupPlace(StrEnum):
    """Where the cup is put after a throw."""

    AWAY = "away"
    """Out of the picture."""
    ZONE = "zone"
    """Into the own zone, one of the own dice behind it where that can be."""
    EDGE = "edge"
    """Over the rim of the mat, half in the picture."""
    TABLE = "table"
    """On the bare table beyond the mat."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player behaves. Left alone, these are the neat players of old: brisk, tidy, and patient
    until the referee has spoken. Chances are from 0 to 1."""

    skill: Skill = Skill.GOOD
    think_s: float = 1.2
    """Mean pause before a play."""
    forgets_button: float = 0.15
    """How often the button is not pressed at hand-over."""
    sets_aside: float = 0.3
    """How often dice that are kept are pushed to the end of the zone before a throw."""
    shallow: float = 0.25
    """How often a good player looks no further than a simple one."""
    search_nodes: int = 30_000
    """Longest search for a play; in 255 turns of the best none needed 3,000. In nodes, not seconds:
    a fast machine must not play better than a slow one, or a seed were another match there."""
    scatters: float = 0.0
    """How often the cup is poured towards the middle, over sets and into them."""
    cup: tuple[CupPlace, ...] = (CupPlace.AWAY,)
    """Where the cup is put after a throw: one of these."""
    carries: int = 1
    """Most dice that are taken at once."""
    slides: float = 0.0
    """How often a die is pushed over the mat instead of lifted, where nothing lies in the way."""
    rebuilds: float = 0.0
    """How often a set that is added to is taken apart and laid anew elsewhere."""
    drops: float = 0.0
    """How often a die slips from the fingers, lies there, perhaps turned, and is taken up again."""
    gap_mm: tuple[float, float] = (0.3, 0.3)
    """From how close to how far apart dice of a set are laid."""
    askew_deg: float = 0.0
    """How far a die of a set is turned at most."""
    lingers_s: float = 0.0
    """How long a hand stays at the own rim, on the average, before it goes."""
    overlaps: float = 0.0
    """How often this player's hand is over the table while the other's still is."""
    patience_s: tuple[float, float] | None = None
    """How long nobody touches anything before the game goes on, whether the referee has spoken or
    not; None: the players wait for the referee."""
    sleeve: str = ""
    """The cloth over the arm; none: bare."""

    def __post_init__(self) -> None:
        low, high = self.gap_mm
        if not 0.0 <= low <= high <= WIDEST_MM:
            raise TurboError(f"expected gaps of 0 to {WIDEST_MM} mm, got {low} to {high}")
        if not 0.0 <= self.askew_deg <= STEEPEST_DEG:
            raise TurboError(f"expected a turn of 0 to {STEEPEST_DEG}, got {self.askew_deg}")
        if self.sleeve and self.sleeve not in SLEEVES:
            raise TurboError(f"expected a sleeve: {', '.join(SLEEVES)}, got {self.sleeve!r}")
        if not self.cup or self.carries < 1:
            raise TurboError("expected a place for the cup, and at least one die to be carried")


PEOPLE: dict[str, Habits] = {
    "neat": Habits(),
    "brisk": Habits(
        think_s=0.6,
        carries=3,
        slides=0.3,
        cup=(CupPlace.TABLE, CupPlace.AWAY),
        gap_mm=(0.2, 1.0),
        askew_deg=4.0,
        patience_s=(2.0, 2.8),
        overlaps=0.4,
    ),
    "homely": Habits(
        scatters=0.6,
        cup=(CupPlace.EDGE, CupPlace.TABLE),
        carries=2,
        gap_mm=(0.3, 1.8),
        askew_deg=8.0,
        lingers_s=0.8,
        patience_s=(2.5, 4.0),
        sleeve="navy",
    ),
    "clumsy": Habits(
        scatters=0.5,
        cup=(CupPlace.ZONE, CupPlace.EDGE),
        drops=0.12,
        rebuilds=0.25,
        gap_mm=(0.5, 2.5),
        askew_deg=12.0,
        lingers_s=0.5,
        overlaps=0.5,
        patience_s=(2.0, 4.0),
        sleeve="red",
    ),
    "fiddler": Habits(
        think_s=2.0,
        scatters=0.2,
        cup=(CupPlace.ZONE,),
        carries=2,
        slides=0.7,
        rebuilds=0.5,
        sets_aside=0.9,
        gap_mm=(0.3, 2.2),
        askew_deg=9.0,
        lingers_s=1.5,
        patience_s=(3.0, 4.0),
        sleeve="cream",
    ),
}
"""People by name: `neat` as ever; the others do what people in films of such tables did."""


def people_named(text: str, seed: int = 0) -> tuple[Habits, Habits]:
    """Two players: `NAME`, `NAME+NAME`, or `drawn`: two of all but the neat, by the seed.

    >>> people_named("neat+clumsy")[1] == PEOPLE["clumsy"]
    True
    """
    names = text.split("+")
    if text == "drawn":
        names = random.Random(f"people {seed}").sample([n for n in PEOPLE if n != "neat"], 2)
    if not 1 <= len(names) <= 2 or not set(names) <= set(PEOPLE):
        known = ", ".join(PEOPLE)
        raise TurboError(f"expected people: drawn, or one or two of {known}, got {text!r}")
    return PEOPLE[names[0]], PEOPLE[names[-1]]
