"""The compiled search: the answers it always gave, room for threads, and a build that says why not.

`tests/data/solver_answers.txt` holds what the search answered while a second one in Python still
agreed with it die by die and cell by cell: 25 positions of each kind.
"""

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from turbo.game.dice import hand_text, parse_hand
from turbo.game.layout import Layout
from turbo.solver import BadPosition, best_play
from turbo.solver.engine import KERNEL, MOST_DICE
from turbo.solver.shapes import code_of, mask_of

ROOT = Path(__file__).parents[2]
ANSWERS = (ROOT / "tests" / "data" / "solver_answers.txt").read_text().splitlines()


@pytest.mark.parametrize("first", range(0, len(ANSWERS), 25))
def test_the_answers_are_the_same_as_ever(first: int) -> None:
    for line in ANSWERS[first : first + 25]:
        table, hand, *expected = (part.strip() for part in line.split(";"))
        before, faces = Layout.parse(table), parse_hand(hand)
        play = best_play(before, faces, nodes=200_000)
        apart = best_play(before, faces, nodes=200_000, crossings=False)
        told = [hand_text(play.played), str(play.layout), "proved" if play.proved else "not proved"]
        assert [*told, hand_text(apart.played), str(apart.layout)] == expected, line


HARD = "k6 b4 o13 o1 k2 k9 k7 b13 k9 k1 b13 r6 k4 r10 o11 k3 k13 b10 k5 k4 k2 o12 k1 k1"
"""With four jokers: no layout, which takes 800,000 nodes to prove."""


def test_other_threads_run_while_it_searches() -> None:
    """A loop that needs the interpreter goes round many times inside one question."""
    codes = tuple(code_of(face) for face in parse_hand(HARD))
    inside = threading.Event()

    def ask() -> None:
        inside.set()
        KERNEL.cover((), codes, 4, mask_of(codes), 4, True, 4_000_000, 1e9)
        inside.clear()

    asking = threading.Thread(target=ask)
    asking.start()
    rounds, pause = 0, threading.Event()
    inside.wait()
    while inside.is_set() and rounds < 5:
        pause.wait(0.001)
        rounds += inside.is_set()
    asking.join()
    assert rounds == 5


def test_a_position_that_it_has_no_room_for_is_refused() -> None:
    hand = parse_hand("b3 " * (MOST_DICE + 1))
    with pytest.raises(BadPosition, match=f"at most {MOST_DICE} dice"):
        best_play(Layout(), hand)


def test_without_a_compiler_the_installation_says_in_one_line_what_is_missing(
    tmp_path: Path,
) -> None:
    (tmp_path / "id").symlink_to(str(shutil.which("id")))
    command = [str(shutil.which("sh")), "tools/compiler.sh", sys.executable]
    found = {"PATH": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=found, capture_output=True, text=True)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "apt install gcc python3-dev" in line
