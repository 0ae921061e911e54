"""A tile table of the twin, drawn and looked at: what is seen is what was done."""

from dataclasses import replace
from pathlib import Path

import pytest

from turbo.app.tile_sight import TileSight, found_cards
from turbo.app.tile_twin import WatchedTwin
from turbo.commands.cli import main
from turbo.game.editions import edition
from turbo.game.events import Act, Ruling, Verdict
from turbo.game.layout import Layout
from turbo.game.observation import Observation
from turbo.game.record import statement_text
from turbo.live.tiles.dispatcher import MemoryKeeper
from turbo.live.tiles.runner import TileRunner
from turbo.tiles.match import TileMatch
from turbo.tiles.rows import is_same_table, rows_of
from turbo.twin.tile_acting import acted_match
from turbo.twin.tile_people import NAMES, TileHabits
from turbo.twin.tile_table import Beat, TileTwin, TileTwinCamera
from vision.cameras.source import CameraEnded
from vision.reading.detector import Image
from vision.reading.reader import Reader
from vision.reading.tiles import TILE_STILLS

FIRST = "k10 r10 o10 | k9 k8 k7"
EVENING = [
    ("begins", "", "accepted"),
    ("too little", "k9 r9 o9", "rejected first-meld"),
    ("gives up", "", "accepted"),
    ("first meld", FIRST, "accepted"),
    ("nothing laid", FIRST, "accepted"),
    ("taken back", "k10 r10 | k9 k8 k7 | b11 b12 b13", "rejected die-removed"),
    ("mended", f"{FIRST} | k* b11 b12 b13", "accepted"),
]
"""What is done, how the table lies then, and the answer."""


def test_an_evening_is_seen_as_it_was_played() -> None:
    tables_laid = [Layout.parse(table) for _, table, _ in EVENING]
    beats = [Beat(number % 4, table) for number, table in enumerate(tables_laid)]
    keeper = MemoryKeeper(NAMES[:4], edition("original-goliath"))
    answers: list[str] = []
    tables: list[Layout] = []

    def told(act: Act, ruling: Ruling, before: TileMatch) -> None:
        rules = {str(fault.rule) for fault in ruling.faults}
        answers.append(" ".join([str(ruling.verdict), *(r for r in RULES if r in rules)]))
        tables.append(Layout.parse(statement_text(act).partition("table ")[2]))

    twin = TileTwin(rate_hz=5.0, seed=2)
    twin.play(beats)
    camera = TileTwinCamera(twin)
    sight = TileSight.of(found_cards(camera))
    runner = TileRunner(
        keeper, camera, sight.perception(), sight.plan, told=told, ended=(CameraEnded,)
    )
    twin.press, twin.heard = runner.press, lambda: len(answers)
    runner.run()
    assert answers == [answer for *_, answer in EVENING]
    assert rows_of(tables[3]) == rows_of(beats[3].table)
    assert keeper.contest.game is not None
    assert is_same_table(keeper.contest.game.table, beats[-1].table)
    assert runner.before_picture is not None and runner.before_picture[:2] == b"\xff\xd8"


RULES = ("first-meld", "die-removed")


class CarelessReader(Reader):
    """Finds the r10 once and never again, and is not sure of the b12."""

    def __init__(self) -> None:
        super().__init__(TILE_STILLS)
        self.found = 0

    def read(self, image: Image) -> Observation:
        seen = super().read(image)
        dice = []
        for die in seen.dice:
            face = str(die.face(0.5))
            self.found += face == "r10"
            if face != "r10" or self.found <= 3:
                doubt = tuple(replace(reading, confidence=0.6) for reading in die.readings[:1])
                dice.append(replace(die, readings=doubt) if face == "b12" else die)
        return replace(seen, dice=tuple(dice))


def test_a_tile_that_is_missed_is_not_taken_away_and_one_in_doubt_is_asked_about() -> None:
    laid = "k10 r10 o10"
    tables = ["", laid, laid, f"{laid} | b11 b12 b13"]
    beats = [Beat(seat % 2, Layout.parse(table)) for seat, table in enumerate(tables)]
    chosen = edition("original-goliath")
    acted = acted_match(1, chosen, NAMES[:2], games=0)
    watched = WatchedTwin(
        replace(acted, beats=tuple(beats)), MemoryKeeper(NAMES[:2], chosen), 2, rate_hz=5.0
    )
    watched.sight.reader = reader = CarelessReader()
    watched.runner.run()
    assert [statement_text(act) for act, _ in watched.heard][:3] == [
        "round Ann",
        f"table {laid}",
        "draw",
    ]
    act, ruling = watched.heard[3]
    assert "b11 b12 b13" in statement_text(act) and ruling.verdict is Verdict.ACCEPTED
    assert reader.found > 3, "it was there to be found"


def test_people_act_nothing_that_cannot_be_seen() -> None:
    """Every beat that is pressed or late is one deed, in order, at its table."""
    chosen = edition("original-goliath", {"time": "60"})
    acted = acted_match(4, chosen, NAMES[:4], TileHabits(mischief=0.4, late=0.1))
    told = [beat for beat in acted.beats if not beat.is_quiet]
    assert len(told) == len(acted.deeds)
    for beat, deed in zip(told, acted.deeds, strict=True):
        assert beat.name == deed.mischief
        assert NAMES[beat.seat] == deed.player


def test_the_command_plays_and_keeps_a_simulated_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TURBO_STORE", str(tmp_path / "store.db"))
    words = ["run", "--edition", "original-goliath", "--players", "Ann,Bob,Cid,Dee", "--no-web"]
    assert main([*words, "--camera", "twin:5", "--speed", "0", "--seconds", "6"]) == 0
    told = capsys.readouterr().out
    assert "SIMULATED" in told and "by its corner cards" in told


@pytest.mark.parametrize("name", ["original-jumbo", "six", "special"])
def test_the_twin_plays_an_edition_and_its_record_is_refereed(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "evening.turbo"
    words = ["twin", "--edition", name, "--seed", "2", "--mischief", "0.2"]
    assert main([*words, "--record", str(record)]) == 0
    assert "simulation finished; score as expected" in capsys.readouterr().out
    assert main(["referee", str(record)]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    {
        "five at a table for four": (["--players", "A,B,C,D,E"], "expected 2 to 4 players"),
        "twice the same": (["--players", "Ann,Ann"], "two players are called"),
        "an unknown option": (["--option", "speed=3"], "unknown option"),
        "no option": (["--option", "time"], "expected OPTION=VALUE"),
    }.values(),
    ids=["five", "same", "unknown", "none"],
)
def test_what_cannot_be_played_is_told(
    words: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TURBO_STORE", str(tmp_path / "store.db"))
    assert main(["run", "--edition", "original-goliath", "--camera", "twin", *words]) == 2
    assert message in capsys.readouterr().err
