"""The one part that pyproject.toml cannot say: a compiled search that is welcome, not needed.

Where there is no compiler, or no Python headers, the installation goes on without it, and the same
search runs in Python.
"""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "turbo.solver.kernel",
            ["turbo/solver/kernel.c"],
            extra_compile_args=["-O3"],
            optional=True,
        )
    ]
)
