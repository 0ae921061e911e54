"""Every route of the app by the methods that it takes as everybody. Of what Flask answers by itself
each ninth is tried: all of it is in `python -m bench.door`."""

import logging
from collections import Counter
from pathlib import Path

import pytest

from tools.trials.door import BY_KEY, CHANGES_NOTHING, PEOPLE, guess, tried

NAMES = [who.name for who in PEOPLE]


def test_nobody_but_the_referee_changes_anything(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    rows = list(tried(tmp_path, each=9))
    assert [fault for row in rows for fault in row.faults()] == []
    program = NAMES.index("key: all")
    changing = [row.rule for row in rows if row.cells[-1].changed and row.cells[program].changed]
    assert len(changing) >= 10, "what the referee sent went through, so the others were not just"
    posts = [row for row in rows if row.method == "POST" and row.operation is not None]
    for row in posts:
        if row.rule in (*CHANGES_NOTHING, "/api/v1/accept-invitation"):
            continue
        if row.rule in BY_KEY:
            assert {cell.status for cell in row.cells} <= {401, 403, 415, 421, 429}, row.rule
            continue
        told = Counter(cell.status for cell in row.cells[:3])
        assert told == {401: 3}, f"{row.rule}: a stranger, anybody and a viewer are refused"
        assert row.cells[NAMES.index("no token")].status == 403, row.rule
        assert row.cells[NAMES.index("other site")].status == 403, row.rule
        for name in ("key: look", "key: picture"):
            assert row.cells[NAMES.index(name)].status == 401, f"{row.rule} as {name}"
        assert row.cells[NAMES.index("key: old")].status in (401, 429), row.rule
    foreign = NAMES.index("other name")
    assert {row.cells[foreign].status for row in rows} == {421}


@pytest.mark.parametrize(("addresses", "most"), [(1, 20), (6, 120), (1000, 120)])
def test_a_pin_is_guessed_at_no_faster_than_was_said(addresses: int, most: int) -> None:
    """Of a million PINs, in an hour: in a day so many times 24."""
    assert guess(addresses, 1.0, every_s=1.0).tries == most
    assert guess(addresses, 24.0, every_s=10.0).tries == pytest.approx(24 * most, rel=0.01)
