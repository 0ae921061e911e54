"""How times are taken and told."""

import time
from collections.abc import Callable, Sequence
from typing import Any

BEST_OF = 3
"""Each position is solved so often, and the fastest counts. Processor time is measured, so that
other work on the machine favours nobody; both solvers use one thread."""


def timed_ms(solve: Callable[[], Any], repeats: int = BEST_OF) -> tuple[float, Any]:
    best, answer = float("inf"), None
    for _ in range(repeats):
        start = time.process_time()
        answer = solve()
        best = min(best, (time.process_time() - start) * 1e3)
    return best, answer


def percentile(times: Sequence[float], percent: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def line(name: str, times: Sequence[float], rest: str = "") -> str:
    figures = [*(percentile(times, percent) for percent in (50, 95, 99)), max(times)]
    said = "".join(f"{figure:>9.3f} ms" for figure in figures)
    return f"{name:<34}{said}  {rest}".rstrip()


HEADER = f"{'':<34}{'median':>12}{'p95':>12}{'p99':>12}{'worst':>12}"


def ratio(theirs: Sequence[float], ours: Sequence[float]) -> str:
    median, p95 = (percentile(theirs, p) / percentile(ours, p) for p in (50, 95))
    return f"{median:.0f} times as fast at the median, {p95:.0f} times at p95"
