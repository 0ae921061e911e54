"""A twin's person who acts for the machine: throws what it says, lays what it says."""

from collections.abc import Callable

from turbo.game.layout import Layout
from turbo.game.sets import Faces
from turbo.partner.solo import MachineWish, WishKind
from turbo.twin.players import TwinPlayer, places_of


class Obeying(TwinPlayer):
    """Hears the machine's wish before every throw and play; `wish` is asked for it then."""

    def __init__(self, like: TwinPlayer, wish: Callable[[], MachineWish | None]) -> None:
        super().__init__(like.name, like.habits, like.chance)
        self.wish = wish

    def to_throw(self, hand: Faces) -> list[int]:
        wish = self.wish()
        if wish is None or wish.kind is not WishKind.THROW:
            return super().to_throw(hand)
        return places_of(wish.faces, hand)

    def play(self, table: Layout, hand: Faces) -> Layout | None:
        wish = self.wish()
        if wish is None or wish.kind is WishKind.THROW:
            return super().play(table, hand)
        return wish.after if wish.kind is WishKind.LAY else None
