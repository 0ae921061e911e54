"""What a run says at its end: tests that were left out are named loudly, never in passing."""

from collections import Counter
from typing import Any


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count} TESTS WERE SKIPPED: {reason}", red=True, bold=True)
