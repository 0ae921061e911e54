"""The command where things are in the way: outputs that are full, closed or foreign, people who
only wanted to look, and stores that need help."""

import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import pytest

from turbo.commands import changes
from turbo.commands.cli import main
from turbo.commands.report import Style, cells_of, score_card, time_text
from turbo.game.events import Ending
from turbo.game.match import Match, Result
from turbo.game.messages import Language
from turbo.game.record import Record
from turbo.i18n.catalogue import catalogue
from turbo.storage.store import Store

ROOT = Path(__file__).parents[2]
EVENING = str(ROOT / "examples" / "evening.turbo")
TURBO = [sys.executable, "-m", "turbo.commands.cli"]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "matches.db"
    monkeypatch.setenv("TURBO_STORE", str(path))
    assert main(["import", EVENING]) == 0
    return path


OUTPUTS = {
    "a full device": (">/dev/full", {}, 2, "No space left on device"),
    "closed": (">&-", {}, 2, "standard output is closed"),
    "not UTF-8": (">/dev/null", {"PYTHONIOENCODING": "ascii"}, 0, ""),
    "closed, and errors too": (">&- 2>&-", {}, 2, ""),
}


@pytest.mark.parametrize(
    ("to", "environment", "status", "said"), OUTPUTS.values(), ids=OUTPUTS.keys()
)
def test_an_output_that_cannot_be_used_is_said_in_one_line(
    to: str, environment: dict[str, str], status: int, said: str
) -> None:
    command = f"{sys.executable} -m turbo.commands.cli referee {EVENING} --lang fr {to}"
    found = os.environ | {"PYTHONUTF8": "0", "LC_ALL": "C"} | environment
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, env=found, capture_output=True, text=True
    )
    assert done.returncode == status
    assert said in done.stderr and len(done.stderr.splitlines()) <= 1


def test_one_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"turbo {metadata.version('turbo-referee')}\n"


def test_an_export_over_an_old_file_replaces_it_whole(store: Path, tmp_path: Path) -> None:
    target = tmp_path / "old.turbo"
    target.write_text("old")
    assert main(["export", "1", str(target)]) == 0
    assert Record.parse(target.read_text()).players == ("Ann", "Bob")
    full = f"{sys.executable} -m turbo.commands.cli export 1 {target}"
    limited = f"ulimit -f 0; trap '' XFSZ; {full}"
    before = target.read_bytes()
    done = subprocess.run(["sh", "-c", limited], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and "cannot be written" in done.stderr
    assert target.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir() if "turbo" in one.name) == ["old.turbo"]


def test_nothing_takes_the_place_of_a_pipe(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor of a device, where root could put a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert main(["card", "1", str(pipe)]) == 0
    assert os.read(reading, 5) == b"%PDF-"
    os.close(reading)
    assert main(["backup", str(pipe)]) == 2
    assert "expected the name of a file" in capsys.readouterr().err
    assert pipe.is_fifo()


def test_an_undo_shows_what_it_changes(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["undo", "1", "--back-to", "40"]) == 0
    before, after, entry = capsys.readouterr().out.splitlines()
    assert before.startswith("before: Ann 175 – 29 Bob, finished: Ann has won")  # noqa: RUF001
    assert "rounds played" in after and entry.startswith("entry ")
    with Store(store) as kept:
        assert len(kept.history(1).judged) < 40
        count = len(kept.entries(1))
    assert main(["undo", "1", str(count)]) == 0, "which can be taken back"
    with Store(store) as kept:
        assert kept.head(1).standing.totals == (175, 29)


@pytest.mark.parametrize(("answer", "status", "more"), [("n", 1, 0), ("", 1, 0), ("y", 0, 1)])
def test_on_a_terminal_somebody_is_asked_first(
    store: Path, answer: str, status: int, more: int
) -> None:
    with Store(store) as kept:
        count = len(kept.entries(1))
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*TURBO, "amend", "1", "2", "round Bob"], cwd=ROOT, stdin=theirs, stdout=theirs
    )
    os.close(theirs)
    os.write(ours, f"{answer}\n".encode())
    said = b""
    try:
        while chunk := os.read(ours, 1000):
            said += chunk
    except OSError:  # the other side is closed
        pass
    os.close(ours)
    assert process.wait() == status
    assert b"before:" in said and b"Change it?" in said
    with Store(store) as kept:
        assert len(kept.entries(1)) == count + more


