"""Matches of tiles in the store: the log is the match, beside those of dice and as safe as they."""

import json
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.examples import examples
from tests.support.tile_support import NAMES, acts
from turbo.commands.cli import main
from turbo.errors import TurboError
from turbo.game.digest import sealed
from turbo.game.editions import PieceKind
from turbo.game.events import (
    Amended,
    BackTo,
    Ending,
    Entry,
    Logged,
    Note,
    Noted,
    RoundStarted,
    Scored,
    Undone,
)
from turbo.game.messages import Language
from turbo.game.record import Record, parse_event
from turbo.game.tile_options import TileOptions
from turbo.storage.answers import history_json, log_json
from turbo.storage.history import TileHistory, judge_tile_record
from turbo.storage.rows import entry_from, entry_row
from turbo.storage.salvage import backup, restore
from turbo.storage.session import Session
from turbo.storage.standing import MatchStanding
from turbo.storage.store import Store, StoreError
from turbo.storage.turn_clock import turn_since

NOW = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)
JUMBO = TileOptions("original-jumbo", (("time", "90"),))
EVENING = """edition original-goliath time=120
players Ann, Bob, Cid, "Dik van Dam"
tag place the kitchen
round Ann @2026-11-16T20:00:00+00:00
played k10 r10 o10 @2026-11-16T20:00:30+00:00
draw @2026-11-16T20:01:00+00:00
pause @2026-11-16T20:01:10+00:00
resume @2026-11-16T20:11:10+00:00
penalty 3 @2026-11-16T20:12:00+00:00
table k10 r10 o10 | b11 b12 b13 @2026-11-16T20:12:30+00:00
table k10 r10 o10 | b11 b12 r13
option time=off
played out @2026-11-16T20:13:00+00:00
rack Bob 30
rack Cid 23
rack "Dik van Dam" 4
round Bob
score Ann -6, Bob -11, Cid 22, "Dik van Dam" -5 out
end late
"""


class Ticking:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.at = NOW

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=10)
        return self.at


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


def begun(store: Store, options: TileOptions = JUMBO) -> Session:
    session = Session(store, now=Ticking())
    session.new_match(NAMES, options)
    return session


def say(session: Session, *statements: str) -> list[str]:
    found = []
    for one in statements:
        ruling = session.feed(parse_event(one, session.tiles.players, PieceKind.TILE), "Eva")
        found.append(" ".join(str(f.rule) for f in ruling.faults) or str(ruling.verdict))
    return found


def test_what_was_said_is_there_after_a_restart(path: Path) -> None:
    with Store(path) as store:
        session = begun(store)
        lines = ["round Ann", "played k9 r9 o9", "overrule by agreement", "draw", "penalty 3"]
        assert say(session, *lines) == ["accepted", "first-meld", *["accepted"] * 3]
        kept = session.tiles
    with Store(path) as store:
        assert store.tiles(1) == kept
        assert Session(store, 1).tiles.match == kept.match
        assert store.head(1).edition == "original-jumbo"
        assert store.check() == []


def test_dice_and_tiles_live_side_by_side_and_each_is_asked_for_by_name(path: Path) -> None:
    with Store(path) as store:
        session = begun(store)
        session.new_match(("Eva", "Max"))
        assert session.plays(PieceKind.DIE) and not session.plays(PieceKind.TILE)
        with pytest.raises(TurboError, match="match of tiles"):
            _ = session.tiles
        session.open_match(1)
        assert session.plays(PieceKind.TILE) and not session.plays(PieceKind.DIE)
        with pytest.raises(TurboError, match="match of dice"):
            _ = session.history
        with pytest.raises(TurboError, match="expected one of dice, but match"):
            store.history(1)
        with pytest.raises(TurboError, match="expected one of tiles, but match"):
            store.tiles(2)
        with pytest.raises(TurboError, match="something of the open game"):
            session.feed(Scored("Ann", 3, Ending.OUT), "Eva")
        assert [head.edition for head in store.matches()] == ["original-jumbo", "turbo"]


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    {
        "five of four": (("A", "B", "C", "D", "E"), JUMBO, "expected 2 to 4 players"),
        "one": (("A",), JUMBO, "expected 2 to 4 players"),
        "equal names": (("A", "B", "A"), JUMBO, "two players are called"),
    }.values(),
)
def test_a_match_that_cannot_be_is_not_begun(
    path: Path, players: tuple[str, ...], options: TileOptions, expected: str
) -> None:
    with Store(path) as store:
        with pytest.raises(TurboError, match=expected):
            Session(store).new_match(players, options)
        assert store.matches() == []


def test_dice_are_no_edition_of_tiles() -> None:
    with pytest.raises(TurboError, match="expected an edition with tiles"):
        TileOptions("turbo")


