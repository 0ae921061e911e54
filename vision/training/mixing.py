"""Weights between two trainings: `python -m vision.training.mixing BEFORE AFTER --share 0.7`.

What went on from other weights and was taught something new forgets a little of what it is not
shown any more. Between both lie weights that know the new and have forgotten less: such a mean of
two folders of networks is written to `vision/models`. Whether it is better, held-out pictures say
(`vision.training.confidence`).
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from vision.reading.tensors import MODELS

FACE_FILES = ("strokes.onnx", "faces.onnx", "colours.onnx")


def mixed(before: onnx.ModelProto, after: onnx.ModelProto, share: float) -> onnx.ModelProto:
    """The second network with so much of its own weights; the rest is the first one's."""
    known = {one.name: numpy_helper.to_array(one) for one in before.graph.initializer}
    for one in after.graph.initializer:
        new, old = numpy_helper.to_array(one), known[one.name]
        if new.dtype == np.float32:
            mean = share * new.astype(np.float64) + (1 - share) * old
            one.CopyFrom(numpy_helper.from_array(mean.astype(np.float32), one.name))
    return after


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--share", type=float, default=0.7, help="of the later ones (default: 0.7)")
    parser.add_argument("--network", nargs="+", default=FACE_FILES, help="(default: the faces')")
    options = parser.parse_args()
    folders = options.before, options.after
    for name in options.network:
        before, after = (onnx.load(str(folder / name)) for folder in folders)
        onnx.save(mixed(before, after, options.share), str(MODELS / name))


if __name__ == "__main__":
    main()
