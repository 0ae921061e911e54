"""What a match of tiles is played under: the edition, what its players chose, and whether for real.

>>> TileOptions("original-goliath", (("time", "90"),)).edition.time_s
90
"""

from dataclasses import dataclass, replace
from typing import Any

from turbo.game.editions import Edition, PieceKind, edition


@dataclass(frozen=True, slots=True)
class TileOptions:
    """The name of an edition and the choices in it, as a record says them."""

    name: str
    chosen: tuple[tuple[str, str], ...] = ()
    simulated: bool = False
    """Played by the twin: wherever the match is shown, it says so."""

    def __post_init__(self) -> None:
        self.edition.check_piece(PieceKind.TILE)

    @property
    def edition(self) -> Edition:
        return edition(self.name, dict(self.chosen))

    def joined(self, other: object) -> "TileOptions":
        """These: what is chosen for dice on a command line means nothing here."""
        return self

    def retimed(self, time_s: int | None) -> "TileOptions":
        """With another time for a turn; None: no limit."""
        chosen = dict(self.chosen) | {"time": "off" if time_s is None else str(time_s)}
        return replace(self, chosen=tuple(chosen.items()))

    def head(self, players: str) -> list[str]:
        """The first lines of a record."""
        chosen = "".join(f" {key}={value}" for key, value in self.chosen)
        return [f"edition {self.name}{chosen}", players]

    def document(self) -> dict[str, Any]:
        """As the store keeps it."""
        return {"edition": self.name, "chosen": dict(self.chosen), "simulated": self.simulated}
