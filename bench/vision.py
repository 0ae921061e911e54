"""How well and how fast the recogniser reads: `python -m bench.vision`.

Accuracy, per condition and with counts, on pictures that nobody trained on: those that the twin
draws, and, with the extra `train` (PyTorch, Pillow, fonts), renders of held-out styles; reliability
of the confidence; processor time per picture, beside a network of the size of YOLO-nano in the
same runtime. Pictures are read as at the table, in bounded time; with `--stills` at leisure, as
`turbo read` does.
"""

import argparse
import itertools
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path

import cv2

from bench.drawn import drawn
from bench.yolo_size import yolo_sized_network
from turbo.game.observation import Doubt, Observation, SeenDie
from vision.reading.detector import Image
from vision.reading.faces import FaceTuning
from vision.reading.reader import STILLS, Reader, ReaderTuning
from vision.reading.tiles import StillsReader
from vision.training.samples import (
    FAINT,
    Sample,
    asked_of,
    contrast,
    doubts_of,
    is_right,
    matched,
    read,
)

WORK = Path(__file__).parents[1] / "vision" / "training" / "work"
SURE = 0.9
AT_THE_TABLE = ReaderTuning(remember_unchanged=False)
"""As the live table reads, but every picture by itself."""
LEVELS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0001)


@dataclass(slots=True)
class Score:
    """Counts over some pictures."""

    counts: Counter[str] = field(default_factory=Counter)

    def share(self, part: str, whole: str) -> str:
        total = self.counts[whole]
        return f"{100 * self.counts[part] / total:7.2f} %" if total else "      - "


