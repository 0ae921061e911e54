"""The funnel: judged, kept, then shown; nothing happens that could not be kept."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from turbo.errors import TurboError
from turbo.game.dice import parse_hand
from turbo.game.events import (
    Amended,
    Entry,
    Note,
    Noted,
    Passed,
    RoundStarted,
    Thrown,
    Undone,
    Verdict,
)
from turbo.game.match import Options, Phase
from turbo.storage.session import Notice, Session
from turbo.storage.store import Store, StoreError

NOW = datetime(2026, 11, 15, 20, 15, tzinfo=UTC)
HAND = parse_hand("k1 k3 r1 r3 b5 b7 o5 o7 k9")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "matches.db") as opened:
        yield opened


@pytest.fixture
def session(store: Store) -> Session:
    session = Session(store, now=lambda: NOW)
    session.new_match(("Ann", "Bob"), Options())
    return session


def test_what_is_fed_is_ruled_on_and_in_the_store(session: Session, store: Store) -> None:
    assert session.feed(RoundStarted("Ann"), "Ann").verdict is Verdict.ACCEPTED
    assert session.feed(Passed(), "camera").verdict is Verdict.REJECTED
    assert [(entry.by, entry.at) for entry in store.entries(1)] == [("Ann", NOW), ("camera", NOW)]
    assert store.history(1) == session.history


def test_after_a_restart_the_match_goes_on_where_it_was(session: Session, store: Store) -> None:
    session.feed(RoundStarted("Ann"), "Ann")
    session.feed(Thrown("Ann", HAND), "camera")
    again = Session(store, 1)
    assert again.history == session.history
    assert again.history.match.phase is Phase.TO_PLAY


def test_undo_and_amend_are_entries_too(session: Session) -> None:
    session.feed(RoundStarted("Ann"), "Ann")
    session.change(Amended(1, RoundStarted("Bob")), "Bob")
    assert session.history.judged[0].ruling.player == "Bob"
    session.change(Undone(2), "Ann")
    assert session.history.judged[0].ruling.player == "Ann"
    with pytest.raises(TurboError, match="expected the number of an entry"):
        session.change(Undone(77), "Ann")
    assert len(session.history.entries) == 3


def test_what_cannot_be_kept_has_not_happened(session: Session, store: Store) -> None:
    before = session.history, session.version
    store.close()
    with pytest.raises(StoreError):
        session.feed(RoundStarted("Ann"), "Ann")
    assert (session.history, session.version) == before


def test_an_entry_that_another_process_wrote_is_taken_in(session: Session, store: Store) -> None:
    store.append(1, Entry(0, RoundStarted("Ann"), NOW, "elsewhere"))
    session.feed(Thrown("Ann", HAND), "camera")
    assert [entry.by for entry in session.history.entries] == ["elsewhere", "camera"]
    assert session.history.match.phase is Phase.TO_PLAY


def test_watchers_are_woken_by_a_change_and_by_nothing_else(session: Session) -> None:
    version = session.version
    session.show(notices=())
    assert session.wait(version, 0) == version
    woken = threading.Thread(target=session.show, kwargs={"notices": (Notice("hello"),)})
    woken.start()
    assert session.wait(version, 30) > version
    woken.join()
    assert session.view.notices == (Notice("hello"),)


def test_many_threads_may_feed_at_once(session: Session, store: Store) -> None:
    session.feed(RoundStarted("Ann"), "Ann")
    threads = [threading.Thread(target=session.feed, args=(Passed(), str(n))) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.history(1) == session.history
    assert len(session.history.entries) == 13


def test_a_pause_is_kept_with_who_and_when_and_stands_in_the_record(
    session: Session, store: Store
) -> None:
    session.feed(RoundStarted("Ann"), "Ann")
    record = session.history.record_text()
    for _ in range(2):
        session.pause(True, "Cleo")
    assert session.paused and Session(store, 1).paused
    session.feed(Thrown("Ann", HAND), "Ann")
    session.pause(False, "Dan")
    assert not session.paused and store.history(1) == session.history
    told = [(entry.event, entry.by, entry.at) for entry in session.history.entries]
    assert told[1] == (Noted(Note.PAUSE), "Cleo", NOW)
    assert told[3] == (Noted(Note.RESUME), "Dan", NOW)
    assert len(told) == 4
    assert session.history.record_text().startswith(record.rstrip())
    words = [line.split()[0] for line in session.history.record_text().splitlines()]
    assert words == ["players", "round", "pause", "throw", "resume"]
    with pytest.raises(TurboError, match="a pause"):
        session.change(Undone(2), "Ann")


def test_a_rest_of_the_table_is_no_pause_of_the_match(session: Session) -> None:
    session.rest(True)
    assert session.paused and not session.history.entries
    session.pause(True, "Cleo")
    session.rest(False)
    assert session.paused
    session.new_match(("Cid", "Dee"))
    assert not session.paused


def test_without_a_match_nothing_can_be_fed(store: Store) -> None:
    session = Session(store)
    assert session.match_number is None
    with pytest.raises(TurboError, match="expected an open match"):
        session.feed(Passed(), "Ann")


def test_another_match_can_be_opened_and_the_first_one_stays(session: Session) -> None:
    session.feed(RoundStarted("Ann"), "Ann")
    assert session.new_match(("Cid", "Dee")) == 2
    assert session.history.players == ("Cid", "Dee")
    session.open_match(1)
    assert session.history.match.phase is Phase.TO_THROW
