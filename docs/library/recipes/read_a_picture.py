"""Read a picture

Every die with its best reading and how sure it is. What is in doubt has more than one reading.
"""

from turbo import Reader
from vision.pictures.loading import load

seen = Reader().read(load("docs/library/table.jpg"))
best = [die.readings[0] for die in seen.dice]
print(len(best), "dice:", *sorted(str(one.face) for one in best if one.confidence > 0.5))

# > 18 dice: b11 b13 b3 b4 b5 b7 k3 k4 k7 o2 o4 o5 o5 o6 o7 o9 r5 r7
