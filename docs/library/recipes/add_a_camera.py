"""Add a camera

Anything with `read` and `close` is a camera: the newest picture as a `Frame`, `CameraLost` when it
is gone. Here it is a single still; a name in `vision/cameras/by_name.py` makes it `--camera NAME`.
"""

import cv2

from turbo import Reader
from vision.cameras.frames import Frame


class StillCamera:
    simulated = False

    def read(self, timeout_s: float) -> Frame | None:
        image = cv2.imread("docs/library/table.jpg")
        return None if image is None else Frame(image, at_s=0.0, number=1)

    def close(self) -> None: ...


frame = StillCamera().read(1.0)
assert frame is not None
print(frame.image.shape, len(Reader().read(frame.image).dice))

# > (720, 960, 3) 18
