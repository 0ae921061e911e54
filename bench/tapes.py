"""Tapes of films: what was seen in every picture, kept once, so that a core is run in seconds.

    python -m bench.tapes ../shared/films kept --film f1 f2 f5

A film is read once, at all its pictures; slower cameras are the same readings with pictures left
out. What hides a part of the table is looked for at each rate by itself, as a camera would.
"""

import argparse
import importlib
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.films import Read
from tools.trials.clutter import Clutter
from turbo.app.filmed import ANSWER_S, Filmed, Watching, question_word
from turbo.app.sight import Sight, View
from turbo.game.dice import hand_text
from turbo.game.observation import Observation
from turbo.live.dispatcher import Dispatcher, HistoryKeeper, LiveTable
from turbo.live.inputs import PressedButton, Tick
from turbo.live.machine import StepResult
from turbo.live.perception import Perception, PerceptionGlance
from turbo.live.settling import Settler, Settling
from turbo.live.tape import Seen
from turbo.storage.history import History
from vision.mat.occluders import Occluder
from vision.mat.plan import Plan

PLAYERS = ("Ann", "Bob")


@dataclass(frozen=True, slots=True)
class FilmTape:
    """All that was seen of a film at one rate."""

    film: str
    step: int
    plan: Plan
    seconds: float
    lines: tuple[Seen, ...]


class _Strided:
    """Readings of all pictures, of which every Nth is asked for."""

    def __init__(self, kept: Sequence[Observation], step: int) -> None:
        self._kept, self._step, self._place = kept, step, 0

    def read(self, image: NDArray[np.uint8]) -> Observation:
        self._place += 1
        return self._kept[(self._place - 1) * self._step]

    def read_faces(self, image: Any, quads: Any) -> Any:
        raise NotImplementedError


def record(film: Path, seconds: float, step: int, folder: Path) -> FilmTape:
    """The tape of a film at every `step`th picture; readings are kept at `folder`."""
    kept = folder / f"{film.stem}-read.pickle"
    read: Any = Read(kept) if step == 1 else _Strided(pickle.loads(kept.read_bytes()), step)
    lines: list[Seen] = []
    views: list[View] = []

    def perception_of(view: View) -> Perception:
        views.append(view)
        return _recorded(Sight(read, view.calibration).perception(view.plan), lines)

    for _ in Filmed(str(film), Watching(step=step), perception_of).lines():
        pass
    if step == 1:
        read.keep()
    return FilmTape(film.stem, step, views[0].plan, seconds, tuple(lines))


def _recorded(perception: Perception, lines: list[Seen]) -> Perception:
    assert perception.watch is not None
    watch, now = perception.watch, [0.0]

    class Watch:
        rest = staticmethod(watch.rest)

        def look(self, image: NDArray[np.uint8], at_s: float) -> PerceptionGlance:
            now[0] = at_s
            return watch.look(image, at_s)

        def things(self, seen: Observation) -> tuple[Occluder, ...]:
            found = watch.things(seen)
            hand = any(thing.disturbs for thing in found)
            lines.append(Seen(now[0], seen, hand, found))
            return found

    return replace(perception, watch=Watch())


def cluttered(tape: FilmTape, seed: int) -> FilmTape:
    """The same film with things that people have set down."""
    clutter, lines = Clutter(tape.plan, seed, tape.seconds), []
    for line in tape.lines:
        seen = clutter.seen(line.at_s, line.observation)
        things = (*line.things, *clutter.things(line.at_s))
        lines.append(Seen(line.at_s, seen, any(t.disturbs for t in things), things))
    return replace(tape, lines=tuple(lines))


