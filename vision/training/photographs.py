"""The real tile photographs as patches: every tile with its surroundings, small enough to carry.

A patch is cut parallel to the picture's edges, scaled so that the tile's top square is 43 pixels
wide. Every fourth picture is held out and never trained on.
"""

import json
from pathlib import Path

import numpy as np

PATCH_PX = 96
"""More than twice a tile's square: corners are moved about, and what lies beside it is seen."""
SQUARE_PX = 43.0
"""As large as the face in the crop that is read: more would only be carried along."""
COLOURS = ("black", "red", "blue", "orange")


def top_square(quad: np.ndarray) -> np.ndarray:
    """The upper square, as wide as the tile, of a rectified tile of 1 : 1.4."""
    import cv2  # labels alone need no OpenCV

    target = np.array([[0, 0], [1, 0], [1, 1.4], [0, 1.4]], np.float32)
    back = cv2.getPerspectiveTransform(target, quad.astype(np.float32))
    square = np.array([[[0, 0], [1, 0], [1, 1], [0, 1]]], np.float32)
    return np.asarray(cv2.perspectiveTransform(square, back)[0])


def top_squares(quads: np.ndarray) -> np.ndarray:
    """The same for many tiles at once, as if seen from straight above: off by little."""
    down = (quads[:, [3, 2]] - quads[:, [0, 1]]) / 1.4
    return np.concatenate([quads[:, :2], quads[:, [1, 0]] + down[:, [1, 0]]], axis=1)


def is_held_out(position: int) -> bool:
    # By the picture, never by the tile: tiles of one photograph share its light and its print.
    return position % 4 == 0


def patch_of(image: np.ndarray, square: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    import cv2

    size = float(np.linalg.norm(square - np.roll(square, 1, 0), axis=1).mean())
    scale, centre = SQUARE_PX / size, square.mean(axis=0)
    # Shrunk as a whole first: warping skips pixels, and thin strokes would break.
    if scale < 1:
        wide, high = round(image.shape[1] * scale), round(image.shape[0] * scale)
        image = cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA)
        square, centre, scale = square * scale, centre * scale, 1.0
    shift = PATCH_PX / 2 - centre * scale
    move = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]], np.float32)
    patch = cv2.warpAffine(image, move, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE)
    return patch, square * scale + move[:, 2]


def make(photos: Path, path: Path) -> None:
    """Cut all labelled tiles of the folder of photographs and write them to one file."""
    import cv2

    patches, quads, numbers, colours, pictures, held = [], [], [], [], [], []
    for position, entry in enumerate(json.loads((photos / "labels.json").read_text())):
        image = np.asarray(cv2.imread(str(photos / entry["image"])))
        for item in entry["items"]:
            # What people could not tell teaches nothing right.
            if item.get("doubtful"):
                continue
            patch, square = patch_of(image, top_square(np.array(item["quad"])))
            patches.append(patch)
            quads.append(square)
            numbers.append(0 if item["number"] == "joker" else item["number"])
            colours.append(COLOURS.index(item["colour"]))
            pictures.append(position)
            held.append(is_held_out(position))
    np.savez_compressed(
        path, patches=np.stack(patches), quads=np.stack(quads).astype(np.float32),
        numbers=np.array(numbers), colours=np.array(colours), pictures=np.array(pictures),
        held=np.array(held),
    )  # fmt: skip
