"""What is kept today is read for ever: stores, their backups, records and bundles of both games.

`tests/data/kept` was written on 17 November 2026, before dice and tiles came into one house, and
what lies in `19_november` two days later, when they had: six at a table, one of them going home,
clocks that change, special jokers, amended and undone. Each `as_read.json` is what the program of
that day said of it, without the sentences, which may be worded better since."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from turbo.commands.cli import main
from turbo.game.messages import Language
from turbo.storage.answers import history_json, log_json, standing_json
from turbo.storage.salvage import restore
from turbo.storage.store import Store

DATA = Path(__file__).parents[1] / "data"
KEPT = (DATA / "kept", DATA / "kept" / "19_november")
AS_READ: dict[Path, list[dict[str, Any]]] = {
    folder: json.loads((folder / "as_read.json").read_text(encoding="utf-8")) for folder in KEPT
}
MATCHES = {
    f"{folder.name} {one['match']} {one['edition']}": (folder, one)
    for folder, all_of_it in AS_READ.items()
    for one in all_of_it
}
NEWER = ("message", "why")
"""Sentences may be worded better since, and why an entry was made is told since."""


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
def stores(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A copy of each: a store may be written to when it is opened."""
    copies = {folder: tmp_path_factory.mktemp("kept") / "matches.db" for folder in KEPT}
    for folder, path in copies.items():
        shutil.copy(folder / "store.db", path)
    yield (opened := {folder: Store(path) for folder, path in copies.items()})
    for store in opened.values():
        store.close()


@pytest.mark.parametrize(("folder", "told"), MATCHES.values(), ids=MATCHES)
def test_a_kept_match_is_read_and_exported_as_it_was(
    stores: dict[Path, Store], folder: Path, told: dict[str, Any]
) -> None:
    assert read_again(stores[folder], told["match"]) == told
    text = (folder / f"match_{told['match']}.turbo").read_text(encoding="utf-8")
    assert stores[folder].folded(told["match"]).record_text() == text


@pytest.mark.parametrize("folder", KEPT, ids=lambda one: one.name)
def test_a_kept_backup_is_restored_whole(folder: Path, tmp_path: Path) -> None:
    saved, _ = restore(folder / "store.db", tmp_path / "matches.db")
    assert (saved.matches, saved.lost) == (len(AS_READ[folder]), ())
    with Store(tmp_path / "matches.db") as again:
        assert [read_again(again, one["match"]) for one in AS_READ[folder]] == AS_READ[folder]


BUNDLES = {
    "dice, by its tape": (DATA / "fuzz" / "evidence.zip", "the same 5 rulings, from its tape"),
    "tiles, by its log": (KEPT[0] / "refused.zip", "the same 3 rulings"),
    "special jokers, by its tape": (KEPT[1] / "special.zip", "the same 24 rulings, from its tape"),
}


@pytest.mark.parametrize(("bundle", "said"), BUNDLES.values(), ids=BUNDLES)
def test_a_kept_bundle_is_played_again_as_it_was(
    bundle: Path, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", "--tape", str(bundle)]) == 0
    assert said in capsys.readouterr().out
