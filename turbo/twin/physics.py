"""Throws as rigid bodies: dice shaken in the cup, poured out, bouncing, colliding, at rest.

MuJoCo does the mechanics. A die is rounded: on the mat it touches with eight small balls whose hull
is exactly a cube with rounded edges and corners; among themselves dice touch as boxes. The cup is a
ring of planks that the throwing hand moves; a lid keeps the dice in while they are shaken. Dice
that lie on the table already are bodies like any other: a die that rolls into a set shoves it.

The same seed and the same scene give the same throw, step by step, on the same kind of processor.
On another the last bits of a sum differ, and a throw that hangs on them ends elsewhere. So nothing
that counts may hang on it: which sides come up is decided before (`Throw.showing`).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import mujoco  # type: ignore[import-untyped, import-not-found, unused-ignore]
import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError
from turbo.twin.inventory import ROUNDING, SIDE_AXES, Matrix, top_side, yaw_of

Poses = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ThrowTuning:
    """How the cup is built and handled, and how hard the dice are.

    Found by looking at poured throws: dice roll a hand's breadth or two, knock against each other
    two or three times and lie after about a second."""

    step_s: float = 0.001
    """Step of the mechanics; at 0.002 corners sink in visibly."""
    record_hz: float = 60.0
    """Poses kept a second: frames of 5 to 30 a second pick from them, blur uses those between."""
    shake_s: float = 0.7
    """How long the cup is shaken: longer makes the faces no fairer (chi-square in bench.twin)."""
    shake_hz: float = 6.0
    """Strokes a second of the hand."""
    shake_mm: float = 16.0
    """Half a stroke; at 6 strokes a second that is more than gravity, so dice leave the floor."""
    tilt_s: float = 0.15
    """From upright to pouring: slower, dice fall on each other and stay there."""
    tilt_deg: float = 116.0
    """The angle of pouring: all dice slide out."""
    retreat_mm: float = 35.0
    """How far the hand draws back while pouring, so that the dice do not jam before the mouth."""
    lift_s: float = 0.65
    """After tilting, the time until the cup is taken away: the last die has left it by then."""
    longest_s: float = 6.0
    """A throw that is not at rest by then is taken as it is."""
    rest_mm_s: float = 4.0
    """Slower than this everywhere, for `still_s`, is at rest."""
    still_s: float = 0.15
    """A die that turns over stands nearly still on its edge for a moment, and is not at rest."""
    cup_radius_mm: float = 31.0
    """Nine dice of 16 mm fit in three layers of three, with room to turn over."""
    cup_height_mm: float = 82.0
    planks: int = 8
    """Sides of the cup's ring."""
    friction: float = 0.45
    """Plastic on felt or paper."""
    bounce: float = 0.75
    """Damping ratio of the contacts: lower bounces more."""
    mass_kg: float = 0.006
    """A cube of 16 mm, of a plastic half as heavy again as water."""
    shoved_mm: float = 0.2
    """A die that was moved by less lies as it lay: bodies sink into the mat by a hundredth."""
    cocked_deg: float = 6.0
    """A die whose top is further off the level than this leans on something. Any angle from 1 to 25
    does: of 4970 dice 23 leaned, by 27 to 47 degrees, and all others by less than 0.2; 32 of these
    lay flat on another die. `bench.twin physics` counts them."""


DEFAULT_THROW = ThrowTuning()


@dataclass(frozen=True, slots=True)
class Pour:
    """Where the cup pours: over this point of the mat, towards this direction."""

    x_mm: float
    y_mm: float
    towards_rad: float


@dataclass(frozen=True, slots=True)
class StandingBody:
    """A die that lies in the way already."""

    x_mm: float
    y_mm: float
    yaw_rad: float
    z_mm: float | None = None
    """Its middle; None: it lies on the mat. One that lies on others stands higher."""


@dataclass(frozen=True, slots=True)
class Rest:
    """How one die came to rest."""

    side: int
    x_mm: float
    y_mm: float
    z_mm: float
    yaw_rad: float
    lean_deg: float
    is_cocked: bool


@dataclass(frozen=True, slots=True)
class Shove:
    """How a die that lay there was moved: (times, 3) and (times, 3, 3), from where it lay."""

    positions_mm: Poses
    turns: Poses
    """Rotations against how it lay; whatever side of it was up."""

    @property
    def reach_mm(self) -> float:
        return float(np.linalg.norm(self.positions_mm[-1] - self.positions_mm[0]))


