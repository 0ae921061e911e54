"""The user's own dice at the live table: edge, inks, the 6/9 mark, and which faces share a die."""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.live.test_live_runner import Running
from tests.support.live_game import ANN, ANNS, BOBS
from turbo.app.sight import kept_dice, view_of
from turbo.board.wire import Button
from turbo.errors import TurboError
from turbo.game.dice import Colour, DiceSet, Die, Face, Mark
from turbo.game.events import Thrown
from turbo.game.observation import Doubt, Observation, Reading, SeenDie
from turbo.storage.store import Store
from vision.cameras.frames import Frame
from vision.mat.markers import calibrate_corners
from vision.pictures.loading import Image
from vision.reading.own_dice import is_possible, save_dice
from vision.reading.own_inks import OwnDice

INKS = {Colour.RED: (0.17, 0.14, 0.84), Colour.ORANGE: (0.11, 0.57, 1.0)}
QUAD = ((20.0, 20.0), (116.0, 20.0), (116.0, 116.0), (20.0, 116.0))


def picture(bgr: tuple[float, float, float], white: float = 220.0) -> Image:
    """A white face with a five on it in this ink."""
    image = np.full((136, 136, 3), 90, np.uint8)
    image[20:116, 20:116] = round(white)
    ink = tuple(round(white * part) for part in bgr)
    cv2.putText(image, "5", (46, 94), cv2.FONT_HERSHEY_SIMPLEX, 2.4, ink, 9, cv2.LINE_AA)
    return image


def seen(*readings: tuple[str, float], doubts: tuple[Doubt, ...] = ()) -> Observation:
    made = tuple(Reading(Face.parse(face), chance) for face, chance in readings)
    return Observation((SeenDie(QUAD, made, 0.0, doubts),), 136, 136)


def read(own: OwnDice, image: Image, look: Observation) -> list[tuple[str, float]]:
    (die,) = own.refined(image, look).dice
    return [(str(one.face), round(one.confidence, 2)) for one in die.readings]


@pytest.mark.parametrize(("colour", "face"), [(Colour.RED, "r5"), (Colour.ORANGE, "o5")])
@pytest.mark.parametrize("white", [220.0, 120.0], ids=["bright", "dim"])
def test_a_colour_in_doubt_is_told_by_the_own_inks(colour: Colour, face: str, white: float) -> None:
    own, look = OwnDice(DiceSet(), INKS), seen(("r5", 0.5), ("o5", 0.45))
    (best, chance), *_ = read(own, picture(INKS[colour], white), look)
    assert (best, chance >= 0.9) == (face, True)


UNTOUCHED = [
    pytest.param(seen(("o5", 0.92), ("r5", 0.05)), id="a confident reading is never overruled"),
    pytest.param(seen(("r5", 0.5), ("r6", 0.45)), id="numbers are not for the ink"),
    pytest.param(seen(), id="nothing is read"),
]


@pytest.mark.parametrize("look", UNTOUCHED)
def test_what_ink_has_no_say_in(look: Observation) -> None:
    assert OwnDice(DiceSet(), INKS).refined(picture(INKS[Colour.RED]), look) == look


def test_a_cocked_die_stays_in_doubt_whatever_its_ink() -> None:
    look = seen(("r5", 0.5), ("o5", 0.45), doubts=(Doubt.COCKED,))
    (die,) = OwnDice(DiceSet(), INKS).refined(picture(INKS[Colour.RED]), look).dice
    assert die.confidence <= 0.5


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        pytest.param(Mark.NONE, [("k6", 0.5), ("k9", 0.5), ("k8", 0.01)], id="no mark"),
        pytest.param(Mark.BAR, [("k6", 0.97), ("k8", 0.01)], id="a bar tells"),
        pytest.param(Mark.UNKNOWN, [("k6", 0.97), ("k8", 0.01)], id="nobody knows"),
    ],
)
def test_without_a_mark_a_six_may_be_a_nine(mark: Mark, expected: list[tuple[str, float]]) -> None:
    look = seen(("k6", 0.97), ("k8", 0.01))
    assert read(OwnDice(DiceSet(mark=mark)), picture((0.1, 0.1, 0.1)), look) == expected


def test_own_dice_print_and_parse() -> None:
    own = OwnDice(DiceSet(17.5, Mark.DOT, (Die.parse("b1 b2 b3 b4 b5 b6"),)), INKS)
    assert OwnDice.parse(str(own)) == own


def test_a_comment_about_another_ink_is_a_comment() -> None:
    text = "# ink red 0.100 0.100 0.800\n# ink green 0.100 0.800 0.100\nedge 16.0\nmark bar\n"
    assert OwnDice.parse(text).inks == {Colour.RED: (0.1, 0.1, 0.8)}


