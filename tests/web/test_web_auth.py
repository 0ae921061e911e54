"""Who may do what: PINs, tokens, headers, and that nothing but the API can be reached."""

import json
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from tools.trials.web_support import OPENING, PIN, VIEWING_PIN, Client, FakeTable, FakeTwin, Site
from turbo.errors import TurboError
from web.api.operations import Operation
from web.auth.keys import Door, Keys, Role, make_keys, open_keys, with_viewing_pin
from web.auth.tries import TooManyTries
from web.settings import DEFAULTS


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = Site(tmp_path, controls=FakeTable(), twin=FakeTwin())
    site.start(OPENING)
    return site


def _operations(site: Site) -> list[tuple[str, str, Operation]]:
    found = []
    for rule in site.app.url_map.iter_rules():
        operation = getattr(site.app.view_functions[rule.endpoint], "operation", None)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            if rule.rule.startswith("/api"):
                assert isinstance(operation, Operation), f"{rule.rule} is not described"
                found.append((method, rule.rule, operation))
    return found


def _path(rule: str) -> str:
    rule = re.sub("<(int|number):[a-z]+>", "1", rule)
    return rule.replace("<language>", "en")


def test_every_address_can_be_put_together_and_leads_back(site: Site) -> None:
    """Twice: how it is done is worked out at the first time."""
    addresses = site.app.url_map.bind("table")
    rules = list(site.app.url_map.iter_rules())
    assert len(rules) > 50
    for rule in [*rules, *rules]:
        method = min((rule.methods or set()) - {"HEAD", "OPTIONS"})
        made = addresses.build(rule.endpoint, dict.fromkeys(rule.arguments, 3), method)
        assert addresses.match(made, method, return_rule=True)[0].endpoint == rule.endpoint
        assert made == re.sub("<[^>]+>", "3", rule.rule)


def test_every_change_needs_the_referee_pin(site: Site) -> None:
    before = len(site.session.history.entries)
    free = {
        f"/api/v1/{name}"
        for name in (
            "sign-in",
            "sign-out",
            "accept-invitation",
            "check",
            "match/likely",
            *("camera/join-by-code", "camera/picture", "camera/told", "camera/leave"),
            "questions/<number:question>",  # the referee may open it to all, below
            "match/judge",
            "puzzles/answer",
        )
    }
    tried = 0
    for method, rule, operation in _operations(site):
        if method == "POST" and rule not in free:
            assert operation.role is Role.REFEREE and operation.needs_token, rule
            answer = site.client().post(_path(rule), {})
            assert answer.status_code == 401, rule
            tried += 1
    assert tried >= 12
    asked = site.client().post("/api/questions/7", {"face": "b3"})
    assert asked.status_code == 401, "and is asked for the PIN where it was not opened"
    assert len(site.session.history.entries) == before


def test_a_viewer_cannot_change_anything(tmp_path: Path) -> None:
    site = Site(tmp_path, viewing=True)
    site.start(OPENING)
    client = site.client()
    assert client.sign_in(VIEWING_PIN).get_json()["role"] == "viewer"
    assert client.get("/api/state").status_code == 200
    assert client.post("/api/match/statements", {"statement": "pass"}).status_code == 401


def test_a_viewing_pin_closes_everything_that_shows_something(tmp_path: Path) -> None:
    site = Site(tmp_path, viewing=True)
    site.start(OPENING)
    names = ("", "/openapi.json", "/me", "/texts/<language>", "/problems/<code>")
    open_to_all = {f"/api/v1{name}" for name in names}
    for method, rule, _ in _operations(site):
        if method == "GET" and rule not in open_to_all:
            assert site.client().get(_path(rule)).status_code == 401, rule


TOKENS: list[tuple[str, dict[str, str]]] = [
    ("no token", {}),
    ("a wrong token", {"X-Turbo-Token": "x" * 32}),
    ("an empty token", {"X-Turbo-Token": ""}),
    ("letters that are no ASCII", {"X-Turbo-Token": "é"}),
]


