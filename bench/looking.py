"""What a film's pictures cost to look at, apart from decoding: `python -m bench.looking FILM...`.

Processor time of one core for each picture: the quick look for hands and things, and the reading of
dice. It is that of the thread that looks: the decoder's own are at the next pictures meanwhile.
"""

import argparse
import platform
import statistics
import time
from pathlib import Path

import cv2

from turbo.app.sight import Sight, view_of
from vision.cameras.files import FileCamera
from vision.cameras.source import CameraEnded, CameraSettings
from vision.reading.motion import Motion
from vision.reading.reader import Reader


def measure(film: str, step: int, most: int) -> dict[str, list[float]]:
    """Milliseconds a picture, by what was done."""
    camera, reader = FileCamera(film, CameraSettings(paced=False)), Reader()
    costs: dict[str, list[float]] = {"quick look": [], "reading": [], "both": []}
    sight, watch = None, None
    try:
        while len(costs["both"]) < most:
            frame = camera.read(0.0)
            if frame is None or frame.number % step:
                continue
            if sight is None or watch is None:
                view = view_of(frame, None, None)
                sight, watch = Sight(reader, view.calibration), Motion(plan=view.plan)
            began_s = time.thread_time()
            watch.look(frame.image, frame.at_s)
            looked_s = time.thread_time()
            watch.things(sight.read(frame.image))
            ended_s = time.thread_time()
            spent = (looked_s - began_s, ended_s - looked_s, ended_s - began_s)
            for name, seconds in zip(costs, spent, strict=True):
                costs[name].append(1000 * seconds)
    except CameraEnded:
        pass
    return costs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("films", nargs="+", metavar="FILM")
    parser.add_argument("--step", type=int, default=2, help="every so many pictures (default: 2)")
    parser.add_argument("--most", type=int, default=400, help="pictures of each (default: 400)")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    for film in args.films:
        for name, spent in measure(film, args.step, args.most).items():
            ninth = statistics.quantiles(spent, n=10)[-1]
            print(
                f"{Path(film).name} on {platform.machine()}: {name}: median"
                f" {statistics.median(spent):.1f} ms, nine of ten within {ninth:.1f},"
                f" {len(spent)} pictures",
                flush=True,
            )


if __name__ == "__main__":
    main()