def test_undo_amend_and_going_back_judge_again(path: Path) -> None:
    with Store(path) as store:
        session = begun(store)
        say(session, "round Ann", "draw", "draw", "draw")
        session.change(Amended(2, parse_event("played k10 r10 o10", NAMES, PieceKind.TILE)), "Eva")
        game = session.tiles.match.game
        assert game is not None and game.racks == (11, 15, 15) and len(game.table.dice) == 3
        session.change(Undone(4), "Eva")
        assert session.tiles.match.game is not None and session.tiles.match.game.turn == 2
        session.change(BackTo(3), "Eva")
        assert session.tiles.match.game is not None and session.tiles.match.game.turn == 1
        session.change(Undone(len(session.tiles.entries)), "Eva")
        assert session.tiles.match.game.turn == 2
        with pytest.raises(TurboError, match="something of the open game"):
            session.change(Amended(2, Scored("Ann", 3, Ending.OUT)), "Eva")
        assert store.tiles(1) == session.tiles
        assert store.head(1).standing == MatchStanding.of(session.tiles)


def test_a_record_of_an_evening_comes_back_to_the_letter(path: Path) -> None:
    record = Record.parse(EVENING)
    with Store(path) as store:
        number = store.import_record(record, NOW, by="Eva")
        text = store.tiles(number).record_text()
        assert text == EVENING
        again = store.import_record(Record.parse(text), NOW)
        assert store.tiles(again).record_text() == text
        head = store.head(number)
        assert head.standing.totals == (51, -41, -1, -9)
        assert head.standing.scores == ((57, -30, -23, -4), (-6, -11, 22, -5))
        assert head.standing.is_finished and head.standing.winner == "Ann"
        told = history_json(store.tiles(number), Language.DUTCH)
        by_record = history_json(judge_tile_record(record), Language.DUTCH)
        lines = [dict(one, line=0) for one in told.pop("rulings")]
        assert lines == [dict(one, line=0) for one in by_record.pop("rulings")]
        assert told == by_record


logs = st.lists(
    acts
    | st.builds(Noted, st.sampled_from([Note.PAUSE, Note.RESUME]))
    | st.builds(Undone, st.integers(1, 6))
    | st.builds(BackTo, st.integers(1, 6))
    | st.builds(Amended, st.integers(1, 6), acts),
    max_size=14,
)


@examples(150)
@given(st.sampled_from(["original-jumbo", "original-french", "special"]), logs)
def test_any_log_folds_grows_and_is_exported_alike(name: str, log: list[Logged]) -> None:
    options = TileOptions(name)
    history = TileHistory(NAMES, options)
    said: list[Logged] = [RoundStarted("Ann"), *log]
    for number, event in enumerate(said, 1):
        entry = Entry(number, event, NOW + timedelta(seconds=25 * number), "Eva")
        if not isinstance(event, Undone | BackTo | Amended) or _may(history, event):
            history = history.followed_by(entry)
    assert TileHistory.of(NAMES, history.entries, options) == history
    rows = [entry_from(entry_row(one), NAMES, piece=PieceKind.TILE) for one in history.entries]
    assert rows == list(history.entries)
    text = history.record_text()
    read = Record.parse(text)
    assert f"{read}\n" == text
    totals = history_json(judge_tile_record(read), Language.ENGLISH)["totals"]
    assert tuple(totals.values()) == history.match.totals
    assert log_json(history) is not None


def _may(history: TileHistory, change: Undone | BackTo | Amended) -> bool:
    try:
        history.check(change)
    except TurboError:
        return False
    return True


def test_a_time_chosen_first_is_an_option_of_the_record(path: Path) -> None:
    with Store(path) as store:
        session = begun(store)
        say(session, "option time=off", "round Ann", "option time=30")
        lines = session.tiles.record_text().splitlines()
        assert lines[0] == "edition original-jumbo time=off"
        assert [line.partition(" @")[0] for line in lines[2:]] == ["round Ann", "option time=30"]
        again = store.import_record(Record.parse(session.tiles.record_text()), NOW)
        assert store.tiles(again).record_text() == session.tiles.record_text()


def test_the_turn_counts_from_its_beginning_less_pauses_and_anew_after_a_change(
    path: Path,
) -> None:
    with Store(path) as store:
        session = begun(store)
        assert turn_since(session.tiles) is None
        say(session, "round Ann", "draw")
        since = turn_since(session.tiles)
        assert since == session.tiles.entries[-1].at
        session.pause(True, "Eva")
        session.pause(False, "Eva")
        assert since is not None and turn_since(session.tiles) == since + timedelta(seconds=10)
        session.change(Undone(2), "Eva")
        assert turn_since(session.tiles) == session.tiles.entries[-1].at
        say(session, "option time=30")
        assert turn_since(session.tiles) == session.tiles.entries[-1].at
        assert session.tiles.match.edition.time_s == 30


def test_a_changed_row_is_told(path: Path) -> None:
    with Store(path) as store:
        say(begun(store), "round Ann", "draw", "draw")
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER entries_stay")
        raw.execute("UPDATE entries SET event = ? WHERE number = 2", ('{"statement": "pass"}',))
    raw.close()
    with Store(path) as store, pytest.raises(StoreError, match="entry 2 of 3 is damaged"):
        store.tiles(1)


