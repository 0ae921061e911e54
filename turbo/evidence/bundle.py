"""Evidence: a ruling with all that led to it, in one zip file that can be played again.

    manifest.json      version, players, options, tuning of the table, the plan
    calibration.json   how the camera saw the mat, where there was one
    dice.txt           the user's own dice, where they were known
    before.jsonl       the log of the match before the tape begins
    tape.jsonl         what the camera saw and the buttons said, line by line
    rulings.json       every event that came of it, with its verdict and the rules it names
    frames/*.jpg       the pictures of the last seconds, by their time on the tape
    before.jpg, after.jpg   the last two tables that were believed, for people

`turbo.evidence.playback` plays it again and says whether the same rulings come out.
"""

import io
import json
import lzma
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from turbo.errors import TurboError, writing
from turbo.game.editions import PieceKind
from turbo.game.events import Entry
from turbo.game.record import AnyOptions
from turbo.live.tape import Recording
from turbo.live.tiles.machine import TileTuning
from turbo.live.tuning import LiveTuning
from turbo.storage.files import OWN, write_whole
from turbo.storage.heads import options_from
from turbo.storage.history import AnyHistory, AnyJudged
from turbo.storage.store import entry_from, entry_row
from vision.mat.plan import Plan

VERSION = 2
"""2 since frames are kept with the tape; an older bundle is refused, and says so."""

MOST_BYTES = 64_000_000
"""No bundle unpacks to more: ours have up to 17 MB. Counted while it is unpacked: what a zip says
of itself may be a lie."""

MOST_FILES = 2_000
"""Pictures of half a minute are 300."""

TUNINGS: dict[PieceKind, type[Any]] = {PieceKind.DIE: LiveTuning, PieceKind.TILE: TileTuning}

TEXTS = ("manifest.json", "before.jsonl", "tape.jsonl", "rulings.json")


@dataclass(frozen=True, slots=True)
class Ruled:
    """An event as it was told, and the ruling on it, in words that can be compared."""

    event: str
    verdict: str
    rules: tuple[str, ...]

    def __post_init__(self) -> None:
        """What spoke for an event is no part of it: frames that are read anew tell the same by
        another tenth of a percent. Nor is which of two islands at one height comes first: that is a
        matter of a pixel."""
        told = json.loads(self.event)
        told.pop("why", None)
        said, is_laid, layout = str(told.get("statement", "")).partition("table ")
        if is_laid:
            told["statement"] = said + is_laid + " | ".join(sorted(layout.split(" | ")))
        object.__setattr__(self, "event", json.dumps(told))

    @staticmethod
    def of(judged: AnyJudged) -> "Ruled":
        told = entry_row(judged.effective.entry)[3]
        rules = tuple(sorted(str(fault.rule) for fault in judged.ruling.faults))
        return Ruled(told, str(judged.ruling.verdict), rules)


@dataclass(frozen=True, slots=True)
class Bundle:
    """Everything that a bundle holds. Frames are JPEGs by the name of their time."""

    plan: Plan
    tuning: Any
    """The numbers by which the table decided: `LiveTuning`, `TileTuning`."""
    players: tuple[str, ...]
    options: AnyOptions
    before: tuple[Entry, ...]
    tape: str
    rulings: tuple[Ruled, ...]
    next_die: int = 1
    frames: Mapping[str, bytes] = field(default_factory=dict)
    calibration: str | None = None
    dice: str | None = None


def frame_name(at_s: float) -> str:
    # As wide for every time, so that names sort as times do.
    return f"{at_s:013.4f}"


def save(path: Path, bundle: Bundle, pictures: Mapping[str, bytes] | None = None) -> None:
    """Write a bundle, whole or not at all."""
    made = io.BytesIO()
    with writing(path):
        # The first evidence of a table makes its folder.
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
            for name, text in _texts(bundle).items():
                file.writestr(name, text)
            for name, jpeg in bundle.frames.items():
                # An entry with its own `ZipInfo` is stored as it is: a JPEG packs no smaller.
                file.writestr(zipfile.ZipInfo(f"frames/{name}.jpg"), jpeg)
            for name, jpeg in (pictures or {}).items():
                file.writestr(zipfile.ZipInfo(f"{name}.jpg"), jpeg)
        # Packed in memory first: a bundle has some megabytes, and half of one proves nothing.
        write_whole(path, made.getvalue(), OWN)


def _texts(bundle: Bundle) -> dict[str, str]:
    manifest = {
        "version": VERSION,
        "players": list(bundle.players),
        "options": bundle.options.document(),
        "tuning": asdict(bundle.tuning),
        "plan": bundle.plan.to_json(),
        "next_die": bundle.next_die,
    }
    before = _lines(entry_row(entry) for entry in bundle.before)
    rulings = json.dumps([asdict(one) for one in bundle.rulings])
    values = (json.dumps(manifest, indent=1), before, bundle.tape, rulings)
    texts = dict(zip(TEXTS, values, strict=True))
    also = {"calibration.json": bundle.calibration, "dice.txt": bundle.dice}
    return texts | {name: text for name, text in also.items() if text is not None}


