"""`turbo read IMAGE...`: what the camera would see, as text or as JSON.

OpenCV and the networks are loaded by `run` alone, so that the other commands start without them.
"""

import argparse
import sys
from collections.abc import Iterable
from contextlib import closing
from typing import TYPE_CHECKING

from turbo.commands.common import add_json, count, print_json
from turbo.errors import TurboError
from vision.pictures.given import Zones, load_corners, load_zones

if TYPE_CHECKING:
    from vision.pictures.loading import Picture
    from vision.reading.album import Answer, Drawings, FaceFinder

EXIT_FAILED = 2
"""As for every input that cannot be used; what could be read is printed all the same."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("image", nargs="*", metavar="IMAGE", help="a picture, a folder of pictures, or a video")
    add("--camera", metavar="NAME", help="take one picture with it instead: phone, 0, pi ...")
    add_json(parser)
    add(
        "--calibration",
        metavar="FILE",
        help='JSON with the table\'s outline in pixels: {"zones": {"table": [[x, y], ...]}}',
    )
    add(
        "--corners",
        metavar="FILE",
        help='read the faces at these corners instead: {"IMAGE": [[[x, y], ... four], ...]}',
    )
    add("--annotate", metavar="OUT", help="draw what was seen, into this folder or picture file")
    add(
        "--pieces",
        choices=["dice", "tiles"],
        help="what the pictures show (default: each picture tells)",
    )
    add("--every", type=count, default=1, metavar="N", help="of a video, read every Nth frame")


def run(args: argparse.Namespace, reader: "FaceFinder | None" = None) -> int:
    """Read all pictures; `TurboError` for options that cannot be used, else the exit status."""
    if bool(args.image) is (args.camera is not None):
        raise TurboError("expected pictures, or --camera")
    # Before the networks are loaded: a file that cannot be used is told at once.
    corners = load_corners(args.corners) if args.corners is not None else None
    zones = load_zones(args.calibration) if args.calibration is not None else Zones()
    from vision.reading.album import Drawings, Job, read_all, real_reader

    are_tiles = None if args.pieces is None else args.pieces == "tiles"
    taken = () if args.camera is None else (_taken(args.camera),)
    job = Job(tuple(args.image), corners, zones, args.every, taken)
    names = args.image or [one.name for one in taken]
    drawings = Drawings(args.annotate, names) if args.annotate is not None else None
    return _tell(read_all(job, reader or real_reader(are_tiles)), drawings, args.json)


def _taken(name: str) -> "Picture":
    """One picture of a camera. A telephone is leaned first, and whoever did that says so."""
    from turbo.app.sight import open_named
    from turbo.app.telephone import ServedPhone
    from vision.cameras.phone import PHONE
    from vision.enrolment.dialogue import Shutter, Talk
    from vision.pictures.loading import Picture

    # Beside the answer, which may be one JSON document.
    talk = Talk(target=sys.stderr)
    camera = ServedPhone(is_leaned=False, say=talk.say) if name == PHONE else open_named(name)
    with closing(camera):
        if name == PHONE:
            talk.ask("Enter when the telephone shows what is to be read:")
        image = Shutter(camera, talk).take()
    if image is None:
        raise TurboError(f"{name}: expected a camera that gives a picture")
    return Picture("camera", image)


def _tell(answers: "Iterable[Answer]", drawings: "Drawings | None", as_json: bool) -> int:
    """Print what was read, as it comes or as one document; failures go to standard error."""
    from vision.pictures.loading import Failure
    from vision.reading.answer import picture_json, picture_text

    images, status = [], 0
    for answer in answers:
        if isinstance(answer, Failure):
            # At once and apart: standard output stays one document, or one picture a line.
            print(f"turbo: {answer}", file=sys.stderr, flush=True)
            status = EXIT_FAILED
            continue
        picture, read = answer
        if drawings is not None:
            drawings.draw(picture, read)
        images.append(picture_json(read))
        if not as_json:
            print(picture_text(read), flush=True)
    if as_json:
        # At the end, since it is one document; a script that wants each at once reads the text.
        print_json({"images": images})
    return status
