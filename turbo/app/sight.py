"""What every command that looks at a table needs: the camera, the plan and the eyes, by name."""

import argparse
import itertools
import json
import math
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.app.arriving import Lighting
from turbo.errors import TurboError, reading, text_of
from turbo.game.dice import DiceSet
from turbo.game.observation import Observation, Point
from turbo.live.perception import Perception
from vision.cameras.by_name import open_camera
from vision.cameras.frames import Camera, CameraLost, Frame
from vision.cameras.phone import PHONE, PhoneInbox
from vision.cameras.source import CameraEnded, CameraSettings
from vision.mat.calibration import (
    Calibration,
    default_calibration,
    default_dice,
    default_tiles,
    load_calibration,
    plan_from,
    without_print,
)
from vision.mat.markers import calibrate, has_moved, recalibrated
from vision.mat.plan import Plan
from vision.reading.motion import Motion
from vision.reading.own_dice import parse_inks
from vision.reading.own_inks import OwnDice
from vision.reading.reader import Reader
from vision.reading.tile_memory import TileMemory
from vision.reading.tiles import TILE_STILLS, TilesTuning, told_by_body
from vision.reading.tops import Placed, TopView

if TYPE_CHECKING:
    from vision.reading.album import FaceFinder

Image = NDArray[np.uint8]

ENDED: tuple[type[Exception], ...] = (CameraEnded,)
"""What nothing comes after, as a file's end; a camera that is lost comes back."""

JPEG_QUALITY = 80
"""Sharp enough for numerals, and a fifth of the size of 95."""

FIRST_PICTURE_S = 30.0
"""How long to wait for the first picture before giving up: a web camera needs a few seconds."""

FIELD_MM = (100.0, 5000.0)
"""Sides of a playing field that somebody gave: two hands need 100 mm, and no table is 5 m wide."""

CORNERS_EXPECTED = (
    'expected {"corners": [[x, y] * 4], "size_mm": [width, height]}, corners clockwise'
)


@dataclass(frozen=True, slots=True)
class View:
    """How the table is seen: the plan, and the calibration it comes from, if there is one."""

    plan: Plan
    calibration: Calibration | None = None
    source: str = "picture"
    """Where the plan comes from: calibration, mat, corners or the whole picture."""


def open_named(
    name: str,
    calibration: Calibration | None = None,
    *,
    paced: bool = True,
    phone: PhoneInbox | None = None,
    is_leaned: bool = True,
) -> Camera:
    """A camera; of one that was calibrated the focus is kept, since it hangs as it hung, and the
    light is measured anew. A file that is not `paced` is read as fast as it can be. A telephone
    sends to the inbox, or to a site that is served for it alone; where it `is_leaned`, not before
    the mat or the corner cards lie still in its picture."""
    if phone is not None:
        phone.is_wanted = False
    if name == PHONE:
        from turbo.app.telephone import ServedPhone, phone_camera

        return ServedPhone(is_leaned=is_leaned) if phone is None else phone_camera(phone)
    if name.partition(":")[0] == "twin":
        from turbo.twin.camera import TwinCamera

        return TwinCamera.named(name)
    known = {} if calibration is None else calibration.settings
    # Not the exposure: the light of another evening is another, and held wrongly it burns out.
    focus = {key: value for key, value in known.items() if key == "focus"}
    return open_camera(name, CameraSettings(locked=focus, paced=paced))


def first_frame(camera: Camera, wait_s: float = FIRST_PICTURE_S) -> Frame:
    """The first picture; a camera that does not answer is an error that says why."""
    # A telephone must be found, woken and leaned first.
    wait_s = float(getattr(camera, "patience_s", wait_s))
    until_s, cause = time.monotonic() + wait_s, "no picture came"
    while time.monotonic() < until_s:
        try:
            frame = camera.read(0.5)
        # A kind of `CameraLost`, but no waiting brings another picture.
        except CameraEnded:
            raise
        except CameraLost as lost:
            cause = str(lost)
            time.sleep(0.2)
            continue
        if frame is not None:
            return frame
    raise TurboError(f"expected a camera that gives pictures: {cause}")


