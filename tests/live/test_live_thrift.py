"""The referee does not grow by memory that nobody uses."""

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from tests.live.test_live_runner import Running
from tools.trials.slopes import resident_mb
from turbo.live.memory import Thrift, give_back
from turbo.storage.store import Store


@pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="the C library keeps what is free"
)
def test_free_memory_between_things_that_stay_goes_back() -> None:
    blocks = [bytes(60_000) for _ in range(1000)]
    stays = blocks[::20]
    before_mb = resident_mb()
    del blocks
    give_back()
    assert len(stays) == 50 and resident_mb() < before_mb - 40


HEAPS = """
import ctypes, threading
from turbo.live.memory import share_heap
if {shared}:
    share_heap()
threads = [threading.Thread(target=bytes, args=(60_000,)) for _ in range(3)]
[one.start() for one in threads], [one.join() for one in threads]
library = ctypes.CDLL(None)
library.malloc_info(0, ctypes.c_void_p.in_dll(library, "stdout"))
library.fflush(None)
"""


@pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "malloc_info"), reason="the C library does not tell"
)
@pytest.mark.parametrize("is_shared", [True, False])
def test_threads_share_one_heap(is_shared: bool) -> None:
    command = [sys.executable, "-c", HEAPS.format(shared=is_shared)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert (told.count("<heap nr=") == 1) is is_shared


def test_a_watched_match_gives_memory_back_now_and_then(tmp_path: Path) -> None:
    times = list[float]()
    with Store(tmp_path / "matches.db") as store:
        running = Running(store)
        running.runner._thrift = Thrift(5.0, lambda: times.append(running.acts.at_s))
        running.open()
    assert 1 <= len(times) <= running.acts.at_s / 5.0
