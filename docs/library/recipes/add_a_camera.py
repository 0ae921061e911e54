"""Add a camera

Anything with `read` and `close` is a camera: the newest picture as a `Frame`, `CameraLost` when it
is gone. Here it is a single still; a name in `vision/cameras/by_name.py` makes it `--camera NAME`.
"""

from turbo import Reader
from vision.cameras.frames import Frame
from vision.pictures.loading import load


class StillCamera:
    simulated = False

    def read(self, timeout_s: float) -> Frame | None:
        return Frame(load("docs/library/table.jpg"), at_s=0.0, number=1)

    def close(self) -> None: ...


frame = StillCamera().read(1.0)
assert frame is not None
print(frame.image.shape, len(Reader().read(frame.image).dice))

# > (720, 960, 3) 18
