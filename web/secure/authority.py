"""The house's own authority, and the certificate that it gives to this machine.

Browsers give a page the camera only over HTTPS, and no public authority signs for a machine in
somebody's kitchen. So an authority is made at the first start and kept beside the store, for the
owner's eyes. A telephone that comes to trust it trusts it for the names and addresses of houses
alone, and for the machine's own address where a network gives public ones (name constraints):
whoever steals it cannot speak for anybody's bank.
"""

import ipaddress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from turbo.errors import TurboError
from turbo.storage.files import write_own
from web.network import HOUSE_NAMES, HOUSE_NETWORKS, MachineNames

LASTS = timedelta(days=397)
"""Of a certificate: telephones refuse more than 825 days, and some soon more than 398."""

RENEWED = timedelta(days=30)
"""So long before its end it is made anew."""

FOUNDED = datetime(2024, 1, 1, tzinfo=UTC)
"""From when on the authority is good: a Pi without a network may begin with a clock of long ago."""

STANDS = timedelta(days=3650)


@dataclass(frozen=True, slots=True)
class Signer:
    """A certificate and the key to it."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def pem(self, *chain: x509.Certificate) -> str:
        """Key, certificate, and those who vouch for it, as one file that `ssl` reads."""
        key = self.key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        certificates = (self.certificate, *chain)
        parts = [key, *(one.public_bytes(serialization.Encoding.PEM) for one in certificates)]
        return b"".join(parts).decode("ascii")

    @staticmethod
    def load(path: Path) -> "Signer | None":
        try:
            data = path.read_bytes()
            key = serialization.load_pem_private_key(data, None)
            found = x509.load_pem_x509_certificate(data)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise TurboError(f"{path}: cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise TurboError(f"{path}: expected a certificate; delete it for a new one") from error
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise TurboError(f"{path}: expected a certificate of ours; delete it for a new one")
        return Signer(found, key)


def found_authority(names: MachineNames, now: datetime) -> Signer:
    """A new authority, named after the machine: a telephone may know those of several."""
    key, host = ec.generate_private_key(ec.SECP256R1()), names.hosts[-1].partition(".")[0]
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Turbo referee {host}"[:64])])
    builder = _begun(name, name, key, min(FOUNDED, now), max(FOUNDED, now) + STANDS)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(_usage(signs=True), critical=True)
    builder = builder.add_extension(_for_houses(names), critical=True)
    return Signer(builder.sign(key, hashes.SHA256()), key)


def certified(authority: Signer, names: MachineNames, now: datetime) -> Signer:
    """A certificate for the machine under these names."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names.hosts[-1][:64])])
    issuer = authority.certificate.subject
    # From yesterday on: the telephone's clock may go a little after ours.
    builder = _begun(name, issuer, key, now - timedelta(days=1), now + LASTS)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
    builder = builder.add_extension(_usage(signs=False), critical=True)
    builder = builder.add_extension(
        x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False
    )
    builder = builder.add_extension(_alternatives(names), critical=False)
    vouching = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    builder = builder.add_extension(vouching, critical=False)
    return Signer(builder.sign(authority.key, hashes.SHA256()), key)


def _begun(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    since: datetime,
    until: datetime,
) -> x509.CertificateBuilder:
    builder = x509.CertificateBuilder(issuer, subject, key.public_key())
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(since).not_valid_after(until)
    own = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    return builder.add_extension(own, critical=False)


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _for_houses(names: MachineNames) -> x509.NameConstraints:
    hosts = [x509.DNSName(name.removeprefix(".")) for name in HOUSE_NAMES]
    networks = (ipaddress.ip_network(one) for one in (*HOUSE_NETWORKS, *names.public))
    return x509.NameConstraints([*hosts, *map(x509.IPAddress, networks)], None)


def _speaks_for(authority: Signer, names: MachineNames) -> bool:
    """Whether it may certify the address of a network that gives public ones."""
    kind = x509.NameConstraints
    found = authority.certificate.extensions.get_extension_for_class(kind).value
    own = {x509.IPAddress(ipaddress.ip_network(one)) for one in names.public}
    return own <= set(found.permitted_subtrees or ())


def _alternatives(names: MachineNames) -> x509.SubjectAlternativeName:
    hosts = [x509.DNSName(name) for name in names.hosts]
    places = [x509.IPAddress(ipaddress.ip_address(one)) for one in names.addresses]
    return x509.SubjectAlternativeName([*hosts, *places])


class HouseCertificate:
    """The files beside a store: the authority, and this machine's certificate as it should be."""

    def __init__(self, store: Path) -> None:
        self.path = store.with_name(store.name + ".certificate")
        self._authority_path = store.with_name(store.name + ".authority")
        self._known: MachineNames | None = None

    def renew(self, names: MachineNames, now: datetime | None = None) -> bool:
        """Make what is missing, too old or for other names; whether anything was made."""
        now = now or datetime.now(UTC)
        own = Signer.load(self.path)
        if self._known == names and own is not None and _is_good(own, now):
            return False
        authority = self._authority(names, now)
        self._known = names
        if own is not None and _is_good(own, now) and _fits(own, authority, names):
            return False
        made = certified(authority, names, now)
        write_own(self.path, made.pem(authority.certificate))
        return True

    def _authority(self, names: MachineNames, now: datetime) -> Signer:
        """The one that telephones trust for as long as it will do: another public address needs
        another one, or no telephone that trusts it could open what is printed."""
        known = Signer.load(self._authority_path)
        is_good = known is not None and known.certificate.not_valid_after_utc - now > LASTS
        if known is not None and is_good and _speaks_for(known, names):
            return known
        made = found_authority(names, now)
        write_own(self._authority_path, made.pem())
        return made

    def authority_der(self) -> bytes:
        """What a telephone must come to trust, without any key."""
        known = Signer.load(self._authority_path)
        if known is None:
            raise TurboError(f"{self._authority_path}: expected the house's authority")
        return known.certificate.public_bytes(serialization.Encoding.DER)


def _is_good(one: Signer, now: datetime) -> bool:
    found = one.certificate
    return found.not_valid_before_utc <= now < found.not_valid_after_utc - RENEWED


def _fits(one: Signer, authority: Signer, names: MachineNames) -> bool:
    kind = x509.SubjectAlternativeName
    known = one.certificate.extensions.get_extension_for_class(kind).value
    try:
        one.certificate.verify_directly_issued_by(authority.certificate)
    except Exception:  # whatever is wrong with it: another is made
        return False
    return set(known) == set(_alternatives(names))
