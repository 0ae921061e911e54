"""The tape: what goes in comes out, and what does not fit is not kept by halves."""

from tests.support.live_game import ANN
from turbo.game.dice import Face
from turbo.game.observation import Observation, Reading, SeenDie
from turbo.live.inputs import Answered, PressedButton
from turbo.live.tape import LINES, Line, LostSight, Seen, Tape, lines_of
from vision.mat.occluders import Occluder

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
