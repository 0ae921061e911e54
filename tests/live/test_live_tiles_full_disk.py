"""A disk that is full while a tile table is watched: nothing is ruled on that was not kept, it is
said for as long as it lasts, and nobody is late because of it."""

from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from tests.live.test_live_full_disk import no_room
from tests.vision.test_tiles_reading import row
from turbo.game.observation import Observation, SeenDie
from turbo.game.tile_options import TileOptions
from turbo.live.governor import Governor
from turbo.live.perception import Perception
from turbo.live.tiles.runner import TileRunner
from turbo.storage.session import Session
from turbo.storage.store import Store
from vision.cameras.frames import Frame
from vision.mat.plan import Plan

SIZE = (640, 480)
BEGAN = datetime(2026, 11, 16, 20, tzinfo=UTC)


class SteppedField:
    """A camera above a bare field, a picture every tenth of a second by its own clock."""

    simulated = True
    at_s = 0.0

    def read(self, timeout_s: float) -> Frame:
        self.at_s += 0.1
        return Frame(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), self.at_s, round(self.at_s * 10))

    def close(self) -> None:
        """Nothing is held open."""


class Filling:
    """Ann, Bob and Cid hand over by a button; each hand-over over a bare field is a draw."""

    def __init__(self, store: Store, governor: Governor | None = None) -> None:
        self.camera = SteppedField()
        self.lying: tuple[SeenDie, ...] = ()
        self.session = Session(store, now=self.now)
        self.session.new_match(("Ann", "Bob", "Cid"), TileOptions("original-jumbo"))
        self.runner = TileRunner(
            self.session,
            self.camera,
            Perception(lambda image: Observation(self.lying, *SIZE, are_tiles=True)),
            Plan.whole_picture(*SIZE, mm_per_px=0.5),
            now=self.now,
            governor=governor,
        )

    def now(self) -> datetime:
        return BEGAN + timedelta(seconds=self.camera.at_s)

    def rest(self, seconds: float) -> set[str]:
        for _ in range(round(seconds * 10)):
            self.runner.turn()
        return {notice.key for notice in self.session.view.notices}

    def late(self) -> list[str]:
        found = (fault for one in self.session.tiles.judged for fault in one.ruling.advice)
        return [str(fault.rule) for fault in found]

    def play(self, *, is_full: bool) -> tuple[list[str], set[str]]:
        """The record, and what was said after the two hand-overs in the middle. Until there
        is room it takes longer than a turn may, but none of them does; and who gets no answer
        presses again."""
        self.rest(2.0)
        self.runner.press()  # the game begins
        self.rest(3.0)
        with no_room() if is_full else nullcontext():
            said = self._two_turns(3 if is_full else 1) | self.rest(40.0)
        self.rest(2.0)
        self.runner.press()
        self.rest(3.0)
        return self.session.tiles.record_text().splitlines(), said

    def _two_turns(self, presses: int) -> set[str]:
        """Ann draws, and Bob lays a first meld."""
        said = self._hand_over(presses)
        self.lying = tuple(row(200, 240, "k10 r10 o10"))
        self.rest(10.0)  # nothing tells of a motion here: it is seen at the next look
        return said | self._hand_over(presses)

    def _hand_over(self, presses: int) -> set[str]:
        said = set[str]()
        for number in range(3):
            if number < presses:
                self.runner.press()
            said |= self.rest(3.0)
        return said


def test_what_could_not_be_kept_is_kept_later_with_its_own_time(tmp_path: Path) -> None:
    stories = []
    for is_full in (False, True):
        with Store(tmp_path / f"{is_full}.db") as store:
            table = Filling(store)
            stories.append(table.play(is_full=is_full))
            assert "late" not in table.late()
    (whole, _), (kept, said) = stories
    assert "disk-full" in said
    assert [line.partition(" @")[0] for line in kept] == [line.partition(" @")[0] for line in whole]
    acts = [line.partition(" @")[0] for line in kept[2:]]
    assert acts == ["round Ann", "draw", "table k10 r10 o10", "draw"]
