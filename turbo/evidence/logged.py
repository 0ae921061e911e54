"""Evidence of tiles as it was kept before tables with tiles had a tape: a log, and two pictures.

It is still read. Such a bundle has these files:

    manifest.json    version, players, and what the match is played under
    log.jsonl        every entry up to the ruling
    rulings.json     what was ruled on them then
    match.turbo      the same as a record, for people
    before.jpg, after.jpg   how it lay when the turn began, and when it was ruled on

To play it again is to judge the log anew.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from turbo.evidence.bundle import Ruled, opened, unpacked
from turbo.evidence.playback import PlaybackOutcome
from turbo.storage.heads import options_from
from turbo.storage.history import history_of
from turbo.storage.rows import entry_from

LOGGED = 3
"""The version of bundles without a tape; those with one are told by `turbo.evidence.bundle`."""

LOG = "log.jsonl"


def replay_log(path: Path) -> PlaybackOutcome | None:
    """What judging the log anew comes to; None where the file is another kind of bundle."""
    with opened(path) as file:
        return _judged_again(unpacked(file)) if LOG in file.namelist() else None


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