def test_a_copy_is_saved_and_restored(path: Path, tmp_path: Path) -> None:
    with Store(path) as store:
        store.import_record(Record.parse(EVENING), NOW)
        store.import_record(Record.parse("players Ann, Bob\nround Ann"), NOW)
        kept = store.tiles(1)
    backup(path, tmp_path / "copy.db")
    restore(tmp_path / "copy.db", tmp_path / "again.db")
    with Store(tmp_path / "again.db") as store:
        assert store.tiles(1) == kept and store.history(2).players == ("Ann", "Bob")


def test_a_match_before_there_were_editions_is_one_of_dice(path: Path) -> None:
    with Store(path) as store:
        store.new_match(("Ann", "Bob"), NOW)
    with sqlite3.connect(path) as raw:
        (options,) = raw.execute("SELECT options FROM matches").fetchone()
    raw.close()
    assert "edition" not in json.loads(options), "an older program can read it as well"


def test_the_commands_know_matches_of_tiles(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "evening.turbo"
    record.write_text(EVENING)
    store = ["--store", str(path)]
    assert main(["import", str(record), *store]) == 0
    assert capsys.readouterr().out == "match 1: 16 statements\n"
    assert main(["matches", *store]) == 0
    line = capsys.readouterr().out
    assert "2  Ann 51, Bob -41, Cid -1, Dik van Dam -9  original-goliath" in line
    assert main(["export", "1", *store]) == 0
    assert capsys.readouterr().out == sealed(EVENING)
    assert main(["show", "1", "--history", "--lang", "nl", *store]) == 0
    shown = capsys.readouterr().out
    assert "afgekeurd" in shown and "+57" in shown and "-41" in shown
    assert main(["show", "1", "--json", *store]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["edition"] == "original-goliath" and document["wins"]["Ann"] == 1
    assert main(["undo", "1", "--yes", *store]) == 0
    told = capsys.readouterr().out
    assert "finished: Ann has won" in told and "2 games played" in told
    assert main(["amend", "1", "3", "penalty 3", "--yes", *store]) == 0
    capsys.readouterr()
    assert main(["amend", "1", "4", "throw Ann b3", "--yes", *store]) == 2
    assert "tiles are not thrown" in capsys.readouterr().err
    assert main(["matches", "--json", *store]) == 0
    (head,) = json.loads(capsys.readouterr().out)["matches"]
    assert head["edition"] == "original-goliath" and "points" not in head["rounds"][0]


AMENDED = {
    "a tile less leaves Ann with it": ("2", "played k10 r10", "Ann 0, Bob", "0 games played"),
    "who was first to be out": ("10", "draw", "Ann 0, Bob", "0 games played"),
    "what somebody still held": ("11", "rack Bob 29", "Ann 56, Bob -29, Cid", "1 game played"),
    "the beginner": ("1", "round Bob", "Ann 0, Bob 0, Cid", "0 games played"),
}


@pytest.mark.parametrize(("entry", "said", "score", "games"), AMENDED.values(), ids=AMENDED)
def test_an_amended_entry_is_judged_with_all_that_follows(
    path: Path, capsys: pytest.CaptureFixture[str], entry: str, said: str, score: str, games: str
) -> None:
    """By `turbo amend`, of an evening in the store: what it changes is shown, kept, and exported as
    if it had been said so at once."""
    store, first_game = ["--store", str(path)], EVENING.partition("round Bob")[0]
    with Store(path) as kept:
        kept.import_record(Record.parse(first_game), NOW)
    assert main(["amend", "1", entry, said, "--by", "Eva", *store]) == 0
    before, after, number = capsys.readouterr().out.splitlines()
    assert "Ann 57, Bob -30" in before and "1 game played" in before
    assert score in after and games in after and number == "entry 14 of match 1"
    with Store(path) as kept:
        history = kept.tiles(1)
        assert history.entries[-1].by == "Eva" and history.superseded()[int(entry)].number == 14
        lines = first_game.splitlines()
        at = 2 + int(entry)
        lines[at] = f"{said} @{lines[at].partition(' @')[2]}" if " @" in lines[at] else said
        judged = judge_tile_record(Record.parse("\n".join(lines)))
        assert history.match == judged.match
        assert [one.ruling for one in history.judged] == [one.ruling for one in judged.judged]


def test_an_old_file_without_an_edition_is_told_which_game_it_is(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "old.turbo"
    record.write_text("players Ann, Bob, Cid\nround Ann\ndraw\n")
    store = ["--store", str(path)]
    assert main(["import", str(record), *store]) == 2
    assert "old.turbo" in capsys.readouterr().err
    assert main(["import", str(record), "--edition", "six", *store]) == 0
    with Store(path) as kept:
        assert kept.head(1).edition == "six"
