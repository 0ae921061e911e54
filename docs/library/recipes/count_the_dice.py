"""Count what was thrown

Statistics of one's own need nothing but the log: which faces came up, and how often a turn was
blank?
"""

from collections import Counter
from pathlib import Path

from turbo import Record, events, judge_record

history = judge_record(Record.parse(Path("examples/evening.turbo").read_text()))
thrown: Counter[str] = Counter()
blank = 0
for one in history.judged:
    if isinstance(one.event, events.Thrown):
        thrown.update(str(face) for face in one.event.hand)
    blank += isinstance(one.event, events.Passed)
print(thrown.most_common(3), "blank turns:", blank)

# > [('b8', 13), ('r8', 12), ('k8', 12)] blank turns: 35
