"""`turbo run --camera twin --board twin`: the players press the buttons of the emulated board."""

import argparse
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.support.firmware_support import needs_tools
from tests.support.thrown import ByHand
from tools.trials.perfect_eye import PerfectWatch, observation
from turbo.board.emulated import TwinLink
from turbo.board.emulator import wait_for
from turbo.board.wire import Button
from turbo.commands.run import Table, add_arguments
from turbo.game.events import HandedOver, Passed
from turbo.live.perception import Perception
from turbo.storage.store import Store
from turbo.twin.camera import TwinCamera

WORDS = ["--camera", "twin:2", "--board", "twin", "--no-web", "--no-pictures"]
WORDS += ["--hand-over", "button", "--speed", "3"]


@needs_tools
def test_the_twins_players_press_the_boards_buttons(tmp_path: Path) -> None:
    """Bytes, frames and acknowledgements are real; only recognition is left out for its time."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    with Store(tmp_path / "m.db") as store:
        table = Table(parser.parse_args(WORDS), store)
        runner = table._open()
        link, camera = runner.presenter.link, runner.camera
        assert isinstance(link, TwinLink) and isinstance(camera, TwinCamera)
        camera.draws = False
        twin = table.twin
        twin.script.mechanics = ByHand()
        for player in twin.script.players:
            player.habits = replace(player.habits, forgets_button=0.0)
        runner.perception = Perception(
            lambda _: observation(twin), PerfectWatch(twin, runner.settler.plan)
        )
        watching = threading.Thread(target=runner.run)
        watching.start()
        assert wait_for(lambda: len(_overs(table)) >= 2, 600.0)
        runner.stop()
        watching.join()
        pressed = Counter(press.button for press in link.board.seen.presses)
        table.close()
    assert set(pressed) == {Button.PLAYER_1, Button.PLAYER_2}
    assert pressed.total() >= len(_overs(table))


def _overs(table: Table) -> list[str]:
    """Who handed over or passed; by the button alone."""
    judged = table.session.history.judged
    return [str(one.ruling.player) for one in judged if isinstance(one.event, HandedOver | Passed)]
