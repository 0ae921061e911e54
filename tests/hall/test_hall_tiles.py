"""Tables with tiles in a hall: what is told of them, and an evening held against the ledgers."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tools.trials.waiting import free_port
from turbo.commands.cli import main
from turbo.errors import TurboError
from turbo.game.events import Drawn, RoundStarted
from turbo.game.tile_options import TileOptions
from turbo.hall.desk import started
from turbo.hall.happenings import Founded, ResultGiven, System
from turbo.mqtt.home_assistant import HomeAssistant
from turbo.mqtt.messages import BadMessage, Topics, read, write
from turbo.mqtt.state import state_document
from turbo.storage.session import Session
from turbo.storage.store import Store

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")


def test_an_evening_at_tables_of_four_is_equal_to_the_ledgers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hall = ["hall", "--host", "127.0.0.1", "--port", str(free_port())]
    demo = ["demo", "--once", "--pace", "0", "--rounds", "1", "--tables", "2"]
    broker = ["--mqtt-port", str(free_port())]
    assert main([*hall, *broker, *demo, "--edition", "original-goliath"]) == 0
    assert "2 matches, all equal to the ledgers" in capsys.readouterr().out


def test_a_state_of_tiles_names_its_edition_and_counts_racks(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        session = Session(store)
        session.new_match(NAMES, TileOptions("six"))
        session.feed(RoundStarted("Bob"), "table")
        session.feed(Drawn(), "table")
        found = state_document("t1", session, store.head(1), datetime.now(UTC))
    assert read("state", write(found), "t1") == found
    assert (found["v"], found["edition"], found["turn"]) == (2, "six", "Cid")
    assert found["racks"] == [14, 15, 14, 14, 14] and found["pool"] == 160 - 5 * 14 - 1
    with pytest.raises(BadMessage, match="expected version 1 or 2, got 3"):
        read("state", write(found | {"v": 3}))


def test_everybody_at_the_table_has_a_score_in_home_assistant() -> None:
    topics, home = Topics("club", "t1"), HomeAssistant()
    six = home.discovery(topics, 6)["components"]
    assert [key for key in six if key.startswith("score")] == [f"score_{n}" for n in range(1, 7)]
    two = home.discovery(topics, 2, before=6)["components"]
    assert "unique_id" in two["score_2"] and two["score_3"] == {"platform": "sensor"}


def test_a_table_is_told_to_start_what_so_many_can_play() -> None:
    tiles = Founded("Evening", System.FIVES, edition="six", points="4-3-1-0")
    order = started(tiles, list(NAMES))
    assert order is not None and (order["edition"], order["rounds"], order["v"]) == ("six", 1, 2)
    assert started(Founded("Evening"), list(NAMES)) is None, "dice are for two"
    assert started(Founded("Evening"), ["Ann", "Bob"]) == {"players": ["Ann", "Bob"]}


def test_minus_is_written_with_tiles_alone(tmp_path: Path) -> None:
    from turbo.hall.happenings import Entered, HallEntry, Paired, PairedBoard, TableOpened, Written
    from turbo.hall.tournament import Tournament

    def played(founded: Founded) -> Tournament:
        said: tuple[Written, ...] = (
            founded,
            Entered(1, "Ann"),
            Entered(2, "Bob"),
            TableOpened("t1"),
            Paired(1, (PairedBoard("t1", (1, 2)),)),
            ResultGiven(1, "t1", (-30, 30)),
        )
        at = datetime.now(UTC)
        return Tournament.of([HallEntry(number, one, at) for number, one in enumerate(said, 1)])

    assert played(Founded("Evening", edition="special")).rounds[0].is_complete
    with pytest.raises(TurboError, match="nobody writes minus"):
        played(Founded("Evening"))
