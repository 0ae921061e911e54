"""The desk: results without typing, exports, papers, and who did what."""

import csv
import io
import json
import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tools.trials.engines import Mosquitto, wait_until
from tools.trials.mqtt_support import Playing, address
from tools.trials.tournaments import START
from turbo.errors import TurboError
from turbo.game.events import Ending as By
from turbo.game.events import Resigned, RoundStarted, Scored
from turbo.game.messages import Language
from turbo.game.record import Record
from turbo.hall.database import Database
from turbo.hall.desk import TournamentDesk
from turbo.hall.gather import Hall, HallTuning
from turbo.hall.happenings import (
    Entered,
    Founded,
    Paired,
    PairedBoard,
    ResultAmended,
    ResultGiven,
    TableOpened,
    Withdrew,
)
from turbo.hall.papers import WORDS, cross_pdf, pairings_pdf, sheets_pdf, standings_pdf
from turbo.hall.standings import standings

KEY = "ab" * 32


def desk_with(
    database: Database, players: int = 4, tables: tuple[str, ...] = ("t1", "t2")
) -> TournamentDesk:
    desk = TournamentDesk(database)
    desk.write(Founded("Autumn Open", rounds=3), "Zoë", "organiser")
    for number in range(1, players + 1):
        desk.write(Entered(number, f"Player {number}", "=SUM(A1)"), "Zoë", "organiser")
    for table in tables:
        desk.write(TableOpened(table), "Zoë", "organiser")
    return desk


@pytest.fixture
def desk(tmp_path: Path, closing: Callable[[Any], Any]) -> TournamentDesk:
    return desk_with(closing(Database(str(tmp_path / "hall.db"))))


def played(desk: TournamentDesk) -> TournamentDesk:
    desk.write(
        Paired(1, (PairedBoard("t1", (1, 3)), PairedBoard("t2", (4, 2)))), "Zoë", "organiser"
    )
    desk.write(ResultGiven(1, "t1", (120, 80)), "Sam", "scorer")
    desk.write(ResultGiven(1, "t2", (60, 60)), "Sam", "scorer")
    return desk


def test_what_is_done_is_in_the_log_and_in_the_audit(desk: TournamentDesk) -> None:
    played(desk)
    assert [entry.by for entry in desk.log()][-2:] == ["Sam", "Sam"]
    at, who, role, what = desk.database.audit()[0]
    assert (who, role) == ("Sam", "scorer") and '"scores": [60, 60]' in what
    assert datetime.fromisoformat(at).tzinfo is not None
    amended = ResultAmended(len(desk.log()), ResultGiven(1, "t2", (60, 70)))
    entry = desk.write(amended, "Zoë", "organiser")
    assert desk.corrected() == {entry.number - 1: entry.number}
    assert [line.player for line in standings(desk.tournament())][:2] == [1, 2]


def test_what_is_refused_is_written_nowhere(desk: TournamentDesk) -> None:
    entries, audit = len(desk.log()), len(desk.database.audit())
    with pytest.raises(TurboError, match="number of a player"):
        desk.write(Withdrew(77), "Sam", "scorer")
    assert (len(desk.log()), len(desk.database.audit())) == (entries, audit)


def test_two_desks_on_one_database_do_not_overwrite_each_other(desk: TournamentDesk) -> None:
    other = TournamentDesk(Database(desk.database.address))
    other.write(Entered(8, "Eve"), "Sam", "scorer")
    desk.write(Entered(9, "Ida"), "Zoë", "organiser")
    assert [player.name for player in other.tournament().players][-2:] == ["Eve", "Ida"]
    with pytest.raises(TurboError, match="a new player"):
        desk.write(Entered(8, "Eve"), "Zoë", "organiser")
    other.database.close()


def test_another_tournament_leaves_the_one_before(desk: TournamentDesk) -> None:
    before = desk.current
    desk.write(Founded("Winter Cup"), "Zoë", "organiser")
    assert desk.tournament().name == "Winter Cup" and not desk.tournament().players
    assert before is not None and len(desk.database.log(before)) == 7


# Results without typing


def finish(table: Playing, players: tuple[str, str], resigns: bool = False) -> None:
    """Six rounds typed in, the first player always wins by 10 times the round; or one resigns."""
    for number in range(6):
        table.session.feed(RoundStarted(players[number % 2]), "camera")
        if resigns and number == 2:
            table.session.feed(Resigned(players[0]), "camera")
            return
        table.session.feed(Scored(players[0], 10 * (number + 1), By.OUT), "camera")