def taken_at(camera: Camera, frame: Frame) -> datetime:
    """When a picture was taken: of a film by the film's own time, else now."""
    # Films alone know when they were taken.
    began = getattr(camera, "began", None)
    if isinstance(began, datetime):
        return began + timedelta(seconds=frame.at_s)
    return datetime.now(UTC)


def kept_calibration(args: argparse.Namespace) -> Calibration | None:
    """The calibration that was named, or the one at the usual place."""
    if args.calibration is not None:
        return load_calibration(args.calibration)
    # The twin draws a mat and dice of its own: those of the house are not in its pictures. A
    # telephone stands elsewhere every evening: the mat is found in its picture.
    if getattr(args, "corners", None) is not None or args.camera.startswith(("twin", PHONE)):
        return None
    usual = default_calibration()
    return load_calibration(usual) if usual.exists() else None


def _kept(args: argparse.Namespace, usual: Path) -> Path | None:
    """What was named, or lies at the usual place; the twin's own are in its pictures."""
    is_known = not args.camera.startswith("twin") and usual.exists()
    return args.dice or (usual if is_known else None)


def kept_dice(args: argparse.Namespace) -> OwnDice | None:
    """The user's own dice."""
    path = _kept(args, default_dice())
    return None if path is None else OwnDice.load(path)


def view_of(
    frame: Frame,
    calibration: Calibration | None,
    corners: Path | None,
    edge_mm: float = 16.0,
    *,
    own: OwnDice | None = None,
) -> View:
    """The plan: from a calibration of this picture's size, from corners, from a mat in the
    picture, or else the whole picture. The edge is that of the user's own dice, if known."""
    height, width = frame.image.shape[:2]
    if own is not None:
        edge_mm = own.dice.edge_mm
        calibration = None if calibration is None else replace(calibration, edge_mm=edge_mm)
    # Before a calibration: what was named on the command line holds over what lies about.
    if corners is not None:
        return View(_plan_of_corners(corners, edge_mm), None, "corners")
    # A calibration is in pixels: of a picture of another size it says nothing.
    if calibration is not None and (calibration.width_px, calibration.height_px) == (width, height):
        return View(plan_from(calibration), calibration, "calibration")
    try:
        fresh = calibrate(frame.image, edge_mm=edge_mm)
    except TurboError:
        return View(Plan.whole_picture(width, height, edge_mm=edge_mm))
    return View(plan_from(fresh), fresh, "mat")


def _plan_of_corners(path: Path, edge_mm: float) -> Plan:
    try:
        with reading(path):
            found = json.loads(path.read_text(encoding="utf-8"))
        corners: list[Point] = [(float(x), float(y)) for x, y in found["corners"]]
        wide, high = map(float, found["size_mm"])
        # JSON of Python's reads NaN and Infinity, which no plan can be made of.
        if not all(map(math.isfinite, itertools.chain(*corners))):
            raise ValueError("expected numbers")
    except (ValueError, KeyError, TypeError) as error:
        raise TurboError(f"{path}: {CORNERS_EXPECTED}") from error
    if not all(FIELD_MM[0] <= side <= FIELD_MM[1] for side in (wide, high)):
        raise TurboError(f"{path}: expected a field of {FIELD_MM[0]:.0f} to {FIELD_MM[1]:.0f} mm")
    return Plan.from_corners(corners, wide, high, edge_mm=edge_mm)


