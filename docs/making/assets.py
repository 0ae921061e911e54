"""The picture and the film that the recipes look at, drawn by the twin.

`python -m docs.making.assets`. They are kept: how simulated dice roll differs between kinds of
processor, and what a recipe prints must not.
"""

import itertools
from pathlib import Path

import av
import cv2

from turbo.twin.draw import Look
from turbo.twin.film import stamped
from turbo.twin.lens import TwinCameraSettings
from turbo.twin.table import TwinSettings
from turbo.twin.world import TwinTable

FOLDER = Path(__file__).resolve().parents[1] / "library"
FILM_SEED, PICTURE_SEED = 2, 7
SIZE, RATE_HZ, FILM_S = (960, 720), 4, 7
STILL_DICE = 12
"""A picture with so many dice shows both hands and a set or two."""


def table(seed: int) -> TwinTable:
    return TwinTable(seed, TwinSettings(look=Look(camera=TwinCameraSettings(*SIZE))))


def draw_film(path: Path) -> None:
    twin = table(FILM_SEED)
    with av.open(str(path), "w") as film:
        stream = film.add_stream("libx264", rate=RATE_HZ, options={"crf": "27"})
        stream.width, stream.height = SIZE
        stream.pix_fmt = "yuv420p"
        for _ in range(FILM_S * RATE_HZ):
            twin.step(1.0 / RATE_HZ)
            picture = av.VideoFrame.from_ndarray(stamped(twin.frame()), format="bgr24")
            film.mux(stream.encode(picture))
        film.mux(stream.encode())
    twin.close()


def draw_picture(path: Path) -> None:
    twin = table(PICTURE_SEED)
    for _ in itertools.count():
        twin.step(0.5)
        truth = twin.truth()
        laid = [die for die in truth["dice"] if die["role"] == "table"]
        is_free = twin.is_still and not truth["hands_in_view"]
        if laid and len(truth["dice"]) >= STILL_DICE and is_free:
            break
    cv2.imwrite(str(path), twin.frame(), [cv2.IMWRITE_JPEG_QUALITY, 88])
    twin.close()


def main() -> None:
    draw_film(FOLDER / "film.mp4")
    draw_picture(FOLDER / "table.jpg")
    for path in (FOLDER / "film.mp4", FOLDER / "table.jpg"):
        print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
