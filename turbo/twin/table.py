"""The twin's table as a thing: poses of dice, hands and cup on a simulated clock, and its picture.

It knows how to move things and how they look. What happens is told by a script
(`turbo.twin.script`) that yields one motion after the other.
"""

import math
import operator
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from turbo.game.dice import DICE
from turbo.twin.draw import DrawnScene, Look, Renderer
from turbo.twin.draw_dice import PlacedDie
from turbo.twin.draw_props import CUPS, CupPose, Flags, HandPose, PropDrawer
from turbo.twin.draw_table import MatPose
from turbo.twin.glyphs import Image
from turbo.twin.habits import Habits, Skill
from turbo.twin.inventory import Inventory, Matrix, TwinDie, Vector
from turbo.twin.ledger import Ledger
from turbo.twin.lens import Points, TwinLens
from turbo.twin.light import light_named
from turbo.twin.physics import PouredThrow
from turbo.twin.poses import Floor, IslandPlace, Pose, Spot
from turbo.twin.state import TableState
from vision.mat.sheet import MatGeometry

POCKET = DICE
"""The number of the foreign die that mischief takes from a pocket."""

AWAY_MM = 330.0
"""Where a hand is out of the picture."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds; people who play briskly."""

    reach_s: float = 0.28
    """From die to die."""
    carry_s: float = 0.34
    """With a die from place to place: well below what it takes to throw one."""
    withdraw_s: float = 0.35
    gather_s: float = 0.2
    """Each die that goes into the cup."""
    look_s: float = 1.3
    """Dice lie and are looked at before anyone touches them again."""
    answer_s: float = 9.0
    """How long a player waits for the referee to speak; longer than a hand-over by itself takes."""
    unheard_s: float = 2.0
    """The same where nobody can be heard."""
    before_s: float = 2.0
    """Before the match the table lies bare: whoever watches can learn what it looks like."""
    between_rounds_s: float = 3.0
    trouble_s: float = 4.0
    """How long a lamp stays off, a plug out."""
    rest_s: float = 7.0
    """How long a hand rests on the table: longer than it takes to get a word for it."""


@dataclass(frozen=True, slots=True)
class TwinSettings:
    """Everything that can be chosen about a simulated table."""

    names: tuple[str, ...] = ("Ann", "Bob")
    look: Look = field(default_factory=Look)
    habits: tuple[Habits, Habits] = (Habits(), Habits(Skill.GOOD))
    rounds: int = 6
    mischief: float = 0.0
    """Chance of a mischief at each moment where one is possible."""
    pace: Pace = field(default_factory=Pace)
    inventory: Inventory | None = None
    """None: the presumed 108 faces, dealt out by the seed."""


@dataclass
class TableMotion:
    """Something that takes time. `move` is called with the time since its start, at its end always;
    `is_done` may end it early."""

    length_s: float
    move: Callable[[float], None] | None = None
    is_done: Callable[[], bool] | None = None
    time_s: float = 0.0

    def advance(self, seconds: float) -> float:
        """Move on; answers the time that was used."""
        used = min(seconds, max(0.0, self.length_s - self.time_s))
        self.time_s += used
        if self.move is not None:
            self.move(self.time_s)
        if self.is_done is not None and self.is_done():
            # Ended here and not skipped: the clock has gone only as far as it was waited for.
            self.length_s = self.time_s
        return used

    @property
    def is_over(self) -> bool:
        # Steps of a tenth of a second do not add up to a whole one in a float.
        return self.time_s >= self.length_s - 1e-9


