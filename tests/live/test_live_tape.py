"""The tape: what goes in comes out, and what does not fit is not kept by halves."""

from dataclasses import replace

from tests.support.live_game import ANN
from turbo.evidence.bundle import Bundle, frame_name
from turbo.evidence.playback import replay
from turbo.game.dice import Face
from turbo.game.observation import Observation, Reading, SeenDie
from turbo.game.tile_options import TileOptions
from turbo.live.inputs import Answered, PressedButton
from turbo.live.tape import LINES, Line, LostSight, Seen, Tape, lines_of
from turbo.live.tiles.machine import TileTuning
from vision.mat.occluders import Occluder
from vision.mat.plan import Plan

CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def frame(number: int) -> Observation:
    readings = (Reading(Face.parse(f"b{1 + number % 13}"), 0.97),)
    return Observation((SeenDie(CORNERS, readings, float(number)),), 640, 480)


def seen(count: int) -> list[Line]:
    """Every third frame shows the very same as the one before."""
    frames = [frame(number) for number in range(count)]
    for number in range(2, count, 3):
        frames[number] = frames[number - 1]
    hand = Occluder(((0.0, 0.5), (9.0, 0.0), (9.0, 9.0)), 0.4, stands=False, disturbs=True, side=1)
    return [
        Seen(number / 10, one, number % 7 == 0, (hand,) * (number % 5 == 0))
        for number, one in enumerate(frames)
    ]


def test_all_lines_come_back_also_those_that_are_not_packed_yet() -> None:
    tape, lines = Tape(), seen(2 * LINES + 5)
    lines += [PressedButton(99.0, ANN), Answered(99.1, 7, Face.parse("r9")), LostSight(99.2)]
    for line in lines:
        tape.add(line)
    assert list(lines_of(tape.text())) == lines
    assert 0 < tape.size_bytes < len(tape.text())


def test_a_tape_tells_of_every_box() -> None:
    double, mirror = (Face.parse(text, special=True) for text in ("*d", "*m"))
    seen = Observation((SeenDie(CORNERS, (Reading(mirror, 0.9),)),), 640, 480)
    lines: list[Line] = [Seen(1.0, seen, False), Answered(2.0, 3, double)]
    tape = Tape()
    for line in lines:
        tape.add(line)
    assert [str(line) for line in lines_of(tape.text())] == [str(line) for line in lines]


def test_a_tape_begins_anew_over_the_old_one() -> None:
    tape = Tape()
    for line in seen(3 * LINES):
        tape.add(line)
    tape.restart()
    assert tape.text() == "" and tape.size_bytes == 0
    for line in seen(LINES + 1):
        tape.add(line)
    assert list(lines_of(tape.text())) == seen(LINES + 1)


def test_a_tape_that_is_full_is_cut_off_and_says_so() -> None:
    tape = Tape(most_bytes=4096)
    for line in seen(40 * LINES):
        tape.add(line)
    assert not tape.is_whole
    assert tape.text() == "" and tape.size_bytes == 0
    tape.restart()
    tape.add(LostSight(1.0))
    assert tape.is_whole and list(lines_of(tape.text())) == [LostSight(1.0)]


FIELD = ((0.0, 0.0), (400.0, 0.0), (400.0, 400.0), (0.0, 400.0))
HANDS = (((-9.0, 400.0), (0.0, 400.0), (0.0, 409.0)), ((-9.0, 0.0), (0.0, -9.0), (0.0, 0.0)))
PLAN = Plan(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), FIELD, HANDS, 20.0)


def row(*read: tuple[str, float]) -> Observation:
    """Tiles side by side."""
    dice = []
    for x, (face, sure) in enumerate(read, 5):
        left, right = 20.5 * x, 20.5 * x + 20.0
        corners = ((left, 100.0), (right, 100.0), (right, 120.0), (left, 120.0))
        dice.append(SeenDie(corners, (Reading(Face.parse(face), sure),), 0.0))
    return Observation(tuple(dice), 400, 400, are_tiles=True)


def test_an_answer_is_for_the_tile_that_lay_there_however_surely_it_is_read_anew() -> None:
    """Numbers are given by how surely tiles are read: the second and the third change places."""
    bare, then = row(), row(("b9", 0.99), ("b7", 0.8), ("b8", 0.7))
    looks = [*((at / 2, bare) for at in range(7)), *((at / 2, then) for at in range(7, 20))]
    tape = Tape()
    for at_s, seen in looks:
        tape.add(Seen(at_s, seen, hand=at_s == 3.0))
        if at_s in (2.5, 7.0):
            tape.add(PressedButton(at_s, None))
    for number, face in enumerate(("b10", "b11"), 2):
        tape.add(Answered(9.5, number, Face.parse(face)))
    options = TileOptions("original-goliath")
    bundle = Bundle(PLAN, TileTuning(), ("Ann", "Bob"), options, (), tape.text(), ())
    told = replay(bundle).told
    assert ["table b9 b10 b11" in one.event for one in told] == [False, True]

    anew = {b"bare": bare, b"laid": row(("b9", 0.99), ("b7", 0.7), ("b8", 0.8))}
    frames = {frame_name(0.0): b"bare", frame_name(3.5): b"laid"}
    again = replay(replace(bundle, frames=frames, rulings=told), anew.__getitem__)
    assert again.frames == 2 and again.is_same, again.first_difference()
