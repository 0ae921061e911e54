"""Trained weights become ONNX files, and these what the product reads: ncnn's, made by pnnx."""

import subprocess
import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

import torch

from turbo.game.dice import DICE
from vision.reading.sheet import kept, sheet_shape
from vision.reading.tensors import CONTEXT, CROP_PX, MODELS, SIDE_PATCH_PX
from vision.training.networks import (
    HALVING,
    ColourNetwork,
    DetectorNetwork,
    FaceNetwork,
    SheetPart,
    SidesNetwork,
    StrokesPart,
    places,
)

PNNX = Path(sys.executable).with_name("pnnx")

Axes = dict[str, dict[int, str]]
MANY: Axes = {"picture": {0: "n"}, "answer": {0: "n"}}
SHEETS: Axes = {
    name: {0: f"{name} n", 2: f"{name} high", 3: f"{name} wide"}
    for name in ("sheet", "kept8", "kept4", "answer")
}


def _write(network: torch.nn.Module, name: str, axes: Axes, **inputs: torch.Tensor) -> None:
    path = MODELS / f"{name}.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network.eval(), tuple(inputs.values()), str(path), opset_version=13,
            input_names=list(inputs), output_names=["answer"], dynamic_axes=axes, dynamo=False,
        )  # fmt: skip
    convert(path, [tuple(one.shape) for one in inputs.values()])


def convert(path: Path, shapes: Sequence[tuple[int, ...]]) -> None:
    """An ONNX file as ncnn wants it: its layers as text, its weights in 32 bits."""
    asked = [f"inputshape={_told(shapes)}", "fp16=0"]
    # Rows of numbers come in any number; pictures and sheets of any size are ncnn's own habit.
    if all(len(shape) == 2 for shape in shapes):
        asked.append(f"inputshape2={_told([(7, wide) for _, wide in shapes])}")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, path.name)
        copy.write_bytes(path.read_bytes())
        subprocess.run([PNNX, copy, *asked], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for kind in ("param", "bin"):
            made = copy.with_suffix(f".ncnn.{kind}").read_bytes()
            (MODELS / path.with_suffix(f".{kind}").name).write_bytes(made)


def _told(shapes: Sequence[tuple[int, ...]]) -> str:
    return ",".join(str(list(shape)).replace(" ", "") for shape in shapes)


def write_tiles(work: Path) -> None:
    """The tiles' detector alone."""
    detector = DetectorNetwork()
    detector.load_state_dict(torch.load(work / "tiles.pt", map_location="cpu")["detector"])
    picture, where = torch.zeros(1, 3, 480, 640), places(480, 640, "cpu")
    _write(detector, "tiles", {}, picture=picture, where=where)


def write_sides(work: Path) -> None:
    """The network of sides alone."""
    sides = SidesNetwork()
    sides.load_state_dict(torch.load(work / "sides.pt", map_location="cpu")["sides"])
    wide, high = SIDE_PATCH_PX
    _write(sides, "sides", {}, picture=torch.zeros(1, 3, high, wide))


def write(work: Path) -> None:
    """All three networks from the folder of trained weights to the models folder."""
    detector, faces, colours = DetectorNetwork(), FaceNetwork(), ColourNetwork()
    detector.load_state_dict(torch.load(work / "detector.pt", map_location="cpu")["detector"])
    saved = torch.load(work / "faces.pt", map_location="cpu")
    faces.load_state_dict(saved["faces"])
    colours.load_state_dict(saved["colours"])
    picture, where = torch.zeros(1, 3, 480, 640), places(480, 640, "cpu")
    _write(detector, "detector", {}, picture=picture, where=where)
    write_faces(faces)
    _write(colours, "colours", MANY, picture=torch.zeros(1, CONTEXT))


def write_faces(faces: FaceNetwork) -> None:
    """The face network in its two parts."""
    _write(StrokesPart(faces), "strokes", MANY, picture=torch.zeros(1, 3, CROP_PX, CROP_PX))
    shape = sheet_shape(DICE)
    kept8, kept4 = (torch.from_numpy(kept(shape, halved))[None] for halved in (0, 1))
    sheet = kept8.new_zeros(1, faces.body[HALVING][0].in_channels, *kept8.shape[2:])
    _write(SheetPart(faces), "faces", SHEETS, sheet=sheet, kept8=kept8, kept4=kept4)
