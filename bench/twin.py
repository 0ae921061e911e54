"""How the twin does. Run: python -m bench.twin [SECTION ...]

fairness   chi-square of the faces of physical throws
events     whole matches a second at the height of events, simple and solver players
drawing    pictures a second of 1280x960, at rest and in motion, and all of it in real time
physics    throws a second, and how often dice lie badly
rounds     whole rounds before the referee, read from frames (or by a perfect eye: --eye)
mischief   single acts of mischief, and which of them the referee named
"""

import argparse
import math
import time
from collections import Counter
from collections.abc import Callable

import numpy as np

from turbo.dice import Mark
from turbo.twin.command import judged
from turbo.twin.draw import Look
from turbo.twin.event_match import events_match
from turbo.twin.glyphs import FONTS, Print
from turbo.twin.inventory import Inventory
from turbo.twin.lens import CameraSettings
from turbo.twin.mischief import MISCHIEF
from turbo.twin.physics import Pour, throw
from turbo.twin.players import Skill
from turbo.twin.table import TwinSettings
from turbo.twin.watched import Watched
from turbo.twin.world import TwinTable

POUR = Pour(118.0, -103.0, math.pi)


def chi_square_chance(statistic: float, freedom: int) -> float:
    """The chance of a chi-square at least so large (Wilson and Hilferty)."""
    scaled = (statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))
    return 0.5 * math.erfc(scaled / math.sqrt(2 / (9 * freedom)) / math.sqrt(2))


def bench_fairness(throws: int) -> None:
    counts: Counter[int] = Counter()
    for seed in range(throws):
        counts.update(rest.side for rest in throw(seed, 9, POUR).rests)
    total = sum(counts.values())
    statistic = sum((counts[side] - total / 6) ** 2 / (total / 6) for side in range(6))
    chance = chi_square_chance(statistic, 5)
    sides = " ".join(str(counts[side]) for side in range(6))
    print(f"fairness: {total} dice, sides {sides}, chi-square {statistic:.2f}, p = {chance:.3f}")


