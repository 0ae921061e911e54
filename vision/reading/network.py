"""A network of the models folder, and what runs it.

Of what runs such networks on a Pi's processor ncnn was measured fastest: the model card has the
figures. It takes pictures of any size without preparing its weights anew. Where there is no ncnn,
OpenCV answers the same from the ONNX file, and takes longer.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from turbo.errors import TurboError
from vision.reading.tensors import MODELS

# Before it is loaded: its threads would turn in circles while they wait, for three times the
# processor's time on two busy cores.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
try:
    import ncnn
except ImportError:
    ncnn = None

Floats = NDArray[np.float32]


class Network(Protocol):
    """Keep one, it is costly to load."""

    def answer(self, **given: Floats) -> Floats:
        """What it makes of what it is given, by names and in the order of its export."""


Load = Callable[..., Network]
"""What gives a network by its name, as `load_network` does."""

INT8 = "-int8"
"""What the files of a network in whole numbers of 8 bits are called beside those in 32."""


def load_network(name: str, exact: bool = False) -> Network:
    """It counts in numbers of 16 bits where the processor can, as a Pi 5's, and in 8 elsewhere;
    an `exact` one in 32 everywhere."""
    return NcnnNetwork(name, exact) if ncnn else OpenCVNetwork(name, exact)


# For what goes from layer to layer, and for what a layer counts in. One network answers after the
# other: with rooms of its own, each would keep them for its own next answer.
_ROOMS = [ncnn.PoolAllocator() for _ in range(2)] if ncnn else []


AVX512_VNNI = 23
"""As OpenCV numbers what a processor can: there it multiplies and adds four bytes in one step."""


class NcnnNetwork:
    def __init__(self, name: str, exact: bool) -> None:
        halves = not exact and ncnn.cpu_support_arm_asimdhp()
        kind = "" if exact or halves else INT8
        layers, weights = _file(f"{name}{kind}.param"), _file(f"{name}{kind}.bin")
        self._net = ncnn.Net()
        # Behind it: a network must be gone before the rooms that it counts in.
        self._rooms = _ROOMS
        options = self._net.opt
        options.num_threads = cv2.getNumThreads()
        options.blob_allocator, options.workspace_allocator = self._rooms
        options.use_fp16_packed = options.use_fp16_storage = options.use_fp16_arithmetic = halves
        # By tiles (Winograd's) whole numbers are counted in 16 bits: 8 times the weights, and half
        # as much again to count in. Four bytes at once are as fast without, and answer the same.
        options.use_winograd_convolution = kind != INT8 or not cv2.checkHardwareSupport(AVX512_VNNI)
        # Its largest tiles lose a third of a unit of a score in 16 bits and gain 3 % of the time.
        options.use_winograd63_convolution = exact
        self._net.load_param(str(layers))
        self._net.load_model(str(weights))

    def answer(self, **given: Floats) -> Floats:
        found = self._counted(given)
        # Parts of pictures are of many sizes, and what one of them was counted in fits no other.
        for room in self._rooms:
            room.clear()
        return found

    def _counted(self, given: dict[str, Floats]) -> Floats:
        asked = self._net.create_extractor()
        # ncnn looks where the numbers lie and keeps none of them: they must live until it is done.
        kept = [np.ascontiguousarray(one, np.float32) for one in given.values()]
        for place, one in enumerate(kept):
            asked.input(f"in{place}", ncnn.Mat(one))
        _, found = asked.extract("out0")
        return np.array(found, np.float32)


class OpenCVNetwork:
    """On OpenCV's classic engine: measured twice as fast here as its new one."""

    def __init__(self, name: str, exact: bool) -> None:
        weights = str(_file(f"{name}.onnx"))
        self._net = cv2.dnn.readNetFromONNX(weights, cv2.dnn.ENGINE_CLASSIC)
        if not exact:
            # It says on every processor that it will not, and does on those that can.
            told = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
            self._net.setPreferableTarget(cv2.dnn.DNN_TARGET_CPU_FP16)
            cv2.utils.logging.setLogLevel(told)

    def answer(self, **given: Floats) -> Floats:
        for name, one in given.items():
            self._net.setInput(one[None] if one.ndim == 3 else one, name)  # one of a batch
        found = np.array(self._net.forward(), np.float32)
        return found[0] if found.ndim == 4 else found


def _file(name: str) -> Path:
    path = MODELS / name
    if not path.is_file():
        raise TurboError(f"expected the weights {name} in the folder vision/models")
    return path
