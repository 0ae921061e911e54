"""Seats without a table: what is thrown and laid on pages is judged, and the machine plays."""

import random
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tools.trials.web_support import comes_true
from turbo.app.rolling import PouredDice, Roll, drawn, roll_words
from turbo.app.screen_seats import ScreenSeats
from turbo.app.seating import GONE_S
from turbo.errors import TurboError
from turbo.game.dice import PRESUMED_FACES, parse_hand
from turbo.game.events import Event, RoundStarted, Thrown, Verdict
from turbo.game.layout import Layout
from turbo.game.match import Match, Options
from turbo.game.record import Tag
from turbo.game.referee import judge
from turbo.game.sets import Faces
from turbo.partner.solo import MachineSeat
from turbo.solver import best_play
from turbo.storage.session import Session
from turbo.storage.store import Store


def _drawn(chance: random.Random) -> Roll:
    """By chance alone: a whole match by mechanics would take a minute."""
    return lambda match, dice, count: drawn(match, dice, count, chance)


class Seated:
    """A session without a table, and people at its seats."""

    def __init__(self, store: Store) -> None:
        self.session = Session(store)
        self.at_s = 0.0
        self.seats = ScreenSeats(
            self.session, _drawn(random.Random(5)), pause_s=0.0, clock=lambda: self.at_s
        )
        self.sitting: dict[int, str] = {}

    def start(self, *seats: int, tags: tuple[Tag, ...] = ()) -> None:
        options = Options(simulated=True, rounds=1)
        self.session.new_match(("Cleo", "Dan"), options, tags=tags)
        self.sitting = {seat: self.seats.take(seat, f"phone {seat}") for seat in seats}

    @property
    def match(self) -> Match:
        return self.session.history.match

    def wants(self, seat: int) -> str | None:
        found = self.session.view.seats[seat]
        return None if found is None else found.wants

    def act(self, seat: int) -> None:
        rnd = self.match.round
        hand = None if rnd is None else rnd.hands[seat]
        if self.wants(seat) == "throw":
            self.seats.throw(self.sitting[seat], hand or ())
        elif rnd is not None and self.wants(seat) == "lay":
            found = best_play(rnd.table, hand or ())
            self.seats.lay(self.sitting[seat], found.layout if found.played else None)

    def play_out(self) -> None:
        def is_over() -> bool:
            names = [one.name for one in threading.enumerate()]
            assert "seats" in names, "without its thread the machine never plays on"
            for seat in self.sitting:
                try:
                    self.act(seat)
                # What is shown may be of the moment before.
                except TurboError as error:
                    assert "wait" in str(error)
            return self.match.is_finished

        assert comes_true(is_over)


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    with Store(tmp_path / "m.db") as store:
        found = Seated(store)
        yield found
        found.seats.close()


def test_two_people_play_a_match_that_is_judged(seated: Seated) -> None:
    seated.start(0, 1)
    seated.play_out()
    rulings = [one.ruling.verdict for one in seated.session.history.judged]
    assert set(rulings) == {Verdict.ACCEPTED} and len(seated.match.results) == 1


def test_the_machine_plays_by_itself(seated: Seated) -> None:
    seated.start(0, tags=(MachineSeat("Dan", 2).tag,))
    with pytest.raises(TurboError, match="free seat"):
        seated.seats.take(1, "phone")
    seated.play_out()
    history = seated.session.history
    assert {one.ruling.verdict for one in history.judged} == {Verdict.ACCEPTED}
    assert "Dan" in {entry.by for entry in history.entries}, "the log says who threw and laid"


