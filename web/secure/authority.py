"""The house's own authority, and the certificate that it gives to this machine.

Browsers give a page the camera only over HTTPS, and no public authority signs for a machine in
somebody's kitchen. So an authority is made at the first start and kept beside the store, for the
owner's eyes. A telephone that comes to trust it trusts it for the names and addresses of houses
alone, and for the machine's own address where a network gives public ones (name constraints):
whoever steals it cannot speak for anybody's bank.
"""

import ipaddress
import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509

from turbo.errors import TurboError
from turbo.storage.certificates import Signer, authority, certified, general_name
from turbo.storage.files import write_own
from web.network import HOUSE_NAMES, HOUSE_NETWORKS, MachineNames
from web.secure.house import HouseFiles

LASTS = timedelta(days=397)
"""Of a certificate: telephones refuse more than 825 days, and some soon more than 398."""

RENEWED = timedelta(days=30)
"""So long before its end it is made anew."""

FOUNDED = datetime(2024, 1, 1, tzinfo=UTC)
"""From when on the authority is good: a Pi without a network may begin with a clock of long ago."""

STANDS = timedelta(days=3650)


def found_authority(names: MachineNames, now: datetime) -> Signer:
    """A new authority, named after the machine: a telephone may know those of several."""
    name = f"Turbo referee {names.hosts[-1].partition('.')[0]}"
    since, until = min(FOUNDED, now), max(FOUNDED, now) + STANDS
    return authority(name, since, until, _for_houses(names))


def certified_for(by: Signer, names: MachineNames, now: datetime) -> Signer:
    """A certificate for the machine under these names."""
    # From yesterday on: the telephone's clock may go a little after ours.
    return certified(by, _all(names), now - timedelta(days=1), now + LASTS)


def _all(names: MachineNames) -> list[str]:
    """What it is called in the house first."""
    return [*reversed(names.hosts), *names.addresses]


def _for_houses(names: MachineNames) -> x509.NameConstraints:
    hosts = [x509.DNSName(name.removeprefix(".")) for name in HOUSE_NAMES]
    networks = (ipaddress.ip_network(one) for one in (*HOUSE_NETWORKS, *names.public))
    return x509.NameConstraints([*hosts, *map(x509.IPAddress, networks)], None)


def _speaks_for(root: Signer, names: MachineNames) -> bool:
    """Whether it may certify the address of a network that gives public ones."""
    kind = x509.NameConstraints
    found = root.certificate.extensions.get_extension_for_class(kind).value
    own = {x509.IPAddress(ipaddress.ip_network(one)) for one in names.public}
    return own <= set(found.permitted_subtrees or ())


class HouseCertificate(HouseFiles):
    """The files beside a store, made as they should be."""

    def renew(self, names: MachineNames, now: datetime | None = None) -> bool:
        """Make what is missing, too old or for other names; whether anything was made."""
        now = now or datetime.now(UTC)
        own = Signer.load(self.path)
        root = self._authority(names, now)
        if own is not None and _is_good(own, now) and _fits(own, root, names):
            return False
        made = certified_for(root, names, now)
        write_own(self.path, made.pem(root))
        return True

    def _authority(self, names: MachineNames, now: datetime) -> Signer:
        """The one that telephones trust for as long as it will do: another public address needs
        another one, or no telephone that trusts it could open what is printed."""
        known = Signer.load(self.authority_path)
        is_good = known is not None and known.certificate.not_valid_after_utc - now > LASTS
        if known is not None and is_good and _speaks_for(known, names):
            return known
        made = found_authority(names, now)
        write_own(self.authority_path, made.pem())
        return made


def _is_good(one: Signer, now: datetime) -> bool:
    found = one.certificate
    return found.not_valid_before_utc <= now < found.not_valid_after_utc - RENEWED


def _fits(one: Signer, root: Signer, names: MachineNames) -> bool:
    kind = x509.SubjectAlternativeName
    known = one.certificate.extensions.get_extension_for_class(kind).value
    try:
        one.certificate.verify_directly_issued_by(root.certificate)
    except Exception:  # whatever is wrong with it: another is made
        return False
    return set(known) == set(map(general_name, _all(names)))


def main() -> None:
    """What `HouseKeeper` asks for: a store's path, and the machine's names."""
    store, told = sys.argv[1:]
    names = {field: tuple(values) for field, values in json.loads(told).items()}
    try:
        HouseCertificate(Path(store)).renew(MachineNames(**names))
    except TurboError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