def bench_events(matches: int) -> None:
    for skill, count in (
        (Skill.SIMPLE, matches),
        (Skill.GOOD, matches // 4),
        (Skill.BEST, matches // 4),
    ):
        start = time.process_time()
        played = [events_match(seed, skill, 0.1) for seed in range(count)]
        play_s = time.process_time() - start
        results = [(one, *judged(one)) for one in played]
        all_s = time.process_time() - start
        equal = sum(not one.ledger.differences(match) for one, match, *_ in results)
        wrong = sum(unfit for *_, unfit in results)
        print(
            f"events, {skill} players: {count} matches, {count / play_s:.0f} a second played,"
            f" {count / all_s:.0f} played and refereed; equal to the ledger: {equal} of {count};"
            f" rulings not as they should be: {wrong} of {sum(len(one.told) for one in played)}"
        )


def bench_drawing(seconds: float) -> None:
    table = TwinTable(1, TwinSettings(rounds=1))
    cpu_s = {False: 0.0, True: 0.0}
    frames = {False: 0, True: 0}
    start_s, start = time.process_time(), time.perf_counter()
    while table.clock_s < seconds:
        table.step(0.1)
        is_moving = not table.is_still
        before = time.process_time()
        table.frame()
        cpu_s[is_moving] += time.process_time() - before
        frames[is_moving] += 1
    all_s, wall_s = time.process_time() - start_s, time.perf_counter() - start
    table.close()
    for is_moving, word in ((False, "at rest"), (True, "in motion")):
        each_ms = 1000 * cpu_s[is_moving] / max(1, frames[is_moving])
        count = frames[is_moving]
        print(f"drawing 1280x960, {word}: {count} pictures, {each_ms:.1f} ms of a core each")
    print(
        f"play, mechanics and drawing at 10 a second: {seconds:.0f} s of table took {all_s:.1f} s"
        f" of a core, {wall_s:.1f} s on the wall: {seconds / wall_s:.1f} times real time"
    )


def bench_physics(throws: int) -> None:
    start = time.process_time()
    lengths, cocked, off, dice = [], 0, 0, 0
    for seed in range(throws):
        thrown = throw(seed + 10_000, 9, POUR)
        lengths.append(thrown.length_s)
        cocked += sum(rest.is_cocked for rest in thrown.rests)
        off += sum(abs(rest.x_mm) > 210 or abs(rest.y_mm) > 148.5 for rest in thrown.rests)
        dice += len(thrown.rests)
    seconds = time.process_time() - start
    print(
        f"physics: {throws} throws of nine, {seconds / throws:.2f} s of a core each for"
        f" {np.mean(lengths):.2f} s of table; cocked {100 * cocked / dice:.1f} %, off the mat"
        f" {100 * off / dice:.1f} % of {dice} dice"
    )


CONDITIONS = (
    ("day", "wood", 0.0),
    ("ring", "white", 8.0),
    ("lamp", "cloth", 15.0),
    ("hard", "dark", 5.0),
    ("dim", "white", 0.0),
)


def settings_for(number: int) -> TwinSettings:
    """Another light, surface, tilt, font and mark for every number."""
    light, surface, tilt = CONDITIONS[number % len(CONDITIONS)]
    printed = Print(font=FONTS[number % len(FONTS)], joker=number % 3)
    look = Look(CameraSettings(tilt_deg=tilt), light, surface, printed=printed)
    mark = (Mark.BAR, Mark.DOT)[number % 2]
    return TwinSettings(look=look, rounds=1, inventory=Inventory.dealt(number, mark=mark))


def bench_rounds(rounds: int, use_eye: bool) -> None:
    equal = 0
    start = time.process_time()
    table_s = 0.0
    for seed in range(rounds):
        watched = Watched(seed, settings_for(seed), use_eye)
        watched.run(900.0)
        found = watched.differences()
        equal += not found
        table_s += watched.table.clock_s
        watched.close()
        for line in found[:2]:
            print(f"  round of seed {seed}: {line}")
    seconds = time.process_time() - start
    print(
        f"rounds{' by a perfect eye' if use_eye else ''}: equal to the ledger {equal} of {rounds};"
        f" {seconds:.0f} s of a core for {table_s:.0f} s of table"
    )


def bench_mischief(acts: int, use_eye: bool) -> None:
    names = [name for name in MISCHIEF if name != "pull-board"]
    right: Counter[str] = Counter()
    done: Counter[str] = Counter()
    seed = 0
    while sum(done.values()) < acts and seed < 3 * acts:
        name = names[seed % len(names)]
        watched = Watched(1000 + seed, settings_for(seed), use_eye)
        watched.table.do_mischief(name)
        while not watched.table.is_over and watched.table.clock_s < 240.0:
            watched.look()
            if any(deed.what == "mended" for deed in watched.table.ledger.deeds):
                break
        for one in watched.named():
            done[name] += 1
            right[name] += one.is_right
            if not one.is_right:
                said = ", ".join((*one.rules, *one.notices)) or "nothing"
                print(f"  seed {1000 + seed}: {name} expects {one.deed.rule}, heard {said}")
        watched.close()
        seed += 1
    for name in names:
        print(f"  {name}: {right[name]} of {done[name]} named rightly")
    print(f"mischief: {right.total()} of {done.total()} acts named rightly")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    sections = ("fairness", "events", "drawing", "physics", "rounds", "mischief")
    parser.add_argument("sections", nargs="*", default=sections[:4], metavar="SECTION")
    parser.add_argument("--scale", type=float, default=1.0, help="more or less of everything")
    parser.add_argument("--eye", action="store_true", help="a perfect eye instead of recognition")
    args = parser.parse_args()
    if unknown := set(args.sections) - set(sections):
        parser.error(
            f"expected sections of {', '.join(sections)}, got {', '.join(sorted(unknown))}"
        )
    scale = args.scale
    benches: dict[str, Callable[[], None]] = {
        "fairness": lambda: bench_fairness(round(200 * scale)),
        "events": lambda: bench_events(round(200 * scale)),
        "drawing": lambda: bench_drawing(120 * scale),
        "physics": lambda: bench_physics(round(40 * scale)),
        "rounds": lambda: bench_rounds(round(20 * scale), args.eye),
        "mischief": lambda: bench_mischief(round(100 * scale), args.eye),
    }
    for section in args.sections:
        benches[section]()


if __name__ == "__main__":
    main()