def arguments(dice: Path | None, camera: str = "0") -> argparse.Namespace:
    return argparse.Namespace(dice=dice, camera=camera)


def test_the_usual_file_is_taken_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = tmp_path / "dice.txt"
    monkeypatch.setenv("TURBO_DICE", str(usual))
    assert kept_dice(arguments(None)) is None
    usual.write_text("edge 18\n")
    found = kept_dice(arguments(None))
    assert found is not None and found.dice.edge_mm == 18
    assert kept_dice(arguments(None, "twin:3")) is None, "the twin has dice of its own"
    with pytest.raises(TurboError, match="cannot be read"):
        kept_dice(arguments(tmp_path / "nowhere.txt"))


CORNERS = ((10.0, 10.0), (310.0, 10.0), (310.0, 230.0), (10.0, 230.0))


@pytest.mark.parametrize("calibrated", [False, True], ids=["whole picture", "calibrated"])
def test_the_edge_of_the_own_dice_is_that_of_the_plan(calibrated: bool) -> None:
    known = calibrate_corners(CORNERS, (420.0, 297.0), (320, 240), edge_mm=16.0)
    frame = Frame(np.full((240, 320, 3), 120, np.uint8), 0.0, 1)
    own = OwnDice(DiceSet(18.5))
    calibration = known if calibrated else None
    assert view_of(frame, calibration, None, own=own).plan.edge_mm == 18.5
    assert view_of(frame, calibration, None).plan.edge_mm == 16.0


# Which faces share a die.


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "matches.db") as opened:
        yield opened


THROWN = ANNS.replace("k2", "k6")


def dice(*faces: str) -> DiceSet:
    """Each of these dice shows one face on all of its sides."""
    return DiceSet(dice=tuple(Die((Face.parse(face),) * 6) for face in faces))


def answers(store: Store, own: DiceSet | None) -> list[str]:
    """Ann's fifth die shows a 6 or a 9: what the referee offers, the likeliest first."""
    running = Running(store, own=own)
    running.acts.odd[4] = ((), (Face.parse("k9"),))
    running.acts.rest(0.6)
    running.press(Button.PLAYER_1)
    running.throw(ANN, THROWN)
    running.acts.rest(2.0)
    (question,) = running.session.view.questions
    return [face for face, _ in question.faces]


def test_what_the_own_dice_cannot_show_is_offered_last(store: Store) -> None:
    others = BOBS.replace("k9", "k3").split()
    sixes, nines = (
        dice(*THROWN.split(), *others),
        dice(*THROWN.replace("k6", "k9").split(), *others),
    )
    assert answers(store, sixes)[:2] == ["k6", "k9"]
    assert answers(store, nines)[:2] == ["k9", "k6"], "still named: a foreign die may lie there"


def test_a_confident_reading_that_cannot_be_is_not_overruled(store: Store) -> None:
    own = dice(*THROWN.replace("k6", "k9").split(), *BOBS.split())
    running = Running(store, own=own)
    running.acts.rest(0.6)
    running.press(Button.PLAYER_1)
    running.throw(ANN, THROWN)
    assert sorted(running.record()[-1].split(" @")[0].split()[2:]) == sorted(THROWN.split())


def test_where_the_dice_in_sight_contradict_each_other_nothing_is_ruled_out(store: Store) -> None:
    foreign = dice(*["b1"] * 18)
    assert set(answers(store, foreign)[:2]) == {"k6", "k9"}


def test_the_twin_plays_with_the_own_dice_and_is_read(tmp_path: Path) -> None:
    """`turbo run --camera twin:3 --dice FILE`: larger dice, whose faces the referee knows."""
    from tests.support.thrown import ByHand
    from turbo.commands.run import Table, add_arguments
    from turbo.twin.inventory import Inventory

    own = DiceSet(
        18.0, Mark.BAR, tuple(Die(die.faces) for die in Inventory.dealt(8, edge_mm=18.0).dice)
    )
    save_dice(own, tmp_path / "dice.txt")
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    words = ("--camera", "twin:3", "--speed", "0", "--no-web", "--no-pictures")
    args = parser.parse_args([*words, "--dice", str(tmp_path / "dice.txt")])
    with Store(tmp_path / "m.db") as store:
        table = Table(args, store)
        runner = table._open()
        table.twin.script.mechanics = ByHand()
        while table.twin.clock_s < 30.0 and len(table.session.history.judged) < 2:
            runner.turn()
        (hand,) = [faces for faces in table.twin.ledger.hands if faces]
        (told,) = [one.event for one in table.session.history.judged[1:]]
        table.close()
    assert runner.settler.plan.edge_mm == 18.0
    assert isinstance(told, Thrown) and len(told.hand) == len(hand)
    read = [face for face in told.hand if not face.is_unread]
    assert len(read) >= 7 and not Counter(read) - Counter(hand)
    assert is_possible(told.hand, own)
