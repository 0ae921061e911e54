"""The committed weights as a course that training can go on from.

An ONNX file holds every convolution with its normalisation folded into it. Here they are parted
again: a convolution's answers are measured on the pictures that are trained on, and what the
normalisation takes away there, its own weights give back. So the network answers as before, also
while it learns. What the optimiser knew is lost.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.reading.tensors import CONTEXT, CROP_PX, MODELS
from vision.training.detector import DetectorPlan, shots
from vision.training.networks import ColourNetwork, DetectorNetwork, FaceNetwork
from vision.training.reading import FacePlan, FaceSupply
from vision.training.supply import Course

FACE_FILES = ("strokes.onnx", "faces.onnx")
LOOKS = 4
"""Batches on which a convolution's answers are measured."""
DONE = 10_000
"""So many steps count as made: the averages move as slowly as at the end of a training."""

Pairs = list[tuple[nn.Module, nn.BatchNorm2d | None]]


def layers_in_order(network: nn.Module, example: Tensor) -> Pairs:
    """Layers with weights as they are used one after the other, each with its normalisation."""
    used: list[nn.Module] = []
    kinds = (nn.Conv2d, nn.Linear, nn.BatchNorm2d)
    hooks = [
        module.register_forward_hook(lambda module, *_: used.append(module))
        for module in network.modules()
        if isinstance(module, kinds)
    ]
    with torch.no_grad():
        network.eval()(example)
    for hook in hooks:
        hook.remove()
    followers = [*used[1:], None]
    return [
        (layer, after if isinstance(after, nn.BatchNorm2d) else None)
        for layer, after in zip(used, followers, strict=True)
        if not isinstance(layer, nn.BatchNorm2d)
    ]


def _weights(path: Path) -> Iterator[tuple[Tensor, Tensor]]:
    """Weight and bias of every layer of an ONNX file, as they are used one after the other."""
    graph = onnx.load(str(path)).graph
    arrays = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            weight, bias = (torch.from_numpy(np.array(arrays[name])) for name in node.input[1:3])
            yield weight, bias


def read_folded(network: nn.Module, names: Sequence[str], example: Tensor) -> Pairs:
    """The weights of a network's ONNX files, with normalisations that only add what was folded."""
    pairs = layers_in_order(network, example)
    folded = [both for name in names for both in _weights(MODELS / name)]
    for (layer, norm), (given, bias) in zip(pairs, folded, strict=True):
        # What is asked at every place of a sheet is a convolution there, and here a plain layer.
        weight = given.view_as(layer.weight)
        state = {"weight": weight} if norm is not None else {"weight": weight, "bias": bias}
        layer.load_state_dict(state)
        if norm is not None:
            plain = torch.ones_like(bias)
            # Mean nought and variance one less `eps`, so that it divides by one exactly.
            norm.load_state_dict(
                {"weight": plain, "bias": bias, "running_mean": 0 * plain,
                 "running_var": plain - norm.eps, "num_batches_tracked": torch.tensor(DONE)}
            )  # fmt: skip
    return pairs


@torch.no_grad()
def part(network: nn.Module, pairs: Pairs, inputs: Iterable[Tensor]) -> None:
    """Let every normalisation do its work again, on answers as these inputs give them."""
    seen: dict[nn.Module, list[Tensor]] = {}

    def measure(layer: nn.Module, _: object, answer: Tensor) -> None:
        flat = answer.float().transpose(0, 1).flatten(1)
        seen.setdefault(layer, []).append(torch.stack([flat.mean(1), flat.pow(2).mean(1)]))

    normed = [(layer, norm) for layer, norm in pairs if norm is not None]
    hooks = [layer.register_forward_hook(measure) for layer, _ in normed]
    for one in inputs:
        network.eval()(one)
    for hook in hooks:
        hook.remove()
    for layer, norm in normed:
        mean, square = torch.stack(seen[layer]).mean(0)
        spread = (square - mean**2).clamp(min=1e-6)
        # Behind a normalisation only the direction of weights counts: they get a usual length.
        length = layer.weight.flatten(1).norm(dim=1).clamp(min=1e-6)
        layer.weight /= length.view(-1, 1, 1, 1)
        norm.bias += mean
        norm.weight.copy_((spread + norm.eps * length**2).sqrt())
        norm.running_mean.copy_(mean / length)
        norm.running_var.copy_(spread / length**2)


def recover(work: Path, looks: DetectorPlan, faces: FacePlan, spent: float) -> None:
    """Write both courses as if so many seconds of them had been spent."""
    device = looks.device
    detector = DetectorNetwork()
    pairs = read_folded(detector, ["detector.onnx"], torch.zeros(1, 3, 64, 64))
    detector.to(device)
    looked = shots(work, replace(looks, workers=0), 0)  # too few to wait for other processes
    part(detector, pairs, (ready for ready, _ in islice(looked, LOOKS)))
    _write(looks.name, work, {"detector": detector}, looks.decay, spent)
    if looks.name != "detector":
        return  # tiles begin from what is known of dice; their faces are read as dice's are
    reader, colours = FaceNetwork(), ColourNetwork()
    pairs = read_folded(reader, FACE_FILES, torch.zeros(1, 3, CROP_PX, CROP_PX))
    read_folded(colours, ["colours.onnx"], torch.zeros(1, CONTEXT))
    reader.to(device)
    source = FaceSupply(work, faces, 0)
    crops = (torch.cat([one.crops for one in source.batches()]) for _ in range(LOOKS))
    part(reader, pairs, crops)
    learners = {"faces": reader, "colours": colours.to(device)}
    _write("faces", work, learners, faces.decay, spent)


def _write(
    name: str, work: Path, networks: dict[str, nn.Module], decay: float, spent: float
) -> None:
    (work / f"{name}.pt").unlink(missing_ok=True)
    # Time and rate are the next call's: only what is saved of it counts.
    course = Course(name, work, networks, 1.0, 1.0, decay)
    course.done, course.spent = DONE, spent
    course.save()
