"""`turbo replay`, and the folder in which a running referee keeps its evidence."""

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path

from turbo.errors import TurboError
from turbo.evidence import Outcome, Ruled, bundle_of, load, replay, save
from turbo.live.runner import LiveRunner

MOST_BUNDLES = 200
"""In a folder of evidence; the oldest are deleted. A bundle has about half a megabyte."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bundle", nargs="+", type=Path, help="a bundle of evidence (.zip)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Play bundles again; 0 if all come to the same rulings, 1 if one does not."""
    from turbo.solver import best_play

    outcomes = [(path, replay(load(path), best_play)) for path in args.bundle]
    if args.json:
        print(json.dumps({"bundles": [_document(path, one) for path, one in outcomes]}))
    else:
        for path, outcome in outcomes:
            print(_line(path, outcome))
    return 0 if all(outcome.is_same for _, outcome in outcomes) else 1


def _document(path: Path, outcome: Outcome) -> dict[str, object]:
    return {
        "bundle": str(path),
        "same": outcome.is_same,
        "rulings": [_ruled(one) for one in outcome.told],
        "expected": [_ruled(one) for one in outcome.expected],
    }


def _ruled(one: Ruled) -> dict[str, object]:
    return {"event": json.loads(one.event), "verdict": one.verdict, "rules": list(one.rules)}


def _line(path: Path, outcome: Outcome) -> str:
    if outcome.is_same:
        return f"{path}: the same {len(outcome.told)} rulings"
    return f"{path}: DIFFERS, {outcome.first_difference()}"


def save_evidence(runner: LiveRunner, folder: Path, name: str | None = None) -> Path:
    """The round so far as a bundle with its last pictures, and the two of the last change."""
    history = runner.session.history
    bundle = bundle_of(history, runner.tape_from, runner.tape, runner.tape_plan, runner.tuning.live)
    entry = history.entries[-1].number if history.entries else 0
    when = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    path = folder / f"{name or f'match-{runner.session.match_number}-entry-{entry:03}-{when}'}.zip"
    frames = {f"{at_s:09.2f}": jpeg for at_s, jpeg in runner.pictures}
    sides = zip(("before", "after"), runner.believed, strict=False)
    frames |= {f"{side}-{at_s:.2f}": jpeg for side, (at_s, jpeg) in sides}
    save(path, bundle, frames)
    _make_room(folder)
    return path


def _make_room(folder: Path) -> None:
    bundles = sorted(folder.glob("match-*.zip"), key=lambda path: path.stat().st_mtime)
    for path in bundles[:-MOST_BUNDLES]:
        path.unlink(missing_ok=True)


def keep_evidence(runner: LiveRunner, folder: Path) -> None:
    """As `save_evidence`; what cannot be kept is said and does not stop the match."""
    try:
        save_evidence(runner, folder)
    except TurboError as error:
        print(f"turbo: no evidence kept: {error}", flush=True)
