"""`turbo replay`, and the folder in which a running referee keeps its evidence."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turbo.commands.common import add_json, print_json
from turbo.errors import TurboError
from turbo.evidence.bundle import NOT_OURS, Bundle, Ruled, bundle_of, load, save
from turbo.evidence.logged import replay_log
from turbo.evidence.playback import Look, PlaybackOutcome, replay
from turbo.game.editions import PieceKind
from turbo.live.findings import NOT_KEPT
from turbo.live.loop import LiveLoop
from turbo.storage.roll_book import Finding, Rolls, bundles_in

if TYPE_CHECKING:
    from turbo.game.observation import Observation
    from vision.reading.album import FaceFinder

MOST_FOLDER_BYTES = 500_000_000
"""Of a folder of evidence; the oldest bundles are deleted. One has up to 17 MB, mostly 5."""

SHOWN = 5
"""Readings that differ are named up to so many."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("bundle", nargs="+", type=Path, help="a bundle of evidence (.zip)")
    add_json(parser)
    add(
        "--tape",
        action="store_true",
        help="from what was read then, without reading the frames again",
    )


def run(args: argparse.Namespace) -> int:
    """Play bundles again; 0 if all come to the same rulings, 1 if one does not."""
    outcomes = [(path, _played(path, args.tape)) for path in args.bundle]
    if args.json:
        print_json({"bundles": [_document(path, one) for path, one in outcomes]})
    else:
        for path, outcome in outcomes:
            print("\n".join(_lines(path, outcome)))
    # Rulings decide, not readings: another version may read a die better and rule the same.
    return 0 if all(outcome.is_same for _, outcome in outcomes) else 1


def _played(path: Path, is_tape: bool) -> PlaybackOutcome:
    """A bundle may come from anybody: whatever is wrong with what it holds is said in one line."""
    from turbo.solver import ruling_play

    if (logged := replay_log(path)) is not None:
        return logged
    bundle = load(path)
    try:
        # Before the reader is loaded: a bundle without frames plays without OpenCV.
        look = None if is_tape or not bundle.frames else look_of(bundle)
        return replay(bundle, look, ruling_play)
    except (*NOT_OURS, AssertionError, LookupError, TurboError) as error:
        # One line of a screen: what an archive says of itself may be long, and hold line breaks.
        why = " ".join(str(error).split())[:120] or type(error).__name__
        raise TurboError(f"{path}: cannot be played again: {why}") from error


def look_of(bundle: Bundle, reader: "FaceFinder | None" = None) -> Look:
    """Reads frames as the table read them: with its calibration and its dice."""
    from vision.mat.calibration import calibration_from
    from vision.pictures.headers import BadPicture
    from vision.pictures.loading import decoded

    known = None if bundle.calibration is None else json.loads(bundle.calibration)
    calibration = None if known is None else calibration_from(known)
    sight = SIGHTS[bundle.options.edition.piece](bundle, calibration, reader)

    def look(jpeg: bytes) -> "Observation":
        try:
            image = decoded(jpeg)
        except BadPicture as error:
            raise TurboError(f"expected a bundle whose frames can be read: {error}") from error
        seen: Observation = sight.read(image)
        return seen

    return look


def _dice_sight(bundle: Bundle, calibration: Any, reader: "FaceFinder | None") -> Any:
    from turbo.app.sight import Sight
    from vision.reading.own_inks import OwnDice
    from vision.reading.reader import Reader

    own = None if bundle.dice is None else OwnDice.parse(bundle.dice)
    return Sight(reader or Reader(), calibration, own)


def _tile_sight(bundle: Bundle, calibration: Any, reader: "FaceFinder | None") -> Any:
    from turbo.app.sight import TileSight, own_tiles

    if calibration is None:
        raise TurboError("expected how its cards lay, to read the frames again")
    own = None if bundle.dice is None else own_tiles(bundle.dice)
    return TileSight(calibration, own)


SIGHTS = {PieceKind.DIE: _dice_sight, PieceKind.TILE: _tile_sight}


def _document(path: Path, outcome: PlaybackOutcome) -> dict[str, object]:
    return {
        "bundle": str(path),
        "same": outcome.is_same,
        "rulings": [_ruled(one) for one in outcome.told],
        "expected": [_ruled(one) for one in outcome.expected],
        "frames": outcome.frames,
        "otherwise": [str(one) for one in outcome.differences],
    }


