"""Throws as a camera sees them, without a game: every time dice come out, whoever throws them and
however many.

Dice that are only moved are told from thrown ones as in a match: they come to light soon, with the
faces that they had. Where that errs, the throw is struck out by a person.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from turbo.app.sight import (
    ENDED,
    Sight,
    first_frame,
    jpeg_of,
    kept_calibration,
    kept_dice,
    open_named,
    taken_at,
    view_of,
)
from turbo.game.dice import Face
from turbo.live.perception import Perception, crop_of
from turbo.live.settling import RestingDie, Settler, SettleTuning, Snapshot
from turbo.live.tuning import LiveTuning
from turbo.storage.roll_book import Roll
from vision.cameras.frames import Camera, CameraLost, Frame
from vision.reading.reader import Reader


@dataclass(slots=True)
class Capture:
    """Feed every believed table; the answer are the dice that were thrown, if any were."""

    tuning: LiveTuning = field(default_factory=LiveTuning)
    lying: dict[int, RestingDie] = field(default_factory=dict)
    away: dict[int, tuple[RestingDie, float]] = field(default_factory=dict)
    has_begun: bool = False

    def take(self, table: Snapshot) -> tuple[RestingDie, ...]:
        now = {die.id: die for die in table.dice}
        left = dict(table.left_s)
        for id_ in [id_ for id_ in self.lying if id_ not in now]:
            self.away[id_] = (self.lying[id_], left.get(id_, table.at_s))
        came = [die for id_, die in now.items() if id_ not in self.lying]
        # The tracker knows it by its number still: it was only hidden.
        came = [die for die in came if self.away.pop(die.id, None) is None]
        self.lying, begun = now, self.has_begun
        self.has_begun = True
        # What lies there at the beginning was thrown before anybody looked.
        if not came or not begun or self._were_moved(came):
            return ()
        # What is missing now went into this throw or off the table: it explains no later one.
        self.away.clear()
        return tuple(sorted(came, key=lambda die: (die.x_mm, die.y_mm)))

    def _were_moved(self, came: list[RestingDie]) -> bool:
        """Whether these are dice that went just now, with the faces that they had."""
        gone = Counter[Face](die.face for die, _ in self.away.values())
        # An unread die may show anything: it is kept as thrown, and struck out by a person where it
        # was not.
        if any(die.face.is_unread for die in came) or Counter(d.face for d in came) - gone:
            return False
        last_s = max(left_s for _, left_s in self.away.values())
        if min(die.since_s for die in came) - last_s >= self.tuning.in_cup_s:
            return False
        for die in came:
            self.away.pop(next(i for i, (d, _) in self.away.items() if d.face == die.face))
        return True


APART_S = 0.08
"""Pictures that follow sooner are left out: ten a second are enough, and reading costs."""

PATIENT = SettleTuning(doubtful_s=1.2)
"""Nobody waits for a ruling here, and a throw is kept once: a doubtful die is given more time."""


def watch(args: argparse.Namespace) -> Iterator[tuple[Roll, bytes]]:
    """Every throw with its picture, until the camera ends or somebody stops it."""
    calibration, own = kept_calibration(args), kept_dice(args)
    camera = open_named(args.camera, calibration, paced=False)
    try:
        view = view_of(first_frame(camera), calibration, args.corners, own=own)
        perception = Sight(Reader(), view.calibration, own).perception(view.plan)
        for frame, dice in _throws(camera, Settler(view.plan, PATIENT), perception):
            yield _roll(camera, frame, dice, args.label), _picture(frame, dice)
    except ENDED:
        return
    finally:
        camera.close()


def _throws(
    camera: Camera, settler: Settler, perception: Perception
) -> Iterator[tuple[Frame, tuple[RestingDie, ...]]]:
    capture, watch = Capture(), perception.watch
    assert watch is not None
    for frame in _frames(camera):
        glance = watch.look(frame.image, frame.at_s)
        # Not read at all: the reader would find few dice, and the rest would seem to have been
        # taken.
        if glance.dark:
            continue
        seen = perception.read(frame.image)
        happened = settler.step(frame.at_s, seen, things=watch.things(seen))
        if isinstance(happened, Snapshot):
            # Only a believed table is what later pictures are compared with.
            watch.rest(seen)
            if dice := capture.take(happened):
                yield frame, dice


def _frames(camera: Camera) -> Iterator[Frame]:
    """The camera's pictures; one that is gone for a while is waited for."""
    last_s = -1e9
    while True:
        try:
            frame = camera.read(0.5)
        # A kind of `CameraLost`, but nothing comes after it.
        except ENDED:
            raise
        except CameraLost:
            continue
        if frame is not None and frame.at_s - last_s >= APART_S:
            last_s = frame.at_s
            yield frame


def _roll(camera: Camera, frame: Frame, dice: tuple[RestingDie, ...], label: str) -> Roll:
    faces, sure = tuple(die.face for die in dice), tuple(die.confidence for die in dice)
    return Roll(taken_at(camera, frame), faces, sure, label, simulated=camera.simulated)


def _picture(frame: Frame, dice: tuple[RestingDie, ...]) -> bytes:
    return jpeg_of(crop_of(frame.image, [die.corners_px for die in dice]))
