"""The loop that watches a table: session, store, board, lost cameras, throws and evidence."""

import argparse
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from tests.support.live_game import ANN, ANNS, BOB, BOBS
from tools.trials.acted_match import NAMES
from tools.trials.table_acts import PLAN, ImperfectCamera, TableActs
from turbo.board.link import (
    BoardEvent,
    BoardJoined,
    BoardParted,
    ButtonPressed,
    CupShaken,
    Panel,
)
from turbo.board.wire import Button, Capability, Pattern
from turbo.commands.replay import Evidence
from turbo.commands.replay import run as run_replay
from turbo.errors import TurboError
from turbo.evidence.bundle import Ruled, bundle_of, load, save
from turbo.evidence.playback import replay
from turbo.game.dice import UNREAD, DiceSet, Face, hand_text, parse_hand
from turbo.game.events import HandCorrected
from turbo.game.observation import Observation
from turbo.live.inputs import Choice
from turbo.live.perception import Perception, RunnerTuning, Throw
from turbo.live.runner import LiveRunner
from turbo.live.tuning import LiveTuning
from turbo.storage.roll_book import Rolls
from turbo.storage.session import Session
from turbo.storage.store import Store
from vision.cameras.frames import CameraFrozen, CameraLost, Frame, PhoneAway
from vision.mat.occluders import Occluder

AT = datetime(2026, 1, 1, tzinfo=UTC)
IMAGE = np.zeros((9, 12, 3), np.uint8)


class ActedCamera:
    """Gives one frame for every observation; its plug can be pulled."""

    simulated = True

    def __init__(self) -> None:
        self.frame: Frame | None = None
        self.seen: Observation | None = None
        self.is_out = False

    def read(self, timeout_s: float) -> Frame | None:
        if self.is_out:
            raise CameraLost("the plug was pulled")
        frame, self.frame = self.frame, None
        return frame

    def close(self) -> None: ...


class Link:
    """A board in memory."""

    name = "test"

    def __init__(self) -> None:
        self.panels: list[Panel] = []
        self.tones: list[int] = []

    def events(self, timeout_s: float = 0.0) -> tuple[BoardEvent, ...]:
        return ()

    def show(self, panel: Panel) -> None:
        self.panels.append(panel)

    def beep(self, hz: int, length_ms: int) -> None:
        self.tones.append(hz)

    def close(self) -> None: ...


class Dark:
    """A quick look that is told what to see."""

    def __init__(self) -> None:
        self.hand = self.dark = self.moving = self.bright = self.grey = False
        self.light = 100.0

    def look(self, image: object, at_s: float) -> "Dark":
        return self

    def things(self, seen: Observation) -> tuple[Occluder, ...]:
        return (Occluder(((0, 0), (90, 0), (0, 90)), disturbs=True),) if self.hand else ()

    def rest(self, seen: Observation | None = None) -> None: ...


class Running:
    def __init__(
        self,
        store: Store,
        match: int | None = None,
        seed: int = 3,
        own: DiceSet | None = None,
        book: Rolls | None = None,
    ) -> None:
        self.now = AT
        self.session = Session(store, match)
        if match is None:
            self.session.new_match(NAMES)
        self.camera, self.link, self.watch = ActedCamera(), Link(), Dark()
        self.throws: list[Throw] = []
        perception = Perception(self._read, self.watch, lambda image: b"jpeg")
        tuning = RunnerTuning(live=LiveTuning(hand_over_s=None))
        self.runner = LiveRunner(
            self.session,
            self.camera,
            perception,
            PLAN,
            link=self.link,
            own=own,
            tuning=tuning,
            threw=self.throws.append,
            now=lambda: self.now,
            book=book,
        )
        self.acts = TableActs(self._sees, seed, ImperfectCamera(missed=0.0, misread=0.0))
        self.number = 0

    def _read(self, image: object) -> Observation:
        assert self.camera.seen is not None
        return self.camera.seen

    def _sees(self, at_s: float, seen: Observation) -> None:
        self.number += 1
        self.camera.frame, self.camera.seen = Frame(IMAGE, at_s, self.number), seen
        self.runner.turn()

    def press(self, button: Button) -> None:
        self.runner.hear(ButtonPressed(button, 0, AT))
        self.acts.rest(0.3)

    def throw(self, seat: int, text: str, names: list[int] | None = None) -> None:
        names = list(range(seat * 9, seat * 9 + 9)) if names is None else names
        y = 410.0 if seat == ANN else 45.0
        places = [(70.0 + 45 * i, y) for i in range(len(names))]
        self.acts.throw(names, parse_hand(text), places)
        self.acts.rest(0.8)

    def open(self) -> "Running":
        self.acts.rest(0.6)
        self.press(Button.PLAYER_1)
        self.throw(ANN, ANNS)
        self.acts.carry_many({0: (60.0, 140.0), 1: (76.6, 140.0), 2: (93.2, 140.0)})
        self.acts.rest(0.8)
        self.press(Button.PLAYER_1)
        self.throw(BOB, BOBS)
        return self

    def record(self) -> list[str]:
        return str(self.session.history.record()).splitlines()[1:]

    def notices(self) -> set[str]:
        return {notice.key for notice in self.session.view.notices}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "matches.db") as opened:
        yield opened


