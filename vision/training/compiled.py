"""The parts that are written for a graphics card, compiled where they are needed.

On a graphics card nvcc compiles them, elsewhere the C++ compiler: once, beside the other files that
the training makes, and anew when their text has changed.
"""

import ctypes
import hashlib
import subprocess
from functools import cache
from pathlib import Path

import torch
from torch import Tensor

HERE = Path(__file__).parent
BUILT = HERE / "work"


@cache
def library(name: str, on_card: bool) -> ctypes.CDLL:
    """What `name`.cu beside this file says, ready to be called."""
    source = HERE / f"{name}.cu"
    mark = hashlib.sha256(source.read_bytes()).hexdigest()[:12]
    path = BUILT / f"{name}-{'cuda' if on_card else 'cpu'}-{mark}.so"
    if not path.is_file():
        BUILT.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(f".{id(path)}.part")
        how = ["g++", "-x", "c++", "-O3", "-march=native", "-fno-math-errno", "-fPIC"]
        if on_card:
            how = ["nvcc", "-O3", "-arch=native", "--use_fast_math", "-Xcompiler", "-fPIC"]
        subprocess.run([*how, "-shared", "-o", str(half), str(source)], check=True)
        half.replace(path)
    return ctypes.CDLL(str(path))


def call(name: str, function: str, given: ctypes.Structure, like: Tensor) -> None:
    """Call a function of `name`.cu where `like` lies, after what was asked of that card before."""
    stream = torch.cuda.current_stream().cuda_stream if like.is_cuda else 0
    asked = getattr(library(name, like.is_cuda), function)
    failed = asked(ctypes.byref(given), ctypes.c_void_p(stream))
    if failed:
        raise RuntimeError(f"{name} could not be started: CUDA error {failed}")
