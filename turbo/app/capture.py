"""Throws as a camera sees them, without a game: every time dice come out, whoever throws them and
however many.

How thrown dice are told from those that a hand moves stands in `turbo.live.tumbling`. Where that
errs, the throw is struck out by a person.
"""

import argparse
from collections.abc import Iterator
from contextlib import suppress

from turbo.app import sight
from turbo.live.bumps import Bumps
from turbo.live.perception import Perception, RunnerTuning, crop_of
from turbo.live.settling import RestingDie, Settler, SettleTuning, Snapshot
from turbo.live.tumbling import Tumbled, Tumbling
from turbo.storage.roll_book import Roll
from vision.cameras.frames import Camera, CameraLost, Frame
from vision.reading.reader import Reader

APART_S = 0.08
"""Pictures that follow sooner are left out: ten a second are enough, and reading costs."""

PATIENT = SettleTuning(doubtful_s=1.2)
"""Nobody waits for a ruling here, and a throw is kept once: a doubtful die is given more time."""


def watch(args: argparse.Namespace) -> Iterator[tuple[Roll, bytes]]:
    """Every throw with its picture, until the camera ends or somebody stops it."""
    calibration, own = sight.kept_calibration(args), sight.kept_dice(args)
    camera = sight.open_named(args.camera, calibration, paced=False)
    try:
        view = sight.view_of(sight.first_frame(camera), calibration, args.corners, own=own)
        perception = sight.Sight(Reader(), view.calibration, own).perception(view.plan)
        for frame, dice in throws(frames_of(camera), Settler(view.plan, PATIENT), perception):
            picture = crop_of(frame.image, [die.corners_px for die in dice])
            yield _roll(camera, frame, dice, args.label), sight.jpeg_of(picture)
    except sight.ENDED:
        return
    finally:
        camera.close()


def throws(
    frames: Iterator[Frame], settler: Settler, perception: Perception
) -> Iterator[tuple[Frame, tuple[RestingDie, ...]]]:
    """Every throw with the picture in which its dice lie; the last one when the pictures end."""
    tumbling, watch = Tumbling(settler.plan.edge_mm), perception.watch
    assert watch is not None
    bumps, kept = Bumps(RunnerTuning()), dict[float, Frame]()

    def found(told: list[Tumbled]) -> Iterator[tuple[Frame, tuple[RestingDie, ...]]]:
        return ((kept[one.at_s], one.dice) for one in told)

    with suppress(KeyboardInterrupt):  # whoever stops it wants the throw that lies there as well
        for frame in frames:
            glance = watch.look(frame.image, frame.at_s)
            # Not read at all: the reader would find few dice, and the rest would seem to be taken.
            if glance.dark:
                continue
            seen = perception.read(frame.image)
            things = watch.things(seen)
            happened = settler.step(frame.at_s, seen, things=things)
            is_confirmed, is_settled = isinstance(happened, Snapshot), settler.is_settled
            plan = bumps.plan(
                perception, frame,
                is_confirmed=is_confirmed, is_settled=is_settled, is_still=not glance.moving,
            )  # fmt: skip
            # Dice seem to have moved where it was the camera that did.
            if plan is not None:
                settler.relocate(plan, is_confirmed=is_confirmed)
                continue
            tumbling.look(frame.at_s, settler.tracker.tracks.values(), things)
            if settler.is_settled:
                yield from found(tumbling.wait(frame.at_s))
            if isinstance(happened, Snapshot):
                # Only a believed table is what later pictures are compared with.
                watch.rest(seen)
                kept[frame.at_s] = frame
                yield from found(tumbling.take(happened))
                # A picture has megabytes: only that of the throw that waits is needed.
                kept = {at_s: one for at_s, one in kept.items() if at_s == tumbling.waiting_s}
    yield from found(tumbling.finish())


def frames_of(camera: Camera) -> Iterator[Frame]:
    """The camera's pictures; one that is gone for a while is waited for."""
    last_s = -1e9
    while True:
        try:
            frame = camera.read(0.5)
        # A kind of `CameraLost`, but nothing comes after it.
        except sight.ENDED:
            return
        except CameraLost:
            continue
        if frame is not None and frame.at_s - last_s >= APART_S:
            last_s = frame.at_s
            yield frame


def _roll(camera: Camera, frame: Frame, dice: tuple[RestingDie, ...], label: str) -> Roll:
    faces, sure = tuple(die.face for die in dice), tuple(die.confidence for die in dice)
    return Roll(sight.taken_at(camera, frame), faces, sure, label, simulated=camera.simulated)
