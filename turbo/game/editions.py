"""One value for each edition of the game, found by name. Rules ask the edition, nothing else.

What players may choose (`time`, `blocked`, `meld_then`, `mirror_half`, `rounds`) is a replacement
in that value, so there is no second place for rules.

>>> edition("original-jumbo").joker_points
30
>>> edition("original-jumbo", {"time": "90"}).time_s
90
>>> edition("six").pieces
160
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from turbo.errors import BadNotation, TurboError
from turbo.game.dice import CHANGE, DICE, DOUBLE, HAND, JOKER, JOKER_POINTS, MIRROR, NUMBERS, Colour


# Choices have names, not truths: a record says meld_then=apart and nobody has to guess.
class Meld(StrEnum):
    """What else may be done in the turn of the first meld."""

    APART = "apart"
    SAME_TURN = "same-turn"


class Unfinished(StrEnum):
    """What happens to a table that was not finished in time."""

    RESTORE = "restore"
    OWN_BACK = "own-back"


class PoolEmpty(StrEnum):
    """How a game goes on when nothing is left to draw."""

    LAST_TURNS = "last-turns"
    UNTIL_NOBODY_LAYS = "until-nobody-lays"


class Blocked(StrEnum):
    """How a game is scored that nobody went out of."""

    OWN_SUMS = "own-sums"
    DIFFERENCES = "differences"


class PieceKind(StrEnum):
    """What a game is played with. Whatever differs by it is a table with a row for each."""

    DIE = "die"
    TILE = "tile"


@dataclass(frozen=True, slots=True)
class Edition:
    """A box and its rulebook. Times in seconds, None: no limit."""

    name: str
    players: tuple[int, int]
    copies: int = 2
    jokers: Mapping[int, int] = field(default_factory=lambda: {JOKER: 2})
    """How many of each kind of joker, by its number."""
    hand: int = 14
    first_meld: int = 30
    meld_then: Meld = Meld.APART
    is_thrown: bool = False
    time_s: int | None = 60
    late_untouched: int = 3
    """Tiles drawn by who is late with the table as it was."""
    late_unfinished: int = 3
    """Tiles drawn by who is late, or gives up, over an unfinished table."""
    lost_costs: bool = False
    """Whether a table tile that nobody can put back costs one more."""
    unfinished: Unfinished = Unfinished.RESTORE
    joker_points: int = 30
    pool_empty: PoolEmpty = PoolEmpty.UNTIL_NOBODY_LAYS
    blocked: Blocked = Blocked.DIFFERENCES
    counts_games: bool = False
    """Most games won decide, then points."""
    rounds: int | None = None
    """Games in a match, or rounds of as many games as players where games count; None: open."""
    redeal_pairs: int | None = None
    """So many identical pairs in the first rack give a right to a new deal."""
    mirror_half: int = 1
    """Tiles on each side of a mirror at least."""
    words: str = "turbo"
    """Whose words for group, run and set are spoken: they flip between rulebooks."""

    @property
    def has_minus(self) -> bool:
        """Whether losers write down what they hold: with dice only the winner of a round writes."""
        return not self.is_thrown

    @property
    def piece(self) -> PieceKind:
        return PieceKind.DIE if self.is_thrown else PieceKind.TILE

    def check_piece(self, wanted: PieceKind) -> None:
        if self.piece is not wanted:
            raise TurboError(f"expected an edition with {wanted}s, got {self.name}")

    @property
    def has_special(self) -> bool:
        """Whether some of its jokers are of another kind."""
        return any(kind != JOKER for kind in self.jokers)

    @property
    def pieces(self) -> int:
        if self.is_thrown:
            return DICE
        return len(Colour) * len(NUMBERS) * self.copies + sum(self.jokers.values())

    def seats(self, count: int) -> int:
        low, high = self.players
        if not low <= count <= high:
            many = str(low) if low == high else f"{low} to {high}"
            raise TurboError(f"expected {many} players in {self.name}, got {count}")
        return count

    def games(self, players: int) -> int | None:
        """How many games a match has; None: until somebody ends it."""
        if self.rounds is None:
            return None
        return self.rounds * (players if self.counts_games else 1)


TURBO = Edition(
    "turbo", (2, 2), hand=HAND, first_meld=0, is_thrown=True, time_s=None,
    late_untouched=0, late_unfinished=0, joker_points=JOKER_POINTS, rounds=6,
)  # fmt: skip

# It is silent about an empty pool: decided as in the publisher's other book, that of `special`.
GOLIATH = Edition(
    "original-goliath", (2, 4), meld_then=Meld.SAME_TURN, time_s=None, joker_points=25,
    unfinished=Unfinished.OWN_BACK, words="goliath",
)  # fmt: skip

EDITIONS = {
    one.name: one
    for one in (
        TURBO,
        Edition(
            # Also the winner of a blocked game writes the own sum as minus: printed so, against the
            # general rule of the same book that a game adds up to 0.
            "original-jumbo", (2, 4), lost_costs=True, pool_empty=PoolEmpty.LAST_TURNS,
            blocked=Blocked.OWN_SUMS, redeal_pairs=3, words="jumbo",
        ),
        GOLIATH,
        Edition(
            # Only unfinished sets are punished: who is late over an untouched table draws as usual.
            "original-french", (2, 4), late_untouched=1, unfinished=Unfinished.OWN_BACK,
            words="french",
        ),
        # Five or six players; its book lets fewer play with all 160 as well, for a longer game.
        replace(GOLIATH, name="six", players=(2, 6), copies=3, jokers={JOKER: 4}),
        replace(GOLIATH, name="six-four-jokers", jokers={JOKER: 4}),
        Edition(
            # The book has eight jokers of four kinds and does not say how many of each.
            "special", (2, 4), jokers={JOKER: 2, DOUBLE: 2, CHANGE: 2, MIRROR: 2},
            late_untouched=1, counts_games=True, words="special",
        ),
    )
}  # fmt: skip


def edition(name: str, options: Mapping[str, str] | None = None) -> Edition:
    """The edition of that name, with what its players have chosen."""
    if name not in EDITIONS:
        raise BadNotation(f"expected an edition ({', '.join(EDITIONS)}), got {name!r}")
    chosen = EDITIONS[name]
    for key, value in (options or {}).items():
        # One after another: of the same option the last one counts, as in a record.
        chosen = _with_option(chosen, key, value)
    return chosen


def _with_option(chosen: Edition, key: str, value: str) -> Edition:
    try:
        match key:
            case "time":
                return replace(chosen, time_s=None if value == "off" else _count(value))
            case "blocked":
                return replace(chosen, blocked=Blocked(value))
            case "meld_then":
                return replace(chosen, meld_then=Meld(value))
            case "mirror_half":
                return replace(chosen, mirror_half=_count(value))
            case "rounds":
                return replace(chosen, rounds=_count(value))
    except ValueError:
        raise BadNotation(f"expected {_OPTIONS[key]} for {key}, got {value!r}") from None
    raise BadNotation(f"unknown option {key!r}; known: {', '.join(_OPTIONS)}")


_OPTIONS = {
    "time": "seconds from 1, or off,",
    "blocked": " or ".join(Blocked),
    "meld_then": " or ".join(Meld),
    "mirror_half": "a number from 1",
    "rounds": "a number from 1",
}


def _count(value: str) -> int:
    # isdigit() would let superscripts through, on which int() fails.
    if not value.isdecimal() or not 1 <= int(value) <= 9999:
        raise ValueError(value)
    return int(value)
