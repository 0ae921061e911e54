"""People at the twin's table: what they order is thrown, laid, handed over and judged."""

from collections.abc import Iterator

import pytest

from tests.support.thrown import ByHand, many_sets
from tools.trials.watched import Watched
from turbo.app.seating import GONE_S
from turbo.app.simulated import TwinHost
from turbo.errors import TurboError
from turbo.game.events import HandedOver, Verdict
from turbo.game.layout import Layout
from turbo.game.match import Options
from turbo.game.sets import Faces, set_in
from turbo.partner.solo import MachineSeat
from turbo.solver import best_play
from turbo.storage.session import Sitting
from turbo.twin.habits import Habits, Skill
from turbo.twin.seated import SeatedPlayer
from turbo.twin.table import TwinSettings

BEST = Habits(Skill.BEST, think_s=0.2, forgets_button=0.0)
LONGEST_S = 400.0


class Hosted:
    """A simulated table with perfect eyes over it, and people at its seats."""

    def __init__(self, rounds: int = 1) -> None:
        settings = TwinSettings(habits=(BEST, BEST), rounds=rounds, inventory=many_sets())
        self.watched = Watched(3, settings, perfect=True, rate_hz=5.0)
        self.watched.table.script.mechanics = ByHand()
        self.session = self.watched.session
        self.at_s = 0.0
        self.host = TwinHost(self.watched.table, self.session, clock=lambda: self.at_s)

    def sitting(self, seat: int) -> Sitting | None:
        return self.session.view.seats[seat]

    def wants(self, seat: int) -> str | None:
        found = self.sitting(seat)
        return None if found is None else found.wants

    def until(self, *wanted: tuple[int, str]) -> tuple[int, str] | None:
        """Look on until one of these is waited for; None where the match was over before."""
        while not self.watched.table.is_over:
            assert self.watched.table.clock_s < LONGEST_S, self.session.view
            self.watched.look()
            for seat, what in wanted:
                if self.wants(seat) == what:
                    return seat, what
        return None

    def act(self, seat: int, what: str) -> None:
        """Throw all, or lay the most."""
        sitting, rnd = self.sitting(seat), self.watched.match.round
        assert sitting is not None
        hand = (rnd.hands[seat] if rnd is not None else None) or ()
        if what == "throw":
            self.host.throw(sitting.id, hand)
            return
        assert rnd is not None
        found = best_play(rnd.table, hand)
        self.host.lay(sitting.id, found.layout if found.played else None)

    def to_lay(self, seat: int) -> tuple[Layout, Faces]:
        """Throw until something can be laid: the table and the own hand."""
        while self.until((seat, "throw"), (seat, "lay")) == (seat, "throw"):
            self.act(seat, "throw")
        rnd = self.watched.match.round
        assert rnd is not None
        return rnd.table, rnd.hands[seat] or ()

    def play_out(self, *seats: int) -> None:
        orders = [(seat, what) for seat in seats for what in ("throw", "lay")]
        while (asked := self.until(*orders)) is not None:
            self.act(*asked)


@pytest.fixture
def hosted() -> Iterator[Hosted]:
    found = Hosted()
    yield found
    found.watched.close()


def beside(table: Layout, faces: Faces) -> Layout:
    """The table with these dice, if any, in a row of their own."""
    return Layout((*table.islands, (faces,))) if faces else table


def handed_over(hosted: Hosted, player: str) -> list[Verdict]:
    judged = hosted.session.history.judged
    own = (one for one in judged if isinstance(one.event, HandedOver))
    return [one.ruling.verdict for one in own if one.ruling.player == player]


def test_a_person_plays_a_round_against_the_twin(hosted: Hosted) -> None:
    hosted.host.take(0, "Cleo")
    hosted.play_out(0)
    assert hosted.watched.differences() == [] and len(hosted.watched.match.results) == 1
    assert handed_over(hosted, "Ann"), "the person has laid something"


def test_two_people_play_a_round(hosted: Hosted) -> None:
    for seat, name in enumerate(("Cleo", "Dan")):
        hosted.host.take(seat, name)
    hosted.play_out(0, 1)
    assert hosted.watched.differences() == [] and len(hosted.watched.match.results) == 1


