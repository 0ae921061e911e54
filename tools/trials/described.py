"""Is the description of the API true? Requests that it allows and requests that it does not are
made up for every operation, and sent as a stranger and as the referee.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from tools.trials.browser_server import ShownDice
from tools.trials.web_support import (
    OPENING,
    FakeEvidence,
    FakePictures,
    FakeSetup,
    FakeTable,
    FakeTwin,
    Site,
)
from turbo.app.teaching import RunnerLessons

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


NOT_GENERATED = {"/api/v1/sign-in", "/api/v1/sign-out", "/api/v1/accept-invitation"}
"""They change who asks, and a wrong PIN is slow on purpose; `test_web_auth` looks at them."""


SEED = 20261115

MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)

ANY_TEXT = {"/api/v1/problems/{code}", "/api/v1/texts/{language}"}
"""Whatever stands there fits: no request that does not is found, however long it is looked for."""


def whole_site(folder: Path) -> Site:
    """With all that a table can have, an evening in its store and a match that runs."""
    shown = cast(Any, ShownDice())
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


@dataclass
class Asked:
    """What one kind of people sent, and what was wrong with the answers."""

    more: dict[str, Any] = field(default_factory=dict)
    """Of the request: what makes them who they are."""
    sent: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    written: int = 0
    """Entries that the store gained meanwhile; a new match begins with none."""

    def ask(self, site: Site, case: Any) -> None:
        before, name = _kept(site), f"{case.method} {case.path}"
        self.sent[name] += 1
        once = {"params": {"once": "true"}} if case.path == "/api/v1/events" else {}
        try:
            case.validate_response(case.call(**self.more, **once), checks=CHECKS)
        except Exception as error:
            self.faults.append(f"{name}: {error}")
        self.written += _kept(site) - before


def _kept(site: Site) -> int:
    return sum(head.entries for head in site.store.matches())


def _generate(operation: Any, examples: int, number: int, send: Callable[[Any], None]) -> None:
    for mode in MODES[: 1 if operation.path in ANY_TEXT else None]:

        @seed(number)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def run(case: Any) -> None:
            send(case)

        try:
            run()
        except schemathesis.errors.InvalidSchema:
            raise
        except BaseException as error:
            if "Unsatisfiable" in type(error).__name__ or "Impossible" in str(error):
                continue
            raise


def asked(site: Site, examples: int, number: int = SEED) -> Mapping[str, Asked]:
    """So many requests that fit and so many that do not, for every operation. Each is sent twice,
    first by a stranger and then by the referee: to make one up costs five times as much as to
    answer it."""
    referee = site.referee()
    cookie = referee.client.get_cookie("turbo")
    assert cookie is not None
    who = {"headers": {"X-Turbo-Token": referee.token}, "cookies": {"turbo": cookie.value}}
    people = {"strangers": Asked(), "referee": Asked(who)}

    def send(case: Any) -> None:
        for one in people.values():
            one.ask(site, case)

    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", site.app)
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr, unused-ignore]
        if operation.path not in NOT_GENERATED:
            _generate(operation, examples, number, send)
    return people
