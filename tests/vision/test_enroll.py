"""Enrolling the user's dice: following dice by place, the talk, marks and inks, the impossible."""

import argparse
import io
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.examples import examples
from tools.trials.enrol_pictures import Shown, looks, rows_that_touch
from turbo.commands.enroll import add_arguments, run
from turbo.errors import TurboError
from turbo.game.dice import JOKERS, UNREAD, Colour, DiceSet, Die, Face, Mark, parse_hand
from turbo.game.observation import Observation, Reading, SeenDie
from turbo.twin.draw import Look
from turbo.twin.glyphs import Print
from turbo.twin.inventory import Inventory
from turbo.twin.lens import TwinCameraSettings
from vision.enrolment.dialogue import Talk
from vision.enrolment.enrolment import Enrolment, LessonDetection, LookRefused, inventory_hints
from vision.mat.calibration import save_calibration
from vision.mat.markers import calibrate
from vision.pictures.loading import Image
from vision.reading.ink import appearance, ink_colour, upright
from vision.reading.own_dice import (
    is_possible,
    load_dice,
    load_inks,
    save_dice,
)

OWN = Inventory.dealt(3, edge_mm=16.6)
LOOK = Look(camera=TwinCameraSettings(width_px=960, height_px=720))


@pytest.fixture(autouse=True)
def no_calibration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests may have a calibration of their own: it must not be used."""
    monkeypatch.setenv("TURBO_CALIBRATION", str(tmp_path / "none.json"))


@cache
def lesson(mark: Mark = Mark.DOT) -> list[Shown]:
    return looks(OWN, replace(LOOK, printed=Print(mark=mark)))


def nobody(number: int, detection: LessonDetection) -> Face:
    raise AssertionError("nothing was to be asked")


def detections(
    faces: str, shift: tuple[float, float] = (0.0, 0.0), slip: float = 0.0, confidence: float = 0.99
) -> list[LessonDetection]:
    """Dice in rows of six, two and a half edges apart."""
    chance = random.Random(faces)
    return [
        LessonDetection(
            (
                2.5 * (i % 6) + shift[0] + chance.uniform(-slip, slip),
                2.5 * (i // 6) + shift[1] + chance.uniform(-slip, slip),
            ),
            (Reading(face, confidence),),
        )
        for i, face in enumerate(parse_hand(faces))
    ]


def test_six_looks_as_told_show_all_faces_of_all_dice() -> None:
    """The steps that a person is told, done to real cubes."""
    for number, die in enumerate(OWN.dice):
        shown = sorted(str(one.faces[number]) for one in lesson())
        assert shown == sorted(map(str, die.faces))


def test_dice_are_followed_by_their_place() -> None:
    lesson = Enrolment()
    lesson.look(detections("b1 b2 b3 r1 r2 r3 k1 k2"), nobody)
    lesson.look(detections("b4 b5 b6 r4 r5 r6 k4 k5", slip=0.5), nobody)
    lesson.look(detections("o1 o2 o3 o4 o5 o6 o7 o8", shift=(9.0, -4.0)), nobody)
    assert [pupil.faces for pupil in lesson.pupils][:2] == [
        tuple(parse_hand("b1 b4 o1")),
        tuple(parse_hand("b2 b5 o2")),
    ]
    assert lesson.known == 24 and not lesson.is_whole


def test_the_order_in_which_the_reader_tells_dice_does_not_matter() -> None:
    lesson = Enrolment()
    lesson.look(detections("b1 b2 b3 r1 r2 r3 k1 k2"), nobody)
    second = detections("b4 b5 b6 r4 r5 r6 k4 k5")
    random.Random(1).shuffle(second)
    lesson.look(second, nobody)
    shown = tuple(pupil.seen[-1] for pupil in lesson.pupils)
    assert shown == parse_hand("b4 b5 b6 r4 r5 r6 k4 k5")


@examples(30)
@given(
    st.integers(1, 18),
    st.tuples(st.floats(-30, 30), st.floats(-30, 30)),
    st.floats(0, 0.55),
    st.randoms(use_true_random=False),
)
def test_any_common_shift_and_small_slips_are_followed(
    count: int, shift: tuple[float, float], slip: float, chance: random.Random
) -> None:
    faces = " ".join(f"b{i % 13 + 1}" for i in range(count))
    lesson = Enrolment()
    lesson.look(detections(faces), nobody)
    if count == 1:
        shift = (0.0, 0.0)
    moved = detections(faces, shift, slip)
    chance.shuffle(moved)
    assert lesson.look(moved, nobody) == ()
    assert all(pupil.seen[0] == pupil.seen[1] for pupil in lesson.pupils)


def test_a_die_that_was_not_seen_is_named_and_learned_later() -> None:
    lesson = Enrolment()
    lesson.look(detections("b1 b2 b3 r1"), nobody)
    assert lesson.look(detections("b4 b5 b6 r4")[:3], nobody) == (4,)
    assert lesson.look(detections("b7 b8 b9 r7"), nobody) == ()
    assert str(lesson.pupils[3].die()) == "r1 r7 ? ? ? ?"


@pytest.mark.parametrize(
    ("second", "told"),
    [
        pytest.param(detections("b1 b2 b3 b4"), "expected the same 3 dice, saw 4", id="one more"),
        pytest.param(
            [*detections("b1 b2"), LessonDetection((30.0, 9.0), ())],
            "cannot be followed",
            id="ran away",
        ),
    ],
)
def test_looks_that_do_not_fit_are_refused_and_change_nothing(
    second: list[LessonDetection], told: str
) -> None:
    lesson = Enrolment()
    lesson.look(detections("b1 b2 b3"), nobody)
    with pytest.raises(LookRefused, match=told):
        lesson.look(second, nobody)
    assert lesson.looks == 1 and lesson.known == 3


@pytest.mark.parametrize(
    ("first", "told"),
    [
        pytest.param([], "saw 0", id="empty table"),
        pytest.param(
            [*detections("b1"), LessonDetection((1.1, 0.0), ())], "too near", id="touching"
        ),
        pytest.param(detections("b1 " * 19), "saw 19", id="a foreign die"),
    ],
)
def test_a_first_look_that_cannot_be_used(first: list[LessonDetection], told: str) -> None:
    with pytest.raises(LookRefused, match=told):
        Enrolment().look(first, nobody)


def test_a_doubtful_face_is_asked_for_and_never_guessed() -> None:
    lesson, asked = Enrolment(), list[int]()

    def ask(number: int, detection: LessonDetection) -> Face:
        asked.append(number)
        return UNREAD

    doubtful = detections("b1 b2 b3")
    doubtful[1] = detections("b1 b2 b3", confidence=0.6)[1]
    lesson.look(doubtful, ask)
    assert asked == [2] and str(lesson.pupils[1].die()) == "? ? ? ? ? ?"


def test_inventory_hints_name_what_a_set_is_not_presumed_to_have() -> None:
    assert inventory_hints([Die(one.faces) for one in OWN.dice]) == []
    wrong = [Die(one.faces) for one in OWN.dice]
    others = [face for face in wrong[0].faces if face not in JOKERS]
    wrong[0] = Die(tuple(Face.parse("r*") if f == others[0] else f for f in wrong[0].faces))
    hints = inventory_hints(wrong)
    assert len(hints) == 2 and hints[0].startswith("r* 2 times") and str(others[0]) in hints[1]


class Scripted:
    """Stands in for the reader: tells what it was given, look by look."""

    def __init__(self, seen: Sequence[Observation]) -> None:
        self.seen = list(seen)

    def read(self, image: Image) -> Observation:
        return self.seen.pop(0)

    def read_faces(self, image: Image, quads: object) -> tuple[SeenDie, ...]:
        raise NotImplementedError


def stills(folder: Path, shown: Sequence[Shown]) -> str:
    folder.mkdir()
    for number, one in enumerate(shown):
        cv2.imwrite(str(folder / f"{number:02}.png"), one.image)
    return str(folder)


def arguments(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(given)


def enroll(answers: str, seen: Sequence[Shown], *given: str) -> str:
    said = io.StringIO()
    reader = Scripted([one.seen for one in seen])
    assert run(arguments(*given), reader, Talk(io.StringIO(answers), said)) == 0
    return said.getvalue()


def test_a_whole_lesson_from_stills_learns_everything(tmp_path: Path) -> None:
    """All 108 faces, which six share a die, the edge, the mark and the inks. Four of these dice
    carry a face twice, one of them two: a person says so; all other answers are just Enter."""
    out, calibration = tmp_path / "dice.txt", tmp_path / "calibration.json"
    shown = [*lesson(), rows_that_touch(OWN, LOOK)]
    save_calibration(calibrate(shown[0].image), calibration)
    folder = stills(tmp_path / "stills", shown)
    given = ("--camera", folder, "--out", str(out), "--calibration", str(calibration))
    said = enroll("\n" * 6 + "y\n" * 5, shown, *given)
    own = load_dice(out)
    learned = sorted(sorted(map(str, die.faces)) for die in own.dice)
    assert learned == sorted(sorted(map(str, die.faces)) for die in OWN.dice)
    assert own.mark is Mark.DOT and own.edge_mm == pytest.approx(16.8, abs=0.4)
    assert "18 dice, 108 faces" in said and "look again" not in said
    inks = load_inks(out)
    assert set(inks) == set(Colour)
    assert inks[Colour.RED][2] > 2 * inks[Colour.RED][0]
    assert inks[Colour.BLUE][0] > 2 * inks[Colour.BLUE][2]
    assert max(inks[Colour.BLACK]) < 0.4


def test_answers_from_standard_input(tmp_path: Path) -> None:
    """Three doubts: a face after a nonsense answer, yes, nobody knows. Then stopped early, a
    correction, the mark."""
    shown = list(lesson())
    doubtful = [
        replace(die, readings=(Reading(die.readings[0].face, 0.5),))
        for die in shown[0].seen.dice[:3]
    ]
    seen = replace(shown[0].seen, dice=(*doubtful, *shown[0].seen.dice[3:]))
    shown[0] = replace(shown[0], seen=seen)
    out, folder = tmp_path / "dice.txt", stills(tmp_path / "stills", shown)
    second = shown[0].faces[1]
    answers = f"\nnonsense\nb13\ny\n\ndone\n99 b1 b2\n2 {second} o13\n\nn\nbar\n"
    said = enroll(answers, shown, "--camera", folder, "--out", str(out), "--edge", "17")
    own = load_dice(out)
    assert "expected a face" in said and "expected a die from 1 to 18" in said
    assert own.mark is Mark.BAR and own.edge_mm == 17.0
    assert own.dice[0].faces[0] == Face.parse("b13") and own.dice[1].faces[0] == Face.parse("o13")
    assert str(own.dice[2]) == "? ? ? ? ? ?"
    assert all(str(die).endswith("? ? ? ? ?") for die in own.dice)


def test_a_die_that_carries_a_face_twice(tmp_path: Path) -> None:
    twin_die = replace(OWN.dice[0], faces=parse_hand("b1 b1 b2 b3 b4 b5"))
    own_dice = replace(OWN, dice=(twin_die, *OWN.dice[1:]))
    shown = looks(own_dice, replace(LOOK, mat=None), count=1)
    out, folder = tmp_path / "dice.txt", stills(tmp_path / "stills", shown)
    said = enroll("\n" * 6 + "y\n", shown, "--camera", folder, "--out", str(out))
    assert "has shown b1 twice" in said
    assert str(load_dice(out).dice[0]) == "b1 b1 b2 b3 b4 b5"


def test_dice_can_be_added_to_a_file(tmp_path: Path) -> None:
    out = tmp_path / "dice.txt"
    save_dice(DiceSet(18.0, Mark.BAR, (Die.parse("r1 r2 r3 r4 r5 r6"),)), out)
    shown = looks(OWN, replace(LOOK, mat=None), count=2)
    folder = stills(tmp_path / "stills", shown)
    enroll("\n", shown, "--camera", folder, "--out", str(out), "--add", "--edge", "18")
    own = load_dice(out)
    assert len(own.dice) == 3 and str(own.dice[0]) == "r1 r2 r3 r4 r5 r6"


def test_without_anybody_who_answers_learned_dice_stay(tmp_path: Path) -> None:
    """`turbo enroll < /dev/null` had learned from the pictures alone, and overwrote the file."""
    out = tmp_path / "dice.txt"
    save_dice(DiceSet(18.0, Mark.BAR, (Die.parse("r1 r2 r3 r4 r5 r6"),)), out)
    before = out.read_bytes()
    folder = stills(tmp_path / "stills", lesson()[:1])
    with pytest.raises(TurboError, match="standard input is empty"):
        enroll("", lesson()[:1], "--camera", folder, "--out", str(out))
    assert out.read_bytes() == before


def test_dice_that_were_known_are_put_aside(tmp_path: Path) -> None:
    out = tmp_path / "dice.txt"
    save_dice(DiceSet(18.0, Mark.BAR, (Die.parse("r1 r2 r3 r4 r5 r6"),)), out)
    before = out.read_bytes()
    shown = looks(OWN, replace(LOOK, mat=None), count=1)
    for number in (1, 2):
        folder = stills(tmp_path / f"stills-{number}", shown)
        said = enroll("\n" * 6 + "y\n", shown, "--camera", folder, "--out", str(out))
        assert f"dice.txt.before-{number}" in said
    assert (tmp_path / "dice.txt.before-1").read_bytes() == before
    assert (tmp_path / "dice.txt.before-2").read_bytes() == out.read_bytes()


def test_nothing_shown_keeps_nothing(tmp_path: Path) -> None:
    out = tmp_path / "dice.txt"
    folder = stills(tmp_path / "stills", lesson()[:1])
    with pytest.raises(TurboError, match="no die was learned"):
        enroll("done\n", [], "--camera", folder, "--out", str(out))
    assert not out.exists()


@pytest.mark.parametrize("mark", [Mark.BAR, Mark.DOT, Mark.NONE])
def test_the_mark_on_sixes_and_nines(mark: Mark) -> None:
    found = [
        appearance(upright(one.image, die))
        for one in lesson(mark)
        for die, face in zip(one.seen.dice, one.faces, strict=True)
        if face.number in (6, 9)
    ]
    assert len(found) == 16 and found.count(mark) >= 14


def test_an_upright_face_is_upright_whatever_corner_comes_first() -> None:
    one, die = lesson()[0], lesson()[0].seen.dice[3]
    a, b, c, d = die.corners_px
    turned = replace(die, corners_px=(c, d, a, b))
    assert np.array_equal(upright(one.image, die), upright(one.image, turned))
    assert ink_colour(upright(one.image, die)) == ink_colour(upright(one.image, turned))


TWO = DiceSet(dice=(Die.parse("b1 b2 b3 b4 b5 b6"), Die.parse("b1 r2 r3 r4 r5 r9")))


@pytest.mark.parametrize(
    ("faces", "dice", "possible"),
    [
        pytest.param("b1 b1", 2, True, id="each die one"),
        pytest.param("b2 b3", 2, False, id="both on one die"),
        pytest.param("b1 b2", 2, True, id="the other die gives way"),
        pytest.param("b2 b3", 18, True, id="sixteen unknown dice"),
        pytest.param("? ?", 2, True, id="unread"),
        pytest.param("? ? ?", 2, False, id="more than there are"),
    ],
)
def test_faces_that_dice_can_show_together(faces: str, dice: int, possible: bool) -> None:
    assert is_possible(parse_hand(faces), TWO, dice=dice) is possible


WHOLE = DiceSet(dice=tuple(Die(one.faces) for one in OWN.dice))


def test_a_twin_is_not_looked_at_by_the_calibration_of_the_house(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It hangs elsewhere and draws a mat of its own: the file at the usual place is not read."""
    (tmp_path / "calibration.json").write_text("of another table")
    monkeypatch.setenv("TURBO_CALIBRATION", str(tmp_path / "calibration.json"))
    save_dice(WHOLE, tmp_path / "dice.txt")
    twin = arguments("--camera", "twin", "--add", "--out", str(tmp_path / "dice.txt"))
    with pytest.raises(TurboError, match="all 18 dice are known already"):
        run(twin)


@given(st.lists(st.integers(0, 5), min_size=18, max_size=18))
def test_every_throw_of_the_dice_is_possible(sides: list[int]) -> None:
    thrown = [die.faces[side] for die, side in zip(WHOLE.dice, sides, strict=True)]
    assert is_possible(thrown, WHOLE)


@pytest.mark.parametrize("text", ["die b1", "edge wide", "die b1 b2 b3 b4 b5 q6"])
def test_a_file_that_is_wrong_names_itself(text: str, tmp_path: Path) -> None:
    path = tmp_path / "dice.txt"
    path.write_text(text)
    with pytest.raises(TurboError, match=r"dice\.txt: line 1"):
        load_dice(path)
    path.write_bytes(b"\x8b\xff")
    for load in (load_dice, load_inks):
        with pytest.raises(
            TurboError, match=r"dice\.txt: expected a text file in UTF-8 \(byte 0\)"
        ):
            load(path)
    with pytest.raises(TurboError, match="cannot be read"):
        load_dice(tmp_path / "none.txt")
