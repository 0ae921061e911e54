"""`turbo enroll`: learn the user's own dice, or the inks of their tiles, with the camera.

OpenCV and the networks are loaded by `run` alone, so that the other commands start without them.
"""

import argparse
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from turbo.commands.common import FILE, number, refuse
from turbo.errors import TurboError
from turbo.game.dice import DICE, EDGES_MM, DiceSet
from turbo.game.observation import Observation, SeenDie
from turbo.storage.files import free_beside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.enrolment.dialogue import Talk
    from vision.mat.calibration import Calibration
    from vision.pictures.given import Quad
    from vision.pictures.loading import Image
    from vision.reading.album import FaceFinder


_edge = number(
    "an edge of {:g} to {:g} mm".format(*EDGES_MM), lambda mm: EDGES_MM[0] <= mm <= EDGES_MM[1]
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--camera", default="0", help="a camera, phone, a video or a folder of stills (default: 0)")
    add("--calibration", **FILE, help="from 'turbo calibrate': gives the scale")
    add("--edge", type=_edge, metavar="MM", help="the edge, if you have measured it")
    add("--out", **FILE, help="where to keep the dice")
    add(
        "--pieces",
        choices=("dice", "tiles"),
        default="dice",
        help="tiles: which faces there are says the box; learned are their inks (default: dice)",
    )
    add("--add", action="store_true", help="keep the dice of the file, learn more")


def run(
    args: argparse.Namespace, reader: "FaceFinder | None" = None, talk: "Talk | None" = None
) -> int:
    from turbo.app.sight import kept_calibration
    from vision.enrolment.dialogue import Talk
    from vision.enrolment.lesson import Lesson, Scale
    from vision.mat.calibration import default_dice
    from vision.reading.own_dice import load_dice, save_dice

    if args.pieces == "tiles":
        refuse(args, dict.fromkeys(("edge", "calibration", "add"), "expected dice, not tiles"))
        return _learn_tiles(args, reader, talk or Talk())
    out, calibration = args.out or default_dice(), kept_calibration(args)
    # Not by default: dice of another box would be mixed with these.
    known = load_dice(out) if args.add else DiceSet()
    if len(known.dice) >= DICE:
        raise TurboError(f"{out}: all {DICE} dice are known already")
    talk = talk or Talk()
    with closing(Guided(args.camera, calibration, reader, talk)) as guided:
        lesson = Lesson(guided.shutter, guided.reader, talk, Scale(calibration, args.edge))
        own = lesson.teach(known)
    # A lesson in which nobody took part once overwrote an evening's work.
    if not own.dice:
        raise TurboError("no die was learned: nothing is kept")
    # Only now that something was learned: whoever gives up keeps what was known.
    if not args.add and (aside := put_aside(out)) is not None:
        talk.say(f"the dice that were known before: {aside}")
    save_dice(own, out, lesson.notes())
    faces = sum(not face.is_unread for die in own.dice for face in die.faces)
    talk.say(f"{len(own.dice)} dice, {faces} faces, {lesson.scale.told()}; kept in {out}")
    return 0


def _learn_tiles(args: argparse.Namespace, reader: "FaceFinder | None", talk: "Talk") -> int:
    """Tiles of every colour are shown; what is read surely tells what its ink looks like here."""
    from vision.enrolment.lesson import Inks
    from vision.enrolment.tally import TILE_LAYOUTS
    from vision.mat.calibration import default_tiles
    from vision.reading.own_dice import save_inks

    out, inks = args.out or default_tiles(), Inks()
    with closing(Guided(args.camera, None, reader, talk, are_tiles=True)) as guided:
        for what in TILE_LAYOUTS:
            if not talk.goes_on(what) or (image := guided.shutter.take()) is None:
                break
            seen = guided.reader.read(image)
            inks.learn(image, seen.dice)
            talk.say(f"{len(seen.dice)} tiles seen, {len(inks.colours)} of 4 inks known")
    if not inks.colours:
        raise TurboError("no tile was read surely: nothing is kept")
    if (aside := put_aside(out)) is not None:
        talk.say(f"the tiles that were known before: {aside}")
    save_inks(out, inks.notes())
    talk.say(f"{len(inks.colours)} inks; kept in {out}")
    return 0


def put_aside(path: Path) -> Path | None:
    """Dice take an evening to learn: those of before stay beside the new ones."""
    if not path.exists():
        return None
    aside = free_beside(path, "before")
    try:
        path.rename(aside)
    except OSError as error:
        raise TurboError(f"{path}: cannot be put aside: {error.strerror}") from error
    return aside


class MatReader:
    """A reader that takes nothing printed on the mat for a die. Without a calibration it is looked
    for in every picture."""

    def __init__(self, reader: "FaceFinder", calibration: "Calibration | None") -> None:
        self._reader, self._calibration = reader, calibration

    def read(self, image: "Image") -> Observation:
        from vision.mat.calibration import without_print
        from vision.mat.markers import calibrate

        seen = self._reader.read(image)
        if self._calibration is not None:
            return without_print(self._calibration, seen)
        try:
            return without_print(calibrate(image), seen)
        except TurboError:
            # Without a mat in sight nothing printed can be taken for a die either.
            return seen

    def read_faces(self, image: "Image", quads: "Sequence[Quad]") -> tuple[SeenDie, ...]:
        return self._reader.read_faces(image, quads)


class Guided:
    """Camera and reader of a guided command. Files give a picture when it is asked for."""

    def __init__(
        self,
        camera: str,
        calibration: "Calibration | None",
        reader: "FaceFinder | None",
        talk: "Talk",
        *,
        are_tiles: bool | None = None,
    ) -> None:
        from turbo.app.sight import open_named
        from vision.enrolment.dialogue import Shutter
        from vision.reading.album import real_reader

        reader = reader or real_reader(are_tiles)
        self.reader = reader if are_tiles else MatReader(reader, calibration)
        # Tiles are shown anywhere: neither mat nor cards need to lie there.
        self._camera = open_named(camera, calibration, paced=False, is_leaned=not are_tiles)
        self.shutter = Shutter(self._camera, talk)

    def close(self) -> None:
        self._camera.close()