def test_a_program_that_calls_it_is_not_asked() -> None:
    assert changes._is_wanted(Language.ENGLISH)


@pytest.fixture
def on_the_wall() -> Iterator[Callable[[str], None]]:
    """Sets the machine's zone, which the C library keeps to itself."""
    before = os.environ.get("TZ")

    def set_zone(name: str | None) -> None:
        os.environ.pop("TZ", None)
        if name is not None:
            os.environ["TZ"] = name
        time.tzset()

    yield set_zone
    set_zone(before)


def test_times_are_local_and_say_their_zone(on_the_wall: Callable[[str], None]) -> None:
    at = datetime(2026, 7, 1, 12, 30, 5, tzinfo=UTC)
    on_the_wall("CET-1CEST,M3.5.0,M10.5.0/3")
    assert time_text(at) == "2026-07-01 14:30 CEST"
    assert time_text(at.replace(tzinfo=None), seconds=True) == "2026-07-01 12:30:05"
    on_the_wall("UTC0")
    assert time_text(at).endswith(" UTC")


NAMES = {"plain": ("Ann", "Bob"), "wide": ("山田太郎", "Bob"), "accents": ("Zoe\u0301", "Bob")}


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES.keys())
@pytest.mark.parametrize("language", Language)
def test_the_score_card_is_straight(language: Language, names: tuple[str, str]) -> None:
    results = (Result(0, None, 0, Ending.BLOCK), Result(1, 0, 25, Ending.OUT))
    card = score_card(Match(names, results=results), Style(language))
    assert len({cells_of(line) for line in card.splitlines()}) == 1


def test_a_file_of_zeros_is_told_in_a_short_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "zeros.turbo"
    file.write_bytes(b"\0" * 400_000)
    assert main(["referee", str(file)]) == 2
    said = capsys.readouterr().err
    assert len(said) < 400 and "\0" not in said


def test_backup_and_restore(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "stick"
    copy.mkdir()
    assert main(["backup", str(copy)]) == 0
    assert capsys.readouterr().out.endswith("matches.db: 1 match\n")
    store.write_bytes(store.read_bytes()[:5000])
    assert main(["matches"]) == 2
    assert "turbo restore" in capsys.readouterr().err
    assert main(["restore", str(copy / "matches.db")]) == 0
    assert main(["matches", "--json"]) == 0
    assert main(["backup", str(store)]) == 2, "a store is no copy of itself"
    assert main(["restore", str(tmp_path / "nowhere.db")]) == 2


@pytest.mark.parametrize("language", Language)
def test_changes_and_copies_are_told_in_each_language(
    language: Language, store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["undo", "1", "--lang", str(language)]) == 0
    assert main(["backup", str(tmp_path / "copy.db"), "--lang", str(language)]) == 0
    assert main(["restore", str(tmp_path / "copy.db"), "--lang", str(language)]) == 0
    said = capsys.readouterr().out
    for key in ("before", "after", "entry", "copied", "restored", "aside"):
        sentence = catalogue(language)[f"cli.{key}"].forms[0]
        words = sentence.replace("{", " ").replace("}", " ").split()
        assert words[0] in said or words[-1] in said, key


def test_one_match_that_cannot_be_read_hides_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.db"
    path.write_bytes((ROOT / "tests" / "data" / "store_of_schema_1.db").read_bytes())
    monkeypatch.setenv("TURBO_STORE", str(path))
    assert main(["matches"]) == 0
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 3
    (line,) = said.err.splitlines()
    assert "match 3 cannot be read: two players of one name" in line
    assert main(["show", "4", "--history"]) == 0
    assert "\x1b" not in capsys.readouterr().out, "no control character of an author gets through"
