"""Trained weights become the ONNX files that the product reads."""

import warnings
from pathlib import Path

import torch

from turbo.game.dice import DICE
from vision.reading.sheet import kept, sheet_shape
from vision.reading.tensors import CONTEXT, CROP_PX, MODELS
from vision.training.networks import (
    HALVING,
    ColourNetwork,
    DetectorNetwork,
    FaceNetwork,
    SheetPart,
    StrokesPart,
    places,
)

Axes = dict[str, dict[int, str]]
MANY: Axes = {"picture": {0: "n"}, "answer": {0: "n"}}
SHEETS: Axes = {
    name: {0: f"{name} n", 2: f"{name} high", 3: f"{name} wide"}
    for name in ("sheet", "kept8", "kept4", "answer")
}


def _write(network: torch.nn.Module, name: str, axes: Axes, **inputs: torch.Tensor) -> None:
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
    _write(detector, "tiles.onnx", {}, picture=picture, where=where)


def write(work: Path) -> None:
    """All three networks from the folder of trained weights to the models folder."""
    MODELS.mkdir(exist_ok=True)
    detector, faces, colours = DetectorNetwork(), FaceNetwork(), ColourNetwork()
    detector.load_state_dict(torch.load(work / "detector.pt", map_location="cpu")["detector"])
    saved = torch.load(work / "faces.pt", map_location="cpu")
    faces.load_state_dict(saved["faces"])
    colours.load_state_dict(saved["colours"])
    picture, where = torch.zeros(1, 3, 480, 640), places(480, 640, "cpu")
    _write(detector, "detector.onnx", {}, picture=picture, where=where)
    write_faces(faces)
    _write(colours, "colours.onnx", MANY, picture=torch.zeros(1, CONTEXT))


def write_faces(faces: FaceNetwork) -> None:
    """The face network in its two parts."""
    _write(StrokesPart(faces), "strokes.onnx", MANY, picture=torch.zeros(1, 3, CROP_PX, CROP_PX))
    shape = sheet_shape(DICE)
    kept8, kept4 = (torch.from_numpy(kept(shape, halved)) for halved in (0, 1))
    sheet = kept8.new_zeros(1, faces.body[HALVING][0].in_channels, *kept8.shape[2:])
    _write(SheetPart(faces), "faces.onnx", SHEETS, sheet=sheet, kept8=kept8, kept4=kept4)
