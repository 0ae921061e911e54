"""Who is named in the log: the table for what it saw, a person for what comes of that word."""

from pathlib import Path

from tests.live.test_live_runner import Running
from tests.support.live_game import ANN
from turbo.live.inputs import Choice
from turbo.storage.store import Store


def test_a_decision_is_kept_under_the_name_of_who_made_it(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        running = Running(store).open()
        running.session.pause(True, "Cleo")
        running.throw(ANN, "r2 k3", [3, 4])
        running.session.pause(False, "Cleo")
        running.acts.rest(2.0)
        running.runner.decide(Choice.TABLE, "Cleo")
        running.acts.rest(0.5)
        by = [entry.by for entry in running.session.history.entries]
    assert by[-3:] == ["Cleo", "Cleo", "Cleo"]
    assert set(by[:-3]) == {"table"}