def _tuning(kind: type[Any], numbers: dict[str, Any]) -> Any:
    """The numbers of a table. An older one may have had some that nobody reads any more."""
    known = {field.name for field in fields(kind)}
    return kind(**{name: value for name, value in numbers.items() if name in known})


def _lines(documents: Iterable[Any]) -> str:
    return "\n".join(json.dumps(one) for one in documents)


def load(path: Path) -> Bundle:
    """The bundle of a file; `TurboError` says what is wrong with it."""
    with opened(path) as file:
        found = unpacked(file)
        texts = {n: data.decode() for n, data in found.items() if not n.endswith(".jpg")}
        frames = {Path(n).stem: found[n] for n in sorted(found) if n.startswith("frames/")}
        return _bundle(texts, frames)


@contextmanager
def opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """A bundle while it is read: what is wrong with it is said in one line."""
    try:
        with zipfile.ZipFile(path) as file:
            yield file
    except TurboError as error:
        raise TurboError(f"{path}: expected a bundle of evidence: {error}") from error
    except OSError as error:
        raise TurboError(f"{path}: cannot be read: {error.strerror or error}") from error
    except KeyError as error:
        missing = str(error.args[0])[:80]
        raise TurboError(f"{path}: expected a bundle of evidence, it lacks {missing}") from error
    except NOT_OURS as error:
        why = " ".join(str(error).split())[:120] or type(error).__name__
        raise TurboError(f"{path}: expected a bundle of evidence: {why}") from error


NOT_OURS = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    lzma.LZMAError,
    RuntimeError,  # encrypted
    NotImplementedError,  # packed in a way that nobody here knows
    EOFError,
    ArithmeticError,
    ValueError,
    TypeError,
    AttributeError,
    IndexError,
    RecursionError,
)
"""What reading a file that somebody else made may raise: none of it is our mistake."""


def unpacked(file: zipfile.ZipFile) -> dict[str, bytes]:
    """Everything in it, within bounds; a name that comes twice is no bundle's."""
    infos = file.infolist()
    if len(infos) > MOST_FILES or len({info.filename for info in infos}) < len(infos):
        raise TurboError("it has too many files, or one of them twice")
    found, left = {}, MOST_BYTES
    for info in infos:
        with file.open(info) as packed:
            # One byte beyond the bound tells that there is more, and no more than that is unpacked.
            data = packed.read(left + 1)
        left -= len(data)
        if left < 0:
            raise TurboError(f"it unpacks to more than {MOST_BYTES // 1_000_000} MB")
        found[info.filename] = data
    return found


def _bundle(texts: Mapping[str, str], frames: Mapping[str, bytes]) -> Bundle:
    manifest_text, before, tape, rulings = (texts[name] for name in TEXTS)
    manifest = json.loads(manifest_text)
    # Before everything else, which may have other names in another version.
    if manifest["version"] != VERSION:
        raise ValueError(f"version {manifest['version']}, expected {VERSION}")
    players = tuple(map(str, manifest["players"]))
    options = options_from(json.dumps(manifest["options"]))
    piece = options.edition.piece
    options.edition.seats(len(players))
    rows = (tuple(json.loads(line)) for line in before.splitlines() if line)
    return Bundle(
        Plan.from_json(manifest["plan"]),
        _tuning(TUNINGS[piece], manifest["tuning"]),
        players,
        options,
        tuple(entry_from(row, players, piece=piece) for row in rows),
        tape,
        tuple(Ruled(r["event"], r["verdict"], tuple(r["rules"])) for r in json.loads(rulings)),
        int(manifest["next_die"]),
        frames,
        texts.get("calibration.json"),
        texts.get("dice.txt"),
    )


def bundle_of(history: AnyHistory, recording: Recording, tuning: Any) -> Bundle:
    """The evidence since a recording began."""
    # After a bump the plan is another one; and a tape that found no room was dropped whole.
    if not recording.tape.is_whole:
        raise TurboError(
            "there is no tape: expected a camera that stayed where it hangs, and room for the tape"
        )
    before = history.entries[: recording.begins]
    last = before[-1].number if before else 0
    # By number, not by place: what was taken back since has left the judged ones.
    new = (one for one in history.judged if one.effective.entry.number > last)
    return Bundle(
        recording.plan,
        tuning,
        history.players,
        history.options,
        before,
        recording.tape.text(),
        tuple(map(Ruled.of, new)),
        recording.next_die,
        {frame_name(at_s): jpeg for at_s, jpeg in recording.frames},
    )
