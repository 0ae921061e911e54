"""The live table before the twin, with a perfect eye: the referee's match equals the ledger.

Recognition has its own tests and its own figures (`python -m bench.twin rounds mischief`); here the
pictures are left out, so that a whole round takes seconds. Dice come to lie by hand, some of them
leaning, so that it is the same round on every machine.
"""

import pytest

from tests.support.thrown import ByHand
from tools.trials.watched import Watched
from turbo.storage.session import Notice
from turbo.twin.habits import Habits, Skill
from turbo.twin.table import TwinSettings

HABITS = Habits(Skill.GOOD, think_s=0.3)
SETTINGS = TwinSettings(habits=(HABITS, HABITS), rounds=1)


def test_a_whole_round_is_refereed_as_it_happened() -> None:
    watched = Watched(2, SETTINGS, perfect=True)
    watched.table.script.mechanics = ByHand({2: (3,), 5: (0, 2)})
    watched.run(600.0)
    assert watched.table.is_over
    assert watched.differences() == []
    assert len(watched.match.results) == 1
    watched.table.ledger.results.clear()
    assert watched.differences() == ["0 rounds were finished, not 1"]
    watched.close()


@pytest.mark.parametrize("name", ["wrong-run", "throw-out-of-turn", "pull-camera"])
def test_mischief_before_the_referee_is_named(name: str) -> None:
    watched = Watched(5, SETTINGS, perfect=True)
    watched.table.script.mechanics = ByHand()
    watched.table.do_mischief(name)
    while watched.table.clock_s < 120.0 and not watched.named():
        watched.look()
    while not any(deed.what == "mended" for deed in watched.table.ledger.deeds):
        watched.look()
    (one,) = watched.named()
    assert (one.deed.text, one.is_right) == (name, True), (one.rules, one.notices)
    watched.close()


def test_a_word_that_stood_there_before_an_act_does_not_name_it() -> None:
    """A die of Ann's was out of sight before she took one from the table."""
    watched = Watched(5, SETTINGS, perfect=True)
    watched.table.ledger.misdeed(0, "take-back", "die-removed", 10.0)
    watched.table.ledger.note(20.0, 0, "mended", "take-back")
    stood, new = (Notice("lift-thing", ("Ann", count, "40", "90")) for count in "12")
    watched.notices = [(at_s, stood) for at_s in (9.9, 10.0, 10.1)]
    assert [one.is_right for one in watched.named()] == [False]
    watched.notices.append((12.0, new))
    assert [one.is_right for one in watched.named()] == [True]
    watched.close()
