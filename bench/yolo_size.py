"""A network of the size of YOLO-nano, written as ONNX by hand: about 3 M weights at 640 pixels.

It is there for its cost alone: the weights are chance. Its shape follows the family's habit:
strided convolutions down to 1/32, two convolutions a stage, and heads at 1/8, 1/16 and 1/32.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.network import Floats

WIDTHS = (22, 44, 88, 176, 352)
LOOK_PX = 640


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _field(number: int, value: int | str | bytes) -> bytes:
    """One field of a protocol buffer."""
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    data = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _tensor(name: str, values: NDArray[np.float32]) -> bytes:
    dims = b"".join(_field(1, int(size)) for size in values.shape)
    return dims + _field(2, 1) + _field(8, name) + _field(9, values.tobytes())


def _ints(name: str, values: tuple[int, ...]) -> bytes:
    body = b"".join(_field(8, value) for value in values)
    return _field(1, name) + body + _field(20, 7)


def _node(kind: str, inputs: list[str], output: str, attributes: list[bytes]) -> bytes:
    body = b"".join(_field(1, name) for name in inputs) + _field(2, output)
    return body + _field(4, kind) + b"".join(_field(5, one) for one in attributes)


def _value(name: str, shape: tuple[int, ...]) -> bytes:
    dims = b"".join(_field(1, _field(1, size)) for size in shape)
    return _field(1, name) + _field(2, _field(1, _field(1, 1) + _field(2, dims)))


class _Graph:
    def __init__(self) -> None:
        self.nodes: list[bytes] = []
        self.weights: list[bytes] = []
        self.count = 0
        self._chance = np.random.default_rng(0)

    def convolution(self, source: str, inner: int, outer: int, size: int, stride: int) -> str:
        name, index = f"c{len(self.nodes)}", len(self.weights)
        shape = (outer, inner, size, size)
        values = self._chance.normal(0, (inner * size * size) ** -0.5, shape).astype(np.float32)
        self.count += values.size
        self.weights.append(_tensor(f"w{index}", values))
        pad = size // 2
        attributes = [
            _ints("kernel_shape", (size, size)),
            _ints("strides", (stride, stride)),
            _ints("pads", (pad, pad, pad, pad)),
        ]
        self.nodes.append(_node("Conv", [source, f"w{index}"], name, attributes))
        self.nodes.append(_node("Relu", [name], name + "r", []))
        return name + "r"


def yolo_sized_onnx() -> tuple[bytes, int]:
    """The model's bytes and its number of weights."""
    graph, last, inner, tops = _Graph(), "picture", 3, []
    for stage, width in enumerate(WIDTHS):
        last = graph.convolution(last, inner, width, 3, 2)
        for _ in range(1 if stage == 0 else 2):
            half = graph.convolution(last, width, width // 2, 1, 1)
            last = graph.convolution(half, width // 2, width, 3, 1)
        inner = width
        if stage >= 2:
            tops.append((last, width))
    heads = []
    for name, width in tops:
        deep = graph.convolution(name, width, 64, 3, 1)
        deep = graph.convolution(graph.convolution(deep, 64, 80, 3, 1), 80, 80, 3, 1)
        heads.append(graph.convolution(deep, 80, 144, 1, 1))
    body = b"".join(_field(1, node) for node in graph.nodes) + _field(2, "yolo sized")
    body += b"".join(_field(5, weight) for weight in graph.weights)
    body += _field(11, _value("picture", (1, 3, LOOK_PX, LOOK_PX)))
    for head, size in zip(heads, (80, 40, 20), strict=True):
        body += _field(12, _value(head, (1, 144, size, size)))
    model = _field(1, 8) + _field(7, body) + _field(8, _field(1, "") + _field(2, 13))
    return model, graph.count


def yolo_sized_network() -> tuple[cv2.dnn.Net, Floats]:
    """The network in OpenCV's runtime, and a picture for it."""
    model, _ = yolo_sized_onnx()
    data = np.frombuffer(model, np.uint8)
    if hasattr(cv2.dnn, "ENGINE_CLASSIC"):
        network = cv2.dnn.readNetFromONNX(data, cv2.dnn.ENGINE_CLASSIC)
    else:
        network = cv2.dnn.readNetFromONNX(data)
    blob = np.random.default_rng(1).random((1, 3, LOOK_PX, LOOK_PX), dtype=np.float32)
    return network, blob


__all__ = ["yolo_sized_network", "yolo_sized_onnx"]
