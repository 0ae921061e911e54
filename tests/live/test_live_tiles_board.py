"""A tile table with a board: the real firmware in its emulator, found as `--board auto` finds one.
Its buttons hand over, its lamps say whose turn it is, and the clock of a turn runs."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from tools.trials.waiting import LONG_S
from turbo.board import open_link, serial_port
from turbo.board.emulator import TwinBoard, build_twin, wait_for
from turbo.board.link import Link
from turbo.board.serial_port import SerialLink
from turbo.board.wire import Button
from turbo.game.observation import Observation
from turbo.game.record import statement_text
from turbo.game.tile_options import TileOptions
from turbo.live.command_queue import EventRelay
from turbo.live.perception import Perception
from turbo.live.tiles.runner import TileRunner
from turbo.storage.session import Session
from turbo.storage.store import Store
from vision.cameras.frames import Frame
from vision.mat.plan import Plan

SIZE = (64, 48)


class BareField:
    """A camera above a field on which nothing lies; its clock goes as ours, and may be set on."""

    simulated = True

    def __init__(self) -> None:
        self.began_s, self.later_s, self.number = time.monotonic(), 0.0, 0

    def read(self, timeout_s: float) -> Frame:
        self.number += 1
        at_s = time.monotonic() - self.began_s + self.later_s
        return Frame(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), at_s, self.number)

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self.later_s)

    def close(self) -> None:
        """Nothing is held open."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "matches.db") as opened:
        yield opened


@pytest.fixture
def board() -> Iterator[TwinBoard]:
    opened = TwinBoard(*build_twin())
    yield opened
    opened.close()


@pytest.fixture
def relay() -> EventRelay:
    return EventRelay()


@pytest.fixture
def link(board: TwinBoard, relay: EventRelay, monkeypatch: pytest.MonkeyPatch) -> Iterator[Link]:
    """Only the list of USB ports is the test's: an emulator has none."""
    monkeypatch.setattr(serial_port, "find_ports", board.ports)
    opened = open_link("auto", deliver=relay.ring)
    yield opened
    opened.close()


def test_its_buttons_hand_over_and_the_clock_runs(
    board: TwinBoard, relay: EventRelay, link: Link, store: Store
) -> None:
    acts: list[str] = []
    camera = BareField()
    session = Session(store, now=camera.now)
    session.new_match(("Ann", "Bob"), TileOptions("original-jumbo"))
    runner = TileRunner(
        session,
        camera,
        Perception(lambda image: Observation((), *SIZE, are_tiles=True)),
        Plan.whole_picture(*SIZE),
        link=link,
        ruled=lambda act, ruling: acts.append(statement_text(act)),
        now=camera.now,
    )
    relay.rings(runner.hear)

    def until(is_so: Callable[[], bool]) -> bool:
        def looked() -> bool:
            runner.turn()
            return is_so()

        return wait_for(looked, LONG_S)

    assert isinstance(link, SerialLink)
    assert until(lambda: runner.settler.is_settled and link.talk.joined)
    board.press(Button.PLAYER_1, bounces=3)
    assert until(lambda: acts == ["round Ann"])
    assert until(lambda: lit(board, 0) and not lit(board, 1)), "Ann's lamp asks for her turn"
    board.press(Button.PLAYER_1, bounces=3)
    assert until(lambda: acts[1:] == ["draw"])
    assert until(lambda: lit(board, 1) and not lit(board, 0)), "and now Bob's"
    camera.later_s += 61.0
    assert until(lambda: acts[2:] == ["penalty 3"]), "he let his minute pass"
    board.press(Button.REFEREE)
    assert until(lambda: acts[3:] == ["draw"]), "the referee's button hands over, too"
    assert until(lambda: bool(board.seen.tones)), "rulings are heard"


def lit(board: TwinBoard, seat: int) -> bool:
    """A lamp that blinks slowly is lit at times: whoever waits sees it."""
    return board.seen.lamps[seat] == "1"
