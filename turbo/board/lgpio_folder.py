"""The library lgpio, loaded where it can be: it makes a pipe as it is loaded, in the folder that
one happens to be in, and changes over to the folder that LG_WD names."""

import atexit
import contextlib
import importlib
import os
import shutil
import tempfile
from types import ModuleType


def load_lgpio() -> ModuleType:
    """The module, with its pipe in a folder of this process alone; `ImportError` where it is not
    installed."""
    if "LG_WD" not in os.environ:
        folder = tempfile.mkdtemp(prefix="turbo-lgpio-")
        os.environ["LG_WD"] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    here = os.getcwd()
    try:
        return importlib.import_module("lgpio")
    finally:
        # Files that a caller names lie where it stands, not where lgpio went.
        with contextlib.suppress(OSError):
            os.chdir(here)