def _words(lines: list[str]) -> list[str]:
    return [" ".join(line.split()[:2]) for line in lines]


def test_what_is_watched_is_in_the_store(store: Store) -> None:
    running = Running(store).open()
    assert _words(running.record()) == ["round Ann", "throw Ann", "table b3", "throw Bob"]
    assert store.history(1).match == running.session.history.match


def test_the_view_shows_what_lies_there(store: Store) -> None:
    view = Running(store).open().session.view
    assert view.table == "b3 b4 b5"
    assert sorted(view.hands[1]) == sorted(BOBS.split())
    assert (view.simulated, view.settled, view.picture_jpeg) == (True, True, b"jpeg")
    numbers = (*view.numbers.table, *view.numbers.hands[0], *view.numbers.hands[1])
    assert sorted(numbers) == sorted(n for n in view.followed if n is not None)
    assert view.observation is not None and len(view.observation.dice) == len(set(numbers)) == 18
    assert len(view.places) == 1


def test_the_camera_is_pulled_out_and_put_back(store: Store) -> None:
    running = Running(store).open()
    before = running.session.history.match
    running.camera.is_out = True
    for _ in range(3):
        running.runner.turn()
    assert "camera-lost" in running.notices()
    running.camera.is_out = False
    running.acts.rest(1.0)
    assert "camera-lost" not in running.notices()
    assert running.session.history.match == before
    running.press(Button.PLAYER_2)
    assert running.record()[-1].startswith("pass")


@pytest.mark.parametrize("lost, word", [(CameraFrozen, "camera-frozen"), (PhoneAway, "phone-away")])
def test_a_camera_that_hangs_or_sleeps_is_told_and_nothing_is_judged(
    store: Store, monkeypatch: pytest.MonkeyPatch, lost: type[CameraLost], word: str
) -> None:
    running = Running(store).open()
    judged = len(running.session.history.judged)

    def hangs(timeout_s: float) -> Frame:
        raise lost("why")

    with monkeypatch.context() as patch:
        patch.setattr(running.camera, "read", hangs)
        for _ in range(3):
            running.runner.turn()
        assert running.notices() == {word}
    running.acts.rest(1.0)
    assert word not in running.notices()
    assert len(running.session.history.judged) == judged


def test_the_light_goes_out_and_on(store: Store) -> None:
    running = Running(store).open()
    running.watch.dark = True
    running.acts.rest(5.0)
    assert "too-dark" in running.notices()
    running.watch.dark = False
    running.acts.rest(1.0)
    running.press(Button.PLAYER_2)
    assert "too-dark" not in running.notices()
    assert running.record()[-1].startswith("pass")


def test_a_hand_that_rests_gets_a_word(store: Store) -> None:
    running = Running(store).open()
    entries = len(running.session.history.entries)
    running.watch.hand = True
    running.acts.rest(LiveTuning().hand_rests_s + 2.0)
    assert "hand-rests" in running.notices()
    running.watch.hand = False
    running.acts.rest(1.0)
    assert "hand-rests" not in running.notices()
    assert len(running.session.history.entries) == entries


def test_nothing_is_told_while_it_is_paused(store: Store) -> None:
    running = Running(store).open()
    judged = len(running.session.history.judged)
    running.session.pause(True, "Cleo")
    running.throw(ANN, "r2 k3", [3, 4])
    assert len(running.session.history.judged) == judged
    running.session.pause(False, "Cleo")
    running.acts.rest(2.0)
    assert "resume-differs" in running.notices()
    running.runner.decide(Choice.TABLE)
    running.acts.rest(0.5)
    assert running.record()[-1].startswith("correct Ann")


def test_after_a_power_cut(store: Store) -> None:
    before = Running(store).open()
    after = Running(store, before.session.match_number)
    after.acts.dice = dict(before.acts.dice)
    after.acts.rest(1.0)
    assert after.notices() == set()
    after.press(Button.PLAYER_2)
    assert after.record()[-1].startswith("pass")