@pytest.mark.parametrize("resigns", [False, True])
def test_a_result_comes_from_the_table_without_typing(
    tmp_path: Path, closing: Callable[[Any], Any], resigns: bool
) -> None:
    broker = Mosquitto(tmp_path / "broker").start()
    database = Database(str(tmp_path / "hall.db"))
    desk = desk_with(database)
    keys: Callable[[str], str | None] = {"t1": KEY, "t2": KEY}.get
    hall = Hall(
        database, address(broker.port), keys=keys, kept=desk.conclude, tuning=HallTuning(lead_s=0.1)
    )
    desk.hall = hall
    hall.start()
    closing(hall)
    table = closing(Playing(tmp_path / "t1", address(broker.port, "t1", key=KEY)).start())
    wait_until(lambda: any(one.online for one in hall.tables()), "the table")
    desk.write(
        Paired(1, (PairedBoard("t1", (1, 3)), PairedBoard("t2", (4, 2)))), "Zoë", "organiser"
    )
    desk.begin("Zoë", "organiser")
    wait_until(lambda: table.session.match_number is not None, "the start")
    players = table.session.history.players
    assert players == ("Player 1", "Player 3")
    finish(table, players, resigns)
    wait_until(lambda: desk.log()[-1].by == "table t1", "the result")
    expected = ((30, 0), (2, 1)) if resigns else ((210, 0), ())
    assert desk.log()[-1].happening == ResultGiven(1, "t1", *expected)
    table.play(0)
    summary = database.matches()[0].summary
    assert summary is not None and summary["winner"] == ("Player 3" if resigns else "Player 1")
    broker.stop()


# What leaves


def test_exports_read_back(desk: TournamentDesk) -> None:
    played(desk)
    rows = list(csv.DictReader(io.StringIO(desk.standings_csv())))
    assert rows[0]["player"] == "Player 1" and rows[0]["points"] == "2"
    assert rows[0]["club"] == "'=SUM(A1)"
    boards = list(csv.DictReader(io.StringIO(desk.pairings_csv())))
    assert [row["score"] for row in boards] == ["120", "80", "60", "60"]
    cross = list(csv.reader(io.StringIO(desk.cross_csv())))
    assert cross[1] == ["1", "Player 1", "4+", "2"]
    found = json.loads(desk.export_json())
    assert found["name"] == "Autumn Open" and len(found["log"]) == len(desk.log())


def test_records_of_all_games_leave_as_a_zip(
    tmp_path: Path, desk: TournamentDesk, closing: Callable[[Any], Any]
) -> None:
    broker = Mosquitto(tmp_path / "broker").start()
    hall = Hall(desk.database, address(broker.port), tuning=HallTuning(lead_s=0.1))
    hall.start()
    table = closing(Playing(tmp_path / "t1", address(broker.port, "t1")).start())
    table.play(40)
    wait_until(lambda: desk.database.counts() == (1, 40), "the match")
    archive = zipfile.ZipFile(io.BytesIO(desk.records_zip()))
    text = archive.read(archive.namelist()[0]).decode()
    # When a match was made is the table's own affair: the feed tells what happened in it.
    own = replace(table.session.history.record(), at=None)
    assert str(Record.parse(text)) == str(own)
    hall.close()
    broker.stop()


PAPERS = {"pairings": pairings_pdf, "standings": standings_pdf, "cross": cross_pdf}
PAPERS |= {"sheets": sheets_pdf}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", PAPERS)
def test_papers_can_be_read_in_every_language(
    tmp_path: Path, desk: TournamentDesk, name: str, language: Language
) -> None:
    found = played(desk).tournament()
    (tmp_path / "paper.pdf").write_bytes(PAPERS[name](found, START, language))
    text = _text(tmp_path / "paper.pdf")
    assert "Autumn Open" in text and "Player 3" in text
    key = {"sheets": "sheet"}.get(name, name)
    assert WORDS[key][language] in text


def _text(path: Path) -> str:
    try:
        shown = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True)
    except FileNotFoundError:
        pytest.skip("pdftotext is not installed: sh tools/browser.sh")
    return shown.stdout.decode()


def test_without_a_round_there_is_nothing_to_print(desk: TournamentDesk) -> None:
    with pytest.raises(TurboError, match="a round that was paired"):
        pairings_pdf(desk.tournament(), START, Language.ENGLISH)


def test_a_hundred_boards_take_more_than_one_page(closing: Callable[[Any], Any]) -> None:
    from tools.trials.tournaments import Evening
    from turbo.hall.pairing import draw

    evening = Evening(120)
    evening.write(draw(evening.tournament))
    found = pairings_pdf(evening.tournament, START, Language.GERMAN)
    assert found.count(b"/Type /Page\n") > 3
