"""The compiled part of the solver; everything else about the project stands in pyproject.toml.

It is the only search there is, so an installation that cannot build it stops, and says in one line
what is missing. It asks nothing of Python that may change: one that is built serves 3.11 and all
that come after, and a release brings it to tables that have no compiler.
"""

import os
import sys
from glob import glob

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError

MISSING = (
    "turbo: the solver could not be compiled: install a C compiler and Python's headers"
    " (Debian, Raspberry Pi OS: apt install gcc python3-dev)"
)

KERNEL = Extension(
    "turbo.solver.kernel",
    sources=sorted(glob("turbo/solver/native/*.c")),
    depends=sorted(glob("turbo/solver/native/*.h")),
    define_macros=[("Py_LIMITED_API", "0x030b0000")],
    py_limited_api=True,
)


class BuildKernel(build_ext):
    def build_extension(self, ext: Extension) -> None:
        # One that was built for a single Python would be found before it.
        for earlier in glob("turbo/solver/kernel.cpython-*.so"):
            os.remove(earlier)
        try:
            super().build_extension(ext)
        except (BaseError, OSError) as error:
            print(error, file=sys.stderr)
            raise SystemExit(MISSING) from None


setup(
    ext_modules=[KERNEL],
    cmdclass={"build_ext": BuildKernel},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
