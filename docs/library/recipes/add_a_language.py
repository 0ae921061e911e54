"""Add a language

A fault is a value: a rule, the dice, and what makes it so. Any table of sentences can speak it. To
bring a language into the program itself, see CONTRIBUTING: the tests name every missing text.
"""

from turbo import Layout, Rule

SPANISH = {Rule.TOUCHING: "{dice}: se tocan; sepárelos.", Rule.LONE_DIE: "{dice}: está solo."}
COLOURS = {"k": "negro", "r": "rojo", "b": "azul", "o": "naranja"}

for fault in Layout.parse("b3 k3 | r7").faults():
    dice = " y ".join(f"{face.number} {COLOURS[str(face)[0]]}" for face in fault.faces)
    print(SPANISH[fault.rule].format(dice=dice))

# > 3 azul y 3 negro: se tocan; sepárelos.
# > 7 rojo: está solo.