def test_what_is_refused_lies_there_and_can_be_laid_otherwise(hosted: Hosted) -> None:
    """A die beside nothing is no set: it is named, taken back by hand, and the turn goes on."""
    mine = hosted.host.take(0, "Cleo")
    table, hand = hosted.to_lay(0)
    hosted.host.lay(mine, beside(table, hand[:1]))
    assert hosted.sitting(0) == Sitting(mine, "Cleo", None), "while it is laid nobody waits"
    hosted.until((0, "lay"))
    assert handed_over(hosted, "Ann") == [Verdict.REJECTED]
    hosted.act(0, "lay")
    hosted.play_out(0)
    assert handed_over(hosted, "Ann")[:2] == [Verdict.REJECTED, Verdict.ACCEPTED]
    assert hosted.watched.differences() == []


def test_who_leaves_over_a_refused_table_gives_the_turn_to_the_twin(hosted: Hosted) -> None:
    mine = hosted.host.take(0, "Cleo")
    table, hand = hosted.to_lay(0)
    hosted.host.lay(mine, beside(table, hand[:1]))
    hosted.until((0, "lay"))
    hosted.host.leave(0)
    assert hosted.until() is None and hosted.watched.differences() == []
    assert len(hosted.watched.match.results) == 1


def test_who_is_gone_for_a_while_gives_the_turn_to_the_twin(hosted: Hosted) -> None:
    hosted.host.take(0, "Cleo")
    assert hosted.until((0, "throw")) is not None
    hosted.at_s += GONE_S + 1.0
    assert hosted.until() is None and hosted.watched.differences() == []
    assert hosted.sitting(0) is None and len(hosted.watched.match.results) == 1


@pytest.mark.parametrize(
    ("faces", "expected"),
    [("", "at least one die"), ("k13 k13 k13", "own hand")],
    ids=["nothing", "foreign dice"],
)
def test_what_cannot_be_thrown_is_told(faces: str, expected: str, hosted: Hosted) -> None:
    mine = hosted.host.take(0, "Cleo")
    table, hand = hosted.to_lay(0)
    with pytest.raises(TurboError, match="wait"):
        hosted.host.throw(mine, ())
    with pytest.raises(TurboError, match="own hand"):
        hosted.host.lay(mine, Layout.parse("k13 k13 k13"))
    hosted.host.lay(mine, beside(table, set_in(hand) or ()))
    other = hosted.host.take(1, "Dan")
    table, hand = hosted.to_lay(1)
    hosted.host.lay(other, beside(table, set_in(hand) or ()))
    assert hosted.until((0, "throw")) is not None
    with pytest.raises(TurboError, match=expected):
        hosted.host.throw(mine, Layout.parse(faces).faces)


def test_a_seat_is_taken_once(hosted: Hosted) -> None:
    hosted.host.take(0, "Cleo")
    with pytest.raises(TurboError, match="free seat"):
        hosted.host.take(0, "Dan")
    hosted.host.leave(0)
    again = hosted.host.take(0, "Dan")
    with pytest.raises(TurboError, match="sits"):
        hosted.host.throw("somebody", ())
    assert hosted.sitting(0) == Sitting(again, "Dan", None)


def test_a_match_that_somebody_starts_is_played_at_once(hosted: Hosted) -> None:
    """Against the machine, whose seat nobody can take; the person stays where they sit."""
    mine = hosted.host.take(0, "Cleo")
    hosted.host.take(1, "Dan")
    hosted.until((0, "throw"), (1, "throw"))
    tags = (MachineSeat("Machine", 2).tag,)
    hosted.session.new_match(("Cleo", "Machine"), Options(simulated=True, rounds=1), tags=tags)
    hosted.until((0, "throw"))
    assert hosted.sitting(0) == Sitting(mine, "Cleo", "throw") and hosted.sitting(1) is None
    with pytest.raises(TurboError, match="free seat"):
        hosted.host.take(1, "Dan")
    person = hosted.watched.table.script.players[0]
    assert isinstance(person, SeatedPlayer) and person.name == "Cleo"
    hosted.act(0, "throw")
    hosted.play_out(0)
    match = hosted.watched.match
    assert match.players == ("Cleo", "Machine") and match.is_finished
    assert hosted.watched.table.ledger.differences(match) == []
    for _ in range(3):
        hosted.at_s += 60.0
        hosted.watched.table.step(0.1)
    assert hosted.session.match_number == 2, "who sits there says when another begins"
