"""Analyse a folder of matches

Records are text: a folder of them is a data set. Which rules were broken most?
"""

from collections import Counter
from pathlib import Path

from turbo import Record
from turbo.game.record import names_edition
from turbo.storage.history import judge_record

broken: Counter[str] = Counter()
for path in sorted(Path("examples").glob("*.turbo")):
    if not names_edition(text := path.read_text()):
        history = judge_record(Record.parse(text))
        broken.update(str(fault.rule) for one in history.judged for fault in one.ruling.faults)
print(broken.most_common(3))

# > [('touching', 1), ('thrown-twice', 1), ('die-removed', 1)]
