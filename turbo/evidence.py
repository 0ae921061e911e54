"""Evidence: a ruling with all that led to it, in one zip file that can be played again.

    manifest.json   version, players, options, tuning of the table, the plan
    before.jsonl    the log of the match before the tape begins
    tape.jsonl      what the camera saw and the buttons said, line by line
    rulings.json    every event that came of it, with its verdict and the rules it names
    frames/*.jpg    pictures, for people

`replay` plays the tape to a fresh live table and says whether the same rulings come out.
"""

import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from turbo.errors import TurboError
from turbo.events import Entry
from turbo.history import History, Judged
from turbo.live.drive import Drive, HistoryKeeper
from turbo.live.inputs import Changed, Tick
from turbo.live.table import LiveTable
from turbo.live.tape import Said, Seen, Tape, lines_of
from turbo.live.tuning import LiveTuning
from turbo.match import Options
from turbo.referee import FindPlay
from turbo.store import entry_from, entry_row
from vision.plan import Plan
from vision.settle import Settler

VERSION = 1

MOST_BYTES = 400_000_000
"""No bundle unpacks to more: what does is none of ours."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """An event as it was told, and the ruling on it, in words that can be compared."""

    event: str
    verdict: str
    rules: tuple[str, ...]

    @staticmethod
    def of(judged: Judged) -> "Ruled":
        told = entry_row(judged.effective.entry)[3]
        rules = tuple(sorted(str(fault.rule) for fault in judged.ruling.faults))
        return Ruled(told, str(judged.ruling.verdict), rules)


@dataclass(frozen=True, slots=True)
class Bundle:
    """Everything that a bundle holds, pictures apart."""

    plan: Plan
    tuning: LiveTuning
    players: tuple[str, str]
    options: Options
    before: tuple[Entry, ...]
    tape: str
    rulings: tuple[Ruled, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What playing a bundle again came to."""

    told: tuple[Ruled, ...]
    expected: tuple[Ruled, ...]

    @property
    def is_same(self) -> bool:
        return self.told == self.expected

    def first_difference(self) -> str:
        """Where the two part, in one line."""
        for place, (mine, theirs) in enumerate(zip(self.told, self.expected, strict=False), 1):
            if mine != theirs:
                was, now = f"{theirs.event} {theirs.verdict}", f"{mine.event} {mine.verdict}"
                return f"ruling {place}: was {was}, now {now}"
        return f"{len(self.expected)} rulings before, {len(self.told)} now"


def save(path: Path, bundle: Bundle, frames: Mapping[str, bytes] | None = None) -> None:
    """Write a bundle, whole or not at all."""
    manifest = {
        "version": VERSION,
        "players": list(bundle.players),
        "options": asdict(bundle.options),
        "tuning": asdict(bundle.tuning),
        "plan": bundle.plan.to_json(),
    }
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("manifest.json", json.dumps(manifest, indent=1))
            file.writestr("before.jsonl", _lines(entry_row(entry) for entry in bundle.before))
            file.writestr("tape.jsonl", bundle.tape)
            file.writestr("rulings.json", json.dumps([asdict(one) for one in bundle.rulings]))
            for name, jpeg in (frames or {}).items():
                file.writestr(zipfile.ZipInfo(f"frames/{name}.jpg"), jpeg)
        part.replace(path)
    except OSError as error:
        raise TurboError(f"{path}: cannot be written: {error.strerror}") from error


def _lines(documents: Iterable[Any]) -> str:
    return "\n".join(json.dumps(one) for one in documents)


def load(path: Path) -> Bundle:
    """The bundle of a file; `TurboError` says what is wrong with it."""
    try:
        with zipfile.ZipFile(path) as file:
            if sum(info.file_size for info in file.infolist()) > MOST_BYTES:
                raise TurboError(f"{path}: expected a bundle of evidence, this is too large")
            names = ("manifest.json", "before.jsonl", "tape.jsonl", "rulings.json")
            texts = [file.read(name).decode() for name in names]
        return _bundle(*texts)
    except OSError as error:
        raise TurboError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError) as error:
        raise TurboError(f"{path}: expected a bundle of evidence: {error}") from error


def _bundle(manifest_text: str, before: str, tape: str, rulings: str) -> Bundle:
    manifest = json.loads(manifest_text)
    if manifest["version"] != VERSION:
        raise ValueError(f"version {manifest['version']}, expected {VERSION}")
    one, other = manifest["players"]
    players = (str(one), str(other))
    return Bundle(
        Plan.from_json(manifest["plan"]),
        LiveTuning(**manifest["tuning"]),
        players,
        Options(**manifest["options"]),
        tuple(entry_from(tuple(json.loads(line)), players) for line in before.splitlines() if line),
        tape,
        tuple(Ruled(r["event"], r["verdict"], tuple(r["rules"])) for r in json.loads(rulings)),
    )


def replay(bundle: Bundle, find_play: FindPlay | None = None) -> Outcome:
    """Play the tape to a fresh live table that begins with the match as it was."""
    history = History.of(bundle.players, bundle.before, bundle.options, find_play)
    keeper = HistoryKeeper(history, find_play)
    plan = bundle.plan
    settler = Settler(plan)
    table = LiveTable(plan.edge_mm, bundle.tuning, is_measured=not plan.is_presumed)
    drive = Drive(table, keeper)
    for line in lines_of(bundle.tape):
        if isinstance(line, Seen):
            happened = settler.step(line.at_s, line.observation, hand=line.hand)
            if happened is not None:
                drive.step(happened)
            drive.step(Tick(line.at_s))
        elif isinstance(line, Said):
            keeper.say(entry_from(line.row, bundle.players))
            drive.step(Changed(line.at_s))
        else:
            drive.step(line)
    new = keeper.history.judged[len(history.judged) :]
    return Outcome(tuple(map(Ruled.of, new)), bundle.rulings)


def bundle_of(
    history: History, tape_from: int, tape: Tape, plan: Plan, tuning: LiveTuning
) -> Bundle:
    """The evidence since a tape began, after so many entries of the log."""
    if not tape.is_whole:
        raise TurboError("expected a round that was watched from its beginning: there is no tape")
    before = history.entries[:tape_from]
    last = before[-1].number if before else 0
    new = (one for one in history.judged if one.effective.entry.number > last)
    rulings = tuple(map(Ruled.of, new))
    players, options = history.players, history.options
    return Bundle(plan, tuning, players, options, before, tape.text(), rulings)
