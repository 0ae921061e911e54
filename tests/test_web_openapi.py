"""The description of the API is true: generated requests bring no server error, and answers are as
described. With and without the referee PIN, with bodies that fit and bodies that do not."""

from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from tests.browser_server import ShownDice
from tests.web_support import (
    OPENING,
    FakeEvidence,
    FakePictures,
    FakeSetup,
    FakeTable,
    FakeTwin,
    Site,
)
from turbo.assembly.teaching import RunnerLessons

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]

NOT_GENERATED = {"/api/v1/sign-in", "/api/v1/sign-out", "/api/v1/accept-invitation"}
"""They change who asks, and a wrong PIN is slow on purpose; `test_web_door` looks at them."""

MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder, shown = tmp_path_factory.mktemp("openapi"), cast(Any, ShownDice())
    site = Site(
        folder,
        controls=FakeTable(),
        twin=FakeTwin(),
        evidence=FakeEvidence({"before": b"\xff\xd8"}),
        pictures=FakePictures({2: b"\xff\xd8"}),
        lessons=RunnerLessons(shown, lambda: None, folder / "dice.txt"),
        setup=FakeSetup(),
    )
    shown.session = site.session
    site.import_evening()
    site.start(OPENING)
    site.session.show(picture_jpeg=b"\xff\xd8")
    return site


def _try(operation: Any, who: dict[str, Any], examples: int) -> int:
    """Send generated requests to one operation; the answer is how many."""
    sent = 0
    for mode in MODES:

        @seed(20261115)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def run(case: Any) -> None:
            nonlocal sent
            sent += 1
            more = {"params": {"once": "true"}} if case.path == "/api/v1/events" else {}
            response = case.call(**who, **more)
            case.validate_response(response, checks=CHECKS)

        try:
            run()
        except schemathesis.errors.InvalidSchema:
            raise
        except BaseException as error:
            if "Unsatisfiable" in type(error).__name__ or "Impossible" in str(error):
                continue
            raise
    return sent


def _all(site: Site, who: dict[str, Any], examples: int) -> dict[str, int]:
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", site.app)
    sent = {}
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr, unused-ignore]
        if operation.path not in NOT_GENERATED:
            sent[f"{operation.method} {operation.path}"] = _try(operation, who, examples)
    return sent


def test_strangers(site: Site) -> None:
    before = len(site.session.history.entries)
    sent = _all(site, {}, 4)
    assert len(sent) >= 35 and sum(sent.values()) > 150
    assert len(site.session.history.entries) == before, "nobody has signed in"


def test_the_referee(site: Site) -> None:
    referee = site.referee()
    cookie = referee.client.get_cookie("turbo")
    assert cookie is not None
    who = {"headers": {"X-Turbo-Token": referee.token}, "cookies": {"turbo": cookie.value}}
    sent = _all(site, who, 7)
    assert sum(sent.values()) > 250


def test_every_route_of_the_api_is_described(site: Site) -> None:
    document = site.client().get("/api").get_json()
    rules = {rule.rule for rule in site.app.url_map.iter_rules() if rule.rule.startswith("/api")}
    assert len(document["paths"]) == len(rules) >= 35
    names = [one["operationId"] for path in document["paths"].values() for one in path.values()]
    assert len(names) == len(set(names))
    assert document == site.client().get("/api/openapi.json").get_json()