@dataclass(frozen=True, slots=True)
class PouredThrow:
    """A whole throw: poses over time, and how the dice lie in the end.

    `positions_mm` is (times, dice, 3), `rotations` (times, dice, 3, 3); the cup's position is that
    of its bottom's centre. `poured_s` is when the cup begins to tilt.
    """

    times_s: NDArray[np.float64]
    positions_mm: Poses
    rotations: Poses
    cup_mm: Poses
    cup_rotations: Poses
    poured_s: float
    rests: tuple[Rest, ...]
    shoved: Mapping[int, Shove] = field(default_factory=dict)
    """What was moved of the dice that lay there, by their places in `standing`."""

    @property
    def length_s(self) -> float:
        return float(self.times_s[-1])

    def at(self, time_s: float) -> int:
        """The index of the poses at a time."""
        return min(int(np.searchsorted(self.times_s, time_s)), len(self.times_s) - 1)

    def showing(self, sides: Sequence[int]) -> "PouredThrow":
        """The same motion with these sides up in the end. A die is one solid however its sides are
        numbered: a throw of dice that are printed otherwise is as real."""
        turns = [
            SIDE_AXES[rest.side].T @ SIDE_AXES[side]
            for rest, side in zip(self.rests, sides, strict=True)
        ]
        rests = (replace(rest, side=side) for rest, side in zip(self.rests, sides, strict=True))
        return replace(self, rotations=self.rotations @ np.stack(turns), rests=tuple(rests))


class _Cup:
    """The path of the cup: shaken over the mat, tilted, and taken away upwards."""

    def __init__(self, pour: Pour, tuning: ThrowTuning, chance: np.random.Generator) -> None:
        self.pour, self.tuning = pour, tuning
        self.phases = chance.uniform(0.0, 2.0 * math.pi, 3)
        self.hz = tuning.shake_hz * chance.uniform(0.85, 1.15)
        self.tilt_s = tuning.tilt_s * chance.uniform(0.8, 1.25)
        self.swirl = chance.uniform(-0.2, 0.2)

    @property
    def gone_s(self) -> float:
        return self.tuning.shake_s + self.tilt_s + self.tuning.lift_s

    def tilt(self, time_s: float) -> float:
        part = (time_s - self.tuning.shake_s) / self.tilt_s
        part = min(1.0, max(0.0, part))
        # Slow at both ends: a cup that stops with a jerk shoots its dice over the mat.
        return math.radians(self.tuning.tilt_deg) * (3.0 - 2.0 * part) * part * part

    def position_m(self, time_s: float) -> NDArray[np.float64]:
        t = self.tuning
        shake = np.zeros(3)
        if time_s < t.shake_s:
            # Begun and ended softly: a cup that jumps to full speed goes through its dice.
            calm = min(1.0, time_s / 0.1, (t.shake_s - time_s) / 0.1)
            # 0.7 across: with equal strokes the hand, and the dice, would only circle.
            angles = 2.0 * math.pi * self.hz * time_s * np.array([1.0, 0.7, 1.0]) + self.phases
            shake = calm * t.shake_mm * np.array([0.5, 0.35, 1.0]) * np.sin(angles)
        tilt = self.tilt(time_s)
        part = tilt / math.radians(t.tilt_deg)
        forward = np.array([math.cos(self.pour.towards_rad), math.sin(self.pour.towards_rad), 0.0])
        # The bottom rises while the mouth stays a few centimetres over the mat.
        height = 44.0 + (t.cup_height_mm * 0.42) * part
        # Ever faster and straight up, so that no rim drags a die along.
        lift = 1500.0 * max(0.0, time_s - self.gone_s) ** 2
        back = np.array([self.pour.x_mm, self.pour.y_mm, height + lift])
        poured = min(1.0, max(0.0, (time_s - t.shake_s) / (self.gone_s - t.shake_s)))
        path: NDArray[np.float64] = back + forward * (30.0 * part - t.retreat_mm * poured) + shake
        return path / 1000.0

    def rotation(self, time_s: float) -> Matrix:
        tilt, heading = self.tilt(time_s), self.pour.towards_rad + self.swirl
        c, s = math.cos(heading), math.sin(heading)
        turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        c, s = math.cos(tilt), math.sin(tilt)
        lean = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
        rotation: Matrix = turn @ lean @ turn.T
        return rotation


