"""A small part of the crash laboratory (`make torture`), and bundles that mean harm."""

import random
import zipfile
from pathlib import Path

import pytest

from tools.trials.torture import (
    CORPUS,
    READERS,
    Book,
    bad_disks,
    damage_stores,
    kill_writers,
    mutants,
)
from tools.trials.torture_live import TROUBLES, run
from turbo.commands.cli import main
from turbo.errors import TurboError
from turbo.evidence import bundle


@pytest.fixture
def book() -> Book:
    return Book()


@pytest.mark.parametrize("game", ["dice", "tiles"])
def test_killed_writers(book: Book, tmp_path: Path, game: str) -> None:
    kill_writers(book, tmp_path, 4, random.Random(11), game)
    assert book.broken == [] and book.counts["kill: nothing lost"] == 4


def test_damaged_stores(book: Book, tmp_path: Path) -> None:
    damage_stores(book, tmp_path, 12, random.Random(12))
    assert book.broken == []
    assert sum(n for what, n in book.counts.items() if what.startswith("damage")) == 12


def test_full_and_held_disks_and_a_clock_that_runs_backwards(book: Book, tmp_path: Path) -> None:
    bad_disks(book, tmp_path, random.Random(13))
    assert book.broken == [] and sum(book.counts.values()) == 4


IN_TEST = ("process killed", "disk full", "late", "board unplugged", "frozen")
"""Of the troubles at a live table; `make torture` has them all, and more rounds."""


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", IN_TEST)
def test_a_round_in_trouble_is_told_right_or_asked_about(name: str, tmp_path: Path) -> None:
    trouble = next(one for one in TROUBLES if one.name == name)
    outcome = run(trouble, tmp_path, range(1, 2))
    assert outcome.broken == [] and outcome.counts["times"] > 0
    assert sum(outcome.counts[what] for what in ("right", "asked", "counted wrong")) == 1


@pytest.mark.parametrize("name", READERS)
def test_mutated_files_are_read_or_refused_in_one_line(name: str, tmp_path: Path) -> None:
    READERS[name](CORPUS / name)
    for number, raised in mutants(name, 40, tmp_path, random.Random(14)):
        assert raised is None or isinstance(raised, TurboError), (number, raised)
        assert "\n" not in str(raised)


def packed(path: Path, **files: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name, data)
    return path


def bomb(path: Path) -> None:
    packed(path, manifest=b"\0" * (bundle.MOST_BYTES + 1))


def liar(path: Path) -> None:
    """Says in its directory that a large file is small."""
    packed(path, manifest=b"\0" * (bundle.MOST_BYTES + 1))
    data = bytearray(path.read_bytes())
    for mark, at in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        place = data.index(mark) + at
        data[place : place + 4] = (100).to_bytes(4, "little")
    path.write_bytes(data)


def encrypted(path: Path) -> None:
    packed(path, manifest=b"{}")
    data = bytearray(path.read_bytes())
    for mark, at in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        data[data.index(mark) + at] |= 1
    path.write_bytes(data)


def unknown_packing(path: Path) -> None:
    packed(path, manifest=b"{}")
    data = bytearray(path.read_bytes())
    for mark, at in ((b"PK\x01\x02", 10), (b"PK\x03\x04", 8)):
        data[data.index(mark) + at] = 97
    path.write_bytes(data)


def empty(path: Path) -> None:
    packed(path)


def no_zip(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04 and then rubbish")


def deep(path: Path) -> None:
    texts = dict.fromkeys(bundle.TEXTS, b"[" * 200_000)
    packed(path, **texts)


HARMFUL = [bomb, liar, encrypted, unknown_packing, empty, no_zip, deep]


@pytest.mark.parametrize("make", HARMFUL, ids=[one.__name__ for one in HARMFUL])
def test_a_bundle_that_means_harm_is_refused_in_one_line(
    make: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(make)
    path = tmp_path / "evidence.zip"
    make(path)
    assert main(["replay", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"turbo: {path}: ") and len(line) < len(str(path)) + 200


def test_a_tape_that_tells_nonsense_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "evidence.zip"
    with zipfile.ZipFile(CORPUS / "evidence.zip") as file:
        texts = {name: file.read(name) for name in bundle.TEXTS}
    packed(path, **{**texts, "tape.jsonl": b'{"seen": [[[[1]]]]}\n' * 3})
    assert main(["replay", "--tape", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
