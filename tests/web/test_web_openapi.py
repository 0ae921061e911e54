"""The description of the API is true: generated requests bring no server error, and answers are as
described. With and without the referee PIN, with bodies that fit and bodies that do not.

`python -m bench.described` makes up as many requests as one has the patience for."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from tools.trials.web_support import Site

if TYPE_CHECKING:
    from tools.trials.described import Asked

EXAMPLES = 2
"""For each operation that fit, and as many that do not: the least one and one by chance; where all
tests are run the least alone, since to make up a request costs far more than to answer it.
`bench.described` sends fifty."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    from tools.trials.described import whole_site

    return whole_site(tmp_path_factory.mktemp("openapi"))


@pytest.fixture(scope="module")
def people(site: Site, request: pytest.FixtureRequest) -> "Mapping[str, Asked]":
    from tools.trials.described import asked

    return asked(site, EXAMPLES if request.config.option.whole else 1)


def test_strangers(people: "Mapping[str, Asked]") -> None:
    strangers = people["strangers"]
    assert strangers.faults == []
    assert len(strangers.sent) >= 35 and strangers.sent.total() > 160
    assert strangers.written == 0, "nobody has signed in"


def test_the_referee(people: "Mapping[str, Asked]") -> None:
    referee = people["referee"]
    assert referee.faults == []
    assert len(referee.sent) >= 35 and referee.sent.total() > 160
    assert referee.written > 0


def test_every_route_of_the_api_is_described(site: Site) -> None:
    document = site.client().get("/api").get_json()
    rules = {rule.rule for rule in site.app.url_map.iter_rules() if rule.rule.startswith("/api")}
    assert len(document["paths"]) == len(rules) >= 35
    names = [one["operationId"] for path in document["paths"].values() for one in path.values()]
    assert len(names) == len(set(names))
    assert document == site.client().get("/api/openapi.json").get_json()
    used = {one["tags"][0] for path in document["paths"].values() for one in path.values()}
    assert used == {one["name"] for one in document["tags"]}
    assert site.client().get("/developers").status_code == 200