def _cup_xml(tuning: ThrowTuning) -> str:
    radius, height = tuning.cup_radius_mm / 1000.0, tuning.cup_height_mm / 1000.0
    # Half a side of the ring at the planks' middle: they meet without a gap for a corner.
    half = (radius + 0.004) * math.tan(math.pi / tuning.planks)
    planks = []
    for number in range(tuning.planks):
        angle = 2.0 * math.pi * number / tuning.planks
        x, y = (radius + 0.004) * math.cos(angle), (radius + 0.004) * math.sin(angle)
        planks.append(
            f'<geom class="cup" type="box" size="0.004 {half:.5f} {height / 2:.5f}"'
            f' pos="{x:.5f} {y:.5f} {height / 2:.5f}" euler="0 0 {math.degrees(angle):.3f}"/>'
        )
    ends = (("floor", -0.004), ("lid", height + 0.004))
    planks += [
        f'<geom name="{name}" class="cup" type="cylinder" size="{radius + 0.008:.5f} 0.004"'
        f' pos="0 0 {z:.5f}"/>'
        for name, z in ends
    ]
    return f'<body name="cup" mocap="true" pos="0 0 0.2">{"".join(planks)}</body>'


def _die_xml(edge_m: float, mass_kg: float) -> str:
    half, ball = edge_m / 2.0, edge_m * ROUNDING
    inner = half - ball
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    balls = "".join(
        f'<geom class="ball" size="{ball:.5f}" pos="{x * inner:.5f} {y * inner:.5f} '
        f'{z * inner:.5f}"/>'
        for x, y, z in corners
    )
    # Of a solid cube. Left to the shapes it would be counted of balls and box together.
    inertia = mass_kg * edge_m**2 / 6.0
    return (
        f'<body><freejoint/><inertial pos="0 0 0" mass="{mass_kg}"'
        f' diaginertia="{inertia:.4e} {inertia:.4e} {inertia:.4e}"/>'
        f'<geom class="die" size="{half:.5f} {half:.5f} {half:.5f}"/>{balls}</body>'
    )


# Who touches whom: balls touch the floor and the cup, boxes touch boxes. A box would touch the
# floor with sharp edges and so does not.
_XML = """
<mujoco>
  <option timestep="{step}" gravity="0 0 -9.81" solver="Newton" iterations="8" tolerance="1e-5"
    noslip_iterations="3" cone="pyramidal"/>
  <compiler angle="degree"/>
  <size memory="24M"/>
  <default>
    <geom solref="0.004 {bounce}" solimp="0.9 0.97 0.0005" friction="{friction} 0.001 0.00002"/>
    <default class="ball"><geom type="sphere" contype="1" conaffinity="6" mass="0"/></default>
    <default class="die"><geom type="box" contype="8" conaffinity="8" mass="0"/></default>
    <default class="cup"><geom contype="2" conaffinity="1" friction="0.15 0.001 0.00002"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="2 2 0.1" contype="4" conaffinity="1"/>
    {cup}{dice}
  </worldbody>
</mujoco>
"""


