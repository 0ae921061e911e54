"""Judge a layout

Sets may cross like words in a crossword. `faults()` collects everything that is wrong; each fault
names its rule and its cells (island, row, column).
"""

from turbo import Layout

layout = Layout.parse("b3 b4 b5 / r3 . . / k3 . . | k5 k6")
for found in layout.sets():
    print(found.kind, *found.chain.faces)
for fault in layout.faults():
    print(fault.rule, *fault.faces, fault.cells)

# > run b3 b4 b5
# > group b3 r3 k3
# > touching k5 k6 ((1, 0, 0), (1, 0, 1))
