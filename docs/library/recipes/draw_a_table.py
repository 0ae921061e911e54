"""Draw what a camera would see

A die of the twin's set, laid flat with its third side up, on the mat in lamp light. Recognition is
tried on such pictures before there is a table.
"""

from turbo import Reader
from turbo.twin.draw import Look, picture_of
from turbo.twin.draw_dice import PlacedDie
from turbo.twin.inventory import Inventory
from turbo.twin.poses import Pose

die = Inventory.dealt(7).dice[0]
pose = Pose.flat(2, 0.0, 0.0, 0.3, 16.0)
image = picture_of(Look(light="lamp"), [PlacedDie(die, pose.position, pose.rotation)])
print("drawn:", die.faces[2])
print("read:", *(seen.readings[0].face for seen in Reader().read(image).dice))

# > drawn: b10
# > read: b10
