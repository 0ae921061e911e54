"""Faces read side by side on one sheet.

The deep layers of the face network see a face as 8 x 8 cells and then as 4 x 4. OpenCV's fast way
through a layer (Winograd's, by tiles of 6 x 6) is not taken for maps as small as that. Side by
side, with empty cells between them, eighteen faces are one map of 30 x 60, and the same answers
take two thirds of the time. After every layer the empty cells are emptied again, so that each face
ends where it does when it is alone.
"""

from functools import cache
from math import ceil

import cv2
import numpy as np

from vision.reading.detector import Floats, load_network
from vision.reading.tensors import FACE_CELLS, PLACE_CELLS

TILE_CELLS = 6
"""The side of a tile: what is left of one at the sheet's rim is counted for nothing."""
LEAST_SIDE = 3
"""Rows and columns that a sheet must have: on smaller ones OpenCV does not go by tiles either."""
FEWEST = 7
"""Fewer faces than this are faster one by one."""

Shape = tuple[int, int]


@cache
def sheet_shape(faces: int) -> Shape:
    """Rows and columns of the sheet on which so many faces take the fewest tiles."""
    sides = range(LEAST_SIDE, max(LEAST_SIDE, faces // LEAST_SIDE) + 1)
    return min(((rows, max(LEAST_SIDE, ceil(faces / rows))) for rows in sides), key=_tiles)


def _tiles(shape: Shape) -> int:
    rows, columns = (ceil(PLACE_CELLS * side / TILE_CELLS) for side in shape)
    return rows * columns


@cache
def kept(shape: Shape, halved: int) -> Floats:
    """One where a face is and nought between them, on a sheet whose cells were halved so often."""
    place, face = PLACE_CELLS >> halved, FACE_CELLS >> halved
    mask = np.zeros((shape[0], place, shape[1], place), np.float32)
    mask[:, :face, :, :face] = 1.0
    return mask.reshape(1, 1, shape[0] * place, shape[1] * place)


ALONE = tuple(np.ones((1, 1, side, side), np.float32) for side in (FACE_CELLS, FACE_CELLS // 2))
"""The same for a face that has no other beside it."""


def laid_out(faces: Floats, shape: Shape) -> Floats:
    """Faces of N x C x 8 x 8 on one sheet, row by row."""
    rows, columns = shape
    sheet = np.zeros((faces.shape[1], rows, PLACE_CELLS, columns, PLACE_CELLS), np.float32)
    for number, face in enumerate(faces):
        sheet[:, number // columns, :FACE_CELLS, number % columns, :FACE_CELLS] = face
    return sheet.reshape(1, len(sheet), rows * PLACE_CELLS, columns * PLACE_CELLS)


class FaceNetworks:
    """The face network in its two parts: face by face as far as their strokes, then all at once."""

    def __init__(self, halves: bool = True) -> None:
        self._strokes = load_network("strokes.onnx", halves)
        # One of them for both would prepare its weights anew with every change, for 15 ms.
        self._few, self._many = (load_network("faces.onnx", halves) for _ in range(2))

    def scores(self, crops: Floats) -> Floats:
        """A row for each crop."""
        self._strokes.setInput(crops)
        strokes = np.asarray(self._strokes.forward(), dtype=np.float32)
        if len(crops) < FEWEST:
            return np.asarray(_answer(self._few, strokes, *ALONE)[..., 0, 0])
        shape = sheet_shape(len(crops))
        answer = _answer(self._many, laid_out(strokes, shape), kept(shape, 0), kept(shape, 1))
        return np.asarray(answer[0].reshape(answer.shape[1], -1).T[: len(crops)])


def _answer(network: cv2.dnn.Net, sheet: Floats, kept8: Floats, kept4: Floats) -> Floats:
    for name, given in (("sheet", sheet), ("kept8", kept8), ("kept4", kept4)):
        network.setInput(given, name)
    return np.asarray(network.forward(), dtype=np.float32)
