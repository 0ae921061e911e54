"""Evidence of a table whose turns are told whole: the log up to a ruling, and two pictures.

Tiles are judged when somebody hands over, by what lies there and what lay there before; so what led
to a ruling is the log and no tape. A bundle has these files:

    manifest.json    version, players, and what the match is played under
    log.jsonl        every entry up to the ruling
    rulings.json     what was ruled on them then
    match.turbo      the same as a record, for people
    before.jpg, after.jpg   how it lay when the turn began, and when it was ruled on

To play it again is to judge the log anew.
"""

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from turbo.errors import TurboError
from turbo.evidence.bundle import NOT_OURS, Ruled, unpacked
from turbo.evidence.playback import PlaybackOutcome
from turbo.game.digest import sealed
from turbo.storage.files import OWN, write_whole
from turbo.storage.heads import options_from
from turbo.storage.history import AnyHistory, history_of
from turbo.storage.rows import entry_from, entry_row

LOGGED = 3
"""The version of bundles without a tape; those with one are told by `turbo.evidence.bundle`."""

LOG = "log.jsonl"


def save_log(path: Path, history: AnyHistory, pictures: Mapping[str, bytes | None]) -> None:
    """Write a bundle, whole or not at all."""
    manifest = {
        "version": LOGGED,
        "players": list(history.players),
        "options": history.options.document(),
    }
    rulings = [Ruled.of(one) for one in history.judged]
    texts = {
        "manifest.json": json.dumps(manifest, indent=1),
        LOG: "\n".join(json.dumps(entry_row(entry)) for entry in history.entries),
        "rulings.json": json.dumps([[one.event, one.verdict, one.rules] for one in rulings]),
        "match.turbo": sealed(history.record_text()),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in texts.items():
            file.writestr(name, text)
        for name, jpeg in pictures.items():
            if jpeg is not None:
                file.writestr(zipfile.ZipInfo(f"{name}.jpg"), jpeg)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, made.getvalue(), OWN)
    except OSError as error:
        raise TurboError(f"{path}: cannot be written: {error.strerror}") from error


def replay_log(path: Path) -> PlaybackOutcome | None:
    """What judging the log anew comes to; None where the file is another kind of bundle."""
    try:
        with zipfile.ZipFile(path) as file:
            if LOG not in file.namelist():
                return None
            found = {name: data for name, data in unpacked(file).items()}
        return _judged_again(found)
    except OSError as error:
        raise TurboError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (*NOT_OURS, KeyError, TurboError) as error:
        why = " ".join(str(error).split())[:120] or type(error).__name__
        raise TurboError(f"{path}: expected a bundle of evidence: {why}") from error


def _judged_again(found: Mapping[str, bytes]) -> PlaybackOutcome:
    manifest = json.loads(found["manifest.json"])
    if manifest["version"] != LOGGED:
        raise ValueError(f"version {manifest['version']}, expected {LOGGED}")
    options = options_from(json.dumps(manifest["options"]))
    players = tuple(map(str, manifest["players"]))
    rows = (json.loads(line) for line in found[LOG].decode().splitlines() if line)
    piece = options.edition.piece
    entries = [entry_from(tuple(row), players, piece=piece) for row in rows]
    told = tuple(Ruled.of(one) for one in history_of(players, entries, options).judged)
    said = json.loads(found["rulings.json"])
    expected = tuple(Ruled(event, verdict, tuple(rules)) for event, verdict, rules in said)
    return PlaybackOutcome(told, expected)
