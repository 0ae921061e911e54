"""The analysis over the web: of a match that is over, as a document and a PDF; never before."""

from pathlib import Path

import pytest

from tools.trials.web_support import OPENING, Site


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("evening"))
    site.import_evening()
    return site


def test_a_match_that_is_over_is_analysed(evening: Site) -> None:
    told = evening.client().get("/api/matches/1/analysis?lang=nl").get_json()
    assert len(told["summary"]) == 2 and "geluk" in told["summary"][0]["sentence"]
    entries = [one["entry"] for one in told["events"]]
    assert entries == sorted(entries)
    assert {one["entry"] for one in told["costliest"]} <= set(entries)
    assert told["events"][-1]["chance"] in (0, 50, 100)


def test_it_is_printed(evening: Site) -> None:
    answer = evening.client().get("/api/matches/1/analysis.pdf")
    assert answer.data.startswith(b"%PDF-1.4") and answer.mimetype == "application/pdf"


def test_nobody_sees_an_analysis_while_the_match_goes_on(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start(OPENING)
    for client in (site.client(), site.referee()):
        answer = client.get("/api/matches/1/analysis")
        assert answer.status_code == 409 and "over" in str(answer.get_json())
