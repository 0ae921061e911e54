"""Every scene of the twin before the referee. Run: python -m tools.trials.scenes [NAME ...]

By true poses, which asks the live table alone; with --pictures through recognition. Prints each
scene by its name, what was told of it, whether that is exact, and how late throws and tables were
told. --buttons: the players press at hand-over. --shots: a picture of each moment at which the
referee had something to say, as in docs/understand/doubt.md.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tools.trials.acted_scenes import SCENES, put_on, scene_named, settings_of
from tools.trials.shots import Shots
from tools.trials.stories import Line, aligned, true_story
from tools.trials.watched import Watched
from turbo.game.events import Verdict

LONGEST_S = 240.0


@dataclass(frozen=True, slots=True)
class Acted:
    """What came of a scene."""

    name: str
    true: list[Line]
    told: list[Line]
    refused: list[str]
    """Honest play that was refused, with the rules that were named."""
    asked: int
    differences: list[str]

    @property
    def is_exact(self) -> bool:
        same = [text for _, text in self.true] == [text for _, text in self.told]
        return same and not self.refused and not self.differences

    @property
    def late_s(self) -> list[float]:
        pairs = aligned([text for _, text in self.true], [text for _, text in self.told])
        return [self.told[k][0] - self.true[i][0] for i, k in pairs]

    @property
    def line(self) -> str:
        pairs = aligned([text for _, text in self.true], [text for _, text in self.told])
        late = f"{median(self.late_s):.1f} s, worst {max(self.late_s):.1f} s" if pairs else "-"
        return (
            f"{self.name}: {'exact' if self.is_exact else 'NOT EXACT'}; told {len(pairs)} of"
            f" {len(self.true)}, {len(self.told) - len(pairs)} false, {len(self.refused)} refused,"
            f" asked {self.asked} times; late {late}"
        )


def acted(
    name: str,
    *,
    pictures: bool = False,
    buttons: bool = False,
    rate: float = 5.0,
    shots: Path | None = None,
) -> Acted:
    scene = scene_named(name)
    watched = Watched(1, settings_of(scene, buttons=buttons), not pictures, rate)
    put_on(scene, watched.table)
    _run(watched, Shots(shots, name))
    refused = [
        ", ".join(str(fault.rule) for fault in one.ruling.faults)
        for one in watched.said
        if one.ruling.verdict is Verdict.REJECTED
    ]
    keys = {notice.key for _, notice in watched.notices}
    found = Acted(
        name,
        true_story(watched.table.ledger),
        watched.told(),
        refused,
        sum(watched.times_said(key) for key in keys if key in ASKS),
        watched.differences(),
    )
    watched.close()
    return found


def _run(watched: Watched, shots: Shots) -> None:
    """Until the scene is over. Asked who starts, the players press that button after a moment."""
    asked_s: float | None = None
    while not watched.table.is_over and watched.table.clock_s < LONGEST_S:
        watched.look()
        shots.look_at(watched)
        now_s = watched.table.clock_s
        if not any(one.key == "who-starts" for one in watched.session.view.notices):
            asked_s = None
        elif asked_s is None:
            asked_s = now_s
        elif now_s - asked_s >= ANSWER_S:
            asked_s = None
            watched.runner.press(watched.table.ledger.starter or 0)


ANSWER_S = 2.0
"""How long a person takes to answer who starts, as with films."""

ASKS = (
    *("who-starts", "was-it-cocked", "two-stories"),
    *("do-they-touch", "round-unfinished", "out-of-step"),
)
"""Words that want an answer from people."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=list(SCENES), metavar="NAME")
    parser.add_argument("--pictures", action="store_true", help="through recognition")
    parser.add_argument("--buttons", action="store_true", help="hand over by the button")
    parser.add_argument("--rate", type=float, default=5.0, help="pictures a second (default: 5)")
    parser.add_argument("--shots", type=Path, metavar="FOLDER", help="pictures of what was said")
    args = parser.parse_args(arguments)
    exact, start_s = 0, time.process_time()
    for name in args.names:
        one = acted(
            name,
            pictures=args.pictures,
            buttons=args.buttons,
            rate=args.rate,
            shots=args.shots,
        )
        exact += one.is_exact
        print(one.line, flush=True)
        if not one.is_exact:
            for detail in (*_missed(one), *one.refused, *one.differences):
                print(f"    {detail}", flush=True)
    core_s = time.process_time() - start_s
    print(f"{exact} of {len(args.names)} scenes exact; {core_s:.0f} s of a core")


def _missed(one: Acted) -> list[str]:
    true, told = [text for _, text in one.true], [text for _, text in one.told]
    pairs = aligned(true, told)
    missed = [f"not told: {true[i]}" for i in range(len(true)) if i not in {a for a, _ in pairs}]
    false = [f"told: {told[k]}" for k in range(len(told)) if k not in {b for _, b in pairs}]
    return missed + false


if __name__ == "__main__":
    main()
