"""Films of a table with their truth: what the referee tells of them, how exactly and how soon.

    python -m bench.films ../shared/films --step 1 2 3
    python -m bench.films ../shared/films --step 2 --skip 1 --light 0.8 --noise 4
    python -m bench.films ../shared/films --step 2 --cache kept --clutter 0 1 2 3

A film is `NAME.mp4` beside `NAME.json`, which says what truly happened and when: throws (`t`: all
dice at rest), tables and passes (`t`: hands gone), and tables that must not be accepted. Only what
counts in the end is held against it: what was taken back is no part of the story.
"""

import argparse
import json
import pickle
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.clutter import Clutter
from turbo.app.filmed import Filmed, Watching
from turbo.app.sight import Sight, View
from turbo.game.layout import Layout
from turbo.game.observation import Observation, SeenDie
from turbo.live.perception import Perception, PerceptionGlance
from vision.mat.occluders import Occluder
from vision.reading.reader import Reader
from vision.reading.tops import TopView

EARLY_S = 1.5
"""What is told this much before its time is something else: truth has the time of the last hand,
and a table may be told while the hand goes."""

Key = tuple[str, str, Any]


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened, or was told: comparable by its key."""

    key: Key
    at_s: float

    @property
    def kind(self) -> str:
        return self.key[0]


@dataclass
class Score:
    """One film at one step, or the sum of several."""

    true: Counter[str] = field(default_factory=Counter)
    exact: Counter[str] = field(default_factory=Counter)
    false: int = 0
    doubled: int = 0
    refused: int = 0
    illegal: int = 0
    taken_back: int = 0
    late_s: dict[str, list[float]] = field(
        default_factory=lambda: {"throw": [], "table": [], "pass": []}
    )
    notices: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    frames: int = 0
    cpu_s: float = 0.0
    lines: list[str] = field(default_factory=list)

    def __iadd__(self, other: "Score") -> "Score":
        self.true += other.true
        self.exact += other.exact
        for name in ("false", "doubled", "refused", "illegal", "taken_back", "asked", "frames"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for kind, late in other.late_s.items():
            self.late_s[kind] += late
        self.notices += other.notices
        self.cpu_s += other.cpu_s
        return self

    @property
    def text(self) -> str:
        parts = [f"{kind} {self.exact[kind]}/{self.true[kind]}" for kind in self.late_s]
        wrong = ("false", "doubled", "refused", "illegal", "taken_back", "asked")
        parts += [f"{name} {getattr(self, name)}" for name in wrong]
        parts += [f"{kind} {_times(late)}" for kind, late in self.late_s.items()]
        cost = 1000 * self.cpu_s / max(1, self.frames)
        return f"{', '.join(parts)}, {cost:.0f} ms a picture"


def _times(late: Sequence[float]) -> str:
    return f"{median(late):.1f} s ({max(late):.1f})" if late else "-"


def hand_key(hand: str | None) -> tuple[str, ...]:
    return tuple(sorted((hand or "").split()))


def table_key(layout: str | None) -> tuple[tuple[str, ...], ...]:
    """By its chains, whichever way round each of them lies."""
    chains = Layout.parse(layout or "").chains
    return tuple(sorted(tuple(sorted(map(str, chain.faces))) for chain in chains))


def truth_of(document: dict[str, Any]) -> list[Happening]:
    found = []
    for one in document["events"]:
        match one["kind"]:
            case "throw":
                what: Any = hand_key(one["hand"])
            case "table":
                what = table_key(one["layout"])
            case "pass":
                what = None
            case _:
                continue
        found.append(Happening((one["kind"], one["player"], what), one["t"]))
    return found


def story_of(lines: Sequence[dict[str, Any]]) -> list[Happening]:
    """What counts in the end: a throw has the hand that it came to, by rethrows and answers."""
    undone = {line["entry"] for line in lines if line["event"] == "Undone"}
    story: list[Happening] = []
    for number, line in enumerate(lines, 1):
        if number in undone or line["verdict"] != "accepted":
            continue
        player, at_s = line["player"], line["at"]
        match line["event"]:
            case "Thrown" | "Rethrown" | "HandCorrected":
                throw = Happening(("throw", player, hand_key(line["hand"])), at_s)
                is_same = line["event"] != "Thrown" and _is_throw_of(story, player)
                story = [*(story[:-1] if is_same else story), throw]
            case "HandedOver":
                story.append(Happening(("table", player, table_key(line["layout"])), at_s))
            case "Passed":
                story.append(Happening(("pass", player, None), at_s))
    return story


def _is_throw_of(story: Sequence[Happening], player: str) -> bool:
    return bool(story) and story[-1].key[:2] == ("throw", player)


def aligned(true: Sequence[Happening], told: Sequence[Happening]) -> list[tuple[int, int]]:
    """The most pairs that agree, in the same order: places in both."""
    longest = [[0] * (len(told) + 1) for _ in range(len(true) + 1)]
    for i in reversed(range(len(true))):
        for k in reversed(range(len(told))):
            both = 1 + longest[i + 1][k + 1] if _agree(true[i], told[k]) else 0
            longest[i][k] = max(both, longest[i + 1][k], longest[i][k + 1])
    pairs, i, k = [], 0, 0
    while i < len(true) and k < len(told):
        if _agree(true[i], told[k]) and longest[i][k] == 1 + longest[i + 1][k + 1]:
            pairs.append((i, k))
            i, k = i + 1, k + 1
        elif longest[i + 1][k] >= longest[i][k + 1]:
            i += 1
        else:
            k += 1
    return pairs


def _agree(true: Happening, told: Happening) -> bool:
    return true.key == told.key and told.at_s >= true.at_s - EARLY_S


def score(document: dict[str, Any], lines: Sequence[dict[str, Any]]) -> Score:
    """What the lines of `turbo watch` are worth against the truth."""
    told_lines = [line for line in lines if line["kind"] == "told"]
    true, told = truth_of(document), story_of(told_lines)
    pairs = aligned(true, told)
    end = lines[-1]
    found = Score(frames=end["frames"], cpu_s=end["cpu_s"])
    found.true.update(one.kind for one in true)
    found.exact.update(true[i].kind for i, _ in pairs)
    for i, k in pairs:
        found.late_s[true[i].kind].append(told[k].at_s - true[i].at_s)
    surplus = [told[k] for k in range(len(told)) if k not in {k for _, k in pairs}]
    paired = {told[k].key for _, k in pairs}
    found.doubled = sum(one.kind == "throw" and one.key in paired for one in surplus)
    found.false = len(surplus) - found.doubled
    windows = [(o["t"], o["until"]) for o in document["events"] if o["kind"] == "illegal"]
    for line in told_lines:
        is_bad = any(begin <= line["at"] <= end for begin, end in windows)
        found.refused += line["verdict"] == "rejected" and not is_bad
        is_table = line["event"] == "HandedOver" and line["verdict"] == "accepted"
        found.illegal += is_table and is_bad
        found.taken_back += line["event"] == "Undone"
    _count_words(found, lines)
    found.lines = list(_differences(true, told, pairs))
    return found


def _count_words(found: Score, lines: Sequence[dict[str, Any]]) -> None:
    before: set[str] = set()
    for line in lines:
        if line["kind"] == "notices":
            now = {word.split()[0] for word in line["what"]}
            found.notices.update(now - before)
            before = now
        found.asked += line["kind"] == "questions" and bool(line["what"])


def _differences(
    true: Sequence[Happening], told: Sequence[Happening], pairs: list[tuple[int, int]]
) -> Iterator[str]:
    missed = [true[i] for i in range(len(true)) if i not in {i for i, _ in pairs}]
    false = [told[k] for k in range(len(told)) if k not in {k for _, k in pairs}]
    for one in missed:
        yield f"    not told: {one.at_s:6.1f} s {one.key}"
    for one in false:
        yield f"    not true: {one.at_s:6.1f} s {one.key}"


class Read:
    """A reader whose readings of a film are kept: films are read once and told many times."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._kept: list[Observation] = []
        self._place = 0
        if path is not None and path.exists():
            self._kept = pickle.loads(path.read_bytes())
        self._reader = None if self._kept else Reader()

    def stand(self, view: TopView | None) -> None:
        if self._reader is not None:
            self._reader.stand(view)

    def read(self, image: NDArray[np.uint8]) -> Observation:
        if self._reader is not None:
            self._kept.append(self._reader.read(image))
        self._place += 1
        return self._kept[self._place - 1]

    def read_faces(
        self, image: NDArray[np.uint8], quads: Sequence[Sequence[tuple[float, float]]]
    ) -> tuple[SeenDie, ...]:
        """Asked for only where the user's own dice are known."""
        return (self._reader or Reader()).read_faces(image, quads)

    def keep(self) -> None:
        if self._path is not None and self._reader is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_bytes(pickle.dumps(self._kept))


