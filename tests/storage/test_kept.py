"""What is kept today is read for ever: a store, its backup, records and a bundle of both games.

`tests/data/kept` was written on 17 November 2026, before dice and tiles came into one house:
`as_read.json` is what that day's program said of it, without the sentences, which may be worded
better since."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from turbo.game.messages import Language
from turbo.storage.answers import history_json, log_json, standing_json
from turbo.storage.salvage import restore
from turbo.storage.store import Store

KEPT = Path(__file__).parents[1] / "data" / "kept"
AS_READ: list[dict[str, Any]] = json.loads((KEPT / "as_read.json").read_text(encoding="utf-8"))
NEWER = ("message", "why")
"""Sentences may be worded better since, and why an entry was made is told since."""
NAMES = [f"{one['match']} {one['edition']}" for one in AS_READ]


def without_words(document: Any) -> Any:
    if isinstance(document, dict):
        return {key: without_words(one) for key, one in document.items() if key not in NEWER}
    return list(map(without_words, document)) if isinstance(document, list) else document


def read_again(store: Store, match: int) -> dict[str, Any]:
    head, history = store.head(match), store.folded(match)
    found = {
        "match": match,
        "players": list(head.players),
        "edition": head.edition,
        "standing": standing_json(head.players, head.standing),
        "show": history_json(history, Language.ENGLISH),
        "log": log_json(history),
    }
    return dict(without_words(found))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("kept") / "matches.db"
    shutil.copy(KEPT / "store.db", path)
    with Store(path) as opened:
        yield opened


@pytest.mark.parametrize("told", AS_READ, ids=NAMES)
def test_a_kept_match_is_read_as_it_was(store: Store, told: dict[str, Any]) -> None:
    assert read_again(store, told["match"]) == told


@pytest.mark.parametrize("told", AS_READ, ids=NAMES)
def test_a_kept_match_is_exported_as_it_was(store: Store, told: dict[str, Any]) -> None:
    text = (KEPT / f"match_{told['match']}.turbo").read_text(encoding="utf-8")
    assert store.folded(told["match"]).record_text() == text


def test_a_kept_backup_is_restored_whole(tmp_path: Path) -> None:
    saved, _ = restore(KEPT / "store.db", tmp_path / "matches.db")
    assert (saved.matches, saved.lost) == (len(AS_READ), ())
    with Store(tmp_path / "matches.db") as again:
        assert [read_again(again, one["match"]) for one in AS_READ] == AS_READ
