"""Referee a record

A match typed as text, one statement a line, judged with the same code as a live one.
"""

from pathlib import Path

from turbo import Record, Verdict
from turbo.storage.history import judge_record

history = judge_record(Record.parse(Path("examples/evening.turbo").read_text()))
for one in history.judged:
    if one.ruling.verdict is Verdict.REJECTED:
        print(one.ruling.player, *(fault.rule for fault in one.ruling.faults))
print(dict(zip(history.players, history.match.totals, strict=True)), history.match.winner)

# > Ann touching
# > Ann thrown-twice
# > Ann die-removed no-hand-die
# > {'Ann': 175, 'Bob': 29} Ann
