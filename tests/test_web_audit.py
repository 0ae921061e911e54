"""The audit's findings with their pictures, and evidence on demand, through the API."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.test_live_runner import Running
from tests.web_support import PIN, Client, FakeEvidence, Site, keys
from turbo.board.wire import Button
from turbo.commands.replay import Evidence
from turbo.evidence.bundle import load
from turbo.evidence.playback import replay
from turbo.game.dice import Face
from turbo.keeping.store import Store
from web.app import create_app
from web.ports import AuditFinding


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
    kept = [AuditFinding(at, 1 + at % 2, now, "die-missing", ("b5",), False) for at in range(90)]
    site = Site(tmp_path, evidence=FakeEvidence(found=kept))

    def ids(query: str) -> list[int]:
        found = site.app.test_client().get(f"/api/audit{query}").get_json()
        return [one["id"] for one in found["findings"]]

    assert ids("") == list(range(89, 69, -1)), "the newest first"
    assert ids("?match=1&limit=3") == [88, 86, 84]
    site.store.close()


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
