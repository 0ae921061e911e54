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
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.trials.clutter import Clutter
from tools.trials.film_score import (
    Score,
    score,
)
from turbo.app.filmed import Filmed, Watching
from turbo.app.sight import Sight, View
from turbo.game.observation import Observation, SeenDie
from turbo.live.perception import Perception, PerceptionGlance
from vision.mat.occluders import Occluder
from vision.reading.reader import Reader
from vision.reading.tops import TopView


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
