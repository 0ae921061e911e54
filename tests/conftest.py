"""What holds for all tests: real time is given a second chance, and what was left out is said."""

from collections import Counter
from typing import Any

import pytest

REAL_TIME = (
    "test_browser_",
    "test_camera",
    "test_firmware",
    "test_links",
    "test_live_run",
    "test_web_serve",
)
"""Files whose tests run a browser, an emulator or a server against the clock. On a machine that is
busy with something else one of them may come too late; then it is tried once more, and told."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.name.startswith(REAL_TIME):
            item.add_marker(pytest.mark.flaky(reruns=1, reruns_delay=1))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tests that were left out or tried again are named loudly, never in passing."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count} TESTS WERE SKIPPED: {reason}", red=True, bold=True)
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_line(f"TRIED AGAIN: {report.nodeid}", red=True, bold=True)
