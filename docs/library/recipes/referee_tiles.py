"""Referee a game with tiles

The tile editions have their own rules and the same notation; a record names its edition first.
"""

from turbo import Layout, TileLayout, edition

goliath = edition("original-goliath")
for text in ("k10 r10 o10 | b4 b5 b6", "k10 r10 o10 b10 k11"):
    judged = TileLayout(Layout.parse(text), goliath)
    print(
        text, "->", "legal" if judged.is_legal else [str(fault.rule) for fault in judged.faults()]
    )

# > k10 r10 o10 | b4 b5 b6 -> legal
# > k10 r10 o10 b10 k11 -> ['not-a-set']