@dataclass(frozen=True, slots=True)
class Conditions:
    """The same film as another camera would have seen it: the story must be the same."""

    step: int = 1
    skip: int = 0
    light: float = 1.0
    """Of what there was: more or less of it."""
    noise: float = 0.0
    """Grey levels, the standard deviation."""
    clutter: int | None = None
    """The seed of things that are set down before the dice; none without one."""

    @property
    def name(self) -> str:
        other = (f"skip{self.skip}", f"light{self.light}", f"noise{self.noise}")
        is_other = (self.skip > 0, self.light != 1.0, self.noise > 0.0)
        said = (text for text, is_said in zip(other, is_other, strict=True) if is_said)
        return "-".join((str(self.step), *said))

    def changed(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The same picture has the same noise each time: readings can be kept."""
        if self.light == 1.0 and not self.noise:
            return image
        grain = np.random.default_rng(int(image[::97, ::89].sum()))
        noise = grain.normal(0.0, self.noise or 1e-9, image.shape).astype(np.float32)
        return np.asarray(np.clip(image * np.float32(self.light) + noise, 0, 255), np.uint8)


def seen_under(conditions: Conditions, perception: Perception) -> Perception:
    """Eyes to which every picture is changed first."""
    assert perception.watch is not None
    watch, changed = perception.watch, conditions.changed

    class Watch:
        rest, things = staticmethod(watch.rest), staticmethod(watch.things)

        def look(self, image: NDArray[np.uint8], at_s: float) -> PerceptionGlance:
            return watch.look(changed(image), at_s)

    return replace(perception, read=lambda image: perception.read(changed(image)), watch=Watch())


def cluttered(clutter: Clutter, perception: Perception) -> Perception:
    """Eyes that see what people have set down."""
    assert perception.watch is not None
    watch, read, now = perception.watch, perception.read, [0.0]

    class Watch:
        rest = staticmethod(watch.rest)

        def look(self, image: NDArray[np.uint8], at_s: float) -> PerceptionGlance:
            now[0] = at_s
            return watch.look(image, at_s)

        def things(self, seen: Observation) -> tuple[Occluder, ...]:
            return (*watch.things(seen), *clutter.things(now[0]))

    return replace(perception, read=lambda image: clutter.seen(now[0], read(image)), watch=Watch())


def watch(film: Path, document: dict[str, Any], how: Conditions, cache: Path | None) -> Score:
    kept = None if cache is None else cache / f"{film.stem}-{how.name}.pickle"
    read = Read(kept)

    def perception_of(view: View) -> Perception:
        perception = seen_under(how, Sight(read, view.calibration).perception(view.plan))
        if how.clutter is None:
            return perception
        return cluttered(Clutter(view.plan, how.clutter, document["seconds"]), perception)

    starter = next((one["player"] for one in document["events"] if one["kind"] == "throw"), None)
    watching = Watching(step=how.step, skip=how.skip, starter=starter)
    lines = list(Filmed(str(film), watching, perception_of).lines())
    read.keep()
    if cache is not None and how.clutter is None:
        text = "\n".join(json.dumps(line) for line in lines)
        (cache / f"{film.stem}-{how.name}.jsonl").write_text(f"{text}\n")
    return score(document, lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=Path("../shared/films"))
    parser.add_argument("--step", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--skip", type=int, default=0, help="leave out so many pictures first")
    parser.add_argument("--light", type=float, default=1.0, help="so much of the film's light")
    parser.add_argument("--noise", type=float, default=0.0, help="grey levels of it on top")
    parser.add_argument("--clutter", type=int, nargs="+", help="things set down, by these seeds")
    parser.add_argument("--film", nargs="+", help="only these, by name")
    parser.add_argument("--cache", type=Path, help="keep what was read there, and use it again")
    args = parser.parse_args()
    for step, seed in product(args.step, args.clutter or [None]):
        total, how = Score(), Conditions(step, args.skip, args.light, args.noise, seed)
        for truth in sorted(args.folder.glob("*.json")):
            if args.film and truth.stem not in args.film:
                continue
            began_s = time.monotonic()
            film = truth.with_suffix(".mp4")
            one = watch(film, json.loads(truth.read_text()), how, args.cache)
            total += one
            clutter = "" if seed is None else f", things {seed}"
            print(f"{truth.stem} step {how.name}{clutter}: {one.text}", flush=True)
            print("\n".join(one.lines) or "    all told", flush=True)
            words = ", ".join(f"{key} {count}" for key, count in one.notices.most_common())
            print(f"    said: {words}; {time.monotonic() - began_s:.0f} s", flush=True)
        print(f"all, step {how.name}: {total.text}", flush=True)


if __name__ == "__main__":
    main()