def test_another_match_begins_on_a_clean_slate(store: Store) -> None:
    running = Running(store).open()
    running.session.new_match(("Cor", "Dik"))
    running.acts.rest(1.0)
    assert "clear-table" in running.notices()
    running.acts.collect(list(running.acts.dice))
    running.acts.rest(1.0)
    running.press(Button.PLAYER_2)
    running.throw(BOB, BOBS)
    assert _words(running.record()) == ["round Dik", "throw Dik"]


def test_a_mistake_of_ours_ends_neither_the_watching_nor_the_match(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    running = Running(store).open()
    before = running.record()

    def stumble(*_: object) -> None:
        raise KeyError(388)

    with monkeypatch.context() as patch:
        patch.setattr(running.runner._drive, "step", stumble)
        running.press(Button.PLAYER_1)
    assert running.runner.stumbles == 1 and "KeyError: 388" in caplog.text
    running.acts.rest(1.0)
    assert running.notices() == {"our-mistake"} and running.record() == before
    running.press(Button.PLAYER_2)
    assert running.record()[-1].startswith("pass")


def test_swapped_seats_before_the_first_throw(store: Store) -> None:
    running = Running(store)
    running.runner.swap_seats()
    running.acts.rest(0.6)
    running.throw(ANN, ANNS)
    assert _words(running.record()) == ["round Bob", "throw Bob"]


def test_a_question_is_answered(store: Store) -> None:
    running = Running(store)
    running.acts.odd[4] = ((), (Face.parse("k9"),))
    running.acts.rest(0.6)
    running.press(Button.PLAYER_1)
    running.throw(ANN, ANNS.replace("k2", "k6"))
    running.acts.rest(2.0)
    (question,) = running.session.view.questions
    assert running.runner.set_face(question.id, UNREAD, Face.parse("k9"))
    running.acts.rest(0.3)
    assert running.record()[-1].startswith("correct Ann")


def test_a_face_is_set_right_where_it_lies(store: Store) -> None:
    running = Running(store).open()
    b6, b9 = Face.parse("b6"), Face.parse("b9")
    view = running.session.view
    die = view.numbers.hands[1][view.hands[1].index("b6")]
    assert running.runner.set_face(die, b6, b9)
    assert "b9" in running.session.view.hands[1], "it is done when the answer comes"
    before = running.session.view
    assert not running.runner.set_face(die, b6, Face.parse("b8")), "somebody else was first"
    assert not running.runner.set_face(999, b6, b9), "no such die"
    assert running.session.view == before


def test_a_tap_on_a_die_that_was_taken_up_names_no_other(store: Store) -> None:
    """By place it would name the die that has moved up: this one is in the hand of its player."""
    running = Running(store).open()
    view = running.session.view
    place = view.hands[1].index("b6")
    die = view.numbers.hands[1][place]
    b6 = Face.parse("b6")
    running.acts.lift([name for name, lying in running.acts.dice.items() if lying.face == b6])
    running.acts.rest(1.0)
    now = running.session.view
    assert "b6" not in now.hands[1] and len(now.hands[1]) > place, "another one is at its place"
    assert not running.runner.set_face(die, b6, Face.parse("b9"))
    assert running.session.view.hands == now.hands


def test_lamps_and_sounds(store: Store) -> None:
    running = Running(store).open()
    assert running.link.panels[-1].player_2 is Pattern.SLOW
    assert running.link.panels[-1].player_1 is Pattern.OFF
    shown = len(running.link.panels)
    running.acts.rest(3.0)
    assert len(running.link.panels) == shown, "only differences are sent"
    assert len(running.link.tones) == 4
    running.runner.hear(BoardJoined("test", "1.0", Capability.LAMPS, True, AT))
    running.acts.rest(0.2)
    assert len(running.link.panels) == shown + 1, "a board that joins is told"


def test_a_board_that_parts_gets_a_word(store: Store) -> None:
    running = Running(store).open()
    running.runner.hear(BoardParted("unplugged", AT))
    running.acts.rest(0.2)
    assert "board-lost" in running.notices()


def test_the_cup_is_heard(store: Store) -> None:
    running = Running(store).open()
    running.press(Button.PLAYER_2)
    running.acts.collect([3])
    running.runner.hear(CupShaken(300, 0, AT))
    running.acts.rest(1.0)
    running.acts.pour({3: Face.parse("r1")}, {3: (520.0, 410.0)})
    running.acts.rest(0.8)
    assert running.record()[-1].startswith("throw Ann")


def test_every_throw_is_given_to_be_kept(store: Store) -> None:
    running = Running(store).open()
    assert [(throw.event.player, throw.entry, len(throw.dice)) for throw in running.throws] == [
        ("Ann", 2, 9),
        ("Bob", 4, 9),
    ]
    faces = hand_text(sorted((die.face for die in running.throws[0].dice), key=str))
    assert faces == " ".join(sorted(ANNS.split()))


def test_a_ruling_waits_for_no_picture_and_its_frame_is_kept(store: Store) -> None:
    running, known = Running(store), dict[int, int]()
    runner = running.runner

    def encode(image: object) -> bytes:
        assert runner.frame is not None
        known[runner.frame.number] = len(runner.session.history.entries)
        return b"jpeg"

    runner.perception = replace(runner.perception, encode=encode)
    running.open()
    frames = {at_s for at_s, _ in runner.recording.frames}
    for throw in running.throws:
        assert known[throw.frame.number] >= throw.entry and throw.frame.at_s in frames


def saved(running: Running, folder: Path) -> Path:
    return folder / Evidence(running.runner, folder).save()


def test_evidence_plays_again_with_the_same_result(store: Store, tmp_path: Path) -> None:
    running = Running(store).open()
    running.acts.carry_many({10: (300.0, 140.0), 11: (316.6, 140.0)})
    running.acts.rest(0.8)
    running.press(Button.PLAYER_2)
    path = saved(running, tmp_path)
    outcome = replay(load(path))
    assert outcome.is_same, outcome.first_difference()
    assert [one.verdict for one in outcome.told] == ["accepted"] * 4 + ["rejected"]
    assert outcome.told[-1].rules == ("touching",)


def test_evidence_holds_pictures_for_people(store: Store, tmp_path: Path) -> None:
    running = Running(store).open()
    running.acts.turn(2, Face.parse("r8"))
    running.acts.rest(1.0)
    with zipfile.ZipFile(saved(running, tmp_path)) as file:
        names = file.namelist()
    assert sum(name.startswith("frames/") for name in names) > 5
    assert {"before.jpg", "after.jpg"} <= set(names)


def test_replay_says_where_a_result_differs(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = Running(store).open()
    path = saved(running, tmp_path)
    args = argparse.Namespace(bundle=[path], json=False, tape=True)
    assert run_replay(args) == 0
    assert "the same 4 rulings" in capsys.readouterr().out
    bundle = load(path)
    save(path, replace(bundle, rulings=bundle.rulings[:-1]))
    assert run_replay(args) == 1
    assert "3 rulings before, 4 now" in capsys.readouterr().out


def test_what_people_said_is_played_again(store: Store, tmp_path: Path) -> None:
    running = Running(store).open()
    hand = parse_hand(BOBS.replace("k1", "k11"))
    running.session.feed(HandCorrected("Bob", hand), "Cor")
    running.acts.rest(0.5)
    running.press(Button.PLAYER_2)
    outcome = replay(load(saved(running, tmp_path)))
    assert outcome.is_same, outcome.first_difference()
    assert len(outcome.told) == 6


def test_evidence_after_a_power_cut_plays_again(store: Store, tmp_path: Path) -> None:
    before = Running(store).open()
    after = Running(store, before.session.match_number)
    after.acts.dice = dict(before.acts.dice)
    after.acts.rest(1.0)
    after.acts.carry_many({10: (300.0, 140.0), 11: (316.6, 140.0)})
    after.acts.rest(0.8)
    after.press(Button.PLAYER_2)
    outcome = replay(load(saved(after, tmp_path)))
    assert outcome.is_same, outcome.first_difference()
    assert [one.verdict for one in outcome.told] == ["rejected"]


def test_evidence_across_a_bump_is_refused(store: Store) -> None:
    running = Running(store).open()
    running.runner.perception = replace(running.runner.perception, relocate=lambda image: PLAN)
    running.acts.rest(4.0)
    runner = running.runner
    with pytest.raises(TurboError, match="there is no tape"):
        bundle_of(running.session.history, runner.recording, runner.tuning.live)


@pytest.mark.parametrize("text", ["", "PK\x03\x04 rubbish", "nothing"])
def test_rubbish_is_no_evidence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "rubbish.zip"
    path.write_text(text)
    with pytest.raises(TurboError, match="expected a bundle of evidence"):
        load(path)


def test_islands_at_one_height_may_change_places_when_evidence_is_read_anew() -> None:
    def ruled(layout: str) -> Ruled:
        return Ruled(json.dumps({"statement": f"table {layout}", "why": ["x"]}), "accepted", ())

    assert ruled("b3 b4 b5 | k12 r12 b12") == ruled("k12 r12 b12 | b3 b4 b5")
    assert ruled("b3 b4 b5 | k12 r12 b12") != ruled("k12 r12 b12 | b4 b3 b5")
