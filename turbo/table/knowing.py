"""What all that decides on events has at hand: the dice, the table as it lies, and the memory."""

from turbo.game.layout import Layout
from turbo.game.match import Match, Round
from turbo.game.sets import Faces
from turbo.keeping.session import Notice
from turbo.table.account import Account, faces_of
from turbo.table.known import Known
from turbo.table.laying import Laid
from turbo.table.memory import Memory
from turbo.table.tuning import LiveTuning


class Knowing:
    """Filled by `LiveTable`."""

    account: Account
    tuning: LiveTuning
    _memory: Memory
    _laid: Laid

    def _look(self) -> None:
        raise NotImplementedError

    def _by_zones(self) -> Laid:
        raise NotImplementedError

    def say(self, notice: Notice) -> None:
        raise NotImplementedError

    def _own(self, seat: int) -> list[Known]:
        """The dice of the hand, without those that others were laid against."""
        return [known for known in self.account.hand(seat) if known not in self._laid.dice]

    def _as_it_lies(self) -> tuple[tuple[Faces, Faces], Layout]:
        """Hands and table by the zones alone."""
        laid, account = self._by_zones(), self.account
        one, other = (
            faces_of(k for k in account.zone(seat) if k not in laid.dice) for seat in (0, 1)
        )
        return (one, other), laid.layout


def open_round(match: Match) -> Round:
    assert match.round is not None, "only in an open round is there something to wait for"
    return match.round
