"""Two runs of the tests on one machine never meet on a port."""

import subprocess
import sys
from contextlib import ExitStack

from tools.trials.waiting import BLOCK, GIVEN
from turbo.app.telephone import secure_port_beside

RUN = (
    "from tools.trials.waiting import free_port; print(*[free_port() for _ in range(50)]); input()"
)


def test_each_run_has_ports_of_its_own_as_long_as_it_goes_on() -> None:
    with ExitStack() as stack:
        runs = [stack.enter_context(run_beside()) for _ in range(3)]
        given = [port for run in runs for port in told_by(run)]
        for run in runs:
            run.communicate(b"\n")
    assert len(given) == len(set(given)) == 150


def test_the_port_of_https_lies_in_the_same_block() -> None:
    assert secure_port_beside(GIVEN) < BLOCK
    assert secure_port_beside(1) > GIVEN


def run_beside() -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", RUN], stdin=pipe, stdout=pipe)


def told_by(run: subprocess.Popen[bytes]) -> list[int]:
    assert run.stdout is not None
    return [int(port) for port in run.stdout.readline().split()]
