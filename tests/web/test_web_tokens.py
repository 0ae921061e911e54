"""Keys for programs, what each opens, and the description that a client is generated from."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tools.trials.web_support import OPENING, Site
from web.api.named import NAMED, examples
from web.auth.keys import Keys


@pytest.fixture
def site(tmp_path: Path) -> Site:
    found = Site(tmp_path)
    found.start(OPENING)
    return found


def _secret(site: Site, scope: str) -> str:
    body = {"name": "home", "scope": scope, "days": 3}
    return str(site.referee().post("/api/tokens", body).get_json()["secret"])


ROWS = [
    ("look", "/api/state", None, 200),
    ("look", "/api/picture.jpg", None, 401),
    ("look", "/api/match/pause", {"paused": True}, 401),
    ("pictures", "/api/picture.jpg", None, 200),
    ("pictures", "/api/match/pause", {"paused": True}, 401),
    ("referee", "/api/match/pause", {"paused": True}, 200),
    ("referee", "/api/tokens", None, 403),
    ("referee", "/api/tokens", {"name": "another", "scope": "referee"}, 403),
    ("referee", "/api/tokens/0123456789ab/remove", {}, 403),
    ("referee", "/api/setup/invitation", {}, 403),
    ("referee", "/api/people/forget", {"name": "Ann"}, 403),
]


@pytest.mark.parametrize(("scope", "path", "body", "status"), ROWS)
def test_a_token_opens_what_it_is_for(
    site: Site, scope: str, path: str, body: Any, status: int
) -> None:
    site.session.show(picture_jpeg=b"\xff\xd8")
    headers = {"Authorization": f"Bearer {_secret(site, scope)}"}
    client = site.app.test_client()
    answer = (
        client.get(path, headers=headers)
        if body is None
        else client.post(path, json=body, headers=headers)
    )
    assert answer.status_code == status, answer.data


def test_what_a_program_changes_bears_its_name(site: Site) -> None:
    headers = {"Authorization": f"Bearer {_secret(site, 'referee')}"}
    site.app.test_client().post("/api/match/pause", json={"paused": True}, headers=headers)
    assert site.session.history.entries[-1].by == "home"


def test_a_token_is_kept_as_a_hash_and_can_be_taken_away(site: Site) -> None:
    secret = _secret(site, "look")
    kept = Keys.path_beside(site.store.path).read_text()
    assert secret not in kept and "home" in kept
    referee = site.referee()
    (listed,) = referee.get("/api/tokens").get_json()["tokens"]
    assert "secret" not in listed
    assert referee.post(f"/api/tokens/{listed['id']}/remove", {}).status_code == 200
    headers = {"Authorization": f"Bearer {secret}"}
    refused = site.app.test_client().get("/api/state", headers=headers)
    assert refused.status_code == 401 and refused.get_json()["code"] == "token"


def test_wrong_tokens_are_counted_like_pins(site: Site) -> None:
    client = site.app.test_client()
    codes = [
        client.get("/api/state", headers={"Authorization": f"Bearer {n}"}).status_code
        for n in range(7)
    ]
    assert codes[0] == 401 and codes[-1] == 429


def test_refusals_are_problems(site: Site) -> None:
    answer = site.client().post("/api/match/pause", {"paused": True})
    assert answer.mimetype == "application/problem+json"
    found = answer.get_json()
    assert (found["status"], found["code"]) == (401, "sign-in")
    told = site.client().get(found["type"]).get_json()
    assert told["title"]["nl"] == "Meld je eerst aan met de pincode van de scheidsrechter."


def _described(site: Site) -> dict[str, Any]:
    return dict(site.client().get("/api/openapi.json").get_json())


def test_shared_documents_are_described_once_and_referred_to(site: Site) -> None:
    found = _described(site)
    shared = found["components"]["schemas"]
    assert set(NAMED) <= set(shared)
    answer = found["paths"]["/api/v1/state"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/State"}
    assert shared["State"]["properties"]["shown"] == {"$ref": "#/components/schemas/Shown"}
    used = json.dumps(found)
    unused = [name for name in NAMED if f'schemas/{name}"' not in used]
    assert unused == []


@pytest.mark.parametrize("name", sorted(examples()))
def test_examples_are_what_is_described(site: Site, name: str) -> None:
    found = _described(site)
    schema = {"$ref": f"#/components/schemas/{name}", "components": found["components"]}
    jsonschema_rs.validator_for(schema).validate(examples()[name])


@pytest.mark.parametrize("name", ["State", "Health"])
def test_events_are_typed(site: Site, name: str) -> None:
    found = _described(site)["components"]["schemas"][f"{name}Event"]
    data = found["properties"]["data"]
    assert data["contentSchema"] == {"$ref": f"#/components/schemas/{name}"}


def test_matches_come_page_by_page(tmp_path: Path) -> None:
    site = Site(tmp_path)
    for _ in range(5):
        site.start()
    viewer = site.client()
    seen, before = [], ""
    while True:
        page = viewer.get(f"/api/matches?limit=2{before}").get_json()
        seen += [one["match"] for one in page["matches"]]
        if page["next"] is None:
            break
        before = f"&before={page['next']}"
    assert seen == [5, 4, 3, 2, 1]
    assert viewer.get("/api/matches?limit=0").status_code == 400


def test_an_address_without_a_version_is_the_first_ones(site: Site) -> None:
    viewer = site.client()
    assert viewer.get("/api/v1/me").get_json() == viewer.get("/api/me").get_json()
    assert viewer.get("/api/v2/me").status_code == 404
    assert all(path.startswith("/api/v1") for path in _described(site)["paths"])