@pytest.mark.parametrize(("name", "headers"), TOKENS, ids=[row[0] for row in TOKENS])
def test_a_cookie_alone_changes_nothing(site: Site, name: str, headers: dict[str, str]) -> None:
    referee = site.referee()
    body = {"statement": "pass"}
    answer = referee.client.post("/api/match/statements", json=body, headers=headers)
    assert answer.status_code == 403, name


def test_another_site_changes_nothing(site: Site) -> None:
    referee = site.referee()
    headers = {"X-Turbo-Token": referee.token or "", "Origin": "http://evil.example"}
    answer = referee.client.post(
        "/api/match/statements", json={"statement": "pass"}, headers=headers
    )
    assert answer.status_code == 403
    headers["Origin"] = "http://localhost"
    answer = referee.client.post(
        "/api/match/statements", json={"statement": "pass"}, headers=headers
    )
    assert answer.status_code == 200


def test_a_form_of_another_site_is_no_json(site: Site) -> None:
    referee = site.referee()
    answer = referee.client.post(
        "/api/match/statements",
        data='{"statement": "pass"}',
        headers={"X-Turbo-Token": referee.token or "", "Content-Type": "text/plain"},
    )
    assert answer.status_code == 415


def test_a_forged_cookie_is_no_cookie(site: Site) -> None:
    client = site.client()
    client.client.set_cookie("turbo", "eyJyb2xlIjoyfQ.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb")
    assert client.get("/api/me").get_json()["role"] == "viewer"


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(site: Site) -> None:
    answer = site.client().sign_in(PIN)
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie


def test_signing_out_ends_it(site: Site) -> None:
    referee = site.referee()
    assert referee.post("/api/sign-out", {}).status_code == 200
    assert referee.post("/api/match/statements", {"statement": "pass"}).status_code == 401


def test_wrong_pins_are_counted(site: Site) -> None:
    client = site.client()
    tries = [client.sign_in("000000").status_code for _ in range(DEFAULTS.pin_tries + 1)]
    assert tries == [401] * DEFAULTS.pin_tries + [429]
    refused = client.sign_in(PIN)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0


def test_the_wait_ends_and_others_may_try_meanwhile() -> None:
    at = [0.0]
    door = Door(make_keys(PIN), DEFAULTS, lambda: at[0])
    for _ in range(DEFAULTS.pin_tries):
        assert door.role_for("0000", "a phone") is None
    with pytest.raises(TooManyTries):
        door.role_for(PIN, "a phone")
    assert door.role_for(PIN, "a tablet") is Role.REFEREE
    at[0] = DEFAULTS.pin_wait_s + 1
    assert door.role_for(PIN, "a phone") is Role.REFEREE


def test_many_addresses_together_must_wait_too() -> None:
    from dataclasses import replace

    door = Door(make_keys(PIN), replace(DEFAULTS, all_pin_tries=3), lambda: 0.0)
    for number in range(3):
        assert door.role_for("0000", f"address {number}") is None
    with pytest.raises(TooManyTries):
        door.role_for(PIN, "a new address")


