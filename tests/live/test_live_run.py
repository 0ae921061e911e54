"""`turbo run` and `turbo capture` put together by name: errors, plans, a folder of stills."""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.filmed import FilmedTable
from turbo.app.sight import Sight, View, first_frame, jpeg_of, view_of
from turbo.app.simulated import RESULT_S, SessionFeedback, TwinHost
from turbo.commands.run import Table, add_arguments
from turbo.commands.spoken import question_text, speak
from turbo.errors import TurboError
from turbo.game.editions import EDITIONS
from turbo.game.events import Ending, Passed, RoundStarted, Scored
from turbo.game.match import Options
from turbo.game.observation import Observation, SeenDie
from turbo.live.perception import crop_of
from turbo.storage.session import Question, Session
from turbo.storage.store import Store
from turbo.twin.lens import TwinCameraSettings
from turbo.twin.table import TwinSettings
from turbo.twin.world import TwinTable
from vision.cameras.frames import CameraLost, Frame
from vision.mat.plan import Plan
from vision.reading.motion import Motion
from vision.reading.tops import TopView

BLANK = np.full((240, 320, 3), 120, np.uint8)


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(words)


def test_without_mat_or_calibration_the_whole_picture_is_the_table() -> None:
    view = view_of(Frame(BLANK, 0.0, 1), None, None)
    assert (view.source, view.plan) == ("picture", Plan.whole_picture(320, 240))
    relocate = Sight(_NoReader(), view.calibration).perception(view.plan).relocate
    assert relocate is not None and relocate(BLANK) is None


class _NoReader:
    def read(self, image: object) -> Observation:
        return Observation((), 320, 240)

    def read_faces(self, image: object, quads: object) -> tuple[SeenDie, ...]:
        return ()


def test_the_demo_goes_on_after_the_last_round(tmp_path: Path) -> None:
    """It had stopped after round six, with a finished match on the screen for ever."""
    with Store(tmp_path / "m.db") as store:
        session = Session(store)
        session.new_match(("Ann", "Bob"), Options(simulated=True, rounds=1))
        table = TwinTable(1, TwinSettings(rounds=1))
        at = [100.0]
        TwinHost(table, session, clock=lambda: at[0])
        table.act(iter(()))
        table.step(100.0)
        table.step(0.1)
        assert table.is_over and session.match_number == 1, "the referee has not seen the end"
        for said in (RoundStarted("Ann"), Scored("Ann", 12, Ending.OUT)):
            session.feed(said, "test")
        table.step(0.1)
        at[0] += RESULT_S - 1
        table.step(1000.0)
        assert session.match_number == 1, "the result is to be read first, at any speed"
        at[0] += 2.0
        table.step(0.1)
        table.step(0.1)
        assert session.match_number == 2 and not session.history.match.is_finished
        assert session.history.options == Options(simulated=True, rounds=1)
        assert not table.is_over
        table.close()


def test_corners_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "corners.json"
    corners = [[10, 10], [310, 10], [310, 230], [10, 230]]
    path.write_text(json.dumps({"corners": corners, "size_mm": [420, 297]}))
    view = view_of(Frame(BLANK, 0.0, 1), None, path)
    assert view.source == "corners"
    assert view.plan.to_mm((310.0, 230.0)) == pytest.approx((420, 297))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"corners": [[1, 2]], "size_mm": [4]}'])
def test_a_file_without_corners(text: str, tmp_path: Path) -> None:
    path = tmp_path / "corners.json"
    path.write_text(text)
    with pytest.raises(TurboError, match="expected"):
        view_of(Frame(BLANK, 0.0, 1), None, path)


class Silent:
    simulated = False

    def read(self, timeout_s: float) -> Frame | None:
        raise CameraLost("camera 7 is not there")

    def close(self) -> None: ...


def test_a_camera_that_never_answers_is_said() -> None:
    with pytest.raises(TurboError, match="camera 7 is not there"):
        first_frame(Silent(), wait_s=0.3)


def test_crops_stay_within_the_picture() -> None:
    corners = [[(5.0, 5.0), (45.0, 5.0), (45.0, 45.0), (5.0, 45.0)]]
    assert crop_of(BLANK, corners).shape == (69, 69, 3)
    assert crop_of(BLANK, []).shape == BLANK.shape
    assert jpeg_of(BLANK)[:2] == b"\xff\xd8"


def test_names(tmp_path: Path) -> None:
    with Store(tmp_path / "m.db") as store:
        table = Table(arguments("--players", "Cor, Dik"), store)
        assert table.session.history.players == ("Cor", "Dik")
        with pytest.raises(TurboError, match="expected 2 players"):
            Table(arguments("--new", "--players", "Cor"), store)
        with pytest.raises(TurboError, match="there is no match"):
            Table(arguments("--match", "9"), store)


def test_the_last_match_goes_on_unless_a_new_one_is_wished(tmp_path: Path) -> None:
    with Store(tmp_path / "m.db") as store:
        Table(arguments(), store)
        assert Table(arguments(), store).session.match_number == 1
        assert Table(arguments("--new"), store).session.match_number == 2


def test_simulated_dice_never_play_on_in_a_match_of_real_ones(tmp_path: Path) -> None:
    with Store(tmp_path / "m.db") as store:
        real = Table(arguments(), store).session
        assert not real.history.options.simulated
        played = Table(arguments("--camera", "twin:3"), store).session
        assert played.match_number == 2 and played.history.options.simulated
        assert Table(arguments(), store).session.match_number == 1, "the real one goes on"
        with pytest.raises(TurboError, match="expected a match with simulated dice, got match 1"):
            Table(arguments("--camera", "twin", "--match", "1"), store)