class _Simulation:
    def __init__(
        self,
        seed: int,
        count: int,
        pour: Pour,
        standing: Sequence[StandingBody],
        edge_mm: float,
        tuning: ThrowTuning,
    ) -> None:
        self.tuning, self.count, self.edge_m = tuning, count, edge_mm / 1000.0
        self.chance = np.random.default_rng(seed)
        self.cup = _Cup(pour, tuning, self.chance)
        self.model = mujoco.MjModel.from_xml_string(
            _XML.format(
                step=tuning.step_s,
                bounce=tuning.bounce,
                friction=tuning.friction,
                cup=_cup_xml(tuning),
                dice=_die_xml(self.edge_m, tuning.mass_kg) * (count + len(standing)),
            )
        )
        self.data = mujoco.MjData(self.model)
        self.lid = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_GEOM, "lid")
        self.first_die = self.model.nbody - count - len(standing)
        self.standing = standing
        self._fill_cup()
        self._lay_standing()

    def _fill_cup(self) -> None:
        """Dice are dropped in one by one, three to a layer, each turned at random."""
        base = self.cup.position_m(0.0)
        for die in range(self.count):
            layer, place = divmod(die, 3)
            angle = 2.0 * math.pi * place / 3.0 + layer
            # A die alone lies in the middle.
            reach = 0.7 * self.edge_m * min(1.0, self.count - 1.0)
            # One and a half edges: a cube is up to 1.7 high, and layers are turned aside.
            height = self.edge_m * (0.9 + 1.5 * layer)
            at = base + np.array([reach * math.cos(angle), reach * math.sin(angle), height])
            turn = self.chance.normal(size=4)
            self.data.qpos[7 * die : 7 * die + 7] = [*at, *(turn / np.linalg.norm(turn))]

    def _lay_standing(self) -> None:
        for place, one in enumerate(self.standing, self.count):
            z_m = self.edge_m / 2.0 if one.z_mm is None else one.z_mm / 1000.0
            turn = [math.cos(one.yaw_rad / 2.0), 0.0, 0.0, math.sin(one.yaw_rad / 2.0)]
            at = (one.x_mm / 1000.0, one.y_mm / 1000.0, z_m)
            self.data.qpos[7 * place : 7 * place + 7] = [*at, *turn]

    def run(self) -> PouredThrow:
        t = self.tuning
        every = max(1, round(1.0 / t.record_hz / t.step_s))
        steps = round(t.longest_s / t.step_s)
        kept: list[tuple[float, Poses, Poses, Poses, Matrix]] = []
        still_since = 0.0
        for step in range(steps):
            time_s = step * t.step_s
            self._move_cup(time_s)
            mujoco.mj_step(self.model, self.data)
            if step % every == 0:
                kept.append(self._snapshot(time_s))
                # In the cup dice may lie still before they are poured: that is no rest.
                if time_s < self.cup.gone_s or not self._is_still():
                    still_since = time_s
                elif time_s - still_since >= t.still_s:
                    break
        return self._throw(kept)

    def _move_cup(self, time_s: float) -> None:
        self.data.mocap_pos[0] = self.cup.position_m(time_s)
        mujoco.mju_mat2Quat(self.data.mocap_quat[0], self.cup.rotation(time_s).ravel())
        if self.tuning.shake_s <= time_s < self.tuning.shake_s + self.tuning.step_s:
            # Not moved away but touching nothing: a lid that is lifted would take dice with it.
            self.model.geom_contype[self.lid] = 0
            self.model.geom_conaffinity[self.lid] = 0

    def _is_still(self) -> bool:
        speed = np.abs(self.data.qvel.reshape(-1, 6))
        return bool(
            speed[:, :3].max() * 1000.0 < self.tuning.rest_mm_s
            and speed[:, 3:].max() * self.edge_m * 1000.0 < self.tuning.rest_mm_s
        )

    def _snapshot(self, time_s: float) -> tuple[float, Poses, Poses, Poses, Matrix]:
        dice = slice(self.first_die, None)
        return (
            time_s,
            self.data.xpos[dice] * 1000.0,
            self.data.xmat[dice].reshape(-1, 3, 3).copy(),
            self.data.mocap_pos[0] * 1000.0,
            self.cup.rotation(time_s),
        )

    def _throw(self, kept: list[tuple[float, Poses, Poses, Poses, Matrix]]) -> PouredThrow:
        times, positions, rotations, cups, cup_rotations = zip(*kept, strict=True)
        last = zip(positions[-1][: self.count], rotations[-1][: self.count], strict=True)
        rests = tuple(self._rest(position_mm, rotation) for position_mm, rotation in last)
        every_mm, every_turn = np.stack(positions), np.stack(rotations)
        return PouredThrow(
            np.array(times),
            every_mm[:, : self.count],
            every_turn[:, : self.count],
            np.stack(cups),
            np.stack(cup_rotations),
            self.tuning.shake_s,
            rests,
            self._shoved(every_mm[:, self.count :], every_turn[:, self.count :]),
        )

    def _shoved(self, positions_mm: Poses, rotations: Poses) -> dict[int, Shove]:
        turns = rotations @ np.swapaxes(rotations[0], -1, -2)
        found = {}
        for place in range(len(self.standing)):
            shove = Shove(positions_mm[:, place], turns[:, place])
            turned_mm = float(np.abs(turns[-1, place] - np.eye(3)).max()) * self.edge_m * 500.0
            if max(shove.reach_mm, turned_mm) >= self.tuning.shoved_mm:
                found[place] = shove
        return found

    def _rest(self, position_mm: Poses, rotation: Matrix) -> Rest:
        side, lean = top_side(rotation)
        x, y, z = map(float, position_mm)
        # Flat on the mat its middle is half an edge up, on another die one and a half.
        is_stacked = z > 0.75 * self.edge_m * 1000.0
        is_cocked = lean > self.tuning.cocked_deg or is_stacked
        return Rest(side, x, y, z, yaw_of(rotation, side), lean, is_cocked)


def throw(
    seed: int,
    count: int,
    pour: Pour,
    *,
    standing: Sequence[StandingBody] = (),
    edge_mm: float = 16.0,
    tuning: ThrowTuning = DEFAULT_THROW,
) -> PouredThrow:
    """Shake so many dice in the cup, pour them out and wait until they lie."""
    if not 1 <= count <= 18:
        raise TurboError(f"expected 1 to 18 dice in the cup, got {count}")
    return _Simulation(seed, count, pour, standing, edge_mm, tuning).run()
