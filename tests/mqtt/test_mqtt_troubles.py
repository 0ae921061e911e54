"""A table in trouble still tells: a full disk, a camera that is gone or stands still."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.trials.engines import Mosquitto, wait_until
from tools.trials.mqtt_support import Playing, Told, address
from turbo.hall.database import Database
from turbo.hall.gather import Hall, HallTuning
from turbo.mqtt.feed import Feed
from turbo.mqtt.messages import signed
from turbo.storage.session import Notice

KEY = "ab" * 32


def hall_at(tmp_path: Path, port: int) -> Hall:
    found = Hall(Database(str(tmp_path / "hall.db")), address(port), tuning=HallTuning(lead_s=0.1))
    found.start()
    return found


def fill(feed: Feed) -> None:
    """No page more for what the feed remembers, as a full disk has it."""
    file = feed._memory._file
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (pages,) = file.execute("PRAGMA page_count").fetchone()
    file.execute(f"PRAGMA max_page_count = {pages}")
    # Large rows, then small ones: not even a number finds room.
    for size in (50, 1):
        with pytest.raises(sqlite3.OperationalError):
            for number in range(5000):
                file.execute("INSERT INTO kept VALUES ('', ?, 0)", (f"{number}" * size,))


def test_a_full_disk_beside_the_feed_keeps_no_entry_back(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    hall = closing(hall_at(tmp_path, broker.port))
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    table.play(5)
    wait_until(lambda: hall.database.counts() == (1, 5), "the first entries")
    fill(table.feed)
    for _ in range(5):
        # Each is another match, which would be another row of what is remembered.
        table.new_match()
        table.play(4)
    wait_until(lambda: hall.database.counts() == (6, 25), "the others")
    assert hall.database.verify().broken == ()


def test_an_order_that_cannot_be_remembered_is_not_obeyed_and_told(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any]
) -> None:
    told = closing(Told(broker.port))
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7", key=KEY)).start())
    table.play(5)
    wait_until(lambda: told.last("online"), "the table")
    fill(table.feed)
    order = {"v": 1, "table": "t7", "number": 1, "do": "pause", "by": "Zoe"}
    told.line.publish(address(broker.port, "t7").topics.of("order"), signed(order, KEY))
    wait_until(lambda: told.last("told"), "the answer")
    assert told.last("told")["done"] is False
    assert not table.session.paused


@pytest.mark.parametrize("key", ["camera-lost", "camera-frozen", "disk-full"])
def test_the_hall_sees_that_a_table_cannot_go_on(
    broker: Mosquitto, tmp_path: Path, closing: Callable[[Any], Any], key: str
) -> None:
    hall = closing(hall_at(tmp_path, broker.port))
    table = closing(Playing(tmp_path / "t7", address(broker.port, "t7")).start())
    table.play(5)
    wait_until(lambda: hall.tables() and hall.tables()[0].online, "the table")
    table.session.show(notices=(Notice(key),))
    wait_until(lambda: hall.tables()[0].need == "trouble", "the trouble")
    table.session.show(notices=())
    wait_until(lambda: hall.tables()[0].need is None, "the end of it")
