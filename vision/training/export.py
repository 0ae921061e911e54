"""Trained weights become the ONNX files that the product reads."""

import warnings
from pathlib import Path

import torch

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


def write(work: Path) -> None:
    """All three networks from the folder of trained weights to the models folder."""
    MODELS.mkdir(exist_ok=True)
    detector, faces, colours = DetectorNetwork(), FaceNetwork(), ColourNetwork()
    detector.load_state_dict(torch.load(work / "detector.pt", map_location="cpu")["detector"])
    saved = torch.load(work / "faces.pt", map_location="cpu")
    faces.load_state_dict(saved["faces"])
    colours.load_state_dict(saved["colours"])
    _write(detector, (1, 3, 480, 640), "detector.onnx", False)
    _write(faces, (1, 3, CROP_PX, CROP_PX), "faces.onnx", True)
    _write(colours, (1, CONTEXT), "colours.onnx", True)
