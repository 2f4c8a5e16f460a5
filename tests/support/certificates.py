"""A certificate for this machine, signed by an authority that only a test trusts."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Certificate:
    """Files in PEM: the authority, and the certificate for 127.0.0.1 and localhost with its key."""

    authority: Path
    certificate: Path
    key: Path


def make_certificate(folder: Path) -> Certificate:
    """A certificate that is valid for a day, in new files."""
    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    authority = _builder("a test's authority", authority_key.public_key())
    authority = authority.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    signed_authority = authority.issuer_name(_name("a test's authority")).sign(authority_key, hashes.SHA256())
    names = [x509.IPAddress(ipaddress.ip_address("127.0.0.1")), x509.DNSName("localhost")]
    leaf = _builder("127.0.0.1", key.public_key()).issuer_name(signed_authority.subject)
    leaf = leaf.add_extension(x509.SubjectAlternativeName(names), critical=False)
    leaf = leaf.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    leaf = leaf.add_extension(
        x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False
    )
    made = Certificate(folder / "authority.pem", folder / "server.pem", folder / "server.key")
    pem = serialization.Encoding.PEM
    made.authority.write_bytes(signed_authority.public_bytes(pem))
    made.certificate.write_bytes(leaf.sign(authority_key, hashes.SHA256()).public_bytes(pem))
    made.key.write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return made


def _builder(name: str, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])
