"""A record that was changed since it was written is told from one that was not."""

import random
import unicodedata
from datetime import UTC, datetime
from pathlib import Path

import pytest

from turbo.errors import BadNotation, TurboError
from turbo.game.digest import check_digest, sealed
from turbo.game.record import Record
from turbo.storage.history import judge_record
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.twin.event_match import events_match

NOW = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)

TYPED = "players Ann, Bob\nround Ann\nthrow Ann b3 b4 b5 r1 k2 o7 o8 r* k12\ntable b3 b4 b5\n"


def exported(folder: Path, seed: int = 1) -> str:
    with Store(folder / "matches.db") as store:
        session = Session(store, now=lambda: NOW)
        session.new_match(("Ann", "Bob"))
        for event in events_match(seed).events:
            session.feed(event, "camera")
        return sealed(session.history.record_text())


def test_typed_without_it_and_exported_with_it_are_read_alike() -> None:
    assert Record.parse(sealed(TYPED)) == Record.parse(TYPED)


READS: dict[str, str] = {
    "as it is": sealed(TYPED),
    "with a mark before it": "\ufeff" + sealed(TYPED),
    "with the other line ends": sealed(TYPED).replace("\n", "\r\n"),
    "without its last line end": sealed(TYPED).rstrip(),
    "with blank lines behind it": sealed(TYPED) + "\n\n",
    "with a comment of that name in the middle": TYPED.replace(
        "round", "# digest of a match\nround"
    ),
}


@pytest.mark.parametrize("text", READS.values(), ids=READS)
def test_what_was_not_changed_is_read(text: str) -> None:
    assert len(Record.parse(text).statements) == 3


CHANGED: dict[str, str] = {
    "another starter": sealed(TYPED).replace("round Ann", "round Bob"),
    "a line less": sealed(TYPED).replace("table b3 b4 b5\n", ""),
    "a line more": sealed(TYPED).replace("# digest", "pass\n# digest"),
    "a line break lost": sealed(TYPED).replace("b5\n# digest", "b5 # digest"),
    "a comment changed": sealed(TYPED + "# hello\n").replace("hello", "hallo"),
    "another digest": sealed(TYPED)[:-2] + "x\n",
}


@pytest.mark.parametrize("text", CHANGED.values(), ids=CHANGED)
def test_what_was_changed_is_refused(text: str) -> None:
    with pytest.raises(BadNotation, match="delete the line"):
        Record.parse(text)


def test_a_record_of_tiles_has_it_too() -> None:
    text = sealed("edition original-goliath\nplayers Ann, Bob\n")
    assert Record.parse(text).players == ("Ann", "Bob")
    with pytest.raises(BadNotation, match="digest"):
        Record.parse(text.replace("Bob", "Rob"))


def test_no_flipped_bit_is_read_as_something_else(tmp_path: Path) -> None:
    """Sixty-nine of 300 were, two with another score."""
    text = exported(tmp_path)
    data, chance = text.encode(), random.Random(43)
    meant = judge_record(Record.parse(text)).match.totals
    refused = 0
    for _ in range(1000):
        bit = chance.randrange(8 * len(data))
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            found = Record.parse(flipped.decode())
        except (TurboError, UnicodeDecodeError):
            refused += 1
            continue
        # Only in the line itself: what was said is the same.
        assert found == Record.parse(text)
        assert judge_record(found).match.totals == meant
    assert refused > 950


def test_the_digest_is_a_comment_for_who_does_not_know_it() -> None:
    assert all(
        line.startswith("#") or line in TYPED.splitlines() for line in sealed(TYPED).splitlines()
    )
    check_digest("anything at all")


# One name, written in two ways


COMPOSED, TAKEN_APART = "Zoë", unicodedata.normalize("NFD", "Zoë")


def test_a_name_is_the_same_however_it_is_written() -> None:
    text = TYPED.replace("Ann", COMPOSED).replace(f"throw {COMPOSED}", f"throw {TAKEN_APART}")
    record = Record.parse(text)
    assert record.players == (COMPOSED, "Bob")
    assert judge_record(record).judged
    with pytest.raises(TurboError):
        Record.parse(f"players {COMPOSED}, {TAKEN_APART}\nround {COMPOSED}\n")


def test_a_store_knows_one_player_of_that_name(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        for name in (COMPOSED, TAKEN_APART):
            session = Session(store, now=lambda: NOW)
            session.new_match((name, "Bob"))
            for event in Record.parse(TYPED.replace("Ann", name)).statements:
                session.feed(event.event, "typed")  # type: ignore[arg-type]
        assert {head.players for head in store.matches()} == {(COMPOSED, "Bob")}
        assert len(store.history(2).judged) == 3
        with pytest.raises(TurboError):
            store.new_match((COMPOSED, TAKEN_APART), NOW)


def test_an_old_store_with_a_name_taken_apart_is_read(tmp_path: Path) -> None:
    """As an earlier version kept it: its bytes stay, and so do its hashes."""
    from turbo.storage import schema

    path = tmp_path / "matches.db"
    with Store(path) as store:
        import json

        names = json.dumps([TAKEN_APART, "Bob"])
        row = (1, NOW.isoformat(), 1, names, "{}", "[]", 2)
        event = json.dumps({"statement": f"round {TAKEN_APART}"})
        with store._writing() as connection:
            schema.insert_match(connection, row, [(1, None, "", event, None)], None)
    with Store(path) as store:
        assert store.head(1).players == (COMPOSED, "Bob")
        assert store.history(1).match.round is not None
        assert store.check() == []
