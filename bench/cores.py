"""One table of a core's figures, and of two cores side by side over the same tapes.

    python -m bench.tapes ../shared/films kept
    python -m bench.cores run kept ../shared/films --seeds 0-9 --rounds 0-9 --log new.jsonl
    python -m bench.cores table old.jsonl new.jsonl

A core is the code of this checkout: run it here and in another one, and put both logs into one
table. Nothing is drawn and nothing is read from pictures: films are tapes, rounds are seen by true
poses. Seeds that nobody looked at before counting are the only ones that say anything.
"""

import argparse
import json
import pickle
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from bench.rounds import Conditions, played
from bench.tapes import FilmTape, Replayed, cluttered
from bench.twin import seeds_of
from bench.twin_played import mischief
from tools.trials.film_score import Key, Score, hand_key, score, table_key
from turbo.game.dice import hand_text
from turbo.game.events import Event, HandedOver, Verdict

Times = list[float]


@dataclass
class Row:
    """One piece: what was told of it, how soon, and what each update cost."""

    what: str
    name: str
    true: int = 0
    exact: int = 0
    false: int = 0
    refused: int = 0
    asked: int = 0
    is_exact: bool = False
    late_s: Times = field(default_factory=list)
    """From rest, with nothing set down before its dice, to the throw that was told."""
    update_ms: Times = field(default_factory=list)
    weights: list[tuple[float, bool]] = field(default_factory=list)
    """Of every event that was emitted with a weight: that weight, and whether it was exact."""


class Timed(Replayed):
    """A tape before a live table, with the cost of every table at rest."""

    def __init__(self, tape: FilmTape, starter: str | None) -> None:
        super().__init__(tape, starter)
        self.update_ms: Times = []

    def _rest(self, happened: Any) -> None:
        began_s = time.process_time()
        super()._rest(happened)
        self.update_ms.append(1000 * (time.process_time() - began_s))


def film_row(tape: FilmTape, truth: dict[str, Any], seed: int | None) -> Row:
    starter = next((one["player"] for one in truth["events"] if one["kind"] == "throw"), None)
    run = Timed(tape if seed is None else cluttered(tape, seed), starter)
    both = zip(tape.lines, run.tape.lines, strict=True)
    clear_s = [was.at_s for was, is_ in both if is_.observation.dice == was.observation.dice]
    found = score(truth, run.play().lines, clear_s)
    what = f"films, {10 / tape.step:.0f} a second" if seed is None else "films with things set down"
    name = f"{tape.film}-{tape.step}" if seed is None else f"{tape.film}-{tape.step}-{seed}"
    wrong = found.false + found.doubled + found.illegal
    return Row(
        what,
        name,
        found.true.total(),
        found.exact.total(),
        wrong,
        found.refused,
        found.asked,
        found.exact == found.true and not wrong,
        [round(late, 2) for late in found.late_s["throw"]],
        [round(cost, 2) for cost in run.update_ms],
        list(_weights(run, found)),
    )


def _weights(run: Replayed, found: Score) -> Iterator[tuple[float, bool]]:
    """The weight of each event that counts, and whether truth has it."""
    wrong = [text for text in found.lines if "not true" in text]
    for one in run.keeper.history.judged:
        entry = one.effective.entry
        said = [why.values[0] for why in getattr(entry, "why", ()) if why.key == "weight"]
        if said and one.ruling.verdict is Verdict.ACCEPTED:
            key = str(_key(one.event))
            yield float(said[0]) / 100, not any(text.endswith(key) for text in wrong)


def _key(event: Event) -> Key:
    player = str(getattr(event, "player", ""))
    if isinstance(event, HandedOver):
        return "table", player, table_key(str(event.layout))
    hand = getattr(event, "hand", None) or ()
    return "throw", player, hand_key(hand_text(hand))


