"""Ratings by the paper's own example, profiles of real matches, and persons who are deleted."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tools.trials.random_match import RandomMatch
from turbo.errors import TurboError
from turbo.game.editions import PieceKind
from turbo.game.events import Noted, Passed, RoundStarted
from turbo.game.match import Options
from turbo.game.record import Record
from turbo.people.colours import COLOURS, Colours
from turbo.people.farewell import forget_person
from turbo.people.glicko import WIDEST, Rating
from turbo.people.profiles import TRIAL, Outcomes, profiles
from turbo.storage.forgetting import is_alias
from turbo.storage.roll_book import Roll, Rolls, evidence_folder, rolls_path
from turbo.storage.session import Session
from turbo.storage.store import Store

NOW = datetime(2026, 11, 15, 20, 15, tzinfo=UTC)


def test_the_worked_example_of_the_paper() -> None:
    """Glickman's: 1500 with 200 beats 1400 (30), loses to 1550 (100) and 1700 (300)."""
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = Rating(1500, 200, 0.06).after(results)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_rest_makes_less_sure_and_nothing_else() -> None:
    known = Rating(1600, 60)
    assert known.rested(0) == known
    rested = known.rested(30)
    assert (rested.rating, rested.volatility) == (1600, known.volatility)
    assert known.deviation < rested.deviation < known.rested(60).deviation
    assert known.rested(100_000).deviation == WIDEST
    assert known.after([]) == known.rested(1)


def test_a_great_surprise_unsettles() -> None:
    steady = Rating(1500, 50, 0.06)
    upset = steady.after([(Rating(2400, 50), 1.0)] * 8)
    assert upset.volatility > steady.volatility and upset.rating > 1600


SCORES = "round {0}\nscore {0} 30 out\nend late"


def keep(store: Store, one: str, other: str, *, day: int = 0, **options: bool) -> int:
    """A match that the first wins, from paper."""
    text = f"players {one}, {other}\n{SCORES.format(one)}"
    at = NOW + timedelta(days=day)
    return store.import_record(Record.parse(text), at, Options(**options))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "matches.db")


def test_profiles_count_what_people_played(store: Store) -> None:
    for day in range(3):
        keep(store, "Ann", "Bob", day=day)
    keep(store, "Bob", "Ann", day=3)
    keep(store, "Ann", "Cid", day=4)
    ann, bob, cid = profiles(store.matches())
    assert [one.name for one in (ann, bob, cid)] == ["Ann", "Bob", "Cid"]
    assert ann.total == Outcomes(4, 0, 1) and ann.against["Bob"] == Outcomes(3, 0, 1)
    assert (ann.streak, ann.longest, bob.streak, bob.longest) == (1, 3, 1, 1)
    assert cid.streak == -1 and cid.matches == [5]
    assert [one.day.day for one in ann.days] == [15, 16, 17, 18, 19]
    assert ann.rating.rating > 1500 > bob.rating.rating
    assert ann.rating.deviation < cid.rating.deviation


def test_only_real_matches_count(store: Store) -> None:
    keep(store, "Ann", "Bob", simulated=True)
    for key, value in (("machine", "3 Bob"), (TRIAL, "yes")):
        text = f"players Ann, Bob\ntag {key} {value}\n{SCORES.format('Ann')}"
        store.import_record(Record.parse(text), NOW)
    open_match = f"players Ann, Bob\n{SCORES.format('Ann')}".removesuffix("\nend late")
    store.import_record(Record.parse(open_match), NOW)
    assert profiles(store.matches()) == []


def test_tiles_are_rated_by_pairs_and_apart(store: Store) -> None:
    text = (
        "edition original-jumbo\nplayers Ann, Bob, Cid\nround Ann\n"
        "score Ann 30, Bob -10, Cid -20 out\nend late"
    )
    store.import_record(Record.parse(text), NOW)
    assert profiles(store.matches()) == []
    ann, bob, cid = profiles(store.matches(), PieceKind.TILE)
    assert ann.rating.rating > bob.rating.rating > cid.rating.rating
    assert (ann.total, bob.total) == (Outcomes(won=1), Outcomes(lost=1))
    assert bob.against == {"Ann": Outcomes(lost=1), "Cid": Outcomes(won=1)}


def test_matches_of_one_day_are_rated_together(store: Store) -> None:
    """So the order in which they came into the store says nothing."""
    keep(store, "Ann", "Bob")
    keep(store, "Bob", "Ann")
    one, other = profiles(store.matches())
    assert one.rating == other.rating and one.rating.rating == pytest.approx(1500)


def test_everybody_has_a_colour(tmp_path: Path) -> None:
    colours = Colours(tmp_path / "matches.db")
    assert colours.of("Ann") == colours.of("Ann") in COLOURS
    other = next(one for one in COLOURS if one != colours.of("Ann"))
    colours.choose("Ann", other)
    assert Colours(tmp_path / "matches.db").of("Ann") == other
    with pytest.raises(TurboError, match="expected one of"):
        colours.choose("Ann", "infrared")
    colours.path.write_text("torn {")
    assert colours.of("Ann") in COLOURS


