"""The certificates that a site is served with: the house's own, or those of its owner."""

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from web.network import MachineNames
from web.secure.front import load, secure_context


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
        # Not with the module: cryptography takes a tenth of a second and 10 MB to load.
        from web.secure.authority import HouseCertificate

        house = HouseCertificate(store)
        house.renew(names())
        context = secure_context(house.path)

        def refresh() -> None:
            if house.renew(names()):
                load(context, house.path)

        return Certificates(context, refresh, house.authority_der)

    @staticmethod
    def given(certificate: Path, key: Path | None = None) -> "Certificates":
        """The owner's own; whoever made it renews it, and it is read anew now and then."""
        context = secure_context(certificate, key)
        return Certificates(context, lambda: load(context, certificate, key))
