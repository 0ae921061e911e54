"""Certificates of our own making: an authority that signs nothing but servers, and what it signs.

Loaded when a certificate is made or looked at: cryptography takes a tenth of a second and 10 MB.
"""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from turbo.errors import TurboError, reading


@dataclass(frozen=True, slots=True)
class Signer:
    """A certificate and the key to it."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def key_pem(self) -> str:
        return self.key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ).decode("ascii")

    @property
    def certificate_pem(self) -> str:
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode("ascii")

    def pem(self, *chain: "Signer") -> str:
        """Key, certificate, and those who vouch for it, as one file that `ssl` reads."""
        return self.key_pem + "".join(one.certificate_pem for one in (self, *chain))

    @staticmethod
    def load(path: Path, key: Path | None = None) -> "Signer | None":
        """What a file holds, or two of them; None where there is none yet."""
        if not path.exists():
            return None
        with reading(path):
            data, own = path.read_bytes(), (key or path).read_bytes()
        try:
            found = x509.load_pem_x509_certificate(data)
            private = serialization.load_pem_private_key(own, None)
        except ValueError as error:
            raise TurboError(f"{path}: expected a certificate; delete it for a new one") from error
        if not isinstance(private, ec.EllipticCurvePrivateKey):
            raise TurboError(f"{path}: expected a certificate of ours; delete it for a new one")
        return Signer(found, private)


Extensions = Iterable[tuple[x509.ExtensionType, bool]]
"""Each with whether who does not know it must refuse the certificate."""


def authority(name: str, since: datetime, until: datetime, *more: x509.ExtensionType) -> Signer:
    """A new one; it signs servers and no further authorities."""
    own = (x509.BasicConstraints(ca=True, path_length=0), _usage(signs=True), *more)
    return _signed(name, since, until, ((one, True) for one in own))


def certified(by: Signer, hosts: Iterable[str], since: datetime, until: datetime) -> Signer:
    """A certificate for a server under these names and addresses, the first of which it bears."""
    names = [general_name(one) for one in hosts]
    own: Extensions = (
        (x509.BasicConstraints(ca=False, path_length=None), True),
        (_usage(signs=False), True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
        (x509.SubjectAlternativeName(names), False),
        (x509.AuthorityKeyIdentifier.from_issuer_public_key(by.key.public_key()), False),
    )
    return _signed(str(names[0].value), since, until, own, by)


def _signed(
    name: str, since: datetime, until: datetime, own: Extensions, by: Signer | None = None
) -> Signer:
    """A new key and its certificate, signed by another or by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])
    issuer = subject if by is None else by.certificate.subject
    number = x509.random_serial_number()
    builder = x509.CertificateBuilder(issuer, subject, key.public_key(), number, since, until)
    builder = builder.add_extension(
        x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False
    )
    for extension, is_critical in own:
        builder = builder.add_extension(extension, is_critical)
    return Signer(builder.sign(key if by is None else by.key, hashes.SHA256()), key)


def _usage(*, signs: bool) -> x509.KeyUsage:
    unused = ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    never = dict.fromkeys((*unused, "encipher_only", "decipher_only"), False)
    return x509.KeyUsage(digital_signature=not signs, key_cert_sign=signs, crl_sign=signs, **never)


def general_name(host: str) -> x509.DNSName | x509.IPAddress:
    """An address is compared as an address: as a name it would match nothing."""
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
