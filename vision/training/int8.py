"""Networks in whole numbers of 8 bits: `python -m vision.training.int8 ARCHIVE... --photos FOLDER`.

They are for processors that cannot count in 16 bits. Each channel's weights are scaled by their
own largest number, and what goes into a layer by the largest that went into it while the network
in 32 bits read pictures that nobody is judged by: archives of the twin's (`bench.drawn`) and the
photographs of tiles that training has seen.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

import cv2
import ncnn
import numpy as np
from numpy.typing import NDArray

from vision.reading.network import INT8, Floats, Network, load_network
from vision.reading.reader import Reader, ReaderTuning
from vision.reading.tensors import MODELS
from vision.reading.tiles import TILE_STILLS
from vision.training.photographs import is_held_out
from vision.training.samples import read

FEWEST = 4
"""A layer of fewer channels, as one that sees the picture itself, is slower in 8 bits."""
MOST = 127
EVERY = 4
"""So many pictures further is the next one: those of a table resemble each other."""
WHOLE = 0x000D4B38
"""What ncnn tells weights in 8 bits by."""
IN_BYTES, ON_IN_BYTES = 2, 102
"""How ncnn is told of a layer that it counts in 8 bits, and that its answer stays in them."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A line of ncnn's text, and the numbers that belong to it."""

    kind: str
    name: str
    takes: tuple[str, ...]
    makes: tuple[str, ...]
    asked: tuple[str, ...]
    weights: Floats | None = None
    bias: Floats | None = None

    @staticmethod
    def parse(line: str) -> "Layer":
        kind, name, *rest = line.split()
        takes, makes = int(rest[0]), int(rest[1])
        names, asked = rest[2 : 2 + takes + makes], rest[2 + takes + makes :]
        return Layer(kind, name, tuple(names[:takes]), tuple(names[takes:]), tuple(asked))

    def __str__(self) -> str:
        counts = len(self.takes), len(self.makes)
        words = (self.kind, self.name, *counts, *self.takes, *self.makes, *self.asked)
        return " ".join(map(str, words))

    def number(self, key: int) -> int:
        return int(dict(one.split("=", 1) for one in self.asked)[str(key)])

    @property
    def channels(self) -> int:
        """Of what goes into a convolution."""
        return self.number(6) // (self.number(0) * self.number(1) ** 2)

    @property
    def data(self) -> bytes:
        """In 32 bits."""
        if self.weights is None or self.bias is None:
            return b""
        return bytes(4) + self.weights.tobytes() + self.bias.tobytes()


def layers_of(name: str) -> list[Layer]:
    """A network of the models folder, layer by layer."""
    _, _, *lines = (MODELS / f"{name}.param").read_text().splitlines()
    data, at, layers = (MODELS / f"{name}.bin").read_bytes(), 0, []
    for one in map(Layer.parse, lines):
        if one.kind == "Convolution":
            outer, size = one.number(0), one.number(6)
            # Behind four bytes that say that they are in 32 bits.
            numbers = np.frombuffer(data, np.float32, size + outer, at + 4)
            at += 4 + numbers.nbytes
            weights = numbers[:size].reshape(outer, -1)
            one = replace(one, weights=weights, bias=numbers[size:])
        layers.append(one)
    return layers


class Ranged:
    """A network in 32 bits that keeps the largest number that went into each of its layers."""

    def __init__(self, name: str) -> None:
        self._net = ncnn.Net()
        self._net.opt.num_threads = 1
        self._net.opt.lightmode = False  # what goes from layer to layer is asked for
        self._net.load_param(str(MODELS / f"{name}.param"))
        self._net.load_model(str(MODELS / f"{name}.bin"))
        taken = (one.takes[0] for one in layers_of(name) if one.kind == "Convolution")
        self.largest = dict.fromkeys(taken, 0.0)

    def answer(self, **given: Floats) -> Floats:
        asked = self._net.create_extractor()
        kept = [np.ascontiguousarray(one, np.float32) for one in given.values()]
        for place, one in enumerate(kept):
            asked.input(f"in{place}", ncnn.Mat(one))
        for blob, most in self.largest.items():
            inner = np.array(asked.extract(blob)[1])
            self.largest[blob] = max(most, float(np.abs(inner).max()))
        return np.array(asked.extract("out0")[1], np.float32)


def write(name: str, largest: Mapping[str, float]) -> None:
    """The network in 8 bits beside the one in 32."""
    layers = layers_of(name)
    scales = {
        one.name: np.float32(MOST / largest[one.takes[0]])
        for one in layers
        if one.kind == "Convolution" and one.channels >= FEWEST and one.makes != ("out0",)
    }
    texts, data = [], b""
    for one in layers:
        if one.name in scales:
            # Only where all that come next want it as it is.
            then = {scales.get(taker.name) for taker in _takers(one.makes[0], layers)}
            after = then.pop() if len(then) == 1 else None
            kind = IN_BYTES if after is None else ON_IN_BYTES
            texts.append(str(replace(one, asked=(*one.asked, f"8={kind}"))))
            data += _in_bytes(one, scales[one.name])
            data += b"" if after is None else after.tobytes()
        else:
            texts.append(str(one))
            data += one.data
    head = (MODELS / f"{name}.param").read_text().splitlines()[:2]
    path = MODELS / f"{name}{INT8}.param"
    path.write_text("\n".join([*head, *texts, ""]))
    path.with_suffix(".bin").write_bytes(data)


def _in_bytes(one: Layer, scale: np.float32) -> bytes:
    assert one.weights is not None and one.bias is not None
    scales = MOST / np.maximum(np.abs(one.weights).max(axis=1), 1e-9).astype(np.float32)
    whole = np.round(one.weights * scales[:, None]).astype(np.int8).tobytes()
    flag, filled = WHOLE.to_bytes(4, "little"), whole + bytes(-len(whole) % 4)
    return flag + filled + one.bias.tobytes() + scales.tobytes() + scale.tobytes()


def _takers(blob: str, layers: list[Layer]) -> Iterator[Layer]:
    """The layers that a blob goes into."""
    for one in layers:
        if blob in one.takes and one.kind == "Split":
            yield from chain.from_iterable(_takers(made, layers) for made in one.makes)
        elif blob in one.takes:
            yield one


def pictures(archives: list[Path]) -> Iterator[NDArray[np.uint8]]:
    return (sample.image for sample in chain.from_iterable(map(read, archives)))


def photographs(folder: Path) -> Iterator[NDArray[np.uint8]]:
    """Those that training has seen."""
    for position, entry in enumerate(json.loads((folder / "labels.json").read_text())):
        if not is_held_out(position):
            yield np.asarray(cv2.imread(str(folder / entry["image"])), np.uint8)


def ranges(archives: list[Path], folder: Path) -> dict[str, dict[str, float]]:
    """Of every network and each of its layers the largest number that goes into it."""
    networks: dict[str, Ranged] = {}

    def load(name: str, exact: bool = False) -> Network:
        return load_network(name, exact) if exact else networks.setdefault(name, Ranged(name))

    table = ReaderTuning(remember_unchanged=False)
    tiles = replace(table, detector=TILE_STILLS.detector)
    for tuning, shown in ((table, pictures(archives)), (tiles, photographs(folder))):
        reader = Reader(tuning, load)
        for image in islice(shown, 0, None, EVERY):
            reader.read(image)
    return {name: one.largest for name, one in networks.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("archives", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--photos", type=Path, required=True, help="folder of tile photographs")
    options = parser.parse_args()
    for name, largest in ranges(options.archives, options.photos).items():
        write(name, largest)


if __name__ == "__main__":
    main()
