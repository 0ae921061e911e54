"""Trained weights become the ONNX files that the product reads."""

import warnings
from pathlib import Path

import torch

from vision.reading.tensors import CONTEXT, CROP_PX, MODELS
from vision.training.networks import ColourNetwork, DetectorNetwork, FaceNetwork, places


def _write(network: torch.nn.Module, name: str, many: bool, **inputs: torch.Tensor) -> None:
    axes = {"picture": {0: "n"}, "answer": {0: "n"}} if many else None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network.eval(), tuple(inputs.values()), str(MODELS / name), opset_version=13,
            input_names=list(inputs), output_names=["answer"], dynamic_axes=axes, dynamo=False,
        )  # fmt: skip


def write_tiles(work: Path) -> None:
    """The tiles' detector alone."""
    detector = DetectorNetwork()
    detector.load_state_dict(torch.load(work / "tiles.pt", map_location="cpu")["detector"])
    picture, where = torch.zeros(1, 3, 480, 640), places(480, 640, "cpu")
    _write(detector, "tiles.onnx", False, picture=picture, where=where)


def write(work: Path) -> None:
    """All three networks from the folder of trained weights to the models folder."""
    MODELS.mkdir(exist_ok=True)
    detector, faces, colours = DetectorNetwork(), FaceNetwork(), ColourNetwork()
    detector.load_state_dict(torch.load(work / "detector.pt", map_location="cpu")["detector"])
    saved = torch.load(work / "faces.pt", map_location="cpu")
    faces.load_state_dict(saved["faces"])
    colours.load_state_dict(saved["colours"])
    picture, where = torch.zeros(1, 3, 480, 640), places(480, 640, "cpu")
    _write(detector, "detector.onnx", False, picture=picture, where=where)
    _write(faces, "faces.onnx", True, picture=torch.zeros(1, 3, CROP_PX, CROP_PX))
    _write(colours, "colours.onnx", True, picture=torch.zeros(1, CONTEXT))
