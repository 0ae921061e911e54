"""Where everything is kept that outlives an evening, unless the user says otherwise."""

import os
from pathlib import Path


def data_file(variable: str, name: str) -> Path:
    """What the environment names, as a service does without an argument; else the folder for data
    that desktops know, with that name in it."""
    if named := os.environ.get(variable):
        return Path(named)
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return data / "turbo" / name