class Things:
    """All that lies on the table or moves over it."""

    def __init__(self, seed: int, settings: TwinSettings) -> None:
        self.seed, self.settings = seed, settings
        self.chance = random.Random(f"table {seed}")
        """Decides what happens: who starts, which faces come up, who forgets the button."""
        self.slips = random.Random(f"slips {seed}")
        """Decides how it looks: pauses, places, how straight a die is laid. How often it is asked
        hangs on where dice roll, which differs between processors; so nothing that counts does."""
        inventory = settings.inventory or Inventory.dealt(seed)
        self.state = TableState(inventory)
        self.edge_mm = inventory.edge_mm
        self.mat = settings.look.mat or MatGeometry()
        self.floor = Floor(self.mat, self.edge_mm, self.slips)
        self.ledger = Ledger(settings.names)
        self.poses: dict[int, Pose] = {}
        self._placed: dict[int, tuple[tuple[TwinDie, Pose, MatPose], PlacedDie]] = {}
        self.places: dict[int, IslandPlace] = {}
        self.moving: set[int] = set()
        self.hands: dict[int, Spot] = {}
        self.resting: HandPose | None = None
        self.cup: CupPose | None = None
        """In a hand."""
        self.standing_cup: CupPose | None = None
        self.cup_stands_s = 0.0
        """Since when it stands there."""
        self.mat_pose = MatPose()
        self.clock_s = 0.0
        self.camera_is_out = False
        printed = replace(settings.look.printed, mark=inventory.mark)
        self.look = replace(settings.look, printed=printed)
        self.renderer = Renderer(self.look, seed)
        self._lens = TwinLens(self.look.camera)
        self._version = 0

    def pass_time(self, seconds: float) -> None:
        self.clock_s += seconds

    # Dice

    def body(self, die: int) -> TwinDie:
        dice = self.state.inventory.dice
        return dice[0] if die == POCKET else dice[die]

    def put(self, die: int, pose: Pose) -> None:
        self.poses[die] = pose
        self.moving.discard(die)
        self._version += 1

    def lift(self, die: int, pose: Pose) -> None:
        """The die moves: it is drawn anew in every picture."""
        if die not in self.moving:
            self.moving.add(die)
            self._version += 1
        self.poses[die] = pose

    def remove(self, die: int) -> None:
        if self.poses.pop(die, None) is not None:
            self._version += 1
        self.moving.discard(die)

    def turn(self, die: int, side: int) -> None:
        """Show another side where the die lies."""
        self.put(die, self.flat(die, self.poses[die].spot, side))

    def flat(self, die: int, spot: Spot, side: int | None = None) -> Pose:
        """The die as it would lie flat there, turned as it is; with this side up, or its own."""
        up = self.state.sides[die] if side is None else side
        return Pose.flat(up, *spot, self.yaw(die), self.edge_mm)

    def yaw(self, die: int) -> float:
        return self.poses[die].flat_yaw

    def spots(self, *without: int) -> list[Spot]:
        return [pose.spot for die, pose in self.poses.items() if die not in without]

    def taken(self, *without: int) -> list[Spot]:
        """Where no die can be put: dice, and the cup where it stands."""
        cup = self.standing_cup
        if cup is None:
            return self.spots(*without)
        x, y, _ = cup.bottom_mm
        around = (2.0 * math.pi * part / 8 for part in range(8))
        # A cup is wider than a die: kept off its middle alone, dice would be put under its wall.
        rim = [(x + 30.0 * math.cos(a), y + 30.0 * math.sin(a)) for a in around]
        return [*self.spots(*without), (x, y), *rim]

    def put_cup(self, cup: CupPose | None) -> None:
        """Let the cup stand there, or take it away."""
        self.cup, self.standing_cup, self.cup_stands_s = None, cup, self.clock_s
        self._version += 1

    def new_cup(self, x: float, y: float, z: float = 0.0) -> CupPose:
        """The cup of this table, upright."""
        return CupPose((x, y, z), np.eye(3), colour=CUPS[self.look.cup])

    # Hands

    def away(self, seat: int, x: float = 0.0) -> Spot:
        return (x * 0.5, -AWAY_MM if seat == 0 else AWAY_MM)

    def _hand_poses(self) -> tuple[HandPose, ...]:
        poses = []
        for seat, (x, y) in self.hands.items():
            # Not one of the picture any more, so that the table counts as still.
            if abs(y) >= AWAY_MM - 1.0:
                continue
            # A person sits at the middle and leans: the shoulder follows the hand by a third.
            shoulder = (x * 0.35, -520.0 if seat == 0 else 520.0)
            towards = math.atan2(y - shoulder[1], x - shoulder[0])
            x, y = self.mat_pose.place(x, y)
            sleeve = self.settings.habits[seat].sleeve
            poses.append(HandPose(x, y, towards, skin=seat, sleeve=sleeve))
        if self.resting is not None:
            poses.append(self.resting)
        return tuple(poses)

    @property
    def has_hand_in_view(self) -> bool:
        return bool(self._hand_poses()) or self.cup is not None

    @property
    def is_still(self) -> bool:
        return not self.moving and not self.has_hand_in_view

    # A throw being played back

    def show_throw(
        self, thrown: PouredThrow, dice: list[int], lying: Mapping[int, Pose], time_s: float
    ) -> None:
        """`lying`: the dice that lay there before, as they lay."""
        at = thrown.at(time_s)
        for die, moved in shoved_poses(thrown, lying, at).items():
            self.lift(die, moved)
        cup_mm, cup_rotation = thrown.cup_mm[at], thrown.cup_rotations[at]
        for place, die in enumerate(dice):
            position = thrown.positions_mm[at][place]
            if _is_inside_cup(position, cup_mm, cup_rotation):
                self.remove(die)
            else:
                self.lift(die, Pose(position, thrown.rotations[at][place]))
        x, y, z = map(float, cup_mm)
        held = CupPose((x, y, z), cup_rotation, colour=CUPS[self.look.cup])
        # Higher it is out of the picture, or would hide all of it.
        self.cup = held if z < 240.0 else None

    # The picture

    def scene(self) -> DrawnScene:
        placed = {die: self.placed(die) for die in sorted(self.poses)}
        return DrawnScene(
            still=tuple(one for die, one in placed.items() if die not in self.moving),
            moving=tuple(one for die, one in placed.items() if die in self.moving),
            cups=() if self.cup is None else (self._cup_on_mat(self.cup),),
            hands=self._hand_poses(),
            mat=self.mat_pose,
            still_key=self._version,
            standing=tuple(self._cup_on_mat(cup) for cup in self._standing()),
        )

    def placed(self, die: int) -> PlacedDie:
        """Made once for as long as it lies so: each picture asks for it, and so does what is true
        of that picture."""
        why = self.body(die), self.poses[die], self.mat_pose
        known = self._placed.get(die)
        if known is None or not all(map(operator.is_, known[0], why)):
            known = self._placed[die] = why, self._place(*why)
        return known[1]

    def _place(self, body: TwinDie, pose: Pose, mat: MatPose) -> PlacedDie:
        x, y = mat.place(*pose.spot)
        c, s = math.cos(mat.turn_rad), math.sin(mat.turn_rad)
        turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        position = np.array([x, y, pose.position[2]])
        return PlacedDie(body, position, turn @ pose.rotation, self.edge_mm)

    def _standing(self) -> tuple[CupPose, ...]:
        return () if self.standing_cup is None else (self.standing_cup,)

    def _cup_on_mat(self, cup: CupPose) -> CupPose:
        x, y = self.mat_pose.place(cup.bottom_mm[0], cup.bottom_mm[1])
        return replace(cup, bottom_mm=(x, y, cup.bottom_mm[2]))

    @property
    def lens(self) -> TwinLens:
        """The camera as it hangs now, bumped or not."""
        if self._lens.settings != self.look.camera:
            self._lens = TwinLens(self.look.camera)
        return self._lens

    @property
    def props(self) -> PropDrawer:
        """Hands and cup as the camera sees them now."""
        return PropDrawer(self.lens, light_named(self.look.light))

    def covered(self, quads_px: Points) -> Flags:
        """Of faces, whether a hand or the cup hides each, or a part of it that matters."""
        hidden: Flags = np.zeros(len(quads_px), bool)
        props = self.props
        middles = quads_px.mean(axis=1)
        reach = 0.3 * np.linalg.norm(quads_px[:, 0] - quads_px[:, 1], axis=-1)
        for hand in self._hand_poses():
            hidden |= props.under_hand(hand, middles, reach)
        for cup in self._standing() if self.cup is None else (self.cup, *self._standing()):
            hidden |= props.under_cup(self._cup_on_mat(cup), middles, reach)
        return hidden

    def frame(self, before: Sequence[DrawnScene] = ()) -> Image:
        """The picture at this moment; `before`: what the open shutter has seen until now."""
        self.renderer.look = self.look
        return self.renderer.draw(self.scene(), before, self.clock_s)


def shoved_poses(thrown: PouredThrow, lying: Mapping[int, Pose], at: int) -> dict[int, Pose]:
    """Where the dice that a throw has moved are, of those that lay there before it."""
    dice = list(lying)
    return {
        dice[place]: Pose(shove.positions_mm[at], shove.turns[at] @ lying[dice[place]].rotation)
        for place, shove in thrown.shoved.items()
    }


def _is_inside_cup(position: Vector, cup_mm: Vector, rotation: Matrix) -> bool:
    x, y, z = rotation.T @ (position - cup_mm)
    # A millimetre within the wall and four below the mouth: a die at the rim is seen already.
    return bool(math.hypot(x, y) < 30.0 and -5.0 < z < 78.0)
