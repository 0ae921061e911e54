"""Faces read side by side on one sheet.

The deep layers of the face network see a face as 8 x 8 cells and then as 4 x 4. The fast way
through a layer (Winograd's, by tiles) gains little on maps as small as that. Side by side, with
empty cells between them, eighteen faces are one map of 30 x 60, and the same answers take half of
the time. After every layer the empty cells are emptied again, so that each face ends where it does
when it is alone.
"""

from functools import cache
from math import ceil

import numpy as np

from vision.reading.network import Floats, Load, load_network
from vision.reading.tensors import FACE_CELLS, PLACE_CELLS

TILE_CELLS = 4
"""The side of a tile: what is left of one at the sheet's rim is counted for nothing."""

Shape = tuple[int, int]


@cache
def sheet_shape(faces: int) -> Shape:
    """Rows and columns of the sheet on which so many faces take the fewest tiles."""
    return min(((rows, ceil(faces / rows)) for rows in range(1, faces + 1)), key=_tiles)


def _tiles(shape: Shape) -> int:
    rows, columns = (ceil(PLACE_CELLS * side / TILE_CELLS) for side in shape)
    return rows * columns


@cache
def kept(shape: Shape, halved: int) -> Floats:
    """One where a face is and nought between them, on a sheet whose cells were halved so often."""
    place, face = PLACE_CELLS >> halved, FACE_CELLS >> halved
    mask = np.zeros((shape[0], place, shape[1], place), np.float32)
    mask[:, :face, :, :face] = 1.0
    return mask.reshape(1, shape[0] * place, shape[1] * place)


def laid_out(faces: Floats, shape: Shape) -> Floats:
    """Faces of N x C x 8 x 8 on one sheet, row by row."""
    rows, columns = shape
    sheet = np.zeros((faces.shape[1], rows, PLACE_CELLS, columns, PLACE_CELLS), np.float32)
    for number, face in enumerate(faces):
        sheet[:, number // columns, :FACE_CELLS, number % columns, :FACE_CELLS] = face
    return sheet.reshape(len(sheet), rows * PLACE_CELLS, columns * PLACE_CELLS)


class FaceNetworks:
    """The face network in its two parts: face by face as far as their strokes, then all at once."""

    def __init__(self, load: Load = load_network) -> None:
        self._strokes, self._faces = load("strokes"), load("faces")

    def scores(self, crops: Floats) -> Floats:
        """A row for each crop."""
        strokes = np.stack([self._strokes.answer(picture=crop) for crop in crops])
        shape = sheet_shape(len(crops))
        answer = self._faces.answer(
            sheet=laid_out(strokes, shape), kept8=kept(shape, 0), kept4=kept(shape, 1)
        )
        return np.asarray(answer.reshape(len(answer), -1).T[: len(crops)])
