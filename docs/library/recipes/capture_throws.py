"""Capture throws, and test whether the dice are fair

`turbo capture --camera 0` fills such a file from a camera. The power says how likely a bias of half
as much again would have been noticed: with few throws every test passes.
"""

from collections import Counter
from datetime import UTC, datetime
from random import Random

from turbo.game.dice import Face
from turbo.storage.roll_book import Roll, Rolls
from web.statistics.fairness import fairness

sides, chance = [Face.parse(text) for text in "b3 r7 k1 o12 b9 r*".split()], Random(7)
with Rolls("throws.db") as rolls:
    for _ in range(60):
        faces = tuple(chance.choices(sides, k=9))
        rolls.add(Roll(datetime.now(UTC), faces, (0.99,) * 9, "nine alike"))
    count = Counter(face for roll in rolls.rolls(label="nine alike") for face in roll.faces)
found = fairness([count[side] for side in sides], [1 / 6] * 6)
assert found is not None
print(f"p = {found.p_value:.2f}, power {found.power:.2f}, enough throws: {found.is_enough}")

# > p = 0.47, power 0.96, enough throws: True