def test_a_match_in_which_nothing_happened_leaves_no_ghost(tmp_path: Path) -> None:
    with Store(tmp_path / "m.db") as store:
        Table(arguments(), store)  # killed before its camera came
        second = Table(arguments("--players", "Eva,Max"), store)
        assert [head.players for head in store.matches()] == [("Eva", "Max")]
        second.close()
        assert store.matches() == []
        third = Table(arguments("--players", "Eva,Max"), store)
        third.session.feed(RoundStarted("Eva"), "Eva")
        third.close()
        assert Table(arguments(), store).session.match_number == 1
        assert Table(arguments("--players", "Ann,Bob"), store).session.match_number == 2


def test_equal_names_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    with Store(tmp_path / "m.db") as store:
        with pytest.raises(TurboError, match="two players are called"):
            Table(arguments("--players", "Eva,Eva"), store)
        assert store.matches() == []


def test_without_a_page_rulings_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(tmp_path / "m.db") as store:
        session = Table(arguments(), store).session
        end = speak(session)
        session.feed(RoundStarted("Ann"), "Ann")
        session.feed(Passed(), "Ann")
        end()
    said = capsys.readouterr().out.splitlines()
    assert "round Ann" in said[0] and said[0].endswith("accepted")
    assert "pass" in said[1] and "not-thrown" in said[2]


def test_a_folder_of_stills_is_watched_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "stills"
    folder.mkdir()
    cv2.imwrite(str(folder / "one.png"), BLANK)
    with Store(tmp_path / "m.db") as store:
        args = arguments("--camera", str(folder), "--no-web", "--no-pictures", "--seconds", "20")
        table = Table(args, store)
        assert table.run() == 0
        assert "camera-ended" in {notice.key for notice in table.session.view.notices}
    assert "the whole picture is the table" in capsys.readouterr().out


def test_a_camera_name_that_means_nothing(tmp_path: Path) -> None:
    with (
        Store(tmp_path / "m.db") as store,
        pytest.raises(TurboError, match="expected a camera"),
    ):
        Table(arguments("--camera", "nonsense", "--no-web"), store).run()


def test_what_players_hear(tmp_path: Path) -> None:
    with Store(tmp_path / "m.db") as store:
        session = Session(store)
        session.new_match(("Ann", "Bob"))
        feedback = SessionFeedback(session)
        assert (feedback.rulings(), feedback.verdict(), feedback.turn()) == (0, None, None)


def test_a_mat_that_stays_is_not_looked_for_again() -> None:
    from vision.mat.markers import calibrate_corners

    found = calibrate_corners(
        ((10, 10), (310, 10), (310, 230), (10, 230)), (420.0, 297.0), (320, 240)
    )
    assert Sight(_NoReader(), found).relocate(BLANK) is None
    assert View(Plan.whole_picture(320, 240)).calibration is None


class _Stood(_NoReader):
    """Notes from where it was told to look."""

    def __init__(self) -> None:
        self.views: list[TopView | None] = []

    def stand(self, view: TopView | None) -> None:
        self.views.append(view)


BESIDE = TwinCameraSettings(1280, 960, tilt_deg=35.0)


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(BESIDE.bumped(40.0, 20.0, 8.0), id="bumped"),
        pytest.param(replace(BESIDE, width_px=960, height_px=1280), id="turned on its side"),
    ],
)
def test_whatever_looks_follows_a_camera_that_was_moved(after: TwinCameraSettings) -> None:
    """The reader knows from where it sees dice, and the quick look where hands lie on the mat."""
    before, moved = (FilmedTable(camera).picture() for camera in (BESIDE, after))
    view, reader = view_of(Frame(before, 0.0, 1), None, None), _Stood()
    sight = Sight(reader, view.calibration)
    perception = sight.perception(view.plan)
    sight.read(before)
    assert perception.relocate is not None and isinstance(perception.watch, Motion)
    plan = perception.relocate(moved)
    assert plan is not None and perception.watch.plan == plan != view.plan
    sight.read(moved)
    assert reader.views == [TopView.of(view.calibration), TopView.of(sight.calibration)]
    assert perception.relocate(moved) is None


QUESTIONS = {
    "not in the box so often": (
        "k10 k11 k12 | k10 r10 b10 | k10 o10 b10",
        (("k10", 1.0),),
        "Black 10, black 10 and black 10: the box holds 2, but 3 are in sight. Was one of them"
        " misread? is tile 280 the black 10? (type '280 k10')",
    ),
    "not sure": (
        "k10 k11 ?",
        (("k12", 0.6), ("k2", 0.4)),
        "is tile 280 the black 12 or the black 2? (type '280 k12')",
    ),
    "nothing read": ("k10 k11 ?", (), "what does tile 280 show? (type '280 b3')"),
}


@pytest.mark.parametrize(("table", "faces", "expected"), QUESTIONS.values(), ids=QUESTIONS)
def test_a_question_in_a_terminal_says_why_it_is_asked(
    table: str, faces: tuple[tuple[str, float], ...], expected: str
) -> None:
    asked = Question(280, None, 7, faces)
    assert question_text(asked, EDITIONS["original-goliath"], table) == expected
