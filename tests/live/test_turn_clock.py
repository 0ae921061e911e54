"""The clock of a turn: a deadline that follows from the log, and what is said when it is past."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.tile_support import NAMES
from turbo.game.editions import PieceKind
from turbo.game.events import Undone
from turbo.game.record import parse_event
from turbo.game.tile_options import TileOptions
from turbo.storage.answers import entry_text
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.storage.turn_clock import GRACE_S, TurnClock, deadline

NOW = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)


class Table:
    """A session whose time goes on only when a test says so."""

    def __init__(self, path: Path, name: str, **chosen: str) -> None:
        self.now = NOW
        self.store = Store(path / "matches.db")
        self.session = Session(self.store, now=lambda: self.now)
        self.session.new_match(NAMES, TileOptions(name, tuple(chosen.items())))
        self.clock = TurnClock(self.session)
        self.say("round Ann")
        self.clock.look()

    def say(self, *statements: str) -> None:
        for one in statements:
            assert (
                self.session.feed(parse_event(one, NAMES, PieceKind.TILE), "Eva").verdict
                == "accepted"
            )

    def after(self, seconds: float) -> str:
        """What the clock says then; nothing if it says nothing."""
        entries = len(self.session.tiles.entries)
        self.now += timedelta(seconds=seconds)
        self.clock.look()
        told = self.session.tiles.entries[entries:]
        return " ".join(entry_text(one) for one in told)


@pytest.mark.parametrize(
    ("name", "chosen", "seconds", "told"),
    {
        "Jumbo": ("original-jumbo", {}, 60, "penalty 3"),
        "French": ("original-french", {}, 60, "draw"),
        "special": ("special", {}, 60, "draw"),
        "Goliath has no limit": ("original-goliath", {}, 9999, ""),
        "but may have one": ("original-goliath", {"time": "120"}, 120, "penalty 3"),
        "switched off": ("original-jumbo", {"time": "off"}, 9999, ""),
        "another time": ("original-jumbo", {"time": "90"}, 90, "penalty 3"),
        "not before it is up": ("original-jumbo", {}, 59, ""),
    }.values(),
)
def test_the_edition_says_what_being_late_costs(
    tmp_path: Path, name: str, chosen: dict[str, str], seconds: int, told: str
) -> None:
    table = Table(tmp_path, name, **chosen)
    assert table.after(seconds) == "", "a tap that was made in time is on its way"
    assert table.after(GRACE_S) == told
    assert [one.by for one in table.session.tiles.entries[1:]] == ["clock"] * bool(told)


def test_a_late_turn_is_followed_by_one_that_has_its_whole_time(tmp_path: Path) -> None:
    table = Table(tmp_path, "original-jumbo")
    assert table.after(62) == "penalty 3"
    assert table.after(61) == "" and table.after(1) == "penalty 3"
    game = table.session.tiles.match.game
    assert game is not None and game.racks == (17, 17, 14) and game.turn == 2


def test_of_an_empty_pool_nothing_is_drawn_and_the_game_is_blocked_in_the_end(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path, "original-french")
    table.say(*["draw"] * (106 - 3 * 14))
    assert [table.after(62) for _ in range(3)] == ["pass"] * 3
    assert table.session.tiles.match.game is not None
    assert table.session.tiles.match.game.is_over
    assert table.after(999) == "", "racks are counted without a clock"


def test_a_table_that_everybody_has_left_is_paused(tmp_path: Path) -> None:
    table = Table(tmp_path, "original-jumbo")
    assert [table.after(62) for _ in range(3)] == ["penalty 3"] * 3
    assert table.after(62) == "pause" and table.session.tiles.is_paused
    assert table.after(9999) == ""
    table.session.pause(False, "Eva")
    table.say("draw")
    assert table.after(62) == "penalty 3", "somebody is there again"


def test_time_that_the_match_rests_belongs_to_nobody(tmp_path: Path) -> None:
    table = Table(tmp_path, "original-jumbo")
    table.now += timedelta(seconds=50)
    table.session.pause(True, "Eva")
    assert deadline(table.session.tiles) is None and table.after(999) == ""
    table.session.pause(False, "Eva")
    assert table.after(9) == "" and table.after(2.5) == "penalty 3"


def test_what_is_set_right_gives_the_turn_its_whole_time_again(tmp_path: Path) -> None:
    table = Table(tmp_path, "original-jumbo")
    table.say("draw")
    table.now += timedelta(seconds=55)
    table.say("draw")
    table.now += timedelta(seconds=300)
    table.session.change(Undone(len(table.session.tiles.entries)), "Eva")
    assert table.after(59) == "" and table.after(2.5) == "penalty 3"


def test_the_clock_is_changed_and_switched_off_while_a_turn_goes_on(tmp_path: Path) -> None:
    table = Table(tmp_path, "original-jumbo")
    table.now += timedelta(seconds=50)
    table.say("option time=30")
    assert table.after(29) == "" and table.after(2.5) == "penalty 3"
    table.say("option time=off")
    assert table.after(9999) == ""


def test_a_match_that_is_opened_after_a_night_begins_its_turn_anew(tmp_path: Path) -> None:
    table = Table(tmp_path, "original-jumbo")
    table.now += timedelta(hours=12)
    table.session = Session(table.store, 1, now=lambda: table.now)
    table.clock = TurnClock(table.session)
    assert table.after(0) == "option time=60"
    assert table.after(59) == "" and table.after(2.5) == "penalty 3"


def test_the_clock_of_a_match_of_dice_stands(tmp_path: Path) -> None:
    table = Table(tmp_path, "original-jumbo")
    table.session.new_match(("Ann", "Bob"))
    table.now += timedelta(hours=12)
    table.clock.look()
    assert table.session.history.entries == ()


def test_the_clock_runs_by_itself(tmp_path: Path) -> None:
    from tools.trials.web_support import comes_true

    table = Table(tmp_path, "original-jumbo")
    table.clock.start()
    try:
        table.now += timedelta(seconds=62)
        assert comes_true(lambda: len(table.session.tiles.entries) == 2)
    finally:
        table.clock.stop()
    assert table.session.tiles.entries[-1].by == "clock"