class Replayed:
    """A tape before a live table: the lines that `bench.films` counts."""

    def __init__(self, tape: FilmTape, starter: str | None) -> None:
        self.tape, self.starter = tape, starter
        self.keeper = HistoryKeeper(History(PLAYERS))
        self.lines: list[dict[str, Any]] = []
        self._asked_s: float | None = None
        self._shown: dict[str, list[str]] = {"notices": [], "questions": []}
        self._entries, self._bare = 0, False
        self._begin()

    def _begin(self) -> None:
        plan = self.tape.plan
        self.settler = Settler(plan)
        table = LiveTable(plan.edge_mm, is_measured=not plan.is_presumed)
        self.dispatcher = Dispatcher(table, self.keeper)

    def play(self, look: Callable[["Replayed", StepResult], None] | None = None) -> "Replayed":
        for line in self.tape.lines:
            happened = self.settler.step(
                line.at_s, line.observation, hand=line.hand, things=line.things
            )
            if happened is not None:
                self._rest(happened)
            step = self.dispatcher.step(Tick(line.at_s, self.settler.is_as_before))
            self._write(line.at_s, step)
            self._answer(line.at_s, step)
            if look is not None:
                look(self, step)
            self._restart()
        self.lines.append({"kind": "end", "frames": len(self.tape.lines), "cpu_s": 0.0})
        return self

    def _rest(self, happened: Settling) -> None:
        self.dispatcher.step(happened)

    def _restart(self) -> None:
        was = self._bare
        is_free = self.keeper.match.round is None and not self.settler.tracker.tracks
        self._bare = is_free and (was or self.settler.is_settled)
        if self._bare and not was:
            self._begin()

    def _write(self, at_s: float, step: StepResult) -> None:
        history = self.keeper.history
        judged = {one.effective.entry.number: one for one in history.judged}
        for entry in history.entries[self._entries :]:
            self._entries = entry.number
            self.lines.append(_line(at_s, entry, judged))
        now = {
            "notices": [" ".join((one.key, *one.values)) for one in step.notices],
            "questions": [question_word(one) for one in step.questions],
        }
        for kind, what in now.items():
            if what != self._shown[kind]:
                self.lines.append({"kind": kind, "at": at_s, "what": what})
        self._shown = now

    def _answer(self, at_s: float, step: StepResult) -> None:
        asks = any(notice.key == "who-starts" for notice in step.notices)
        if self.starter is None or not asks:
            self._asked_s = None
            return
        self._asked_s = at_s if self._asked_s is None else self._asked_s
        if at_s - self._asked_s >= ANSWER_S:
            self._asked_s = None
            self.dispatcher.step(PressedButton(at_s, PLAYERS.index(self.starter)))


def _line(at_s: float, entry: Any, judged: dict[int, Any]) -> dict[str, Any]:
    event, one = entry.event, judged.get(entry.number)
    found = {"kind": "told", "at": at_s, "event": type(event).__name__, "faults": [], "advice": []}
    if one is None:
        none = dict.fromkeys(("player", "hand", "layout", "verdict"))
        return {**found, **none, "entry": getattr(event, "entry", None)}
    hand, layout = getattr(event, "hand", None), getattr(event, "layout", None)
    return {
        **found,
        "player": one.ruling.player,
        "hand": None if hand is None else hand_text(hand),
        "layout": None if layout is None else str(layout),
        "verdict": str(one.ruling.verdict),
        "faults": [{"rule": str(fault.rule)} for fault in one.ruling.faults],
    }


def main() -> None:
    import json

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("films", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--film", nargs="+", default=["f1", "f2", "f5"])
    parser.add_argument("--step", type=int, nargs="+", default=[1, 2, 3])
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name in args.film:
        document = json.loads((args.films / f"{name}.json").read_text())
        for step in args.step:
            tape = record(args.films / f"{name}.mp4", document["seconds"], step, args.folder)
            (args.folder / f"{name}-{step}.tape").write_bytes(pickle.dumps(tape))
            print(name, step, len(tape.lines), flush=True)


if __name__ == "__main__":
    # By its own name, so that what is kept can be read by others.
    importlib.import_module("bench.tapes").main()
