"""A disk that is full while a table is watched: nothing is judged on that was not kept, it is said
for as long as it lasts, and then everything goes on where it was.

No file may be written to by this process meanwhile (`RLIMIT_FSIZE`): the system refuses it as a
disk without room does, under the real store and its write-ahead log.
"""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.live.test_live_runner import Running
from tests.support.live_game import ANN
from turbo.board.wire import Button
from turbo.game.events import Verdict
from turbo.game.observation import Observation
from turbo.storage.store import Store

AFTER_S = 3.0
"""Longer than a try to write is put off."""


@contextmanager
def no_room() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


class Filling(Running):
    """A table whose disk is full for a while."""

    full_s = (float("inf"), float("inf"))

    def _sees(self, at_s: float, seen: Observation) -> None:
        before = len(self.session.history.entries)
        if not self.full_s[0] <= at_s < self.full_s[1]:
            super()._sees(at_s, seen)
            return
        with no_room():
            super()._sees(at_s, seen)
        self.said.append({notice.key for notice in self.session.view.notices})
        assert len(self.session.history.entries) == before

    def play(self, full_s: tuple[float, float]) -> list[str]:
        """What was told, without when."""
        self.full_s, self.said = full_s, list[set[str]]()
        self.open()
        self.acts.carry_many({9: (109.8, 140.0)})
        self.acts.rest(0.8)
        self.press(Button.PLAYER_2)
        self.throw(ANN, "r2 k5 o1 o9 r4 k12", [3, 4, 5, 6, 7, 8])
        self.acts.rest(max(0.0, full_s[1] - self.acts.at_s) + AFTER_S)
        return [line.partition(" @")[0] for line in self.record()]


def _story(folder: Path, full_s: tuple[float, float]) -> tuple[list[str], Filling]:
    with Store(folder / "m.db") as store:
        running = Filling(store)
        return running.play(full_s), running


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return _story(tmp_path_factory.mktemp("whole"), (-1.0, -1.0))[0]


SPANS = {
    "before the round": (0.0, 3.0),
    "while Ann throws": (2.0, 6.0),
    "from her throw to Bob's": (2.0, 13.0),
    "while Bob lays": (9.0, 15.0),
    "the whole time": (0.0, 24.0),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("full_s", SPANS.values(), ids=SPANS)
def test_the_story_is_the_same_as_if_there_had_been_room(
    tmp_path: Path, undisturbed: list[str], full_s: tuple[float, float]
) -> None:
    told, running = _story(tmp_path, full_s)
    assert told == undisturbed and len(told) == 6
    verdicts = {one.ruling.verdict for one in running.session.history.judged}
    assert verdicts == {Verdict.ACCEPTED}
    is_said = ["disk-full" in words for words in running.said]
    assert any(is_said) and all(is_said[is_said.index(True) :]), "until there is room"
    assert "disk-full" not in running.notices()
