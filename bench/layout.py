"""Layout reading over thousands of untidy scenes: `python -m bench.layout [SCENES]`.

Prints how many were read right, and of the others how many said so themselves.
"""

import sys
from time import perf_counter

from tools.trials.grids import Untidiness, count_scenes

CONDITIONS = {
    "from above": Untidiness(tilt_deg=0.0),
    "tilted up to 35 degrees": Untidiness(),
    "tilted, exact corners": Untidiness(corner_px=0.0),
    "tilted, corners 2 px off": Untidiness(corner_px=2.0),
    "gaps to 2.5 mm, turned to 12 degrees": Untidiness(off_mm=0.5, gap_mm=1.5, off_deg=12.0),
}


def main(scenes: int = 2000) -> None:
    for name, untidy in CONDITIONS.items():
        start_s = perf_counter()
        count = count_scenes(range(scenes), untidy)
        per_scene_ms = (perf_counter() - start_s) / scenes * 1000
        print(f"{name}: {count}; {per_scene_ms:.1f} ms a scene with its making")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