@dataclass(slots=True)
class Results:
    """Scores by condition, and (confidence, right) of every answer."""

    scores: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    doubts: dict[Doubt, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    answers: list[tuple[float, bool]] = field(default_factory=list)


def count_doubts(results: Results, die: dict[str, object], one: SeenDie | None) -> None:
    """Of each kind of doubt: how many dice have it, how many are seen, told, and told wrongly."""
    true, told = doubts_of(die), set(one.doubts) if one else set()
    for kind in Doubt:
        counts = results.doubts[kind]
        counts["dice"] += kind in true
        counts["seen"] += kind in true and one is not None
        counts["told"] += kind in true & told
        counts["any"] += kind in true and bool(one and (one.doubts or one.confidence < SURE))
        counts["wrongly"] += kind in told - true


def count_picture(results: Results, sample: Sample, seen: Observation) -> None:
    """Add one picture to the scores of all its conditions."""
    found = matched(seen, sample.dice)
    counts: Counter[str] = Counter(pictures=1)
    for die, one in zip(sample.dice, found, strict=True):
        _count_die(counts, results, die, one, sample.image)
    phantoms = [one for one in seen.dice if not any(one is other for other in found)]
    counts["phantoms"] += len(phantoms)
    counts["sure phantoms"] += sum(one.confidence >= SURE for one in phantoms)
    results.answers += [(one.confidence, False) for one in phantoms]
    wrong = counts["dice"] - counts["right"]
    counts["whole"] += int(wrong == 0 and not phantoms)
    for tag in ("all", *sample.tags):
        results.scores[tag].counts.update(counts)


def _count_die(
    counts: Counter[str],
    results: Results,
    die: dict[str, object],
    one: SeenDie | None,
    image: Image,
) -> None:
    count_doubts(results, die, one)
    if one is not None and one.readings:
        results.answers.append((one.confidence, is_right(one, die)))
    match asked_of(image, die):
        case "plain":
            mine = _counted(die, one)
            counts.update(mine)
            ink = "ink:faint" if contrast(image, die) < FAINT else "ink:clear"
            results.scores[ink].counts.update(mine)
        case "doubtful":
            is_told = one is None or bool(one.doubts) or one.confidence < SURE
            counts.update({"doubtful": 1, "doubtful said so": is_told})
        case "unmarked":
            is_both = one is not None and {6, 9} <= {r.face.number for r in one.readings}
            counts.update({"unmarked": 1, "unmarked both": is_both})
        case asked:
            counts[asked] += 1


def _counted(die: dict[str, object], one: SeenDie | None) -> Counter[str]:
    if one is None:
        return Counter(dice=1, missed=1)
    right, sure = is_right(one, die), one.confidence >= SURE
    wrong = sure and not right
    return Counter({"dice": 1, "found": 1, "right": right, "sure": sure, "sure wrong": wrong})


def print_scores(results: Results) -> None:
    print(
        f"\n{'condition':<18}{'pictures':>9}{'dice':>7}{'found':>11}{'faces right':>13}"
        f"{'pictures right':>16}{'phantoms':>10}{'sure':>10}{'sure wrong':>12}{'in doubt':>10}"
    )
    for tag in sorted(results.scores, key=lambda tag: (":" in tag, tag)):
        score = results.scores[tag]
        n = score.counts
        print(
            f"{tag:<18}{n['pictures']:>9}{n['dice']:>7}{score.share('found', 'dice'):>11}"
            f"{score.share('right', 'dice'):>13}{score.share('whole', 'pictures'):>16}"
            f"{n['phantoms']:>10}{score.share('sure', 'dice'):>10}{n['sure wrong']:>12}"
            f"{n['found'] - n['sure']:>10}"
        )
    print(f"\n{'doubt':<18}{'dice':>9}{'seen':>7}{'told':>7}{'not sure':>10}{'told wrongly':>14}")
    for kind, some in results.doubts.items():
        row = f"{kind.value:<18}{some['dice']:>9}{some['seen']:>7}{some['told']:>7}"
        print(f"{row}{some['any']:>10}{some['wrongly']:>14}")
    n = results.scores["all"].counts
    print(f"doubtful dice told as such: {n['doubtful said so']} of {n['doubtful']}")
    print(f"too small or washed out, not counted: {n['optional']}")
    print(f"unmarked 6 and 9 answered with both: {n['unmarked both']} of {n['unmarked']}")


def print_reliability(answers: list[tuple[float, bool]]) -> None:
    print(f"\n{'confidence':<18}{'answers':>9}{'mean':>9}{'right':>10}{'wrong':>8}")
    for low, high in itertools.pairwise(LEVELS):
        some = [(c, right) for c, right in answers if low <= c < high]
        if some:
            mean, right = statistics.fmean(c for c, _ in some), sum(right for _, right in some)
            print(
                f"{low:<6} to {min(high, 1.0):<8}{len(some):>9}{mean:>9.4f}"
                f"{100 * right / len(some):>9.2f}%{len(some) - right:>8}"
            )
    sure = [right for c, right in answers if c >= SURE]
    wrong = len(sure) - sum(sure)
    print(f"of {len(sure)} answers with {SURE} or more, {wrong} are wrong")


def median_ms(call: Callable[[], object], times: int = 15) -> float:
    """Of processor time: what else the machine does is not counted."""
    call()
    spent = []
    for _ in range(times):
        start = time.process_time()
        call()
        spent.append(time.process_time() - start)
    return 1000 * statistics.median(spent)


def print_times(image: Image, dice: int) -> None:
    """Processor time per picture on one core, and of the network to compare with."""
    cv2.setNumThreads(1)
    reader, fresh, still = Reader(), Reader(AT_THE_TABLE), Reader(STILLS)
    doubting = Reader(replace(AT_THE_TABLE, faces=FaceTuning(doubtful=1.0)))
    seen = fresh.read(image)
    print(f"\n{image.shape[1]} x {image.shape[0]}, {dice} dice, {len(seen.dice)} of them seen")
    read_ms = median_ms(lambda: fresh.read(image))
    print(f"read                          {read_ms:7.1f} ms")
    print(f"read, faces in doubt          {median_ms(lambda: doubting.read(image)):7.1f} ms")
    print(f"read at leisure               {median_ms(lambda: still.read(image)):7.1f} ms")
    reader.read(image)
    print(f"read, nothing changed         {median_ms(lambda: reader.read(image)):7.1f} ms")
    network, blob = yolo_sized_network()

    def forward() -> object:
        network.setInput(blob)
        return network.forward()

    other_ms = median_ms(forward)
    print(
        f"YOLO-nano-sized, network only {other_ms:7.1f} ms: {other_ms / read_ms:.1f} times a read"
    )


def held_out(dice: int, seed: int, tilts_deg: Sequence[float]) -> Iterator[Sample]:
    """Held-out pictures until they hold that many dice."""
    from vision.training import atlas, holdout

    path = WORK / "atlas.npz"
    if not path.is_file():
        atlas.make(path)
    left = dice
    for sample in holdout.samples(path, itertools.count(), seed, 960, 720, tilts_deg=tilts_deg):
        if left <= 0:
            return
        left -= len(sample.dice)
        yield sample


def timed_picture() -> tuple[Image, int]:
    """A picture of 1280 x 960 with 18 dice."""
    return next((one.image, len(one.dice)) for one in drawn(10**6, 3) if len(one.dice) == 18)


def score(title: str, source: Iterable[Sample], reader: Reader | StillsReader) -> None:
    """Read all pictures and print how right the answers are, and how sure."""
    results = Results()
    start = time.monotonic()
    for sample in source:
        count_picture(results, sample, reader.read(sample.image))
        n = results.scores["all"].counts
        if n["pictures"] % 25 == 0:
            spent = time.monotonic() - start
            print(f"{n['dice']} dice in {spent:.0f} s", file=sys.stderr, flush=True)
    print(f"\n{title}")
    print_scores(results)
    print_reliability(results.answers)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.vision", description=__doc__)
    parser.add_argument("--dice", type=int, default=5000, help="how many dice to read at least")
    parser.add_argument("--seed", type=int, default=2026, help="other pictures, same conditions")
    parser.add_argument("--archive", type=Path, nargs="*", help="read renders made before")
    parser.add_argument("--stills", action="store_true", help="read them at leisure")
    parser.add_argument(
        "--tilts", type=float, nargs="+", default=(0.0, 12.0, 24.0, 35.0), help="of the renders"
    )
    options = parser.parse_args()
    reader = StillsReader(are_tiles=False) if options.stills else Reader(AT_THE_TABLE)
    score("drawn by the twin", drawn(options.dice, options.seed), reader)
    if options.archive:
        kept = itertools.chain.from_iterable(map(read, options.archive))
        score("renders that were kept", kept, reader)
    elif find_spec("torch") is None or find_spec("PIL") is None:
        print("\nrenders of held-out styles: left out, they need the extra 'train'")
    else:
        made = held_out(options.dice, options.seed, options.tilts)
        score("renders of held-out styles", made, reader)
    print_times(*timed_picture())


if __name__ == "__main__":
    main()
