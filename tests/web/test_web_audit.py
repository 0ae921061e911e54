"""The audit's findings with their pictures, and evidence on demand, through the API."""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.live.test_live_runner import IMAGE, Running
from tools.trials.web_support import PIN, Client, FakeEvidence, Site, keys
from turbo.board.wire import Button
from turbo.commands.cli import main
from turbo.commands.replay import Evidence
from turbo.commands.rolls import keeping
from turbo.evidence.bundle import load
from turbo.evidence.playback import replay
from turbo.game.dice import Face
from turbo.live.findings import ConfirmedTable
from turbo.live.settling import Snapshot
from turbo.storage.roll_book import Finding, Keeping, Rolls, rolls_path
from turbo.storage.session import Notice, Session
from turbo.storage.store import Store
from web.app import create_app


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """Bob has passed; then a die on the table is turned."""
    with Store(tmp_path / "m.db") as store:
        running = Running(store).open()
        running.press(Button.PLAYER_2)
        running.acts.turn(2, Face.parse("r8"))
        running.acts.rest(2.0)
        running.store = store  # type: ignore[attr-defined]
        yield running


def client(running: Running, folder: Path) -> Client:
    evidence, store = Evidence(running.runner, folder), running.store  # type: ignore[attr-defined]
    app = create_app(running.session, store, keys=keys(), evidence=evidence)
    return Client(app.test_client())


def test_a_finding_has_a_sentence_and_two_pictures(running: Running, tmp_path: Path) -> None:
    viewer = client(running, tmp_path)
    found = viewer.client.get("/api/audit?lang=nl").get_json()
    (finding,) = [one for one in found["findings"] if one["open"]]
    assert (finding["key"], finding["values"]) == ("table-die-turned", ["b5", "r8"])
    assert finding["message"].startswith("Een steen op tafel is van de blauwe 5 naar de rode 8")
    for side in ("before", "after"):
        address = f"/api/audit/{finding['id']}/{side}.jpg"
        assert viewer.client.get(address).status_code == 401, "pictures need a PIN"
    viewer.sign_in(PIN)
    for side in ("before", "after"):
        picture = viewer.client.get(f"/api/audit/{finding['id']}/{side}.jpg")
        assert (picture.status_code, picture.data) == (200, b"jpeg")
    assert viewer.client.get("/api/audit/999/before.jpg").status_code == 404


def test_an_evening_of_findings_is_told_a_few_at_a_time(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    kept = [Finding(now, 1 + at % 2, "die-missing", ("b5",), at) for at in range(90)]
    site = Site(tmp_path, evidence=FakeEvidence(found=kept))

    def ids(query: str) -> list[int]:
        found = site.app.test_client().get(f"/api/audit{query}").get_json()
        return [one["id"] for one in found["findings"]]

    assert ids("") == list(range(89, 69, -1)), "the newest first"
    assert ids("?match=1&limit=3") == [88, 86, 84]
    site.store.close()


def _ids(viewer: Client, query: str = "") -> list[tuple[int, str, bool]]:
    found = viewer.client.get(f"/api/audit{query}").get_json()["findings"]
    return [(one["id"], one["key"], one["open"]) for one in found]


def _pictures(viewer: Client, number: int) -> list[int]:
    sides = (f"/api/audit/{number}/{side}.jpg" for side in ("before", "after"))
    return [viewer.client.get(address).status_code for address in sides]


def test_findings_and_their_pictures_outlive_a_restart(tmp_path: Path) -> None:
    """They are kept with the throws: bounded, for the owner alone, copied and forgotten with them;
    what stands still after a restart is the same finding, not another one."""
    path = rolls_path(tmp_path / "m.db")
    with Store(tmp_path / "m.db") as store:
        with Rolls(path) as book:
            running = Running(store, book=book).open()
            running.press(Button.PLAYER_2)
            running.acts.turn(2, Face.parse("r8"))
            running.acts.rest(2.0)
        assert path.stat().st_mode & 0o777 == 0o600
        with Rolls(path) as book:
            again = Running(store, 1, book=book)
            evidence = Evidence(again.runner, tmp_path, book=book)
            app = create_app(again.session, store, keys=keys(), evidence=evidence, pictures=book)
            viewer = Client(app.test_client())
            viewer.sign_in(PIN)
            (number, key, _), *others = _ids(viewer, "?match=1")
            assert key == "table-die-turned" and _pictures(viewer, number) == [200, 200]
            notice = Notice("table-die-turned", ("b5", "r8"))
            table = Snapshot(0.0, ())
            again.runner.findings.look([notice], ConfirmedTable(table, IMAGE), 1)
            assert _ids(viewer) == [(number, key, True), *others], "the same, and open again"
        assert main(["backup", "--store", str(store.path), str(tmp_path / "copy.db")]) == 0
    with Rolls(rolls_path(tmp_path / "copy.db")) as copied:
        assert copied.finding_picture(number, "after") == b"jpeg"
    assert main(["forget", "--store", str(tmp_path / "m.db"), "--all"]) == 0
    with Store(tmp_path / "m.db") as store, Rolls(path) as book:
        app = create_app(Session(store, 1), store, keys=keys(), pictures=book)
        viewer = Client(app.test_client())
        viewer.sign_in(PIN)
        assert _ids(viewer) == [(number, key, False), *others], "without a camera as well"
        assert _pictures(viewer, number) == [404, 404]


def test_findings_leave_room(tmp_path: Path) -> None:
    """The oldest crops go first, and the words stay."""
    asked = keeping(argparse.Namespace(keep_mb=1.0, keep_days=None))
    assert asked.most_findings == Keeping().most_findings, "as 'turbo run' keeps them"
    with Rolls(tmp_path / "r.db", Keeping(most_findings=2)) as book:
        for at in range(4):
            now = datetime(2026, 11, 17, 20, at, tzinfo=UTC)
            book.add_finding(Finding(now, 1, "die-missing", ("b5",)), b"one", b"two")
        assert [book.finding_picture(one, "before") for one in (1, 2, 3, 4)] == [
            None,
            None,
            b"one",
            b"one",
        ]
        assert len(book.findings(1)) == 4 and book.findings(2) == []


def test_evidence_is_kept_on_demand(running: Running, tmp_path: Path) -> None:
    somebody = client(running, tmp_path)
    assert somebody.post("/api/evidence", {}).status_code == 401, "for the referee alone"
    somebody.sign_in(PIN, "Cleo")
    saved = somebody.post("/api/evidence", {}).get_json()["saved"]
    outcome = replay(load(tmp_path / saved))
    assert outcome.is_same, outcome.first_difference()
    running.runner.recording.spoil()
    refused = somebody.post("/api/evidence", {})
    assert (refused.status_code, "stayed where it hangs" in refused.get_data(as_text=True)) == (
        409,
        True,
    )


def test_without_a_live_table(tmp_path: Path) -> None:
    site = Site(tmp_path)
    referee = site.referee()
    found = referee.client.get("/api/audit").get_json()
    assert found == {"findings": [], "can_save": False}
    assert referee.client.get("/api/audit/1/before.jpg").status_code == 404
    assert referee.post("/api/evidence", {}).status_code == 409
    site.store.close()