def _ruled(one: Ruled) -> dict[str, object]:
    return {"event": json.loads(one.event), "verdict": one.verdict, "rules": list(one.rules)}


def _lines(path: Path, outcome: PlaybackOutcome) -> list[str]:
    read = f"{outcome.frames} frames read again" if outcome.frames else "from its tape"
    if outcome.is_same:
        first = f"{path}: the same {len(outcome.told)} rulings, {read}"
    else:
        first = f"{path}: DIFFERS, {outcome.first_difference()}; {read}"
    found = outcome.differences
    more = [f"  {one}" for one in found[:SHOWN]]
    if found:
        first += f"; {len(found)} dice are read otherwise than then:"
    if len(found) > SHOWN:
        more.append(f"  and {len(found) - SHOWN} more")
    return [first, *more]


class Evidence:
    """What a watched table can show for what it says (`web.ports.TableEvidence`)."""

    def __init__(
        self, runner: LiveLoop, folder: Path, sight: Any = None, book: Rolls | None = None
    ) -> None:
        self.runner, self.folder, self.sight, self.book = runner, folder, sight, book

    def save(self) -> str:
        """The round so far as a bundle, with the pictures of the last change."""
        with self.runner.commands.lock:
            # The table goes on meanwhile: log and recording must be of one moment.
            bundle = self._bundle()
            entries, number = self.runner.session.log.entries, self.runner.session.match_number
        entry = entries[-1].number if entries else 0
        when = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        path = self.folder / f"match-{number}-entry-{entry:03}-{when}.zip"
        save(path, bundle, self.runner.pictures())
        _make_room(self.folder)
        return path.name

    def bundles(self, match: int | None) -> Sequence[str]:
        found = bundles_in(self.folder, match)
        return [one.name for one in sorted(found, key=lambda one: one.stat().st_mtime)[::-1]]

    def bundle(self, name: str) -> bytes | None:
        # By the names that are there: whatever else somebody asks for is no file of ours.
        return (self.folder / name).read_bytes() if name in self.bundles(None) else None

    def _bundle(self) -> Bundle:
        runner, sight = self.runner, self.sight
        bundle = bundle_of(runner.session.log, runner.recording, runner.live_tuning)
        if sight is None:
            return bundle
        from vision.mat.calibration import calibration_json

        known, own = sight.calibration, getattr(sight, "own", None)
        seen = None if known is None else json.dumps(calibration_json(known))
        return replace(bundle, calibration=seen, dice=None if own is None else str(own))

    def keep(self) -> None:
        """As `save`; what cannot be kept is said and does not stop the match."""
        try:
            self.save()
        except TurboError as error:
            print(f"turbo: no evidence kept: {error}", flush=True)

    def findings(self, match: int | None, most: int) -> Sequence[Finding]:
        with self.runner.commands.lock:
            # The newest first, as people ask for them; a dict keeps that order.
            known = () if self.runner.findings is None else self.runner.findings.kept
            seen = {one.id: one for one in reversed(known)}
        old = () if self.book is None else self.book.findings(match, most)
        found: list[Finding] = [one for one in seen.values() if match in (None, one.match)]
        # What is in memory knows more: whether it is still open.
        return [*found, *(one for one in old if one.id not in seen)][:most]

    def finding_picture(self, number: int, side: str) -> bytes | None:
        # From the file, whatever is in memory still: what was forgotten is gone at once.
        if self.book is not None and number < NOT_KEPT:
            return self.book.finding_picture(number, side)
        with self.runner.commands.lock:
            findings = self.runner.findings
            return None if findings is None else findings.picture(number, side)


def _make_room(folder: Path) -> None:
    # By their age and not their names: match 10 sorts before match 9.
    bundles = sorted(folder.glob("match-*.zip"), key=lambda path: path.stat().st_mtime)
    sizes = [path.stat().st_size for path in bundles]
    # The newest stays, however large it is.
    while len(bundles) > 1 and sum(sizes) > MOST_FOLDER_BYTES:
        bundles.pop(0).unlink(missing_ok=True)
        sizes.pop(0)
