"""The one command: fonts and photographs in, weights out. See README.md beside this file.

python -m vision.training.train --photos FOLDER
"""

import argparse
import multiprocessing
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import torch

from vision.training import atlas, detector, reading

HERE = Path(__file__).parent


def prepare(work: Path, photos: Path) -> None:
    """What the training draws from, made once: the atlas of numerals and the patches of tiles."""
    work.mkdir(parents=True, exist_ok=True)
    if not (work / "atlas.npz").is_file():
        atlas.make(work / "atlas.npz")
    if not (work / "photos.npz").is_file():
        from vision.training import photographs

        photographs.make(photos, work / "photos.npz")


def train_tiles(work: Path, photos: Path, plan: detector.DetectorPlan, spent: float | None) -> None:
    """The tiles' detector, which begins from the dice's."""
    from vision.training import export
    from vision.training.recover import recover

    if spent is not None:
        recover(work, plan, reading.FacePlan(), spent)
    detector.train(work, plan, photos)
    export.write_tiles(work)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the recogniser's networks.")
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--work", type=Path, default=HERE / "work")
    parser.add_argument("--seconds", type=float, default=3000.0, help="how long in all")
    parser.add_argument("--stop-after", type=float, default=1e9, help="seconds; then --resume")
    parser.add_argument("--resume", action="store_true", help="go on where the last call stopped")
    parser.add_argument(
        "--recover",
        type=float,
        metavar="SECONDS",
        help="go on from vision/models, as if so many seconds had been spent",
    )
    parser.add_argument(
        "--drawn", type=Path, metavar="FILE", help="pictures of bench.drawn that refine the sides"
    )
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument(
        "--only", choices=["prepare", "detector", "faces", "tiles", "sides", "export"]
    )
    options = parser.parse_args()
    if options.only != "export":
        prepare(options.work, options.photos)
    times = {"seconds": options.seconds, "stop_after": options.stop_after, "device": options.device}
    if options.only == "tiles":
        train_tiles(options.work, options.photos, replace(detector.TILES, **times), options.recover)
        return
    if options.only == "sides":
        from vision.training import export, sides

        plan = sides.SidesPlan(**times)
        sides.train(options.work, plan)
        if options.drawn:
            sides.refine(options.work, plan, options.drawn)
        export.write_sides(options.work)
        return
    if options.recover is not None:
        from vision.training.recover import recover

        plans = detector.DetectorPlan(**times), reading.FacePlan(**times)
        recover(options.work, *plans, options.recover)
    tasks: list[tuple[Callable[..., None], tuple[object, ...]]] = []
    if options.only in (None, "detector"):
        tasks.append((detector.train, (options.work, detector.DetectorPlan(**times))))
    if options.only in (None, "faces"):
        tasks.append((reading.train, (options.work, reading.FacePlan(**times))))
    if not options.resume and options.recover is None and tasks:
        for name in ("detector.pt", "faces.pt"):
            (options.work / name).unlink(missing_ok=True)
    # Both share the card: while one waits for its scenes the other works.
    spawn = multiprocessing.get_context("spawn")
    running = [spawn.Process(target=task, args=arguments) for task, arguments in tasks]
    for process in running:
        process.start()
    for process in running:
        process.join()
    if options.only in (None, "export"):
        from vision.training import export

        export.write(options.work)


if __name__ == "__main__":
    main()
