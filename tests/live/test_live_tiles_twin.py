"""A tile table of the twin, drawn and looked at: what is seen is what was done."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.trials.watched_tiles import WatchedTwin
from tools.trials.web_support import PIN, Client, keys
from turbo.app.controls import TwinPace
from turbo.app.tile_twin import SimulatedTiles
from turbo.commands.cli import main
from turbo.commands.replay import Evidence
from turbo.errors import TurboError
from turbo.game.editions import edition
from turbo.game.events import Verdict
from turbo.game.layout import Layout
from turbo.game.observation import Observation
from turbo.game.record import statement_text
from turbo.game.tile_options import TileOptions
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.tiles.rows import is_same_table, rows_of
from turbo.twin.film import TileFilm
from turbo.twin.tile_acting import Acted, acted_match
from turbo.twin.tile_drawing import TileLook
from turbo.twin.tile_people import NAMES, TileHabits
from turbo.twin.tile_table import Beat
from vision.reading.detector import Image
from vision.reading.reader import Reader
from vision.reading.tiles import TILE_STILLS
from web.app import create_app

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


def acted(beats: list[Beat]) -> Acted:
    """Beats of a test, in place of people's own."""
    people = acted_match(1, edition("original-goliath"), NAMES[:4], games=0).people
    return Acted(beats, people)


@contextmanager
def watching(beats: list[Beat], players: int) -> Iterator[WatchedTwin]:
    options = TileOptions("original-goliath", simulated=True)
    made = WatchedTwin(2, options, NAMES[:players], acted=acted(beats), rate_hz=5.0)
    yield made
    made.close()


BEATS = [Beat(n % 4, Layout.parse(table)) for n, (_, table, _) in enumerate(EVENING)]


@pytest.fixture(scope="module")
def evening() -> Iterator[WatchedTwin]:
    """As it was seen to its end."""
    with watching(BEATS, 4) as watched:
        watched.run()
        yield watched


def test_an_evening_is_seen_as_it_was_played(evening: WatchedTwin) -> None:
    answers, tables = [], []
    for act, ruling in evening.rulings:
        rules = {str(fault.rule) for fault in ruling.faults}
        answers.append(" ".join([str(ruling.verdict), *(r for r in RULES if r in rules)]))
        tables.append(Layout.parse(statement_text(act).partition("table ")[2]))
    assert answers == [answer for *_, answer in EVENING]
    assert rows_of(tables[3]) == rows_of(BEATS[3].table)
    game = evening.session.tiles.match.game
    assert game is not None and is_same_table(game.table, BEATS[-1].table)
    before = evening.runner.before_picture
    assert before is not None and before[:2] == b"\xff\xd8"


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


def test_evidence_is_played_again_from_its_tape_and_from_its_frames(
    evening: WatchedTwin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evidence = Evidence(evening.runner, tmp_path, evening.sight)
    app = create_app(evening.session, evening.store, keys=keys(), evidence=evidence)
    page = Client(app.test_client())
    page.sign_in(PIN)
    name = page.post("/api/evidence", {}).get_json()["saved"]
    assert page.client.get("/api/evidence").get_json() == {"bundles": [name]}
    assert main(["replay", "--tape", str(tmp_path / name)]) == 0
    assert main(["replay", str(tmp_path / name)]) == 0
    tape, frames = capsys.readouterr().out.splitlines()
    assert "the same 7 rulings, from its tape" in tape
    assert "the same 7 rulings" in frames and "frames read again" in frames
    with zipfile.ZipFile(tmp_path / name) as packed:
        assert {"before.jpg", "after.jpg", "calibration.json"} <= set(packed.namelist())


def test_a_film_of_tiles_is_told_as_it_was_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """To the first meld; `bench.film_tiles` has whole games."""
    beats = BEATS[:4]
    assert TileFilm(tmp_path, acted(beats), 2, TileLook(), rate_hz=5.0).shoot() == len(beats)
    words = ["--edition", "original-goliath", "--presses", str(tmp_path / "presses.txt")]
    assert main(["watch", str(tmp_path / "film.avi"), "--json", *words]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = [line for line in lines if line["kind"] == "told"]
    rules = [{fault["rule"] for fault in line["faults"]} for line in told]
    answers = [
        " ".join([line["verdict"], *(one for one in RULES if one in named)])
        for line, named in zip(told, rules, strict=True)
    ]
    assert answers == [answer for *_, answer in EVENING[:4]]


LAID = "k10 r10 o10"
MISSED = [
    Beat(seat % 2, Layout.parse(table))
    for seat, table in enumerate(["", LAID, LAID, f"{LAID} | b11 b12 b13"])
]


def test_a_tile_that_is_missed_is_not_taken_away_and_one_in_doubt_is_asked_about() -> None:
    with watching(MISSED, 2) as watched:
        watched.sight.reader = reader = CarelessReader()
        heard = watched.run().rulings
    assert [statement_text(act) for act, _ in heard][:3] == ["round Ann", f"table {LAID}", "draw"]
    act, ruling = heard[3]
    assert "b11 b12 b13" in statement_text(act) and ruling.verdict is Verdict.ACCEPTED
    assert reader.found > 3, "it was there to be found"


def test_people_act_nothing_that_cannot_be_seen() -> None:
    """Every beat that is pressed or late is one deed, in order, at its table."""
    chosen = edition("original-goliath", {"time": "60"})
    acted = acted_match(4, chosen, NAMES[:4], TileHabits(mischief=0.4, late=0.1))
    told = [beat for beat in acted.beats if not beat.is_quiet]  # all of them, and so all deeds
    assert len(told) == len(acted.deeds)
    for beat, deed in zip(told, acted.deeds, strict=True):
        assert beat.name == deed.mischief
        assert NAMES[beat.seat] == deed.player


def test_mischief_that_is_asked_for_is_done_once_and_named(tmp_path: Path) -> None:
    habits = TileHabits(mischief=0.0, late=0.0)
    acted = acted_match(4, edition("original-goliath"), NAMES[:4], habits)
    with Store(tmp_path / "matches.db") as store:
        twin = SimulatedTiles(acted, Session(store), 4)
        beats = iter(acted.beats)
        next(beats)
        pace = TwinPace(twin, SimpleNamespace(speed=1.0), twin.mischief)
        assert "lone-tile" in pace.state().mischief and not pace.state().paused
        pace.do_mischief("lone-tile")
        pace.set_paused(True)
        assert twin.paused
        names = [beat.name for beat in beats if beat.name]
        assert names == ["lone-tile"] and not acted.people.pending
        with pytest.raises(TurboError, match="expected a mischief: lone-tile"):
            pace.do_mischief("turn-die")


def test_the_command_plays_and_keeps_a_simulated_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TURBO_STORE", str(tmp_path / "store.db"))
    words = ["run", "--edition", "original-goliath", "--players", "Ann,Bob,Cid,Dee", "--no-web"]
    assert main([*words, "--camera", "twin:5", "--speed", "0", "--seconds", "1"]) == 0
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
        "as dice do": (["--hand-over", "still"], "--hand-over: expected dice, with tiles"),
        "a field of dice": (["--corners", "corners.json"], "--corners: expected dice, with tiles"),
        "a mat": (["--calibration", "mat.json"], "--calibration: expected dice, with tiles"),
        "in centimetres": (["--field", "90x60"], "expected a field of 100 mm or more each way"),
        "tiles at dice": (["--edition", "turbo", "--field", "900x600"], "--field: expected an"),
    }.values(),
    ids=lambda one: one if isinstance(one, str) else " ".join(one),
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
