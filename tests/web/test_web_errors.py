"""What is refused is said in the reader's language; programs read the English line or the code."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.trials.web_support import OPENING, FakeTwin, Site
from web.texts import ERRORS

ROOT = Path(__file__).parents[2]
RAISING = [
    *sorted((ROOT / "web").rglob("*.py")),
    *sorted((ROOT / "turbo/app").glob("*.py")),
]
IN_GUARD = {"other", "notation", "request", "disk", "crowded", "ours", "too-many-tries"} | {
    *("host", "host-hall", "changed", "changed-here"),
}
"""Keys that the guard gives to errors that come without one."""
ELSEWHERE = {"offline", "not-allowed", "too-large"}
"""What the page says when nothing answers, and what the server says by its status."""


KEYED = {"Refused": 2, "needed": 3, "_refusing": 0}
"""What gives an error its key, and as which of its arguments."""


def _keys_given() -> Iterator[str]:
    for path in RAISING:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            place = KEYED.get(getattr(getattr(node, "func", None), "id", ""))
            if not isinstance(node, ast.Call) or place is None or len(node.args) <= place:
                continue
            if isinstance(key := node.args[place], ast.Constant):
                yield str(key.value)


def test_every_key_has_its_sentence_and_every_sentence_its_key() -> None:
    given = {*_keys_given(), *IN_GUARD, *ELSEWHERE}
    assert len(given) > 25
    assert set(given) == set(ERRORS)


ROWS: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("a statement that nobody can read", "/api/match/statements", {"statement": "dance"}, 400, ""),
    ("one name twice", "/api/matches", {"players": ["Ann", "Ann"]}, 400, "names"),
    ("a body that is none", "/api/match/undo", {"entry": "first"}, 400, "request"),
    ("a question that is gone", "/api/questions/7", {"face": "b3"}, 404, "question"),
    (
        "a die that lies there no more",
        "/api/match/likely",
        {"die": 8},
        409,
        "die-gone",
    ),
    ("no camera", "/api/setup/actions", {"action": "recalibrate"}, 409, "no-table"),
    ("no simulated table", "/api/twin", {"speed": 2}, 409, "not-simulated"),
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("lang", ["en", "nl", "fr", "de"])
@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_refusal_in_every_language(
    tmp_path: Path, row: tuple[str, str, dict[str, Any], int, str], lang: str
) -> None:
    _, path, body, status, code = row
    site = Site(tmp_path)
    site.start(OPENING)
    answer = site.referee().post(f"{path}?lang={lang}", body)
    found = answer.get_json()
    assert answer.status_code == status and found["code"] == (code or "notation")
    expected = next(text for one, text in ERRORS[found["code"]].items() if one == lang)
    assert found["title"] == expected.format(detail=found["detail"])
    assert "\n" not in found["title"]
    if lang != "en":
        assert not found["title"].startswith(found["detail"])


def test_the_door_speaks_the_language_too(tmp_path: Path) -> None:
    client = Site(tmp_path).client()
    refused = client.post("/api/match/pause?lang=nl", {"paused": True}).get_json()
    assert refused["code"] == "sign-in" and "pincode van de scheidsrechter" in refused["title"]
    for _ in range(5):
        wrong = client.post("/api/sign-in?lang=de", {"pin": "0000"}).get_json()
        assert wrong["title"] == "Diese PIN ist falsch."
    waiting = client.post("/api/sign-in?lang=de", {"pin": "0000"})
    assert waiting.status_code == 429 and waiting.get_json()["code"] == "too-many-tries"
    assert f"Warte {waiting.headers['Retry-After']} Sekunden" in waiting.get_json()["title"]


def test_a_core_error_is_told_with_its_english_detail(tmp_path: Path) -> None:
    site = Site(tmp_path, twin=FakeTwin())
    site.start(OPENING)
    refused = site.referee().post("/api/match/undo?lang=fr", {"entry": 99}).get_json()
    assert refused["code"] == "other"
    assert refused["title"] == f"C'est impossible\u202f: {refused['detail']}"


def test_a_page_that_is_not_there_says_so_in_the_readers_language(tmp_path: Path) -> None:
    page = Site(tmp_path).client().get("/nowhere", headers={"Accept-Language": "de"})
    assert page.status_code == 404 and "Hier ist nichts." in page.get_data(as_text=True)