NAME = "Zoë Quill"
WRITTEN = (NAME.encode(), json.dumps(NAME)[1:-1].encode(), b"zo\\u00eb", "zoë".encode())


def played_by_all_means(path: Path) -> None:
    """Whole matches, undone and amended entries, a rest, tags, authors, reasons, tallies, throws,
    evidence, a colour: all with the name."""
    with Store(path) as store:
        text = RandomMatch(3).play()
        first, second = Record.parse(text).players
        for at, other in enumerate((first, second)):
            told = text.replace(other, f'"{NAME}"')
            store.import_record(Record.parse(told), NOW + timedelta(days=at), by=NAME)
        told = f'players "{NAME}", Bob\ntag event {NAME} at home\nround Bob\nend {NAME} is tired'
        store.import_record(Record.parse(told), NOW)
        session = Session(store)
        number = session.new_match((NAME, "Ann"), by=NAME)
        session.feed(RoundStarted(NAME), NAME)
        session.feed(Passed(NAME), "table")
        session.pause(True, NAME)
        store.keep_tallies([(number, 3, json.dumps({"throws": {NAME: 1}}))])
        kept = store.matches()
    with Rolls(rolls_path(path)) as rolls:
        rolls.add(Roll(NOW, (), (), match=1, entry=2, player=NAME, struck=NAME), b"jpeg")
    folder = evidence_folder(path)
    folder.mkdir()
    (folder / "match-1-entry-2.zip").write_bytes(NAME.encode())
    Colours(path).choose(NAME, "red")
    assert all(NAME in head.players for head in kept)


def test_a_person_is_deleted_to_the_last_byte(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    played_by_all_means(path)
    with Store(path) as store:
        before = [store.folded(head.id) for head in store.matches()]
        standings = [head.standing for head in store.matches()]
        done = forget_person(store, NAME)
        assert done.matches == (1, 2, 3, 4) and done.pictures == 2
        assert (done.remains, done.troubles) == ((), ()) and is_alias(done.alias)
        # While the store is open, log and shared memory included.
        for file in tmp_path.rglob("*"):
            assert not file.is_file() or not any(one in file.read_bytes() for one in WRITTEN), file
        assert store.check() == []
        for was, now, head in zip(before, standings, store.matches(), strict=True):
            after = store.folded(head.id)
            assert [one.ruling.verdict for one in after.judged] == [
                one.ruling.verdict for one in was.judged
            ]
            assert (head.standing.totals, head.standing.rounds) == (now.totals, now.rounds)
            assert after.match.totals == was.match.totals and done.alias in after.players
    with Store(path) as store:
        assert store.check() == [] and len(store.matches()) == 4


def test_others_keep_their_profiles_without_the_deleted(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        keep(store, "Ann", "Bob")
        keep(store, "Ann", "Cid")
        before = {one.name: one.rating for one in profiles(store.matches())}
        first, second = (forget_person(store, name).alias for name in ("Bob", "Cid"))
        assert first != second
        (ann,) = profiles(store.matches())
        assert ann.rating == before["Ann"] and ann.total == Outcomes(won=2)


def test_names_that_are_words_of_the_game_are_only_names(tmp_path: Path) -> None:
    """A player may be called as a face, an option or a rule: nothing but the name changes."""
    with Store(tmp_path / "matches.db") as store:
        text = RandomMatch(5).play()
        first, second = Record.parse(text).players
        told = text.replace(f" {first}", " throw").replace(f" {second}", " b3")
        number = store.import_record(Record.parse(told), NOW)
        before = store.history(number)
        for name in ("throw", "b3"):
            forget_person(store, name)
        after = store.history(number)
        assert after.match.totals == before.match.totals
        assert [str(one.ruling.faults) for one in after.judged] == [
            str(one.ruling.faults) for one in before.judged
        ]


def test_who_never_played_cannot_be_deleted(store: Store) -> None:
    with pytest.raises(TurboError, match="somebody who has played"):
        forget_person(store, "Nobody")


def test_a_match_that_goes_on_meanwhile_is_not_written_over(store: Store) -> None:
    """Another program may hold it open under the name of before."""
    session = Session(store)
    session.new_match((NAME, "Bob"))
    forget_person(store, NAME)
    with pytest.raises(TurboError):
        session.feed(RoundStarted(NAME), "table")
    assert store.check() == [] and not any(isinstance(one.event, Noted) for one in store.entries(1))


def test_a_damaged_match_is_told_and_left(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with Store(path) as store:
        keep(store, f'"{NAME}"', "Bob")
        keep(store, f'"{NAME}"', "Ann")
        with store._writing() as connection:
            connection.execute("DROP TRIGGER entries_stay")
            connection.execute("UPDATE entries SET by = 'else' WHERE match = 1 AND number = 1")
        done = forget_person(store, NAME)
        assert len(done.troubles) == 1 and "match 1 cannot be read" in done.troubles[0]
        assert path in done.remains
        assert NAME not in store.head(2).players