def test_the_machine_plays_on_after_a_disk_was_full(
    seated: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed, failed = seated.session.feed, list[str]()

    def full(event: Event, by: str) -> object:
        if by == "Dan" and not failed:
            failed.append(by)
            raise OSError("no space left on device")
        return feed(event, by)

    monkeypatch.setattr(seated.session, "feed", full)
    seated.start(0, tags=(MachineSeat("Dan", 2).tag,))
    seated.play_out()
    assert failed and seated.match.is_finished


def test_what_is_wrong_is_refused_or_judged(seated: Seated) -> None:
    seated.start(0, 1)
    with pytest.raises(TurboError, match="wait"):
        seated.seats.lay(seated.sitting[0], None)
    with pytest.raises(TurboError, match="sits"):
        seated.seats.throw("nobody", ())
    seated.seats.throw(seated.sitting[0], ())
    assert seated.match.round is not None
    hand = seated.match.round.hands[0]
    assert hand is not None and len(hand) == 9
    with pytest.raises(TurboError, match="own hand"):
        seated.seats.lay(seated.sitting[0], Layout.parse("k13 k13 k13 k13"))
    seated.seats.lay(seated.sitting[0], Layout(((hand[:1],),)))
    assert seated.session.history.judged[-1].ruling.verdict is Verdict.REJECTED
    seated.seats.lay(seated.sitting[0], None)
    assert seated.match.round.turn == 1
    seated.seats.leave(1)
    assert comes_true(lambda: seated.session.view.seats[1] is None)


def test_a_page_that_is_gone_for_a_while_gives_its_seat_free(seated: Seated) -> None:
    seated.start(0, 1)
    seated.at_s += GONE_S
    seated.seats.hear(seated.sitting[1])
    seated.at_s += 1.0
    assert comes_true(lambda: seated.session.view.seats[0] is None)
    assert seated.session.view.seats[1] is not None, "this one was heard of"
    with pytest.raises(TurboError, match="sits"):
        seated.seats.hear(seated.sitting[0])
    assert seated.seats.take(0, "another phone")


def test_a_real_match_has_no_seats(seated: Seated) -> None:
    seated.session.new_match(("Ann", "Bob"))
    with pytest.raises(TurboError, match="simulated"):
        seated.seats.take(0, "phone")


def test_dice_show_nothing_that_the_box_has_not() -> None:
    chance, match = random.Random(1), Match(("Ann", "Bob"))
    for _ in range(50):
        first = drawn(match, (), 9, chance)
        again = drawn(match, first, 9, chance)
        assert len(first) == len(again) == 9
        assert not Counter(first) - Counter(PRESUMED_FACES)


def in_play(match: Match, player: str, hand: Faces) -> Match:
    """The match when this was thrown."""
    told: list[Event] = [Thrown(player, hand)]
    for event in told if match.round else [RoundStarted(player), *told]:
        match = match.after(event, judge(match, event))
    return match


def test_poured_dice_keep_their_faces() -> None:
    """Two dice of nine, thrown again and again, show six faces each and no others."""
    roll = PouredDice(random.Random(3))
    match = Match(("Ann", "Bob"))
    hand = roll(match, (), 9)
    match = in_play(match, "Ann", hand)
    seen = [{face} for face in hand[:2]]
    for _ in range(12):
        again = roll(match, hand[:2], 9)
        for faces, face in zip(seen, again, strict=True):
            faces.add(face)
        hand = (*again, *hand[2:])
        assert match.round is not None and not Counter(hand) - Counter(PRESUMED_FACES)
        match = replace(match, round=match.round.with_hand(0, hand))
    # Twelve draws of other faces would show twelve.
    assert all(3 <= len(faces) <= 6 for faces in seen)


def test_poured_dice_take_up_what_lies_there() -> None:
    match = in_play(Match(("Ann", "Bob")), "Ann", parse_hand("k1 k1 k2 r3 r4 r5 b6 b7 o8"))
    roll = PouredDice(random.Random(4))
    found = roll(match, (), 9)
    assert match.round is not None and len(found) == 9
    assert not Counter((*found, *(match.round.hands[0] or ()))) - Counter(PRESUMED_FACES)
    assert len(roll(in_play(match, "Bob", found), parse_hand("k1 k1 o8"), 9)) == 3


def test_the_terminal_says_how_dice_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "mechanics" in roll_words() and "not installed" not in roll_words()
    monkeypatch.setattr("turbo.app.rolling.find_spec", lambda _: None)
    assert "not installed (pip install 'turbo-referee[twin]')" in roll_words()