def round_row(seed: int) -> Row:
    found = played(seed, Conditions(use_eye=True))
    true, exact = sum(found.true.values()), sum(found.exact.values())
    is_exact = true == exact and not found.false
    late = found.late_s["throw"]
    return Row(
        "rounds by true poses", str(seed), true, exact, found.false, found.refused, found.asked,
        is_exact, late,
    )  # fmt: skip


def act_row(number: int) -> Row:
    piece = mischief(number, use_eye=True, rate_hz=5.0)
    return Row(
        "acts of mischief", f"{piece.what} {number}", 1, int(piece.is_right),
        is_exact=piece.is_right and piece.goes_on,
    )  # fmt: skip


def rows(args: argparse.Namespace) -> Iterator[Row]:
    for path in sorted(args.tapes.glob("*.tape")):
        tape: FilmTape = pickle.loads(path.read_bytes())
        truth = json.loads((args.films / f"{tape.film}.json").read_text())
        if not args.only_seeds:
            yield film_row(tape, truth, None)
        for seed in args.seeds if tape.step == args.step else ():
            yield film_row(tape, truth, seed)
    yield from map(round_row, args.rounds)
    yield from map(act_row, args.acts)


def run(args: argparse.Namespace) -> None:
    with args.log.open("a", encoding="utf-8") as out:
        for row in rows(args):
            out.write(json.dumps(asdict(row)) + "\n")
            out.flush()
            mark = "exact" if row.is_exact else f"{row.exact} of {row.true}, false {row.false}"
            print(f"{row.what}: {row.name}: {mark}", flush=True)


def logged(path: Path) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = Row(**json.loads(line))
        found[row.what].append(row)
    return found


def cells(found: list[Row]) -> str:
    """What a kind of piece came to, in one cell."""
    exact, true = sum(row.exact for row in found), sum(row.true for row in found)
    whole = sum(row.is_exact for row in found)
    false, refused = sum(row.false for row in found), sum(row.refused for row in found)
    late = sorted(late for row in found for late in row.late_s)
    times = f", throw after {median(late):.1f} s (95 %: {_part(late, 0.95):.1f})" if late else ""
    return (
        f"{whole} of {len(found)} exact, events {exact}/{true}, false {false},"
        f" refused {refused}, asked {sum(row.asked for row in found)}{times}"
    )


def _part(values: list[float], part: float) -> float:
    return values[min(len(values) - 1, int(part * len(values)))]


def table(paths: Iterable[Path]) -> Iterator[str]:
    logs = {path.stem: logged(path) for path in paths}
    yield "| measure | " + " | ".join(logs) + " |"
    yield "|---" * (1 + len(logs)) + "|"
    for what in sorted({what for found in logs.values() for what in found}):
        yield f"| {what} | " + " | ".join(cells(one.get(what, [])) for one in logs.values()) + " |"
    costs = [_costs(one) for one in logs.values()]
    yield "| one update | " + " | ".join(costs) + " |"


def _costs(found: dict[str, list[Row]]) -> str:
    cost = sorted(ms for rows in found.values() for row in rows for ms in row.update_ms)
    return f"median {median(cost):.1f} ms, 99 %: {_part(cost, 0.99):.0f} ms" if cost else "-"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parts = parser.add_subparsers(dest="part", required=True)
    one = parts.add_parser("run")
    one.add_argument("tapes", type=Path)
    one.add_argument("films", type=Path)
    one.add_argument("--seeds", type=seeds_of, default=range(0), help="of things set down")
    one.add_argument("--only-seeds", action="store_true", help="films only with things set down")
    one.add_argument("--step", type=int, default=2, help="the rate for these")
    one.add_argument("--rounds", type=seeds_of, default=range(0))
    one.add_argument("--acts", type=seeds_of, default=range(0))
    one.add_argument("--log", type=Path, required=True)
    two = parts.add_parser("table")
    two.add_argument("logs", type=Path, nargs="+")
    args = parser.parse_args()
    if args.part == "run":
        run(args)
    else:
        print(*table(args.logs), sep="\n")


if __name__ == "__main__":
    main()
