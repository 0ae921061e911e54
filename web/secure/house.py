"""The house's own certificate as a running site sees it: two files beside the store.

They are made by `web.secure.authority` in a process of its own: what it takes to make keys has
12 MB, needed for a moment at the start and for none of the hours that follow.
"""

import json
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from turbo.errors import TurboError, text_of
from web.network import MachineNames

ASKED_S = 43_200.0
"""How often it is asked whether the certificate is good: it begins a day before it is made, and is
made anew a month before it ends. By the clock on the wall: a Pi's may be put right by years."""

BEGIN = "-----BEGIN CERTIFICATE-----"


class HouseFiles:
    """The authority, and this machine's certificate with the key to it."""

    def __init__(self, store: Path) -> None:
        self.store = store
        self.path = store.with_name(store.name + ".certificate")
        self.authority_path = store.with_name(store.name + ".authority")

    def authority_der(self) -> bytes:
        """What a telephone must come to trust, without any key."""
        _, begin, body = text_of(self.authority_path).partition(BEGIN)
        try:
            return ssl.PEM_cert_to_DER_cert(begin + body)
        except ValueError as error:
            raise TurboError(
                f"{self.authority_path}: expected the house's authority; delete it for a new one"
            ) from error


class HouseKeeper:
    """Has the files made where they are missing, end soon or are for other names."""

    def __init__(self, files: HouseFiles, clock: Callable[[], float] = time.time) -> None:
        self.files, self._clock = files, clock
        self._known: MachineNames | None = None
        self._asked_s = 0.0

    def renew(self, names: MachineNames) -> bool:
        """Whether anything may have been made."""
        if names == self._known and abs(self._clock() - self._asked_s) < ASKED_S:
            return False
        asked = [sys.executable, "-m", "web.secure.authority", str(self.files.store)]
        done = subprocess.run(
            [*asked, json.dumps(asdict(names))], stderr=subprocess.PIPE, text=True, check=False
        )
        if done.returncode:
            raise TurboError(done.stderr.strip().rpartition("\n")[2])
        self._known, self._asked_s = names, self._clock()
        return True
