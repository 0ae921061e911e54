"""The filter over tapes, beside the truth: what it would have told."""

import json
import pickle
import sys
import time
from pathlib import Path
from typing import Any

from bench.belief.filter import Belief
from bench.belief.model import Model
from bench.tapes import PLAYERS, FilmTape, cluttered
from tools.trials.film_score import score
from turbo.game.dice import hand_text
from turbo.game.match import Match
from turbo.live.settling import Settler, Snapshot, TableDisturbed


def run(
    tape: FilmTape, starter: str, trace: bool = False
) -> tuple[list[dict[str, Any]], Belief, list[float]]:
    settler = Settler(tape.plan)
    belief = Belief.of(Match(PLAYERS), Model(edge_mm=tape.plan.edge_mm), starter)
    lines: list[dict[str, Any]] = []
    cost: list[float] = []
    live: list[int] = []
    for one in tape.lines:
        happened = settler.step(one.at_s, one.observation, hand=one.hand, things=one.things)
        if isinstance(happened, TableDisturbed):
            belief.move()
        elif isinstance(happened, Snapshot):
            began = time.process_time()
            belief.rest(happened)
            cost.append(1000 * (time.process_time() - began))
            if trace:
                top = belief.stories[0]
                owners = [sum(b.owner == o for b in top.bodies) for o in range(4)]
                weights = [round(story.log_weight, 1) for story in belief.stories][:4]
                print(f"{one.at_s:6.1f} {len(happened.seen)} seen, weights {weights}")
                print(f"    owners {owners}, throw open {top.open_throw}, {top.terms}")
        else:
            belief.tick(one.at_s)
        for _ in range(belief.revise()):
            entry = live.pop()
            lines.append(
                {
                    "kind": "told",
                    "at": one.at_s,
                    "event": "Undone",
                    "entry": entry,
                    "player": None,
                    "hand": None,
                    "layout": None,
                    "verdict": None,
                    "faults": [],
                    "advice": [],
                }
            )
        while (event := belief.decide()) is not None:
            hand, layout = getattr(event, "hand", None), getattr(event, "layout", None)
            if trace:
                print("   TELL", event)
            lines.append(
                {
                    "kind": "told",
                    "at": one.at_s,
                    "event": type(event).__name__,
                    "player": getattr(event, "player", None) or getattr(event, "starter", None),
                    "hand": None if hand is None else hand_text(hand),
                    "layout": None if layout is None else str(layout),
                    "verdict": "accepted",
                    "faults": [],
                    "advice": [],
                }
            )
            live.append(len(lines))
    lines.append({"kind": "end", "frames": len(tape.lines), "cpu_s": 0.0})
    return lines, belief, cost


def main() -> None:
    films, steps = sys.argv[1].split(","), [int(s) for s in sys.argv[2].split(",")]
    seeds: list[int | None] = (
        [None] if sys.argv[3] == "-" else list(range(*map(int, sys.argv[3].split("-"))))
    )
    ok = n = 0
    for film in films:
        truth = json.loads(Path(f"../shared/films/{film}.json").read_text())
        starter = next(o["player"] for o in truth["events"] if o["kind"] == "throw")
        for step in steps:
            tape = pickle.loads(Path(f"kept/{film}-{step}.tape").read_bytes())
            for seed in seeds:
                lines, belief, cost = run(
                    tape if seed is None else cluttered(tape, seed), starter, len(sys.argv) > 4
                )
                found = score(truth, lines)
                exact = (
                    found.exact == found.true
                    and not found.false
                    and not found.doubled
                    and not found.illegal
                )
                ok += exact
                n += 1
                cost.sort()
                print(
                    film,
                    step,
                    seed,
                    "OK" if exact else "BAD",
                    found.text[:160],
                    f"cost median {cost[len(cost) // 2]:.0f} worst {cost[-1]:.0f} ms",
                    f"astray {belief.is_astray}",
                    flush=True,
                )
                for line in found.lines:
                    print(line)
    print(ok, "of", n)


if __name__ == "__main__":
    main()
