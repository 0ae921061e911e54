"""The compiled part of the solver; everything else about the project stands in pyproject.toml.

It is optional: without a compiler the installation goes on without it, and the solver searches in
Python, with the same answers.
"""

from glob import glob

from setuptools import Extension, setup

KERNEL = Extension(
    "turbo.solver.kernel",
    sources=sorted(glob("turbo/solver/native/*.c")),
    depends=["turbo/solver/native/kernel.h"],
    optional=True,
)

setup(ext_modules=[KERNEL])
