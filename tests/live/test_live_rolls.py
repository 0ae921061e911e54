"""Throws that are kept: list, bounds, striking out, forgetting."""

import json
import sqlite3
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from turbo.commands.cli import main
from turbo.game.dice import parse_hand
from turbo.storage import roll_book
from turbo.storage.roll_book import Keeping, Roll, Rolls, RollsError, rolls_path

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)


def roll(hour: int = 0, **more: object) -> Roll:
    faces = parse_hand("b3 r* ?")
    return Roll(AT + timedelta(hours=hour), faces, (0.99, 0.97, 0.4), **more)  # type: ignore[arg-type]


@pytest.fixture
def rolls(tmp_path: Path) -> Iterator[Rolls]:
    with Rolls(tmp_path / "m-rolls.db") as opened:
        yield opened


def test_a_throw_comes_back_as_it_was(rolls: Rolls) -> None:
    number = rolls.add(roll(match=1, entry=2, player="Ann"), b"jpeg")
    (kept,) = rolls.rolls()
    assert (kept.id, kept.player, kept.entry, kept.has_picture) == (number, "Ann", 2, True)
    assert kept.faces == parse_hand("b3 r* ?")
    assert kept.confidences == (0.99, 0.97, 0.4)
    assert rolls.jpeg(number) == b"jpeg"


def test_the_dashboard_finds_pictures_by_entry(rolls: Rolls) -> None:
    rolls.add(roll(match=1, entry=2), b"one")
    rolls.add(roll(match=1, entry=5))
    rolls.add(roll(match=2, entry=2), b"other")
    assert rolls.entries(1) == [2]
    assert rolls.picture(1, 2) == b"one"
    assert rolls.picture(1, 5) is None


def test_choosing(rolls: Rolls) -> None:
    rolls.add(roll(match=1))
    rolls.add(roll(label="evening"))
    assert len(rolls.rolls(match=1)) == 1
    assert len(rolls.rolls(label="evening")) == 1


def test_a_false_throw_is_struck_out_and_stays(rolls: Rolls) -> None:
    number = rolls.add(roll())
    rolls.strike(number, "Cor")
    assert rolls.rolls()[0].struck == "Cor"
    with pytest.raises(RollsError, match="expected the number of a throw"):
        rolls.strike(99, "Cor")


def test_pictures_stay_within_their_bound(tmp_path: Path) -> None:
    with Rolls(tmp_path / "rolls.db", Keeping(most_bytes=50_000)) as rolls:
        for hour in range(200):
            rolls.add(roll(hour), bytes(1000))
            assert rolls.picture_bytes() <= 50_000
        kept = [one.has_picture for one in rolls.rolls()]
        assert len(kept) == 200
        assert kept[-1] and not kept[0], "the oldest go first"


def test_pictures_are_kept_for_so_many_days(tmp_path: Path) -> None:
    with Rolls(tmp_path / "rolls.db", Keeping(days=1)) as rolls:
        rolls.add(roll(0), b"old")
        rolls.add(roll(12), b"new")
        rolls.add(roll(30), b"newest")
        assert [one.has_picture for one in rolls.rolls()] == [False, True, True]


def test_forgetting(rolls: Rolls) -> None:
    for hour in range(4):
        rolls.add(roll(hour, match=hour % 2), b"jpeg")
    assert rolls.forget(before=AT + timedelta(hours=1.5)) == 2
    assert rolls.forget(match=0) == 1
    assert rolls.forget() == 1
    assert len(rolls.rolls()) == 4, "what was thrown stays"


def test_another_database_is_left_alone(tmp_path: Path) -> None:
    from turbo.storage.store import Store

    path = tmp_path / "matches.db"
    Store(path).close()
    with pytest.raises(RollsError, match="another database"):
        Rolls(path)
    with pytest.raises(RollsError, match="no such file, so there are no throws yet"):
        Rolls(tmp_path / "nowhere.db", create=False)


def _command(name: str, *arguments: str) -> int:
    return main([name, *arguments])


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "matches.db"
    with Rolls(rolls_path(store)) as rolls:
        rolls.add(roll(match=1, player="=Ann"), b"jpeg")
    assert _command("rolls", "--store", str(store), "--json") == 0
    (kept,) = json.loads(capsys.readouterr().out)["rolls"]
    assert kept["faces"] == ["b3", "r*", "?"]
    assert _command("rolls", "--store", str(store), "--csv") == 0
    assert "'=Ann" in capsys.readouterr().out
    assert _command("rolls", "--store", str(store), "--pictures", str(tmp_path / "out")) == 0
    assert (tmp_path / "out" / "throw-00001.jpg").read_bytes() == b"jpeg"
    assert "1 throws, 1 with a picture" in capsys.readouterr().out
    assert _command("rolls", "--store", str(store), "--strike", "1") == 0
    assert "struck out by" in capsys.readouterr().out
    assert _command("forget", "--store", str(store), "--all") == 0
    assert "1 pictures deleted" in capsys.readouterr().out


def test_evidence_is_forgotten_with_the_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store, folder = tmp_path / "matches.db", tmp_path / "matches-evidence"
    Rolls(rolls_path(store)).close()
    folder.mkdir()
    for name in ("match-1-entry-002-x.zip", "match-1-entry-009-x.zip", "match-12-entry-002-x.zip"):
        (folder / name).write_bytes(b"zip")
    (folder / "notes.txt").write_text("mine")
    for more, left in (("--older-than 1", 4), ("--all --match 1", 2), ("--all", 1)):
        assert _command("forget", "--store", str(store), *more.split()) == 0
        assert len(list(folder.iterdir())) == left, more
    assert "1 bundles of evidence" in capsys.readouterr().out


def test_what_is_forgotten_leaves_the_disk(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "matches.db"
    path = rolls_path(store)
    with Rolls(path) as rolls:
        for _ in range(20):
            rolls.add(roll(), b"picture" * 10_000)
        assert rolls.file_bytes() > 1_000_000
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert _command("forget", "--store", str(store), "--all") == 0
    said = capsys.readouterr().out
    assert "20 pictures deleted (1." in said and "stays in the list" in said
    with Rolls(path) as rolls:
        assert rolls.file_bytes() < 100_000 and len(rolls.rolls()) == 20


def test_a_file_of_an_earlier_version_is_made_smaller_too(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA journal_mode = WAL")
    for sql in roll_book._SCHEMA:
        raw.execute(sql.replace(",\n        simulated INTEGER NOT NULL DEFAULT 0", ""))
    raw.execute(f"PRAGMA application_id = {roll_book.APPLICATION_ID}")
    raw.close()
    with Rolls(path) as rolls:
        for _ in range(20):
            rolls.add(roll(), b"picture" * 10_000)
        rolls.forget()
        assert rolls.file_bytes() < 100_000
        assert not rolls.rolls()[0].simulated


def test_throws_of_the_twin_are_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = tmp_path / "matches.db"
    with Rolls(rolls_path(store)) as rolls:
        rolls.add(roll(simulated=True))
        rolls.add(roll())
    assert _command("rolls", "--store", str(store)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "SIMULATED" in lines[0] and "SIMULATED" not in lines[1]
    assert _command("rolls", "--store", str(store), "--json") == 0
    kept = json.loads(capsys.readouterr().out)["rolls"]
    assert [one["simulated"] for one in kept] == [True, False]
