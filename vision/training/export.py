"""Trained weights become the ONNX files that the product reads."""

import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from vision.shapes import CONTEXT, CROP_PX, MODELS
from vision.training.networks import ColourNetwork, DetectorNetwork, FaceNetwork


def _write(network: torch.nn.Module, shape: tuple[int, ...], name: str, many: bool) -> None:
    axes = {"picture": {0: "n"}, "answer": {0: "n"}} if many else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network.eval(), (torch.zeros(shape),), str(MODELS / name), opset_version=13,
            input_names=["picture"], output_names=["answer"], dynamic_axes=axes, dynamo=False,
        )  # fmt: skip


def write(work: Path, keep: float = 0.0) -> None:
    """All three networks from the folder of trained weights to the models folder.

    With `keep`, this share of the weights that are there stays: what was trained on from them may
    be averaged with them, and reads better than either.
    """
    MODELS.mkdir(exist_ok=True)
    there = MODELS.glob("*.onnx") if keep else ()
    before = {path.name: _weights(onnx.load(str(path))) for path in there}
    detector, faces, colours = DetectorNetwork(), FaceNetwork(), ColourNetwork()
    detector.load_state_dict(torch.load(work / "detector.pt", map_location="cpu")["detector"])
    saved = torch.load(work / "faces.pt", map_location="cpu")
    faces.load_state_dict(saved["faces"])
    colours.load_state_dict(saved["colours"])
    _write(detector, (1, 3, 480, 640), "detector.onnx", False)
    _write(faces, (1, 3, CROP_PX, CROP_PX), "faces.onnx", True)
    _write(colours, (1, CONTEXT), "colours.onnx", True)
    for name, weights in before.items():
        _mix(MODELS / name, weights, keep)


def _weights(model: onnx.ModelProto) -> list[onnx.TensorProto]:
    """The weights in the order in which they are used: their names differ from export to export."""
    named = {one.name: one for one in model.graph.initializer}
    return [named[name] for node in model.graph.node for name in node.input if name in named]


def _mix(path: Path, before: list[onnx.TensorProto], keep: float) -> None:
    model = onnx.load(str(path))
    for new, old in zip(_weights(model), before, strict=True):
        mean = (1 - keep) * numpy_helper.to_array(new) + keep * numpy_helper.to_array(old)
        new.CopyFrom(numpy_helper.from_array(mean.astype(np.float32), new.name))
    onnx.save(model, str(path))
