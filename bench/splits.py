"""A belief that splits and joins, drawn from a tape: the hypotheses of each table at rest, how much
each weighs, and which of the ones before leads to it. A ring is one to which none of them leads: it
is explained from the last table in order.

    python -m bench.tapes ../shared/films kept
    python -m bench.splits kept/f1-2.tape Ann 33 72 docs/images/belief.svg
"""

import argparse
import math
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.tapes import FilmTape, Replayed
from turbo.live.belief.explain import expanded
from turbo.live.belief.hypothesis import Hypothesis
from turbo.live.belief.model import Model
from turbo.live.belief.neighbours import rest_of
from turbo.live.laying import FLAT
from turbo.live.settling import Settling
from turbo.live.snapshot import Snapshot

STEP, TOP, ROW, MOST = 92, 80, 34, 7
LINE = "fill='none' stroke='#7a8ea6' opacity='.7'"


@dataclass
class Drawing:
    at_s: float
    seen: int
    weights: list[float]
    parents: list[list[int]]
    """Of each hypothesis, the ones before that lead to it, by their place."""


class Drawn(Replayed):
    def __init__(self, tape: FilmTape, starter: str) -> None:
        super().__init__(tape, starter)
        self.rests: list[Drawing] = []

    def _rest(self, happened: Settling) -> None:
        before = self.dispatcher.table.state
        super()._rest(happened)
        now = self.dispatcher.table.state.stories[:MOST]
        if isinstance(happened, Snapshot) and now:
            model = Model(edge_mm=self.tape.plan.edge_mm)
            rest = rest_of(happened, before.left, FLAT, model)
            ways = [expanded(one, rest, model) for one in before.stories]
            whole = sum(math.exp(one.log_weight) for one in self.dispatcher.table.state.stories)
            weights = [math.exp(one.log_weight) / whole for one in now]
            parents = [_leading_to(one, ways) for one in now]
            self.rests.append(Drawing(happened.at_s, len(happened.seen), weights, parents))


def _leading_to(story: Hypothesis, ways: list[list[Hypothesis]]) -> list[int]:
    return [i for i, way in enumerate(ways) if any(one.lying == story.lying for one in way)]


def drawing(rests: list[Drawing], told_s: dict[float, str]) -> Iterator[str]:
    width, height = STEP * len(rests) + 60, TOP + ROW * MOST + 20
    most = max(len(rest.weights) for rest in rests)
    yield (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' role='img'"
        " aria-labelledby='t d' font-family='sans-serif' font-size='13'>"
    )
    yield "<title id='t'>A belief that splits and joins</title>"
    yield (
        f"<desc id='d'>{len(rests)} tables at rest of a film, with up to {most} hypotheses each, as"
        " large as they weigh; lines lead from a hypothesis to those that it may go on as.</desc>"
    )
    yield f"<rect width='{width}' height='{height}' fill='#fbfaf6'/>"
    for column, rest in enumerate(rests[1:], 1):
        for row, parents in enumerate(rest.parents):
            for parent in parents:
                x1, x2 = STEP * column - 22, STEP * column + STEP - 22
                y1, y2 = TOP + ROW * parent, TOP + ROW * row
                if parent < len(rests[column - 1].weights):
                    wide = 0.8 + 4 * min(rest.weights[row], rests[column - 1].weights[parent])
                    path = f"M{x1} {y1}C{x1 + 42} {y1} {x2 - 42} {y2} {x2} {y2}"
                    yield f"<path d='{path}' {LINE} stroke-width='{wide:.1f}'/>"
    for column, rest in enumerate(rests):
        x = STEP * column + STEP - 22
        middle = f"x='{x}' text-anchor='middle'"
        yield f"<text {middle} y='28' font-weight='600'>{rest.at_s:.1f} s</text>"
        yield f"<text {middle} y='46' fill='#555'>{rest.seen} seen</text>"
        later = rests[column + 1].at_s if column + 1 < len(rests) else math.inf
        is_told = any(rest.at_s <= at_s < later for at_s in told_s)
        for row, weight in enumerate(rest.weights):
            size, y = 2.5 + 11.5 * math.sqrt(weight), TOP + ROW * row
            colour = "#2f7d4f" if row == 0 and is_told else "#d79a2b"
            fill = f"fill='{colour}'" if rest.parents[row] else f"fill='none' stroke='{colour}'"
            yield f"<circle cx='{x}' cy='{y}' r='{size:.1f}' {fill} stroke-width='3'/>"
            if weight >= 0.015:
                text = f"{100 * weight:.0f} %"
                yield f"<text x='{x + size + 3:.0f}' y='{y + 15}' font-size='11'>{text}</text>"
        for at_s, what in told_s.items():
            if rest.at_s <= at_s < later:
                yield f"<text {middle} y='{height - 14}'>{at_s:.1f} s: {what}</text>"
    yield "</svg>"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tape", type=Path)
    parser.add_argument("starter")
    parser.add_argument("first_s", type=float)
    parser.add_argument("last_s", type=float)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    run = Drawn(pickle.loads(args.tape.read_bytes()), args.starter)
    run.play()
    rests = [one for one in run.rests if args.first_s <= one.at_s <= args.last_s]
    told_s = {
        one["at"]: f"told {one['event']}"
        for one in run.lines
        if one["kind"] == "told" and args.first_s <= one["at"] <= args.last_s
    }
    for rest in rests:
        print(f"{rest.at_s:.1f} s, {rest.seen} seen:", *(f"{w:.3f}" for w in rest.weights))
    args.out.write_text("\n".join(drawing(rests, told_s)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
