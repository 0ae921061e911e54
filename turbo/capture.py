"""Throws as a camera sees them, without a game."""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime

from turbo.live.capture import Capture
from turbo.live.eyes import crop_of
from turbo.looking import (
    ENDED,
    first_frame,
    jpeg_of,
    kept_calibration,
    open_named,
    view_of,
)
from turbo.rolls import Roll
from vision.frames import Camera, CameraLost, Frame
from vision.motion import Motion
from vision.reader import Reader
from vision.settle import SettledDie, Settler, TableSettled


def watch(args: argparse.Namespace) -> Iterator[tuple[Roll, bytes]]:
    """Every throw with its picture, until the camera ends or somebody stops it."""
    calibration = kept_calibration(args)
    camera = open_named(args.camera, calibration)
    try:
        frame = first_frame(camera)
        plan = view_of(frame, calibration, args.corners).plan
        for frame, dice in _throws(camera, Settler(plan), Reader()):
            yield _roll(dice, args.label), _picture(frame, dice)
    except ENDED:
        return
    finally:
        camera.close()


def _throws(
    camera: Camera, settler: Settler, reader: Reader
) -> Iterator[tuple[Frame, tuple[SettledDie, ...]]]:
    capture, motion = Capture(), Motion(plan=settler.plan)
    while True:
        frame = _next(camera)
        if frame is None:
            continue
        glance = motion.look(frame.image, frame.at_s)
        if glance.dark:
            continue
        happened = settler.step(frame.at_s, reader.read(frame.image), hand=glance.hand)
        if isinstance(happened, TableSettled):
            motion.rest()
            if dice := capture.take(happened):
                yield frame, dice


def _next(camera: Camera) -> Frame | None:
    """A camera that is gone for a while is waited for."""
    try:
        return camera.read(0.5)
    except ENDED:
        raise
    except CameraLost:
        return None


def _roll(dice: tuple[SettledDie, ...], label: str) -> Roll:
    faces = tuple(die.face for die in dice)
    return Roll(datetime.now(UTC), faces, tuple(die.confidence for die in dice), label)


def _picture(frame: Frame, dice: tuple[SettledDie, ...]) -> bytes:
    return jpeg_of(crop_of(frame.image, [die.corners_px for die in dice]))
