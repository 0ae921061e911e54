"""The twin's picture: a still layer that is kept, and on it whatever moves.

While nothing moves, a picture costs a copy and fresh noise. Dice that move are drawn over the still
layer; when they come to rest they become a part of it. A lamp, a bump of the camera or a nudge of
the mat make a new still layer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from turbo.errors import TurboError, named
from turbo.twin.draw_dice import DiceDrawer, PlacedDie
from turbo.twin.draw_props import CUPS, CupPose, HandPose, PropDrawer
from turbo.twin.draw_table import CLUTTER, MUG_MM, MatPose, TablePainter, scale_for, seen_table
from turbo.twin.effects import Development, checked
from turbo.twin.glyphs import Image, Print
from turbo.twin.lens import TwinCameraSettings, TwinLens
from turbo.twin.light import light_named
from turbo.twin.shutter import ExposedMoment, OpenShutter
from vision.mat.sheet import MatGeometry


@dataclass(frozen=True, slots=True)
class Look:
    """Everything about the picture that is chosen and not played."""

    camera: TwinCameraSettings = field(default_factory=TwinCameraSettings)
    light: str = "day"
    surface: str = "wood"
    mat: MatGeometry | None = field(default_factory=MatGeometry)
    printed: Print = field(default_factory=Print)
    effects: tuple[str, ...] = ()
    """Names of `turbo.twin.effects`; none: a clean picture with a little noise, as ever."""
    clutter: tuple[str, ...] = ()
    """What lies around (`turbo.twin.draw_table.CLUTTER`); none, as ever."""
    cup: str = "red"

    def __post_init__(self) -> None:
        object.__setattr__(self, "effects", checked(self.effects))
        if unknown := sorted(set(self.clutter) - set(CLUTTER)):
            raise TurboError(f"expected clutter of {', '.join(CLUTTER)}, got {', '.join(unknown)}")
        named(CUPS, self.cup, "a cup")


@dataclass(frozen=True, slots=True)
class DrawnScene:
    """What is on the table at one moment."""

    still: tuple[PlacedDie, ...] = ()
    moving: tuple[PlacedDie, ...] = ()
    cups: tuple[CupPose, ...] = ()
    hands: tuple[HandPose, ...] = ()
    mat: MatPose = field(default_factory=MatPose)
    still_key: object = None
    """Equal keys mean equal still dice: spares the comparison of poses."""
    standing: tuple[CupPose, ...] = ()
    """Cups that nobody holds."""

    @property
    def has_motion(self) -> bool:
        return bool(self.moving or self.hands or self.cups)

    @property
    def key(self) -> tuple[object, ...]:
        """Equal keys mean equal pictures."""
        still = object() if self.still_key is None else self.still_key
        dice, cups = (tuple(one.key for one in things) for things in (self.moving, self.cups))
        return still, self.mat, dice, cups, self.hands


Painting = tuple[str, MatGeometry | None, int, float, tuple[str, ...]]
"""What a table is painted by: surface, mat, seed, scale and clutter."""


@lru_cache(maxsize=8)
def _bare_table(painting: Painting, mat: MatPose, camera: TwinCameraSettings, light: str) -> Image:
    """The table before anything lies on it. Painting and bending it costs as much as a second of
    play, and many tables look alike: those of one seed, or one table that is begun again. What was
    painted is not kept: it is fourteen times what is seen of it."""
    flat, scale = TablePainter(*painting).painted(mat), painting[3]
    seen = seen_table(flat, scale, TwinLens(camera), light_named(light))
    # Kept and handed out again: whoever drew on it would draw on every later table.
    seen.flags.writeable = False
    return seen


class Renderer:
    """Draws scenes. The look may be changed between two pictures."""

    def __init__(self, look: Look, seed: int = 0) -> None:
        self.look, self.seed = look, seed
        self._scale: tuple[object, float] | None = None
        self._table_key: object = None
        self._still_key: object = None
        self._finished: Image | None = None
        self._clean: tuple[object, Image] | None = None
        self._development = Development(seed)
        self.lens = TwinLens(look.camera)

    def draw(
        self, scene: DrawnScene, before: Sequence[DrawnScene] = (), at_s: float = 0.0
    ) -> Image:
        """A fresh picture of the scene, blue, green, red. `before`: the same while the shutter was
        open; they are smeared into one."""
        clean = self._clean_picture((*before, scene))
        noise = self.look.camera.noise * light_named(self.look.light).noise
        return self._development.developed(clean, self.look.effects, noise, at_s)

    def _clean_picture(self, scenes: Sequence[DrawnScene]) -> Image:
        if not any(scene.has_motion for scene in scenes):
            # Without motion the shutter saw one moment as well as another: the last.
            scenes = scenes[-1:]
        keys = [scene.key for scene in scenes]
        seen = (self.look, keys)
        if self._clean is None or self._clean[0] != seen:
            # A hand that rests is drawn once, however long the shutter saw it.
            moments = [self._moment(scene, times) for scene, times in _counted(scenes, keys)]
            self._clean = seen, OpenShutter(moments).finished(self._finished_still(), self._finish)
        return self._clean[1]

    def _moment(self, scene: DrawnScene, times: int) -> ExposedMoment:
        self._keep_still_layer(scene)
        if not scene.has_motion:
            return ExposedMoment(self._still, self._still, [], times)
        picture = self._still.copy()
        touched = self._dice.draw(picture, scene.moving)
        for cup in scene.cups:
            touched += self._props.draw_cup(picture, cup)
        for hand in scene.hands:
            touched += self._props.draw_hand(picture, hand)
        return ExposedMoment(self._still, picture, touched, times)

    def _finished_still(self) -> Image:
        if self._finished is None:
            self._finished = self._finish(self._still)
        return self._finished

    def _keep_still_layer(self, scene: DrawnScene) -> None:
        look = self.look
        table_key = (look, scene.mat)
        if table_key != self._table_key:
            self._table_key, self._still_key = table_key, None
            self._take_look(scene.mat)
        if self._still_key is not None and self._still_key == scene.still_key:
            return
        self._still, self._finished = self._table.copy(), None
        self._dice.draw(self._still, scene.still)
        for cup in (*self._mugs(), *scene.standing):
            self._props.draw_cup(self._still, cup)
        self._still_key = scene.still_key

    def _mugs(self) -> tuple[CupPose, ...]:
        if "mug" not in self.look.clutter:
            return ()
        return (CupPose((*MUG_MM, 0.0), np.eye(3), 40.0, 92.0, CUPS["white"]),)

    def _take_look(self, mat: MatPose) -> None:
        look, light = self.look, light_named(self.look.light)
        self.lens = TwinLens(look.camera)
        self._dice = DiceDrawer(self.lens, light, look.printed)
        self._props = PropDrawer(self.lens, light)
        scale = scale_for(self.lens)
        # Rounded: for a bump that changes the scale by a hair no 50 MB are painted anew.
        key = (look.surface, look.mat, round(scale, 1), look.clutter)
        if self._scale is None or self._scale[0] != key:
            self._scale = (key, scale)
        painting = (look.surface, look.mat, self.seed, self._scale[1], look.clutter)
        self._table = _bare_table(painting, mat, look.camera, look.light)

    def _finish(self, picture: Image) -> Image:
        blur = self.look.camera.blur_px
        # Below a fifth of a pixel nothing changes but the time that it takes.
        if blur < 0.2:
            return picture
        # As small as the blur allows: this is done for every picture.
        reach = 3 if blur <= 0.8 else 5
        return np.asarray(cv2.GaussianBlur(picture, (reach, reach), blur), np.uint8)


def _counted(
    scenes: Sequence[DrawnScene], keys: Sequence[object]
) -> Iterator[tuple[DrawnScene, int]]:
    """Each scene that differs from all before it, and how often it is there."""
    for place, (scene, key) in enumerate(zip(scenes, keys, strict=True)):
        if key not in keys[:place]:
            yield scene, keys.count(key)


def picture_of(look: Look, dice: Sequence[PlacedDie]) -> Image:
    """One picture of dice at rest, for tests and stills."""
    return Renderer(look).draw(DrawnScene(still=tuple(dice)))
