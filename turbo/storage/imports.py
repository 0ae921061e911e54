"""A record taken over as a match of the store: judged once, and kept with its rulings."""

from collections.abc import Sequence
from typing import Any

from turbo.game.events import Entry
from turbo.game.match import Options
from turbo.game.record import Record
from turbo.storage.history import AnyHistory, history_of
from turbo.storage.rows import entry_row, rulings_text


def imported(record: Record, options: Options, by: str) -> AnyHistory:
    """A record judged as a match; its lines are numbered as the entries of a log."""
    from turbo.solver import ruling_play

    said = enumerate(record.statements, 1)
    entries = [Entry(number, one.event, one.at, by) for number, one in said]
    # The search that every machine ends alike: what it finds is kept with the match for good.
    return history_of(record.players, entries, record.options.joined(options), ruling_play)


def entry_rows(history: AnyHistory) -> list[Sequence[Any]]:
    """Every entry as the store keeps it, with the ruling that it brought, if it brought one."""
    issued = {one.effective.entry.number: one.ruling for one in history.judged}
    return [
        (*entry_row(one), rulings_text({one.number: issued[one.number]}))
        if one.number in issued
        else (*entry_row(one), None)
        for one in history.entries
    ]