class Sight:
    """Reads the pictures of one table: without what is printed on its mat, and with what is known
    of the user's own dice. Follows the mat when it or the camera was moved."""

    def __init__(
        self, reader: "FaceFinder", calibration: Calibration | None, own: OwnDice | None = None
    ) -> None:
        self.reader, self.own = reader, own
        self.lighting: Lighting | None = None
        self._raw: Observation | None = None
        self._seen: Observation | None = None
        self._motion: Motion | None = None
        self._placed: Calibration | None = None
        self.calibration = calibration

    @property
    def calibration(self) -> Calibration | None:
        return self._calibration

    @calibration.setter
    def calibration(self, found: Calibration | None) -> None:
        """From the next look on the camera stands there; people may say so between two."""
        self._calibration = found
        if self._motion is not None and found is not None:
            self._motion.plan = plan_from(found)

    def _place_reader(self) -> None:
        if isinstance(self.reader, Placed):
            self.reader.stand(TopView.of(self._placed))

    def read(self, image: Image) -> Observation:
        """The same value as before where the reader finds the picture unchanged."""
        if self.lighting is not None:
            # Of every picture, also one that is not read anew: light changes by itself.
            self.lighting.look(image)
        if self._placed is not self._calibration:
            self._placed = self._calibration
            self._place_reader()
        raw = self.reader.read(image)
        # By identity: the reader gives the very same value again, and evidence counts once a look.
        if raw is not self._raw or self._seen is None:
            self._raw, self._seen = raw, self._refined(image, raw)
        return self._seen

    def _refined(self, image: Image, seen: Observation) -> Observation:
        if self.calibration is not None:
            # First: what is printed on the mat is no die that could be refined.
            seen = without_print(self.calibration, seen)
        return seen if self.own is None else self.own.refined(image, seen)

    def relocate(self, image: Image) -> Plan | None:
        """The plan by the mat's markers if these are no longer where they were."""
        known = self.calibration
        # Corners that were set by hand have no markers to be found again by.
        if known is None or not known.markers_px:
            return None
        # A telephone that is turned gives a picture of another size.
        is_turned = image.shape[:2] != (known.height_px, known.width_px)
        if not is_turned and not has_moved(known, image):
            return None
        try:
            fresh = recalibrated(known, image)
        except TurboError:
            return None
        self.calibration = fresh
        return plan_from(fresh)

    def perception(self, plan: Plan) -> Perception:
        """What the table is seen with, by this plan."""

        def is_bright() -> bool:
            return self.lighting is not None and self.lighting.is_bright

        self._motion = Motion(plan=plan)
        return Perception(self.read, self._motion, jpeg_of, self.relocate, is_bright)


class TileSight(Sight):
    """Reads the pictures of one tile table, and follows its cards when they or the camera move.

    Every look is at the whole picture: of 401 drawn tiles none was missed so, and of those that
    came to light in a part that was looked at alone about one in a hundred."""

    calibration: Calibration

    def __init__(self, calibration: Calibration, own: OwnDice | None = None) -> None:
        self.body, self.memory = TilesTuning(), TileMemory()
        super().__init__(Reader(TILE_STILLS), calibration, own)

    def _place_reader(self) -> None:
        """Tiles lie flat: nothing of their sides is seen."""

    @property
    def plan(self) -> Plan:
        return plan_from(self.calibration)

    def read(self, image: Image) -> Observation:
        seen = self.reader.read(image)
        # A 6 and a 9 of tiles differ by which way their body lies, which no mark has to tell.
        dice = tuple(told_by_body(image, die, self.body) for die in seen.dice)
        told = self._refined(image, replace(seen, dice=dice, are_tiles=True))
        # Last: what this look has missed is told again where its pixels are as they were.
        return self.memory.completed(image, told)

    def relocate(self, image: Image) -> Plan | None:
        moved = super().relocate(image)
        if moved is not None:
            # It knows tiles by their pixels, and all of these have moved.
            self.memory.forget()
        return moved


def own_tiles(text: str) -> OwnDice:
    """What a file says that `turbo enroll --pieces tiles` has written."""
    return OwnDice(DiceSet(), parse_inks(text))


def kept_tiles(args: argparse.Namespace) -> OwnDice | None:
    """The user's own tiles."""
    named = _kept(args, default_tiles())
    return None if named is None else own_tiles(text_of(named))


def jpeg_of(image: Image) -> bytes:
    is_done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not is_done:
        raise TurboError("expected a picture that can be packed as JPEG")
    return bytes(data)