PATHS = [
    "/static/../app.py",
    "/static/..%2fapp.py",
    "/static/%2e%2e/door.py",
    "/static//etc/passwd",
    "/static/....//app.py",
    "/api/texts/..%2f..%2fdoor",
    "/api/matches/1/pictures/..%2f1.jpg",
    "/history/../../etc/passwd",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_file_outside_can_be_read(site: Site, path: str) -> None:
    answer = site.client().get(path)
    assert answer.status_code in (308, 404)
    assert b"import" not in answer.data and b"root:" not in answer.data


@pytest.mark.parametrize("path", ["/", "/tv", "/history/1", "/api/state", "/nowhere", "/api/no"])
def test_headers_are_strict_everywhere(site: Site, path: str) -> None:
    headers = site.client().get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "frame-ancestors 'none'" in policy


def test_no_page_holds_inline_scripts_or_styles(site: Site) -> None:
    for path in ("/", "/tv", "/history", "/history/1", "/statistics", "/setup", "/rules"):
        page = site.client().get(path).get_data(as_text=True)
        assert " style=" not in page and "<style" not in page, path
        assert "javascript:" not in page and " onclick" not in page, path
        assert "<script>" not in page and "http://" not in page and "https://" not in page, path


BACKS = [("a page", "/history", "/history"), ("another site", "//evil.example", "/")]
BACKS += [("a scheme", "https://evil.example", "/"), ("a backslash", "/\\evil.example", "/")]


@pytest.mark.parametrize(("name", "back", "to"), BACKS, ids=[row[0] for row in BACKS])
def test_choosing_a_language_leads_back_here(site: Site, name: str, back: str, to: str) -> None:
    answer = site.client().get("/language/nl", query_string={"back": back})
    assert answer.headers["Location"] == to, name
    assert "turbo_lang=nl" in answer.headers["Set-Cookie"]


def test_keys_are_made_once_and_kept_for_the_owner_alone(tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    made, pin = open_keys(store)
    assert pin is not None and len(pin) == 6 and pin.isdigit()
    path = Keys.path_beside(store)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert pin not in path.read_text()
    assert open_keys(store) == (made, None)
    renewed, other = open_keys(store, renew=True)
    assert other is not None and renewed.secret != made.secret
    assert Door(renewed, DEFAULTS).role_for(other, "") is Role.REFEREE


def test_a_viewing_pin_can_be_set_and_taken_away() -> None:
    keys = with_viewing_pin(make_keys(PIN), VIEWING_PIN)
    costs = [int(str(one).split(":")[1]) for one in (keys.referee, keys.viewing)]
    assert min(costs) >= 2**15, "slow on purpose"
    assert Door(keys, DEFAULTS).role_for(VIEWING_PIN, "") is Role.VIEWER
    assert not Door(with_viewing_pin(keys, None), DEFAULTS).has_viewing_pin


@pytest.mark.parametrize("text", ["", "{}", "[]", "no json", '{"referee": 1}'])
def test_a_damaged_key_file_is_said_so(tmp_path: Path, text: str) -> None:
    store = tmp_path / "matches.db"
    Keys.path_beside(store).write_text(text)
    with pytest.raises(TurboError, match="expected the dashboard's keys"):
        open_keys(store)


BODIES: list[tuple[str, Any]] = [
    ("bare text", "pass"),
    ("a list", []),
    ("no field", {}),
    ("a number for text", {"statement": 3}),
    ("a field too many", {"statement": "pass", "more": 1}),
    ("too long", {"statement": "x" * 3000}),
    ("no statement", {"statement": "dance"}),
    ("a stranger's name", {"statement": "throw Zoe b3"}),
]


@pytest.mark.parametrize(("name", "body"), BODIES, ids=[row[0] for row in BODIES])
def test_a_bad_body_gets_one_line(site: Site, name: str, body: Any) -> None:
    answer = site.referee().post("/api/match/statements", body)
    assert answer.status_code == 400, name
    assert "\n" not in answer.get_json()["detail"]


def test_bodies_that_are_no_json_or_too_large(site: Site) -> None:
    referee = site.referee()
    headers = {"X-Turbo-Token": referee.token or "", "Content-Type": "application/json"}
    for data, status in (
        (b"{", 400),
        (b'{"statement": "\\ud800"}', 400),
        (b"[" * 50_000, 400),
        (b'"' + b"x" * 2_000_000, 413),
    ):
        answer = referee.client.post("/api/match/statements", data=data, headers=headers)
        assert answer.status_code == status
        assert isinstance(json.loads(answer.data)["detail"], str)


def test_only_described_operations_answer_under_api(site: Site) -> None:
    client: Client = site.client()
    for path in ("/api/nope", "/api/../api/x", "/apixyz"):
        assert client.get(path).status_code == 404
    assert client.client.put("/api/state").status_code == 405
