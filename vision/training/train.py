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


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the recogniser's networks.")
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--work", type=Path, default=HERE / "work")
    parser.add_argument("--out", type=Path, default=HERE / "work")
    parser.add_argument("--seconds", type=float, default=1080.0)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--only", choices=["prepare", "detector", "faces", "export"])
    parser.add_argument("--rate", type=float, default=1.0, help="a factor on the learning rates")
    options = parser.parse_args()
    if options.only != "export":
        prepare(options.work, options.photos)
    torch.backends.cuda.matmul.allow_tf32 = False
    tasks: list[tuple[Callable[..., None], tuple[object, ...]]] = []
    if options.only in (None, "detector"):
        plan = detector.DetectorPlan(seconds=options.seconds, device=options.device)
        plan = replace(plan, top_rate=plan.top_rate * options.rate)
        tasks.append((detector.train, (options.work, options.out, plan)))
    if options.only in (None, "faces"):
        face_plan = reading.FacePlan(seconds=options.seconds, device=options.device)
        face_plan = replace(face_plan, top_rate=face_plan.top_rate * options.rate)
        tasks.append((reading.train, (options.work, options.out, face_plan)))
    # Both share the card: while one waits for its scenes the other works.
    spawn = multiprocessing.get_context("spawn")
    running = [spawn.Process(target=task, args=arguments) for task, arguments in tasks]
    for process in running:
        process.start()
    for process in running:
        process.join()
    if options.only in (None, "export"):
        from vision.training import export

        export.write(options.out)


if __name__ == "__main__":
    main()
