"""The certificates that a site is served with: the house's own, or those of its owner."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from web.network import MachineNames
from web.secure.front import load, secure_context
from web.secure.house import HouseFiles, HouseKeeper


@dataclass(frozen=True, slots=True)
class Certificates:
    """What HTTPS needs, and the authority that a telephone must come to trust, if it is ours."""

    context: ssl.SSLContext
    refresh: Callable[[], None] = lambda: None
    """Called now and then: the machine may have got another address."""
    authority: Callable[[], bytes] | None = None

    @staticmethod
    def of_house(
        store: Path, names: Callable[[], MachineNames] = MachineNames.now
    ) -> "Certificates":
        """Those beside the store; made at the first start, and anew when addresses change."""
        files = HouseFiles(store)
        keeper = HouseKeeper(files)
        keeper.renew(names())
        context = secure_context(files.path)

        def refresh() -> None:
            if keeper.renew(names()):
                load(context, files.path)

        return Certificates(context, refresh, files.authority_der)

    @staticmethod
    def given(certificate: Path, key: Path | None = None) -> "Certificates":
        """The owner's own; whoever made it renews it, and it is read anew now and then."""
        context = secure_context(certificate, key)
        return Certificates(context, lambda: load(context, certificate, key))
